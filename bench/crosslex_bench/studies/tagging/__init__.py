"""Part-of-speech tagging from one genre to another, with and without word vectors."""
