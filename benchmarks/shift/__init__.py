"""Changes of meaning planted in real text: who finds them, and how often chance is taken for one."""
