"""Command lines of guides and hooks are accepted by the command line."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest
import yaml

from specloom.cli.app import command_line

REPOSITORY = Path(__file__).parents[2]
GUIDE = REPOSITORY / "docs" / "guide"


def blocks(page, language):
    text = (GUIDE / page).read_text()
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def commands():
    pages = [
        (GUIDE / page).read_text()
        for page in ("commands.md", "pipelines.md", "publishing.md", "releases.md")
    ]
    lines = [line for page in pages for line in re.findall(r"(?:\$|run:|-|\t) (specloom .*)", page)]
    hooks = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text())
    command_lines = {re.sub(r" >.*", "", line) for line in lines} | {
        hook["entry"] for hook in hooks
    }
    return sorted(command_lines)


@pytest.mark.parametrize("line", commands())
def test_a_shown_command_is_understood(line):
    assert command_line().parse_args(shlex.split(line)[1:]).command


def test_there_are_commands_to_try():
    assert len(commands()) > 5


@pytest.mark.promise("Errors and outdated outputs appear as annotations in the changed files")
@pytest.mark.promise(
    "This workflow publishes when you push a tag", "the site of each version stays"
)
def test_recipes_of_releases_name_jobs_and_steps():
    examples = [yaml.safe_load(block) for block in blocks("releases.md", "yaml")]
    recipes = [example for example in examples if "apis" not in example]
    assert len(recipes) == 4
    for recipe in recipes:
        for job in recipe.get("jobs", {}).values():
            assert job["runs-on"] == "ubuntu-latest"
            assert job.get("needs") in (None, *recipe["jobs"])
            for step in job["steps"]:
                assert ("uses" in step) != ("run" in step)
                assert re.fullmatch(r"[\w/-]+@[\w/.]+", step.get("uses", "a@b"))
        scripts = [
            step["run"]
            for job in recipe.get("jobs", {}).values()
            for step in job["steps"]
            if "run" in step
        ] + [
            "\n".join(job["script"])
            for job in recipe.values()
            if isinstance(job, dict) and "script" in job
        ]
        assert scripts
        for script in scripts:
            checked = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True)
            assert checked.returncode == 0, checked.stderr


def test_the_recipes_are_yaml():
    for page in ("pipelines.md", "publishing.md", "releases.md"):
        for block in blocks(page, "yaml"):
            assert yaml.safe_load(block)


@pytest.mark.promise("- id: specloom-generate")
def test_the_pre_commit_recipe_names_hooks_that_exist():
    hooks = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text())
    hook_ids = {hook["id"] for hook in hooks}
    text = (GUIDE / "pipelines.md").read_text()
    hooks_in_guide = set(re.findall(r"- id: (\S+)", text))
    assert hooks_in_guide
    assert hooks_in_guide <= hook_ids


@pytest.mark.promise("`check` and `validate` also know `github`, `gitlab` and `sarif`")
def test_every_option_is_explained():
    text = (GUIDE / "commands.md").read_text()
    (parsers,) = [
        action.choices for action in command_line()._actions if isinstance(action.choices, dict)
    ]
    generate = parsers["generate"]
    options = {option for action in generate._actions for option in action.option_strings}
    for option in options - {"-h", "--help"}:
        assert f"`{option}" in text, option
