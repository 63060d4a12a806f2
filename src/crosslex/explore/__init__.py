"""One self-contained HTML page on which to look at a model."""
