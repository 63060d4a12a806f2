"""The experiments, defined as data: main table, tuning, studies and tagging."""
