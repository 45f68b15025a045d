"""Code samples: a call in Python, for curl and as an address, for pages and OpenAPI documents alike."""
