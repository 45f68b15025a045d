"""A double of an API in memory, for tests of what uses its client."""
