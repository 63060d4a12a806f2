"""The command line `crosslex-bench`."""
