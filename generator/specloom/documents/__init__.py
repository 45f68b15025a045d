"""Files of YAML and JSON as plain data and as structs, with a position for every fault."""
