"""Calls tools of a server that FastMCP makes of a document. Arguments: the document, the address of the API; calls are read as
JSON. Prints the replies, and how many characters the list of tools has."""

import asyncio
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

fastmcp: Any = import_module("fastmcp")
httpx: Any = import_module("httpx")


async def main(document: dict[str, Any], address: str, calls: list[dict[str, Any]]) -> None:
    http = httpx.AsyncClient(
        base_url=address,
        params=document.get("x-specloom-sent-always", {}),
        headers={"User-Agent": "tests/1.0"},
        timeout=60,
    )
    server = fastmcp.FastMCP.from_openapi(openapi_spec=document, client=http, name="agents")
    async with fastmcp.Client(server) as client:
        listed = await client.list_tools()
        tools = [tool.model_dump(by_alias=True, exclude_none=True) for tool in listed]
        replies = [
            json.loads((await client.call_tool(call["tool"], call["arguments"])).content[0].text)
            for call in calls
        ]
    size = len(json.dumps(tools, ensure_ascii=False, separators=(",", ":")))
    names = [tool["name"] for tool in tools]
    print(json.dumps({"characters": size, "tools": names, "replies": replies}))


if __name__ == "__main__":
    asyncio.run(
        main(json.loads(Path(sys.argv[1]).read_text("utf-8")), sys.argv[2], json.load(sys.stdin))
    )
