"""Artists: joined by the alias file alone, twins said once, namesakes left in peace."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.values import read_artists
from pipeline.artist_twins import Reason, find_twins, spelling_key
from pipeline.artists import ArtistAliases, join_artists, load_artist_aliases, parse_artist_aliases
from pipeline.collect import SourcedCard
from pipeline.merge import MergedCard
from pipeline.provenance import source_rows
from schema.errors import SourceError
from schema.records import CardKey, CardRecord, SourceValue
from schema.releases import Releases
from schema.vocabulary import Severity

NO_ALIASES = ArtistAliases({})


def card(number: int, *artists: str) -> MergedCard:
    """Make an invented card."""
    value = SourceValue("artists", ", ".join(artists), 5)
    record = CardRecord(CardKey("Новый рассвет", number), artists=artists, values=(value,))
    release = Releases().resolve("Новый рассвет")
    return MergedCard(f"novyj-rassvet-{number}", release, record, (SourcedCard(record, 2, "карты.txt", "dump"),), ())


@pytest.mark.parametrize(
    ("spelling", "name", "reason"),
    [
        ("Анна Ёлкина", "Анна Елкина", Reason.LETTERS),
        ("Aнна Ёлкина", "Анна Ёлкина", Reason.LETTERS),
        ("A. Лосева", "А. Лосева", Reason.LETTERS),
        ("А.Лосева", "А. Лосева", Reason.LETTERS),
        ("А. Brushmann", "A. Brushmann", Reason.LETTERS),
        ("brushmann", "Brushmann", Reason.LETTERS),
        ("Лосева Анна", "Анна Лосева", Reason.LETTERS),
        ("Ann Moliere", "Ann MoIiere", Reason.LETTERS),
        ("Алксандр Дроздов", "Александр Дроздов", Reason.SLIP),
        ("Александр Дроздовв", "Александр Дроздов", Reason.SLIP),
        ("Александр Дроздав", "Александр Дроздов", Reason.SLIP),
        ("Алекасндр Дроздов", "Александр Дроздов", Reason.SLIP),
        ("Алоксамдр Дроздов", "Александр Дроздов", Reason.SLIP),
        ("А. Дроздов", "Александр Дроздов", Reason.INITIAL),
        ("Дроздов", "Александр Дроздов", Reason.INITIAL),
    ],
)
def test_twins_of_a_frequent_name_are_found(spelling: str, name: str, reason: Reason) -> None:
    (twin,) = find_twins({spelling: 1, name: 9})
    assert (twin.spelling, twin.name, twin.reason) == (spelling, name, reason)


@pytest.mark.parametrize(
    "counts",
    [
        {"Мария Дроздова": 4, "Марина Дроздова": 15},
        {"Анна Лосева": 1, "Анна Лосеева": 2},
        {"Лео": 1, "Лев": 9},
        {"П. Дроздов": 1, "Александр Дроздов": 9},
        {"Пётр Дроздов": 1, "Иван Дроздов": 9},
        {"Андрей Дроздов": 1, "Сергей Дроздов": 9},
    ],
)
def test_namesakes_are_no_twins(counts: dict[str, int]) -> None:
    assert find_twins(counts) == []


def test_twins_are_reported_once_and_not_joined() -> None:
    cards = [card(1, "Анна Ёлкина"), card(2, "Анна Елкина"), card(3, "Анна Елкина"), card(4, "Анна Ёлкина, мл.")]
    joined, findings = join_artists(cards, NO_ALIASES)
    assert joined == cards
    ((card_id, _, finding),) = findings
    assert (card_id, finding.code, finding.severity, finding.fix) == (
        "novyj-rassvet-1", "S310", Severity.WARNING, "Анна Елкина",
    )  # fmt: skip


def test_a_doubtful_twin_is_a_note() -> None:
    cards = [card(number, "Александр Дроздов") for number in range(1, 5)]
    _, findings = join_artists([*cards, card(5, "А. Дроздов"), card(6, "Алексендр Дроздов")], NO_ALIASES)
    assert {finding.fix for *_, finding in findings} >= {"Александр Дроздов"}
    assert {finding.severity for *_, finding in findings} == {Severity.INFO}


def test_the_alias_file_joins_and_says_so_and_sources_keep_their_spelling() -> None:
    aliases = ArtistAliases({"Анна Ёлкина": "Анна Елкина"})
    joined, findings = join_artists([card(1, "Анна Ёлкина", "Пётр Дроздов"), card(2, "Анна Елкина")], aliases)
    assert joined[0].record.artists == ("Анна Елкина", "Пётр Дроздов")
    assert [(finding.code, finding.severity) for *_, finding in findings] == [("S310", Severity.INFO)]
    (row,) = source_rows(joined[0])
    assert (row.value, row.taken) == ("Анна Ёлкина, Пётр Дроздов", True)


def test_two_spellings_on_one_card_become_one_artist() -> None:
    (joined,), _ = join_artists([card(1, "Тёма", "Тема")], ArtistAliases({"Тема": "Тёма"}))
    assert joined.record.artists == ("Тёма",)


def test_an_alias_of_the_users_file_that_matches_nothing_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "художники.toml"
    path.write_text('"Анна Лосева" = ["Ана Лосева"]\n', encoding="utf-8")
    _, findings = join_artists([card(1, "Анна Лосева")], load_artist_aliases(path))
    assert [(finding.code, "художники.toml" in finding.message) for *_, finding in findings] == [("S311", True)]


def test_the_users_file_overrules_the_bundled_one(tmp_path: Path) -> None:
    spelling, name = next(iter(load_artist_aliases().names.items()))
    path = tmp_path / "own.toml"
    path.write_text(f"{json.dumps(spelling, ensure_ascii=False)} = [{json.dumps(name, ensure_ascii=False)}]\n", "utf-8")
    names = load_artist_aliases(path).names
    assert names[name] == spelling
    assert spelling not in names


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ('"Анна" = "Ана"', "список"),
        ('"Анна" = [1]', "список"),
        ('"Анна" = ["Анна"]', "само имя"),
        ('"Анна" = ["Ана"]\n"Ани" = ["Ана"]', "уже отдано"),
        ('"Анна" = ["Ана"]\n"Ана" = ["Ани"]', "сразу имя и написание"),
        ("Анна = [", "TOML"),
    ],
)
def test_a_mistake_in_the_alias_file_is_named(content: str, part: str) -> None:
    with pytest.raises(SourceError, match=part):
        parse_artist_aliases(content.encode(), "own.toml")


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.text("АаЕеЁёNnИи .-", min_size=1, max_size=12), st.integers(1, 9), max_size=8))
def test_twins_do_not_depend_on_the_order_and_name_known_names(counts: dict[str, int]) -> None:
    twins = find_twins(counts)
    assert twins == find_twins(dict(reversed(counts.items())))
    assert all(twin.spelling != twin.name and {twin.spelling, twin.name} <= counts.keys() for twin in twins)


def community_artists(shared: Path) -> Sequence[tuple[str, ...]]:
    """Return the artists of each card of the community set."""
    cards = json.loads((shared / "data" / "nxt_sets_10_40.json").read_text(encoding="utf-8"))
    return [read_artists(entry["art"]) for entry in cards]


def test_the_twins_of_the_community_set_are_found(shared: Path) -> None:
    artists = community_artists(shared)
    counts = Counter(name for names in artists for name in names)
    twins = find_twins(counts)
    assert Counter(twin.reason for twin in twins) == {Reason.LETTERS: 4, Reason.SLIP: 3, Reason.INITIAL: 3}
    assert sum(spelling_key(twin.spelling) == spelling_key(twin.name) for twin in twins) == 4


def test_every_bundled_alias_joins_artists_of_the_community_set(shared: Path) -> None:
    cards = [card(number, *names) for number, names in enumerate(community_artists(shared), 1)]
    aliases = load_artist_aliases()
    known = {name for each in cards for name in each.record.artists}
    assert set(aliases.names) <= known
    assert set(aliases.names.values()) <= known
    joined, findings = join_artists(cards, aliases)
    left = {name for each in joined for name in each.record.artists}
    assert known - left == set(aliases.names)
    assert all(finding.severity is Severity.INFO for *_, finding in findings)
