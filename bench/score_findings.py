"""How many known faults the checks find, and how often they shout at a clean card.

The gold files and their guide lie beside the repository (../shared/data); nothing of them is copied here.
A finding hits a fault when it is about the text and the spans overlap; an alarm is a finding of severity error
or warning on a clean card. A fault of another field (artist, life, name, icons) is hit by any finding about that
field of the card, as `berserk explain --batch` gives it. Run: `python -m bench.score_findings [--all]`.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.goals import load_floors, report
from pipeline.batch import explain_lines
from rules_engine.checks import Subject, check_card
from rules_engine.corpus import Corpus, learn
from rules_engine.parser import parse
from rules_links.glossary import Glossary, load_bundled
from rules_links.linker import icon_terms, link
from schema.results import Finding, TextCard
from schema.vocabulary import Severity

ROOT = Path(__file__).parent.parent
DATA = ROOT.parent / "shared" / "data"

CARDS, DEFECTS, CLEAN = "nxt_sets_10_40.json", "gold_defects_10_40.jsonl", "gold_clean_10_40.txt"
ALARMING = (Severity.ERROR, Severity.WARNING)
# Fields of the gold beside the text -> the names that findings give them.
OTHER_FIELDS: Mapping[str, str] = {"art": "artists", "life": "life", "name": "name", "icons": "icons"}


@dataclass(frozen=True, slots=True)
class Defect:
    """One fault of the gold: `text[start:end]` of the card should read `fix`."""

    card: str
    kind: str
    start: int
    end: int
    fix: str | None


@dataclass(frozen=True, slots=True)
class FieldScore:
    """Faults of fields beside the text: found and all by field, missed ones as (card, field), alarms of clean cards."""

    found: Mapping[str, int]
    total: Mapping[str, int]
    missed: tuple[tuple[str, str], ...]
    alarms: tuple[Alarm, ...]

    @property
    def recall(self) -> float:
        """The share of faults that a finding about their field hits, 0 to 1."""
        return sum(self.found.values()) / max(1, sum(self.total.values()))


@dataclass(frozen=True, slots=True)
class Alarm:
    """A finding on a clean card."""

    card: str
    finding: Finding


@dataclass(frozen=True, slots=True)
class Score:
    """The figures of one run: faults found and all faults by kind, fixes equal to the gold's, alarms."""

    found: Mapping[str, int]
    total: Mapping[str, int]
    fixes_equal: int
    fixes_given: int
    alarms: tuple[Alarm, ...]
    clean_cards: int
    missed: tuple[Defect, ...]

    @property
    def recall(self) -> float:
        """The share of faults that a finding hits, 0 to 1."""
        return sum(self.found.values()) / max(1, sum(self.total.values()))

    @property
    def alarms_per_100(self) -> float:
        """Alarms per 100 clean cards."""
        return 100 * len(self.alarms) / max(1, self.clean_cards)


def load_cards(data: Path = DATA) -> dict[str, TextCard]:
    """Return the cards of the community set by id, with text, name and release alone."""
    records = json.loads((data / CARDS).read_text(encoding="utf-8"))
    return {
        record["id"]: TextCard(record["id"], record["text"], name=record["name"], release=str(record["set_id"]))
        for record in records
    }


def load_defects(data: Path = DATA) -> list[Defect]:
    """Return the faults that the guide counts: certain, in the text, not left by removed quotes."""
    lines = (data / DEFECTS).read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    return [
        Defect(record["id"], record["kind"], record["pos"], record["pos"] + len(record["quote"]), record["fix"])
        for record in records
        if record["certain"] and record["field"] == "text" and "removed" not in record.get("note", "")
    ]


def load_field_defects(data: Path = DATA) -> list[tuple[str, str]]:
    """Return the certain faults of the other fields as (card, field of the gold)."""
    records = [json.loads(line) for line in (data / DEFECTS).read_text(encoding="utf-8").splitlines()]
    return [(r["id"], r["field"]) for r in records if r["certain"] and r["field"] in OTHER_FIELDS]


def check_records(data: Path = DATA) -> dict[str, tuple[Finding, ...]]:
    """Return all findings by card id, from whole records, as the batch command gives them."""
    records = json.loads((data / CARDS).read_text(encoding="utf-8"))
    lines = [json.dumps(record, ensure_ascii=False) for record in records]
    return {found.card: found.findings for found in explain_lines(lines, CARDS)}


def score_fields(
    defects: Iterable[tuple[str, str]], clean: Iterable[str], findings: Mapping[str, tuple[Finding, ...]]
) -> FieldScore:
    """Count which faults of other fields a finding of their card is about, and the alarms about such fields."""
    found: Counter[str] = Counter()
    total: Counter[str] = Counter()
    missed = []
    for card, field in defects:
        hit = any(finding.field == OTHER_FIELDS[field] for finding in findings[card])
        total[field] += 1
        found[field] += hit
        if not hit:
            missed.append((card, field))
    alarms = [Alarm(card, f) for card in clean for f in findings[card] if f.field != "text" and f.severity in ALARMING]
    return FieldScore(found, total, tuple(missed), tuple(alarms))


def load_clean(data: Path = DATA) -> list[str]:
    """Return the ids of the cards that are held to be clean."""
    return (data / CLEAN).read_text(encoding="utf-8").split()


def check_text(card: TextCard, glossary: Glossary, corpus: Corpus) -> tuple[Finding, ...]:
    """Return what the checks find in a card's text, read as the build reads it; `corpus` is learnt from all cards."""
    links, icons = tuple(link(card.text, glossary, card)), tuple(icon_terms(card, glossary))
    abilities = parse(card.text, card).abilities
    return check_card(Subject(card, links, icons, abilities, glossary, corpus=corpus))


def score_findings(
    cards: Mapping[str, TextCard],
    defects: Iterable[Defect],
    clean: Iterable[str],
    check: Callable[[TextCard], tuple[Finding, ...]],
) -> Score:
    """Run `check` over the cards that the gold speaks of and count by its guide."""
    defects, clean = list(defects), list(clean)
    wanted = {defect.card for defect in defects} | set(clean)
    findings = {card: [f for f in check(cards[card]) if f.field == "text"] for card in sorted(wanted)}
    found: Counter[str] = Counter()
    missed: list[Defect] = []
    equal = given = 0
    for defect in defects:
        hits = [finding for finding in findings[defect.card] if _overlaps(finding, defect)]
        found[defect.kind] += bool(hits)
        if not hits:
            missed.append(defect)
        if fixed := [_fixed_text(cards[defect.card].text, finding) for finding in hits if finding.fix is not None]:
            given += 1
            equal += _fixed_by_gold(cards[defect.card].text, defect) in fixed
    alarms = [Alarm(card, f) for card in clean for f in findings[card] if f.severity in ALARMING]
    total = Counter(defect.kind for defect in defects)
    return Score(found, total, equal, given, tuple(alarms), len(clean), tuple(missed))


def _overlaps(finding: Finding, defect: Defect) -> bool:
    if finding.start is None or finding.end is None:
        return False
    return finding.start < max(defect.end, defect.start + 1) and max(finding.end, finding.start + 1) > defect.start


def _fixed_text(text: str, finding: Finding) -> str:
    return text[: finding.start] + (finding.fix or "") + text[finding.end :]


def _fixed_by_gold(text: str, defect: Defect) -> str:
    return text[: defect.start] + (defect.fix or "") + text[defect.end :]


def render_score(score: Score, cards: Mapping[str, TextCard], *, everything: bool = False) -> str:
    """Return the figures as text; with `everything` each missed fault and each alarm on a line of its own."""
    lines = [f"{'kind':<20} found of  all"]
    for kind, total in sorted(score.total.items(), key=lambda item: (-item[1], item[0])):
        lines.append(f"{kind:<20} {score.found[kind]:>5} of {total:>4}")
    lines += [
        f"recall               {score.recall:.3f}",
        f"fixes equal to gold  {score.fixes_equal} of {score.fixes_given}",
        f"alarms               {len(score.alarms)} on {score.clean_cards} clean cards, "
        f"{score.alarms_per_100:.1f} per 100",
    ]
    if everything:
        lines += [
            f"missed {defect.card} {defect.kind} {cards[defect.card].text[defect.start : defect.end]!r}"
            for defect in score.missed
        ]
    lines += [f"alarm {alarm.card} {alarm.finding.code} {alarm.finding.message}" for alarm in score.alarms]
    return "\n".join(lines)


def render_fields(score: FieldScore) -> str:
    """Return the second figure as text, each missed fault and each alarm on a line of its own."""
    lines = ["", f"{'other field':<20} found of  all"]
    lines += [f"{field:<20} {score.found[field]:>5} of {total:>4}" for field, total in sorted(score.total.items())]
    lines.append(f"recall               {score.recall:.3f}")
    lines.append(f"alarms               {len(score.alarms)} on clean cards")
    lines += [f"missed {card} {field}" for card, field in score.missed]
    lines += [f"alarm {alarm.card} {alarm.finding.code} {alarm.finding.message}" for alarm in score.alarms]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Print the figures; 1 where one is below its floor, 2 where the gold is absent."""
    if not (DATA / DEFECTS).is_file():
        print(f"no gold files in {DATA}", file=sys.stderr)
        return 2
    cards, glossary = load_cards(), load_bundled()
    corpus = learn(cards.values())
    score = score_findings(cards, load_defects(), load_clean(), lambda card: check_text(card, glossary, corpus))
    print(render_score(score, cards, everything="--all" in arguments))
    fields = score_fields(load_field_defects(), load_clean(), check_records())
    print(render_fields(fields))
    floors = load_floors("findings")
    reached = [
        report("faults of texts found", score.recall, floors["recall"], unit="of 1"),
        report(
            "fixes equal to the gold's",
            score.fixes_equal / max(1, score.fixes_given),
            floors["fixes_equal"],
            unit="of 1",
        ),
        report("faults of other fields found", fields.recall, floors["fields_recall"], unit="of 1"),
        report("alarms on 100 clean cards", score.alarms_per_100, floors["alarms_per_100"], at_most=True, unit="cases"),
    ]
    return int(not all(reached))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
