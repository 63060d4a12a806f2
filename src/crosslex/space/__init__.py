"""The space of all domains: positive PMI, decomposition, projection, shrinkage, stability."""
