"""Raw text to sentences of lemmas, and those to features without stop words."""
