"""Entries of corrections.toml that fixes write: read back the same, put in by a build, and nothing else touched."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.corrections import parse_corrections
from pipeline.corrections_file import NewEntry, append_entries, entry_of, save_entries
from pipeline.fixes import FixStep
from schema.errors import SourceError
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

OWN = '# Правки сезона\n\n[[correction]]\ncard="a-1" # сверено\nfield="text"\nfrom="х"\nto="у"\nreason="карта"'


def entry(old: str = "на З", new: str = "на 3") -> NewEntry:
    return NewEntry("novyj-rassvet-1", "text", old, new, "L101: буква")


def step(text: str, start: int, end: int, new: str) -> FixStep:
    found = Finding("T104", FindingKind.OTHER, Severity.ERROR, "text", "пробное", start, end, text[start:end], new)
    return FixStep(found, text, start, end, new)


@pytest.mark.parametrize(
    ("marked", "new", "old"),
    [
        ("Ранить на ⟦З⟧.", "3", "на З."),
        ("На ⟦З⟧ и на З раны.", "3", "На З и"),
        ("раз раз⟦ ⟧раз", "  ", "раз раз раз"),
        ("{tap} : Рывок. {tap}⟦ : ⟧Полёт.", ": ", "{tap} : Полёт."),
        ("Рывок.⟦  ⟧", "", "Рывок.  "),
        ("⟦ ⟧Рывок.", "", " Рывок."),
        ("Существо⟦⟧получает рывок.", " ", "Существополучает"),
        ("Рывок⟦⟧ Полёт", ".", "Рывок"),
        ("Рывок⟦ ⟧) и так", "", "Рывок )"),
    ],
)
def test_an_entry_quotes_whole_words_that_stand_once(marked: str, new: str, old: str) -> None:
    start, end = marked.index("⟦"), marked.index("⟧") - 1
    text = marked.replace("⟦", "").replace("⟧", "")
    made = entry_of("a-1", "text", step(text, start, end, new))
    assert made.old == old
    assert text.count(made.old) == 1
    assert text.replace(made.old, made.new) == text[:start] + new + text[end:]


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="аб .{}\n\"\\'#\u0001\u007f\u2028ё", min_size=1, max_size=30), st.data())
def test_any_fix_survives_the_file(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    new = data.draw(st.text(alphabet='аб "\\\u007f\n', max_size=3).filter(lambda new: new != text[start:end]))
    made = entry_of("a-1", "text", step(text, start, end, new))
    assert text.find(made.old) == text.rfind(made.old)
    assert text.replace(made.old, made.new, 1) == text[:start] + new + text[end:]
    (read,) = parse_corrections(append_entries(b"", [made], "corrections.toml"), "corrections.toml")
    assert (read.old, read.new, read.card, read.field) == (made.old, made.new, "a-1", "text")
    assert read.reason == "T104: пробное"


@pytest.mark.parametrize(
    "before",
    [
        b"",
        OWN.encode(),
        (OWN + "\n").encode(),
        b"\xef\xbb\xbf" + OWN.encode(),
        (OWN + "\n").replace("\n", "\r\n").encode(),
    ],
    ids=["empty", "no last line end", "plain", "byte order mark", "windows"],
)
def test_what_a_person_wrote_stays_letter_by_letter(before: bytes) -> None:
    after = append_entries(before, [entry(), entry("б", "в")], "corrections.toml")
    assert after.startswith(before)
    read = parse_corrections(after, "corrections.toml")
    assert [(one.old, one.new) for one in read[-2:]] == [("на З", "на 3"), ("б", "в")]
    assert len(read) == 2 + (b"a-1" in before)
    assert (b"\r\n" in before) == (b"\r\n" in after)
    if b"\r\n" in after:
        assert after.count(b"\n") == after.count(b"\r\n")


def test_nothing_to_write_touches_nothing(tmp_path: Path) -> None:
    save_entries(tmp_path / "corrections.toml", [])
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_another_shape_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "corrections.toml"
    inline = 'correction = [{card="a-1", field="text", from="х", to="у", reason="карта"}]\n'
    file.write_text(inline, encoding="utf-8")
    with pytest.raises(SourceError, match="дописать"):
        save_entries(file, [entry()])
    assert file.read_text(encoding="utf-8") == inline
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="не записать"):
        save_entries(tmp_path / "нет" / "corrections.toml", [entry()])
