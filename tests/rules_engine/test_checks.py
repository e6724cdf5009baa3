"""The checks by their cases (cases/<CODE>.toml), their catalogue, their registry and what a crash becomes.

A case marks the spans that must be found with ⟦ ⟧; a good case stays silent. The id of a test is file:line.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import score_findings
from bench.goals import load_floors
from rules_engine.checks import (
    CHECKS,
    CRASH_CODE,
    Check,
    Subject,
    check_card,
    register,
    render_catalogue,
    select,
)
from rules_engine.corpus import EMPTY, Corpus, learn
from rules_engine.parser import parse
from rules_links.glossary import Glossary, load_bundled
from rules_links.linker import icon_terms, link
from schema.errors import UsageError
from schema.fields import BY_NAME, field_by_label
from schema.gaps import mark_gaps
from schema.icons import ICONS
from schema.records import CardKey, CardRecord, PrintedIcon, SourceValue, Strike
from schema.results import Finding, Link, TextCard
from schema.vocabulary import CardType, Element, FindingKind, Severity, Subtype

ROOT = Path(__file__).parent.parent.parent
CASES = Path(__file__).parent / "cases"
MARKS = re.compile("[⟦⟧]")


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a file: its place, whether the check must fire, and the table itself."""

    place: str
    code: str
    bad: bool
    data: Mapping[str, Any]


def load_cases() -> Iterator[Case]:
    for path in sorted(CASES.glob("*.toml")):
        source = path.read_text(encoding="utf-8")
        tables = tomllib.loads(source)
        lines = {
            kind: [n for n, line in enumerate(source.splitlines(), 1) if line == f"[[{kind}]]"]
            for kind in ("bad", "good")
        }
        for kind, numbers in lines.items():
            for number, data in zip(numbers, tables.get(kind, []), strict=True):
                yield Case(f"{path.name}:{number}", path.stem, kind == "bad", data)


ALL_CASES = list(load_cases())


@cache
def glossary() -> Glossary:
    return load_bundled()


def read_marked(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the text without its marks and the marked spans."""
    places = [match.start() - index for index, match in enumerate(MARKS.finditer(marked))]
    return MARKS.sub("", marked), list(zip(places[::2], places[1::2], strict=True))


def read_icons(names: list[str]) -> tuple[PrintedIcon, ...]:
    """Read «armor:1», «zov», «:1» as the printed icons of a card."""
    pairs = [name.partition(":") for name in names]
    return tuple(PrintedIcon(code or None, int(value) if value else None) for code, _, value in pairs)


def find_plain_links(text: str) -> tuple[Link, ...]:
    """Link headwords that stand in the text letter by letter: enough for checks, and no linker at fault."""
    terms = [glossary().find(match.group()) for match in re.finditer(r"\w+", text)]
    matches = list(re.finditer(r"\w+", text))
    return tuple(
        Link(match.start(), match.end(), match.group(), term.headword, term.tier, "test")
        for match, term in zip(matches, terms, strict=True)
        if term is not None
    )


def read_record(lines: str) -> CardRecord:
    """Read lines «Метка: значение» into a record; `-` is no value."""
    record = CardRecord(key=CardKey("Проба", 1))
    for line in lines.split("\n"):
        label, _, value = line.partition(": ")
        field = field_by_label(label)
        assert field is not None, f"{label!r} is no label of schema.fields"
        record = replace(record, values=(*record.values, SourceValue(field.name, value)))
        if value != "-":
            record = replace(record, **read_value(field.name, value))
    return record


def read_value(field: str, value: str) -> dict[str, Any]:
    match field:
        case "card_type":
            return {"card_type": CardType.read(value)}
        case "subtype":
            return {"subtype": Subtype.read(value)}
        case "element":
            return {"element": Element.read(value)}
        case "cost" if not value.isdigit():
            return {"cost_text": value}
        case "life" | "move" | "cost":
            return {field: int(value)}
        case "strike":
            return {"strike": Strike(*map(int, value.split("-")))}
        case "icons":
            return {"icons": read_icons(value.split(", "))}
        case "artists" | "classes":
            return {field: tuple(value.split(", "))}
        case _:
            return {field: value}


def make_subject(
    text: str = "",
    *,
    rules: list[str] | None = None,
    additional: list[str] | None = None,
    icons: tuple[PrintedIcon, ...] = (),
    record: CardRecord | None = None,
    others: Sequence[str] = (),
    names: Sequence[str] = (),
) -> Subject:
    """Make a subject; `others` are the texts of the other cards of its release, `names` names of other cards."""
    if additional is not None:
        record = CardRecord(key=CardKey("Проба", 1), additional_terms=tuple(additional))
    card = TextCard("проба-1", text, icons=icons, rules=None if rules is None else tuple(rules))
    if record is not None:
        icons = icons or record.icons
        card = replace(
            card, name=record.name, card_type=record.card_type, subtype=record.subtype, classes=record.classes,
            icons=icons,
        )  # fmt: skip
    terms = tuple(ICONS[icon.code].term or "" for icon in icons if icon.code in ICONS)
    beside = [TextCard(f"проба-{n}", other, release="проба") for n, other in enumerate(others, 2)]
    beside += [TextCard(f"проба-{n}", "", name=name, release="проба") for n, name in enumerate(names, 100)]
    if beside:
        card = replace(card, release="проба")
    corpus = learn([card, *beside]) if beside else EMPTY
    return Subject(card, find_plain_links(text), terms, parse(text, card).abilities, glossary(), record, corpus)


def read_example(example: str) -> Subject:
    """Read an example of a check: plain text, or lines of a card, the rules of a page parted by semicolons.

    «Другие карты» are the texts of the release in one line, «Другая карта» is the name of one.
    """
    lines = example.split("\n")
    if not re.match(
        r"(?:Правила|Текст|Тип|Название|Стихия|Стоимость|Художник|Класс|Другая карта|Другие карты): ", lines[0]
    ):
        return make_subject(example)
    given = {label: value for label, _, value in (line.partition(": ") for line in lines)}
    rules = given.pop("Правила", None)
    text = given.pop("Текст", "")
    others, names = ([given.pop(label)] if label in given else [] for label in ("Другие карты", "Другая карта"))
    record = read_record("\n".join(f"{label}: {value}" for label, value in given.items())) if given else None
    return make_subject(
        text, rules=rules.split("; ") if rules is not None else None, record=record, others=others, names=names
    )


def make_case_subject(case: Case, text: str) -> Subject:
    record = read_record(case.data["record"]) if "record" in case.data else None
    return make_subject(
        text,
        rules=case.data.get("rules"),
        additional=case.data.get("additional"),
        icons=read_icons(case.data.get("icons", [])),
        record=record,
        others=case.data.get("others", []),
        names=case.data.get("names", []),
    )


def check_case(case: Case) -> tuple[str, list[tuple[int, int]], list[Finding]]:
    text, spans = read_marked(case.data.get("text", ""))
    return text, spans, list(check_card(make_case_subject(case, text), [CHECKS[case.code]]))


@pytest.mark.parametrize("case", [c for c in ALL_CASES if c.bad], ids=lambda case: case.place)
def test_marked_faults_are_found(case: Case) -> None:
    text, spans, findings = check_case(case)
    if field := case.data.get("field"):
        assert [(f.field, f.start, f.quote) for f in findings] == [(field, None, None)]
    else:
        assert [(f.start, f.end) for f in findings] == spans
        assert all(text[f.start : f.end] == f.quote for f in findings)
    for finding in findings:
        assert finding.code == case.code
        assert finding.kind is CHECKS[case.code].kind
        assert finding.severity.value == case.data.get("severity", CHECKS[case.code].severity.value)
        assert case.data.get("message", "") in finding.message
        assert finding.fix is None or not case.data.get("nofix")
        assert finding.fix is not None or finding.candidates or not case.data.get("nofix")
    if "fix" in case.data:
        expected = case.data["fix"] if isinstance(case.data["fix"], list) else [case.data["fix"]]
        assert [f.fix for f in findings] == expected


@pytest.mark.parametrize("case", [c for c in ALL_CASES if not c.bad], ids=lambda case: case.place)
def test_right_texts_stay_silent(case: Case) -> None:
    assert [finding.message for finding in check_case(case)[2]] == []


@pytest.mark.parametrize("case", [c for c in ALL_CASES if c.bad and "text" in c.data], ids=lambda case: case.place)
def test_a_safe_fix_removes_its_finding_and_makes_no_new_one(case: Case) -> None:
    check = CHECKS[case.code]
    text, _, findings = check_case(case)
    if not check.safe_fix:
        return
    before = check_card(make_case_subject(case, text), select(["T", "L"]))
    for finding in reversed(findings):
        if finding.fix is not None and finding.start is not None:
            text = text[: finding.start] + finding.fix + text[finding.end :]
    left = check_card(make_case_subject(case, text), select(["T", "L"]))
    assert [f.quote for f in left if f.code == case.code and f.fix is not None] == []
    assert Counter(f.code for f in left) - Counter(f.code for f in before) == Counter()


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_every_check_explains_itself(check: Check) -> None:
    for part in (check.title, check.why, check.bad, check.good):
        assert part.strip()
    assert re.search("[а-яё]", check.title)
    assert re.search("[а-яё]", check.why)
    assert (type(check).__doc__ or "").strip()
    assert isinstance(check.kind, FindingKind)
    assert isinstance(check.severity, Severity)


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_the_bad_example_fires_and_the_good_one_does_not(check: Check) -> None:
    assert check_card(read_example(check.bad), [check])
    assert check_card(read_example(check.good), [check]) == ()


@pytest.mark.parametrize("code", CHECKS)
def test_every_check_has_bad_and_good_cases(code: str) -> None:
    assert {case.bad for case in ALL_CASES if case.code == code} == {True, False}


class WalkedThroughError(AssertionError):
    """A check went through all that a run knows: with twice the cards every card would cost twice as much."""


class ClosedSet(frozenset[Any]):
    def __iter__(self) -> Iterator[Any]:
        raise WalkedThroughError


class ClosedMapping(dict[Any, Any]):
    def __iter__(self) -> Iterator[Any]:
        raise WalkedThroughError

    keys = values = items = __iter__  # type: ignore[assignment]


def close(corpus: Corpus) -> Corpus:
    """Return the corpus with all that grows with the cards closed to whoever would go through it."""
    growing = {field.name: getattr(corpus, field.name) for field in fields(corpus)}
    return Corpus(**{
        name: ClosedSet(value) if isinstance(value, frozenset) else
        ClosedMapping(value) if isinstance(value, Mapping) else value
        for name, value in growing.items()
    })  # fmt: skip


@pytest.mark.parametrize("case", ALL_CASES, ids=lambda case: case.place)
def test_no_check_goes_through_all_names_words_or_classes_of_a_run(case: Case) -> None:
    """What is gathered once a run may: the first card that asks."""
    text, _ = read_marked(case.data.get("text", ""))
    subject = make_case_subject(case, text)
    first = check_card(subject)
    assert check_card(replace(subject, corpus=close(subject.corpus))) == first


@pytest.mark.parametrize("field", ["names", "forms"])
def test_a_check_that_goes_through_all_names_or_words_would_be_seen(field: str) -> None:
    closed = close(learn([TextCard("проба-1", "Ранить орка.", name="Гном")]))
    with pytest.raises(WalkedThroughError):
        list(getattr(closed, field))


def test_every_case_file_belongs_to_a_check() -> None:
    assert {path.stem for path in CASES.glob("*.toml")} == set(CHECKS)


def test_each_check_stands_alone_in_the_file_of_its_code() -> None:
    modules = {code: type(check).__module__.rpartition(".")[2] for code, check in CHECKS.items()}
    assert all(module.startswith(f"{code.lower()}_") for code, module in modules.items())
    assert list(CHECKS) == sorted(CHECKS)


def make_check(wanted: str) -> type[Check]:
    class Probe(Check):
        code = wanted
        kind = FindingKind.OTHER
        severity = Severity.INFO
        title = why = bad = good = "проба"

        def check(self, subject: Subject) -> Iterator[Finding]:
            yield self.find(subject.card.text, 0, 1, "начало")
            raise KeyError("нет такого")

    return Probe


@pytest.mark.parametrize("code", ["T104", "t999", "T1", "Т999"])
def test_a_taken_or_malformed_code_is_refused(code: str) -> None:
    before = dict(CHECKS)
    with pytest.raises(ValueError, match=code):
        register(make_check(code))
    assert dict(CHECKS) == before


def test_a_crashing_check_becomes_a_finding_and_the_rest_runs() -> None:
    findings = check_card(make_subject("{tap} : Рывок."), [make_check("Z999")(), CHECKS["T104"]])
    assert [f.code for f in findings] == [CRASH_CODE, "T104", "Z999"]
    assert findings[0].severity is Severity.WARNING
    assert "Z999" in findings[0].message
    assert "KeyError" in findings[0].message
    assert CRASH_CODE not in CHECKS


def test_findings_come_by_field_place_and_code() -> None:
    subject = make_subject(" {tap} : На З\u0001.", icons=(PrintedIcon(None, 1),))
    findings = check_card(subject)
    assert [(f.field, f.start, f.code) for f in findings] == [
        ("icons", None, "I101"),
        ("text", 0, "T103"),
        ("text", 1, "T104"),
        ("text", 12, "L101"),
        ("text", 13, "T109"),
    ]


def test_select_by_code_and_prefix() -> None:
    assert {check.code[0] for check in select(["T", "L1"])} == {"T", "L"}
    assert [check.code for check in select(["T104", "т105"])] == ["T104", "T105"]
    assert [check.code for check in select(["L"], ["L102"])] == ["L101", "L103"]
    assert select() == tuple(CHECKS.values())
    assert select(ignore=["T"]) == tuple(check for code, check in CHECKS.items() if code[0] != "T")


@pytest.mark.parametrize(("prefix", "nearest"), [("T1O4", "T104"), ("L9", "L"), ("", ""), ("L1O1", "L101")])
def test_an_unknown_code_names_the_nearest(prefix: str, nearest: str) -> None:
    with pytest.raises(UsageError) as error:
        select([prefix])
    assert nearest in error.value.hint
    assert f"«{prefix}»" in error.value.line()


def test_the_documented_catalogue_is_the_one_in_force() -> None:
    """docs/checks.md is what render_catalogue() returns: write it anew when a check changes."""
    assert (ROOT / "docs" / "checks.md").read_text(encoding="utf-8") == render_catalogue()
    assert all(f"### {code}\n" in render_catalogue() for code in CHECKS)


def test_a_page_that_lists_what_the_linker_finds_is_in_order() -> None:
    rules = ("Выстрел", "Дальность Х", "Строй", "Рывок")
    card = TextCard("проба-1", "{tap}: Выстрел на 3, дальность 6. Строй: рывок.", rules=rules)

    def codes(card: TextCard) -> list[tuple[str, str | None]]:
        links = tuple(link(card.text, glossary(), card))
        subject = Subject(card, links, tuple(icon_terms(card, glossary())), (), glossary())
        return [(finding.code, finding.term) for finding in check_card(subject, select(["P"]))]

    assert codes(card) == []
    assert codes(replace(card, rules=(*rules, "Вампиризм"))) == [("P101", "Вампиризм")]
    assert codes(replace(card, rules=rules[1:])) == [("P102", "Выстрел")]


def test_findings_without_a_span_name_a_known_field() -> None:
    fields = {f.field for case in ALL_CASES if case.bad for f in check_case(case)[2]}
    assert fields - {"rules"} <= set(BY_NAME)


@settings(max_examples=100, deadline=None)
@given(
    st.text(alphabet=st.sampled_from('абвЗзXХxcO01+-–.,:;()«»"{}? \u00a0\n\t\u0001tap') | st.characters(), max_size=60)
)
def test_any_text_is_checked_with_spans_that_fit(text: str) -> None:
    for finding in check_card(make_subject(text, rules=["Внезапное действие"])):
        assert finding.code != CRASH_CODE, finding.message
        if finding.start is not None:
            assert text[finding.start : finding.end] == finding.quote
        assert finding.confidence is None or 0 <= finding.confidence <= 1
        assert all(0 < candidate.confidence <= 1 for candidate in finding.candidates)
        confidences = [candidate.confidence for candidate in finding.candidates]
        assert confidences == sorted(confidences, reverse=True)


def test_the_page_with_three_lost_icons(seeds: Path) -> None:
    """«Ложные боги 88» lost a cost, a noun and a cost, and has a letter for a digit."""
    pages = (path.read_text(encoding="utf-8") for path in sorted(seeds.glob("*.txt")))
    page = next(page for page in pages if page.startswith("Выпуск\tЛожные боги 88"))
    text = page.partition("\nТекст\t")[2].partition("\n")[0]
    for shown in (text, mark_gaps(text)):
        findings = check_card(make_subject(shown), select(["I101", "L101"]))
        assert [finding.fix for finding in findings] == ["{tap}", "{move}", "{tap}", "3"]


def test_real_texts_give_few_alarms_and_known_faults_are_found(shared: Path) -> None:
    data = shared / "data"
    cards = score_findings.load_cards(data)
    corpus = learn(cards.values())
    score = score_findings.score_findings(
        cards,
        score_findings.load_defects(data),
        score_findings.load_clean(data),
        lambda card: score_findings.check_text(card, glossary(), corpus),
    )
    floors = load_floors("findings")
    assert score.alarms_per_100 <= floors["alarms_per_100"]
    assert score.recall >= floors["recall"]
    assert score.fixes_equal >= floors["fixes_equal"] * score.fixes_given
    for kind in ("mixed_script", "homoglyph_digit", "unknown_token"):
        assert score.found[kind] == score.total[kind], kind
