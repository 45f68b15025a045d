"""What a run reads: the list of APIs, and what it names."""
