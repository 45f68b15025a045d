"""The script of the site's forms, run without a browser."""

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.node import NODE

SITE = Path(__file__).parent
SCRIPTS = SITE.parents[1] / "generator/specloom/site/try"


def script_results(calls: list[Any], templates: Any = None) -> list[dict[str, Any]]:
    """Samples that the site's script makes of calls with the templates of samples, and the rules that the calls break."""
    done = subprocess.run(
        [str(NODE), str(SITE / "samples.mjs"), str(SCRIPTS)],
        input=json.dumps({"templates": templates, "calls": calls}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    results: list[dict[str, Any]] = json.loads(done.stdout)
    assert len(results) == len(calls)
    return results
