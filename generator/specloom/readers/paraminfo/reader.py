"""The `paraminfo` reader: a wiki's catalogues and their overlays become an `Api`."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from specloom.diagnostics import Coverage, Diagnostics, Removal
from specloom.documents.limits import STANDARD, Limits
from specloom.model.structs import Api
from specloom.readers.paraminfo import catalogue, overlay
from specloom.readers.paraminfo.catalogue import Catalogue
from specloom.readers.paraminfo.choice import choose
from specloom.readers.paraminfo.errors import read_errors
from specloom.readers.paraminfo.examples import with_examples
from specloom.readers.paraminfo.fault import Fault, is_wrong, with_positions
from specloom.readers.paraminfo.head import described, head_faults
from specloom.readers.paraminfo.module_set import coverage
from specloom.readers.paraminfo.names import unknown_briefs
from specloom.readers.paraminfo.odd_parameters import odd_parameters
from specloom.readers.paraminfo.operations import read_operation
from specloom.readers.paraminfo.overlay import Overlays
from specloom.readers.paraminfo.results import read_results
from specloom.readers.paraminfo.rules import read_rules, read_wire
from specloom.readers.paraminfo.values import read_value_lists
from specloom.readers.places import Described, errors_in, places_in_model
from specloom.sources.config import ApiEntry


def read(
    entry: ApiEntry, folder: Path, diagnostics: Diagnostics, limits: Limits = STANDARD
) -> Described | None:
    """The API that catalogues and overlays describe; None with diagnostics if anything is wrong."""
    found = Diagnostics()
    overlays = overlay.load(entry.overlays, folder, found, limits)
    catalogues = catalogue.load_all(entry, folder, found, limits)
    made = make(entry, catalogues, overlays, () if found else overlays.conflicts)
    if found:  # of what is read all the same, that which does not depend on the rest
        independent = (fault for fault in made.faults if fault.code in _INDEPENDENT)
        made = Made(None, [*overlays.conflicts, *independent], ())
    found.found.extend(with_positions(made.faults))
    diagnostics.found.extend(found.found)
    diagnostics.coverage.extend(made.coverage)
    diagnostics.removals.extend(
        Removal(told.path, told.removes) for told in found.found if told.removes
    )
    if made.api is None:
        return None
    # Oddities of parameters are reported where the catalogue has them.
    return Described(made.api, errors_in(places_in_model(str(folder / entry.source))))


_INDEPENDENT = ("left-out-module", "left-over-entry", "malformed-type")


class Made(NamedTuple):
    """What catalogues and overlays mean together."""

    api: Api | None
    faults: Sequence[Fault]
    coverage: Sequence[Coverage]


def make(
    entry: ApiEntry,
    catalogues: Sequence[Catalogue],
    overlays: Overlays,
    conflicts: Sequence[Fault],
) -> Made:
    """The API; None if anything is wrong. The first catalogue is that of query modules, the other of actions."""
    sets = [choose(each, overlays) for each in catalogues]
    faults = [*conflicts, *(fault for each in sets for fault in each.faults)]
    counted = coverage(entry, sets)
    faults += unknown_briefs(sets, overlays)
    if not sets or not sets[0].modules:
        return Made(None, faults, counted)
    modules = [module for each in sets for module in each.modules]
    results = read_results(sets, overlays, entry.wiki_version)
    taken = {*results.records, *(module.class_name for module in modules)}
    lists = read_value_lists(sets, taken, overlays)
    rules, wrong_rules = read_rules(sets, overlays)
    wire, wrong_wire = read_wire(sets[0], results.resolutions, overlays, catalogues[0].place)
    faults += [*results.faults, *lists.faults, *wrong_rules, *wrong_wire]
    faults += head_faults(entry, overlays, modules)
    if wire is None or is_wrong(faults):
        return Made(None, faults, counted)
    errors = read_errors(overlays, modules)
    operations = [
        replace(
            read_operation(module, lists.of, overlays.told.briefs),
            result=results.of_modules[module.path],
            rules=rules.get(module.path, ()),
            errors=errors.of_modules[module.path],
        )
        for module in modules
    ]
    types = lists.enumerations
    faults += odd_parameters(modules, operations, types)
    operations, misfits = with_examples(modules, operations, wire.parameters, types)
    faults += misfits
    if is_wrong(faults):
        return Made(None, faults, counted)
    api = replace(
        described(
            entry,
            overlays,
            operations,
            errors.errors,
            wire,
            catalogues[0].beside_the_modules or None,
        ),
        types=(*types, *results.records.values()),
    )
    return Made(api, faults, counted)
