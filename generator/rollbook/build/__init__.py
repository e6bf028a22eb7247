"""The seven steps in order: examine.py has the first five, build.py all of them."""
