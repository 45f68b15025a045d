"""Edits a page and uploads a file with a client of openapi-python-client.

Arguments: its folder, the wiki's address, a header with cookies, a token, an image.
"""

import importlib
import json
import sys
from io import BytesIO
from pathlib import Path


def main() -> None:
    folder, base, cookies, token, image = sys.argv[1:]
    package = Path(folder)
    sys.path.insert(0, str(package.parent))
    client_class = importlib.import_module(f"{package.name}.client").Client
    client = client_class(base_url=base, headers={"Cookie": cookies}, timeout=60)
    models = importlib.import_module(f"{package.name}.models")
    file_class = importlib.import_module(f"{package.name}.types").File
    edit = importlib.import_module(f"{package.name}.api.edit.action_edit")
    upload = importlib.import_module(f"{package.name}.api.files.action_upload")
    text = models.ActionEditBody(title="Written by a client", text="a & b = c\n", token=token)
    file = models.ActionUploadBody(
        filename="Sent by a client.png",
        token=token,
        ignorewarnings=True,
        file=file_class(BytesIO(Path(image).read_bytes()), "x.png", "image/png"),
    )
    done = [
        edit.sync(client=client, body=text, assert_=models.AssertedState.USER),
        upload.sync(client=client, body=file),
    ]
    print(json.dumps([reply.to_dict() for reply in done]))


if __name__ == "__main__":
    main()
