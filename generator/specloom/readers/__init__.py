"""Turns source formats into the model; one module per format, none of which knows any output."""
