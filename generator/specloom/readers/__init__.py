"""Readers of a run's inputs: each source format becomes the model; readers are independent of outputs."""
