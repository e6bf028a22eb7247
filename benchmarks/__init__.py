"""Measurements against the programs that others use: `make bench`, or `python -m benchmarks`."""
