"""Questions of FAQ sheets and pages to the cards they are about: by release and number, else by name.

A question whose card is not in any source, or could be several, is refused with its raw text, never dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.collect import Collection, SourcedQuestion
from pipeline.faults import UNKNOWN_CARD
from pipeline.merge import MergedCard, question_key
from schema.fold import fold
from schema.records import Question, QuestionRecord
from schema.releases import Releases


def attach_questions(cards: Sequence[MergedCard], collection: Collection, releases: Releases) -> list[MergedCard]:
    """Return `cards` with the questions of `collection` added to those they are about, in their order."""
    if not collection.questions:
        return list(cards)
    directory = _Directory(cards)
    found: dict[str, list[SourcedQuestion]] = {}
    for sourced in collection.questions:
        owners = directory.find(sourced.record, releases)
        if len(owners) == 1:
            found.setdefault(owners[0].id, []).append(sourced)
        else:
            _refuse(sourced, owners, collection)
    return [_with_questions(card, found[card.id]) if card.id in found else card for card in cards]


class _Directory:
    """Cards by folded name, and by release and number."""

    def __init__(self, cards: Sequence[MergedCard]) -> None:
        self._by_name: dict[str, list[MergedCard]] = {}
        self._by_place: dict[tuple[str, int], list[MergedCard]] = {}
        for card in cards:
            self._by_name.setdefault(fold(card.record.name or ""), []).append(card)
            self._by_place.setdefault((card.release.id, card.record.key.number), []).append(card)

    def find(self, question: QuestionRecord, releases: Releases) -> list[MergedCard]:
        """Return the cards that the question may be about; every value it gives must fit."""
        name = fold(question.card or "")
        release = releases.resolve(question.release).id if question.release else None
        if release is not None and question.number is not None:
            found = self._by_place.get((release, question.number), [])
        else:
            found = self._by_name.get(name, []) if name else []
        return [
            card
            for card in found
            if (not name or fold(card.record.name or "") == name)
            and (question.number is None or card.record.key.number == question.number)
            and (release is None or card.release.id == release)
        ]


def _refuse(sourced: SourcedQuestion, owners: Sequence[MergedCard], collection: Collection) -> None:
    question = sourced.record
    named = " ".join(str(part) for part in (question.release, question.number, question.card) if part is not None)
    reason = "таких карт несколько: " + ", ".join(card.id for card in owners) if owners else "такой карты нет"
    problem = UNKNOWN_CARD.at(
        question.line,
        f"Вопрос о карте «{named}» не принят: {reason}",
        raw=f"{named}\n{question.question}\n{question.answer}",
        field="questions",
    )
    collection.refuse(problem, sourced.source_id, sourced.location, sourced.parser)


def _with_questions(card: MergedCard, questions: Sequence[SourcedQuestion]) -> MergedCard:
    joined = {question_key(known): known for known in card.record.questions}
    origins = dict(card.question_sources)
    for sourced in questions:
        record = sourced.record
        question = Question(record.question, record.answer, record.approved)
        key = question_key(question)
        if key not in joined:
            joined[key] = question
            origins[key] = sourced.source_id
    return replace(
        card, record=replace(card.record, questions=tuple(joined.values())), question_sources=tuple(origins.items())
    )
