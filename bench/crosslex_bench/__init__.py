"""Methods compared with each other, on equal terms and with intervals."""
