"""OpenAPI documents, as templates print them."""
