"""Counts to a vocabulary: which features are pivots, and each word's role in each domain."""
