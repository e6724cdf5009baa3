"""How many known faults the safe fixes remove, and whether they leave clean cards alone.

The gold lies beside the repository (../shared/data). A fault is covered when a check whose fixes are safe finds
it; it is removed when all the letters that the gold changes are changed so. No clean card may change. Run:
`python -m bench.fixes [--all]`.
"""

from __future__ import annotations

import difflib
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bench.goals import load_floors, report
from bench.score_findings import (
    DATA,
    DEFECTS,
    Defect,
    check_text,
    load_cards,
    load_clean,
    load_defects,
)
from pipeline.catalogue import SAFE_CODES
from pipeline.fixes import FixedText, FixPolicy, fix_text
from rules_engine.corpus import learn
from rules_links.glossary import load_bundled
from schema.results import Finding, TextCard

POLICY = FixPolicy(SAFE_CODES)
# `before[start:end]` becomes the text.
Edit = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Mending:
    """Faults that safe checks find and those their fixes remove, by kind; what is wrong with the rest; clean cards.

    `kept` are covered faults that are not what the gold says, `altered` the clean cards that were changed.
    """

    covered: Mapping[str, int]
    removed: Mapping[str, int]
    kept: tuple[tuple[Defect, str], ...]
    altered: tuple[str, ...]
    refused: int

    @property
    def share(self) -> float:
        """The share of covered faults that are removed."""
        return sum(self.removed.values()) / max(1, sum(self.covered.values()))


def score_fixes(
    cards: Mapping[str, TextCard],
    defects: Sequence[Defect],
    clean: Iterable[str],
    check: Callable[[TextCard], Sequence[Finding]],
) -> Mending:
    """Fix the texts of all cards that the gold speaks of and compare them with it."""
    fixed: dict[str, FixedText] = {}
    for key in sorted({defect.card for defect in defects} | set(clean)):
        card = cards[key]
        fixed[key] = fix_text(card.text, lambda text, card=card: check(replace(card, text=text)), POLICY)  # type: ignore[misc]
    covered: Counter[str] = Counter()
    removed: Counter[str] = Counter()
    kept = []
    for defect in defects:
        findings = check(cards[defect.card])
        if not any(finding.code in SAFE_CODES and _touches(finding, defect) for finding in findings):
            continue
        covered[defect.kind] += 1
        one = fixed[defect.card]
        done = is_removed(defect, [other for other in defects if other.card == defect.card], one)
        removed[defect.kind] += done
        if not done:
            kept.append((defect, one.after[max(0, defect.start - 15) : defect.end + 20]))
    altered = tuple(key for key in clean if fixed[key].before != fixed[key].after)
    refused = sum(len(one.refused) for one in fixed.values())
    return Mending(covered, removed, tuple(kept), altered, refused)


def _touches(finding: Finding, defect: Defect) -> bool:
    if finding.field != "text" or finding.start is None or finding.end is None:
        return False
    return finding.start < max(defect.end, defect.start + 1) and max(finding.end, finding.start + 1) > defect.start


def is_removed(defect: Defect, others: Sequence[Defect], fixed: FixedText) -> bool:
    """Say whether the fixed text has what the gold wants of `defect`: by itself, or with the faults it touches.

    « :Слово» holds two faults that one change can mend: only both together can be compared.
    """
    before, ours = fixed.before, find_edits(fixed.before, fixed.after)
    if _edits_of(defect, before) <= ours:
        return True
    cluster = {defect}
    for _ in others:
        cluster |= {other for other in others if any(_meet(other, one) for one in cluster)}
    start, end = min(one.start for one in cluster), max(one.end for one in cluster)
    wanted = set().union(*(_edits_of(one, before) for one in cluster))
    return apply_edits(before, wanted) == apply_edits(before, {e for e in ours if start <= e[0] and e[1] <= end})


def _edits_of(defect: Defect, before: str) -> set[Edit]:
    return find_edits(before, before[: defect.start] + (defect.fix or "") + before[defect.end :])


def _meet(one: Defect, other: Defect) -> bool:
    return one.start <= other.end and other.start <= one.end


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return `text` with the changes made; of two that overlap the earlier one stands."""
    parts, last = [], 0
    for start, end, new in sorted(edits):
        if start >= last:
            parts += [text[last:start], new]
            last = end
    return "".join([*parts, text[last:]])


def find_edits(before: str, after: str) -> set[Edit]:
    """Return the changes that make `after` of `before`, each as far to the left as it can stand.

    Of two blanks that become one it is the same which is taken: so both ways of telling it give the same edit.
    """
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    edits = set()
    for tag, start, end, other_start, other_end in matcher.get_opcodes():
        new = after[other_start:other_end]
        if tag == "insert":
            while start and before[start - 1] == new[-1]:
                new, start, end = new[-1] + new[:-1], start - 1, end - 1
        elif tag == "delete":
            while start and before[start - 1] == before[end - 1]:
                start, end = start - 1, end - 1
        if tag != "equal":
            edits.add((start, end, new))
    return edits


def render_mending(mending: Mending, *, everything: bool = False) -> str:
    """Return the figures as text; with `everything` each covered fault that is not removed on a line of its own."""
    lines = [f"{'kind':<20} removed of covered"]
    for kind, number in sorted(mending.covered.items(), key=lambda item: (-item[1], item[0])):
        lines.append(f"{kind:<20} {mending.removed[kind]:>7} of {number:>7}")
    lines += [
        f"removed              {mending.share:.3f} of {sum(mending.covered.values())}",
        f"clean cards altered  {len(mending.altered)} {' '.join(mending.altered)}".rstrip(),
        f"fixes refused        {mending.refused}",
    ]
    if everything:
        lines += [f"kept {defect.card} {defect.kind} fix {defect.fix!r}: {ours!r}" for defect, ours in mending.kept]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Print the figures; 1 where one is below its floor, 2 where the gold is absent."""
    if not (DATA / DEFECTS).is_file():
        print(f"no gold files in {DATA}", file=sys.stderr)
        return 2
    cards, glossary = load_cards(), load_bundled()
    corpus = learn(cards.values())
    mending = score_fixes(cards, load_defects(), load_clean(), lambda card: check_text(card, glossary, corpus))
    print(render_mending(mending, everything="--all" in arguments))
    floors = load_floors("fixes")
    reached = [
        report("covered faults that safe fixes remove", mending.share, floors["removed"], unit="of 1"),
        report("clean cards changed", len(mending.altered), floors["altered_at_most"], at_most=True, unit="cards"),
    ]
    return int(not all(reached))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
