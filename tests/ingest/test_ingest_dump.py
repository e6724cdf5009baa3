"""Text dumps in every spelling, and every kind of bad input; all cards and rules here are invented."""

from __future__ import annotations

import pytest

from ingest.formats import parse_document
from schema.records import CardKey, CardRecord, Document, Harvest, PrintedIcon, Problem, Question, Strike
from schema.vocabulary import CardType, Element, Rarity, Subtype

PAGE = """Выпуск\tОбычная Медный берег 7
Стихия\tБолота
Стоимость\t4 рядовая
Тип\tСущество
Класс\tРыбак
Свойства\t9 1 2-2-3
Иконки\tarmor:1, zov
Текст\tУдар по лодке.
Худ. текст\tВолна за волной.
Художник\tИ. Красочкин, П. Тушь"""

LISTS = """

Q: Можно ли плыть? A:Можно.

Правила

Лодка (судно). Плавает по воде. РП 1.0 от 02.03.2024

Дополнительные правила

Вода
Берег (суша). Рядом (с водой)."""

OTHER = PAGE.replace("берег 7", "берег 8").replace("Рыбак", "Лоцман")


def read(text: str, encoding: str = "utf-8") -> Harvest:
    return parse_document(Document("dump.txt", text.encode(encoding)))


def only(text: str) -> CardRecord:
    harvest = read(text)
    (card,) = harvest.cards
    assert harvest.problems == ()
    return card


def refused(harvest: Harvest) -> list[tuple[str, int | None]]:
    return [(problem.code, problem.line) for problem in harvest.problems if problem.refused]


def reported(harvest: Harvest) -> list[tuple[str, int | None, str | None]]:
    return [(problem.code, problem.line, problem.field) for problem in harvest.problems if not problem.refused]


def test_page_field_by_field() -> None:
    card = only(PAGE + LISTS)
    assert card.key == CardKey("Медный берег", 7)
    assert (card.rarity, card.element, card.cost, card.elite) == (Rarity.COMMON, Element.SWAMP, 4, False)
    assert (card.card_type, card.subtype, card.classes) == (CardType.CREATURE, None, ("Рыбак",))
    assert (card.life, card.move, card.strike) == (9, 1, Strike(2, 2, 3))
    assert card.icons == (PrintedIcon("armor", 1), PrintedIcon("zov"))
    assert (card.text, card.text_source, card.flavor) == ("Удар по лодке.", "Удар по лодке.", "Волна за волной.")
    assert card.artists == ("И. Красочкин", "П. Тушь")
    assert card.questions == (Question("Можно ли плыть?", "Можно."),)
    assert card.direct_terms == ("Лодка (судно)",)
    assert card.additional_terms == ("Вода", "Берег (суша). Рядом (с водой).")
    assert {value.field: value.line for value in card.values}["icons"] == 7
    assert card.line == 1


@pytest.mark.parametrize(
    "spelled",
    [
        PAGE.replace("\t", "   "),
        PAGE.replace("\t", " "),
        PAGE.replace("\t", "\t\t"),
        PAGE.replace("\t", " \t"),
        PAGE.replace("\t", ": "),
        PAGE.replace("\t", "\u00a0\u00a0"),
        PAGE.replace("Худ. текст", "Худ.\u00a0текст"),
        PAGE.replace("\n", "\r\n"),
        PAGE.replace("\n", "\r"),
        "\ufeff" + PAGE,
        PAGE.replace("\n", "\n\n"),
        "\n\n  " + PAGE + "\n\n",
        PAGE.upper().replace("ВЫПУСК\tОБЫЧНАЯ МЕДНЫЙ БЕРЕГ", "ВЫПУСК\tОбычная Медный берег"),
    ],
    ids=["wide", "single", "tabs", "blank-tab", "colon", "nbsp", "nbsp-key", "crlf", "cr", "bom", "loose", "indent",
         "upper"],
)  # fmt: skip
def test_spellings_of_one_page_give_one_card(spelled: str) -> None:
    card, plain = only(spelled), only(PAGE)
    for name in ("key", "rarity", "element", "cost", "elite", "card_type", "life", "move", "strike", "icons"):
        assert getattr(card, name) == getattr(plain, name)
    assert (card.text or "").lower() == (plain.text or "").lower()
    assert [name.lower() for name in card.artists] == [name.lower() for name in plain.artists]


def test_keys_in_any_order_with_tabs() -> None:
    lines = PAGE.split("\n")
    card = only("\n".join(reversed(lines)))
    assert (card.key, card.life, card.text) == (CardKey("Медный берег", 7), 9, "Удар по лодке.")


def test_a_key_without_value_and_a_dash_are_no_value() -> None:
    card = only("Выпуск\tМедный берег 7\nСтихия\nСтоимость\t\nТип\t-\nКласс -\nИконки\t—\nТекст\t–\nХудожник")
    assert (card.element, card.cost, card.card_type, card.classes, card.icons) == (None, None, None, (), ())
    assert (card.text, card.text_source, card.artists) == (None, None, ())
    assert (card.direct_terms, card.additional_terms) == (None, None)


def test_cost_x() -> None:
    card = only(PAGE.replace("4 рядовая", "Х элитная"))
    assert (card.cost, card.cost_text, card.elite) == (None, "X", True)


def test_invisible_characters_stay_in_the_source_and_leave_the_text() -> None:
    card = only(PAGE.replace("Удар по лодке.", "Удар\u00a0по ло\u00adдке\u200b."))
    assert card.text == "Удар по лодке."
    assert card.text_source == "Удар\u00a0по ло\u00adдке\u200b."


def test_text_over_several_lines_even_with_an_empty_one() -> None:
    card = only(PAGE.replace("Удар по лодке.", "Удар по лодке.\nКласс цели не важен.\n\nХод тоже."))
    assert card.text == "Удар по лодке.\nКласс цели не важен.\nХод тоже."
    assert card.flavor == "Волна за волной."


def test_text_may_begin_on_the_line_below_its_key() -> None:
    assert only(PAGE.replace("Текст\t", "Текст\n")).text == "Удар по лодке."


def test_lost_icons_are_marked_and_letters_for_digits_stay() -> None:
    card = only(PAGE.replace("Удар по лодке.", ": Ранить на З. Получает +1 к  до конца хода."))
    assert card.text == "{?}: Ранить на З. Получает +1 к {?} до конца хода."
    assert card.text_source == ": Ранить на З. Получает +1 к  до конца хода."


@pytest.mark.parametrize("separator", ["\t", " ", "  "])
def test_a_lost_icon_right_behind_the_key(separator: str) -> None:
    assert only(PAGE.replace("Текст\tУдар по лодке.", f"Текст{separator}: Удар.")).text == "{?}: Удар."


@pytest.mark.parametrize(
    ("above", "name"),
    [
        ("Бакенщик\n", "Бакенщик"),
        ("Бакенщик\n\n", "Бакенщик"),
        ("«Старый» бакенщик!\n", "«Старый» бакенщик!"),
        ("3\tБакенщик\t7\tfile.txt\n", "Бакенщик"),
        ("№\tимя\tномер\tфайл\n3\tБакенщик\t7\tfile.txt\n", "Бакенщик"),
        ("3\tБакенщик\t7\tfile.txt\nБакенщик\n", "Бакенщик"),
        ("Название\tБакенщик\n", "Бакенщик"),
        ("", None),
    ],
)
def test_name_above_the_release(above: str, name: str | None) -> None:
    assert only(above + PAGE).name == name


def test_the_number_may_stand_in_its_own_field_or_in_the_header() -> None:
    assert only(PAGE.replace("берег 7", "берег\nНомер\t7")).key.number == 7
    assert only("3\tБакенщик\t7\tfile.txt\n" + PAGE.replace(" 7\n", "\n")).key.number == 7
    harvest = read("3\tБакенщик\t9\tfile.txt\n" + PAGE)
    assert [card.key.number for card in harvest.cards] == [7]
    assert reported(harvest) == [("S121", 1, "number")]


@pytest.mark.parametrize("between", ["\n", "\n\n", "\n\nБакенщик\n", "\n\n2\tБакенщик\t8\tx.txt\n", "\nНомер\t8\n"])
@pytest.mark.parametrize("first", [PAGE, PAGE + LISTS], ids=["fields", "lists"])
def test_two_cards_in_one_file(first: str, between: str) -> None:
    harvest = read(first + between + OTHER)
    assert refused(harvest) == []
    assert [(card.key.number, card.classes) for card in harvest.cards] == [(7, ("Рыбак",)), (8, ("Лоцман",))]
    assert harvest.cards[1].name == ("Бакенщик" if "Бакенщик" in between else None)
    assert harvest.cards[0].artists == ("И. Красочкин", "П. Тушь")
    if first != PAGE:
        assert harvest.cards[0].additional_terms == ("Вода", "Берег (суша). Рядом (с водой).")


def test_names_without_empty_lines_where_the_first_page_has_one() -> None:
    harvest = read("Бакенщик\n" + PAGE + LISTS + "\nЛоцман\n" + OTHER)
    assert [card.name for card in harvest.cards] == ["Бакенщик", "Лоцман"]
    assert harvest.cards[0].additional_terms == ("Вода", "Берег (суша). Рядом (с водой).")


def test_a_list_of_names_keeps_its_last_name() -> None:
    harvest = read(PAGE + LISTS + "\nМачта\n" + OTHER)
    assert harvest.cards[0].additional_terms == ("Вода", "Берег (суша). Рядом (с водой).", "Мачта")
    assert harvest.cards[1].name is None


def test_glued_files_are_parted_and_reported() -> None:
    harvest = read(PAGE + LISTS + OTHER)
    assert [card.key.number for card in harvest.cards] == [7, 8]
    assert harvest.cards[0].additional_terms == ("Вода", "Берег (суша). Рядом (с водой).")
    assert [(problem.code, problem.line) for problem in harvest.problems] == [("S113", 21)]


def test_several_questions_over_several_lines_and_on_one() -> None:
    text = PAGE + "\n\nQ: Раз?\nИ ещё?\nA: Да.\n\nКонечно.\nQ: Два? А: Нет. Q: Три?A:Тоже.\n\nПравила\n"
    assert only(text).questions == (
        Question("Раз?\nИ ещё?", "Да.\nКонечно."),
        Question("Два?", "Нет."),
        Question("Три?", "Тоже."),
    )


def test_rules_with_paragraphs_bullets_and_awkward_headwords() -> None:
    rules = """

Правила

+Х (–Х) к парусу. Модификатор паруса. РП 1.0 от 02.03.2024
Один (Х) раз за рейс (прочее). Ограничивает рейсы. РП 1.0 от 02.03.2024. Гребля, дальность X. Способ плыть
вдоль берега.

Бывает медленной.

• Медленная оплачена.
· Быстрая нет. РП 4.1-2 от 09.11.2024

115. Условный парус. Парус с условием. РП 1.0 от 02.03.2024

Поднять (парус). Спустить (якорь). Действия матроса. РП 1.0 от 02.03.2024"""
    harvest = read(PAGE + rules)
    assert [(problem.code, problem.field) for problem in harvest.problems] == []
    assert [(term.headword, term.rules_version) for term in harvest.terms] == [
        ("+Х (–Х) к парусу", "РП 1.0 от 02.03.2024"),
        ("Один (Х) раз за рейс (прочее)", "РП 1.0 от 02.03.2024"),
        ("Гребля, дальность X", "РП 4.1-2 от 09.11.2024"),
        ("Условный парус", "РП 1.0 от 02.03.2024"),
        ("Поднять (парус). Спустить (якорь).", "РП 1.0 от 02.03.2024"),
    ]
    assert harvest.terms[2].definition.split("\n") == [
        "Способ плыть вдоль берега.",
        "Бывает медленной.",
        "• Медленная оплачена.",
        "• Быстрая нет.",
    ]
    assert harvest.cards[0].direct_terms == tuple(term.headword for term in harvest.terms)


def test_rules_without_versions_are_parted_at_empty_lines_and_reported() -> None:
    harvest = read(PAGE + "\n\nПравила\n\nВода. Мокрая.\n\nСуша. Сухая.\n• Песок.\n")
    assert [(term.headword, term.definition, term.rules_version) for term in harvest.terms] == [
        ("Вода", "Мокрая.", None),
        ("Суша", "Сухая.\n• Песок.", None),
    ]
    assert [problem.code for problem in harvest.problems] == ["S130", "S130"]


def test_a_lost_version_inside_the_list_is_suspected() -> None:
    harvest = read(PAGE + "\n\nПравила\n\nВода. Мокрая.\n\nСуша. Сухая и тёплая. РП 1.0 от 02.03.2024\n")
    assert [problem.code for problem in harvest.problems] == ["S130"]
    assert "Суша" in harvest.problems[0].message


def test_the_same_rule_on_two_pages_is_one() -> None:
    harvest = read(PAGE + LISTS + "\n\n" + OTHER + LISTS)
    assert [term.headword for term in harvest.terms] == ["Лодка (судно)"]
    assert [card.direct_terms for card in harvest.cards] == [("Лодка (судно)",)] * 2


def test_an_unknown_key_is_kept_and_reported() -> None:
    harvest = read(PAGE.replace("Текст\t", "Тираж\t300 штук\nТекст\t"))
    (card,) = harvest.cards
    assert [(value.field, value.value, value.line) for value in card.values if not value.known] == [
        ("Тираж", "300 штук", 8)
    ]
    assert reported(harvest) == [("S115", 8, "Тираж")]
    assert card.text == "Удар по лодке."


# --- bad input: each fault has its line, the rest is read all the same


@pytest.mark.parametrize("broken", ["Выпуск\t\n", "Выпуск\t-\n", "Выпуск\n", "Выпуск\t12\n", ""])
def test_a_page_without_a_release_is_refused_and_the_next_read(broken: str) -> None:
    page = broken + PAGE.partition("\n")[2]
    harvest = read(page + "\n\n" + OTHER)
    assert [card.key.number for card in harvest.cards] == [8]
    assert refused(harvest) == [("S110", 1)]
    assert "Рыбак" in harvest.problems[0].raw


@pytest.mark.parametrize("lists", ["", LISTS])
def test_a_page_without_a_release_behind_another(lists: str) -> None:
    headless = PAGE.partition("\n")[2].replace("Рыбак", "Боцман")
    harvest = read(PAGE + lists + "\n\n" + headless + "\n\n" + OTHER)
    assert [card.classes for card in harvest.cards] == [("Рыбак",), ("Лоцман",)]
    assert [code for code, _ in refused(harvest)] == ["S110"]
    problem = next(problem for problem in harvest.problems if problem.refused)
    assert "Боцман" in problem.raw
    assert "Рыбак" not in problem.raw


@pytest.mark.parametrize("value", ["Медный берег", "Обычная Медный берег", "Медный берег З", "Медный берег 12345678"])
def test_a_page_without_a_number_is_refused(value: str) -> None:
    harvest = read(PAGE.replace("Обычная Медный берег 7", value) + "\n\n" + OTHER)
    assert [card.key.number for card in harvest.cards] == [8]
    assert refused(harvest) == [("S111", 1)]


def test_rules_of_a_refused_page_are_kept() -> None:
    harvest = read(PAGE.replace("Обычная Медный берег 7", "-") + LISTS)
    assert harvest.cards == ()
    assert [term.headword for term in harvest.terms] == ["Лодка (судно)"]


def test_two_different_cards_under_one_number() -> None:
    other = OTHER.replace("берег 8", "берег 7")
    harvest = read(PAGE + "\n\n" + other + "\n\n" + PAGE)
    assert [card.classes for card in harvest.cards] == [("Рыбак",)]
    assert refused(harvest) == [("S112", 12)]
    (problem,) = harvest.problems
    assert problem.card == CardKey("Медный берег", 7)
    assert "Лоцман" in problem.raw
    assert "строка 1" in problem.message


def test_spellings_of_a_known_release_share_its_numbers() -> None:
    pages = [PAGE.replace("Медный берег", name) for name in ("Путь Хранителей", "5. Путь хранителей")]
    harvest = read(pages[0] + "\n\n" + pages[1].replace("Рыбак", "Лоцман"))
    assert refused(harvest) == [("S112", 12)]


@pytest.mark.parametrize(
    ("type_line", "properties", "kept", "codes"),
    [
        ("Существо", "9 1", (9, 1, None), ["S119"]),
        ("Существо", "9 2-2-3", (9, None, Strike(2, 2, 3)), ["S119"]),
        ("Существо", "9 1 2-2-З", (9, 1, None), ["S117", "S119"]),
        ("Существо – Летающее", "9 1 2-2-3", (9, None, Strike(2, 2, 3)), ["S118"]),
        ("Существо – Летающее", "9 Паразит 2-2-3", (9, None, Strike(2, 2, 3)), ["S118"]),
        ("Артефакт", "9 1 2-2-3", (9, None, None), ["S118", "S118"]),
        ("Артефакт", "9 0 0-0-0", (9, None, None), []),
        ("Местность", "9", (None, None, None), ["S118"]),
        ("Местность", "0 0 0-0-0", (None, None, None), []),
        ("Местность", "9 Артефакт", (None, None, None), ["S118", "S118"]),
    ],
)
def test_properties_that_do_not_fit_the_type(
    type_line: str, properties: str, kept: tuple[int | None, int | None, Strike | None], codes: list[str]
) -> None:
    harvest = read(PAGE.replace("Существо", type_line).replace("9 1 2-2-3", properties))
    (card,) = harvest.cards
    assert (card.life, card.move, card.strike) == kept
    assert [(problem.code, problem.line, problem.field) for problem in harvest.problems] == [
        (code, 6, "properties") for code in codes
    ]
    assert all(problem.card == card.key and problem.raw == properties for problem in harvest.problems)
    assert {value.field: value.value for value in card.values}["properties"] == properties


def test_the_subtype_may_stand_in_the_properties_alone() -> None:
    card = only(PAGE.replace("9 1 2-2-3", "9 Летающее 2-2-3"))
    assert (card.card_type, card.subtype, card.move) == (CardType.CREATURE, Subtype.FLYING, None)


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("Болота", "Вода", "S117", 2),
        ("4 рядовая", "четыре", "S117", 3),
        ("Существо", "Сущесво", "S117", 4),
        ("zov", "zuv", "S120", 7),
        ("Рыбак", "Рыбак\nКласс\tЛоцман", "S116", 6),
        ("Рыбак", "Рыбак\nОрда\tможет быть", "S117", 6),
        ("Рыбак", "Рыбак\nЖизнь\t8", "S116", 6),
        ("Рыбак", "р" * 2000, "S117", 5),
    ],
)
def test_a_value_that_cannot_be_read_is_kept_and_named_by_line(old: str, new: str, code: str, line: int) -> None:
    harvest = read(PAGE.replace(old, new))
    (card,) = harvest.cards
    assert [(problem.code, problem.line) for problem in harvest.problems] == [(code, line)]
    assert new.split("\n")[-1].split("\t")[-1] in [part for value in card.values for part in value.value.split(", ")]
    assert (card.text, card.strike) == ("Удар по лодке.", Strike(2, 2, 3))


def test_text_that_belongs_to_nothing_is_put_aside_with_its_line() -> None:
    harvest = read("Выгрузка от вторника.\nВторая строка шапки.\n\n" + PAGE + "\n\nприписка на полях\n\nПравила\n")
    assert refused(harvest) == [("S114", 1), ("S114", 15)]
    assert harvest.problems[0].raw == "Выгрузка от вторника.\nВторая строка шапки."
    assert harvest.problems[1].card == CardKey("Медный берег", 7)


def test_half_a_question_and_half_a_rule_are_refused_with_their_lines() -> None:
    harvest = read(PAGE + "\n\nQ: Раз?\nQ: Два? A: Да.\n\nПравила\n\nВода. РП 1.0 от 02.03.2024\n")
    assert harvest.cards[0].questions == (Question("Два?", "Да."),)
    assert refused(harvest) == [("S132", 12), ("S131", 17)]
    assert harvest.cards[0].direct_terms == ("Вода",)


def test_a_header_without_its_page_is_refused() -> None:
    harvest = read("3\tБакенщик\t7\tfile.txt\n\n4\tЛоцман\t8\tother.txt\n" + OTHER)
    assert refused(harvest) == [("S110", 1)]
    assert [card.name for card in harvest.cards] == ["Лоцман"]


def test_cp1251_is_read_and_reported_with_its_line() -> None:
    harvest = read(PAGE, "cp1251")
    assert harvest.cards == read(PAGE).cards
    assert reported(harvest) == [("S104", 1, None)]


def test_every_problem_is_one_line_with_file_and_number() -> None:
    harvest = read("мусор\n\n" + PAGE.replace("Рыбак", "р" * 2000) + "\n\n" + PAGE.replace("Болота", "Вода"))
    assert harvest.problems
    lines: list[str] = [Problem.text(problem, "dump.txt") for problem in harvest.problems]
    assert all(line.startswith("dump.txt:") and "\n" not in line for line in lines)
