"""Settings chosen on validation pairs, with one budget for every method."""
