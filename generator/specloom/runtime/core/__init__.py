"""Runtime shared by all generated clients: requests, retries and the drivers that send them."""
