"""A catalogue as a file: the same modules give the same lines, so that a difference can be read."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_LISTS = ("parameters", "templatedparameters")


def catalogue_text(modules: Sequence[Mapping[str, Any]], help_format: str) -> str:
    """The file: a line for each module, and one for each of its parameters."""
    head = f'{{"paraminfo":{{"helpformat":{_dumped(help_format)},"modules":['
    return head + ",".join(map(_module, modules)) + "\n]}}\n"


def _module(module: Mapping[str, Any]) -> str:
    head = {key: value for key, value in module.items() if key not in _LISTS}
    return "\n" + ",\n".join([_dumped(head)[:-1], *_lists(module)]) + "}"


def _lists(module: Mapping[str, Any]) -> Iterator[str]:
    for key in _LISTS:
        if key in module:
            items = [_dumped(parameter) for parameter in module[key]]
            yield f'"{key}":[' + ("\n" + ",\n".join(items) if items else "") + "]"


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
