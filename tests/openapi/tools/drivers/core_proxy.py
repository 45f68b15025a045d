"""A proxy that checks requests and replies with openapi-core. Arguments: the document, the server behind it, the file
for what is wrong. Prints its port."""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

core: Any = import_module("openapi_core")
werkzeug: Any = import_module("openapi_core.contrib.werkzeug")
httpx: Any = import_module("httpx")
wrappers: Any = import_module("werkzeug.wrappers")
serving: Any = import_module("werkzeug.serving")

PASSED_ON = ("Cookie", "Content-Type", "User-Agent", "Promise-Non-Write-API-Action")


class Proxy:
    def __init__(self, document: Path, upstream: str, log: Path) -> None:
        description = json.loads(document.read_text())
        description["servers"] = [{"url": "/"}]
        self.openapi = core.OpenAPI.from_dict(description)
        self.upstream = httpx.Client(base_url=upstream, timeout=60)
        self.log = log

    def __call__(self, environ: Any, start: Any) -> Any:
        request = wrappers.Request(environ)
        body = request.get_data()
        headers = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
        reply = self.upstream.request(
            request.method, request.full_path, headers=headers, content=body
        )
        passed_headers = {
            name: value
            for name, value in reply.headers.items()
            if name in ("content-type", "mediawiki-api-error", "retry-after")
        }
        response = wrappers.Response(reply.content, reply.status_code, passed_headers)
        openapi_request = werkzeug.WerkzeugOpenAPIRequest(request)
        try:
            self.openapi.validate_request(openapi_request)
            self.openapi.validate_response(
                openapi_request, werkzeug.WerkzeugOpenAPIResponse(response)
            )
        except Exception as error:
            causes = getattr(error.__cause__, "schema_errors", None) or [error.__cause__]
            message = "; ".join(str(cause)[:300] for cause in causes)
            with self.log.open("a") as log:
                log.write(f"{request.method} {request.full_path[:400]}\n  {error!r}: {message}\n")
            refused = {"errors": [{"code": "refused-by-validator", "text": str(error)}]}
            response = wrappers.Response(json.dumps(refused), content_type="application/json")
        return response(environ, start)


def main() -> None:
    document, upstream, log = sys.argv[1:]
    proxy = Proxy(Path(document), upstream, Path(log))
    server = serving.make_server("127.0.0.1", 0, proxy, threaded=True)
    print(server.port, flush=True)
    server.serve_forever()


main()
