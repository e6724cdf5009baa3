"""K105: an attack behind its cost does not say how many wounds it deals."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_ATTACKS = {
    "выстрел": "Выстрел",
    "метание": "Метание на X (на X-Y-Z)",
    "разряд": "Разряд",
    "особый удар": "Особый удар",
    "магический удар": "Магический удар",
    "{uchr}": "Удар через ряд",
}
_ATTACK = re.compile(r"\}\s?:\s*(?P<name>(?i:выстрел|метание|разряд|особый удар|магический удар)(?!\w)|\{uchr\})")
# Up to here the attack itself is spoken of.
_CLAUSE = re.compile(r"[^.;:(\n]*")
# A letter for a digit is L101's.
_VALUE = re.compile(
    r"[0-9]|\bна\s[ЗзОоOoбЧlI](?!\w)|(?<!\w)[XХ](?!\w)|(?<!\w)(?:равн|величин|половин|сил[оуы]|как\s|полност)",
    re.IGNORECASE,
)


@register
class AttackWithoutValue(Check):
    """«{tap}: Выстрел, дальность 3»: the value of the attack is gone."""

    code = "K105"
    kind = FindingKind.MISSING_NUMBER
    severity = Severity.WARNING
    title = "У атаки нет величины"
    why = "Без величины («на 2» или «на 1-2-2») не посчитать ран; чаще всего число потеряно при наборе."
    bad = "{tap}: Выстрел, дальность 3."
    good = "{tap}: Выстрел на 2, дальность 3."
    follows = "термин «Величина атаки (удара)»"

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each attack behind a cost in whose clause no value stands before the range."""
        text = subject.card.text
        for match in _ATTACK.finditer(text):
            clause = _CLAUSE.match(text, match.end())
            said = re.split(r"дальност|при этом", clause.group() if clause else "", maxsplit=1)[0]
            if not _VALUE.search(said):
                term = _ATTACKS[match["name"].lower()]
                message = f"Нет величины: сколько ран наносит «{match['name']}» (термин «{term}»), сверить с картой"
                yield self.find(text, match.start("name"), match.end("name"), message)
