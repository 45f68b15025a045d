"""The intermediate model: its structs, its document, and what must hold in it."""
