"""Results of modules: from the overlays' words to the model's records."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from specloom.documents.suggestion import Meant
from specloom.model.field_version import since_text
from specloom.model.structs import (
    ACTION_GROUP,
    Field,
    ListOf,
    MapOf,
    ModuleField,
    Presence,
    Record,
    Reference,
    Result,
    TypeExpression,
    references,
)
from specloom.readers.paraminfo.fault import At, Fault, Place
from specloom.readers.paraminfo.format import ModuleEntry
from specloom.readers.paraminfo.module_kind import QUERIES
from specloom.readers.paraminfo.module_set import Module, ModuleSet
from specloom.readers.paraminfo.overlay import Overlays
from specloom.readers.paraminfo.overlay_format import (
    FieldForm,
    Fields,
    RecordForm,
    ResultForm,
    Where,
)
from specloom.readers.parts import inner_part, part
from specloom.readers.type_text import SCALARS, Malformed, Parsed, parse

PLACES: Mapping[str, Where] = {
    "list": "query",
    "prop": "page",
    "meta": "query",
    ACTION_GROUP: "top-level",
}
"""Default place of a module's result, by its group."""
_QUERIED = ("query", "page")
"""Places of results that continue."""


class Results(NamedTuple):
    """Results of modules and of the query itself."""

    of_modules: Mapping[str, Result | None]
    """By their paths."""
    records: Mapping[str, Record]
    """Records of results and resolutions."""
    resolutions: tuple[Field, ...]
    faults: Sequence[Fault]


def read_results(sets: Sequence[ModuleSet], overlays: Overlays, version: str | None) -> Results:
    """The result of every module, and of what is around them.

    The version is that of the wiki; None where it is not known. What answers with something else than JSON has no
    result.
    """
    modules = [module for each in sets for module in each.modules]
    bringing = _values_by_record(modules, overlays)
    used_names = {module.class_name for module in modules}
    records = _Records(overlays, used_names, bringing, version)
    results: dict[str, Result | None] = {}
    resolutions: tuple[Field, ...] = ()
    for each in sets:
        results.update({module.path: _result(module, records) for module in each.modules})
        if each.kind is QUERIES:
            resolutions = records.of_wire()
    if not any(each.left_out for each in sets):
        records.unknown_extended()
    return Results(results, records.made, resolutions, records.faults)


def _values_by_record(
    modules: Sequence[Module], overlays: Overlays
) -> dict[str, frozenset[str] | None]:
    """Record of the overlays → the values that bring fields in any module that uses it.

    None where the catalogue does not list them all.
    """
    bringing: dict[str, frozenset[str] | None] = {}

    def use(types: Iterable[str], values: frozenset[str] | None) -> None:
        for name in {name for text in types for name in _names_in(text)}:
            form = overlays.told.records.get(name)
            if form is None:
                continue
            before = bringing.get(name, frozenset())
            together = None if before is None or values is None else before | values
            if name not in bringing or together != before:
                bringing[name] = together
                use(_types(form, overlays), together)

    for module in modules:
        form = module.told.result
        if form is None:
            continue
        own_types = [form.type] if form.type is not None else _types(form, overlays)
        use([*own_types, *_types_of(form.siblings)], _values_of(module.entry, form.selector))
        use(_types_of(form.group_fields), None)
    for fields in overlays.told.more_fields.values():
        use(_types_of(fields), None)
    wire = overlays.told.wire
    if wire is not None:
        use([wire.page, *_types_of(wire.resolutions)], None)
    return bringing


def _types(form: RecordForm | ResultForm, overlays: Overlays) -> list[str]:
    included = [overlays.told.field_sets.get(name, {}) for name in form.include]
    return [text for fields in (form.fields, *included) for text in _types_of(fields)]


def _types_of(fields: Fields) -> list[str]:
    return [form if isinstance(form, str) else form.type for form in fields.values()]


def _names_in(text: str) -> list[str]:
    """Names of the types that a type mentions; none if it cannot be read."""
    parsed = parse(text)
    return [reference.name for reference in parsed.names] if isinstance(parsed, Parsed) else []


def _continuation(entry: ModuleEntry) -> tuple[str, ...]:
    """Default continuation parameters of a module."""
    names = {parameter.name for parameter in entry.parameters}
    return tuple(entry.prefix + name for name in ("continue", "offset") if name in names)


def _result(module: Module, records: "_Records") -> Result | None:
    form = module.told.result
    if form is None:
        return None if module.told.media_type else _assumed(module)
    return _described(module, form, module.places["result"], records)


def _assumed(module: Module) -> Result:
    entry, where = module.entry, PLACES[module.group]
    return Result(
        type="any",
        where=where,
        key=None if where == "page" else entry.name,  # extensions name it as they like
        continuation=_continuation(entry),
        assumed=True,
    )


def _described(module: Module, form: ResultForm, place: Place, records: "_Records") -> Result:
    values = _values_of(module.entry, form.selector)
    continuation = form.continuation
    if not continuation and form.where in _QUERIED:
        continuation = _continuation(module.entry)
    group = None
    if form.nested_key is not None:
        group = f"{module.class_name}Group"
        group_fields = records.fields(form.group_fields, place, ("group_fields",), None)
        records.add(Record(name=group, fields=group_fields, source=form.source), place)
    type_ = _type(module.class_name, form, place, values, records)
    siblings = records.fields(form.siblings, place, ("siblings",), values)
    return part(
        Result,
        form,
        without=("container", "fields", "include", "without", "summary", "group_fields"),
        type=type_,
        group=group,
        siblings=siblings,
        continuation=continuation,
        source=form.source or place.source,
    )


def _values_of(entry: ModuleEntry, selector: str) -> frozenset[str] | None:
    """The values that can bring fields; None when the catalogue lists none."""
    for parameter in entry.parameters:
        if parameter.name == selector and parameter.values is not None:
            return frozenset(parameter.values)
    return None


def _type(
    class_name: str,
    form: ResultForm,
    place: Place,
    values: frozenset[str] | None,
    records: "_Records",
) -> TypeExpression:
    if form.type is not None:
        return records.type(form.type, place, ("type",))
    ending = "Result" if form.container == "object" else "Item"
    record = Record(
        name=f"{class_name}{ending}",
        fields=records.all_fields(form, place, values),
        summary=form.summary,
        source=form.source or place.source,
    )
    records.add(record, place)
    reference = Reference(name=record.name)
    if form.container == "list":
        return ListOf(items=reference)
    return MapOf(values=reference) if form.container == "map" else reference


_SENT = "the wiki sends it"
"""When a field is there of which only replies are known."""


def _field(name: str, form: FieldForm, type_: TypeExpression) -> Field:
    module, presence = inner_part(ModuleField, form), inner_part(Presence, form)
    if presence.when is None and module.observed == "only":
        presence = replace(presence, when=_SENT)
    by = [form.by] if isinstance(form.by, str) else form.by or []
    return part(
        Field,
        form,
        without=("by",),
        inner=(ModuleField, Presence),
        name=name,
        type=type_,
        presence=None if presence.when is None else presence,
        module=replace(module, brought_by=tuple(by)),
    )


def _without_hiding(member: Field) -> Field:
    """A field that nothing hides."""
    return replace(member, module=replace(member.module, hidden_by=None))


def _in_version(version: str | None, member: Field) -> Field | None:
    """A field as clients for a version know it, who may ask wikis that are newer; None if it is gone by then."""
    if version is None:
        return _of_any_version(member)
    if member.module.until is not None and _release(member.module.until) < _release(version):
        return None
    is_later = member.module.since is not None and _release(member.module.since) > _release(version)
    return _of_any_version(member) if is_later else member


def _release(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _of_any_version(member: Field) -> Field:
    """A field whose absence the version of the wiki decides."""
    texts = [member.presence.when] if member.presence and member.presence.when else []
    texts += [since_text(member.module.since)] if member.module.since else []
    texts += (
        [f"the wiki runs MediaWiki {member.module.until} or earlier"] if member.module.until else []
    )
    if member.module.since is None and member.module.until is None:
        return member
    return replace(member, presence=Presence(when=", and ".join(texts)))


@dataclass(slots=True)
class _Records:
    """Records in the order in which results use them."""

    overlays: Overlays
    taken: set[str]
    bringing: Mapping[str, frozenset[str] | None]
    """Record of the overlays → the values that may bring its fields; None for any."""
    version: str | None
    """Of the wiki."""
    made: dict[str, Record] = field(default_factory=dict[str, Record])
    faults: list[Fault] = field(default_factory=list[Fault])

    def add(self, record: Record, place: Place) -> None:
        """Keep a record that is named after its module."""
        if record.name in self.taken or record.name in self.overlays.told.records:
            message = f"the name of this result, `{record.name}`, is taken"
            self.faults.append(Fault(place, "duplicate-name", message, key=True))
        self.taken.add(record.name)
        self.made[record.name] = record
        self.made[record.name] = self._extended(record)

    def _extended(self, record: Record) -> Record:
        """A record with what overlays add to it; what it has already stays as it is."""
        more = self.overlays.told.more_fields.get(record.name)
        if more is None:
            return record
        place = self.overlays.places["more_fields", record.name]
        have = {member.name for member in record.fields}
        added = [
            replace(member, source=member.source or place.source)
            for member in self.fields(more, place, (), None)
            if member.name not in have
        ]
        return replace(record, fields=(*record.fields, *added))

    def unknown_extended(self) -> None:
        """Warn of records that get more fields and do not exist."""
        for name in self.overlays.told.more_fields:
            place = self.overlays.places["more_fields", name]
            if name not in self.made:
                message = f"no result has a record `{name}`"
                hint = Meant(name, self.made)
                self.faults.append(Fault(place, "left-over-entry", message, hint, key=True))

    def of_wire(self) -> tuple[Field, ...]:
        """Bring in what is around the results of query modules; how titles became pages."""
        wire = self.overlays.told.wire
        if wire is None:
            return ()
        place = self.overlays.places["wire",]
        self.use(wire.page, place, ("page",))
        return self.fields(wire.resolutions, place, ("resolutions",), None)

    def use(self, name: str, user: Place, at: At) -> None:
        """Bring in a record of the overlays, with all that it mentions."""
        if name in self.made:
            return
        form = self.overlays.told.records.get(name)
        if form is None:
            hint = Meant(name, [*self.overlays.told.records, *SCALARS])
            message = f"there is no type `{name}`"
            self.faults.append(Fault(user, "unknown-name", message, hint, at))
            return
        place = self.overlays.places["records", name]
        if name in self.taken:
            message = f"the name `{name}` is taken by a module or its result"
            self.faults.append(Fault(place, "duplicate-name", message, key=True))
        self.made[name] = Record(name=name, fields=())  # for records that mention themselves
        record = part(
            Record,
            form,
            without=("include", "without"),
            name=name,
            fields=self.all_fields(form, place, self.bringing[name]),
            source=form.source or place.source,
        )
        self.made[name] = self._extended(record)

    def all_fields(
        self, form: RecordForm | ResultForm, place: Place, values: frozenset[str] | None
    ) -> tuple[Field, ...]:
        """A record's own fields, then those of the sets it includes."""
        fields = list(self.fields(form.fields, place, ("fields",), values))
        for index, name in enumerate(form.include):
            shared = self.overlays.told.field_sets.get(name)
            if shared is None:
                hint, at = Meant(name, self.overlays.told.field_sets), ("include", index)
                message = f"there is no field set `{name}`"
                self.faults.append(Fault(place, "unknown-name", message, hint, at))
            else:
                have = {member.name for member in fields}
                more = self.fields(shared, self.overlays.places["field_sets", name], (), values)
                fields.extend(member for member in more if member.name not in have)
        fields = self._without(form, place, fields)
        names = {member.name for member in fields}
        for member in fields:
            if member.module.hidden_by is not None and member.module.hidden_by not in names:
                message = f"`{member.name}` cannot be hidden by `{member.module.hidden_by}`: there is no such field"
                self.faults.append(Fault(place, "unknown-name", message))
        return tuple(fields)

    def _without(
        self, form: RecordForm | ResultForm, place: Place, fields: list[Field]
    ) -> list[Field]:
        """Fields without those that a record never has; nothing is hidden by one that never comes."""
        never = set(form.without)
        included = {
            name for each in form.include for name in self.overlays.told.field_sets.get(each, ())
        }
        for index, name in enumerate(form.without):
            if name not in included:
                message = f"`without` names `{name}`, which no included field set has"
                hint, at = Meant(name, included), ("without", index)
                self.faults.append(Fault(place, "unknown-name", message, hint, at))
        return [
            _without_hiding(member) if member.module.hidden_by in never else member
            for member in fields
            if member.name not in never
        ]

    def fields(
        self,
        forms: Fields,
        place: Place,
        around: At,
        values: frozenset[str] | None,
    ) -> tuple[Field, ...]:
        """Fields, without those that a shipped overlay says this wiki's values do not bring."""
        fields_: list[Field] = []
        for name, text_or_form in forms.items():
            form = FieldForm(type=text_or_form) if isinstance(text_or_form, str) else text_or_form
            at = (*around, name) if isinstance(text_or_form, str) else (*around, name, "type")
            type_ = self._parsed(form.type, place, at)
            if type_ is None:
                continue
            member = _field(name, form, type_)
            in_version = _in_version(self.version, member)
            if in_version is None:
                continue
            member = in_version
            if form.when is None and inner_part(Presence, form).requested:
                message = "`requested` is about a circumstance, and `when` is missing"
                self.faults.append(Fault(place, "missing-key", message, at=(*around, name)))
            is_brought = self._is_brought(member, place, (*around, name, "by"), values)
            for reference in references(member.type):
                # Of a field that is left out, only what there is not is told.
                if is_brought or reference not in self.overlays.told.records:
                    self.use(reference, place, at)
            if is_brought:
                fields_.append(member)
        return tuple(fields_)

    def _is_brought(
        self, member: Field, place: Place, at: At, values: frozenset[str] | None
    ) -> bool:
        if values is None or not member.module.brought_by:
            return True
        unknown = [value for value in member.module.brought_by if value not in values]
        is_brought = len(unknown) < len(member.module.brought_by)
        if unknown and place.own and member.module.since is None and member.module.until is None:
            first = unknown[0]
            message = f"no value `{first}` can bring the field `{member.name}`"
            removes = (*at, member.module.brought_by.index(first)) if is_brought else at[:-1]
            hint = Meant(first, values)
            fault = Fault(place, "left-over-entry", message, hint, at, removes=removes)
            self.faults.append(fault)
        return is_brought

    def type(self, text: str, place: Place, at: At) -> TypeExpression:
        """A type that stands by itself."""
        type_ = self._parsed(text, place, at)
        for reference in references(type_ or "any"):
            self.use(reference, place, at)
        return type_ or "any"

    def _parsed(self, text: str, place: Place, at: At) -> TypeExpression | None:
        parsed = parse(text)
        if isinstance(parsed, Malformed):
            message = f"`{text}` is not a type: {parsed.message}"
            self.faults.append(Fault(place, "malformed-type", message, at=at))
            return None
        return parsed.type
