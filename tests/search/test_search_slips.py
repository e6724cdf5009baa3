"""Words that no card has: the other keyboard layout, slips of fingers, lost blanks; offered, never applied."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from search.engine import Result
from search.layout import other_layout
from search.slips import count_slips

Ask = Callable[..., Result]

OFFERED: list[tuple[str, tuple[str, ...]]] = [
    ("lhfrjy", ("дракон",)),
    ("LHFRJY", ("ДРАКОН",)),
    ("xthysq lhfrjy", ("черный дракон",)),
    (";bdjq", ("живой",)),
    ("дрокон", ("дракон",)),
    ("дарконы", ("драконы", "дракон")),
    ("имя:дрокон", ("имя:дракон",)),
    ("отровление", ("отравление",)),
    ("рубакка цена:X", ("рубака стоимость:X",)),
    ("живойколодец", ('"живой колодец"',)),
    ("чорный дрокон", ("черный дракон",)),
    ("эльф или дрокон или дрокон", ()),
    ("дрокон -меч", ("дракон -меч",)),
    ("щщщщщщ", ()),
    ("йцукенгшщз" * 8, ()),
    ("qqqq", ()),
]


@pytest.mark.parametrize(("query", "offered"), OFFERED, ids=[query[:30] for query, _ in OFFERED])
def test_a_slip_is_offered_and_not_applied(ask: Ask, query: str, offered: tuple[str, ...]) -> None:
    result = ask(query)
    if "или" not in query:
        assert result.total == 0
    assert result.suggestions[: max(len(offered), 1)][:1] == offered[:1]
    assert all(ask(suggestion).total for suggestion in result.suggestions)


SLIPS = [
    ("дракон", "дракон", 2, 0),
    ("дрокон", "дракон", 1, 1),
    ("дркаон", "дракон", 1, 1),
    ("драко", "дракон", 1, 1),
    ("дракконн", "дракон", 1, None),
    ("дракконн", "дракон", 2, 2),
    ("меч", "щит", 2, None),
]


@pytest.mark.parametrize(("word", "known", "most", "slips"), SLIPS)
def test_slips_are_counted_up_to_a_limit(word: str, known: str, most: int, slips: int | None) -> None:
    assert count_slips(word, known, most) == slips


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("lhfrjy", "дракон"), ("'kma", "эльф"), ("Ghbdtn", "Привет"), ("сдфыы", "class"), ("дракон2", "lhfrjy2"),
     ("дракon", None), ("123", None), ("", None)],
)  # fmt: skip
def test_the_other_layout_is_read_key_by_key(typed: str, meant: str | None) -> None:
    assert other_layout(typed) == meant
