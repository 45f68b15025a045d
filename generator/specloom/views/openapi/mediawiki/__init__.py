"""The two OpenAPI documents of a wiki's query modules.

`wiki.openapi` is the plain truth: one path, every parameter of every module. `wiki.codegen.openapi` has
one operation per module, in the form that most code generators turn into working clients.
"""

from specloom import model
from specloom.rendering.render import Output
from specloom.views.openapi.document import output
from specloom.views.openapi.mediawiki import codegen, plain


def outputs(api: model.Api) -> list[Output]:
    """Both documents, each as YAML and as JSON."""
    return [
        output(api.id, "mediawiki/plain", plain.document(api)),
        output(f"{api.id}.codegen", "mediawiki/codegen", codegen.document(api)),
    ]
