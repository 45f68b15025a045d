"""The reader of OpenAPI documents, 3.0 and 3.1."""
