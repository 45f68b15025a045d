"""Modules of a catalogue as operations of the model."""

from collections.abc import Mapping, Sequence, Set
from typing import Any

from specloom.model import structs as model
from specloom.model.structs import (
    ACTION_GROUP,
    Limits,
    ModuleParameter,
    Multiple,
    Note,
    Operation,
    Parameter,
)
from specloom.readers.paraminfo.format import (
    Assoc,
    Entry,
    ModuleEntry,
    NoteEntry,
    ParameterEntry,
    keys_of,
)
from specloom.readers.paraminfo.module_kind import QUERIES
from specloom.readers.paraminfo.module_set import Module
from specloom.readers.paraminfo.overlay_format import ParameterForm
from specloom.readers.paraminfo.parameter_type import module_type, value_type
from specloom.readers.paraminfo.values import Listed
from specloom.readers.paraminfo.wikitext import HelpText, help_text
from specloom.readers.parts import part


def read_operation(
    module: Module, lists: Mapping[Listed, str], briefs: Mapping[str, str]
) -> Operation:
    """One module, without its result and rules.

    `lists` are the names of enumerations, and `briefs` a few words on parameters.
    """
    entry, form = module.entry, module.told
    texts = _help_of(module, module.raw) if form.summary is None else HelpText()
    parameters = _parameters(module, "parameters", entry.parameters, lists, briefs)
    templated = entry.templatedparameters
    templates = _parameters(module, "templatedparameters", templated or (), lists, briefs)
    return Operation(
        id=entry.name,
        group=module.group,
        call=part(
            model.Module,
            entry,
            without=("name", "group", "parameters", "templatedparameters", "deprecated"),
            path=module.path,
            class_name=module.class_name,
            topic=form.topic,
            templated_parameters=templates,
            token=_token(module),
            media_type=form.media_type,
            dynamic_parameters=_dynamic(entry),
            templated=templated is not None,
            extra=_module_extra(module),
        ),
        summary=form.summary or texts.first_sentence,
        description=form.description or texts.after_it,
        keywords=form.keywords,
        parameters=parameters,
        deprecated=bool(entry.deprecated),
    )


def _parameters(
    module: Module,
    key: str,
    entries: Sequence[ParameterEntry],
    lists: Mapping[Listed, str],
    briefs: Mapping[str, str],
) -> tuple[Parameter, ...]:
    return tuple(
        _parameter(module, key, entry, raw, lists, briefs)
        for entry, raw in zip(entries, module.raw.get(key) or (), strict=True)
    )


def _help_of(module: Module, raw: Mapping[str, Any]) -> HelpText:
    """The wiki's help text for a module, or for one of its parameters."""
    text: object = raw.get("description")
    return help_text(text) if module.has_wikitext and isinstance(text, str) else HelpText()


def _token(module: Module) -> str | None:
    """The kind of token that an action wants; some query modules have such parameters, too, and want none."""
    kinds = (parameter.token_type for parameter in module.entry.parameters)
    return next(filter(None, kinds), None) if module.group == ACTION_GROUP else None


def _parameter(
    module: Module,
    key: str,
    entry: ParameterEntry,
    raw: Mapping[str, Any],
    lists: Mapping[Listed, str],
    briefs: Mapping[str, str],
) -> Parameter:
    text = text_of(module.told.parameters.get(entry.name))
    help_text = _help_of(module, raw)
    anywhere = briefs.get(entry.name) if module.kind is QUERIES else None
    values = entry.values or ()
    added = module.told.more_parameters.get(entry.name)
    is_added = added is not None and raw == {"name": entry.name, **added}
    module_facts = part(
        ModuleParameter,
        entry,
        without=(*_OF_VALUE, *_OF_SEVERAL),
        type=module_type(entry.type),
        internal_values=tuple(map(str, entry.internal_values)),
        notes=tuple(
            Note(
                name=note.name,
                values=None if note.values is None else tuple(note.values),
                text=_note_text(module, note),
            )
            for note in entry.info
        ),
        submodules=_assoc(entry.submodules),
        template_variables=_assoc(entry.template_variables),
        extra=_parameter_extra(module, entry, raw),
        **({name: getattr(entry, name) for name in _OF_SEVERAL[1:]} if entry.multi else {}),
    )
    return Parameter(
        name=entry.name,
        type=value_type(entry.type, lists.get((module.path, key, entry.name)), bool(entry.multi)),
        limits=Limits(
            minimum=entry.minimum,
            maximum=entry.maximum,
            maximum_bytes=entry.maximum_bytes,
            maximum_characters=entry.maximum_characters,
            maximum_items=entry.limit if entry.multi else None,
        ),
        default=entry.default,
        deprecated=bool(entry.deprecated),
        deprecated_values=tuple(map(str, entry.deprecated_values)),
        value_texts={
            value: text_
            for value, text_ in {**help_text.values, **text.values}.items()
            if value in values
        },
        secret=bool(entry.sensitive),
        brief=briefs.get(f"{module.name}.{entry.name}", anywhere),
        summary=text.summary or help_text.whole,
        source=module.places["more_parameters"].source if is_added else None,
        position=entry.position,
        required=bool(entry.required),
        module=module_facts,
    )


def _note_text(module: Module, note: NoteEntry) -> str | None:
    if not isinstance(note.text, str):
        return None
    return help_text(note.text).whole if module.has_wikitext else note.text


def _dynamic(entry: ModuleEntry) -> bool | str | tuple[str, ...] | None:
    value = entry.dynamic_parameters
    if isinstance(value, list):
        return tuple(value) if _are_texts(value) else True
    return True if value == "" else value


_OF_SEVERAL = Multiple.__struct_fields__
"""Members of an entry that matter where it has `multi`; the first is a limit, and the model keeps it as one."""
_OF_VALUE = (
    *("name", "type", "position", "required", "multi", "deprecated", "sensitive", "default"),
    *("minimum", "maximum", "maximum_bytes", "maximum_characters", "deprecated_values", "info"),
)
"""Members of an entry that any value may have."""


def _assoc(value: Assoc | None) -> dict[str, str] | None:
    return {} if isinstance(value, list) else value


def _are_texts(values: Sequence[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _module_extra(module: Module) -> dict[str, Any] | None:
    value = module.entry.dynamic_parameters
    messages = isinstance(value, list) and not _are_texts(value)
    return _extra(module, module.entry, module.raw, {"dynamic_parameters"} if messages else set())


def _parameter_extra(
    module: Module, entry: ParameterEntry, raw: Mapping[str, Any]
) -> dict[str, Any] | None:
    unplaced = set[str]() if entry.multi else set(_OF_SEVERAL)
    for name in ("deprecated_values", "internal_values"):
        if not _are_texts(getattr(entry, name)):
            unplaced.add(name)
    if any(isinstance(note.text, list) for note in entry.info):
        unplaced.add("info")
    return _extra(module, entry, raw, unplaced)


def _extra(
    module: Module, entry: Entry, raw: Mapping[str, Any], unplaced: Set[str]
) -> dict[str, Any] | None:
    """Members that the model lacks, kept so that nothing of a catalogue is lost."""
    model_keys = {key for name, key in keys_of(type(entry)).items() if name not in unplaced}
    if module.has_wikitext:
        model_keys.add("description")  # whose text has been read
    return {key: value for key, value in raw.items() if key not in model_keys} or None


def text_of(text: str | ParameterForm | None) -> ParameterForm:
    """An overlay's text for a parameter, in its longer form."""
    return ParameterForm(summary=text) if isinstance(text, str) else text or ParameterForm()
