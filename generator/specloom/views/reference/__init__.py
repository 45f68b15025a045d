"""Pages of the reference, as templates print them."""
