"""What is called understood: words that hang together on what was read, never a heap of known words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.corruption import is_understood, measure_corruption
from bench.goals import load_floors
from rules_engine.parser import parse
from rules_engine.tokens import tokenise
from schema.results import TextCard

FLOORS = load_floors("abilities")


def opaque(text: str, name: str | None = None, classes: tuple[str, ...] = ()) -> list[str]:
    """Return what of a text was not understood."""
    card = TextCard(id="x", text=text, name=name, classes=classes)
    return [part.text for ability in parse(text, card).abilities for part in ability.opaque]


@pytest.mark.parametrize(
    "text",
    [
        # objects, places and targets of an act
        "{tap}: Ранить выбранное закрытое существо противника на 4.",
        "{tap}: Переместить ваше стоящее рядом с гномом существо на свободную клетку второго ряда.",
        "При ударе может открыть двух других ваших гномов стоимостью 6 или менее.",
        "+3 к выстрелам, метаниям и разрядам по картам с полётом.",
        "При выстреле или метании по карте, на которой лежит маркер сети, закрыть её.",
        "В конце хода противника, если рядом нет гномов, потерять 2 {counter} или погибнуть.",
        "Получает на 5 ран меньше от немагических атак летающих существ.",
        "{tap}: Воздействие «сонный звон» — гном противника не может двигаться и атаковать до конца хода.",
        "Имеет «При гибели: ранить каждое соседнее с ним существо на 4», пока открыт.",
        "При гибели может вызвать до трёх гномов из колоды, при этом каждый из них становится летающим.",
        "Бросить кубик; если выпало 5 или больше, ранить гнома на Х, где Х — число других ваших гномов.",
        "Не получает ран от ударов (не более 4 раз за бой).",
        "Поменять двух гномов, стоящих рядом друг с другом, местами (3 раза за бой).",
    ],
)
def test_a_sound_sentence_is_wholly_understood(text: str) -> None:
    assert opaque(text) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        # two neighbours swapped
        ("{tap}: Ранить существо выбранное на 4.", "выбранное"),
        ("{tap}: Ранить выбранное на существо 4.", "4"),
        ("{tap}: Закрыть гнома противника клетке на.", "на"),
        ("При ударе получает 5 {counter} карту.", "карту"),
        ("Строй: 3 {ovz}.", "3"),
        ("{tap}: Гном Закрыть.", "Закрыть"),
        # a word is gone
        ("{tap}: Ранить на 4.", "Ранить"),
        ("{tap}: Разряд на.", "на"),
        ("При сильном открыть карту.", "сильном"),
        ("Гном может на клетку.", "может"),
        # number, gender and case that do not agree
        ("{tap}: Закрыть другой карту.", "карту"),
        ("+3 к выстрел по гномам.", "к"),
        ("Гномы получает {counter}.", "получает"),
        # ends of time, periods, ranges and keywords that lost a part
        ("Гном получает +1 к {strike} конца хода.", "конца"),
        ("Гном получает +1 к {strike} до хода.", "до"),
        ("В начале ваши гномы получают {counter}.", "В"),
        ("Закрыть карту (1 раз ход).", "раз"),
        ("Прыжок, дальность.", "дальность"),
        ("Гном получает {regen}.", "{regen}"),
        ("Строй: {armor}.", "{armor}"),
        ("Добивание на Х (максимум).", "максимум"),
        ("-1 от выстрелов метаний.", "метаний"),
        ("Закрыть карту стоимостью 4 менее.", "менее"),
        # whose, and what one has, without the thing
        ("При ударе закрыть вашу.", "вашу"),
        ("{direct} по картам, обладающим.", "обладающим"),
        ("При гибели ваше существо {counter}.", "существо"),
        # marks where none belong
        ("{tap}: , Закрыть гнома.", ","),
    ],
)
def test_words_that_hang_on_nothing_are_opaque(text: str, fault: str) -> None:
    assert any(fault in part.split() for part in opaque(text)), opaque(text)


@pytest.mark.parametrize("text", ["Ваше выбранное существо.", "Гном на клетке противника.", "карта, гном и ряд"])
def test_a_sentence_without_any_slot_is_wholly_opaque(text: str) -> None:
    assert opaque(text) == [text]


def test_a_hyphenated_word_is_known_as_a_whole_or_not_at_all() -> None:
    assert opaque("{tap}: Закрыть гнома-карту.") == ["Закрыть гнома-карту"] or opaque(
        "{tap}: Закрыть гнома-карту."
    ) == ["гнома-карту"]
    assert opaque("При ударе, если результат средний-промах, закрыть гнома.") == []
    assert opaque("При ударе Гном-кузнец открывается.", name="Гном-кузнец") == []
    assert opaque("При ударе гном-кувшин открывается.", name="Гном-кузнец") != []


def test_classes_are_those_of_the_card_and_living_beings() -> None:
    assert opaque("+3 к выстрелам по вашим шмырлингам.") == ["по вашим шмырлингам"]
    assert opaque("+3 к выстрелам по вашим шмырлингам.", classes=("Шмырлинг",)) == []
    assert opaque("+3 к выстрелам по вашим барсукам.") == []
    assert opaque("+3 к выстрелам по вашим кувшинам.") == ["по вашим кувшинам"]


def test_a_marker_named_in_the_sentence_is_known_in_it() -> None:
    assert opaque("Положить маркер паутины на клетку; гном на клетке с паутиной не открывается.") == []
    assert opaque("Гном на клетке с паутиной не открывается.") == ["с паутиной"]


SOUND = "При ударе закрыть выбранное существо противника и переместить его на другую клетку первого ряда."


@settings(max_examples=60, deadline=None)
@given(st.permutations(tokenise(SOUND)))
def test_a_shuffled_sentence_is_hardly_ever_understood(tokens: list[object]) -> None:
    card = TextCard(id="x", text=SOUND)
    text = " ".join(token.text for token in tokens)  # type: ignore[attr-defined]
    assert not is_understood(card, text) or text == SOUND.replace(".", " .")


def test_broken_sentences_of_the_corpus_are_told_from_sound_ones(shared: Path) -> None:
    measured = measure_corruption(shared)
    assert measured.characters >= FLOORS["understood"]
    assert measured.sound >= FLOORS["sound"]
    assert measured.swapped <= FLOORS["swapped_at_most"]
    assert measured.removed <= FLOORS["removed_at_most"]
    assert measured.shuffled <= FLOORS["shuffled_at_most"]
