"""Keys of a page: a word of the value never becomes a part of the key."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.dump import parse
from ingest.page_keys import match_key
from schema.records import Document

SAMPLE = Path(__file__).parents[2] / "ingest" / "sample"


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ("Текст\tКарты в отряде открываются.", "text", "Карты в отряде открываются."),
        ("Текст Карты в отряде открываются.", "text", "Карты в отряде открываются."),
        ("Текст  Карты в отряде открываются.", "text", "Карты в отряде открываются."),
        ("Текст карты: Рывок.", "text", "Рывок."),
        ("Текст карты\tРывок.", "text", "Рывок."),
        ("Простой удар 2-2-3", "strike", "2-2-3"),
        ("Худ. текст\tТекст карты стёрт.", "flavor", "Текст карты стёрт."),
        ("Класс\tКлассы магов", "classes", "Классы магов"),
    ],
)
def test_the_value_keeps_its_first_word(line: str, name: str, value: str) -> None:
    key = match_key(line)
    assert key is not None
    assert (key.name, key.value) == (name, value)


@pytest.mark.parametrize("path", sorted(SAMPLE.glob("[0-9]*.txt")), ids=lambda path: path.stem)
def test_every_text_of_the_sample_is_kept_letter_by_letter(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line.startswith("Текст\t")]
    written = [line.partition("\t")[2] for line in lines if line != "Текст\t"]
    cards = parse(Document(path.name, path.read_bytes())).cards
    read = [card.text_source for card in cards if card.text_source]
    assert len(read) == len(written)
    assert all(kept.startswith(text) for kept, text in zip(read, written, strict=True))
