"""What is asked of a wiki itself: its catalogue, what it is called, what its modules answer."""
