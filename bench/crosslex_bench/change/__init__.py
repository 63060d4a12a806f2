"""Changes of meaning that people judged, and how well methods rank them."""
