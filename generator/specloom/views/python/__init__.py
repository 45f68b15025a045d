"""Python packages, as templates print them."""
