"""Hostile input and killed runs."""
