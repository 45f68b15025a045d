"""What must hold in the description of a REST API beyond its form: names that exist, facts that agree."""
