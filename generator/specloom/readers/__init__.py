"""What a run reads: each source format becomes the model; none of its readers knows any output."""
