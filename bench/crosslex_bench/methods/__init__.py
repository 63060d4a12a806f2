"""Rivals, ablations and the product's methods, one file per rival."""
