"""Names of groups and methods that operations of OpenAPI documents get."""

from typing import TYPE_CHECKING, Any, cast

import pytest

from specloom.readers.openapi.method_names import (
    CollisionError,
    Described,
    MethodName,
    method_names,
)

if TYPE_CHECKING:
    from specloom.model.structs import Method


def _described(key: str, members: dict[str, Any]) -> Described:
    method, _, path = key.partition(" ")
    return Described(cast("Method", method), path, members)


def _names(*operations: tuple[str, dict[str, Any]]) -> list[str]:
    described = [_described(key, members) for key, members in operations]
    names = method_names(described)
    return [f"{names[each.key].group}.{names[each.key].method}" for each in described]


@pytest.mark.promise(
    "Calls are named by tag and operationId",
    "An operationId that only repeats method and path is not used",
)
@pytest.mark.parametrize(
    ("key", "tag", "operation_id", "name"),
    [
        ("GET /repos/{owner}", "repos", "repos/get", "repos.get"),
        ("GET /orgs/{org}/roles", "orgs", "orgs/list-org-roles", "orgs.list_org_roles"),
        ("GET /pets", "Pets", "listPets", "pets.list"),
        ("GET /pets/{petId}", "pet", "getPetById", "pet.get_by_id"),
        ("GET /pets/{id}", "Pets", "get-a-pet", "pets.get"),
        ("GET /pets/{id}/owners", "Pets", "get-the-pets-owners", "pets.get_owners"),
        ("POST /pets/{id}/a", "Pets", "attach-a-tag-to-a-pet", "pets.attach_a_tag"),
        ("GET /items/{item_id}", "items", "read_items_items__item_id__get", "items.read"),
        ("GET /cats", "cats", "CatsController_findAll", "cats.find_all"),
        ("GET /files/{file_id}/copies", "Files", "get_files_id_copies", "files.list_copies"),
        (
            "GET /files/{id}/thumbnail.{type}",
            "Files",
            "get_files_id_thumbnail_id",
            "files.get_thumbnail",
        ),
        ("GET /calls/{id}.json", "calls", None, "calls.get"),
        ("GET /v1/skus", None, "GetSkus", "skus.list"),
        ("GET /v1/status", None, "GetStatus", "status.get"),
        ("POST /orders/{id}/cancel", None, "PostOrdersIdCancel", "orders.cancel"),
        ("GET /accounts/{id}/bank_accounts/{id}", None, None, "accounts.get_bank_account"),
        ("GET /accounts/{id}/bank_accounts", None, None, "accounts.list_bank_accounts"),
        ("GET /parties/of_the_parties/{id}", None, None, "parties.get_of_the_parties"),
        ("POST /v1/orders", None, None, "orders.create"),
        ("GET /api/2/roles", None, "getAllRoles", "roles.get_all"),
        ("GET /1.1/statuses", None, None, "statuses.list"),
        ("POST /sendMessage", None, "SendMessage", "api.send_message"),
        ("POST /sendMessage", None, None, "api.send_message"),
        ("POST /acceptDispute", "Disputes", "post-acceptDispute", "disputes.accept_dispute"),
        ("POST /import-jobs/{id}/verify-email", None, None, "import_jobs.verify_email"),
        ("POST /import-jobs", None, None, "import_jobs.create"),
        ("POST /add-ons", "Shop", None, "shop.create_add_ons"),
        ("POST /pull-requests", None, None, "pull_requests.create"),
        ("GET /config", None, "config_config_get", "config.config"),
        ("GET /slack", "slack", "slack_get_slack_get", "slack.get"),
        ("GET /v1/getRoutes", None, "getRoutes", "api.get_routes"),
        ("PUT /v1/orders/{id}", None, None, "orders.replace"),
        ("PATCH /v1/orders/{id}", None, None, "orders.update"),
        ("DELETE /v1/orders/{id}", None, None, "orders.delete"),
        ("GET /orders/{id}/status", None, None, "orders.get_status"),
        ("GET /sign_requests", "Box Sign requests", "list_sign_requests", "box_sign_requests.list"),
        ("PUT /a", "Group", "assignUserToGroup", "group.assign_user"),
        ("GET /", None, None, "api.get"),
        ("GET /3d_secure", None, None, "group_3d_secure.get"),
        ("GET /class", "class", "import", "class_.import_"),
        ("PUT /links/{id}#publish", "Links", "put_links_id#publish", "links.publish"),
        ("GET /pets", "pets", "read" * 30, "pets.list"),
        ("GET /pets/{id}", "pets" * 30, "getPet", "pets.get"),
        (f"GET /{'pets' * 30}", "pets" * 30, "getPet", "api.get_pet"),
    ],
)
def test_a_method_is_named_after_its_operation_id_or_its_path(
    key: str, tag: str | None, operation_id: str | None, name: str
) -> None:
    members = {"tags": tag and [tag], "operationId": operation_id}
    assert _names((key, members)) == [name]


@pytest.mark.promise("name a method, and")
@pytest.mark.parametrize(
    ("group_key", "method_key"),
    [
        ("x-speakeasy-group", "x-speakeasy-name-override"),
        ("x-fern-sdk-group-name", "x-fern-sdk-method-name"),
        ("x-stainless-group-name", "x-stainless-method-name"),
    ],
)
def test_names_for_other_generators_are_kept(group_key: str, method_key: str) -> None:
    members = {"tags": ["t"], "operationId": "o", group_key: "animals", method_key: "fetchAll"}
    assert _names(("GET /pets", members)) == ["animals.fetch_all"]


@pytest.mark.promise("both get a longer one. Names never have numbers added")
def test_operations_that_share_a_name_all_take_a_longer_one() -> None:
    shops = ("GET /shops/{id}/orders", {"tags": ["orders"]})
    users = ("GET /users/{id}/orders", {"tags": ["orders"]})
    alone = ("GET /orders", {"tags": ["orders"]})
    names = ["orders.list_shops", "orders.list_users", "orders.list"]
    assert _names(shops, users, alone) == names
    assert _names(alone, users, shops) == names[::-1]


def test_of_operations_that_share_a_name_the_one_of_the_group_keeps_it() -> None:
    stacks, pulls = "GET /repos/{id}/stacks", "GET /repos/{id}/pulls"
    listed = ("pulls/list", "pull-request-stacks/list")
    of_pulls, of_stacks = ({"tags": ["pulls"], "operationId": id_} for id_ in listed)
    names = ["pulls.pull_request_stacks_list", "pulls.list"]
    assert _names((stacks, of_stacks), (pulls, of_pulls)) == names
    assert _names((pulls, of_pulls), (stacks, of_stacks)) == names[::-1]


def test_of_operations_that_share_a_name_the_one_of_a_single_thing_keeps_it() -> None:
    ids = {"DELETE /grants/{id}": "revokeUserGrant", "DELETE /grants": "revokeUserGrants"}
    operations = [(key, {"tags": ["UserGrant"], "operationId": id_}) for key, id_ in ids.items()]
    assert _names(*operations) == ["user_grant.revoke", "user_grant.revoke_user_grants"]


@pytest.mark.parametrize(
    ("key", "members", "name"),
    [
        ("GET /shops/{id}/pets", {"operationId": "getPets"}, "pets.list"),
        ("GET /pets/all", {"operationId": "getPets"}, "pets.get_pets"),
        ("POST /pets", {"operationId": "getPets"}, "pets.get_pets"),
        ("GET /pets", {"x-speakeasy-name-override": "get_pets"}, "pets.get_pets"),
    ],
)
def test_a_list_beside_a_single_thing_is_called_list(
    key: str, members: dict[str, Any], name: str
) -> None:
    single = ("GET /pets/{id}", {"operationId": "getPet", "tags": ["pets"]})
    operations = (key, {**members, "tags": ["pets"]}), single
    assert _names(*operations) == [name, "pets.get"]
    other = ("GET /list", {"operationId": "list", "tags": ["pets"]})
    assert _names(*operations, other) == ["pets.get_pets", "pets.get", "pets.list"]


def test_operations_with_one_operation_id_are_named_by_their_paths() -> None:
    members = {"operationId": "v1.health.get", "tags": ["health"]}
    names = _names(("GET /api/v1/health", members), ("HEAD /api/v1/health", members))
    assert names == ["health.get", "health.head"]
    assert _names(("GET /health", members)) == ["health.get"]


def test_a_patch_beside_another_update_is_called_patch() -> None:
    update = ("PUT /pets/{id}", {"operationId": "updatePet"})
    assert _names(update, ("PATCH /pets/{id}", {})) == ["pets.update", "pets.patch"]


def test_paths_that_differ_in_a_variable_alone_are_told_apart_by_it() -> None:
    by_id = ("GET /pets/{id}", {"tags": ["pets"]})
    by_name = ("GET /pets/{name}", {"tags": ["pets"]})
    assert _names(by_id, by_name) == ["pets.get_pets_id", "pets.get_pets_name"]


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["/a", "/a/"], ["get_a", "get_a_slash"]),
        (["/a-b", "/a_b", "/a.b"], ["get_a_hyphen_b", "get_a_underscore_b", "get_a_dot_b"]),
        (["/a", "/A"], ["get_a", "get_capital_a"]),
        (["/a/b", "/a//b"], ["get_a_b", "get_a_slash_b"]),
        (["/中", "/文"], ["get_u4e2d", "get_u6587"]),
        (["/a/{id}", "/a/{ID}"], ["get_a_by_id", "get_a_by_capital_id"]),
        (["/logs/logs-a", "/logs-a"], ["get_logs_logs_a", "get_logs_a"]),
    ],
)
def test_paths_that_differ_in_signs_alone_have_methods(paths: list[str], names: list[str]) -> None:
    operations = [(f"GET {path}", {"tags": ["t"]}) for path in paths]
    assert _names(*operations) == [f"t.{name}" for name in names]


def test_long_paths_of_one_operation_id_are_told_apart_by_their_ends() -> None:
    """As in a public document of transactions, in which two paths have one operationId."""
    long = "/".join(f"{{id_{name}}}/{name}s" for name in ("user", "connection", "transaction"))
    path = f"/{'informations/' * 3}{long}/informations"
    paths = (path, f"{path}/{{id_information}}")
    operations = [(f"DELETE {each}", {"tags": ["t"], "operationId": "o"}) for each in paths]
    assert _names(*operations) == ["t.delete_informations", "t.delete_by_id_information"]


def test_where_signs_would_have_words_the_shorter_path_keeps_its_name() -> None:
    operations = [
        (f"DELETE /access_settings/whitelist{end}", {"tags": ["t"], "operationId": "o"})
        for end in ("", "/{rule_id}")
    ]
    names = ["t.delete_access_settings_whitelist", "t.delete_access_settings_whitelist_rule_id"]
    assert _names(*operations) == names


def test_a_name_of_the_lock_stays_and_is_given_to_no_other_operation() -> None:
    old = Described("GET", "/pets", {"tags": ["pets"]})
    new = Described("GET", "/v2/pets", {"tags": ["pets"]})
    locked = {old.key: MethodName("pets", "list")}
    names = method_names([new, old], locked)
    assert names[old.key] == MethodName("pets", "list")
    assert names[new.key] == MethodName("pets", "list_pets")


def test_names_that_stay_equal_are_an_error_that_names_the_operations() -> None:
    operations = [Described("GET", path, {"tags": ["t"]}) for path in ("/a", "/b")]
    locked = {operation.key: MethodName("t", "get") for operation in operations}
    with pytest.raises(CollisionError) as caught:
        method_names(operations, locked)
    assert caught.value.operations == operations
