"""Clients of OpenAPI documents that other programs wrote or serve: a FastAPI application, and Prism."""

import asyncio
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from time import sleep
from types import ModuleType
from typing import Annotated, Any

import pytest
import uvicorn
from benchmarks.prism import main as measured_with_prism
from fastapi import Body, FastAPI, Header, Query, Request, Response, Security
from fastapi import Path as PathParameter
from fastapi.responses import JSONResponse
from fastapi.security import HTTPBearer
from pydantic import BaseModel, field_validator

from specloom.cli.app import main
from tests.openapi.tools.installed import ROOT, tool
from tests.openapi.tools.prism import prism
from tests.ports import free_port

PETS = ROOT / "tests/openapi/tools/pets.openapi.json"


class Pet(BaseModel):
    """A pet."""

    id: int
    name: str
    nickname: str | None = None
    serial: int | str = 0

    @field_validator("name")
    @classmethod
    def is_name(cls, name: str) -> str:
        if name == "nobody":
            raise ValueError("no name")
        return name


class Change(BaseModel):
    """Members to change."""

    name: str | None = None
    nickname: str | None = None


class Problem(BaseModel):
    """What is wrong."""

    message: str


app = FastAPI(title="Pet Shop", version="1.0")
PetId = Annotated[int, PathParameter(alias="petId")]
pets: dict[int, Pet] = {}
PHOTO_VERSION = '"1"'


@app.get("/pets", tags=["pets"])
def list_pets(
    names: Annotated[list[str] | None, Query()] = None,
    x_request_id: Annotated[str | None, Header()] = None,
) -> list[Pet]:
    assert x_request_id in (None, "a")
    return [pet for pet in pets.values() if names is None or pet.name in names]


@app.post("/pets", tags=["pets"], status_code=201)
def add_pet(pet: Pet, token: Annotated[Any, Security(HTTPBearer())]) -> Pet:
    pets[pet.id] = pet
    return pet


@app.patch("/pets/{petId}", tags=["pets"], response_model=Pet, responses={404: {"model": Problem}})
def change_pet(pet_id: PetId, change: Change) -> Any:
    if pet_id not in pets:
        return JSONResponse({"message": "no such pet"}, 404)
    pets[pet_id] = pets[pet_id].model_copy(update=change.model_dump(exclude_unset=True))
    return pets[pet_id]


@app.put("/pets/{petId}/photo", tags=["pets"], status_code=204)
def put_photo(pet_id: PetId, photo: Annotated[bytes, Body(media_type="image/png")]) -> None:
    assert photo == b"\x89PNG"


@app.get(
    "/pets/{petId}/photo",
    tags=["pets"],
    response_class=Response,
    responses={200: {"content": {"image/png": {}}}},
)
def get_photo(pet_id: PetId, request: Request) -> Response:
    if request.headers.get("If-None-Match") == PHOTO_VERSION:
        return Response(status_code=304)
    return Response(b"\x89PNG", media_type="image/png", headers={"ETag": PHOTO_VERSION})


def _package(document: Path, folder: Path) -> ModuleType:
    """The package of a document, as somebody makes it with the commands of the guide."""
    assert main(["init", "--openapi", str(document), str(folder)]) == 0
    assert main(["generate", "--config", str(folder / "spec/apis.yaml")]) == 0
    (source,) = (folder / "generated/python").glob("*/src")
    sys.path.insert(0, str(source))
    try:
        (name,) = (path.name for path in source.iterdir())
        return __import__(name)
    finally:
        sys.path.remove(str(source))


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ModuleType, str]]:
    """The client of the application's document, and the address of the application."""
    folder = tmp_path_factory.mktemp("shop")
    document = folder / "shop.json"
    document.write_text(json.dumps(app.openapi()), "utf-8")
    server = uvicorn.Server(uvicorn.Config(app, port=free_port(), log_level="error"))
    thread = Thread(target=server.run)
    thread.start()
    while not server.started:
        sleep(0.01)
    yield _package(document, folder / "project"), f"http://127.0.0.1:{server.config.port}"
    server.should_exit = True
    thread.join()


@pytest.fixture(params=["sync", "async"])
def run(request: pytest.FixtureRequest, shop: tuple[ModuleType, str]) -> Callable[[Any], Any]:
    """Function that makes a call with a client."""
    package, url = shop

    async def awaited(call: Any) -> Any:
        async with package.AsyncClient(url, token="t") as client:
            return await call(client)

    def called(call: Any) -> Any:
        if request.param == "async":
            return asyncio.run(awaited(call))
        with package.Client(url, token="t") as client:
            return call(client)

    return called


@pytest.mark.promise(
    "Clients work with FastAPI applications, from the document that FastAPI writes"
)
def test_an_application_is_called_by_its_own_document(
    run: Callable[[Any], Any], shop: tuple[ModuleType, str]
) -> None:
    package, _ = shop
    pets.clear()
    added = run(lambda client: client.pets.add(package.Pet(id=7, name="Ann", nickname="A")))
    assert (added.id, added.nickname, added.serial) == (7, "A", 0)
    run(lambda client: client.pets.add(package.Pet(id=8, name="Bo", serial="b-8")))
    listed = run(lambda client: client.pets.list(names=["Bo", "C"], x_request_id="a"))
    assert [(pet.name, pet.serial) for pet in listed] == [("Bo", "b-8")]
    changed = run(lambda client: client.pets.change(7, package.Change(nickname=None)))
    assert (changed.name, changed.nickname) == ("Ann", None)
    assert run(lambda client: client.pets.put_photo(7, b"\x89PNG")) is None
    assert run(lambda client: client.pets.get_photo(7)) == b"\x89PNG"


def test_its_errors_have_their_classes(
    run: Callable[[Any], Any], shop: tuple[ModuleType, str]
) -> None:
    package, _ = shop
    with pytest.raises(package.UnprocessableContentError) as invalid:
        run(lambda client: client.pets.add(package.Pet(id=7, name="nobody")))
    (fault,) = invalid.value.body.detail
    assert (fault.loc, fault.msg) == (("body", "name"), "Value error, no name")
    with pytest.raises(package.NotFoundError) as caught:
        run(lambda client: client.pets.change(9, package.Change(name="C")))
    assert (caught.value.status, caught.value.body.message) == (404, "no such pet")
    with pytest.raises(package.StatusError) as refused:
        run(lambda client: client.request("POST", "/pets", json={"id": "x"}))
    assert (refused.value.status, refused.value.body["detail"][0]["loc"]) == (422, ["body", "id"])


@pytest.mark.promise("`client.respond` calls a method and returns its result with the reply")
def test_a_response_has_the_status_and_the_headers_of_the_reply(
    run: Callable[[Any], Any], shop: tuple[ModuleType, str]
) -> None:
    package, _ = shop
    photo = run(lambda client: client.respond(client.pets.get_photo, 7))
    assert (photo.value, photo.status, photo.etag) == (b"\x89PNG", 200, PHOTO_VERSION)
    assert photo.headers["Content-Type"] == "image/png"
    pet = package.Pet(id=7, name="Ann")
    added = run(lambda client: client.respond(client.pets.add, pet))
    assert (added.value.name, added.status, added.etag) == ("Ann", 201, None)
    unchanged = {"If-None-Match": photo.etag}
    with pytest.raises(package.HttpError) as caught:
        run(lambda client: client.with_options(headers=unchanged).pets.get_photo(7))
    assert caught.value.status == 304


def test_a_response_belongs_to_the_calls_around_it(shop: tuple[ModuleType, str]) -> None:
    package, url = shop
    with package.Client(url, token="t") as client, client.replies() as replies:
        client.respond(client.pets.get_photo, 7)
        client.pets.get_photo(7)
        with pytest.raises(TypeError, match="expected a method of this client"):
            client.respond(len, "")
    assert [reply.status for reply in replies] == [200, 200]


@pytest.mark.promise("with Prism as a mock server")
def test_prism_answers_every_operation(tmp_path: Path) -> None:
    package = _package(PETS, tmp_path / "project")
    with (
        prism("mock", PETS, "--errors") as address,
        package.Client(address, token="t") as client,
    ):
        assert [type(pet) for pet in client.pets.list(status="sold", limit=3)] == [package.Pet]
        assert isinstance(client.pets.get(7), package.Pet)
        assert isinstance(client.pets.update(7, package.PetChange(nickname=None)), package.Pet)
        with pytest.raises(package.NotFoundError) as caught:
            client.with_options(headers={"Prefer": "code=404"}).pets.get(7)
        assert isinstance(caught.value.body, package.Problem)
        with pytest.raises(package.Error) as refused:
            client.request("GET", "/pets", query={"limit": 1000})
        assert refused.value.status == 422


@pytest.mark.parametrize(
    ("name", "calls", "errors"), [("pets", "3", "1"), ("train-travel", "10", "3")]
)
def test_prism_accepts_what_samples_send_and_answers_as_the_document_says(
    name: str, calls: str, errors: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = PETS if name == "pets" else Path(tool("train-travel.json"))
    shutil.copy(document, tmp_path / f"{name}.json")
    assert measured_with_prism([str(tmp_path), "--plain", "--errors"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    right = {line[1]: line[3] for line in lines if line[0] == name}
    assert right == {"plain": calls, "errors": errors}
