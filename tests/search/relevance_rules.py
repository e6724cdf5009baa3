"""Sixty questions of deck builders, and by what rule each card is an answer: read from the raw records, not by us.

A rule looks at one raw record of the community's set with plain Python: numbers as they stand, words by their stem.
`may` marks cards about which two readers may differ; they count neither for nor against. The ids that the rules
give are kept in relevance.json, so that a change of either is seen.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Record = dict[str, Any]
Rule = Callable[[Record], bool]


@dataclass(frozen=True)
class Relevance:
    """A query, the rule that its answers meet, and the card that must stand first where there is one right card."""

    query: str
    rule: Rule
    first: str | None = None
    may: Rule = lambda _: False


def plain(text: str) -> str:
    """Return `text` in small letters, ё as е, without marks that only printers care for."""
    return (
        text.lower().replace("ё", "е").replace("\u00ad", "").replace("−", "-").replace("–", "-").replace("\u00a0", " ")
    )


def text_of(record: Record) -> str:
    return plain(record["text"] or "")


def everything(record: Record) -> str:
    """Return name, classes and text: what a bare word is sought in."""
    return " | ".join([plain(record["name"] or ""), *(plain(name) for name in record["class"]), text_of(record)])


def says(pattern: str, where: Callable[[Record], str] = everything) -> Rule:
    """Return the rule «the pattern stands in the text as a whole word or words»."""
    compiled = re.compile(rf"(?<![\w]){pattern}(?![\w])")
    return lambda record: compiled.search(where(record)) is not None


def named(record: Record) -> str:
    return plain(record["name"] or "")


def has_class(name: str) -> Rule:
    """Return the rule «one of the classes is, or is made of, this word»."""
    return lambda record: any(name in re.split(r"[\s-]+", plain(each)) for each in record["class"])


def both(*rules: Rule) -> Rule:
    return lambda record: all(rule(record) for rule in rules)


def either(*rules: Rule) -> Rule:
    return lambda record: any(rule(record) for rule in rules)


def no(rule: Rule) -> Rule:
    return lambda record: not rule(record)


def icon(code: str, least: int = 0) -> Rule:
    """Return the rule «this icon is printed on the card with at least this value»."""
    return lambda record: code in record["icons"] and int(record["icons"][code] or 0) >= least


def ability(pattern: str) -> Rule:
    """Return the rule «one sentence or cost of the text fits the pattern»."""
    compiled = re.compile(pattern)
    return lambda record: any(compiled.search(part) for part in re.split(r"(?<=[.;])\s", text_of(record)))


STEPPE, MOUNTAIN, FOREST, SWAMP, DARKNESS, NEUTRAL = 1, 2, 4, 8, 16, 32
CREATURES, FLYING, COMPANION, PARASITE, ARTIFACT = 0, 1, 2, 3, 4
LIVING = {CREATURES, FLYING, PARASITE, COMPANION}

RULES: tuple[Relevance, ...] = (
    # Words in any form.
    Relevance("дракон", says(r"дракон(?:а|у|ом|е|ы|ов|ам|ами|ах)?")),
    Relevance("чёрного дракона", both(says(r"черн(?:ый|ого|ому|ым|ом|ая|ой|ую|ые|ых|ыми)"),
                                      says(r"дракон(?:а|у|ом|е|ы|ов|ам|ами|ах)?")), "30151"),
    Relevance("ЧЕРНЫЙ ДРАКОН", both(says(r"черн(?:ый|ого|ому|ым|ом|ая|ой|ую|ые|ых|ыми)"),
                                    says(r"дракон(?:а|у|ом|е|ы|ов|ам|ами|ах)?")), "30151"),
    Relevance("отравление", says(r"отравлени(?:е|я|ю|ем|и|й|ям|ями|ях)")),
    Relevance("отравлением", says(r"отравлени(?:е|я|ю|ем|и|й|ям|ями|ях)")),
    Relevance("кладбище", says(r"кладбищ(?:е|а|у|ем|ах|ам|ами)?")),
    Relevance("гибель", says(r"гибел(?:ь|и|ью|ей)")),
    Relevance("паук", says(r"паук(?:а|у|ом|е|и|ов|ам|ами|ах)?")),
    Relevance("трупоедство", says(r"трупоедств(?:о|а|у|ом|е)")),
    Relevance("имя:рыцарь", says(r"рыцар(?:ь|я|ю|ем|е|и|ей|ям|ями|ях)", named)),
    Relevance("имя:дракон", says(r"дракон(?:а|у|ом|е|ы|ов|ам|ами|ах)?", named)),
    Relevance("текст:полёт", says(r"полет(?:а|у|ом|е|ы|ов)?", text_of)),
    Relevance("-текст:полёт", no(says(r"полет(?:а|у|ом|е|ы|ов)?", text_of))),
    Relevance("отравл*", says(r"отравл\w*")),
    Relevance("имя:орк*", says(r"орк\w*", named)),
    Relevance('"в начале хода противника"', says("в начале хода противника")),
    Relevance('"до конца хода" -текст:отравление', both(says("до конца ход[ау]"), no(says(r"отравлени\w+", text_of)))),
    Relevance("вампиризм или трупоедство", either(says(r"вампиризм(?:а|у|ом|е)?"), says(r"трупоедств(?:о|а|у|ом|е)"))),
    # One card by its name, whole, in part, in any spelling.
    Relevance('!"Орк-торговец"', lambda record: named(record) == "орк-торговец"),
    Relevance("кочевник", says(r"кочевник(?:а|у|ом|е|и|ов|ам|ами|ах)?"), "10001"),
    Relevance("трактирного забияку", both(says(r"трактирн\w+"), says(r"забияк\w+")), "40051"),
    Relevance("орк торговец", both(says(r"орк(?:а|у|ом|е|и|ов|ам|ами|ах)?"), says(r"торговц?е?ц?\w*"))),
    Relevance("огнегривый", says(r"огнегрив\w+"), "21001"),
    Relevance("!мародёр", lambda record: named(record) == "мародер"),
    Relevance("черный рыцарь", both(says(r"черн(?:ый|ого|ому|ым|ом|ая|ой|ую|ые|ых|ыми)"),
                                    says(r"рыцар(?:ь|я|ю|ем|е|и|ей|ям|ями|ях)"))),
    # Icons and signs are words of their own.
    Relevance("{uchr}", lambda record: "{uchr}" in text_of(record)),
    Relevance("текст:{counter}", lambda record: bool(re.search(r"\{(?:counter|token|tok)\}", text_of(record)))),
    Relevance('"получает {counter}"', lambda record: bool(re.search(
        r"(?<!\w)получа(?:ет|ют|ть|йте) (?:[0-9xх]+ ?)?\{(?:counter|token|tok)\}", text_of(record)))),
    Relevance("{instant}", lambda record: "{instant}" in text_of(record)),
    Relevance("1-2-2", lambda record: bool(re.search(r"(?<![\w-])1-2-2(?![\w-])", text_of(record)))),
    # Classes, elements, types, releases.
    Relevance("класс:демон", has_class("демон")),
    Relevance("класс:эльф стоимость<=4", both(has_class("эльф"), lambda record: record["cost"] <= 4)),
    Relevance("класс:(гном или орк)", either(has_class("гном"), has_class("орк"))),
    Relevance("класс:герой", has_class("герой")),
    Relevance("нет:класс", lambda record: not any(record["class"])),
    Relevance("стихия:тьма редкость:ультраредкая",
              lambda record: record["color"] == DARKNESS and record["rarity"] == 4),
    Relevance("(стихия:лес или стихия:степь) цена:2",
              lambda record: record["color"] in (FOREST, STEPPE) and record["cost"] == 2),
    Relevance("тип:артефакт", lambda record: record["type"] == ARTIFACT),
    Relevance("это:летающая стоимость>=7", lambda record: record["type"] == FLYING and record["cost"] >= 7),
    Relevance("это:симбиот", lambda record: record["type"] == COMPANION),
    Relevance("это:наземная цена>=9", lambda record: record["type"] == CREATURES and record["cost"] >= 9),
    Relevance('выпуск:"Ложные боги" номер<=20', lambda record: record["set_id"] == 40 and record["number"] <= 20),
    Relevance("выпуск:21 это:элитная", lambda record: record["set_id"] == 21 and record["elite"]),
    Relevance("уникальная:да стихия:горы", lambda record: record["uniq"] and record["color"] == MOUNTAIN),
    Relevance("художник:комаров", lambda record: "комаров" in re.split(r"[\s,]+", plain(record["art"]))),
    # Numbers.
    Relevance("жизнь>=15", lambda record: (record["life"] or 0) >= 15),
    Relevance("-жизнь:5", lambda record: record["life"] != 5),
    Relevance("цена:3..4 ход>=3", lambda record: 3 <= record["cost"] <= 4 and (record["move"] or 0) >= 3
              and record["type"] == CREATURES),
    Relevance("удар:1-2-2 цена:3", lambda record: record["hit"] == [1, 2, 2] and record["cost"] == 3),
    Relevance("удар>стоимость", lambda record: bool(record["hit"]) and record["type"] in LIVING
              and record["hit"][2] > record["cost"]),
    Relevance("жизнь>=стоимость стоимость>=9", lambda record: (record["life"] or 0) >= record["cost"] >= 9),
    Relevance("иконка:броня>=2", icon("armor", 2)),
    Relevance("иконка:ОвЗ иконка:ОвА", both(icon("ovz"), icon("ova"))),
    # Abilities: what they do, cost and need.
    Relevance("действие:метание дальность>=4", ability(r"метани[ея][^.;:]*дальность [4-9]")),
    Relevance("действие:выстрел дальность:3", ability(r"выстрел[^.;:]*дальность 3(?!\d)")),
    Relevance("оплата:фишка>=3", ability(r"(?<![\w])[3-9] ?\{(?:counter|token|tok)\} ?(?:\{tap\})? ?:")),
    Relevance("именная:трупоедство", says(r"трупоедств(?:о|ом)", text_of), may=says(r"трупоедств(?:е|а|у)", text_of)),
    Relevance('триггер:"в начале боя"', ability(r"в начале боя")),
    Relevance("это:отравитель стоимость<=3", lambda record: record["cost"] <= 3
              and bool(re.search(r"(?<!\w)(?<!теряет )отравлени(?:е|ем) [0-9x]|(?<!\w)отрав(?:ить|ляет)(?!\w)",
                                 text_of(record))), may=says(r"отравлени(?:е|ем)", text_of)),
    Relevance("текст:/дальность [45]/ стихия:степь", lambda record: record["color"] == STEPPE
              and bool(re.search(r"дальность [45]", text_of(record)))),
)  # fmt: skip
