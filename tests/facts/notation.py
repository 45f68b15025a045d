"""Types of the model in the notation of the specifications."""

import json

from specloom import model


def model_words(type_: model.TypeExpression) -> str:
    """A type of the model as a specification writes it."""
    match type_:
        case model.ListOf(items=inside):
            return f"list of {model_words(inside)}"
        case model.MapOf(values=inside):
            return f"map of {model_words(inside)}"
        case model.Union(options=options):
            return " or ".join(map(model_words, options))
        case model.Reference(name=name):
            return name
        case model.Constant(value=value):
            return json.dumps(value)
        case scalar:
            return scalar
