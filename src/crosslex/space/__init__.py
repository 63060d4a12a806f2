"""A spectral space: contexts that all domains share, and every domain's words placed by them."""
