"""Lists, maps and unions that contain themselves: their types, their values, and doubles that answer with them."""

import importlib
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.clients.checking import CHECKERS, findings
from tests.clients.exchanges.exchange import HERE, package_of
from tests.sampling import sampled

texts = st.text()
leaves = st.fixed_dictionaries({"code": texts})
trees: st.SearchStrategy[Any] = st.recursive(
    texts | leaves, lambda inner: st.dictionaries(texts, inner), max_leaves=8
)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return package_of(HERE / "openapi_aliases.yaml", tmp_path_factory.mktemp("aliases"))


@pytest.mark.promise("A list, map or union that contains itself is a type with a name")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tree=trees)
def test_values_are_read_and_written_as_they_came(package: ModuleType, tree: Any) -> None:
    refusal = package.Refusal.from_json(json.dumps({"errors": tree}))
    assert json.loads(refusal.to_json()) == {"errors": tree}
    assert package.Refusal.from_dict(refusal.to_dict()) == refusal


def test_a_double_answers_with_values_that_end(package: ModuleType) -> None:
    testing = importlib.import_module(f"{package.__name__}.testing")
    with testing.Sandbox() as sandbox:
        client = sandbox.client()
        assert client.trees.get().code == "text"
        assert client.nests.get() == (1,)
        assert client.folders.get().entries == {"key": (0.5,)}
        sandbox.set_answer("trees.get", {"a": {"b": {"code": "x"}}})
        assert client.trees.get()["a"]["b"] == package.Leaf(code="x")
        with pytest.raises(package.ParameterError):
            sandbox.set_answer("trees.get", {"a": [1]})


def test_members_that_do_not_fit_are_errors(package: ModuleType) -> None:
    folder = package.Folder(name="f", entries={"a": (1.5, {"b": ()})})
    assert folder.replace(entries={"c": (0.5,)}).entries == {"c": (0.5,)}
    with pytest.raises(package.ParameterError):
        folder.replace(entries={"c": ({"d": 1},)})
    with pytest.raises(ValueError, match="entries"):
        package.FolderDraft(name="f", entries=[1])


@pytest.mark.parametrize("depth", [50, 500, 100_000])
def test_a_value_of_any_depth_is_read_or_an_error(package: ModuleType, depth: int) -> None:
    text = '{"a":' * depth + '{"code": "x", "more": 2.0}' + "}" * depth
    try:
        refusal = package.Refusal.from_json(f'{{"errors": {text}}}')
    except package.ResponseError:
        assert depth > 50
    else:
        assert refusal.errors.keys() == {"a"}


@pytest.mark.parametrize("checker", sampled(CHECKERS, {"mypy"}))
def test_type_checkers_find_nothing(checker: str, package: ModuleType, tmp_path: Path) -> None:
    folder = Path(package.__file__ or "").parent
    assert findings(checker, folder, folder.parent, tmp_path) == []


def test_names_in_files_say_what_they_stand_for(package: ModuleType) -> None:
    text = Path(package.__file__ or "").with_name("models.py").read_text("utf-8")
    assert 'Tree: TypeAlias = "OneOf[Leaf | str | Mapping[str, Tree]]"' in text
    assert 'NestDraft: TypeAlias = "Sequence[OneOf[int | NestDraft | None]]"' in text
