"""Calls tools of the server that the guide's program makes. Arguments: the program, which reads `tools.json` in the working folder;
calls are read as JSON. Prints the replies, and how many characters the list of tools has."""

import asyncio
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

fastmcp: Any = import_module("fastmcp")


async def main(program: str, calls: list[dict[str, Any]]) -> None:
    namespace: dict[str, Any] = {}
    exec(compile(program, "guide", "exec"), namespace)
    async with fastmcp.Client(namespace["server"]) as client:
        raw_tools = await client.list_tools()
        tools = [tool.model_dump(by_alias=True, exclude_none=True) for tool in raw_tools]
        replies = [
            (await client.call_tool(call["tool"], call["arguments"])).structured_content
            for call in calls
        ]
    size = len(json.dumps(tools, ensure_ascii=False, separators=(",", ":")))
    names = [tool["name"] for tool in tools]
    arguments = sorted({name for tool in tools for name in tool["inputSchema"]["properties"]})
    report = {"characters": size, "tools": names, "arguments": arguments, "replies": replies}
    print(json.dumps(report))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).read_text("utf-8"), json.load(sys.stdin)))
