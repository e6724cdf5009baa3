"""What many cards have in common: words, neighbours, names, and the habits of each release."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.corpus import EMPTY, ENOUGH, FIRMLY, NEUTRAL, NO_SLIP, Habit, Habits, beginnings, learn, name_parts
from schema.results import TextCard


def cards(texts: Sequence[str], release: str | None = "10") -> list[TextCard]:
    return [TextCard(f"проба-{number}", text, release=release) for number, text in enumerate(texts, 1)]


HABITS = [
    (Habit.BLANK_BEFORE_STOP, "Получает {counter} , рывок.", "Получает {counter}, рывок."),
    (Habit.BLANK_BEFORE_BRACKET, "Рывок (воздействие рёв )", "Рывок (воздействие рёв)"),
    (Habit.NO_STOP_AFTER_BRACKET, "Рывок (1 раз за ход) При ударе", "Рывок (1 раз за ход). При ударе"),
    (Habit.NO_STOP_AFTER_BRACKET, "Рывок (1 раз за ход) {tap}: Прыжок", "Рывок (1 раз за ход)."),
    (Habit.NO_STOP_AT_END, "Открывается до конца хода", "Открывается до конца хода."),
    (Habit.NO_STOP_AT_END, "Получает {counter} ", "Получает «рывок.»"),
    (Habit.ICON_APART_FROM_NUMBER, "Имеет {armor} 2.", "Имеет {armor}Х."),
    (Habit.LATIN_X, "Ранить на X.", "Ранить на Х."),
    (Habit.LOWER_AFTER_PREFIX, "Строй: имеет рывок.", "Строй: Имеет рывок."),
    (Habit.LOWER_AFTER_COST, "{tap}: выстрел на 1.", "{tap} :Выстрел на 1."),
    (Habit.MINUS_SIGN, "Имеет −1 от атак.", "Имеет -1 от атак."),
    (Habit.LONG_DASH, "При ударе — рывок.", "При ударе - рывок."),
    (Habit.PAIRED_QUOTES, "Метание «камня» на 1.", 'Метание "камня" на 1.'),
    (Habit.BARE_VALUE, "Получает отравление 1.", "Добивание на 2."),
    (Habit.NESTED_SAME_QUOTES, "Имеет «метание «камня» на 1».", "Имеет «метание „камня“ на 1»."),
]


@pytest.mark.parametrize(("habit", "shown", "opposite"), HABITS)
def test_a_release_has_the_habit_that_its_cards_show(habit: Habit, shown: str, opposite: str) -> None:
    for text, kept in ((shown, True), (opposite, False)):
        habits = learn(cards([text] * ENOUGH)).habits("10")
        assert (habits.keep(habit), habits.avoid(habit)) == (kept, not kept)
        assert habits.keep(habit, FIRMLY) is kept


def test_each_habit_is_tried_above() -> None:
    assert {habit for habit, _, _ in HABITS} == set(Habit)


@pytest.mark.parametrize(
    ("kept", "broken", "answers"),
    [
        (ENOUGH - 1, 0, (False, False, False)),
        (ENOUGH, 0, (True, False, True)),
        (3, 2, (True, False, False)),
        (1, 1, (False, False, False)),
        (5, 5, (False, False, False)),
        (9, 1, (True, False, True)),
        (8, 2, (True, False, False)),
        (2, 8, (False, True, False)),
    ],
)
def test_few_places_or_a_small_majority_make_no_habit(kept: int, broken: int, answers: tuple[bool, bool, bool]) -> None:
    habits = Habits({Habit.LATIN_X: kept}, {Habit.LATIN_X: broken})
    found = habits.keep(Habit.LATIN_X), habits.avoid(Habit.LATIN_X), habits.keep(Habit.LATIN_X, FIRMLY)
    assert found == answers


def test_what_is_met_a_few_times_is_no_slip() -> None:
    assert Habits({Habit.LATIN_X: NO_SLIP}).show(Habit.LATIN_X)
    assert not Habits({Habit.LATIN_X: NO_SLIP - 1}).show(Habit.LATIN_X)


def test_habits_are_kept_apart_by_release() -> None:
    corpus = learn([*cards(["Ранить на X."] * ENOUGH, "10"), *cards(["Ранить на Х."] * ENOUGH, "60")])
    assert corpus.habits("10").keep(Habit.LATIN_X)
    assert corpus.habits("60").avoid(Habit.LATIN_X)


def test_an_unknown_release_and_a_text_by_itself_have_no_habits() -> None:
    corpus = learn([*cards(["Ранить на X."] * ENOUGH, None), *cards(["Ранить на X."] * ENOUGH, "10")])
    assert corpus.habits(None) is corpus.habits("70") is EMPTY.habits("10") is NEUTRAL
    assert not any(NEUTRAL.keep(habit) or NEUTRAL.avoid(habit) or NEUTRAL.show(habit) for habit in Habit)


def test_forms_and_pairs_are_counted_once_a_card() -> None:
    corpus = learn(cards(["Ранить гнома, ранить орка. Орк-лучник и ёж.", "Ранить гнома."]))
    assert corpus.forms == {"ранить": 2, "гнома": 2, "орка": 1, "орк-лучник": 1, "и": 1, "еж": 1}
    assert corpus.pairs[("ранить", "гнома")] == 2
    assert ("гнома", "ранить") not in corpus.pairs


def test_words_that_open_sentences_are_learnt_but_for_names() -> None:
    corpus = learn([*cards(["Гном падает. Соседние орки (да) Стылый мост."]), TextCard("п", "", name="Стылый мост")])
    assert set(corpus.openers) == {"гном", "соседние"}


def test_capitals_within_sentences_are_counted() -> None:
    assert learn(cards(["Стоит рядом с Гномом. Орк падает: Рывок.", "С Гномом."])).capitals == {"гномом": 2}


def test_names_stand_under_the_beginnings_of_their_words() -> None:
    named = [
        TextCard(str(n), "", name=name)
        for n, name in enumerate(["Стылый мост", "Стылая мостовая", "Мост", "Бом и Ом", "Кот-2", "X"])
    ]
    corpus = learn(named)
    assert corpus.names == {"стылый мост", "стылая мостовая", "мост", "бом и ом", "кот-2", "x"}
    assert corpus.name_words == {"стылый", "стылая", "мост", "мостовая", "бом", "и", "ом", "кот-2", "x"}
    assert corpus.name_beginnings == {
        "сты мос": ("Стылая мостовая", "Стылый мост"),
        "мос": ("Мост",),
        "бом и ом": ("Бом и Ом",),
        "кот": ("Кот-2",),
        "": ("X",),
    }
    assert corpus.name_lengths == (0, 1, 2, 3)
    assert beginnings(["Стылому", "мостам"]) == beginnings(name_parts("Стылый мост"))


def test_usual_classes_and_their_first_letters_are_learnt() -> None:
    many = [TextCard(str(n), "", classes=("Гном",) if n < 4 else ("орк",)) for n in range(7)]
    assert (learn(many).usual_classes, learn(many).small_classes) == (("Гном",), False)
    assert learn(many[3:]).small_classes


def test_nothing_is_learnt_from_nothing() -> None:
    assert learn([]) == EMPTY


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(alphabet='Ааё Xх.(){}tap:«»"-— 1', max_size=40), max_size=6))
def test_the_order_of_cards_does_not_matter(texts: list[str]) -> None:
    given_cards = cards(texts)
    assert learn(iter(given_cards)) == learn(reversed(given_cards))
