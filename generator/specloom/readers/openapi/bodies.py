"""Bodies of requests: the media type that is sent, and the parameters that the body is made of."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from specloom.documents.values import members_of
from specloom.model import structs as model
from specloom.model.media import ANY, JSON, MULTIPART, essence
from specloom.model.rules.places import MAY_HAVE_BODY
from specloom.readers.openapi.examples import wire_name_of
from specloom.readers.openapi.facts import text_of
from specloom.readers.openapi.form_files import FormFiles
from specloom.readers.openapi.forms import Forms
from specloom.readers.openapi.json_bodies import JsonBodies
from specloom.readers.openapi.losses import Losses, target_of
from specloom.readers.openapi.media_choices import distinct_media
from specloom.readers.openapi.nodes import Node
from specloom.readers.openapi.parameter_names import body_name
from specloom.readers.openapi.schemas import Schemas, same_media
from specloom.readers.openapi.styles import JSON_MEDIA
from specloom.readers.openapi.texts import joined, with_further_example
from specloom.readers.openapi.types import Types

_FORM_MEDIA = "application/x-www-form-urlencoded"


class NotCallableError(Exception):
    """An operation that no request can be made for, with the reason."""


class Bodies:
    """Reads the bodies of operations."""

    def __init__(self, schemas: Schemas, types: Types, losses: Losses) -> None:
        self._schemas = schemas
        self._types = types
        self._losses = losses
        self._files = FormFiles(schemas)
        self._json_bodies = JsonBodies(schemas, types, losses)
        self._forms = Forms(schemas, types, self._json_bodies, losses)

    def read(
        self, body: Node, method: model.Method, owner: str, beside: Sequence[model.Parameter]
    ) -> Iterator[model.Parameter]:
        """The parameters of a body, beside others of the operation.

        Raises NotCallableError where none of its media types can be sent.
        """
        if method in MAY_HAVE_BODY:
            yield from self._body(body, owner, beside)
        elif body["required"].value is True:
            raise NotCallableError(f"{method} sends no body")
        elif body and not self._forms.is_empty(body):
            self._losses.add("body-media", body, f"{method} sends no body")

    def examples(self, operation: Node) -> tuple[model.BodyExample, ...]:
        """Examples of the body that is sent, by name."""
        media = self._media(operation)
        chosen = self._chosen_media(media)
        examples: dict[str, model.BodyExample] = {}
        for title, example in () if chosen is None else self._types.media_examples(media[chosen]):
            name = wire_name_of(title)
            if name is not None and name not in examples:
                self._types.show_example(example)
                summary = text_of(example["summary"]) or (title if title != name else None)
                value = example["value"].value
                examples[name] = model.BodyExample(name=name, summary=summary, value=value)
        return tuple(examples.values())

    def other_media(self, operation: Node) -> tuple[str, ...]:
        """Media types of the body of an operation that have the same values as the one that is sent."""
        media = self._media(operation)
        chosen = self._chosen_media(media)
        return () if chosen is None else self._same_media(media, chosen)

    def further_media(self, operation: Node, method: model.Method) -> list[str]:
        """Media types of a body beside the usual one that have values of their own and can be sent."""
        media = self._media(operation)
        chosen = self._chosen_media(media)
        is_sent = method in MAY_HAVE_BODY
        if chosen is None or not is_sent:
            return []
        same = self._same_media(media, chosen)
        can_be_sent = (
            name for name in media if self._chosen_media({name: media[name]}) is not None
        )
        return distinct_media(chosen, (name for name in can_be_sent if name not in same))

    def summary(self, operation: Node, parameters: Sequence[model.Parameter]) -> str | None:
        """The text of a body whose members are parameters."""
        in_body = [each for each in parameters if each.location in ("json", "form")]
        if not in_body:
            return None
        body = target_of(self._schemas, self._losses, operation["requestBody"])
        chosen = self._chosen_media(dict(body["content"].items())) or ""
        media = body["content"][chosen]
        schema = media["schema"]
        if in_body[0].http.style == "fields" and not self._forms.members(media):
            return None  # the map that is the form has its text
        texts = self._types.texts
        member_sets = texts.of_member_sets(self._schemas.normal(schema))
        examples = self._types.example_places(media)
        return joined((texts.of_body(schema, text_of(body["description"]), examples), member_sets))

    def _media(self, operation: Node) -> dict[str, Node]:
        body = target_of(self._schemas, self._losses, operation["requestBody"])
        return dict(body["content"].items())

    def _body(
        self, body: Node, owner: str, beside: Sequence[model.Parameter]
    ) -> Iterator[model.Parameter]:
        media = dict(body["content"].items())
        if not media:
            return
        chosen = self._chosen_media(media)
        if chosen is None:
            raise NotCallableError(f"a body of `{next(iter(media))}` is not sent")
        for other, node in media.items():
            if other != chosen and other not in self._same_media(media, chosen):
                self._losses.add("body-media", node, f"a body of `{other}` is not sent")
        is_form = chosen.startswith((_FORM_MEDIA, MULTIPART))
        is_bytes = chosen == ANY and self._files.is_file(media[chosen]["schema"], Node(None))
        if is_bytes or not (is_form or JSON_MEDIA.fullmatch(chosen)):
            parameters = [self._raw(chosen, media[chosen], body, beside)]
        elif is_form:
            parameters = [*self._forms.parameters(media[chosen], body, owner, beside)]
            if not parameters and not self._forms.is_empty(body):
                self._losses.add("body-media", body, "a form without members is not sent")
        else:
            parameters = [*self._json_bodies.parameters(media[chosen], body, owner, beside)]
        yield from self._with_body_example(parameters, media[chosen], owner)

    def _same_media(self, media: Mapping[str, Node], chosen: str) -> tuple[str, ...]:
        if not JSON_MEDIA.fullmatch(chosen):
            return ()
        names = same_media(media, chosen)
        return tuple(name for name in names if not self._forms.has_files(media[name]))

    def _chosen_media(self, media: Mapping[str, Node]) -> str | None:
        """The media type that is sent: JSON, by its usual name first, or else a form with files, another form, whatever is
        first."""
        json_names = [name for name in media if JSON_MEDIA.fullmatch(name)]
        in_json = min(json_names, key=lambda name: essence(name) != JSON, default=None)
        form = next((name for name in media if name.startswith(_FORM_MEDIA)), None)
        parts = next((name for name in media if name.startswith(MULTIPART)), None)
        has_files = parts is not None and self._forms.has_files(media[parts])
        further_names = (name for name in media if not name.startswith("multipart/"))
        return in_json or (parts if has_files else form or parts) or next(further_names, None)

    def _with_body_example(
        self, parameters: list[model.Parameter], media: Node, owner: str
    ) -> Iterator[model.Parameter]:
        """Parameters of a body with the values that its first example has."""
        _, example = next(self._types.media_examples(media), ("", Node(None)))
        value = example["value"].value
        described = [each.wire_name for each in parameters if each.http.style != "fields"]
        entries = {
            name: entry for name, entry in members_of(value).items() if name not in described
        }
        for parameter in parameters:
            values = {parameter.wire_name: value} if parameter.location == "body" else value
            if parameter.http.style == "fields":
                values = {parameter.wire_name: entries} if entries else {}
            own_value = members_of(values).get(parameter.wire_name, UNSET)
            if own_value is UNSET or own_value is None or own_value == parameter.example:
                yield parameter
                continue
            places = self._types.fact_places.setdefault((owner, parameter.wire_name), {})
            summary = parameter.summary
            if parameter.example is not UNSET:
                summary = with_further_example(
                    self._losses, summary, parameter.example, places["example"]
                )
            places["example"] = media.at
            yield replace(parameter, example=own_value, summary=summary)

    def _raw(
        self, name: str, media: Node, body: Node, beside: Sequence[model.Parameter]
    ) -> model.Parameter:
        """A body that is a text, or other bytes."""
        self._types.not_json(media["schema"], "body-media")
        text, examples = text_of(body["description"]), self._types.example_places(media)
        return model.Parameter(
            name=body_name(beside),
            type="string",
            summary=self._types.texts.of_body(media["schema"], text, examples),
            http=model.HttpParameter(location="body", media=essence(name)),
            required=body["required"].value is True,
        )
