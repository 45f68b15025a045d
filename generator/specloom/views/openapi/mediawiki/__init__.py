"""OpenAPI documents of a wiki's query modules: with the path that all share, or with one for each.

The first is the plain truth: one operation, every parameter of every module. The second has one operation per
module, in the form that most code generators turn into working clients.
"""
