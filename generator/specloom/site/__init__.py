"""The plugin of MkDocs that shows the reference as a site. No other part imports it, and MkDocs is imported here alone."""
