"""Changes of a document as overlays say: actions of the OpenAPI Overlay Specification 1.1, done one after the other.

Targets are JSONPath, found by a library; what is found is changed here, in a few lines, since the libraries that
apply whole overlays fail on targets with several entries of one list. Overlays may come from anywhere, so what is
looked at and what is added have a bound.
"""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeAlias, cast

from specloom.diagnostics import Code
from specloom.documents.json_path import PathError, Selected, Work, WorkError, select
from specloom.languages.json import encoded
from specloom.model.overlay_fault import ActionFault, Member
from specloom.model.structs import OverlayAction

_LOOKS = 5_000_000
"""Values of one document that all targets together may look at."""
_TOO_MANY = f"the targets look at more than {_LOOKS:,} values of one document"
_ADDED = 16_000_000
"""Bytes that all actions together may add to one document."""
Pointer: TypeAlias = tuple[str | int, ...]


@dataclass(slots=True)
class Changes:
    """A document while actions change it."""

    document: Any
    effective: list[OverlayAction] = field(default_factory=list[OverlayAction])
    refused: list[ActionFault] = field(default_factory=list[ActionFault])
    is_over: bool = False
    """True if a bound was passed, so that no other action is done."""
    _work: Work = field(default_factory=partial(Work, _LOOKS))
    _added: int = 0
    _changed: dict[tuple[int, str | int | None], OverlayAction] = field(
        default_factory=dict[tuple[int, "str | int | None"], OverlayAction]
    )
    """The last action that set a member, by the object and its key; for None, that changed anything in it."""
    _removed: list[Any] = field(default_factory=list[Any])
    """Kept, so that nothing else gets their identity."""

    def do(self, action: OverlayAction) -> None:
        """Apply one action; records a fault if that is not possible."""
        try:
            selected_values = select(action.target, self.document, self._work)
        except PathError as error:
            self._refuse(action, "wrong-value", f"`{action.target}`: {error}", "target")
            return
        except WorkError:
            self._stop(action, _TOO_MANY, "target")
            return
        if not selected_values:
            return
        self.effective.append(action)
        if action.remove:
            for selected in _once(selected_values):
                self._remove(action, selected)
            return
        source = self._source(action)
        if source is None or self._is_too_much(action, source.value, len(selected_values)):
            return
        for selected in _once(selected_values):
            self._update(action, selected, deepcopy(source.value))

    def _source(self, action: OverlayAction) -> Selected | None:
        """The value that an action merges: its own, or a copy of the one that it names."""
        if action.copy is None:
            return Selected(action.update, None, "")
        try:
            sources = _once(select(action.copy, self.document, self._work))
        except PathError as error:
            self._refuse(action, "wrong-value", f"`{action.copy}`: {error}", "copy")
            return None
        except WorkError:
            self._stop(action, _TOO_MANY, "copy")
            return None
        if len(sources) != 1:
            message = f"`{action.copy}` selects {len(sources)} values; one is copied"
            self._refuse(action, "wrong-value", message, "copy")
            return None
        return replace(sources[0], value=deepcopy(sources[0].value))  # the target may be inside it

    def _remove(self, action: OverlayAction, selected: Selected) -> None:
        if selected.around is None:
            self._refuse(action, "wrong-value", "the whole document cannot be removed")
            return
        self._removed.append(selected.value)
        del selected.around[selected.key]
        self._note(action, selected.around, selected.key)

    def author(self, at: Pointer, lost: Pointer | None) -> OverlayAction:
        """The action that took away what is lost, or made what stands at a place."""
        taker = None if lost is None else self._last(list(self._way(lost))[-1:])
        return taker or self._last(list(self._way((*at, None)))) or self.effective[-1]

    def _last(self, way: Sequence[tuple[Any, str | int | None]]) -> OverlayAction | None:
        """The action that changed the last of these members that was changed."""
        for value, key in reversed(way):
            action = self._changed.get((id(value), key if isinstance(value, dict) else None))
            if action is not None:
                return action
        return None

    def _way(self, pointer: Sequence[str | int | None]) -> Iterator[tuple[Any, str | int | None]]:
        """Each list and object that a pointer leads through, as far as there are any, with the next key."""
        value = self.document
        for key in pointer:
            yield value, key
            try:
                value = value[key if isinstance(value, dict) else int(cast("str", key))]
            except (IndexError, KeyError, TypeError, ValueError):
                return

    def _is_too_much(self, action: OverlayAction, value: object, times: int) -> bool:
        self._added += times * len(encoded(value))
        if self._added > _ADDED:
            message = f"the actions add more than {_ADDED // 1_000_000} MB to one document"
            self._stop(action, message, _member(action))
        return self.is_over

    def _update(self, action: OverlayAction, selected: Selected, update: object) -> None:
        """Change what is selected; a single value gets another one."""
        target: object = selected.value
        if isinstance(target, dict | list):
            self._combine(action, cast("object", target), update)
        elif isinstance(update, dict | list):
            message = f"a single value is selected; `{_member(action)}` must be one, to replace it"
            self._refuse(action, "wrong-value", f"`{action.target}`: {message}", _member(action))
        else:
            selected.around[selected.key] = update
            self._note(action, selected.around, selected.key)

    def _combine(self, action: OverlayAction, target: object, update: object) -> None:
        """Merge into an object, append to a list."""
        if isinstance(target, dict):
            if isinstance(update, dict):
                members = cast("dict[str, object]", update)
                self._merge(action, cast("dict[str, object]", target), members)
            else:
                message = (
                    f"an object is selected; `{_member(action)}` must be one, to merge into it"
                )
                self._refuse(
                    action, "wrong-value", f"`{action.target}`: {message}", _member(action)
                )
        elif isinstance(target, list):
            entries = cast("list[object]", update if isinstance(update, list) else [update])
            cast("list[object]", target).extend(entries)
            self._note(action, cast("object", target), None)

    def _merge(
        self, action: OverlayAction, target: dict[str, object], update: dict[str, object]
    ) -> None:
        for key, value in update.items():
            current = target.get(key)
            if (isinstance(current, dict) and isinstance(value, dict)) or (
                isinstance(current, list) and isinstance(value, list)
            ):
                self._combine(action, cast("object", current), cast("object", value))
            else:
                self._removed.append(current)
                target[key] = value
                self._note(action, target, key)

    def _note(self, action: OverlayAction, around: Any, key: str | int | None) -> None:
        self._changed[id(around), None] = action
        if isinstance(around, dict):
            self._changed[id(cast("object", around)), key] = action

    def _refuse(
        self,
        action: OverlayAction,
        code: Code,
        message: str,
        member: Member | None = None,
    ) -> None:
        fault = ActionFault(action, code, message, member)
        if fault not in self.refused:
            self.refused.append(fault)

    def _stop(self, action: OverlayAction, message: str, member: Member) -> None:
        self._refuse(action, "over-limit", message, member)
        self.is_over = True


def _member(action: OverlayAction) -> Member:
    """The part of an action that says what is merged."""
    return "update" if action.copy is None else "copy"


def _once(selected_values: Sequence[Selected]) -> list[Selected]:
    """Each selected place once, last entries of lists first, since removing one moves the entries after it."""
    places = {(id(selected.around), selected.key): selected for selected in selected_values}
    return sorted(
        places.values(),
        key=lambda selected: selected.key if isinstance(selected.key, int) else 0,
        reverse=True,
    )
