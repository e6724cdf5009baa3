"""«См. …» in texts of the rules: each name resolves to its term, or is told as leading nowhere."""

from __future__ import annotations

import pytest

from rules_links.definitions import find_unresolved, link_definition, link_prose
from rules_links.glossary import Glossary, Term
from rules_links.see_also import find_see_also
from schema.vocabulary import Tier

GLOSSARY = Glossary(
    [
        Term("Засада", Tier.KEY, definition="Ждать под кустом. См. Выйти из засады и Подкоп, Навес."),
        Term("Выйти из засады", Tier.KEY),
        Term("Подкоп (лаз)", Tier.KEY),
        Term("Первый и последний ход", Tier.BASE),
        Term("Сила броска (пинка)", Tier.BASE),
    ]
)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("См. Засада.", ["Засада"]),
        ("Так можно (см. также Засада, Подкоп и Навес).", ["Засада", "Подкоп", "Навес"]),
        ("См. «Засада» или «Подкоп»; потом ходите.", ["Засада", "Подкоп"]),
        ("См. Первый и последний ход.", ["Первый и последний ход"]),
        ("См. Сила броска (пинка) и Засада", ["Сила броска (пинка)", "Засада"]),
        ("см. Засада, если карта ещё ждёт.", ["Засада"]),
        ("См. подкоп, навес.", ["подкоп"]),
        ("См. п.514.6 и пп. 3, 4. См. раздел 5, стр. 7, ниже.", []),
        ("См. ниже. Длина 3 см.", []),
        ("См.", []),
    ],
)  # fmt: skip
def test_names_of_a_reference(text: str, names: list[str]) -> None:
    found = list(find_see_also(text, GLOSSARY))
    assert [name.quote for name in found] == names
    assert all(text[name.start : name.end] == name.quote for name in found)


def test_name_of_a_reference_is_one_link_and_says_why() -> None:
    term = GLOSSARY.find("Засада")
    assert term is not None
    found = link_definition(term, GLOSSARY)
    assert [(item.quote, item.term, item.rule) for item in found] == [
        ("Выйти из засады", "Выйти из засады", "see"),
        ("Подкоп", "Подкоп (лаз)", "see"),
    ]
    assert [name.quote for name in find_unresolved(term.definition or "", GLOSSARY)] == ["Навес"]


def test_inflected_name_resolves_by_the_linker() -> None:
    text = "См. правила засады."
    assert [item.term for item in link_prose(text, GLOSSARY)] == ["Засада"]
    assert find_unresolved(text, GLOSSARY) == []
