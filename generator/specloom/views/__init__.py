"""Turns the model into the values that templates print; one module per output."""
