"""The default classifier: threshold, calibration, expected accuracy, few labels."""
