"""The shapes of the API's answers as JSON Schema (2020-12), written short: «string?» may be null, «[Hit]» is a list.

Names, labels and closed sets of a card's fields come from the field table and the vocabulary, so that the
description cannot say another word than the pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from schema.fields import BY_NAME
from schema.summary import CardSummary
from schema.vocabulary import CardType, Element, Labelled, Rarity, Severity, Subtype, TermStatus, Tier

Schema = dict[str, Any]

_SIMPLE = ("string", "integer", "number", "boolean", "object")
_SETS: Mapping[str, type[Labelled]] = MappingProxyType(
    {"element": Element, "rarity": Rarity, "type": CardType, "subtype": Subtype}
)
# Keys of a hit that the field table calls otherwise.
_FIELDS: Mapping[str, str] = MappingProxyType({"type": "card_type"})
_HIT_TYPES: Mapping[str, str] = MappingProxyType(
    {
        "id": "string", "name": "string?", "release": "string", "number": "integer", "elite": "boolean?",
        "classes": "[string]", "life": "integer?", "move": "integer?", "strike": "string?", "text": "string?",
    }
)  # fmt: skip


def shape(words: str) -> Schema:
    """Return the schema of a short form: a simple type, one that may be null, a list, or the name of a shape."""
    if words.endswith("?"):
        inner = shape(words[:-1])
        return {"type": [inner["type"], "null"]} if list(inner) == ["type"] else {"anyOf": [inner, {"type": "null"}]}
    if words.startswith("["):
        return {"type": "array", "items": shape(words[1:-1])}
    if words in _SIMPLE:
        return {"type": words}
    return {"$ref": f"#/components/schemas/{words}"}


def record(title: str, /, **keys: str) -> Schema:
    """Return the schema of an object that has at least these keys; more may be added at any time."""
    return {
        "title": title,
        "type": "object",
        "required": list(keys),
        "properties": {name: shape(words) for name, words in keys.items()},
    }


def closed_set(values: type[Labelled], *, nullable: bool = False) -> Schema:
    """Return the schema of a code of a closed set, with what each code means."""
    words = "; ".join(f"{value.value} — {value.label}" for value in values)
    codes: list[str | None] = [value.value for value in values]
    return {"enum": [*codes, None] if nullable else codes, "description": words}


def _hit() -> Schema:
    properties: dict[str, Schema] = {}
    for key in CardSummary("", None, "", "", 0).to_json():
        field = BY_NAME.get(_FIELDS.get(key, key))
        if key in _SETS:
            value = closed_set(_SETS[key], nullable=True)
        elif key == "cost":
            value = {"type": ["integer", "string", "null"], "description": "Число или X"}
        else:
            value = shape(_HIT_TYPES[key])
        label = field.label if field else ""
        described = ": ".join(part for part in (label, value.get("description", "")) if part)
        properties[key] = {**value, **({"description": described} if described else {})}
    properties["url"] = {"type": "string", "description": "Страница карты"}
    return {"title": "Карта в списке", "type": "object", "required": list(properties), "properties": properties}


def _extend(base: Schema, title: str, /, **keys: str) -> Schema:
    """Return a schema that has the keys of `base` and more."""
    more = record(title, **keys)
    return {
        **more,
        "required": [*base["required"], *more["required"]],
        "properties": {**base["properties"], **more["properties"]},
    }


def _with_sets(schema: Schema, /, **sets: type[Labelled]) -> Schema:
    """Return the schema with some of its keys bound to closed sets."""
    closed = {name: closed_set(values) for name, values in sets.items()}
    return {**schema, "properties": {**schema["properties"], **closed}}


def _shapes() -> dict[str, Schema]:
    hit = _hit()
    release = record(
        "Выпуск", id="string", name="string", code="integer?", cards="integer", missing="[integer]", url="string"
    )
    document = record(
        "Документ правил", id="string", title="string", rules_version="string?", articles="integer", url="string"
    )
    term = record(
        "Термин в глоссарии",
        id="string",
        headword="string",
        tier="string",
        kind="string?",
        status="string",
        definition="string?",
        rules_version="string?",
        icon="string?",
        cards="integer",
        bundled="boolean",
        own="boolean",
        url="string",
    )
    return {
        "Error": record("Ошибка", error="ErrorText"),
        "ErrorText": record(
            "Что случилось и что попробовать; у неверного запроса — место ошибки: start и end",
            status="integer",
            message="string",
            hint="string",
        ),
        "Hit": hit,
        "SearchAnswer": record(
            "Ответ поиска: страница карт и ключ следующей",
            query="string",
            sentence="string",
            total="integer",
            matched="integer",
            suggestions="[string]",
            cards="[Hit]",
            cursor="string?",
            next="string?",
        ),
        "FacetAnswer": record(
            "Сколько карт ответа по значениям полей", query="string", total="integer", facets="[Facet]"
        ),
        "Facet": record("Поле", field="string", label="string", key="string", single="boolean", values="[FacetValue]"),
        "FacetValue": {
            **record("Значение; null — «нет»", value="string", label="string", cards="integer", query="string?"),
            "properties": {
                "value": {"type": ["string", "integer", "null"]},
                "label": {"type": "string"},
                "cards": {"type": "integer"},
                "query": {"type": ["string", "null"], "description": "Запрос, суженный до этого значения"},
            },
        },
        "Card": _extend(
            hit,
            "Всё о карте; текст разобран: ссылки на термины, особенности, замечания",
            unique="boolean?",
            horde="boolean?",
            banned="boolean?",
            flavor="string?",
            understood="number?",
            icons="[object]",
            artists="[string]",
            rules="[object]",
            additional_rules="[object]",
            faq="[object]",
            printings="[string]",
            previous="string?",
            next="string?",
            card="string",
            links="[object]",
            icon_terms="[string]",
            abilities="[object]",
            findings="[object]",
            searches="[CountedLinks]",
            similar="[object]",
        ),
        "CountedLinks": {"title": "Поиски по особенности", "type": "array", "items": {"type": "object"}},
        "TermEntry": _with_sets(term, tier=Tier, status=TermStatus),
        "TermList": record("Глоссарий", terms="[TermEntry]"),
        "Term": record(
            "Термин целиком",
            id="string",
            headword="string",
            tier="string",
            kind="string?",
            status="string",
            definition="string?",
            rules_version="string?",
            bundled="boolean",
            own="boolean",
            forms="[string]",
            definitions="[object]",
            uses="[string]",
            used_by="[string]",
            cards="[string]",
            reasons="[object]",
            url="string",
        ),
        "Home": record("Что в базе", counts="object", build="object", releases="[Release]", classes="[Count]"),
        "About": record(
            "О данных", version="string", build="object", understood="object?", sources="[object]", files="[object]"
        ),
        "Count": record("Имя и число карт; null — «нет»", name="string?", cards="integer", url="string?"),
        "Release": release,
        "ReleaseList": record("Выпуски", releases="[Release]"),
        "ReleaseCards": _extend(release, "Выпуск с картами по номерам", list="[Hit]"),
        "ClassCards": {**record("Карты класса", url="string", list="[Hit]"), "description": "class — имя класса"},
        "ArtistList": record("Художники", artists="[Count]"),
        "ArtistCards": record("Карты художника", artist="string", url="string", list="[Hit]"),
        "Document": document,
        "DocumentList": record("Документы правил", documents="[Document]"),
        "DocumentText": _extend(document, "Документ правил по пунктам", newer_version="string?", list="[Article]"),
        "Article": record(
            "Пункт правил",
            id="string",
            number="string?",
            title="string?",
            text="string",
            url="string",
            links="[object]",
            tables="[object]",
        ),
        "Questions": record("Вопросы и ответы по выпускам", releases="[object]"),
        "Changes": record("Что изменила последняя сборка", changes="[object]"),
        "Findings": record(
            "Замечания по кодам", codes="[object]", releases="[object]", trend="[object]", known="[string]"
        ),
        "Check": _with_sets(
            record(
                "Проверка и что она нашла",
                code="string",
                kind="string",
                severity="string",
                title="string",
                why="string",
                url="string",
                findings="[object]",
            ),
            severity=Severity,
        ),
        "Duel": record("Исход ударов двух карт", rules="object", cards="[object]", directions="[object]"),
        "Health": record("Сайт отвечает", status="string", cards="integer", build="string", version="string"),
        "OpenApi": record("Это описание", openapi="string", info="object", paths="object"),
    }


SHAPES: Mapping[str, Schema] = MappingProxyType(_shapes())
