"""The names of a run: those of each API's package, decided from the model before any output is planned.

Where a user is to choose a name, the model has it (`class_name`, `method_name`). A file of names that stay from run to run
would be read here.
"""

from collections.abc import Mapping
from typing import TypeAlias, assert_never

from specloom.model.structs import Api, MediaWiki, Model, Rest
from specloom.naming.mediawiki import WikiNames, wiki_names
from specloom.naming.rest import RestNames, rest_names

PackageNames: TypeAlias = RestNames | WikiNames
Names: TypeAlias = Mapping[str, PackageNames]
"""Id of an API → the names of its package."""


def names_of(model: Model) -> Names:
    """Decide the names of every package."""
    return {api.id: package_names(api) for api in model.apis}


def package_names(api: Api) -> PackageNames:
    """Decide the names of one package."""
    match api.protocol:
        case Rest():
            return rest_names(api)
        case MediaWiki():
            return wiki_names(api)
        case _:
            assert_never(api.protocol)
