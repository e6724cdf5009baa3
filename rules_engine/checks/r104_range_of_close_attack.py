"""R104: a range on an attack that has none."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.keyword_facts import load_facts
from schema.fold import fold
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity


@register
class RangeOfCloseAttack(Check):
    """A close attack, a strike across a row or a finishing blow cannot have a range."""

    code = "R104"
    kind = FindingKind.RULE_CONFLICT
    severity = Severity.WARNING
    title = "Дальность у того, что её не имеет"
    why = (
        "Ближние атаки бьют вплотную, удар через ряд — ровно через клетку: дальность попала сюда от другой "
        "особенности, или название атаки не то. Список таких атак — в keyword_facts.toml."
    )
    bad = "{tap}: Особый удар на 3, дальность 2."
    good = "{tap}: Разряд на 3, дальность 2."
    follows = "термины «Дальность Х», «Ближняя атака», «Удар через ряд», «Добивание Х»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each ability with such an act and a range of its own."""
        for ability in subject.abilities:
            reaching = {action.kind for action in ability.actions if action.range is not None}
            for entry in load_facts().rangeless if reaching else ():
                if entry.action in reaching and (not entry.word or entry.word in fold(ability.text)):
                    message = f"Дальности здесь не бывает: {entry.because} (термин «{entry.term}»)"
                    yield self.find(subject.card.text, ability.start, ability.end, message)
