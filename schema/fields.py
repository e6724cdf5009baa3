"""One table of a card's fields: column, Russian label, the keys sources use, the keys searches use.

Parsers of label/value sources, the query language, pages, API and docs take their names from here, so that a
name is fixed once. `column` is a column of `card`, or of the table named before a dot.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from schema.fold import fold


class FieldType(StrEnum):
    """How a field is compared."""

    TEXT = "text"
    NUMBER = "number"
    CODE = "code"
    LIST = "list"
    FLAG = "flag"
    STRIKE = "strike"
    ICONS = "icons"


@dataclass(frozen=True, slots=True)
class CardField:
    """One field of a card.

    `name` is the English name (JSON key), `labels` the labels that sources use (the first is shown),
    `keys` the keys of the query language (Russian and Latin), empty where the field cannot be searched.
    `opposites` are words by which people call a mark's «no», so that a search can say how it is asked for.
    """

    name: str
    type: FieldType
    column: str
    labels: tuple[str, ...]
    keys: tuple[str, ...] = ()
    help: str = ""
    example: str = ""
    opposites: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The Russian label shown on pages."""
        return self.labels[0]


FIELDS: tuple[CardField, ...] = (
    CardField("name", FieldType.TEXT, "name", ("Название", "Имя"), ("имя", "название", "name"),
              "слова названия", "имя:кочевник"),
    CardField("release", FieldType.CODE, "release_id", ("Выпуск",), ("выпуск", "release", "set"),
              "название, номер или адрес выпуска", 'выпуск:"Ложные боги"'),
    CardField("number", FieldType.NUMBER, "number", ("Номер", "№"), ("номер", "number"),
              "номер в выпуске", "номер<=20"),
    CardField("rarity", FieldType.CODE, "rarity", ("Редкость",), ("редкость", "rarity"),
              "редкость карты", "редкость:редкая"),
    CardField("element", FieldType.CODE, "element", ("Стихия",), ("стихия", "element"),
              "стихия карты", "стихия:лес"),
    CardField("cost", FieldType.NUMBER, "cost", ("Стоимость", "Цена"), ("стоимость", "цена", "cost"),
              "сколько кристаллов стоит карта", "стоимость<=4"),
    CardField("elite", FieldType.FLAG, "elite", ("Элитная",), ("элитная", "elite"),
              "золотой кристалл: да или нет", "элитная:да", ("рядовая", "ordinary")),
    CardField("card_type", FieldType.CODE, "card_type", ("Тип",), ("тип", "type"),
              "существо, артефакт или местность", "тип:артефакт"),
    CardField("subtype", FieldType.CODE, "subtype", ("Подтип",), ("подтип", "subtype"),
              "летающее, компаньон или паразит", "подтип:летающее"),
    CardField("classes", FieldType.LIST, "card_class.class", ("Класс", "Классы"), ("класс", "class"),
              "класс карты", "класс:герой"),
    CardField("properties", FieldType.TEXT, "", ("Свойства",)),
    CardField("life", FieldType.NUMBER, "life", ("Жизнь", "Жизни", "Здоровье"), ("жизнь", "life"),
              "число жизней", "жизнь>=10"),
    CardField("move", FieldType.NUMBER, "move", ("Движение", "Ход", "Ходы", "Количество ходов"),
              ("движение", "ход", "move"), "запас движения", "движение:2"),
    CardField("strike", FieldType.STRIKE, "strike", ("Простой удар", "Удар"), ("удар", "strike"),
              "простой удар: слабый-средний-сильный", "удар:2-2-3"),
    CardField("icons", FieldType.ICONS, "card_icon.icon", ("Иконки", "Иконка"),
              ("иконка", "иконки", "icon"),
              "иконка на карте", "иконка:броня"),
    CardField("unique", FieldType.FLAG, "unique_card", ("Уникальная", "Уникальность"), ("уникальная", "unique"),
              "уникальная карта: да или нет", "уникальная:да"),
    CardField("horde", FieldType.FLAG, "horde", ("Орда",), ("орда", "horde"),
              "карта с ордой: да или нет", "орда:да"),
    CardField("banned", FieldType.FLAG, "banned", ("Запрещена", "Бан"), ("запрещена", "banned"),
              "запрещённая карта: да или нет", "запрещена:да"),
    CardField("text", FieldType.TEXT, "text", ("Текст", "Текст карты"), ("текст", "text"),
              "слова текста карты", "текст:выстрел"),
    CardField("flavor", FieldType.TEXT, "flavor", ("Худ. текст", "Худ.текст", "Художественный текст"),
              ("худ", "flavor"), "слова художественного текста", "худ:стражники"),
    CardField("artists", FieldType.LIST, "card_artist.artist", ("Художник", "Художники", "Иллюстратор"),
              ("художник", "artist"), "художник", "художник:чернилкин"),
)  # fmt: skip

BY_NAME: dict[str, CardField] = {field.name: field for field in FIELDS}
_BY_LABEL: dict[str, CardField] = {fold(label): field for field in FIELDS for label in field.labels}


def field_by_label(label: str) -> CardField | None:
    """Return the field that a source calls `label`, or None where no source does."""
    return _BY_LABEL.get(fold(label).rstrip(" :"))
