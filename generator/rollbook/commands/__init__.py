"""One module for each command: `parser()` says what it takes, `run(given)` does it and gives the exit code."""
