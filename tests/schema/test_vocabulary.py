"""Closed sets: every spelling is read as its one member, and every label leads back to it."""

from __future__ import annotations

import pytest

from schema.fields import FIELDS, field_by_label
from schema.icons import ICONS, PRINTED_ICONS, icon_codes
from schema.releases import Release, Releases
from schema.vocabulary import ActionKind, CardType, Element, FindingKind, Labelled, Rarity, Subtype


@pytest.mark.parametrize("members", [Element, Rarity, CardType, Subtype, FindingKind, ActionKind])
def test_every_label_leads_back_to_its_member(members: type[Labelled]) -> None:
    for member in members:
        assert all(members.read(spelling) is member for spelling in (member.value, *member.labels))


def test_an_unknown_spelling_is_no_member() -> None:
    assert Element.read("огонь") is None


@pytest.mark.parametrize(
    ("spelling", "slug"),
    [("Ложные боги", "lozhnye-bogi"), ("4. Ложные боги", "lozhnye-bogi"), ("40", "lozhnye-bogi"),
     ("Путь хранителей", "put-hranitelej"), ("50", "put-hranitelej"), ("put-hranitelej", "put-hranitelej")],
)  # fmt: skip
def test_a_release_is_known_under_all_its_spellings(spelling: str, slug: str) -> None:
    assert Releases().resolve(spelling).id == slug


def test_an_unknown_release_is_made_and_not_refused() -> None:
    assert Releases().resolve("Новый  рассвет") == Release("novyj-rassvet", "Новый рассвет")


def test_releases_come_in_the_order_of_publication() -> None:
    orders = [release.sort_order for release in Releases()]
    assert orders == sorted(orders)
    assert len(orders) > 5


def test_field_labels_are_unique_and_read_with_a_colon() -> None:
    labels = [label for field in FIELDS for label in field.labels]
    assert len(labels) == len(set(labels))
    assert field_by_label("Худ. текст:") is field_by_label("худ. текст") is not None
    assert field_by_label("Погода") is None


def test_search_keys_are_unique() -> None:
    keys = [key for field in FIELDS for key in field.keys]
    assert len(keys) == len(set(keys))


def test_icons_follow_the_domain_table(shared) -> None:  # type: ignore[no-untyped-def]
    lines = (shared / "domain" / "icons.tsv").read_text(encoding="utf-8").splitlines()[1:]
    for line in lines:
        code, where, _name, abbreviation, _valued, term, *_ = line.split("\t")
        assert ICONS[code].term == (term or None)
        assert ICONS[code].abbreviation in (abbreviation or None, "I", "II")
        assert (code in PRINTED_ICONS) <= (where == "both")


def test_icon_codes_are_read_in_order() -> None:
    assert icon_codes("2{counter}{tap}: {?}") == ["counter", "tap", "?"]
