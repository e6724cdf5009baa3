"""The words of card texts as data: verbs and nouns -> kinds of action, keywords -> headwords, openers, numerals.

The parser asks these tables and lexicon.toml alone, so that a new word of the game is one line there. Headwords stand
in the nominative without their bracketed part and without Х, as the ability guide writes them (7).
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from schema.icons import ICONS
from schema.vocabulary import ActionKind as A

_LISTS: dict[str, Any] = tomllib.loads(files("rules_engine").joinpath("lexicon.toml").read_text(encoding="utf-8"))


def _word_list(key: str) -> frozenset[str]:
    return frozenset(str(_LISTS[key]).split())


# --- verbs by dictionary form; reflexive twins are listed beside them -----------------------------------------
VERBS: dict[str, A] = {
    **dict.fromkeys(("ранить", "раниться", "поранить"), A.WOUND),
    **dict.fromkeys(("излечить", "излечиться", "излечивать", "излечиваться", "лечить", "вылечить"), A.HEAL),
    **dict.fromkeys(("отравить", "отравлять"), A.POISON),
    **dict.fromkeys(
        ("уничтожить", "уничтожать", "уничтожаться", "погибнуть", "погибать", "добить", "добивать"), A.DESTROY
    ),
    **dict.fromkeys(
        ("переместить", "переместиться", "перемещать", "перемещаться", "телепортировать", "телепортироваться",
         "прыгнуть", "передвинуть", "передвинуться", "передвигаться", "передвигать", "двигаться"),
        A.MOVE,
    ),
    **dict.fromkeys(("открыть", "открыться", "открывать", "открываться"), A.OPEN),
    **dict.fromkeys(("закрыть", "закрыться", "закрывать", "закрываться"), A.CLOSE),
    **dict.fromkeys(
        ("вызвать", "вызывать", "возродить", "возродиться", "возрождать", "возрождаться"), A.SUMMON
    ),
    **dict.fromkeys(("сразиться", "сражаться"), A.SIMPLE_STRIKE),
    **dict.fromkeys(("перераспределить", "перераспределять"), A.REDISTRIBUTE),
    **dict.fromkeys(
        ("увеличить", "увеличиться", "увеличивать", "увеличиваться", "усилить", "усилиться", "повысить",
         "уменьшить", "уменьшиться", "уменьшать", "уменьшаться", "ослабить", "снизить", "снизиться"),
        A.MODIFY,
    ),
}  # fmt: skip
# Verbs that change a number and say the direction themselves: «увеличить на N» is +N.
DECREASING = frozenset({"уменьшить", "уменьшиться", "уменьшать", "уменьшаться", "ослабить", "снизить", "снизиться"})
SWAPPING = frozenset({"поменять", "поменяться", "менять", "меняться", "обменять", "обменяться"})

# Verbs whose objects are what is received; the second row receives what stands behind «с».
GAINING = frozenset({"получить", "получать", "иметь", "приобрести", "приобретать", "обрести"})
GAINING_WITH = frozenset({"стать", "становиться", "начинать", "начать", "войти", "входить"})
# Verbs behind which stands what one becomes or is.
BECOMING = frozenset({"стать", "становиться", "являться", "считаться", "сделать", "делать", "оставаться", "быть"})
STRIKING = frozenset({"нанести", "наносить", "объявить", "совершить", "выполнить"})
MODAL = frozenset({"мочь", "смочь", "должен", "обязан", "нельзя", "разрешаться"})
PERMITTING = frozenset({"мочь", "смочь"})
# Modals under which an imperfective infinitive is still an act.
ACT_UNDER_MODAL = frozenset({A.WOUND, A.HEAL, A.DESTROY, A.SUMMON})

# Verbs of both aspects that only permit under «может».
BOTH_ASPECTS = frozenset({"атаковать", "использовать", "инкарнировать"})

# Verbs of the game that are acts of kind `other`; any other verb is not understood.
OTHER_VERBS: frozenset[str] = _word_list("other_verbs")

# --- attacks, spells, influences -------------------------------------------------------------------------------
ATTACK_NOUNS: dict[tuple[str, ...], A] = {
    ("выстрел",): A.SHOT,
    ("метание",): A.THROW,
    ("разряд",): A.DISCHARGE,
    ("особый", "удар"): A.SPECIAL_STRIKE,
    ("магический", "удар"): A.MAGIC_STRIKE,
    ("удар", "через", "ряд"): A.ROW_STRIKE,
    ("заклинание",): A.SPELL,
    ("воздействие",): A.INFLUENCE,
}
GLUED_NOUNS = frozenset({"выстрел", "метание", "разряд", "удар"})
DECLARED_NOUNS = frozenset({"воздействие", "заклинание"})
DECLARED = frozenset({A.SPELL, A.INFLUENCE})
ATTACK_ICONS: dict[str, A] = {"uchr": A.ROW_STRIKE}


# --- keywords ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class KeywordForm:
    """A keyword in words: its dictionary forms, its headword, how its value stands."""

    lemmas: tuple[str, ...]
    term: str
    valued: bool = False


def _headword(term: str) -> str:
    return re.sub(r"\s*\([^)]*\)|\s+[XХ]$", "", re.sub(r"\s+[XХ](?=\s)", "", term)).strip()


KEYWORD_ICONS: dict[str, str] = {
    code: _headword(icon.term) for code, icon in ICONS.items() if icon.printed and icon.term is not None
}
VALUED_ICONS: frozenset[str] = frozenset(code for code, icon in ICONS.items() if icon.printed and icon.valued)

_KEYWORDS: tuple[tuple[str, str, bool], ...] = (
    ("опыт в атака", "Опыт в атаке", True),
    ("опыт в защита", "Опыт в защите", True),
    ("опыт в стрельба", "Опыт в стрельбе", True),
    ("защита от выстрел", "Защита от выстрелов", False),
    ("защита от метание", "Защита от метаний", False),
    ("защита от разряд", "Защита от разрядов", False),
    ("защита от заклинание", "Защита от заклинаний", False),
    ("защита от магия", "Защита от магии", False),
    ("защита от отравление", "Защита от отравления", False),
    ("защита от яд", "Защита от отравления", False),
    ("защита от атака летающий", "Защита от атак летающих", False),
    ("направить удар", "Направленный удар", False),
    ("направленный удар", "Направленный удар", False),
    ("безответный удар", "Безответный удар", False),
    ("броня", "Броня", True),
    ("регенерация", "Регенерация", True),
    ("стойкость", "Стойкость", False),
    ("полет", "Полёт", False),
    ("вампиризм", "Вампиризм", True),
    ("трупоедство", "Трупоедство", False),
    ("добивание", "Добивание", True),
    ("бестелесность", "Бестелесный", False),
    ("бестелесный", "Бестелесный", False),
    ("бешенство", "Бешенство", True),
    ("инкарнация", "Инкарнация", True),
    ("проклятие", "Проклятие", False),
    ("проклятье", "Проклятие", False),
    ("благословение", "Благословение", False),
    ("благословление", "Благословение", False),
    ("отравление", "Отравление", True),
    ("прыжок", "Прыжок", True),
    ("телепортация", "Телепортация", False),
    ("рывок", "Рывок", True),
    ("неповоротливость", "Неповоротливость", True),
    ("орда", "Орда", False),
    ("уникальность", "Уникальность", False),
    ("пророчество", "Пророчество", True),
    ("подлость", "Подлость", True),
    ("концентрация", "Концентрация", False),
)
KEYWORDS: tuple[KeywordForm, ...] = tuple(
    KeywordForm(tuple(lemmas.split()), term, valued) for lemmas, term, valued in _KEYWORDS
)
KEYWORDS_BY_FIRST: dict[str, tuple[KeywordForm, ...]] = {}
for _form in KEYWORDS:
    KEYWORDS_BY_FIRST[_form.lemmas[0]] = (*KEYWORDS_BY_FIRST.get(_form.lemmas[0], ()), _form)
# Keywords that say nothing without their number; experience without one is 1, a bite without one is whole.
NUMBERED_KEYWORDS = frozenset({"Броня", "Регенерация", "Бешенство", "Инкарнация", "Пророчество"})
# Keywords whose noun is an act: their kind of action (guide, 7 and 8).
DECLARED_KEYWORDS: dict[str, A] = {"Прыжок": A.MOVE, "Телепортация": A.MOVE}
KEYWORD_ACTS: dict[str, A] = {"Добивание": A.DESTROY, "Пророчество": A.OTHER, "Подлость": A.OTHER}
ACT_NOUNS = frozenset({"добивание", "пророчество", "подлость"})
ABBREVIATIONS: dict[str, str] = {
    icon.abbreviation.lower(): code for code, icon in ICONS.items() if icon.printed and icon.abbreviation
}

# --- wrappers, costs, counters ----------------------------------------------------------------------------------
PREFIX_ICONS = frozenset({"first", "second", "wolf", "human"})
COST_ICONS = frozenset({"tap", "counter", "token", "tok", "move", "elite", "ordinary", "health"})
COUNTER_ICONS = frozenset({"counter", "token", "tok"})
COUNTER_NOUNS = frozenset({"фишка", "маркер", "жетон"})
# Wrappers whose body is a triggered ability (guide, 2).
TRIGGERED_PREFIXES = frozenset({"концентрация", "вальхалла", "бешенство"})
PREFIXES = frozenset(
    {"строй", "бестелесный", "концентрация", "вальхалла", "отпор", "на глубине", "на поверхности", "бешенство"}
)

# Words with which a publisher's note on a text begins.
NOTES = frozenset({"эррата", "errata", "примечание"})

# --- openers of clauses -----------------------------------------------------------------------------------------
TRIGGER_OPENERS: tuple[tuple[str, ...], ...] = (
    ("после", "того", ",", "как"),
    ("после", "того", "как"),
    ("перед", "тем", ",", "как"),
    ("перед", "тем", "как"),
    ("до", "того", ",", "как"),
    ("каждый", "раз", ",", "когда"),
    ("каждый", "раз", "когда"),
    ("каждый", "раз", "при"),
    ("в", "тот", "момент", "когда"),
    ("как", "только"),
    ("в", "начале"),
    ("в", "конце"),
    ("вначале",),
    ("когда",),
    ("при",),
    ("после",),
    ("перед",),
    ("вместо",),
    ("до",),
)
OPENERS_BY_FIRST: dict[str, tuple[tuple[str, ...], ...]] = {}
for _opener in TRIGGER_OPENERS:
    OPENERS_BY_FIRST[_opener[0]] = (*OPENERS_BY_FIRST.get(_opener[0], ()), _opener)
# Words behind an opener with which it opens no trigger: «при этом», «до конца», «вместо этого».
OPENER_EXCEPTIONS: dict[tuple[str, ...], frozenset[str]] = {
    ("при",): frozenset({"этом"}),
    ("до",): frozenset({"конца", "начала", "тех", "края"}),
    ("вместо",): frozenset({"этого", "него", "нее", "них"}),
}
# Openers that bring a clause with a verb of its own; the others are followed by a noun.
CLAUSE_OPENERS = frozenset({"когда", "как", "только"})
CONDITION_OPENERS = frozenset({"если", "пока"})
# Nouns of events: «при» before one of them opens a trigger, before other words it may belong to a name.
EVENT_NOUNS: frozenset[str] = _word_list("event_nouns")
# Verbs by which a leading «Если» names an event and no state (guide, 6).
EVENT_VERBS: frozenset[str] = _word_list("event_verbs")
# Words that open a noun group and so end a name: «зов королевы все твои гномы …» would run on.
DETERMINERS = frozenset(
    {"весь", "каждый", "ваш", "этот", "выбранный", "выбрать", "любой", "это", "другой", "следующий"}
)
MOMENT_NOUNS = frozenset({"ход", "бой", "игра", "раунд", "фаза"})

NUMERALS: dict[str, str] = {
    "один": "1", "одна": "1", "одну": "1", "одно": "1", "одного": "1", "одной": "1",
    "два": "2", "две": "2", "двух": "2", "дважды": "2", "три": "3", "трех": "3",
    "четыре": "4", "четырех": "4", "пять": "5", "шесть": "6",
}  # fmt: skip
WHOLE_VALUES: dict[str, str] = {"полностью": "полностью", "наполовину": "наполовину"}
PERIODS: dict[str, str] = {"ход": "turn", "бой": "battle"}

# Conjunctions that join nouns, verbs or clauses of one rank.
JOINING = frozenset({"и", "или", "либо"})

# --- nouns, adjectives and small words that a phrase of the game may hold ---------------------------------------
PHRASE_WORDS: frozenset[str] = _word_list("phrase_words")
# Stems of classes that no dictionary has -> the stem of the noun that they are declined like; classes without cases.
CLASS_MODELS: dict[str, str] = {
    stem: model for model, stems in _LISTS["classes"].items() if model for stem in stems.split()
}
UNDECLINED: frozenset[str] = frozenset(_LISTS["classes"][""].split())
CLASS_WORDS: frozenset[str] = frozenset({*UNDECLINED, *CLASS_MODELS, *(f"{stem}ь" for stem in CLASS_MODELS)})
SURE_WORDS: frozenset[str] = frozenset(_LISTS["sure"]["words"].split())
# Preposition -> the cases that it governs.
GOVERNMENT: dict[str, tuple[str, ...]] = {
    preposition: tuple(cases.split())
    for cases, prepositions in _LISTS["government"].items()
    for preposition in prepositions.split()
}
# What a strike may come to: «слабый-сильный» is the result of a fight, one word for each side.
STRENGTHS = frozenset({"сильный", "средний", "слабый", "промах"})
