"""Time and memory, with peers in the same run."""
