"""The two OpenAPI documents of a wiki's query modules.

`wiki.openapi` is the plain truth: one path, every parameter of every module. `wiki.codegen.openapi` has
one operation per module, in the form that most code generators turn into working clients.
"""

from specloom import model
from specloom.rendering.render import Output
from specloom.views.openapi import mediawiki_codegen as openapi_mediawiki_codegen
from specloom.views.openapi import mediawiki_plain as openapi_mediawiki_plain
from specloom.views.openapi.document import files


def outputs(api: model.Api) -> list[Output]:
    """Both documents, each as YAML and as JSON."""
    return [
        *files(api.id, openapi_mediawiki_plain.document(api)),
        *files(f"{api.id}.codegen", openapi_mediawiki_codegen.document(api)),
    ]
