"""The icons of the game: codes as the texts write them, with names to read and to speak.

`{tap}` in a text is one icon token; `{?}` stands where a source lost one. The table follows
shared domain facts; the names are this project's own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LOST_ICON = "{?}"
ICON_TOKEN = re.compile(r"\{([^{}\s]{1,20})\}")


@dataclass(frozen=True, slots=True)
class Icon:
    """One icon: its code, Russian name, abbreviation, and how it is used.

    `term` is the headword that explains it, `printed` whether it stands on the card face beside the text,
    `valued` whether a number belongs to it, `default` the value where no number is printed.
    """

    code: str
    name: str
    term: str | None
    abbreviation: str | None = None
    printed: bool = False
    valued: bool = False
    default: int | None = None
    spoken: str | None = None

    @property
    def token(self) -> str:
        """The icon as it stands in a text."""
        return "{" + self.code + "}"

    @property
    def spoken_name(self) -> str:
        """What a screen reader says for it."""
        return self.spoken or self.name


ICONS: dict[str, Icon] = {
    icon.code: icon
    for icon in (
        Icon("tap", "закрыть карту", "Оплата (игродействия)", spoken="закрыть карту"),
        Icon("counter", "фишка", "Фишка"),
        Icon("token", "фишка", "Фишка"),
        Icon("tok", "фишка", "Фишка"),
        Icon("instant", "внезапное действие", "Внезапное действие"),
        Icon("strike", "простой удар", "Простой удар"),
        Icon("move", "движение", "Запас движения"),
        Icon("health", "жизнь", "Жизнь"),
        Icon("uchr", "удар через ряд", "Удар через ряд", "УЧР"),
        Icon("direct", "направленный удар", "Направленный удар", printed=True),
        Icon("armor", "броня", "Броня Х", printed=True, valued=True),
        Icon("regen", "регенерация", "Регенерация Х", printed=True, valued=True),
        Icon("stamina", "стойкость", "Стойкость", printed=True),
        Icon("ova", "опыт в атаке", "Опыт в атаке Х (ОвА)", "ОвА", printed=True, valued=True, default=1),
        Icon("ovz", "опыт в защите", "Опыт в защите Х (ОвЗ)", "ОвЗ", printed=True, valued=True, default=1),
        Icon("ovs", "опыт в стрельбе", "Опыт в стрельбе Х (ОвС)", "ОвС", printed=True, valued=True, default=1),
        Icon("zov", "защита от выстрелов", "Защита от выстрелов (ЗОВ)", "ЗОВ", printed=True),
        Icon("zot", "защита от метаний", "Защита от метаний (ЗОМет)", "ЗОМет", printed=True),
        Icon("zor", "защита от разрядов", "Защита от разрядов (ЗОР)", "ЗОР", printed=True),
        Icon("zoz", "защита от заклинаний", "Защита от заклинаний (ЗОЗ)", "ЗОЗ", printed=True),
        Icon("zom", "защита от магии", "Защита от магии (ЗОМ)", "ЗОМ", printed=True),
        Icon("zoo", "защита от отравления", "Защита от отравления (ЗОО)", "ЗОО", printed=True),
        Icon("zoal", "защита от атак летающих", "Защита от атак летающих (ЗоАЛ)", "ЗоАЛ", printed=True),
        Icon("first", "если вы ходите первым", "Первый игрок", "I"),
        Icon("second", "если вы ходите вторым", "Второй игрок", "II"),
        Icon("elite", "элитная", "Элитная карта"),
        Icon("ordinary", "рядовая", "Рядовая карта"),
        Icon("wolf", "сторона «волк»", None),
        Icon("human", "сторона «человек»", None),
    )
}

# In this order they stand in records and on pages.
PRINTED_ICONS: tuple[str, ...] = tuple(code for code, icon in ICONS.items() if icon.printed)

UNKNOWN_ICON_NAME = "неизвестная иконка"


def icon_codes(text: str) -> list[str]:
    """Return the codes of all icon tokens of `text` in order, `?` for a lost one."""
    return ICON_TOKEN.findall(text)


def icon_label(code: str | None, value: int | None = None) -> str:
    """Return a printed icon in words: «броня 1»; an unknown code as it is, a lost one as unknown."""
    icon = ICONS.get(code or "")
    name = icon.name if icon else code or UNKNOWN_ICON_NAME
    return name if value is None else f"{name} {value}"
