"""Invented cards for the local site: as many as a test asks for, the same ones each time.

No card, artist or release here was ever printed. A card knows its release, its number in it and its number on the
whole site; texts hold icon tokens (`{tap}`) that a page shows as pictures.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from schema.vocabulary import CardType, Element, Rarity, Subtype

_WHO = (
    "Паромщик", "Звонарь", "Ткачиха", "Смотритель", "Пасечник", "Травница", "Шорник", "Дозорный", "Гончар", "Сказитель",
    "Рудокоп", "Мельник", "Псарь", "Бортник", "Кузнец", "Лодочник", "Ворожея", "Плотогон", "Стеклодув", "Знахарка",
)  # fmt: skip
_OF_WHAT = (
    "сонной заводи", "медных ворот", "горького тумана", "косой башни", "семи колодцев", "пустой ярмарки",
    "белого оврага", "старой плотины", "ржавых цепей", "дальней межи", "тихого звона", "кривого моста",
)  # fmt: skip
_TEXTS = (
    "{tap}: Открыть ваше рядовое существо, стоящее рядом.",
    "+1 к {strike} , пока рядом нет ваших существ.\n{instant}{tap}: Получить {counter} .",
    "Рывок. При сильном {strike} переместиться на клетку погибшей карты.",
    "В начале вашего хода получает {counter} . {counter}{counter}: Метание на 2.",
    "Карты, стоящие рядом, имеют {zov} и {armor} 1.",
    "Строй: +1 к {move} . Если {first} , получает {token} в начале боя.",
)
_FLAVORS = ("Спросит дважды, ответит один раз.", "За стук в дверь берут отдельно.", "К утру всё опять на месте.")
_ARTISTS = ("Мирон Грифелев", "Ася Палитрова", "Ефим Углёв", "Нина Темперова")
_CLASSES = (("Ремесленник",), ("Странник", "Герой"), ("Страж",), ("Речник",))
_ICONS = ((), (("zov", None),), (("armor", 1),), (("ova", 1), ("zoo", None)), (("regen", 2),))


class EditionNames(NamedTuple):
    """A release as the site knows it: slug in addresses, name on pages, code in the community's set."""

    slug: str
    name: str
    code: int


EDITIONS = (
    EditionNames("tihaya-gavan", "Тихая гавань", 91),
    EditionNames("mednyj-rassvet", "Медный рассвет", 92),
    EditionNames("pesni-pyli", "Песни пыли", 93),
)


@dataclass(frozen=True, slots=True)
class InventedCard:
    """One card of the site; `card_id` counts over the whole site, `number` within the release, both from 1."""

    card_id: int
    edition: EditionNames
    number: int
    name: str
    element: Element
    rarity: Rarity
    cost: int
    elite: bool
    card_type: CardType
    subtype: Subtype | None
    classes: tuple[str, ...]
    life: int | None
    move: int | None
    strike: tuple[int, int, int] | None
    icons: tuple[tuple[str, int | None], ...]
    text: str
    flavor: str
    artist: str

    @property
    def release(self) -> str:
        """The name of the release as pages spell it."""
        return self.edition.name

    @property
    def path(self) -> str:
        """The card's address on the site of editions."""
        return f"/card/{self.edition.slug}/{self.number}"

    @property
    def feed_path(self) -> str:
        """The card's address on the site of the feed."""
        return f"/index.php?route=card/card&card_id={self.card_id}"


def invent_cards(count: int) -> tuple[InventedCard, ...]:
    """Return `count` cards, divided evenly among the three releases, each release in one piece."""
    share = max(1, -(-count // len(EDITIONS)))
    return tuple(_invent(at, EDITIONS[at // share], at % share + 1) for at in range(count))


def _invent(at: int, edition: EditionNames, number: int) -> InventedCard:
    # Both lists are walked at once and meet after 60 cards (20 and 12), so the second one is then shifted by one.
    round_number, within = divmod(at, len(_WHO) * len(_OF_WHAT))
    name = f"{_WHO[within % len(_WHO)]} {_OF_WHAT[(within + within // 60) % len(_OF_WHAT)]}"
    kind = (CardType.ARTIFACT, None) if at % 7 == 6 else (CardType.CREATURE, Subtype.FLYING if at % 5 == 4 else None)
    creature = kind[0] is CardType.CREATURE
    weak = 1 + at % 3
    return InventedCard(
        card_id=at + 1,
        edition=edition,
        number=number,
        name=name if not round_number else f"{name}, {round_number + 1}-е поколение",
        element=list(Element)[at % len(Element)],
        rarity=list(Rarity)[at % 4],
        cost=2 + at % 7,
        elite=at % 4 == 3,
        card_type=kind[0],
        subtype=kind[1],
        classes=_CLASSES[at % len(_CLASSES)] if creature else (),
        life=4 + at % 9,
        move=1 + at % 2 if creature and kind[1] is None else None,
        strike=(weak, weak + 1, weak + 1 + at % 2) if creature else None,
        icons=_ICONS[at % len(_ICONS)] if creature else (),
        text=_TEXTS[at % len(_TEXTS)],
        flavor=_FLAVORS[at % len(_FLAVORS)],
        artist=_ARTISTS[at % len(_ARTISTS)],
    )
