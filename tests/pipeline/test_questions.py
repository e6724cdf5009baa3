"""Questions from sheets reach their cards; those of nobody's card are refused with their text."""

from __future__ import annotations

import pytest

from pipeline.collect import Collection, SourcedCard, SourcedQuestion
from pipeline.merge import merge_cards
from pipeline.questions import attach_questions
from schema.records import CardKey, CardRecord, Question, QuestionRecord
from schema.releases import Releases


def collection(*questions: QuestionRecord) -> Collection:
    own = (Question("Когда?", "Сейчас."),)
    cards = [
        CardRecord(CardKey("Новый рассвет", 1), name="Кузнец", questions=own),
        CardRecord(CardKey("Новый рассвет", 2), name="Бондарь"),
        CardRecord(CardKey("Старый закат", 2), name="Бондарь"),
    ]
    return Collection(
        cards=[SourcedCard(card, 1, "cards.txt", "dump") for card in cards],
        questions=[SourcedQuestion(question, 2, "faq.csv", "faq_sheet") for question in questions],
    )


def question(card: str | None, number: int | None = None, release: str | None = None) -> QuestionRecord:
    return QuestionRecord(card, number, release, "Можно ли?", "Можно.", True, 7)


@pytest.mark.parametrize(
    ("asked", "owner"),
    [
        (question("КУЗНЕЦ"), "novyj-rassvet-1"),
        (question("Кузнец", 1), "novyj-rassvet-1"),
        (question(None, 2, "Старый закат"), "staryj-zakat-2"),
        (question("Бондарь", 2, "Новый рассвет"), "novyj-rassvet-2"),
    ],
)
def test_a_question_reaches_its_card_with_its_source(asked: QuestionRecord, owner: str) -> None:
    everything = collection(asked)
    cards = attach_questions(merge_cards(everything, Releases()), everything, Releases())
    (card,) = [card for card in cards if card.id == owner]
    assert card.record.questions[-1] == Question("Можно ли?", "Можно.", approved=True)
    assert card.question_sources[-1][1] == 2
    assert sum(len(card.record.questions) for card in cards) == 2
    assert everything.problems == []


@pytest.mark.parametrize("asked", [question("Плотник"), question("Бондарь"), question("Кузнец", 3), question(None, 1)])
def test_a_question_of_no_card_or_of_several_is_refused_with_its_text(asked: QuestionRecord) -> None:
    everything = collection(asked)
    cards = attach_questions(merge_cards(everything, Releases()), everything, Releases())
    assert sum(len(card.record.questions) for card in cards) == 1
    (problem,) = everything.problems
    assert problem.text().startswith("faq.csv:7:")
    assert "Можно ли?" in (everything.sources[-1].raw or "")


def test_one_question_with_two_answers_stays_two() -> None:
    again = QuestionRecord("Кузнец", 1, None, "Когда?", "Потом.", None, 3)
    same = QuestionRecord("Кузнец", 1, None, "Когда?", "Сейчас.", None, 4)
    everything = collection(again, same)
    cards = attach_questions(merge_cards(everything, Releases()), everything, Releases())
    assert [entry.answer for entry in cards[0].record.questions] == ["Сейчас.", "Потом."]
