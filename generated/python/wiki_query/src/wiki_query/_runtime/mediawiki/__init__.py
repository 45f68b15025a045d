"""What every client of a MediaWiki's query modules shares; nothing here knows one wiki."""
