"""Another kind of output costs a module, its templates and one line: here a list of all operations as text."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

TABLE = 'KINDS: "Sequence[Kind]" = (\n'
LINE = '    Kind("list", "specloom.views.operation_list", ("generated/operations.txt",)),\n'
MODULE = '''\
"""The operations of every API, as a plain list."""

from specloom.model.structs import Model
from specloom.rendering.render import Output, View


class ListView(View, frozen=True):
    model: Model


def outputs(model, guide):
    yield Output("generated/operations.txt", "operations.txt.j2", ListView(model))
'''
TEMPLATE = """\
{% for api in model.apis %}
{% for operation in api.operations %}
{{ operation.id | inline }}: {{ operation.summary | inline }}
{% endfor %}
{% endfor %}
"""


def test_a_new_kind_is_a_module_a_template_and_a_line(tmp_path):
    def specloom(*words):
        environment = {**os.environ, "PYTHONPATH": str(tmp_path / "generator")}
        command = [sys.executable, "-m", "specloom", *words]
        return subprocess.run(command, cwd=tmp_path / "project", env=environment, text=True)

    for name in ("generator", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "spec").symlink_to(ROOT / "spec")
    shutil.copytree(ROOT / "generator/specloom/example", tmp_path / "project")
    program = tmp_path / "generator" / "specloom"
    kinds = program / "views" / "kinds.py"
    text = kinds.read_text("utf-8")
    assert text.count(TABLE) == 1
    kinds.write_text(text.replace(TABLE, TABLE + LINE), "utf-8")
    (program / "views" / "operation_list.py").write_text(MODULE, "utf-8")
    (tmp_path / "templates" / "operations.txt.j2").write_text(TEMPLATE, "utf-8")

    assert specloom("generate", "--only", "list").returncode == 0
    made = tmp_path / "project" / "generated" / "operations.txt"
    assert "books.get: " in made.read_text("utf-8")
    assert {path.name for path in made.parent.iterdir()} == {"manifest.txt", made.name}
    assert specloom("generate").returncode == 0
    assert specloom("check").returncode == 0
    made.write_text("edited", "utf-8")
    assert specloom("check", "--only", "list").returncode == 1
