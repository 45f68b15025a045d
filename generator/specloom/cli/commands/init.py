"""The command `init`: a folder with an API and a site that work at once: a small example, or a wiki."""

import shlex
from collections.abc import Mapping
from pathlib import Path

from specloom import resources
from specloom.cli.commands.installation import Requirement, requirement
from specloom.cli.console import say
from specloom.publishing.folder import Folder
from specloom.publishing.obstacles import in_place_of_folders
from specloom.publishing.publish import unwritable
from specloom.site.earlier_files import GUIDE, REPLACED, earlier_files

_CI = {
    "github": (".github/workflows/specloom.yml", "github.yml"),
    "gitlab": (".gitlab-ci.yml", "gitlab.yml"),
}
"""A service → where its pipeline goes, and the file that it is made of."""
_INSTALLATION = b"pip install specloom"


def init(
    root: Path,
    service: str | None = None,
    dry_run: bool = False,
    files_of_api: Mapping[str, str] | None = None,
) -> int:
    """Copy the example, or the files of another API and the site around it; existing files stay as they are.

    A folder that has a list of APIs gets the pipeline of the service alone.
    """
    above = next(path for path in (root, *root.absolute().parents) if path.exists())
    if not above.is_dir():
        say(f"{above}: file-in-the-way: this is not a folder; begin with another one")
        return 2
    example = resources.example()
    folder = Folder(root)
    files = {
        source.relative_to(example).as_posix(): source.read_bytes()
        for source in sorted(example.rglob("*"))
        if source.is_file()
    }
    if files_of_api is not None:
        files = {path: content for path, content in files.items() if not path.startswith("spec/")}
        files |= {path: text.encode() for path, text in files_of_api.items()}
    installation: Requirement | None = None
    if service is not None:
        target, source = _CI[service]
        installation = requirement()
        command = f"pip install {shlex.quote(installation.text)}".encode()
        if files_of_api is None and folder.status("spec/apis.yaml") is not None:
            files = {}
        pipeline = (resources.pipelines() / source).read_bytes()
        files[target] = pipeline.replace(_INSTALLATION, command)
    if dry_run:
        for path in sorted(files):
            exists = root.is_dir() and folder.status(path) is not None
            say(f"{'would keep ' if exists else 'would write'}  {folder.where(path)}")
        _list_earlier_files(root)
        return 0
    try:
        root.mkdir(parents=True, exist_ok=True)
        faults = list(in_place_of_folders(folder, files))
        for path, content in () if faults else files.items():
            _copy(folder, path, content)
    except OSError as error:
        faults = [unwritable(root, error)]
    for fault in faults:
        say(str(fault))
    if faults:
        return 2
    _list_earlier_files(root)
    if installation is not None and installation.hint is not None:
        say(f"specloom: {installation.hint}")
    say(f"next: {'' if root == Path() else f'cd {root} && '}specloom generate")
    return 0


def _list_earlier_files(root: Path) -> None:
    earlier = earlier_files(root)
    if earlier:
        say(f"specloom: {REPLACED}; {GUIDE}:")
        for line in earlier.lines():
            say(line)


def _copy(folder: Folder, path: str, content: bytes) -> None:
    if folder.status(path) is not None:
        say(f"kept     {folder.where(path)}")
        return
    folder.put(path, content)
    say(f"written  {folder.where(path)}")
