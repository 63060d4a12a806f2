"""Files and texts to encoded corpora, one per domain."""
