"""Checks of typography and letters: their fixes, the habits of releases, what is never a fault, and the gold.

The cases themselves (cases/T*.toml, cases/L*.toml) are run by test_checks; here every fix is put in and the
text is checked again, by all checks of the catalogue.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bench import score_findings
from pipeline.fixes import SAFE_FLOOR
from rules_engine.checks import CHECKS, Subject, check_card, select
from rules_engine.corpus import EMPTY, Corpus, learn
from rules_links.glossary import Glossary, load_bundled
from rules_links.linker import icon_terms, link
from schema.results import Finding, TextCard
from schema.vocabulary import Severity

CASES = Path(__file__).parent / "cases"
MARKS = re.compile("[⟦⟧]")
# Glued words (T101) are told by the dictionary, not by the marks of a text.
TYPOGRAPHY = select(["T", "L"], ["T101"])
CODES = frozenset(check.code for check in TYPOGRAPHY)
# Fixing once may bring to light what the fault hid; more rounds than this would be two checks undoing each other.
ROUNDS = 6
KINDS = ("missing_space", "extra_space", "space_before_punct", "missing_stop", "bad_case", "unbalanced")


@cache
def glossary() -> Glossary:
    return load_bundled()


def check(card: TextCard, corpus: Corpus = EMPTY) -> tuple[Finding, ...]:
    """Return what all checks find, the text read as the build reads it."""
    return score_findings.check_text(card, glossary(), corpus)


def check_typography(card: TextCard, corpus: Corpus = EMPTY) -> list[Finding]:
    """Return what these checks find; none of them asks what the parser read."""
    links, icons = tuple(link(card.text, glossary(), card)), tuple(icon_terms(card, glossary()))
    return list(check_card(Subject(card, links, icons, (), glossary(), corpus=corpus), TYPOGRAPHY))


def is_sure(finding: Finding) -> bool:
    """Say whether `berserk check --fix` would put the fix in without being asked."""
    return finding.fix is not None and (finding.confidence is None or finding.confidence >= SAFE_FLOOR)


def apply(text: str, finding: Finding) -> str:
    return text[: finding.start] + (finding.fix or "") + text[finding.end :]


def fix_all(card: TextCard, corpus: Corpus) -> TextCard:
    """Put the fixes of typography in, the last of the text first, until none is left."""
    for _ in range(ROUNDS):
        findings = [f for f in check_typography(card, corpus) if f.fix is not None]
        if not findings:
            return card
        text, edge = card.text, len(card.text) + 1
        for finding in sorted(findings, key=lambda f: (f.end or 0, f.start or 0), reverse=True):
            if (finding.end or 0) < edge:
                text, edge = apply(text, finding), finding.start or 0
        card = replace(card, text=text)
    raise AssertionError(f"no end of fixes: {card.text!r}")


def load_cases() -> dict[str, tuple[TextCard, Corpus]]:
    """Return (card, corpus) by file and number for each case of these families."""
    cases: dict[str, tuple[TextCard, Corpus]] = {}
    for path in sorted(CASES.glob("[TL]*.toml")):
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        for kind in ("bad", "good"):
            for number, data in enumerate(tables.get(kind, []), 1):
                card = TextCard("проба-1", MARKS.sub("", data["text"]))
                others = [TextCard(f"проба-{n}", text) for n, text in enumerate(data.get("others", []), 2)]
                others += [TextCard(f"проба-{n}", "", name=name) for n, name in enumerate(data.get("names", []), 100)]
                if others:
                    card = replace(card, release="проба")
                corpus = learn([card, *(replace(other, release="проба") for other in others)]) if others else EMPTY
                cases[f"{path.name}:{kind}{number}"] = card, corpus
    return cases


ALL_CASES = load_cases()


@pytest.mark.parametrize(("card", "corpus"), ALL_CASES.values(), ids=ALL_CASES)
def test_each_fix_removes_its_finding_and_makes_no_new_one(card: TextCard, corpus: Corpus) -> None:
    before = Counter(finding.code for finding in check(card, corpus))
    for finding in check_typography(card, corpus):
        if finding.fix is None:
            continue
        after = Counter(f.code for f in check(replace(card, text=apply(card.text, finding)), corpus))
        assert after[finding.code] < before[finding.code], finding.message
        assert after - before == Counter(), finding.message


@pytest.mark.parametrize(("card", "corpus"), ALL_CASES.values(), ids=ALL_CASES)
def test_fixing_twice_changes_nothing(card: TextCard, corpus: Corpus) -> None:
    once = fix_all(card, corpus)
    assert [f for f in check_typography(once, corpus) if f.fix is not None] == []
    assert fix_all(once, corpus) == once


@pytest.fixture(scope="module")
def real(shared: Path) -> tuple[dict[str, TextCard], Corpus]:
    cards = score_findings.load_cards(shared / "data")
    return cards, learn(cards.values())


def test_fixes_of_real_texts_make_no_new_finding(real: tuple[dict[str, TextCard], Corpus]) -> None:
    cards, corpus = real
    for card in cards.values():
        fixes = [f for f in check_typography(card, corpus) if f.fix is not None]
        before = Counter(finding.code for finding in check(card, corpus)) if fixes else Counter()
        for finding in fixes:
            after = Counter(f.code for f in check(replace(card, text=apply(card.text, finding)), corpus))
            assert after[finding.code] < before[finding.code], (card.id, finding.message)
            assert after - before == Counter(), (card.id, finding.message)


def test_real_texts_are_fixed_once_and_for_all(real: tuple[dict[str, TextCard], Corpus]) -> None:
    cards, corpus = real
    for card in cards.values():
        once = fix_all(card, corpus)
        assert once == card or fix_all(once, corpus) == once, card.id


def test_safe_fixes_leave_clean_cards_alone(real: tuple[dict[str, TextCard], Corpus], shared: Path) -> None:
    cards, corpus = real
    for name in score_findings.load_clean(shared / "data"):
        sure = [f.message for f in check_typography(cards[name], corpus) if CHECKS[f.code].safe_fix and is_sure(f)]
        assert sure == [], name


def test_known_faults_of_these_kinds_are_all_found(real: tuple[dict[str, TextCard], Corpus], shared: Path) -> None:
    cards, corpus = real
    defects = [defect for defect in score_findings.load_defects(shared / "data") if defect.kind in KINDS]
    clean = score_findings.load_clean(shared / "data")
    score = score_findings.score_findings(
        cards, defects, clean, lambda card: tuple(f for f in check(card, corpus) if f.code in CODES | {"T101", "N103"})
    )
    assert [(defect.card, defect.kind) for defect in score.missed] == []
    assert [alarm for alarm in score.alarms if alarm.finding.code in CODES] == []
    assert score.fixes_equal >= 0.95 * score.fixes_given


@pytest.mark.parametrize(
    "text",
    [
        # Printed so: a blank before the stop behind an icon, no stop behind a bracket, strikes that do not rise.
        "{tap}: Получает {counter} . Имеет {ova} 1, {armor} , {move} .",
        "{tap}: Разряд на 2-1-1. Метание на 3-4-3 или 2-3-0. {armor} 0, {armor} 7, {regen} 5.",
        "Строй: имеет рывок. Концентрация: Получить фишку. На глубине: {direct}.",
        "Благословление и благословение. Отбить −1 и -1 от атак, дальность X-1.",
        "При ударе — метание «кочерги» на 1, дальность 4 (2 раза за ход).",
        "{tap}: Воздействие «капкан» - ранить гнома на Х, где Х — его {move}.",
        "Получает «{tap}: Выстрел на 2-3-3.» Имеет {armor}2, 2{counter}{tap}: Рывок. «Рывок».",
        "Гном может открыться, не закрываясь при этом. {instant}{tap}, изгнать карту: Рывок.",
        "{second}: {ovz} 1. {first}: Начинает бой с {counter}. Х {token} {tap}: Прыжок, дальность Х.",
        "Орк-лучник, кто-то, 1-й и 2-м ряду, средний-слабый. «Стой!», — т.е. стой… Кто там?!",
        "Закрыть существо стоимостью 3+Х или менее; в 3-м ряду ранить карту(ы) на 7,5.",
        "",
        "   ",
    ],
)
def test_what_is_printed_so_gives_no_alarm(text: str) -> None:
    for release, corpus in ((None, EMPTY), ("проба", EMPTY), ("проба", learn([TextCard("п", text, release="проба")]))):
        findings = check_typography(TextCard("проба-1", text, release=release), corpus)
        alarms = [f.message for f in findings if f.severity is not Severity.INFO and f.code != "T103"]
        assert alarms == []


def test_a_release_is_held_to_its_own_habits() -> None:
    early = [
        TextCard(str(n), "Получает {counter} . Рывок (1 раз за ход) При ударе рывок.", release="10") for n in range(9)
    ]
    late = [
        TextCard(str(n), "Получает {counter}. Рывок (1 раз за ход). При ударе рывок.", release="60") for n in range(9)
    ]
    corpus = learn(early + late)
    codes = {
        (card.release, release): {f.code for f in check_typography(replace(card, release=release), corpus)}
        for card in (early[0], late[0])
        for release in ("10", "60")
    }
    assert codes == {("10", "10"): set(), ("60", "60"): set(), ("10", "60"): {"T111", "T112"}, ("60", "10"): set()}
