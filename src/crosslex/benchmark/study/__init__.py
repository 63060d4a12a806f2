"""One thing varied at a time, and what follows for the claims of the paper."""
