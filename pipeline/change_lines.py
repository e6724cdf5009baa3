"""Changes as Russian lines, one a change, for the summary of a build and for `berserk changes`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from schema.changes import Change, ChangeKind
from schema.fields import BY_NAME, FieldType
from schema.vocabulary import CardType, Element, Labelled, Rarity, Subtype, Tier

NO_VALUE = "—"
MAX_SHOWN = 60
CONTEXT = 15
_MARKS = {"added": "+", "removed": "−", "changed": "~"}
_SUBJECTS = {"release": "выпусков", "card": "карт", "term": "терминов"}
_DEEDS = {"added": "добавлено", "removed": "пропало", "changed": "изменено"}
_CODES: dict[str, type[Labelled]] = {
    "element": Element,
    "rarity": Rarity,
    "card_type": CardType,
    "subtype": Subtype,
    "tier": Tier,
}
_OTHER_LABELS = {
    "cost_text": "Стоимость словами",
    "questions": "Вопросы",
    "headword": "Заголовок",
    "tier": "Уровень",
    "kind": "Вид",
    "definition": "Определение",
    "rules_version": "Версия правил",
    "icon": "Иконка",
    "code": "Номер выпуска",
}


def render_counts(changes: Sequence[Change]) -> str:
    """Return how many releases, cards and terms were added, removed and changed: «карт добавлено 2, изменено 1»."""
    subjects: dict[str, list[str]] = {}
    counts = Counter(kind for kind, _ in dict.fromkeys((change.kind, change.key) for change in changes))
    for kind in ChangeKind:
        if counts[kind]:
            subjects.setdefault(kind.subject, []).append(f"{_DEEDS[kind.deed]} {counts[kind]}")
    return "; ".join(f"{_SUBJECTS[subject]} {', '.join(parts)}" for subject, parts in subjects.items())


def render_changes(changes: Sequence[Change], limit: int | None = None) -> list[str]:
    """Return a line a change, at most `limit` of them and a line that says how many are left."""
    lines = [_line(change) for change in changes[:limit]]
    hidden = len(changes) - len(lines)
    return [*lines, f"  … и ещё {hidden}: berserk changes"] if hidden else lines


def _line(change: Change) -> str:
    kind = change.kind
    line = f"  {_MARKS[kind.deed]} {kind.label}: {change.title}"
    return line if change.field is None else f"{line}: {render_change(change)}"


def render_change(change: Change) -> str:
    """Return what differs: «Стоимость: 3 → 4»; the title of what was added or is gone."""
    if change.field is None:
        return change.title
    old, new = (_shown(change.field, value) for value in (change.old, change.new))
    return f"{_label(change)}: {' → '.join(_shorten(old, new))}"


def _label(change: Change) -> str:
    """Return the Russian name of the field; a release's name and an unknown field stand as they are called."""
    field = BY_NAME.get(change.field or "")
    return field.label if field else _OTHER_LABELS.get(change.field or "", change.field or "")


def _shown(field: str, value: str | None) -> str:
    if value is None:
        return NO_VALUE
    if field in _CODES:
        member = _CODES[field].read(value)
        return member.label if member else value
    known = BY_NAME.get(field)
    if known is not None and known.type is FieldType.FLAG:
        return {"1": "да", "0": "нет"}.get(value, value)
    return value.replace("\n", " / ")


def _shorten(old: str, new: str) -> tuple[str, str]:
    """Cut long values to where they begin to differ, so that the difference is what a reader sees."""
    first = 0
    if max(len(old), len(new)) > MAX_SHOWN:
        pairs = enumerate(zip(old, new, strict=False))
        differs = next((place for place, (one, other) in pairs if one != other), min(len(old), len(new)))
        first = max(0, differs - CONTEXT)
    return _cut(old, first), _cut(new, first)


def _cut(text: str, first: int) -> str:
    shown = text[first : first + MAX_SHOWN]
    return ("…" if first else "") + shown + ("…" if first + MAX_SHOWN < len(text) else "")
