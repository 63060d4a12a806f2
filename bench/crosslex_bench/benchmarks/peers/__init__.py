"""Other people's word vectors and scores of change, in their simplest form, for all benchmarks."""
