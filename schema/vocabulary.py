"""The closed sets of the field: each value has an English code and its Russian labels.

The codes stand in the database, the API and the code; the labels stand on pages and are read from sources.
The first label is the one shown, the rest are spellings that sources and queries use.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Self

from schema.fold import fold


class Labelled(StrEnum):
    """A closed set whose members carry Russian labels: the first is shown, all are read."""

    labels: tuple[str, ...]

    def __new__(cls, code: str, *labels: str) -> Self:
        """Make a member with its code and labels."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.labels = labels or (code,)
        return member

    @property
    def label(self) -> str:
        """The Russian label shown to people."""
        return self.labels[0]

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return the member whose code or label is `text` (folded), or None."""
        code = _codes(cls).get(fold(text))
        return None if code is None else cls(code)


@cache
def _codes(vocabulary: type[Labelled]) -> Mapping[str, str]:
    """Return the code that each spelling means; the first member with a spelling has it."""
    codes: dict[str, str] = {}
    for member in vocabulary:
        for spelling in (member.value, *map(fold, member.labels)):
            codes.setdefault(spelling, member.value)
    return codes


class Element(Labelled):
    """Стихия."""

    STEPPE = "steppe", "Степи", "степь", "степной", "степная", "степное"
    MOUNTAIN = "mountain", "Горы", "гора", "горный", "горная", "горное"
    FOREST = "forest", "Леса", "лес", "лесной", "лесная", "лесное"
    SWAMP = "swamp", "Болота", "болото", "болотный", "болотная", "болотное"
    DARKNESS = "darkness", "Тьма", "тёмный", "тёмная", "тёмное"
    NEUTRAL = "neutral", "Нейтральная", "нейтральный", "нейтральное", "нейтральные", "нейтрал"


class Rarity(Labelled):
    """Редкость."""

    COMMON = "common", "Обычная", "частая", "обычный"
    UNCOMMON = "uncommon", "Необычная", "нечастая", "необычный"
    RARE = "rare", "Редкая", "редкий"
    ULTRA = "ultra", "Ультраредкая", "ультраредкий", "ультра"
    PROMO = "promo", "Промо", "промокарта"


class CardType(Labelled):
    """Тип."""

    CREATURE = "creature", "Существо"
    ARTIFACT = "artifact", "Артефакт"
    TERRAIN = "terrain", "Местность"


class Subtype(Labelled):
    """Подтип существа; a creature without one is a ground creature."""

    FLYING = "flying", "Летающее", "летающая", "летающий", "полёт"
    COMPANION = "companion", "Компаньон", "симбиот"
    PARASITE = "parasite", "Паразит"


class Tier(Labelled):
    """Whether card pages list a term (key) or take it for granted (base)."""

    KEY = "key", "ключевой"
    BASE = "base", "базовый"


class TermStatus(Labelled):
    """Whether a term has a definition."""

    DEFINED = "defined", "есть определение"
    STUB = "stub", "определения ещё нет"


class Depth(Labelled):
    """How a card reaches a term: through its own text, or through a definition."""

    DIRECT = "direct", "Правила"
    ADDITIONAL = "additional", "Дополнительные правила"


class LinkOrigin(Labelled):
    """Where the mention of a term was found."""

    TEXT = "text", "текст карты"
    ICON = "icon", "иконка карты"
    PAGE = "page", "список на странице источника"


class Severity(Labelled):
    """How sure a finding is a fault; info is never counted as an alarm."""

    ERROR = "error", "ошибка"
    WARNING = "warning", "вероятная ошибка", "предупреждение"
    INFO = "info", "заметка"


class SourceStatus(Labelled):
    """What became of an input."""

    READ = "read", "прочитан"
    PARTIAL = "partial", "прочитан не весь"
    REFUSED = "refused", "не принят"


class AbilityKind(Labelled):
    """Вид особенности: slot `kind` of the ability guide, plus what is not understood."""

    NAMED = "named", "именная"
    PLAYABLE = "playable", "играемая"
    TRIGGERED = "triggered", "срабатывающая"
    PERMANENT = "permanent", "постоянная"


class ActionKind(Labelled):
    """Действие: kinds of the ability guide, § 8."""

    SHOT = "shot", "выстрел"
    THROW = "throw", "метание"
    DISCHARGE = "discharge", "разряд"
    SPECIAL_STRIKE = "special_strike", "особый удар"
    MAGIC_STRIKE = "magic_strike", "магический удар"
    ROW_STRIKE = "row_strike", "удар через ряд", "учр"
    SIMPLE_STRIKE = "simple_strike", "простой удар"
    SPELL = "spell", "заклинание"
    INFLUENCE = "influence", "воздействие"
    WOUND = "wound", "ранить", "ранение", "рана"
    HEAL = "heal", "излечить", "излечение", "лечить", "лечение"
    POISON = "poison", "отравить", "отравление"
    DESTROY = "destroy", "уничтожить", "уничтожение"
    MOVE = "move", "переместить", "переместиться", "перемещение"
    SWAP = "swap", "поменять местами", "обмен местами"
    OPEN = "open", "открыть", "открытие"
    CLOSE = "close", "закрыть", "закрытие"
    SUMMON = "summon", "вызвать", "вызов", "призвать", "призыв"
    GAIN_KEYWORD = "gain_keyword", "получить особенность", "дать особенность"
    GAIN_COUNTER = "gain_counter", "получить фишку или маркер", "получить фишку", "получить маркер"
    MODIFY = "modify", "изменить число", "изменить", "изменение"
    REDISTRIBUTE = "redistribute", "перераспределить раны", "перераспределить", "перераспределение"
    OTHER = "other", "другое"


class LimitPeriod(Labelled):
    """За что считается предел особенности."""

    TURN = "turn", "ход", "за ход"
    BATTLE = "battle", "бой", "за бой"


class FindingKind(Labelled):
    """Вид замечания."""

    GLUED_WORDS = "glued_words", "слипшиеся слова"
    HOMOGLYPH_DIGIT = "homoglyph_digit", "буква вместо цифры"
    MIXED_SCRIPT = "mixed_script", "буквы двух алфавитов в слове"
    MISSING_SPACE = "missing_space", "нет пробела"
    EXTRA_SPACE = "extra_space", "лишний пробел"
    SPACE_BEFORE_PUNCT = "space_before_punct", "пробел перед знаком"
    DOUBLE_PUNCT = "double_punct", "сдвоенный знак"
    MISSING_STOP = "missing_stop", "нет точки"
    UNBALANCED = "unbalanced", "непарные скобки или кавычки"
    BAD_CASE = "bad_case", "прописная или строчная буква"
    UNKNOWN_TOKEN = "unknown_token", "неизвестная иконка"
    CONTROL_CHAR = "control_char", "управляющий символ"
    SPELLING = "spelling", "опечатка"
    AGREEMENT = "agreement", "согласование слов"
    DOUBLED_WORD = "doubled_word", "повтор слова"
    NAME_MISMATCH = "name_mismatch", "имя в тексте не то"
    MISSING_NUMBER = "missing_number", "нет числа"
    BAD_STAT = "bad_stat", "свойства не подходят типу"
    LOST_ICON = "lost_icon", "потерянная иконка"
    ICON_CONFLICT = "icon_conflict", "иконки расходятся с текстом"
    KEYWORD_FORM = "keyword_form", "форма именной особенности"
    RULE_CONFLICT = "rule_conflict", "противоречит правилам"
    LINK_CONFLICT = "link_conflict", "список правил расходится с текстом"
    SOURCE_CONFLICT = "source_conflict", "источники расходятся"
    MISSING_VALUE = "missing_value", "нет значения"
    OTHER = "other", "прочее"
