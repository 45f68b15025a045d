"""The plugin of MkDocs that shows the reference as a site. MkDocs is imported here alone; commands import `earlier_files` of it."""
