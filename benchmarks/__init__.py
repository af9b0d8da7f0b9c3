"""How dpviz compares, measured in one run on one machine: ``python -m benchmarks`` prints the table."""
