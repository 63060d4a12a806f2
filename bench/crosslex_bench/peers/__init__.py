"""Other people's word vectors and change scores, in their simplest form."""
