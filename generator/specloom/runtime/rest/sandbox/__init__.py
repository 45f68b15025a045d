"""A stand-in for an API: in memory for tests, or as a server to try things with."""
