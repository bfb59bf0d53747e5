"""One module per group of commands; each returns an exit code."""
