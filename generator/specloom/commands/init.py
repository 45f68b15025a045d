"""The command `init`: a folder with a small API that works at once."""

import sys
from pathlib import Path

from specloom import resources
from specloom.publishing.publish import unwritable


def init(folder: Path) -> int:
    """Copy the example; files that exist stay as they are."""
    example = resources.example()
    for source in sorted(one for one in example.rglob("*") if one.is_file()):
        target = folder / source.relative_to(example)
        if target.exists():
            print(f"kept     {target}", file=sys.stderr)
            continue
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as stream:
                stream.write(source.read_bytes())
        except OSError as error:
            print(unwritable(target, error), file=sys.stderr)
            return 2
        print(f"written  {target}", file=sys.stderr)
    print(
        f"next: {'' if folder == Path() else f'cd {folder} && '}specloom generate", file=sys.stderr
    )
    return 0
