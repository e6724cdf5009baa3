"""The description of the API says the truth: a valid OpenAPI document, and every address answers as it says."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from schema.fields import BY_NAME
from search.keys import SEARCH_FIELDS
from web.api_shapes import SHAPES, shape
from web.openapi import render_path
from web.operations import GROUPS, OPERATIONS
from web.routes import ROUTES

# What answers robots, browsers and feed readers by standards of their own.
BY_STANDARD = {
    "answer_static", "answer_favicon", "answer_robots", "answer_sitemap", "answer_sitemap_part", "answer_atom",
    "answer_llms", "answer_opensearch", "answer_manifest",
}  # fmt: skip


@pytest.fixture
async def document(sample_site: Any) -> Any:
    answer = await sample_site.get("/api/openapi.json")
    assert answer.status_code == 200
    return answer.json()


def test_every_view_for_programs_is_described() -> None:
    described = {view.__name__ for view in OPERATIONS}
    routed = {route.view.__name__ for route in ROUTES if route.view.__name__.startswith("answer_")}
    assert routed - BY_STANDARD == described
    assert {operation.group for operation in OPERATIONS.values()} == set(GROUPS)


def test_every_shape_is_used_and_every_name_is_known() -> None:
    named = set(re.findall(r"#/components/schemas/(\w+)", str(dict(SHAPES))))
    named |= {operation.shape for operation in OPERATIONS.values() if operation.shape} | {"Error"}
    assert named == set(SHAPES)


async def test_the_document_is_valid_openapi(document: Any) -> None:
    validate(document)
    assert document["openapi"].startswith("3.1")
    names = [path["get"]["operationId"] for path in document["paths"].values()]
    assert len(names) == len(set(names)) > 25


async def test_the_keys_of_the_search_are_those_of_the_field_table(document: Any) -> None:
    told = {tuple(key["keys"]): key for key in document["x-search-keys"]}
    for field in SEARCH_FIELDS:
        assert told[field.keys]["description"] == field.help
        assert told[field.keys]["type"] == field.type.value
    hit = document["components"]["schemas"]["Hit"]["properties"]
    assert hit["life"]["description"] == BY_NAME["life"].label
    assert "swamp" in hit["element"]["enum"]


async def test_every_documented_address_answers_as_described(sample_site: Any, document: Any) -> None:
    for path, item in document["paths"].items():
        operation = item["get"]
        assert "x-example" in operation, path
        answer = await sample_site.get(operation["x-example"])
        assert answer.status_code == 200, path
        ((kind, described),) = operation["responses"]["200"]["content"].items()
        assert kind == "*/*" or answer.headers["content-type"].startswith(f"{kind};"), path
        if kind == "application/json":
            schema = {**described["schema"], "components": document["components"]}
            faults = [fault.message for fault in Draft202012Validator(schema).iter_errors(answer.json())]
            assert faults == [], path


async def test_examples_name_every_part_and_every_needed_value(document: Any) -> None:
    for path, item in document["paths"].items():
        parameters = item["get"]["parameters"]
        parts = {one["name"] for one in parameters if one["in"] == "path"}
        assert parts == set(re.findall(r"{(\w+)}", path))
        examples = {one["name"]: one.get("example") for one in parameters if one["in"] == "path"}
        # Whoever asks by the document begins with what is there.
        assert (
            path.format_map({name: quote(str(value)) for name, value in examples.items()})
            == urlsplit(item["get"]["x-example"]).path
        )
        for one in parameters:
            if one["in"] == "query" and one["required"]:
                assert f"{one['name']}=" in item["get"]["x-example"]


@pytest.mark.parametrize(
    ("address", "status"),
    [("/api/cards?q=a:b:c", 400), ("/api/cards/none", 404), ("/release/none.json", 404), ("/search.json", 400)],
)
async def test_errors_have_the_documented_shape(sample_site: Any, document: Any, address: str, status: int) -> None:
    answer = await sample_site.get(address)
    assert answer.status_code == status
    schema = {"$ref": "#/components/schemas/Error", "components": document["components"]}
    Draft202012Validator(schema).validate(answer.json())
    assert str(status) in document["components"]["responses"]


async def test_the_page_for_people_shows_every_address(sample_site: Any, document: Any) -> None:
    html = (await sample_site.get("/api")).text
    for path in document["paths"]:
        assert f"<dt><code>{path}</code></dt>" in html
    assert 'href="/api/openapi.json"' in html


PATHS = [
    (r"/api/cards/(?P<id>[^/]+)$", "/api/cards/{id}"),
    (r"/card/(?P<release>[^/]+)/(?P<number>\d{1,6})\.json$", "/card/{release}/{number}.json"),
    (r"/index\.json$", "/index.json"),
    (r"/bulk/(?P<name>[a-z.]+)$", "/bulk/{name}"),
]


@pytest.mark.parametrize(("pattern", "path"), PATHS)
def test_a_pattern_is_written_as_openapi_writes_paths(pattern: str, path: str) -> None:
    assert render_path(pattern) == path


def test_short_forms_are_json_schema() -> None:
    assert shape("integer?") == {"type": ["integer", "null"]}
    assert shape("[Hit]") == {"type": "array", "items": {"$ref": "#/components/schemas/Hit"}}
    assert shape("Hit?") == {"anyOf": [{"$ref": "#/components/schemas/Hit"}, {"type": "null"}]}
