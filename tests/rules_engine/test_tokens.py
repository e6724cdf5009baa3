"""Tokens: nothing is lost, and each sign of card texts is the kind it should be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.tokens import Token, TokenKind, match_pairs, print_value, tokenise

K = TokenKind
CARD_LIKE = st.lists(
    st.sampled_from(
        ["{tap}", "{?}", "{", "}", "{x y}", "При ударе", "ранить", "на", "X", "Х-1", "1-2-2", "+1", "− 2 к", "«", "»",
         '"', "(", ")", ":", ";", ".", "…", "—", "-", "гром-топор", "3{counter}", "\u00a0", "\n", "ё", "\u0001", "é"]
    ),
    max_size=30,
).flatmap(lambda parts: st.sampled_from(["", " ", "  "]).map(lambda blank: blank.join(parts)))  # fmt: skip


def rebuild(text: str, tokens: tuple[Token, ...]) -> str:
    """Join the tokens and what lies between them, after checking that only blanks lie there."""
    parts: list[str] = []
    position = 0
    for token in tokens:
        between = text[position : token.start]
        assert not between.strip()
        assert text[token.start : token.end] == token.text != ""
        parts += [between, token.text]
        position = token.end
    assert not text[position:].strip()
    return "".join([*parts, text[position:]])


@settings(max_examples=100, deadline=None)
@given(st.one_of(st.text(max_size=120), CARD_LIKE))
def test_tokens_and_blanks_give_the_text_back(text: str) -> None:
    assert rebuild(text, tokenise(text)) == text


def test_all_real_texts_come_back_letter_by_letter(shared: Path) -> None:
    cards = json.loads((shared / "data" / "nxt_sets_10_40.json").read_text(encoding="utf-8"))
    texts = [card["text"] for card in cards]
    assert len(texts) == 870
    assert [rebuild(text, tokenise(text)) for text in texts] == texts


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("{tap}: Удар", [K.ICON, K.COLON, K.WORD]),
        ("его {?} .", [K.WORD, K.LOST_ICON, K.STOP]),
        ("на 1-2-2", [K.WORD, K.TRIPLE]),
        ("на X-Y-Z", [K.WORD, K.TRIPLE]),
        ("на Х", [K.WORD, K.VARIABLE]),
        ("3{counter}", [K.NUMBER, K.ICON]),
        ("+1 к −2", [K.SIGNED, K.WORD, K.SIGNED]),
        ("- 2 к удару", [K.SIGNED, K.WORD, K.WORD]),
        ("удар - 2 существа", [K.WORD, K.DASH, K.NUMBER, K.WORD]),
        ("{armor}-1", [K.ICON, K.DASH, K.NUMBER]),
        ("гром-топор", [K.WORD]),
        ("в 1-м ряду", [K.WORD] * 3),
        ("Храм", [K.WORD]),
        ('"имя" «имя» „имя“', [K.QUOTE_OPEN, K.WORD, K.QUOTE_CLOSE] * 3),
        ("дальность 4Имеет", [K.WORD, K.NUMBER, K.WORD]),
        ("(если)", [K.BRACKET_OPEN, K.WORD, K.BRACKET_CLOSE]),
        ("а; б, в… \u0001", [K.WORD, K.SEMICOLON, K.WORD, K.COMMA, K.WORD, K.STOP, K.OTHER]),
    ],
)
def test_kind_of_every_sign(text: str, kinds: list[TokenKind]) -> None:
    assert [token.kind for token in tokenise(text)] == kinds


@pytest.mark.parametrize(
    ("text", "value"),
    [("−1", "-1"), ("– 2 к удару", "-2"), ("+Х", "+X"), ("х", "X"), ("X-1", "X-1"), ("0-1-2", "0-1-2")],
)
def test_values_have_one_spelling(text: str, value: str) -> None:
    assert print_value(tokenise(text)[0]) == value


@pytest.mark.parametrize(("form", "lemma"), [("ран", "рана"), ("стоит", "стоять"), ("Выстрелом", "выстрел")])
def test_lemma_of_hard_forms(form: str, lemma: str) -> None:
    assert tokenise(form)[0].lemma == lemma


def test_a_bracket_without_its_mate_swallows_nothing() -> None:
    tokens = tokenise("(а (б) в")
    assert match_pairs(tokens) == {2: 4}
