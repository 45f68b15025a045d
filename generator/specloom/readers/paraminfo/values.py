"""Value lists of a catalogue: which become one named enumeration, and how each is called."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from specloom.documents.suggestion import Meant
from specloom.model import naming
from specloom.model.structs import Enumeration
from specloom.readers.paraminfo.fault import At, Fault, Place
from specloom.readers.paraminfo.format import ParameterEntry
from specloom.readers.paraminfo.module_set import Module, ModuleSet
from specloom.readers.paraminfo.overlay import Overlays
from specloom.readers.paraminfo.overlay_format import ValueListForm
from specloom.readers.parts import part

Listed: TypeAlias = tuple[str, str, str]
"""Path of the module, `parameters` or `templatedparameters`, parameter."""
Values: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class ValueLists:
    """Every enumeration of an API, and which parameter has which."""

    enumerations: tuple[Enumeration, ...]
    of: Mapping[Listed, str]
    faults: Sequence[Fault]


def read_value_lists(
    sets: Sequence[ModuleSet], used_names: set[str], overlays: Overlays
) -> ValueLists:
    """Name every value list: by the overlays' table, else after its class and parameter."""
    modules = [module for each in sets for module in each.modules]
    enumerated = [value_list for module in modules for value_list in _enumerated(module)]
    actions = overlays.told.action_modules.keys() - {module.name for module in modules}
    table = _Table(enumerated, used_names, {*sets[0].left_out, *actions}, overlays)
    by_name: dict[str, Enumeration] = {}
    folded = {name.casefold() for name in (*used_names, *table.names)}
    of: dict[Listed, str] = {}
    for value_list in enumerated:
        parameter = value_list.parameter
        values = tuple(parameter.type)
        name = table.name(value_list.told_as, values) or _own_name(
            value_list.class_name, parameter, folded
        )
        folded.add(name.casefold())
        of[value_list.place] = name
        if name not in by_name:
            by_name[name] = table.enumeration(name, values, value_list)
    by_name.update(table.unlisted())
    return ValueLists(tuple(by_name.values()), of, table.faults)


@dataclass(frozen=True, slots=True)
class _Enumerated:
    """A parameter with a list of values."""

    place: Listed
    class_name: str
    told_as: str
    """By overlays."""
    parameter: ParameterEntry


def _enumerated(module: Module) -> Iterator[_Enumerated]:
    for key, _, parameter in module.entry.listed():
        if not isinstance(parameter.type, str):
            place = (module.path, key, parameter.name)
            told_as = f"{module.name}.{parameter.name}"
            yield _Enumerated(place, module.class_name, told_as, parameter)


def _own_name(class_name: str, parameter: ParameterEntry, folded: set[str]) -> str:
    """`SearchProp`; where that is taken `SearchPropValue`, then `SearchPropValue2` …

    A name that differs from another only by capitals counts as taken: `folded` has those without capitals.
    """
    last = naming.class_name(parameter.name) or f"Parameter{parameter.position or ''}"
    name = f"{class_name}{last.lstrip('_')}"  # which a digit at the beginning has brought
    if name.casefold() not in folded:
        return name
    number = 1
    while (candidate := f"{name}Value{number if number > 1 else ''}").casefold() in folded:
        number += 1
    return candidate


def _alike(told_as: str, values: Values) -> tuple[Values, str]:
    """Equal for lists that have one name: of the same values or, where a wiki has none, of parameters called alike."""
    return values, "" if values else told_as.rpartition(".")[2]


class _Table:
    """The overlays' `value_lists`, checked against the catalogue."""

    def __init__(
        self,
        enumerated: Sequence[_Enumerated],
        used_names: set[str],
        unread: set[str],
        overlays: Overlays,
    ) -> None:
        self.faults: list[Fault] = []
        self._unread = unread  # modules that there may be, and whose lists are not known
        self._overlays = overlays
        self._forms = overlays.told.value_lists
        self._by_place: dict[str, str] = {}
        self._by_values: dict[tuple[Values, str], str] = {}
        self._as_told: dict[str, str] = {}
        """Further parameters, whose lists may have other names."""
        self._lists: dict[str, Values] = {}
        for value_list in enumerated:  # of a query module and an action with one name, the former
            self._lists.setdefault(value_list.told_as, tuple(value_list.parameter.type))
        for name, form in self._forms.items():
            place = overlays.places["value_lists", name]
            if name in used_names:
                message = f"a module or a record is called `{name}` already"
                self.faults.append(Fault(place, "duplicate-name", message, key=True))
            self._enter(name, form, place)

    @property
    def names(self) -> set[str]:
        """Every name of the table."""
        return set(self._forms)

    def _enter(self, name: str, form: ValueListForm, place: Place) -> None:
        places_named = [form.of] if isinstance(form.of, str) else form.of or []
        if bool(places_named) == (form.values is not None):
            message = f"`{name}` needs either `of` or `values`"
            self.faults.append(Fault(place, "missing-key", message))
        for number, of in enumerate(places_named):
            if of not in self._lists:
                self._left_over(of, ("of", number) if number else (), place)
            elif number == 0:
                self._by_place[of] = name
                self._by_values.setdefault(_alike(of, self._lists[of]), name)
            else:
                self._as_told[of] = name

    def _left_over(self, of: str, removes: At, place: Place) -> None:
        if place.own and of.partition(".")[0] not in self._unread:
            message = f"the catalogue has no parameter `{of}` with a value list"
            hint, at = Meant(of, self._lists), removes or ("of",)
            fault = Fault(place, "left-over-entry", message, hint, at, removes=removes)
            self.faults.append(fault)

    def name(self, told_as: str, values: Values) -> str | None:
        """The table's name for a parameter's list: its own, else that of a list with the same values."""
        return self._by_place.get(told_as) or self._by_values.get(_alike(told_as, values))

    def enumeration(self, name: str, values: Values, value_list: _Enumerated) -> Enumeration:
        """The list of the first parameter that has it."""
        form_name = name if name in self._forms else self._as_told.get(value_list.told_as, name)
        form = self._forms.get(form_name, ValueListForm())
        source = self._source(form_name) if form.site_specific else None
        return part(
            Enumeration,
            form,
            without=("of",),
            name=name,
            values=values,
            deprecated_values=tuple(map(str, value_list.parameter.deprecated_values)),
            source=form.source or source,
        )

    def unlisted(self) -> Iterator[tuple[str, Enumeration]]:
        """The lists that the table itself spells out."""
        for name, form in self._forms.items():
            if form.values is not None:
                source = form.source or self._source(name)
                yield name, part(Enumeration, form, without=("of",), name=name, source=source)

    def _source(self, name: str) -> str | None:
        return self._overlays.places["value_lists", name].source
