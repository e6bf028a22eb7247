# Two commands are enough: `make site` builds the shelf, `make test` proves the program. Both set up what they need first.
# `make help` lists the rest.

.DEFAULT_GOAL := site
# Two set-ups at once would fight over .venv; the checks of `make test` have theirs behind them.
ifneq ($(MAKECMDGOALS),checks)
.NOTPARALLEL:
endif
.PHONY: site test setup check serve wheel bench soak pictures golden lock upgrade clean help

# The Python that makes .venv; any from 3.11 on.
PYTHON ?= python3

# .venv/bin stands first so that its Node, where bootstrap.py had to put one there, is the one that is found.
# Python may keep what it compiled, also where the surroundings say otherwise: the tests start the program hundreds of times.
IN_VENV := PYTHONDONTWRITEBYTECODE= PATH="$(CURDIR)/.venv/bin:$$PATH"

# Where the site will be published, if it isn't the address in content/shelf.yml: make site ADDRESS=https://…
export ADDRESS ?=
# What is published takes nothing from a cache: make site FRESH=1
FRESH ?=

site: setup  ## set up, then build the shelf: build/site and build/pdf
	@$(IN_VENV) rollbook build$(if $(ADDRESS), --address "$$ADDRESS")$(if $(FRESH), --fresh)

# A test of a browser waits a good part of its time: a third worker uses what two leave of two processors. The slow tests
# stand together: a worker that has nothing left to do takes some of them from another.
test: setup-test  ## set up, then run every check and every test
	@$(MAKE) --no-print-directory --jobs=2 --keep-going $(IN_ONE_PIECE) checks
	@$(IN_VENV) python -m pytest -n 3 --dist worksteal -m "not soak"

# What needs no test, and what all tests would wait for, runs side by side, the longest first. Each says what it found
# in one piece, and one that fails doesn't keep the others from telling what they found.
CHECKS := test-toolkit types script-types worker-types script-lint script-tests lint format
IN_ONE_PIECE := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
.PHONY: checks $(CHECKS)
checks: $(CHECKS)
test-toolkit:
	@$(IN_VENV) python -m tests.make_toolkit
types:
	@$(IN_VENV) mypy --strict generator/rollbook generator/make_wheel.py bootstrap.py
script-types:
	@cd site_templates && $(IN_VENV) node_modules/.bin/tsc -p scripts
worker-types:
	@cd site_templates && $(IN_VENV) node_modules/.bin/tsc -p engine
script-lint:
	@cd site_templates && $(IN_VENV) node_modules/.bin/eslint .
script-tests:
	@$(IN_VENV) node --test --test-reporter=dot tests/scripts/*.test.mjs
lint:
	@$(IN_VENV) ruff check .
format:
	@$(IN_VENV) ruff format --check .

setup:  ## only set up what `make site` needs
	@$(PYTHON) bootstrap.py site

.PHONY: setup-test
setup-test:
	@$(PYTHON) bootstrap.py test

check: setup  ## look for mistakes in the books; warnings count too
	@$(IN_VENV) rollbook check --strict

serve: setup  ## preview in the browser while you write
	@$(IN_VENV) rollbook serve

wheel: setup  ## pack Rollbook for others to install: build/wheel/rollbook-*.whl
	@$(IN_VENV) python generator/make_wheel.py build/wheel

bench: setup-test  ## print the performance ratios, write build/bench.json
	@$(IN_VENV) python -m benchmarks

soak: setup-test  ## run the tests that take long
	@$(IN_VENV) python -m pytest -m soak

pictures: site setup-test  ## take the README's pictures of the shelf as it is built
	@$(IN_VENV) PYTHONPATH=. python docs/take_pictures.py
	@$(IN_VENV) PYTHONPATH=. python docs/take_theme_pictures.py
	@$(IN_VENV) PYTHONPATH=. python docs/take_print_pictures.py

golden: setup-test  ## write the expected outputs anew; read the difference before you commit it
	@$(IN_VENV) ROLLBOOK_GOLDEN=1 python -m pytest -q $$(grep -rl --include='test_*.py' ROLLBOOK_GOLDEN tests)

# A pin that still fits stays as it is: `make lock` changes as little as pyproject.toml and package.json ask for.
COMPILE = $(IN_VENV) uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-emit-index-url --custom-compile-command "make lock" $(UV_UPGRADE)
NPM_LOCK := install

lock:  ## write the lock files anew after a change of pyproject.toml or package.json
	@$(PYTHON) bootstrap.py lock
	@$(COMPILE) pyproject.toml --group build -o requirements.lock
	@$(COMPILE) pyproject.toml --group build --group test -c requirements.lock -o requirements-test.lock
	@$(COMPILE) --group oracles --no-deps -o requirements-oracles.lock
	@$(COMPILE) --group node -o requirements-node.lock
	@$(COMPILE) --group lock -o requirements-uv.lock
	@cd site_templates && $(IN_VENV) npm $(NPM_LOCK) --package-lock-only

upgrade:  ## the same, and take the newest versions that fit
	@$(MAKE) --no-print-directory lock UV_UPGRADE=--upgrade NPM_LOCK=update

clean:  ## remove what was built; what was set up stays
	rm -rf build .pytest_cache .mypy_cache .ruff_cache .hypothesis

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
