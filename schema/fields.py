"""One table of a card's fields: column, Russian label, the keys sources use, the keys searches use.

Parsers of label/value sources, the query language, pages, API and docs take their names from here, so that a
name is fixed once. `column` is a column of `card`, or of the table named before a dot. FIELDS are what sources
give, DERIVED_FIELDS what the build adds and only a search asks for.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from schema.fold import fold


class FieldType(StrEnum):
    """How a field is compared.

    NUMBER may be X; SHARE is a number from 0 to 1; LIST has values that the database knows; PARTS has such values
    with a number each; TERM and FINDING are rows about a card, NAMED is a query under a name of its own.
    """

    TEXT = "text"
    NUMBER = "number"
    CODE = "code"
    LIST = "list"
    FLAG = "flag"
    STRIKE = "strike"
    ICONS = "icons"
    SHARE = "share"
    POWER = "power"
    PARTS = "parts"
    TERM = "term"
    FINDING = "finding"
    NAMED = "named"


class FieldScope(StrEnum):
    """What has the field: the card, one of its abilities, or one action of an ability."""

    CARD = "card"
    ABILITY = "ability"
    ACTION = "ability_action"


@dataclass(frozen=True, slots=True)
class CardField:
    """One field of a card.

    `name` is the English name (JSON key), `labels` the labels that sources use (the first is shown),
    `keys` the keys of the query language (Russian and Latin), empty where the field cannot be searched.
    `opposites` are words by which people call a mark's «no», so that a search can say how it is asked for.
    `variable` is the column that says that a number is X, where there is one.
    """

    name: str
    type: FieldType
    column: str
    labels: tuple[str, ...]
    keys: tuple[str, ...] = ()
    help: str = ""
    example: str = ""
    opposites: tuple[str, ...] = ()
    scope: FieldScope = FieldScope.CARD
    variable: str = ""

    def __hash__(self) -> int:
        """Return the hash of the name, which no two fields share."""
        return hash(self.name)

    @property
    def label(self) -> str:
        """The Russian label shown on pages."""
        return self.labels[0]


FIELDS: tuple[CardField, ...] = (
    CardField("name", FieldType.TEXT, "name", ("Название", "Имя"), ("имя", "название", "name"),
              "слова названия", "имя:шишкарь"),
    CardField("release", FieldType.CODE, "release_id", ("Выпуск",), ("выпуск", "release", "set"),
              "название, номер или адрес выпуска", 'выпуск:"Первая искра"'),
    CardField("number", FieldType.NUMBER, "number", ("Номер", "№"), ("номер", "number"),
              "номер в выпуске", "номер<=20"),
    CardField("rarity", FieldType.CODE, "rarity", ("Редкость",), ("редкость", "rarity"),
              "редкость карты", "редкость:редкая"),
    CardField("element", FieldType.CODE, "element", ("Стихия",), ("стихия", "element"),
              "стихия карты", "стихия:лес"),
    CardField("cost", FieldType.NUMBER, "cost", ("Стоимость", "Цена"), ("стоимость", "цена", "cost"),
              "сколько кристаллов стоит карта", "стоимость<=4", variable="cost_text"),
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
              "уникальная карта: да или нет", "уникальная:нет"),
    CardField("horde", FieldType.FLAG, "horde", ("Орда",), ("орда", "horde"),
              "карта с ордой: да или нет", "орда:нет"),
    CardField("banned", FieldType.FLAG, "banned", ("Запрещена", "Бан"), ("запрещена", "banned"),
              "запрещённая карта: да или нет", "запрещена:нет"),
    CardField("text", FieldType.TEXT, "text", ("Текст", "Текст карты"), ("текст", "text"),
              "слова текста карты", "текст:выстрел"),
    CardField("flavor", FieldType.TEXT, "flavor", ("Худ. текст", "Худ.текст", "Художественный текст"),
              ("худ", "flavor"), "слова художественного текста", "худ:знамя"),
    CardField("artists", FieldType.LIST, "card_artist.artist", ("Художник", "Художники", "Иллюстратор"),
              ("художник", "artist"), "художник", "художник:чернилкин"),
)  # fmt: skip

_STRIKE_PARTS: tuple[CardField, ...] = (
    CardField("strike_weak", FieldType.NUMBER, "strike_weak", ("Слабый удар",), ("удар.слабый", "strike.weak"),
              "первое число простого удара", "удар.слабый>=2"),
    CardField("strike_medium", FieldType.NUMBER, "strike_medium", ("Средний удар",),
              ("удар.средний", "strike.medium"), "второе число простого удара", "удар.средний:3"),
    CardField("strike_strong", FieldType.NUMBER, "strike_strong", ("Сильный удар",),
              ("удар.сильный", "strike.strong"), "третье число простого удара", "удар.сильный>4"),
)  # fmt: skip

_CARD_FACTS: tuple[CardField, ...] = (
    CardField("printings", FieldType.NUMBER, "printings", ("Изданий",), ("изданий", "printings"),
              "сколько карт с этим названием, она сама тоже", "изданий>=2"),
    CardField("terms", FieldType.TERM, "card_term.term_id", ("Термин",), ("термин", "term"),
              "термин правил, о котором говорит сама карта: текстом или иконкой", "термин:телепортация"),
    CardField("any_terms", FieldType.TERM, "card_term.term_id", ("Термин, прямой или нет",),
              ("термин.любой", "term.any"), "термин карты или определения её терминов", "термин.любой:атака"),
    CardField("tier", FieldType.CODE, "term.tier", ("Ярус терминов",), ("ярус", "tier"),
              "у карты есть прямой термин этого яруса: ключевой или базовый", "ярус:ключевой"),
    CardField("findings", FieldType.FINDING, "finding.code", ("Замечание",), ("замечание", "finding"),
              "замечание проверки: код, начало кода, вид или важность", "замечание:T1*"),
    CardField("understood", FieldType.SHARE, "understood", ("Понято",), ("понято", "understood"),
              "какая доля текста разобрана на особенности, от 0 до 1", "понято<0.9"),
    CardField("questions", FieldType.TEXT, "faq.question", ("Вопросы",), ("вопрос", "вопросы", "faq"),
              "слова вопросов о карте и ответов на них", "вопрос:удар"),
    CardField("is", FieldType.NAMED, "", ("Это",), ("это", "is"),
              "готовый запрос под коротким именем", "это:летающая"),
)  # fmt: skip

_ABILITY_FIELDS: tuple[CardField, ...] = (
    CardField("ability", FieldType.TEXT, "ability_fts.text", ("Особенность",),
              ("способность", "особенность", "ability"),
              "всё сказанное в скобках — об одной особенности; слова ищутся в её тексте",
              "способность:(действие:выстрел дальность>=3)", scope=FieldScope.ABILITY),
    CardField("ability_kind", FieldType.CODE, "ability.kind", ("Вид особенности",), ("вид", "kind"),
              "именная, играемая, срабатывающая или постоянная", "вид:играемая", scope=FieldScope.ABILITY),
    CardField("prefix", FieldType.LIST, "ability.prefix", ("Приставка особенности",), ("приставка", "prefix"),
              "слово перед двоеточием: строй, концентрация, вальхалла", "приставка:строй", scope=FieldScope.ABILITY),
    CardField("cost_parts", FieldType.PARTS, "ability_cost.icon", ("Оплата особенности",), ("оплата", "payment"),
              "чем платят за особенность и сколько: фишка, закрыть карту, словами", "оплата:фишка>=2",
              scope=FieldScope.ABILITY),
    CardField("sudden", FieldType.FLAG, "ability.sudden", ("Внезапная",), ("внезапная", "sudden"),
              "внезапное действие: да или нет", "внезапная:да", scope=FieldScope.ABILITY),
    CardField("trigger", FieldType.TEXT, "ability.trigger", ("Когда срабатывает",), ("триггер", "trigger"),
              "когда срабатывает особенность", 'триггер:"в начале хода"', scope=FieldScope.ABILITY),
    CardField("condition", FieldType.TEXT, "ability.condition", ("Условие",), ("условие", "condition"),
              "при каком условии действует особенность", "условие:проклятие", scope=FieldScope.ABILITY),
    CardField("keywords", FieldType.PARTS, "ability_keyword.term", ("Именная особенность",), ("именная", "keyword"),
              "именная особенность, которую текст называет или даёт, и её число", "именная:отравление>=2",
              scope=FieldScope.ABILITY),
    CardField("action", FieldType.CODE, "ability_action.kind", ("Действие",), ("действие", "action"),
              "что делает особенность", "действие:метание", scope=FieldScope.ACTION),
    CardField("power", FieldType.POWER, "ability_action.amount", ("Сила действия",),
              ("сила", "действие.сила", "action.value"), "число действия; из трёх (1-2-2) — наибольшее",
              "действие.сила>=2", scope=FieldScope.ACTION, variable="ability_action.variable"),
    CardField("reach", FieldType.NUMBER, "ability_action.reach", ("Дальность",),
              ("дальность", "действие.дальность", "range"), "дальность действия или прыжка", "дальность>=4",
              scope=FieldScope.ACTION, variable="ability_action.far"),
    CardField("action_name", FieldType.TEXT, "ability_action.name", ("Имя действия",),
              ("действие.имя", "action.name"), "имя воздействия, заклинания или атаки", "действие.имя:туман",
              scope=FieldScope.ABILITY),
    CardField("limit", FieldType.NUMBER, "ability.limit_count", ("Предел",), ("предел", "limit.count"),
              "сколько раз можно применить особенность", "предел:1", scope=FieldScope.ABILITY),
    CardField("period", FieldType.CODE, "ability.limit_per", ("За что предел",), ("период", "limit.per"),
              "за что считается предел: ход или бой", "период:бой", scope=FieldScope.ABILITY),
    CardField("duration", FieldType.TEXT, "ability.duration", ("Длительность",), ("длительность", "duration"),
              "как долго действует особенность", 'длительность:"до конца хода"', scope=FieldScope.ABILITY),
)  # fmt: skip

DERIVED_FIELDS: tuple[CardField, ...] = (*_STRIKE_PARTS, *_CARD_FACTS, *_ABILITY_FIELDS)

BY_NAME: dict[str, CardField] = {field.name: field for field in (*FIELDS, *DERIVED_FIELDS)}
_BY_LABEL: dict[str, CardField] = {fold(label): field for field in FIELDS for label in field.labels}


def field_by_label(label: str) -> CardField | None:
    """Return the field that a source calls `label`, or None where no source does."""
    return _BY_LABEL.get(fold(label).rstrip(" :"))
