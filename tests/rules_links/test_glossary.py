"""The glossary: every spelling of a source finds its term, an ambiguous one finds none, pages take precedence."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_links.definitions import link_definition
from rules_links.glossary import Glossary, Term, load_bundled, parse_glossary
from schema.edition import version_date
from schema.errors import SourceError
from schema.fold import same_headword
from schema.icons import ICONS
from schema.records import TermRecord
from schema.vocabulary import TermStatus, Tier


@pytest.mark.parametrize(
    ("name", "headword"),
    [
        ("Строй", "Строй"),
        ("  строй. ", "Строй"),
        ("115. Условная играемая особенность.", "Условная играемая особенность"),
        ("Движение (Двигаться)", "Движение (Двигаться, Передвигаться, Передвижение)"),
        ("движение", "Движение (Двигаться, Передвигаться, Передвижение)"),
        ("Передвижение", "Движение (Двигаться, Передвигаться, Передвижение)"),
        ("Метание", "Метание на X (на X-Y-Z)"),
        ("Метание на Х", "Метание на X (на X-Y-Z)"),
        ("ОвЗ", "Опыт в защите Х (ОвЗ)"),
        ("Опыт в защите X", "Опыт в защите Х (ОвЗ)"),
        ("опыт в защите", "Опыт в защите Х (ОвЗ)"),
        ("Прыжок, дальность Х", "Прыжок, дальность X"),
        ("Прыжок", "Прыжок, дальность X"),
        ("Броня", "Броня Х"),
        ("броня x", "Броня Х"),
        ("Стоящая рядом", "Стоящая рядом (карта). Рядом (с картой/клеткой)."),
        ("Рядом (с картой/клеткой)", "Стоящая рядом (карта). Рядом (с картой/клеткой)."),
        ("Использовать игродействие", "Совершить (игродействие). Использовать игродействие (способность)."),
        ("Именной модификатор", "Именная особенность, именной модификатор"),
        ("Приобретенная особенность", "Приобретённая особенность"),
        ("Полет", "Полёт"),
        ("Величина удара", "Величина атаки (удара)"),
        ("+X (-X) к атаке", "+Х (–Х) к атаке"),
        ("Один (X) раз за ход", "Один (Х) раз за ход (прочее)"),
        ("Изгнание", "Изгнание (игровая зона)"),
    ],
)
def test_source_spelling_finds_its_term(name: str, headword: str) -> None:
    found = load_bundled().find(name)
    assert found is not None
    assert found.headword == headword


@pytest.mark.parametrize("name", ["", "Никакой термин", "хозяин", "карта"])
def test_unknown_or_ambiguous_name_finds_no_term(name: str) -> None:
    assert load_bundled().find(name) is None


def test_name_of_two_terms_is_no_name_but_a_headword_is() -> None:
    glossary = Glossary([Term("Лаз (тайный ход)", Tier.KEY), Term("Лаз (дыра)", Tier.KEY), Term("Дыра", Tier.KEY)])
    assert glossary.find("Лаз") is None
    assert glossary.find("дыра") == Term("Дыра", Tier.KEY)


def test_bundled_glossary_is_whole() -> None:
    glossary = load_bundled()
    assert len(glossary) == 146
    assert sum(term.tier is Tier.BASE for term in glossary) == 33
    assert len({term.slug for term in glossary}) == 146
    assert all((term.status is TermStatus.STUB) == (term.definition is None) for term in glossary)
    assert all(glossary.find(term.headword) is term for term in glossary)


def test_bundled_headwords_are_those_of_the_game(shared: Path) -> None:
    rows = (shared / "domain" / "terms.tsv").read_text(encoding="utf-8").splitlines()[1:]
    assert [row.split("\t")[:2] for row in rows] == [[term.headword, term.tier.value] for term in load_bundled()]


def test_every_icon_finds_its_term() -> None:
    glossary = load_bundled()
    for icon in ICONS.values():
        found = glossary.by_icon(icon.code)
        assert (found.headword if found else None) == icon.term
    assert glossary.by_icon("zozl") is None


def test_definition_of_a_page_takes_precedence_and_the_newest_version_wins() -> None:
    records = [
        TermRecord("Строй", "Новое.", "РП 4.1-2 от 09.11.2024"),
        TermRecord("Строй.", "Старое.", "РП 5 от 10.12.2023"),
        TermRecord("Метание", "Бросок издали.", None),
    ]
    glossary = load_bundled().with_records(records)
    found = glossary.find("Строй")
    assert found is not None
    assert (found.definition, found.rules_version, found.bundled) == ("Новое.", "РП 4.1-2 от 09.11.2024", False)
    assert found.forms
    thrown = glossary.find("Метание на X (на X-Y-Z)")
    assert thrown is not None
    assert thrown.definition == "Бросок издали."
    assert [term.headword for term in glossary] == [term.headword for term in load_bundled()]
    assert load_bundled().find("Строй") != found


def test_glossary_of_ones_own_beats_the_newest_page_and_its_own_newest_version_wins() -> None:
    pages = [TermRecord("Строй", "Со страницы.", "РП 9 от 01.01.2030"), TermRecord("Ряд", "Со страницы.")]
    own = [TermRecord("Строй", "Своё.", None), TermRecord("Строй", "Своё новее.", "РП 5 от 10.12.2023")]
    glossary = load_bundled().with_records(pages, own)
    wordings = [(term.definition, term.rules_version) for name in ("Строй", "Ряд") if (term := glossary.find(name))]
    assert wordings == [("Своё новее.", "РП 5 от 10.12.2023"), ("Со страницы.", None)]


def test_unknown_headword_becomes_a_key_term_and_a_missing_one_a_stub() -> None:
    glossary = load_bundled().with_records([TermRecord("Подкоп", "Ход под землёй.")]).with_stub("Навес")
    assert [(term.headword, term.tier, term.status) for term in list(glossary)[-2:]] == [
        ("Подкоп", Tier.KEY, TermStatus.DEFINED),
        ("Навес", Tier.KEY, TermStatus.STUB),
    ]
    assert glossary.with_stub("навес") is glossary


def test_versions_are_compared_by_date_not_by_spelling() -> None:
    assert version_date("РП 10 от 01.02.2023") < version_date("РП 4.1-2 от 09.11.2024")
    assert version_date(None) == version_date("РП 4") == (0, 0, 0)


@pytest.mark.parametrize(
    "data",
    [b"\xff\xfe", b"[[term]]", b"x = 1", b'[[term]]\nheadword = "A"\ntier = "gold"', b"term = 3",
     '[[term]]\nheadword = "Лаз"\ntier = "key"\nforms = "лаза"'.encode()],
)  # fmt: skip
def test_glossary_file_that_cannot_be_read_says_where(data: bytes) -> None:
    with pytest.raises(SourceError, match=r"^my\.toml: "):
        parse_glossary(data, "my.toml")


def test_headword_written_twice_is_refused() -> None:
    with pytest.raises(SourceError, match="дважды"):
        Glossary([Term("Лаз", Tier.KEY), Term("лаз.", Tier.BASE)])


def test_definition_does_not_lead_to_its_own_term() -> None:
    glossary = load_bundled().with_records([TermRecord("Вампиризм", "Вампиризм излечивает существо.")])
    term = glossary.find("Вампиризм")
    assert term is not None
    assert [item.term for item in link_definition(term, glossary)] == ["Излечение", "Существо"]
    assert link_definition(Term("Пусто", Tier.KEY), glossary) == []


def test_headwords_differ_when_folded() -> None:
    headwords = [same_headword(term.headword) for term in load_bundled()]
    assert len(set(headwords)) == len(headwords)
