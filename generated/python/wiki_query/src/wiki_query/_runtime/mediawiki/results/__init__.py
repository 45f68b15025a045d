"""Results: pages and items, as the server tells them."""
