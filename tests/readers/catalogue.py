"""Catalogues for tests: rebuilt from a model, turned into the other formatversion, made by hand."""

from collections.abc import Mapping
from typing import Any

import msgspec

from specloom.model.structs import (
    Api,
    Enumeration,
    MediaWiki,
    Operation,
    Parameter,
)

WIRE = """\
wire:
  fixed_parameters: {action: query}
  group_parameters: {list: list, prop: prop, meta: meta}
  generator_parameter: generator
  generator_prefix: g
  separator: "|"
  alternative_separator: "\\x1f"
  post_above_bytes: 2000
  post_header: "Promise: true"
  error_header: Error
  page: PageState
  parameters: {titles: {type: title, multiple: true}}
records:
  PageState: {fields: {title: string}}
"""
"""The least that an overlay must tell."""

ALWAYS_IN_VERSION_2 = ("required", "multi", "mustExist")
FLAGS = {
    "allowsduplicates",
    "deprecated",
    "enforcerange",
    "generator",
    "internal",
    "mustExist",
    "mustbeposted",
    "multi",
    "readrights",
    "required",
    "sensitive",
    "writerights",
}


def _catalogue(api: Api) -> dict[str, Any] | None:
    return api.protocol.catalogue if isinstance(api.protocol, MediaWiki) else None


def rebuild(api: Api) -> dict[str, Any]:
    """The catalogue that a model was read from, in formatversion 1."""
    values = {type_.name: type_.values for type_ in api.types if isinstance(type_, Enumeration)}
    modules = [rebuild_module(operation, values) for operation in api.operations]
    return {"paraminfo": {**(_catalogue(api) or {}), "modules": modules}}


def rebuild_module(operation: Operation, values: Mapping[str, Any]) -> dict[str, Any]:
    flags = {
        "readrights": operation.module.read_rights,
        "writerights": operation.module.write_rights,
        "mustbeposted": operation.module.must_be_posted,
        "generator": operation.module.generator,
        "deprecated": operation.deprecated,
        "internal": operation.module.internal,
    }
    facts = {
        "name": operation.id,
        "classname": operation.module.implementation,
        "path": operation.call.path,
        "group": operation.group,
        "prefix": operation.call.prefix,
        "source": operation.module.provided_by,
        "sourcename": operation.module.provided_by_name,
        "licensetag": operation.module.license_tag,
        "licenselink": operation.module.license_link,
        "helpurls": operation.module.help_urls,
        "dynamicparameters": operation.module.dynamic_parameters,
        "parameters": [rebuild_parameter(parameter, values) for parameter in operation.parameters],
        "templatedparameters": (
            [
                rebuild_parameter(parameter, values)
                for parameter in operation.call.templated_parameters
            ]
            if operation.module.templated
            else None
        ),
    }
    return {**plain({**facts, **only_set(flags)}), **(operation.module.extra or {})}


def rebuild_parameter(parameter: Parameter, values: Mapping[str, Any]) -> dict[str, Any]:
    multiple = parameter.multiple
    flags = {
        "required": parameter.required,
        "multi": multiple is not None,
        "mustExist": parameter.module.must_exist,
        "deprecated": parameter.deprecated,
        "sensitive": parameter.secret,
        "enforcerange": parameter.module.enforce_range,
        "allowsduplicates": multiple is not None and multiple.allows_duplicates,
    }
    facts = {
        "index": parameter.position,
        "name": parameter.name,
        "type": values[parameter.reference] if parameter.reference else parameter.kind,
        "min": parameter.limits.minimum,
        "max": parameter.limits.maximum,
        "highmax": parameter.module.high_maximum,
        "maxbytes": parameter.limits.maximum_bytes,
        "maxchars": parameter.limits.maximum_characters,
        "deprecatedvalues": parameter.deprecated_values or None,
        "internalvalues": parameter.module.internal_values or None,
        "subtypes": parameter.module.subtypes or None,
        "extranamespaces": parameter.module.extra_namespaces or None,
        "tokentype": parameter.module.token_type,
        "submodules": parameter.module.submodules,
        "submoduleparamprefix": parameter.module.submodule_prefix,
        "templatevars": parameter.module.template_variables,
        "info": [
            plain({"name": note.name, "values": note.values, "text": note.text})
            for note in parameter.module.notes
        ]
        or None,
    }
    if multiple is not None:
        facts |= {
            "limit": multiple.limit,
            "lowlimit": multiple.low_limit,
            "highlimit": multiple.high_limit,
            "allspecifier": multiple.all_specifier,
        }
    default = {} if parameter.default is msgspec.UNSET else {"default": parameter.default}
    return {**plain({**facts, **default, **only_set(flags)}), **(parameter.module.extra or {})}


def only_set(flags: Mapping[str, bool]) -> dict[str, str]:
    return {name: "" for name, value in flags.items() if value}


def plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Without what is not told, tuples as lists."""
    facts_present = {key: value for key, value in facts.items() if value is not None}
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(facts_present))
    return decoded


def version_2(value: Any) -> Any:
    """A catalogue of formatversion 1 as formatversion 2 gives it."""
    if isinstance(value, list):
        return [version_2(item) for item in value]
    if not isinstance(value, dict):
        return value
    turned = {
        key: True if key in FLAGS and inner == "" else version_2(inner)
        for key, inner in value.items()
    }
    if "type" in turned and "name" in turned:
        turned = {**dict.fromkeys(ALWAYS_IN_VERSION_2, False), **turned}
    return turned


def module(name: str, *parameters: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A module as a catalogue has it, with a prefix of two letters."""
    return {
        "name": name,
        "path": f"query+{name}",
        "group": "list",
        "prefix": name[:2],
        "classname": f"ApiQuery{name}",
        "parameters": list(parameters),
        "templatedparameters": [],
        **more,
    }


def parameter(name: str, type_: Any = "string", **more: Any) -> dict[str, Any]:
    """A parameter as a catalogue has it."""
    return {"index": 1, "name": name, "type": type_, **more}


def catalogue(*modules: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A catalogue of these modules."""
    return {"paraminfo": {"helpformat": "none", **more, "modules": list(modules)}}
