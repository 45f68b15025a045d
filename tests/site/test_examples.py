"""The code on the pages is right: the type checker accepts it, and it is that of the OpenAPI documents."""

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import black
import pytest
import yaml

from specloom.model.structs import Api, Model, OpenApiProfile
from specloom.naming.names import package_names
from specloom.rendering.render import Renderer
from specloom.views.openapi import output
from specloom.views.reference.places import Places
from tests.mypy_cache import mypy_cache

from .conftest import ROOT

NOTE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^    ```(\w+)\n(.*?)^    ```$", re.MULTILINE | re.DOTALL)


def samples(text: str) -> list[tuple[str, str]]:
    """Language and text of each block of a page."""
    return [
        (language, re.sub(r"^    ", "", block, flags=re.M))
        for language, block in BLOCK.findall(text)
    ]


def by_operation(model: Model, rendered: Mapping[str, str]) -> dict[str, list[tuple[str, str]]]:
    """API and operation → the samples of its page."""
    return {
        f"{api.id}_{operation.id.replace('.', '_')}": samples(
            rendered[Places.of(api).operation(operation)]
        )
        for api in model.apis
        for operation in api.operations
    }


def of_notes(model: Model) -> dict[str, str]:
    """The Python of notes: where each stands → the program."""
    texts: dict[str, str | None] = {}
    for api in model.apis:
        shared = api.shared_parameters
        texts |= {f"{api.id}_query_{parameter.name}": parameter.addition for parameter in shared}
        for operation in api.operations:
            name = f"{api.id}_{operation.id.replace('.', '_')}"
            texts[f"{name}_note"] = operation.addition
            texts |= {
                f"{name}_{parameter.name}": parameter.addition for parameter in operation.parameters
            }
    return {
        f"{name}_{number}": program
        for name, text in texts.items()
        for number, program in enumerate(NOTE.findall(text or ""))
    }


@pytest.fixture(scope="session")
def written(
    model: Model, rendered: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder with the Python of every page, notes included."""
    folder = tmp_path_factory.mktemp("examples")
    for name, samples in by_operation(model, rendered).items():
        for number, (language, text) in enumerate(samples):
            if language == "python":
                (folder / f"{name}_{number}.py").write_text(text)
    for name, program in of_notes(model).items():
        (folder / f"{name}.py").write_text(program)
    return folder


def test_every_operation_has_the_samples(model: Model, rendered: dict[str, str]) -> None:
    samples_by_name = by_operation(model, rendered)
    assert len(samples_by_name) == 66
    for name, samples in samples_by_name.items():
        address = "text" if name.startswith("wiki") else "http"
        assert [language for language, _ in samples] == [
            *("python", "python", "shell", "php", "javascript"),
            address,
        ]
        assert "async" not in samples[0][1].casefold()
        assert "asyncio.run(main())" in samples[1][1]


def test_python_is_laid_out_as_black_does_it(written: Path) -> None:
    for path in written.iterdir():
        text = path.read_text()
        assert black.format_str(text, mode=black.Mode()) == text


@pytest.mark.promise("have the same samples as `x-codeSamples`")
def test_openapi_documents_have_the_samples_of_the_pages(
    model: Model, rendered: dict[str, str]
) -> None:
    renderer = Renderer(ROOT / "templates")
    pages = by_operation(model, rendered)
    for api in model.apis:
        profile = OpenApiProfile(paths="own") if api.protocol.shares_address else OpenApiProfile()
        document = yaml.load(
            renderer.render(output(api, package_names(api), profile)), yaml.CSafeLoader
        )
        document_samples = [
            operation["x-codeSamples"]
            for methods in document["paths"].values()
            for operation in methods.values()
        ]
        page_samples = [texts for name, texts in pages.items() if name.startswith(f"{api.id}_")]
        assert [[sample["source"] + "\n" for sample in each][:5] for each in document_samples] == [
            [text for _, text in texts[:5]] for texts in page_samples
        ]


def test_one_operation_for_all_modules_shows_one_of_them(apis: dict[str, Api]) -> None:
    renderer, wiki = Renderer(ROOT / "templates"), apis["wiki"]

    def samples_by_id(**options: Any) -> list[str]:
        profile = OpenApiProfile(paths="shared", **options)
        document = yaml.load(
            renderer.render(output(wiki, package_names(wiki), profile)), yaml.CSafeLoader
        )
        (methods,) = document["paths"].values()
        return [each["lang"] for each in methods["get"].get("x-codeSamples", ())]

    assert samples_by_id()[:5] == ["Python", "Python", "Shell", "PHP", "JavaScript"]
    assert samples_by_id(lean=True) == []


def check(path: Path, packages: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", mypy_cache(), str(path)],
        env={"MYPYPATH": str(packages), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_type_checker_accepts_every_example(written: Path, packages: Path) -> None:
    checked = check(written, packages)
    assert checked.returncode == 0, checked.stdout[-4000:]


def test_the_type_checker_would_find_a_wrong_example(written: Path, packages: Path) -> None:
    wrong = written.parent / "wrong.py"
    text = (written / "wiki_allpages_0.py").read_text()
    wrong.write_text(re.sub(r"AllPages\(", "AllPages(no_such_parameter=1, ", text))
    assert "no_such_parameter" in check(wrong, packages).stdout
