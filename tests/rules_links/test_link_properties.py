"""What holds for the links of any text, real or not."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules_links.glossary import Glossary, Term, load_bundled
from rules_links.linker import RULES, link
from schema.results import TextCard
from schema.vocabulary import Tier

PIECES = [
    "ваше", "существо", "противника", "стоящее рядом", "{strike}", "{tap}", ":", "+1", "−X", "к", "от", "выстрелов",
    "и", "или", ",", ".", "(2 раза за ход)", "дальность", "3", "1-2-2", "Воздействие", "Метание", "«", "»", "\"", "на",
    "Змей", "в начале", "хода", "слабый", "удар", "закрытое", "до конца", "\u00ad", "\u00a0", "  ", "\n", "ё", "{?}",
    "против-ника", "ударна", "кразрядупо", "старые", "раны", "İ", "ﬁ", "🐉", "e\u0301",
]  # fmt: skip
TEXTS = st.one_of(st.lists(st.sampled_from(PIECES), max_size=25).map(" ".join), st.text(max_size=80),
                  st.lists(st.sampled_from(PIECES), max_size=12).map("".join))  # fmt: skip


@given(text=TEXTS, name=st.sampled_from([None, "", "Змей", "Ваше существо", "Стоящий рядом", "—"]))
@settings(max_examples=100, deadline=None)
@example(text="«", name=None)
@example(text="су\u00adщества İ {tap}", name="Змей")
def test_links_quote_the_text_in_order_and_never_overlap(text: str, name: str | None) -> None:
    glossary = load_bundled()
    found = link(text, glossary, TextCard("case", text, name))
    assert found == link(text, glossary, TextCard("case", text, name))
    reached = 0
    for item in found:
        assert reached <= item.start < item.end <= len(text)
        assert text[item.start : item.end] == item.quote
        assert item.quote == item.quote.strip()
        assert item.rule in RULES
        assert glossary.find(item.term) is not None
        reached = item.end


@given(text=TEXTS)
@settings(max_examples=30, deadline=None)
def test_no_text_has_links_to_an_empty_glossary(text: str) -> None:
    assert link(text, Glossary([])) == []


@given(headword=st.text(max_size=30))
@settings(max_examples=60, deadline=None)
def test_any_headword_of_a_user_can_be_compiled(headword: str) -> None:
    glossary = Glossary([Term(headword, Tier.KEY, forms=(headword,))])
    assert all(item.term == headword for item in link(f"Текст {headword} и ещё.", glossary))
