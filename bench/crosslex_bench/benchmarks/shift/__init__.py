"""Changes of meaning planted in real text: which methods find them, and how often by chance."""
