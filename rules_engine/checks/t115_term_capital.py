"""T115: a word that is no name has a capital within a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules_engine.checks.base import Check, Subject, register
from rules_engine.checks.sentences import GAINING, is_opener
from rules_engine.corpus import Corpus
from schema.fold import fold
from schema.results import Finding
from schema.vocabulary import FindingKind, Severity

_CAPITAL = re.compile(r"(?<=[а-яёА-ЯЁ0-9}] )[А-ЯЁ][а-яё]+(?![\w-])")
_WORD = re.compile(r"(?<![^\W\d_])[^\W\d_]+(?=\s\Z)")
# Behind these what is received may begin with a capital, its quotes lost: «имеет {direct} и При ударе …».
_JOINING = frozenset({"и", "или"})
# Behind these nothing is quoted and no sentence begins.
_PREPOSITIONS = frozenset({
    "при", "после", "от", "без", "до", "к", "на", "с", "со", "из", "для", "по", "за",
})  # fmt: skip
# A word with a capital on so many cards has it by the choice of their writers; one that is small on so many has not.
_WRITTEN_SO, _SMALL = 3, 5


@register
class CapitalInside(Check):
    """A rule term, or a word that the other cards write small, begins with a capital and opens no sentence.

    Behind a preposition it is most likely a slip, elsewhere only a hint.
    """

    code = "T115"
    kind = FindingKind.BAD_CASE
    severity = Severity.WARNING
    title = "Прописная буква внутри предложения"
    why = "Внутри предложения пишут со строчной: прописная показывает название карты или новое предложение."
    bad = "Получает +1 за Добивание."
    good = "Получает +1 за добивание."

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield a finding for each such word, the word with a small letter as its fix."""
        text, corpus = subject.card.text, subject.corpus
        # Of links that begin at one place the longest.
        linked = {link.start: link.quote for link in sorted(subject.links, key=lambda link: len(link.quote))}
        for match in _CAPITAL.finditer(text):
            quote = match.group()
            small = linked.get(match.start(), "").startswith(quote) or _is_small(fold(quote), corpus)
            if not small or is_opener(quote, corpus):
                continue
            before = _WORD.search(text, max(0, match.start() - 40), match.start())
            word = before.group().lower() if before is not None else ""
            if word in _JOINING or GAINING.fullmatch(word) or _is_name(subject, quote):
                continue
            sure = word in _PREPOSITIONS and corpus.capitals.get(fold(quote), 0) < _WRITTEN_SO
            fix = quote.lower()
            yield self.find(
                text, *match.span(), f"Прописная буква внутри предложения: «{quote}», должно быть «{fix}»", fix=fix,
                confidence=0.9 if sure else 0.6, severity=Severity.WARNING if sure else Severity.INFO,
            )  # fmt: skip


def _is_small(form: str, corpus: Corpus) -> bool:
    """Say whether the folded word stands small on many cards."""
    return corpus.forms.get(form, 0) - corpus.capitals.get(form, 0) - corpus.openers.get(form, 0) >= _SMALL


def _is_name(subject: Subject, quote: str) -> bool:
    """Say whether the word belongs to a name, this card's or another's."""
    form = fold(quote)
    return form in subject.corpus.name_words or form in fold(subject.card.name or "").split()
