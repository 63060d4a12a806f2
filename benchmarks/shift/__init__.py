"""Changes of meaning planted in real text: who finds them, and how often it is mere chance."""
