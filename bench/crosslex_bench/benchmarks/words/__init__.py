"""Word vectors judged by people: similarity of word pairs, with peers in the same run."""
