"""Programs that call what a tool generated: each reads calls as JSON and prints the replies as JSON."""
