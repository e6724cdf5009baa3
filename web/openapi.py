"""The description of the API for programs: OpenAPI 3.1 from the table of routes, of operations and of fields.

Pure: patterns with their views and samples of the served file go in, JSON values come out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any
from urllib.parse import quote, urlencode

from db.samples import Samples
from pipeline.export import MANIFEST
from schema.fields import FieldScope
from schema.fold import slugify
from search.help import KEYS_HELP
from search.keys import SEARCH_FIELDS
from web.api_shapes import SHAPES
from web.exchange import View
from web.operations import OPERATIONS, Operation, Parameter

_GROUP = re.compile(r"\(\?P<(\w+)>(?:[^()\[\]]|\[[^\]]*\])*\)")
_PART = re.compile(r"{(\w+)}")
# Any check will do; this one stands in every version of the catalogue.
EXAMPLE_CODE = "L101"
_DESCRIPTION = """База карт игры «Берсерк» только для чтения: без ключей, cookie и предела числа запросов; ответы можно
хранить (`ETag`, `Cache-Control`), просить с любых сайтов (CORS). У каждой страницы есть её данные: тот же адрес с
`.json` или с заголовком `Accept: application/json`. Ключи ответов только добавляются. null значит «нет значения» и
никогда не 0. Ошибка — тоже JSON с полем `error`: что случилось и что попробовать.

Язык поиска — в параметре `q`; ключи перечислены в `x-search-keys`, описаны на странице `/search`."""
_PATH_WORDS: Mapping[str, str] = {
    "id": "id карты: выпуск и номер",
    "release": "адрес выпуска",
    "number": "номер карты в выпуске",
    "slug": "имя латиницей, как в адресе страницы",
    "document": "документ правил",
    "code": "код проверки",
    "name": "имя файла из описи",
}
_ERRORS: Mapping[int, str] = {400: "Адрес или запрос не поняты", 404: "Такого нет", 503: "База не успела ответить"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One documented address: its path as OpenAPI writes it, what it does, and an example that works, if any.

    `parts` has a value that works for each part of the path in braces; without one for all there is no example.
    """

    path: str
    operation: Operation
    parts: Mapping[str, str]
    example: str | None


def list_entries(routes: Iterable[tuple[str, View]], samples: Samples, *, has_files: bool) -> list[Entry]:
    """Return the documented addresses among `routes`, pairs of pattern and view, in their order.

    `has_files` says whether bulk files were made with the served build.
    """
    values = {**_values(samples), "name": MANIFEST if has_files else None}
    entries = []
    for pattern, view in routes:
        operation = OPERATIONS.get(view)
        if operation is not None:
            path = render_path(pattern)
            parts = _parts(path, values)
            entries.append(Entry(path, operation, parts, _example(path, operation, parts, values)))
    return entries


def render_path(pattern: str) -> str:
    """Return the path of a route's pattern with its parts in braces: `/api/cards/{id}`."""
    return _GROUP.sub(r"{\1}", pattern).removesuffix("$").replace("\\.", ".")


def _values(samples: Samples) -> dict[str, str | None]:
    """Return what may stand in an address, by the name of the part or by kind of page and name."""
    return {
        "id": samples.card,
        "release": samples.release,
        "number": None if samples.number is None else str(samples.number),
        "document": samples.document,
        "code": EXAMPLE_CODE,
        "term slug": samples.term,
        "terms slug": samples.term,
        "release slug": samples.release,
        "class slug": slugify(samples.class_name) if samples.class_name else None,
        "artist slug": slugify(samples.artist) if samples.artist else None,
        **dict(zip(("a", "b"), samples.fighters, strict=False)),
    }


def _parts(path: str, values: Mapping[str, str | None]) -> dict[str, str]:
    """Return what may stand for the parts of a path, as far as the served file has it."""
    kind = path.removeprefix("/api").split("/")[1]
    found = {name: values.get(name) or values.get(f"{kind} {name}") for name in _PART.findall(path)}
    return {name: value for name, value in found.items() if value is not None}


def _example(path: str, operation: Operation, parts: Mapping[str, str], values: Mapping[str, str | None]) -> str | None:
    """Return an address that the served file answers; None where it has nothing of that kind."""
    for name in _PART.findall(path):
        if name not in parts:
            return None
        path = path.replace("{" + name + "}", quote(parts[name]))
    asked = {
        one.name: one.example or values.get(one.name) for one in operation.parameters if one.required or one.example
    }
    if None in asked.values():
        return None
    query = urlencode(asked)
    return f"{path}?{query}" if query else path


def build_document(entries: Iterable[Entry], origin: str) -> dict[str, Any]:
    """Return the OpenAPI document of the `entries`, served at `origin`."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Берсерк: база карт", "version": version("berserk-db"), "description": _DESCRIPTION},
        "servers": [{"url": origin or "/"}],
        "paths": {entry.path: {"get": _operation(entry)} for entry in entries},
        "components": {"schemas": dict(SHAPES), "responses": _error_responses()},
        "x-search-keys": list(_search_keys()),
    }


def _operation(entry: Entry) -> dict[str, Any]:
    operation = entry.operation
    named = _PART.findall(entry.path)
    in_path = (_path_parameter(name, entry.parts.get(name)) for name in named)
    return {
        "operationId": re.sub(r"\W+", "_", entry.path).strip("_") or "index",
        "summary": operation.words,
        "tags": [operation.group],
        "parameters": [*in_path, *map(_parameter, operation.parameters)],
        "responses": {
            "200": _success(operation),
            **{str(status): {"$ref": f"#/components/responses/{status}"} for status in _ERRORS},
        },
        **({"x-example": entry.example} if entry.example else {}),
    }


def _success(operation: Operation) -> dict[str, Any]:
    if not operation.content_type:
        return {"description": operation.words, "content": {"*/*": {}}}
    kind = operation.content_type.partition(";")[0]
    schema = {"$ref": f"#/components/schemas/{operation.shape}"} if operation.shape else {"type": "string"}
    return {"description": operation.words, "content": {kind: {"schema": schema}}}


def _path_parameter(name: str, example: str | None) -> dict[str, Any]:
    is_number = name == "number"
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": _PATH_WORDS[name],
        "schema": {"type": "integer" if is_number else "string"},
        **({"example": int(example) if is_number else example} if example else {}),
    }


def _parameter(parameter: Parameter) -> dict[str, Any]:
    example = int(parameter.example) if parameter.type == "integer" and parameter.example else parameter.example
    return {
        "name": parameter.name,
        "in": "query",
        "required": parameter.required,
        "description": parameter.words,
        "schema": {"type": parameter.type, **parameter.bounds},
        **({"example": example} if parameter.example else {}),
    }


def _error_responses() -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {str(status): {"description": words, "content": content} for status, words in _ERRORS.items()}


def _search_keys() -> Iterator[dict[str, Any]]:
    """Yield the keys of the query language as the help of the search says them."""
    fields = {field.name: field for field in SEARCH_FIELDS}
    for entry in KEYS_HELP:
        field = fields.get(entry.name or "")
        yield {
            "keys": list(entry.keys),
            "field": entry.name,
            "type": field.type.value if field else None,
            "of": field.scope.value if field else FieldScope.CARD.value,
            "comparisons": list(entry.comparisons),
            "description": entry.help,
            "example": entry.example,
        }
