"""Other people's tools for OpenAPI documents, run on those that are committed and on other profiles."""
