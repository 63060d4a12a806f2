"""Corpora to counts that add up: features, co-occurrences, documents."""
