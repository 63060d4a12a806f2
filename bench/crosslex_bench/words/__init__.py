"""Word vectors compared with human judgments, and with those of other methods."""
