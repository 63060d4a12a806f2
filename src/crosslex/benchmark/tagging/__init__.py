"""Parts of speech across genres: a second task for the same vectors."""
