"""A real MediaWiki for tests: installed, filled with data and served on this machine."""
