"""OpenTelemetry's own instrumentation of the HTTP library records no key, whenever it was switched on."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx2
import pytest
from opentelemetry.instrumentation._semconv import _OpenTelemetrySemanticConventionStability
from opentelemetry.instrumentation.httpx import (
    AsyncOpenTelemetryTransportHttpx2,
    HTTPX2ClientInstrumentor,
    SyncOpenTelemetryTransportHttpx2,
)
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from seller_platform import Client, Error

from .calling import CALLS
from .conftest import Use, use_sync
from .script import IMPATIENT, ITEMS, PATIENT, Play, Script, hang, reply
from .secrecy import FAULTS, KEY, assert_hidden

OPTIONS: dict[str, Any] = {
    "api_key": KEY,
    "retries": 1,
    "backoff": 0.001,
    "max_response_bytes": 50_000,
}


class Telemetry:
    """Spans in memory, of everything that is instrumented with its provider."""

    def __init__(self) -> None:
        self.exporter = InMemorySpanExporter()
        self.provider = TracerProvider()
        self.provider.add_span_processor(SimpleSpanProcessor(self.exporter))

    def spans(self) -> tuple[ReadableSpan, ...]:
        return self.exporter.get_finished_spans()

    def assert_hidden(self) -> None:
        assert_hidden([span.to_json() for span in self.spans()])
        for span in self.spans():
            assert_hidden([span.name, repr(dict(span.attributes or {}))])
            for event in span.events:
                assert_hidden([event.name, *map(str, dict(event.attributes or {}).values())])


@pytest.fixture(params=["", "http", "http/dup"], ids=["old", "new", "both"])
def telemetry(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Telemetry:
    """One for each set of names that the attributes may have."""
    monkeypatch.setenv("OTEL_SEMCONV_STABILITY_OPT_IN", request.param)
    monkeypatch.setattr(_OpenTelemetrySemanticConventionStability, "_initialized", False)
    return Telemetry()


@pytest.fixture
def instrumented(telemetry: Telemetry) -> Iterator[Telemetry]:
    """All clients, those included that are there already."""
    instrumentor = HTTPX2ClientInstrumentor()
    instrumentor.instrument(tracer_provider=telemetry.provider)
    yield telemetry
    instrumentor.uninstrument()


@pytest.mark.promise(
    "breadcrumbs and spans of Sentry and OpenTelemetry", "Spans show the address without the key"
)
@pytest.mark.parametrize("play", FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_no_span_holds_the_key_whatever_the_answer(
    use: Use, play: Play, call: Any, instrumented: Telemetry
) -> None:
    with Script(play) as server:
        with suppress(Error):
            timeout = IMPATIENT if play is hang else PATIENT
            use(server.address, call, timeout=timeout, **OPTIONS)
        request_count = len(server.requests)
        address = server.address
    spans = instrumented.spans()
    assert len(spans) == request_count > 0
    attributes = dict(spans[0].attributes or {})
    url = str(attributes.get("url.full") or attributes.get("http.url"))
    assert url.startswith(f"{address}/api/")
    instrumented.assert_hidden()


def test_a_connection_that_is_refused_is_recorded_without_the_key(
    use: Use, instrumented: Telemetry
) -> None:
    with suppress(Error):
        use("http://127.0.0.1:1", CALLS["GET"], **OPTIONS)
    assert len(instrumented.spans()) == 2
    instrumented.assert_hidden()


@pytest.mark.promise("may be switched on before or after a client is made")
def test_clients_that_were_there_before_are_instrumented_too(telemetry: Telemetry) -> None:
    instrumentor = HTTPX2ClientInstrumentor()
    with Script(reply(ITEMS)) as server, Client(server.address, api_key=KEY) as seller:
        seller.items.list()
        assert telemetry.spans() == ()
        instrumentor.instrument(tracer_provider=telemetry.provider)
        try:
            seller.items.list()
        finally:
            instrumentor.uninstrument()
        assert len(telemetry.spans()) == 1
        seller.items.list()
        assert len(telemetry.spans()) == 1
    telemetry.assert_hidden()


def test_one_client_can_be_instrumented_by_itself(use: Use, telemetry: Telemetry) -> None:
    def call(seller: Any) -> Any:
        HTTPX2ClientInstrumentor.instrument_client(
            seller._driver.http, tracer_provider=telemetry.provider
        )
        return seller.items.list()

    with Script(reply(ITEMS)) as server:
        assert len(use(server.address, call, **OPTIONS)) == 1
        own_transport = httpx2.MockTransport(lambda _: httpx2.Response(200, content=ITEMS))
        assert len(use("https://h.test", call, transport=own_transport, **OPTIONS)) == 1
    assert len(telemetry.spans()) == 2
    telemetry.assert_hidden()


@pytest.mark.promise("around a transport of httpx2")
def test_a_transport_of_the_instrumentation_sees_no_key_and_sends_it(
    use: Use, telemetry: Telemetry
) -> None:
    transport: Any
    if use is use_sync:
        transport = SyncOpenTelemetryTransportHttpx2(httpx2.HTTPTransport(), telemetry.provider)
    else:
        own_transport = httpx2.AsyncHTTPTransport()
        transport = AsyncOpenTelemetryTransportHttpx2(own_transport, telemetry.provider)
    with Script(reply(ITEMS)) as server:
        items = use(
            server.address, lambda seller: seller.items.list(), transport=transport, **OPTIONS
        )
        assert len(items) == 1
        assert b"api_key=canary" in server.requests[0]
    assert len(telemetry.spans()) == 1
    telemetry.assert_hidden()
