"""One text and what the checks say of it -> the text with its fixes in, step by step, and what was left alone.

Pure: the checks come as a function of a text. Fixes of one round never overlap; after each round the text is
checked anew, until nothing that may be fixed is left. A fix that would bring a new alarm is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pipeline.catalogue import SAFE_CODES
from schema.results import Finding
from schema.vocabulary import Severity

# A fix of a safe check is made without a look when the check is this sure of it; a check that gives no
# confidence has no doubt.
SAFE_FLOOR = 0.9
# With --unsafe every fix is made that is more likely right than wrong by so much.
UNSAFE_FLOOR = 0.7
# Each round mends at least one place; more rounds than this means that two checks undo each other.
MAX_ROUNDS = 20
TEXT = "text"

CheckText = Callable[[str], Sequence[Finding]]


@dataclass(frozen=True, slots=True)
class FixPolicy:
    """Which fixes may be made: those of `codes`, without `unsafe` the safe ones alone."""

    codes: frozenset[str]
    unsafe: bool = False

    def allows(self, finding: Finding) -> bool:
        """Say whether the finding has a fix of its text's span that may be made."""
        if finding.field != TEXT or finding.start is None or finding.fix is None or finding.fix == finding.quote:
            return False
        confidence = 1.0 if finding.confidence is None else finding.confidence
        safe = finding.code in SAFE_CODES and confidence >= SAFE_FLOOR
        return finding.code in self.codes and (safe or (self.unsafe and _stated(finding) >= UNSAFE_FLOOR))


def _stated(finding: Finding) -> float:
    """Return the confidence that the finding states; one that states none is only as good as its check is safe."""
    return float(finding.code in SAFE_CODES) if finding.confidence is None else finding.confidence


@dataclass(frozen=True, slots=True)
class FixStep:
    """One fix: `before[start:end]` became `new`; the next step's `before` is this one's `after`."""

    finding: Finding
    before: str
    start: int
    end: int
    new: str

    @property
    def after(self) -> str:
        """The text with the fix in."""
        return self.before[: self.start] + self.new + self.before[self.end :]


@dataclass(frozen=True, slots=True)
class FixedText:
    """A text after fixing: its steps in order, the findings that are left, and the fixes that were refused.

    A refused fix would bring a new alarm into the text as it is after the others; its finding stands there.
    """

    before: str
    after: str
    steps: tuple[FixStep, ...]
    left: tuple[Finding, ...]
    refused: tuple[Finding, ...] = ()


def fix_text(text: str, check: CheckText, policy: FixPolicy) -> FixedText:
    """Return `text` with all fixes in that `policy` allows and that bring no new alarm.

    What was refused is tried again in the text that the others made, until nothing changes: fixing twice is once.
    """
    steps: list[FixStep] = []
    current, seen, found = text, {text}, tuple(check(text))
    for _ in range(MAX_ROUNDS):
        fixed = _fix_once(current, found, check, policy)
        if fixed.after in seen:
            break
        steps += fixed.steps
        current, found = fixed.after, fixed.left
        seen.add(current)
    return FixedText(text, current, tuple(steps), fixed.left, fixed.refused)


def _fix_once(text: str, found: tuple[Finding, ...], check: CheckText, policy: FixPolicy) -> FixedText:
    """Try all fixes together first: one fix may uncover a fault that another mends. `found` is what `text` has.

    Where that brings an alarm, or does not come to an end, they are tried one by one, the surest first.
    """
    steps, left = _fix_together(text, found, check, policy)
    if any(policy.allows(finding) for finding in left) or find_new_alarms(found, left, steps):
        return _fix_singly(text, found, check, policy)
    return FixedText(text, steps[-1].after if steps else text, tuple(steps), left)


def _fix_together(
    text: str, found: tuple[Finding, ...], check: CheckText, policy: FixPolicy
) -> tuple[list[FixStep], tuple[Finding, ...]]:
    steps: list[FixStep] = []
    seen = {text}
    for _ in range(MAX_ROUNDS):
        chosen = choose_fixes(finding for finding in found if policy.allows(finding))
        if not chosen:
            break
        steps += apply_fixes(text, chosen)
        text = steps[-1].after
        found = tuple(check(text))
        if text in seen:
            break
        seen.add(text)
    return steps, found


def _fix_singly(text: str, first: tuple[Finding, ...], check: CheckText, policy: FixPolicy) -> FixedText:
    steps: list[FixStep] = []
    refused: dict[tuple[str, str | None, str | None], Finding] = {}
    current, found, seen = text, first, {text}
    for _ in range(MAX_ROUNDS + len(first)):
        allowed = sorted(filter(policy.allows, found), key=_surest_first)
        finding = next((finding for finding in allowed if _identity(finding) not in refused), None)
        if finding is None:
            break
        (step,) = apply_fixes(current, [finding])
        after = tuple(check(step.after))
        if step.after in seen or find_new_alarms(found, after, [step]):
            refused[_identity(finding)] = finding
            continue
        steps.append(step)
        current, found = step.after, after
        seen.add(current)
    return FixedText(text, current, tuple(steps), found, tuple(refused.values()))


def choose_fixes(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings whose spans neither overlap nor touch, in the order of the text; the surer one stays."""
    chosen: list[Finding] = []
    for finding in sorted(findings, key=_surest_first):
        start, end = _span(finding)
        if all(end < other_start or other_end < start for other_start, other_end in map(_span, chosen)):
            chosen.append(finding)
    return sorted(chosen, key=_span)


def apply_fixes(text: str, findings: Sequence[Finding]) -> list[FixStep]:
    """Return the steps that make the fixes of `findings`, which stand apart and in the order of the text."""
    steps: list[FixStep] = []
    shift = 0
    for finding in findings:
        start, end = _span(finding)
        new = finding.fix or ""
        steps.append(FixStep(finding, text, start + shift, end + shift, new))
        text = steps[-1].after
        shift += len(new) - (end - start)
    return steps


def find_new_alarms(before: Sequence[Finding], after: Sequence[Finding], steps: Sequence[FixStep]) -> list[Finding]:
    """Return the alarms of `after` that are none of `before` once `steps` have moved those.

    An alarm is an old one when it has the code and the field of one that was not mended, and stands there too.
    """
    mended = {id(step.finding) for step in steps}
    old = [finding for finding in before if id(finding) not in mended]
    new: list[Finding] = []
    for finding in after:
        if finding.severity is Severity.INFO:
            continue
        same = next((other for other in old if _is_moved(other, finding, steps)), None)
        if same is None:
            new.append(finding)
        else:
            old.remove(same)
    return new


def _is_moved(old: Finding, new: Finding, steps: Sequence[FixStep]) -> bool:
    if (old.code, old.field) != (new.code, new.field):
        return False
    if old.start is None or old.end is None or new.start is None or new.end is None:
        return old.start is new.start and old.term == new.term
    start, end = old.start, old.end
    for step in steps:
        start, end = _moved(start, step), _moved(end, step)
    return start <= new.end and new.start <= end


def _moved(place: int, step: FixStep) -> int:
    if place <= step.start:
        return place
    return max(step.start, place + len(step.new) - (step.end - step.start))


def _span(finding: Finding) -> tuple[int, int]:
    """Return the span of a finding that has one; only those are ever chosen."""
    if finding.start is None or finding.end is None:
        raise ValueError(f"{finding.code} has no span")
    return finding.start, finding.end


def _surest_first(finding: Finding) -> tuple[float, int, int, str]:
    start, end = _span(finding)
    return -(1.0 if finding.confidence is None else finding.confidence), start, end, finding.code


def _identity(finding: Finding) -> tuple[str, str | None, str | None]:
    return finding.code, finding.quote, finding.fix
