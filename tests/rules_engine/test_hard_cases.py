"""The hard kinds of sentences, each with invented texts: what their slots are and that nothing of them is opaque."""

from __future__ import annotations

import pytest

from rules_engine.parser import parse
from schema.results import Ability, TextCard
from schema.vocabulary import AbilityKind, ActionKind


def read(text: str, name: str | None = None, classes: tuple[str, ...] = ()) -> Ability:
    """Parse a text of one ability that is wholly understood."""
    abilities = parse(text, TextCard(id="x", text=text, name=name, classes=classes)).abilities
    assert len(abilities) == 1
    assert abilities[0].opaque == ()
    return abilities[0]


def acts(ability: Ability) -> list[str]:
    """Return the actions but `other` as «kind name value range» without what is missing."""
    kept = [action for action in ability.actions if action.kind is not ActionKind.OTHER]
    return [" ".join(part for part in (a.kind.value, a.name, a.value, a.range) if part) for a in kept]


@pytest.mark.parametrize(
    ("text", "name", "actions"),
    [
        ("{tap}: Воздействие липкая тина выбранное существо получает {armor}2.", None, ["influence липкая тина"]),
        ("{tap}: Заклинание зов трясины открыть ваше существо.", None, ["spell зов трясины", "open"]),
        ("{tap}: Заклинание сжечь мост может закрыть карту.", None, ["spell сжечь мост", "close"]),
        ("{tap}: Воздействие сон глины Голем становится летающим.", "Глиняный голем", ["influence сон глины"]),
        ("{tap}: Воздействие тихий час пророчество 2.", None, ["influence тихий час"]),
        ("{tap}: Воздействие удача +1 или -1 к броску кубика.", None, ["influence удача", "modify +1", "modify -1"]),
        ("{tap}: Метание цепи на 1 дальность 3 атакованное существо закрывается.", None, ["throw цепи 1 3", "close"]),
        ("При гибели — воздействие «Месть»: ранить существо на 3.", None, ["influence Месть", "wound 3"]),
        ("Ваш первый за ход выстрел наносит на 1 рану больше.", None, ["modify +1"]),
        ("Заклинания противника не действуют на ваших драконов.", None, []),
        # two acts behind a name, of which «или» leaves the choice
        ("{tap}: Воздействие оклик закрыть или открыть гнома.", None, ["influence оклик", "close", "open"]),
        # a target that its clause parts from its verb
        (
            "{tap}: Заклинание сухой кашель раненое существо, рядом с которым стоит гном, получает -2 к {strike}.",
            None,
            ["spell сухой кашель", "modify -2"],
        ),
        ("{tap}: Воздействие дрёма ваше существо, стоящее рядом, закрывается.", None, ["influence дрёма", "close"]),
        # a name that is a list, a name that ends in a verb
        ("{tap}: Воздействие пыль, зной и мухи закрыть карту.", None, ["influence пыль, зной и мухи", "close"]),
        ("При гибели открыть карту (заклинание всё погасло).", None, ["open", "spell всё погасло"]),
        # the name of an attack may begin with a preposition; what is struck at is no name
        ("{tap}: Особый удар с разворота на 1-2-2 по карте.", None, ["special_strike с разворота 1-2-2"]),
        ("При ударе может объявить особый удар по коленям на 2.", None, ["special_strike по коленям 2"]),
        ("{tap}: Метание из-за угла на 1, дальность 2.", None, ["throw из-за угла 1 2"]),
        ("{tap}: Особый удар по летающей карте на 2.", None, ["special_strike 2"]),
        ("{tap}: Разряд по барсукам на 3, дальность 4.", None, ["discharge 3 4"]),
        ("{tap}: Выстрел по карте на 1 клетку дальше.", None, ["shot", "modify +1"]),
        # how strong an attack is, is no name; what it is made with may stand behind its value
        ("{tap}: Разряд такой же силы, что и {strike} гнома.", None, ["discharge"]),
        ("{tap}: Метание на то же значение, дальность 3.", None, ["throw 3"]),
        ("{tap}: Особый удар на 1-2-3 левым копытом по карте.", None, ["special_strike левым копытом 1-2-3"]),
        ("{tap}: Выстрел на 2 ржавой стрелой, дальность 3.", None, ["shot ржавой стрелой 2 3"]),
        # what befalls an attack that was declared before
        ("{tap}: Бросить кубик; если выпало 5-6 разряд отменяется.", None, []),
        ("{tap}: Метание на 2; если цель закрыта, метание не срабатывает.", None, ["throw 2"]),
        ("{tap}: Заклинание туман закрыть гнома; если выпало 1 заклинание отменяется.", None, ["spell туман", "close"]),
    ],
)
def test_names_without_quotes_end_where_the_effect_begins(text: str, name: str | None, actions: list[str]) -> None:
    kept = [act for act in acts(read(text, name)) if act != "gain_keyword"]
    assert kept == actions


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        # paid for, behind an event, or beside another act
        ("{tap}: Телепортация.", ["move"]),
        ("Вальхалла: телепортация.", ["move"]),
        ("При слабом ударе прыжок, дальность 5.", ["move"]),
        ("Когда гном погибает, телепортация.", ["move"]),
        ("Ранить гнома на 1, при этом прыжок, дальность 3.", ["wound 1", "move"]),
        ("При ударе получает {counter}, при этом телепортация.", ["gain_counter 1", "move"]),
        # stated, received, or only spoken of
        ("Строй: прыжок, дальность 2.", []),
        ("Бестелесный: телепортация.", []),
        ("Полёт, телепортация и прыжок, дальность 3.", []),
        ("Пока рядом нет орков, прыжок, дальность 2.", []),
        ("При ударе получает прыжок, дальность 2 до конца хода.", ["gain_keyword"]),
        ("Имеет «При ударе — телепортация».", ["gain_keyword"]),
    ],
)
def test_a_bare_noun_is_an_act_only_where_something_happens(text: str, actions: list[str]) -> None:
    assert acts(read(text)) == actions


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("Имеет «При ударе — открыть карту» и «{counter}: Выстрел на 1».",
         ["gain_keyword", "open", "gain_keyword", "shot 1"]),
        ("Имеет «Строй: +1 к {strike}» и «Бестелесный: {regen}1», пока закрыт.",
         ["gain_keyword", "modify +1", "gain_keyword"]),
        ("Гном получает Может нападать {strike} дважды до конца хода.", ["gain_keyword"]),
        ("{tap}: Ваш гном получает: {tap}: Выстрел на 1.", ["gain_keyword", "shot 1"]),
        ('Гном получает "Не может атаковать." до конца хода.', ["gain_keyword"]),
    ],
)  # fmt: skip
def test_abilities_given_with_quotes_and_without(text: str, actions: list[str]) -> None:
    assert acts(read(text)) == actions


@pytest.mark.parametrize(
    ("text", "actions", "condition"),
    [
        ("{tap}: Ранить гнома на 2 (на 4, если он закрыт).", ["wound 2"], "если он закрыт"),
        ("При ударе получает +1 к {move} (или +2, если она уникальная).", ["modify +1", "modify +2"],
         "если она уникальная"),
        ("{tap}: Перераспределить 2 (или менее) раны между гномами.", ["redistribute 2"], None),
        ("При ударе получает {counter} (не более 3 {counter}).", ["gain_counter 1"], None),
        # the verb before a bracket receives what is joined behind it
        ("При ударе получает +1 к {move} (если открыт) либо маркер льда (если закрыт).",
         ["modify +1", "gain_counter льда 1"], "если открыт"),
        ("При ударе получает {armor}1 (если рядом стоит гном) и {counter}.", ["gain_keyword", "gain_counter 1"],
         "если рядом стоит гном"),
        # a bracket that says a wrapper's body again fills no condition, one that bounds the body does
        ("Бешенство 2: закрыть гнома (если бросок равен 2 или менее закрыть гнома).", ["close", "close"], None),
        ("Концентрация: получает {ova}1 (если рядом есть эльф, получает {ova}1).", ["gain_keyword"], None),
        ("Концентрация: закрыть гнома (если открыт).", ["close"], "если открыт"),
    ],
)  # fmt: skip
def test_values_and_bounds_in_brackets(text: str, actions: list[str], condition: str | None) -> None:
    ability = read(text)
    assert (acts(ability), ability.condition) == (actions, condition)


@pytest.mark.parametrize(
    ("text", "trigger", "condition"),
    [
        # bare predicates
        ("При ударе если летающий получает {counter}.", "При ударе", "если летающий"),
        ("При ударе, если обе карты закрытые ранить гнома на 1.", "При ударе", "если обе карты закрытые"),
        ("Если ваш второй ряд пуст — имеет +1 к {move}.", None, "Если ваш второй ряд пуст"),
        ("При атаке, если атака магическая — заблокировать её.", "При атаке", "если атака магическая"),
        ("Когда бросок гнома больше его стоимости воздействие рывок закрыть карту.",
         "Когда бросок гнома больше его стоимости", None),
        # a condition behind its effect
        ("Удары по гному сводятся к слабым, если атаковавший стоит по диагонали.", None,
         "если атаковавший стоит по диагонали"),
        # a second condition
        ("При ударе пророчество 1; если показан эльф закрыть карту, если показан гном существо получает отравление.",
         "При ударе", "если показан эльф"),
        # «вы» as the subject of a condition
        ("При ударе можете потерять {counter}; если вы потеряли {counter}, открыть гнома.", "При ударе",
         "если вы потеряли {counter}"),
        # coordinated triggers
        ("При ударе или выстреле по гному атакованный закрывается.", "При ударе или выстреле по гному", None),
        ("В начале хода и при каждом ударе закрыть карту.", "В начале хода и при каждом ударе", None),
        # participles behind a comma, of the event and of the subject of the effect
        ("При ударе гнома, стоящего рядом с ним, закрыть карту.", "При ударе гнома, стоящего рядом с ним", None),
        ("При ударе гном, обладающий выстрелом, метанием или разрядом, получает {counter}.", "При ударе", None),
        ("Когда гном, не стоявший рядом с ним, погибает открыть карту.",
         "Когда гном, не стоявший рядом с ним, погибает", None),
        ("Когда двигается на клетку, занятую гномом он получает {counter}.",
         "Когда двигается на клетку, занятую гномом", None),
        # verbs without a subject, objects before their verb
        ("Когда гнома должны ранить, предотвратить раны.", "Когда гнома должны ранить", None),
        ("Если таких клеток нет, закрыть карту.", None, "Если таких клеток нет"),
        ("Когда закрывается, чтобы переместить орка получает {counter}.",
         "Когда закрывается, чтобы переместить орка", None),
        # counted and described attacks open an effect
        ("При гибели X разрядов на 2, где X — число гномов.", "При гибели", None),
        ("При гибели гнома следующий магический удар эльфа сводится к сильному.", "При гибели гнома", None),
        ("Вместо гибели полностью излечивается.", "Вместо гибели", None),
        # a preposition keeps its word, however well it would agree with what follows
        ("При рывке по прямой сильный гном получает {counter}.", "При рывке по прямой", None),
        ("При движении по прямой следующий выстрел сводится к слабому.", "При движении по прямой", None),
        ("При гибели до трёх выстрелов на 1.", "При гибели", None),
        # a predicate without a verb, then who suffered
        ("Когда ваш гном ранен атакой (кроме выстрела) атаковавший бросает кубик.",
         "Когда ваш гном ранен атакой (кроме выстрела)", None),
        # lists: of a condition, of an event, and of those who do what follows
        ("Если есть орк, эльф, карлик и гном ваша карта получает {counter}.", None,
         "Если есть орк, эльф, карлик и гном"),
        ("Если есть орк, эльф или гном, закрыть карту.", None, "Если есть орк, эльф или гном"),
        ("Если есть орк, эльф или гном вы можете закрыть карту.", None, "Если есть орк, эльф или гном"),
        ("Если рядом стоит орк, полёт и прыжок, дальность 3.", None, "Если рядом стоит орк"),
        ("Когда погибает орк, эльф и гном получают {counter}.", "Когда погибает орк", None),
        ("Когда орк, эльф или гном погибает карта открывается.", "Когда орк, эльф или гном погибает", None),
        ("При гибели орка, эльф и гном, стоящие рядом, получают {counter}.", "При гибели орка", None),
        ("При выборе гномом цели, карты или заклинания открыть его.", "При выборе гномом цели, карты или заклинания",
         None),
        ("Когда входит в ряды, занятые гномами, закрыть карту.", "Когда входит в ряды, занятые гномами", None),
        ("+1 к броску, пока рядом стоит гном с выстрелом, метанием или разрядом.", None,
         "пока рядом стоит гном с выстрелом, метанием или разрядом"),
        ("+1 к броску, пока стоит рядом с гномами, обладающими выстрелом.", None,
         "пока стоит рядом с гномами, обладающими выстрелом"),
        ("Открыть карту, затем, если в отряде есть гномы стоимостью 2, 4 и 6 ваша карта получает {counter}.", None,
         "если в отряде есть гномы стоимостью 2, 4 и 6"),
        # what is shown is the subject; a number behind «выпало» counts no attacks
        ("При ударе пророчество 1; если показана карта может открыть её.", "При ударе", "если показана карта"),
        ("При ударе бросить кубик; если выпало 6 метание на 2.", "При ударе", "если выпало 6"),
        ("Когда уничтожает второе существо за ход получает {counter}.", "Когда уничтожает второе существо за ход",
         None),
        # of parallel conditions that which governs more
        ("При ударе бросить кубик; если выпало 1-3, закрыть карту; если выпало 4-6, ранить её на 1 и открыть гнома.",
         "При ударе", "если выпало 4-6"),
        ("При ударе бросить кубик; если выпало 1-3, закрыть карту; если выпало 4-6, ранить её на 1; открыть гнома.",
         "При ударе", "если выпало 1-3"),
        ("+1 к {strike}, если рядом стоит эльф, +2 к {move}, если рядом стоит гном, и открыть карту.", None,
         "если рядом стоит эльф"),
        # a time at the head is the moment, behind a cost it bounds the effect
        ("До начала хода противника, если закрыт, открыть карту.", "До начала хода противника", "если закрыт"),
        ("{tap}: До начала вашего хода получает {armor}1.", None, None),
        # «вместо этого»
        ("Если должен погибнуть вместо этого закрывается.", "Если должен погибнуть", None),
        # an event within an event
        ("Если должен открыться,когда рядом нет гномов закрыть эльфа.", "Если должен открыться,когда рядом нет гномов",
         None),
        ("Если должен погибнуть, получает {counter}, когда открыт.", "Если должен погибнуть", None),
        # a limit in brackets is the whole ability's
        ("При гибели, если открыт (2 раза за бой), закрыть гнома.", "При гибели", "если открыт"),
        ("При ударе по гному (1 раз за ход) открыть эльфа.", "При ударе по гному", None),
        ("Если рядом стоит орк (гном, эльф), закрыть гнома.", None, "Если рядом стоит орк (гном, эльф)"),
    ],
)  # fmt: skip
def test_where_triggers_and_conditions_end(text: str, trigger: str | None, condition: str | None) -> None:
    ability = read(text)
    assert (ability.trigger, ability.condition) == (trigger, condition)


@pytest.mark.parametrize(
    "text",
    [
        # comparisons
        "При ударе ранить на 1 существ, чьи {health} меньше или равны числу {counter}.",
        "Ранить гнома на X, где X — количество карт, у которых число ран больше числа {counter}.",
        "При ударе выберите число, меньшее или равное X, где X — число ваших гномов.",
        "Гном получает отравление, равное значению его {regen}.",
        "+1 к броскам кубика, пока больше гномов, чем эльфов.",
        "Получает +X к {strike} и +Y к {move}, где X — число гномов, а Y — число эльфов.",
        "+1 к {strike}, если переместился хотя бы на 1 клетку.",
        "Вызвать гнома стоимостью не больше 7 {ordinary}.",
        # stat lists and squares
        "{tap}: Становится существом с {move} 1, {strike} 2-3-3 и {health} 5 до конца хода.",
        "{tap}: Выбрать квадрат 2х2, ранить каждую карту на этих клетках на 1.",
        "{tap}: Выбрать квадрат 2x2; бросить кубик, если выпало 1-2 закрыть карту.",
        # bounds
        "Максимум 12 {health}.",
        # two limits
        "Может открыться (2 раза за ход, 3 раза за бой).",
        # lists
        "Игнорирует {armor}, защиту от выстрелов и/или неповоротливость.",
        "Закрыть до двух карт с выстрелом за {tap} или {instant}{tap}.",
        # a subject and what it has
        "Ваши карты стоимостью 3 или менее — {ovz}1.",
        # marks that a source lost
        "При ударе закрыть карту (кроме гномов) переместить её на соседнюю клетку.",
        "[Эррата 2024.01.01]",
        "[Эррата 2024.01.01] {tap}: Выстрел на 2.",
        "Пока в отряде есть гномы эльф и орк, стоящий рядом, имеют {armor}1.",
    ],
)
def test_constructions_that_are_wholly_understood(text: str) -> None:
    read(text)


@pytest.mark.parametrize(
    ("text", "name", "trigger", "actions"),
    [
        # the name opens the effect behind a genitive, though its last word is in no dictionary
        ("При рывке с соседней с Серым зырком клетки Серый зырк также получает {counter}.", "Серый зырк",
         "При рывке с соседней с Серым зырком клетки", ["gain_counter 1"]),
        # it may be but one of those who do what follows
        ("Когда в отряд входят гномы Серый зырк и орк, стоящий рядом, получают {counter}.", "Серый зырк",
         "Когда в отряд входят гномы", ["gain_counter 1"]),
        ("Когда в отряд входят гномы Серый зырк и ваш орк получают {counter}.", "Серый зырк",
         "Когда в отряд входят гномы", ["gain_counter 1"]),
        ("Когда погибает гном Серый зырк, стоящий рядом, получает {counter}.", "Серый зырк", "Когда погибает гном",
         ["gain_counter 1"]),
        ("Когда погибает орк, эльф или гном Серый зырк открывается.", "Серый зырк",
         "Когда погибает орк, эльф или гном", ["open"]),
        # a name that a dictionary takes for a verb
        ("При гибели излечить Вирли или гнома на 2.", "Вирли", "При гибели", ["heal 2"]),
        ("В начале хода карта рядом с Вирли закрывается.", "Вирли", "В начале хода", ["close"]),
    ],
)  # fmt: skip
def test_a_cards_own_name_is_a_noun(text: str, name: str, trigger: str, actions: list[str]) -> None:
    ability = parse(text, TextCard(id="x", text=text, name=name)).abilities[0]
    assert (ability.trigger, acts(ability)) == (trigger, actions)
    assert ActionKind.OTHER not in {action.kind for action in ability.actions}


@pytest.mark.parametrize("form", ["Летун", "Летуна", "Летуну", "Летуном"])
def test_a_cards_own_name_in_every_case(form: str) -> None:
    name = "Серый летун"
    sentence = {
        "Летун": "При ударе Летун закрывается.",
        "Летуна": "При ударе открыть Летуна.",
        "Летуну": "Летуну нельзя назначать защитника.",
        "Летуном": "Имеет {armor}1, пока рядом с Летуном стоит гном.",
    }[form]
    assert read(sentence, name)


def test_small_words_of_a_name_belong_to_it() -> None:
    assert acts(read("{tap}: Излечить Мораля де Тирка на 1.", "Мораль де Тирк")) == ["heal 1"]


def test_classes_that_no_dictionary_has_are_declined() -> None:
    for form in ("йордлинги", "йордлингов", "йордлингам", "элементаля", "слуа"):
        assert parse(f"При ударе по карте закрыть ваших {form}.").abilities
    read("Ваши йордлинги и элементали получают {armor}1.")
    read("При гибели вашего слуа открыть линунга.")


def test_the_marker_of_a_card_is_known_in_all_its_sentences() -> None:
    text = "{tap}: Положить маркер омута на клетку. Гном на клетке с омутом не открывается."
    assert [ability.opaque for ability in parse(text).abilities] == [(), ()]
    card = TextCard(id="x", text=text)
    assert parse("Гном на клетке с омутом не открывается.", card).abilities[0].opaque == ()


@pytest.mark.parametrize(
    ("text", "keywords"),
    [
        ("+1 к метанию по картам, обладающим {ova}, {ovz} или {armor}.", []),
        ("Защита от выстрелов, метаний и магии.", ["Защита от выстрелов", "Защита от метаний", "Защита от магии"]),
        ("При ударе получает броню 1, вампиризм и рывок.", ["Броня", "Вампиризм", "Рывок"]),
    ],
)
def test_keywords_in_lists(text: str, keywords: list[str]) -> None:
    assert [keyword.term for keyword in read(text).keywords] == keywords


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Может атаковать летающих.", AbilityKind.PERMANENT),
        ("Может использовать выстрел дважды.", AbilityKind.PERMANENT),
        ("Ваши гномы могут инкарнировать на клетку рядом с орком.", AbilityKind.PERMANENT),
        ("Анубис получает бонусы строя.", AbilityKind.PERMANENT),
        ("{tap} или {counter}: Открыть карту.", AbilityKind.PLAYABLE),
        ("[Эррата 2024.01.01] {armor}1.", AbilityKind.NAMED),
        ("[Примечание]. До начала вашего хода получает {armor}1.", AbilityKind.TRIGGERED),
    ],
)
def test_kind_of_permissions_and_of_what_fills_no_slot(text: str, kind: AbilityKind) -> None:
    assert parse(text).abilities[0].kind is kind
