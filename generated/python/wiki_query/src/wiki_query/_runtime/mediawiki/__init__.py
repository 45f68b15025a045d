"""Runtime that every client of a MediaWiki wiki shares; independent of any one wiki."""
