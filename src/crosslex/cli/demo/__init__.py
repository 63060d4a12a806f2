"""`crosslex demo`: everything crosslex does, on real text."""
