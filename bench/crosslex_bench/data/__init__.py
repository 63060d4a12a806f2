"""Labeled and unlabeled texts of several domains, from wherever they come."""
