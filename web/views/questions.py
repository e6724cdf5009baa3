"""Questions and answers about cards on one page, by release."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from db.questions import QuestionEntry, list_questions
from web.exchange import Reply, Visit
from web.text import render_block


@dataclass(frozen=True, slots=True)
class QuestionLine:
    """One question with the card that it is about; `doubtful` says that the answer is not confirmed."""

    card: str
    title: str
    question: Markup
    answer: Markup
    doubtful: bool


def show_questions(visit: Visit) -> Reply:
    """Show all questions in the order of releases and numbers."""
    entries = list_questions(visit.connection)
    groups = [(release, [_line(entry) for entry in group]) for release, group in groupby(entries, lambda e: e.release)]
    return visit.page("faq.html", groups=groups)


def _line(entry: QuestionEntry) -> QuestionLine:
    question = entry.question
    return QuestionLine(
        entry.card_id,
        entry.card_title,
        render_block(question.question),
        render_block(question.answer),
        question.approved is False,
    )
