# Two commands are enough: `make site` builds the shelf, `make test` tests the program. Both set up what they need first.
# `make help` lists the rest.

.DEFAULT_GOAL := site
# Two set-ups at once would fight over .venv; by the time `make test` runs its checks, set-up is done.
ifneq ($(MAKECMDGOALS),checks)
.NOTPARALLEL:
endif
.PHONY: site test setup check serve wheel bench soak pictures golden lock upgrade clean help

# The Python that creates .venv: 3.11 or newer.
PYTHON ?= python3

# .venv/bin comes first so that its Node, if bootstrap.py had to install one, is the one that gets found.
# Let Python write its bytecode even if the environment forbids it: the tests start the program hundreds of times.
IN_VENV := PYTHONDONTWRITEBYTECODE= PATH="$(CURDIR)/.venv/bin:$$PATH"

# Where the site will be published, if it isn't the address in content/shelf.yml: make site ADDRESS=https://…
export ADDRESS ?=
# Don't use the cache for a site that will be published: make site FRESH=1
FRESH ?=

site: setup  ## set up, then build the shelf: build/site, build/pdf, build/epub
	@$(IN_VENV) rollbook build$(if $(ADDRESS), --address "$$ADDRESS")$(if $(FRESH), --fresh)

# Browser tests spend much of their time waiting, so a third worker uses what two leave idle on two processors. The slow
# tests are grouped together; a worker that runs out of work takes some from another.
test: setup-test  ## set up, then run every check and every test
	@$(MAKE) --no-print-directory --jobs=2 --keep-going $(IN_ONE_PIECE) checks
	@$(IN_VENV) python -m pytest -n 3 --dist worksteal -m "not soak"

# The checks that aren't tests, and the toolkit that all tests need, run in parallel, slowest first. Each prints its
# output in one piece, and one that fails doesn't stop the others.
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

check: setup  ## look for mistakes in the books; warnings count as errors
	@$(IN_VENV) rollbook check --strict

serve: setup  ## preview the site in your browser while you write
	@$(IN_VENV) rollbook serve

wheel: setup  ## pack Rollbook for others to install: build/wheel/rollbook-*.whl
	@$(IN_VENV) python generator/make_wheel.py build/wheel

bench: setup-test  ## print the performance ratios, write build/bench.json
	@$(IN_VENV) python -m benchmarks

soak: setup-test  ## run the long tests
	@$(IN_VENV) python -m pytest -m soak

pictures: site setup-test  ## retake the pictures of README and guide from the current shelf
	@$(IN_VENV) PYTHONPATH=. python docs/take_pictures.py
	@$(IN_VENV) PYTHONPATH=. python docs/take_reading_pictures.py
	@$(IN_VENV) PYTHONPATH=. python docs/take_theme_pictures.py
	@$(IN_VENV) PYTHONPATH=. python docs/take_print_pictures.py

golden: setup-test  ## rewrite the expected outputs; read the diff before you commit it
	@$(IN_VENV) ROLLBOOK_GOLDEN=1 python -m pytest -q $$(grep -rl --include='test_*.py' ROLLBOOK_GOLDEN tests)

# Pins that still fit stay: `make lock` changes as little as pyproject.toml and package.json require.
COMPILE = $(IN_VENV) uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-emit-index-url --custom-compile-command "make lock" $(UV_UPGRADE)
NPM_LOCK := install

lock:  ## update the lock files after changing pyproject.toml or package.json
	@$(PYTHON) bootstrap.py lock
	@$(COMPILE) pyproject.toml --group build -o requirements.lock
	@$(COMPILE) pyproject.toml --group build --group test -c requirements.lock -o requirements-test.lock
	@$(COMPILE) --group oracles --no-deps -o requirements-oracles.lock
	@$(COMPILE) --group node -o requirements-node.lock
	@$(COMPILE) --group lock -o requirements-uv.lock
	@cd site_templates && $(IN_VENV) npm $(NPM_LOCK) --package-lock-only

upgrade:  ## the same, with the newest versions that fit
	@$(MAKE) --no-print-directory lock UV_UPGRADE=--upgrade NPM_LOCK=update

clean:  ## remove what was built, but keep what was set up
	rm -rf build .pytest_cache .mypy_cache .ruff_cache .hypothesis

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
