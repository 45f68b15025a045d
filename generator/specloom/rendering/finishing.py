"""Formats rendered texts: known ones from memory, the others in workers, while templates are still being rendered here."""

from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from hashlib import sha256
from typing import TypeAlias

from specloom.rendering.formatting import Form, FormattingError, formatted, rules
from specloom.rendering.workers import Workers

_Text: TypeAlias = tuple[str, Form, bytes, Future[bytes] | None]
"""Its key, its form, itself, and the task of a worker."""
_LONGEST = 2_000_000
"""Bytes of a text that is remembered: those of a large wiki's documents would fill the memory."""


class Finishing:
    """Texts on their way to their final form."""

    def __init__(self, known_texts: Mapping[str, str], workers: Workers | None = None) -> None:
        """Without workers, texts are formatted here."""
        self.known_texts = known_texts
        """Hash of a text and its form → the text in that form; from earlier runs."""
        self.used: dict[str, str] = {}
        """The part of it that this run needs, and what it has added."""
        self._waiting: dict[str, _Text] = {}
        self._workers = workers

    def __len__(self) -> int:
        """Number of texts that wait."""
        return len(self._waiting)

    def begin(self, path: str, form: Form, text: bytes) -> None:
        """Have a text brought into a form, as the content of a path; as the bytes that the caller holds, too."""
        key = sha256(f"{form} {rules()}\n".encode() + text).hexdigest()
        if key in self.known_texts:
            self.used[key] = self.known_texts[key]
        task = None
        if self._workers is not None and key not in self.used:
            task = self._workers.submit(formatted, form, text)
        self._waiting[path] = (key, form, text, task)

    def results(self) -> Iterator[tuple[str, bytes | FormattingError]]:
        """Path and final text, or what is wrong with it, of all that was begun."""
        while self._waiting:
            path = next(iter(self._waiting))
            key, form, text, task = self._waiting.pop(path)
            try:
                if key in self.used:
                    result = self.used[key].encode()
                else:
                    result = formatted(form, text) if task is None else task.result()
            except FormattingError as error:
                yield path, error
            else:
                if len(text) <= _LONGEST:
                    self.used[key] = result.decode()
                yield path, result
