"""Changes between two models, and their effects on users of the outputs."""
