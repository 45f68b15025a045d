"""Modules of a catalogue as operations of the model."""

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from typing import Any

import msgspec

from specloom.model.structs import (
    ACTION_GROUP,
    Multiple,
    Note,
    Operation,
    Parameter,
    ServerError,
)
from specloom.readers.paraminfo.catalogue import Module
from specloom.readers.paraminfo.format import (
    Assoc,
    Flag,
    ModuleEntry,
    NoteEntry,
    ParameterEntry,
)
from specloom.readers.paraminfo.overlay import Overlays
from specloom.readers.paraminfo.overlay_format import ModuleForm, ParameterForm
from specloom.readers.paraminfo.values import ValueLists
from specloom.readers.paraminfo.wikitext import HelpText, help_text
from specloom.readers.parts import part


def read_operation(
    module: Module, class_name: str, lists: ValueLists, overlays: Overlays
) -> Operation:
    """One module, without its result and rules."""
    entry = module.entry
    told = overlays.module(entry.name)
    texts = module.help_of(module.raw) if told.summary is None else HelpText()
    return Operation(
        id=entry.name,
        group=module.group,
        topic=told.topic,
        class_name=class_name,
        summary=told.summary or texts.first_sentence,
        description=told.description or texts.after_it,
        keywords=told.keywords,
        path=module.path,
        prefix=entry.prefix,
        parameters=tuple(
            _parameter(module, "parameters", parameter, raw, lists, overlays)
            for parameter, raw in zip(
                entry.parameters, module.raw.get("parameters", ()), strict=True
            )
        ),
        templated_parameters=tuple(
            _parameter(module, "templatedparameters", parameter, raw, lists, overlays)
            for parameter, raw in zip(
                entry.templatedparameters or (),
                module.raw.get("templatedparameters", ()),
                strict=True,
            )
        ),
        read_rights=is_set(entry.readrights),
        write_rights=is_set(entry.writerights),
        must_be_posted=is_set(entry.mustbeposted),
        token=_token(module),
        media_type=told.media_type,
        refusals=tuple(_refusals(module, told, overlays)),
        generator=is_set(entry.generator),
        deprecated=is_set(entry.deprecated),
        internal=is_set(entry.internal),
        dynamic_parameters=_dynamic(entry),
        help_urls=None if entry.helpurls is None else tuple(entry.helpurls),
        implementation=entry.classname,
        provided_by=entry.source,
        provided_by_name=entry.sourcename,
        license_tag=entry.licensetag,
        license_link=entry.licenselink,
        templated=entry.templatedparameters is not None,
        extra=_module_extra(entry, _unread(module, module.raw)),
    )


def _refusals(module: Module, told: ModuleForm, overlays: Overlays) -> Iterator[ServerError]:
    source = overlays.source("modules", module.name, "refusals")
    for code, form in told.refusals.items():
        if isinstance(form, str):
            yield ServerError(code=code, text=form, source=source)
        else:
            yield part(ServerError, form, code=code, source=form.source or source)


def _token(module: Module) -> str | None:
    """The kind of token that an action wants; some query modules have such parameters, too, and want none."""
    kinds = (parameter.tokentype for parameter in module.entry.parameters)
    return next(filter(None, kinds), None) if module.group == ACTION_GROUP else None


def _parameter(
    module: Module,
    key: str,
    entry: ParameterEntry,
    raw: Mapping[str, Any],
    lists: ValueLists,
    overlays: Overlays,
) -> Parameter:
    text = text_of(overlays.module(module.name).parameters.get(entry.name))
    own = module.help_of(raw)
    values = values_of(entry)
    default = entry.default
    return Parameter(
        name=entry.name,
        type=entry.type if isinstance(entry.type, str) else "enumeration",
        position=entry.index,
        enumeration=lists.of.get((module.path, key, entry.name)),
        required=is_set(entry.required),
        multiple=_multiple(entry),
        default=tuple(default) if isinstance(default, list) else default,
        minimum=entry.min,
        maximum=entry.max,
        high_maximum=entry.highmax,
        enforce_range=is_set(entry.enforcerange),
        maximum_bytes=entry.maxbytes,
        maximum_characters=entry.maxchars,
        must_exist=is_set(entry.mustExist),
        deprecated=is_set(entry.deprecated),
        deprecated_values=tuple(map(str, entry.deprecatedvalues)),
        internal_values=tuple(map(str, entry.internalvalues)),
        value_texts={
            value: told for value, told in {**own.values, **text.values}.items() if value in values
        },
        sensitive=is_set(entry.sensitive),
        subtypes=tuple(entry.subtypes),
        extra_namespaces=tuple(entry.extranamespaces),
        notes=tuple(
            Note(
                name=note.name,
                values=None if note.values is None else tuple(note.values),
                text=_note_text(module, note),
            )
            for note in entry.info
        ),
        token_type=entry.tokentype,
        submodules=_assoc(entry.submodules),
        submodule_prefix=entry.submoduleparamprefix,
        template_variables=_assoc(entry.templatevars),
        brief=overlays.brief(module.name, entry.name),
        summary=text.summary or own.whole,
        extra=_parameter_extra(entry, _unread(module, raw)),
    )


def _note_text(module: Module, note: NoteEntry) -> str | None:
    if not isinstance(note.text, str):
        return None
    return help_text(note.text).whole if module.has_wikitext else note.text


def _unread(module: Module, raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """A part of a catalogue without the text that was read of it."""
    if not module.has_wikitext:
        return raw
    return {key: value for key, value in raw.items() if key != "description"}


def _dynamic(entry: ModuleEntry) -> bool | str | tuple[str, ...] | None:
    told = entry.dynamicparameters
    if isinstance(told, list):
        return tuple(told) if _are_texts(told) else True
    return True if told == "" else told


def _multiple(entry: ParameterEntry) -> Multiple | None:
    if not is_set(entry.multi):
        return None
    return Multiple(
        limit=entry.limit,
        low_limit=entry.lowlimit,
        high_limit=entry.highlimit,
        all_specifier=entry.allspecifier,
        allows_duplicates=is_set(entry.allowsduplicates),
    )


def _assoc(value: Assoc | None) -> dict[str, str] | None:
    return {} if isinstance(value, list) else value


def is_set(flag: Flag) -> bool:
    """Whether a flag of either formatversion holds."""
    return flag == "" if isinstance(flag, str) else flag


def _are_texts(values: Sequence[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _module_extra(entry: ModuleEntry, raw: Mapping[str, Any]) -> dict[str, Any] | None:
    told = entry.dynamicparameters
    messages = isinstance(told, list) and not _are_texts(told)
    return _extra(ModuleEntry, raw, {"dynamicparameters"} if messages else set())


_OF_SEVERAL = frozenset({"limit", "lowlimit", "highlimit", "allspecifier", "allowsduplicates"})
"""Keys that the model keeps with `multi`."""


def _parameter_extra(entry: ParameterEntry, raw: Mapping[str, Any]) -> dict[str, Any] | None:
    # Kept among what has no place in the model, which loses nothing of a catalogue.
    unplaced = set[str]() if is_set(entry.multi) else set(_OF_SEVERAL)
    for key, values in (
        ("deprecatedvalues", entry.deprecatedvalues),
        ("internalvalues", entry.internalvalues),
    ):
        if not _are_texts(values):
            unplaced.add(key)
    if any(isinstance(note.text, list) for note in entry.info):
        unplaced.add("info")
    return _extra(ParameterEntry, raw, unplaced)


@cache
def _keys(form: type[msgspec.Struct]) -> frozenset[str]:
    return frozenset(field.encode_name for field in msgspec.structs.fields(form))


def _extra(
    form: type[msgspec.Struct], raw: Mapping[str, Any], unplaced: Set[str] = frozenset()
) -> dict[str, Any] | None:
    known = _keys(form) - unplaced
    return {key: value for key, value in raw.items() if key not in known} or None


def values_of(entry: ParameterEntry) -> list[str]:
    """The values a parameter may have; none where its type is no list."""
    return [] if isinstance(entry.type, str) else [str(value) for value in entry.type]


def text_of(told: str | ParameterForm | None) -> ParameterForm:
    """What an overlay tells of a parameter, in its longer form."""
    return ParameterForm(summary=told) if isinstance(told, str) else told or ParameterForm()
