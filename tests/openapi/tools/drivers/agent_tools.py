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
transforms: Any = import_module("fastmcp.server.transforms")
configs: Any = import_module("fastmcp.tools.tool_transform")


def hidden(document: dict[str, Any]) -> dict[str, Any]:
    """Operation and what hides its parameters with one value, as in the guide."""
    return {
        operation["operationId"]: configs.ToolTransformConfig(
            arguments={
                parameter["name"]: configs.ArgTransformConfig(
                    hide=True, default=parameter["schema"]["const"]
                )
                for parameter in operation.get("parameters", [])
                if "const" in parameter.get("schema", {})
            }
        )
        for methods in document["paths"].values()
        for operation in methods.values()
    }


async def main(document: dict[str, Any], address: str, calls: list[dict[str, Any]]) -> None:
    http = httpx.AsyncClient(
        base_url=address,
        params=document.get("x-specloom-sent-always", {}),
        headers={"User-Agent": "tests/1.0"},
        timeout=60,
    )
    server = fastmcp.FastMCP.from_openapi(openapi_spec=document, client=http, name="agents")
    server.add_transform(transforms.ToolTransform(hidden(document)))
    async with fastmcp.Client(server) as client:
        listed = await client.list_tools()
        tools = [tool.model_dump(by_alias=True, exclude_none=True) for tool in listed]
        replies = [
            (await client.call_tool(call["tool"], call["arguments"])).structured_content
            for call in calls
        ]
    size = len(json.dumps(tools, ensure_ascii=False, separators=(",", ":")))
    names = [tool["name"] for tool in tools]
    arguments = sorted({name for tool in tools for name in tool["inputSchema"]["properties"]})
    told = {"characters": size, "tools": names, "arguments": arguments, "replies": replies}
    print(json.dumps(told))


if __name__ == "__main__":
    asyncio.run(
        main(json.loads(Path(sys.argv[1]).read_text("utf-8")), sys.argv[2], json.load(sys.stdin))
    )
