"""Rows: a wrong record is stopped when the row is made, before it reaches the file."""

from __future__ import annotations

from importlib.resources import files

import pytest
from pydantic import ValidationError

from schema.rows import CardClassRow, CardRow, CardTermRow, TermRow
from schema.tables import TABLES, render_tables
from schema.vocabulary import CardType, Depth, Element, LinkOrigin, Subtype, TermStatus, Tier

CARD = {"id": "pervyj-1", "release_id": "pervyj", "number": 1}


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"colour": "red"}, "Extra inputs"),
        ({"number": -1}, "greater than or equal"),
        ({"element": "огонь"}, "Input should be"),
        ({"strike_weak": 1, "strike_medium": 2}, "three values or none"),
        ({"card_type": CardType.TERRAIN, "life": 5}, "terrain has no life"),
        ({"card_type": CardType.ARTIFACT, "move": 1}, "artifact has no movement"),
        ({"card_type": CardType.ARTIFACT, "subtype": Subtype.FLYING}, "only a creature"),
        ({"card_type": CardType.CREATURE, "subtype": Subtype.FLYING, "move": 1}, "only a ground creature"),
        ({"text": ""}, "at least 1 character"),
    ],
)
def test_a_card_whose_values_do_not_fit_is_refused(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        CardRow(**{**CARD, **values})


def test_a_ground_creature_may_stand_still() -> None:
    row = CardRow(**CARD, card_type=CardType.CREATURE, move=0)
    assert row.move == 0


def test_codes_are_stored_as_plain_text() -> None:
    assert CardRow(**CARD, element=Element.FOREST).model_dump()["element"] == "forest"


def test_the_column_class_keeps_its_name() -> None:
    row = CardClassRow.model_validate({"card_id": "a", "ordinal": 0, "class": "Эльф"})
    assert row.model_dump(by_alias=True, exclude_none=True) == {"card_id": "a", "ordinal": 0, "class": "Эльф"}


@pytest.mark.parametrize("span", [{"start": 3}, {"start": 0, "end": 5, "quote": "удар"}, {"start": 0, "end": 4}])
def test_a_span_without_its_quote_is_refused(span: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        CardTermRow(
            card_id="a", ordinal=0, term_id="t", depth=Depth.DIRECT, origin=LinkOrigin.TEXT, reason="headword", **span
        )


def test_a_term_without_a_definition_must_say_that_it_is_a_stub() -> None:
    with pytest.raises(ValidationError, match="defined when it has a definition"):
        TermRow(id="t", headword="Термин", tier=Tier.KEY, status=TermStatus.DEFINED)


def test_parents_are_inserted_before_their_children() -> None:
    order = [str(table.__tablename__) for table in TABLES.values()]
    for table in TABLES.values():
        for key in table.__table__.foreign_keys:  # type: ignore[attr-defined]
            parent = key.column.table.name
            assert order.index(parent) <= order.index(str(table.__tablename__)), (parent, table.__tablename__)


def test_the_sql_of_the_tables_is_what_the_tables_say() -> None:
    kept = files("schema").joinpath("tables.sql").read_text(encoding="utf-8")
    assert kept == render_tables(), "write schema.tables.render_tables() to schema/tables.sql"
