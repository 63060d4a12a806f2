"""Planted changes of meaning: which methods find them, and the rate of false positives."""
