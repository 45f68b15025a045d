"""Changes reported between two models."""
