"""The experiments, defined as data: main table, tuning and studies."""
