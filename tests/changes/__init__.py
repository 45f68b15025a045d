"""What is said of two models that differ."""
