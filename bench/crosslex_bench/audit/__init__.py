"""Audits of other people's classifiers: the accuracy to expect, labels, causes."""
