"""Corrections: put in where they fit, named where they do not, and never put in by half."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from pipeline.collect import SourcedCard
from pipeline.corrections import Correction, apply_corrections, corrections_row, load_corrections, parse_corrections
from pipeline.merge import MergedCard
from pipeline.provenance import source_rows
from schema.errors import SourceError
from schema.records import CardKey, CardRecord, PrintedIcon, SourceValue, Strike
from schema.releases import Releases
from schema.vocabulary import CardType, Element, Rarity, Subtype

RELEASES = Releases()
FILE_ID = 7


def merged(number: int = 1, **values: object) -> MergedCard:
    """Make an invented card of one source."""
    record = CardRecord(
        CardKey("Новый рассвет", number),
        **{  # type: ignore[arg-type]
            "name": "Лесной сторож",
            "text": "{?}: Разряд на 1. Его меч остр. Его щит крепок.",
            "text_source": ": Разряд на 1. Его меч остр. Его щит крепок.",
            "element": Element.FOREST,
            "cost": 4,
            "elite": False,
            "card_type": CardType.CREATURE,
            "life": 9,
            "move": 1,
            "strike": Strike(2, 2, 3),
            "icons": (PrintedIcon("armor", 1),),
            "classes": ("Эльф",),
            "artists": ("Анна Лосева",),
            **values,
        },
        values=(SourceValue("cost", "4 рядовая", 3), SourceValue("text", ": Разряд на 1. Его меч остр.", 8)),
    )
    release = RELEASES.resolve("Новый рассвет")
    return MergedCard(f"novyj-rassvet-{number}", release, record, (SourcedCard(record, 2, "карты.txt", "dump"),), ())


def correction(field: str, old: str, new: str, card: str = "novyj-rassvet-1") -> Correction:
    """Make one entry by way of the file, as a user would."""
    text = f'[[correction]]\ncard = "{card}"\nfield = "{field}"\nfrom = "{old}"\nto = "{new}"\nreason = "опечатка"\n'
    return parse_corrections(text.encode(), "corrections.toml")[0]


def apply(entries: Sequence[Correction], *cards: MergedCard) -> tuple[list[MergedCard], list[str], list[str]]:
    """Return the cards, and the codes and messages of what was found."""
    result, findings = apply_corrections(cards or (merged(),), entries, FILE_ID, RELEASES)
    assert all(source_id == FILE_ID for _, source_id, _ in findings)
    return result, [finding.code for *_, finding in findings], [finding.message for *_, finding in findings]


@pytest.mark.parametrize(
    ("field", "old", "new", "attribute", "value"),
    [
        ("text", "{?}: Разряд", "{tap}: Разряд", "text", "{tap}: Разряд на 1. Его меч остр. Его щит крепок."),
        ("Текст", " Его меч остр.", "", "text", "{?}: Разряд на 1. Его щит крепок."),
        ("flavor", "", "Ветер молчит.", "flavor", "Ветер молчит."),
        ("name", "сторож", "страж", "name", "Лесной страж"),
        ("cost", "4", "5", "cost", 5),
        ("cost", "4 рядовая", "X", "cost_text", "X"),
        ("cost", "4", "4 элитная", "elite", True),
        ("element", "Леса", "горы", "element", Element.MOUNTAIN),
        ("rarity", "", "редкая", "rarity", Rarity.RARE),
        ("Жизнь", "9", "10", "life", 10),
        ("strike", "2-2-3", "2-3-3", "strike", Strike(2, 3, 3)),
        ("icons", "armor:1", "Броня 2, zom", "icons", (PrintedIcon("armor", 2), PrintedIcon("zom"))),
        ("classes", "Эльф", "Эльф, Герой", "classes", ("Эльф", "Герой")),
        ("Художник", "Анна Лосева", "Анна Лосева, Пётр Дроздов", "artists", ("Анна Лосева", "Пётр Дроздов")),
        ("unique", "", "да", "unique", True),
    ],
)
def test_a_value_of_every_kind_is_corrected(field: str, old: str, new: str, attribute: str, value: object) -> None:
    (card,), codes, _ = apply([correction(field, old, new)])
    assert getattr(card.record, attribute) == value
    assert codes == []
    assert card.record.text_source == merged().record.text_source


def test_a_card_is_named_by_release_and_number_too() -> None:
    cards, codes, _ = apply([correction("life", "9", "8", "новый рассвет 2")], merged(1), merged(2))
    assert [card.record.life for card in cards] == [9, 8]
    assert codes == []


@pytest.mark.parametrize(
    ("entry", "code", "part"),
    [
        (correction("text", "Разряд на 2", "Разряд на 3"), "S312", "на карте нет"),
        (correction("text", "Разряд на 3", "Разряд на 1"), "S312", "уже стоит"),
        (correction("text", "Его ", "Её "), "S313", "больше одного раза"),
        (correction("text", "", "Другой текст."), "S312", "«from» пуст"),
        (correction("cost", "3", "5"), "S312", "Стоимость"),
        (correction("cost", "3", "4"), "S312", "уже стоит"),
        (correction("life", "9", "8", "novyj-rassvet-99"), "S312", "карты «novyj-rassvet-99» нет"),
        (correction("life", "9", "8", "Лесной сторож"), "S312", "карты «Лесной сторож» нет"),
        (correction("card_type", "Существо", "Местность"), "S312", "непригодна"),
        (correction("subtype", "", "Летающее"), "S312", "непригодна"),
    ],
)
def test_what_does_not_fit_is_named_with_its_line_and_changes_nothing(entry: Correction, code: str, part: str) -> None:
    cards, codes, messages = apply([entry])
    assert cards == [merged()]
    assert codes == [code]
    assert messages[0].startswith("corrections.toml:1: ")
    assert part in messages[0]


def test_places_that_overlap_are_ambiguous_too() -> None:
    _, codes, _ = apply([correction("text", "аа", "а")], merged(text="ааа"))
    assert codes == ["S313"]


def test_an_unfit_card_may_be_corrected_step_by_step() -> None:
    broken = merged(subtype=Subtype.FLYING)
    (card,), codes, _ = apply([correction("move", "1", "")], broken)
    assert (card.record.move, codes) == (None, [])


def test_corrections_follow_one_another() -> None:
    entries = [correction("text", "меч остр", "лук остр"), correction("text", "лук остр", "лук туг")]
    (card,), codes, _ = apply(entries)
    assert "Его лук туг." in (card.record.text or "")
    assert codes == []


def test_the_origin_of_a_corrected_value_is_the_file_and_the_old_value_stays() -> None:
    (card,), *_ = apply([correction("cost", "4", "5"), correction("text", "{?}", "{tap}")])
    rows = [(row.field, row.value, row.source_id, row.line, row.taken, row.note) for row in source_rows(card)]
    assert rows == [
        ("cost", "4 рядовая", 2, 3, False, None),
        ("text", ": Разряд на 1. Его меч остр.", 2, 8, True, None),
        ("cost", "5", FILE_ID, 1, True, "опечатка"),
        ("text", "{tap}", FILE_ID, 1, True, "опечатка"),
    ]


ENTRY = '[[correction]]\ncard = "a-1"\nfield = "cost"\nfrom = 1\nto = 2\nreason = "так на карте"\n'


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"\xff\xfe", "UTF-8"),
        (b"[[correction", "TOML"),
        (b'[correction]\ncard = "a-1"\n', "[[correction]]"),
        (b'[[corection]]\ncard = "a-1"\n', "[[correction]]"),
        (ENTRY.replace("reason", "raison").encode(), "«reason»"),
        (ENTRY.encode() + b'why = "x"\n', "«why»"),
        (ENTRY.replace('"cost"', '"number"').encode(), "«number»"),
        (ENTRY.replace('"cost"', '"погода"').encode(), "«погода»"),
        (ENTRY.replace("to = 2", "to = 1").encode(), "одинаковы"),
        (ENTRY.replace("to = 2", 'to = "много"').encode(), "«to»"),
        (ENTRY.replace("to = 2", "to = 2.5").encode(), "«to»"),
        (ENTRY.replace('"так на карте"', '" "').encode(), "«reason»"),
    ],
)
def test_a_mistake_in_the_file_names_the_file_and_the_entry(content: bytes, part: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse_corrections(content, "corrections.toml")
    assert caught.value.line().startswith("corrections.toml")
    assert part in caught.value.line()


def test_the_second_entry_is_named_by_its_line_and_number() -> None:
    with pytest.raises(SourceError, match=r"corrections\.toml:8, запись 2: нет ключа «card»"):
        parse_corrections(f"{ENTRY}\n[[correction]]\nfield = 'cost'\n".encode(), "corrections.toml")


def test_a_file_is_read_with_its_line_ends_and_its_row_tells_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "corrections.toml"
    path.write_bytes(("\ufeff# правки\r\n" + ENTRY.replace("\n", "\r\n")).encode())
    (entry,) = load_corrections(path)
    assert (entry.old, entry.new, entry.where) == ("1", "2", "corrections.toml:2")
    row = corrections_row(path, (entry,), 4)
    assert (row.id, row.kind, row.location, row.records, row.status) == (4, "corrections", path.name, 1, "read")
    assert load_corrections(tmp_path / "corrections.toml") == (entry,)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="не открывается"):
        load_corrections(tmp_path / "нет.toml")


def test_an_empty_file_corrects_nothing() -> None:
    assert parse_corrections(b"", "corrections.toml") == ()
