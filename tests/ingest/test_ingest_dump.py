"""Text dumps in every spelling, and every kind of bad input; all cards and rules here are invented."""

from __future__ import annotations

from dataclasses import replace

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
    other = OTHER.replace("берег 8", "берег 7").replace("Удар по лодке", "Удар по шлюпке")
    harvest = read(PAGE + "\n\n" + other + "\n\n" + PAGE)
    assert [card.classes for card in harvest.cards] == [("Рыбак",)]
    assert refused(harvest) == [("S112", 12)]
    (problem,) = harvest.problems
    assert problem.card == CardKey("Медный берег", 7)
    assert problem.raw == other
    assert "строка 1" in problem.message


def test_names_decide_whether_two_cards_of_one_number_are_one() -> None:
    renamed = "Бакенщик\n" + PAGE + "\n\nЛоцман\n" + PAGE
    assert refused(read(renamed)) == [("S112", 13)]
    reworded = "Бакенщик\n" + PAGE + "\n\nБакенщик\n" + PAGE.replace("Удар по лодке", "Удар по шлюпке")
    harvest = read(reworded)
    assert harvest.problems == ()
    assert [card.text for card in harvest.cards] == ["Удар по лодке.", "Удар по шлюпке."]


def test_one_card_with_two_values_is_handed_on_twice_and_the_same_card_once() -> None:
    dearer = PAGE.replace("4 рядовая", "5 рядовая")
    harvest = read("\n\n".join([PAGE, dearer, PAGE, dearer]))
    assert harvest.problems == ()
    assert [card.cost for card in harvest.cards] == [4, 5]
    assert [card.raw for card in harvest.cards] == [PAGE, dearer]


def test_spellings_of_a_known_release_share_its_numbers() -> None:
    pages = [PAGE.replace("Медный берег", name) for name in ("Путь Хранителей", "5. Путь хранителей")]
    harvest = read(pages[0] + "\n\n" + pages[1].replace("Удар по лодке", "Удар по шлюпке"))
    assert refused(harvest) == [("S112", 12)]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("Медный берег 326.5", "S111"),
        ("Медный берег 7/326", "S111"),
        ("Медный берег 3,5", "S111"),
        ("Медный берег 333 Стихия\tСтепь", "S110"),
        ("Медный берег Стоимость 4", "S110"),
        ("Медный\tберег 7", "S110"),
    ],
)
def test_a_release_line_that_holds_more_makes_no_release(value: str, code: str) -> None:
    harvest = read(PAGE.replace("Обычная Медный берег 7", value) + "\n\n" + OTHER)
    assert [card.key.number for card in harvest.cards] == [8]
    assert refused(harvest) == [(code, 1)]
    assert value in harvest.problems[0].raw


def test_number_nought_is_read_and_reported() -> None:
    harvest = read(PAGE.replace("берег 7", "берег 0"))
    assert [card.key.number for card in harvest.cards] == [0]
    assert reported(harvest) == [("S117", 1, "number")]


@pytest.mark.parametrize(
    ("release", "nearest"),
    [("Ложные бгои", "Ложные боги"), ("Путь хранителя", "Путь Хранителей"), ("Гибель боков", "Гибель богов")],
)
def test_a_release_nearly_known_is_read_and_reported_once(release: str, nearest: str) -> None:
    harvest = read("\n\n".join(page.replace("Медный берег", release) for page in (PAGE, OTHER)))
    assert [card.key.release for card in harvest.cards] == [release] * 2
    assert reported(harvest) == [("S122", 1, "release")]
    assert f"«{nearest}»" in harvest.problems[0].message


@pytest.mark.parametrize("release", ["Медный берег", "Ложные боги 2", "Война стихий II", "Ложные  Боги", "40"])
def test_a_new_release_a_sequel_and_a_known_one_are_no_fault(release: str) -> None:
    assert read(PAGE.replace("Медный берег", release)).problems == ()


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


@pytest.mark.parametrize(
    ("below", "unknown"), [("Тираж    100", ("Тираж", "100")), ("Примечание: новое", ("Примечание", "новое"))]
)
def test_an_unknown_key_without_a_tab_is_kept_and_reported(below: str, unknown: tuple[str, str]) -> None:
    harvest = read(f"{PAGE}\n{below}\n")
    (card,) = harvest.cards
    assert card.artists == ("И. Красочкин", "П. Тушь")
    assert [(value.field, value.value) for value in card.values if not value.known] == [unknown]
    assert reported(harvest) == [("S115", 11, unknown[0])]


@pytest.mark.parametrize(
    ("above", "line"),
    [
        ("Художник\tИ. Красочкин, П. Тушь", 11),
        ("Класс\tРыбак", 6),
        ("Стоимость\t4 рядовая", 4),
        ("Свойства\t9 1 2-2-3", 7),
        ("Иконки\tarmor:1, zov", 8),
    ],
)
def test_a_line_below_a_short_field_is_no_part_of_it(above: str, line: int) -> None:
    harvest = read(PAGE.replace(above, above + "\nБонус 5"))
    assert replace(harvest.cards[0], values=(), raw="") == replace(only(PAGE), values=(), raw="")
    assert refused(harvest) == [("S114", line)]
    assert harvest.problems[0].raw == "Бонус 5"


def test_a_list_goes_on_behind_its_comma() -> None:
    assert only(PAGE.replace(", П. Тушь", ",\nП. Тушь,\nА. Гуашь")).artists == ("И. Красочкин", "П. Тушь", "А. Гуашь")


def test_an_empty_key_takes_the_line_below_only_as_its_value() -> None:
    page = PAGE.replace("Художник\tИ. Красочкин, П. Тушь", "Художник\n")
    assert only(page + "И. Красочкин").artists == ("И. Красочкин",)
    harvest = read(page + "Бонус 5")
    assert harvest.cards[0].artists == ()
    assert refused(harvest) == [("S114", 11)]


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("Иконки\tarmor:1, zov\n", "Иконки на карте: нет"),
        ("Класс\tРыбак\n", "Класс цели не важен."),
        ("Класс\tРыбак\n", "Класс: какой угодно."),
        ("Стоимость\t4 рядовая\n", "Стоимость карты уменьшена."),
        ("Тип\tСущество\n", "Тип удара любой."),
    ],
)
@pytest.mark.parametrize("last", [True, False], ids=["key below", "no key"])
def test_a_sentence_that_begins_with_a_key_stays_in_its_text(key: str, sentence: str, last: bool) -> None:
    page = PAGE.replace(key, "").replace("Удар по лодке.", f"Удар по лодке.\n{sentence}\nИ ещё.")
    card = only(page + "\n" + key if last else page)
    assert card.text == f"Удар по лодке.\n{sentence}\nИ ещё."
    if last:
        whole = only(PAGE)
        assert (card.icons, card.classes, card.cost) == (whole.icons, whole.classes, whole.cost)


def test_keys_with_single_blanks_below_a_text_of_two_lines_are_keys() -> None:
    page = PAGE.replace("Класс\tРыбак\n", "").replace("Удар по лодке.", "Удар.\nЕщё удар.").replace("\t", " ")
    card = only(page.replace("Худ. текст", "Класс Рыбак\nХуд. текст"))
    assert (card.text, card.classes, card.flavor) == ("Удар.\nЕщё удар.", ("Рыбак",), "Волна за волной.")
    assert card.artists == ("И. Красочкин", "П. Тушь")


@pytest.mark.parametrize(
    "lines",
    [
        "FAQ\tQ: Можно ли плыть? A:Можно.\nПравила\tЛодка (судно). Плавает по воде. РП 1.0 от 02.03.2024\n"
        "Дополнительные правила\tВода\tБерег (суша). Рядом (с водой).",
        "Вопросы\tВопрос: Можно ли плыть? Ответ: Можно.\nПРАВИЛА\tЛодка (судно). Плавает по воде. "
        "РП 1.0 от 02.03.2024\nДополнительные правила\tВода; Берег (суша). Рядом (с водой).",
        "Дополнительные правила:\tВода, Берег (суша). Рядом (с водой).\nFAQ\tQ: Можно ли плыть?\nA: Можно.\n"
        "Правила\tЛодка (судно).\tПлавает по воде. РП 1.0 от 02.03.2024",
    ],
    ids=["tabs", "semicolon", "comma"],
)
def test_a_section_may_stand_on_one_line_with_its_heading(lines: str) -> None:
    card, usual = only(f"{PAGE}\n{lines}"), only(PAGE + LISTS)
    assert (card.questions, card.direct_terms) == (usual.questions, usual.direct_terms)
    assert card.additional_terms == usual.additional_terms
    assert read(f"{PAGE}\n{lines}").terms[0].definition == "Плавает по воде."


def test_names_on_one_line_keep_their_own_commas() -> None:
    card = only(PAGE + "\nДополнительные правила\tМель, отмель, Берег (суша, песок), Вода\n")
    assert card.additional_terms == ("Мель, отмель", "Берег (суша, песок)", "Вода")


def test_dashes_and_bare_bullets_are_no_rules() -> None:
    card = only(PAGE + "\n\nПравила\n\n-\n\n—\n\nДополнительные правила\n\n-\nВода\n―\n•\n")
    assert (card.direct_terms, card.additional_terms) == ((), ("Вода",))


def test_a_line_above_a_rule_is_no_part_of_its_name() -> None:
    harvest = read(PAGE + "\n\nПравила\n\nОбломок без точки\nПарус (Х). Ловит ветер. РП 1.0 от 02.03.2024\n")
    assert [term.headword for term in harvest.terms] == ["Парус (Х)"]
    assert harvest.cards[0].direct_terms == ("Парус (Х)",)
    assert refused(harvest) == [("S114", 14)]
    assert harvest.problems[0].raw == "Обломок без точки"


@pytest.mark.parametrize("headword", ["Плыть (Грести,\nТабанить)", "Удар\nпо мачте", "Плыть,\nГрести"])
def test_a_name_over_two_lines_stays_whole(headword: str) -> None:
    harvest = read(PAGE + f"\n\nПравила\n\n{headword}. Действие матроса. РП 1.0 от 02.03.2024\n")
    assert harvest.problems == ()
    assert [term.headword for term in harvest.terms] == [headword.replace("\n", " ")]


def test_an_icon_lost_in_a_definition_is_marked_and_reported() -> None:
    harvest = read(PAGE + "\n\nПравила\n\nГребля. Тратить запас . И ещё. РП 1.0 от 02.03.2024\n")
    (term,) = harvest.terms
    assert term.definition == "Тратить запас {?}. И ещё."
    assert reported(harvest) == [("S133", 14, "definition")]
    assert harvest.problems[0].raw == "Тратить запас . И ещё."
    assert harvest.problems[0].card == CardKey("Медный берег", 7)


@pytest.mark.parametrize(
    "stray",
    [
        "Нельзя назначать лоцмана лоцману.",
        "Можно ли так?",
        "слабый ветер, если выпало 1;",
        "Бросок кубика\tСила ветра",
        "Долгий " * 20,
    ],
)
def test_a_line_that_is_no_name_of_a_rule_is_refused(stray: str) -> None:
    harvest = read(PAGE + f"\n\nДополнительные правила\n\nВода\n{stray}\nБерег\n")
    assert harvest.cards[0].additional_terms == ("Вода", "Берег")
    assert refused(harvest) == [("S114", 15)]
    assert harvest.problems[0].raw == stray


@pytest.mark.parametrize("name", ["115. Условный парус.", "Вода.", "Плыть (чем). Грести (веслом)."])
def test_a_name_may_be_printed_with_its_stop(name: str) -> None:
    assert only(PAGE + f"\n\nДополнительные правила\n\n{name}\n").additional_terms == (name,)


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
