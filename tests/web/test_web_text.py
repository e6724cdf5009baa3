"""Text to HTML: icons, links with tips, marks of faults, and nothing unescaped."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schema.icons import ICON_TOKEN, ICONS
from schema.vocabulary import Severity
from web.icons import render_icon
from web.phrases import count_cards, shorten
from web.text import Anchor, Flaw, render_block, render_plain

TIP = re.compile(r'<span class="tip".*?</span></span>', re.DOTALL)


def read_text(html: str) -> str:
    """Return what the HTML says, tips left out, icons and lost icons as `@`."""
    html = re.sub(r"<svg.*?</svg>", "@", TIP.sub("", html))
    html = re.sub(r'<span class="lost".*?</span>', "@", html)
    return unescape(re.sub(r"<[^>]*>", "", html))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ранить на 1.", "<p>Ранить на 1.</p>"),
        ("<b>&", "<p>&lt;b&gt;&amp;</p>"),
        ("Одна.\nДве.", "<p>Одна.</p>\n<p>Две.</p>"),
        ("Если:\n• раз;\n• два.\nВсё.", "<p>Если:</p>\n<ul><li>раз;</li><li>два.</li></ul>\n<p>Всё.</p>"),
        ("a\n\n\nb", "<p>a</p>\n<p>b</p>"),
        ("{zzz}", '<p><span class="unknown-icon" title="неизвестная иконка">{zzz}</span></p>'),
    ],
)
def test_a_block_is_paragraphs_and_lists(text: str, expected: str) -> None:
    assert render_block(text) == expected


def test_a_lost_icon_is_shown_and_spoken() -> None:
    assert 'aria-label="потерянная иконка"' in render_plain("{?}: Выстрел")


@pytest.mark.parametrize("code", ICONS)
def test_every_icon_has_a_drawing_and_a_spoken_name(code: str) -> None:
    html = render_icon(code)
    assert html.startswith("<svg class=")
    assert f'aria-label="{ICONS[code].spoken_name}"' in html
    assert html.count("<svg") == html.count("</svg>") == 1
    assert "style=" not in html


def test_a_flaw_across_a_link_is_marked_on_both_sides() -> None:
    html = render_block("раз два три", [Anchor(4, 7, "/term/dva")], [Flaw(0, 5, Severity.ERROR, "плохо")])
    assert html == (
        '<p><mark class="flaw flaw-error" title="плохо">раз </mark><a class="term" href="/term/dva">'
        '<mark class="flaw flaw-error" title="плохо">д</mark>ва</a> три</p>'
    )


def test_of_two_links_the_earlier_and_longer_stays() -> None:
    html = render_block("удар через ряд", [Anchor(5, 14, "/b"), Anchor(0, 4, "/a"), Anchor(0, 14, "/c")])
    assert re.findall('href="(.*?)"', html) == ["/c"]


def test_a_gap_without_width_is_marked_once() -> None:
    html = render_block("его .", [Anchor(0, 3, "/a")], [Flaw(3, 3, Severity.WARNING, "тут")])
    assert html.count("gap") == 1


def test_a_gap_at_the_end_is_marked() -> None:
    assert render_block("его", flaws=[Flaw(3, 3, Severity.ERROR, "тут")]).count("gap") == 1


def test_an_icon_is_never_cut_by_a_span() -> None:
    html = render_block("{tap}: Выстрел", [Anchor(2, 9, "/a")])
    assert html.count("<svg") == 1
    assert "{" not in read_text(html)


def test_a_tip_explains_and_is_named_by_its_link() -> None:
    html = render_block("Выстрел.", [Anchor(0, 7, "/term/v", "Выстрел", "Издали <так>.", ("Почему: слово",))], key="k")
    assert 'aria-describedby="tip-k-0"' in html
    assert 'role="tooltip" id="tip-k-0" hidden' in html
    assert "Издали &lt;так&gt;." in html


def test_a_reference_to_nothing_is_no_link() -> None:
    assert "<a" not in render_block("п.99", [Anchor(0, 4, None, "нет такого")])


@pytest.mark.parametrize("anchor", [Anchor(0, 9, "/a"), Anchor(3, 2, "/a")])
def test_a_span_outside_the_text_is_refused(anchor: Anchor) -> None:
    with pytest.raises(ValueError, match="outside a text"):
        render_block("текст", [anchor])


pieces = st.lists(
    st.sampled_from(["слово", " ", "{tap}", "{?}", "<", "&", '"', "X", "\n", "• ", "{no way}"]), max_size=12
)


@st.composite
def texts_with_spans(draw: st.DrawFn) -> tuple[str, list[Anchor], list[Flaw]]:
    text = "".join(draw(pieces))
    place = st.integers(0, len(text))
    spans = [sorted(pair) for pair in draw(st.lists(st.tuples(place, place), max_size=4))]
    anchors = [Anchor(start, end, f"/{start}", "Т", "О") for start, end in spans[:2]]
    return text, anchors, [Flaw(start, end, Severity.ERROR, "м") for start, end in spans[2:]]


@settings(max_examples=100, deadline=None)
@given(texts_with_spans())
def test_whatever_is_marked_the_text_reads_the_same(case: tuple[str, list[Anchor], list[Flaw]]) -> None:
    text, anchors, flaws = case
    html = render_block(text, anchors, flaws)
    lines = [ICON_TOKEN.sub("@", line.removeprefix("• ")) for line in text.split("\n")]
    blocks = re.split(r"</p>|</li>|</ul>", html)
    said = [read_text(block).strip("\n") for block in blocks]
    assert "".join(said) == "".join(line for line, raw in zip(lines, text.split("\n"), strict=True) if raw.strip())
    assert html.count("<mark") == html.count("</mark>")


@pytest.mark.parametrize(
    ("number", "expected"),
    [(1, "1 карта"), (2, "2 карты"), (5, "5 карт"), (11, "11 карт"), (21, "21 карта"), (1310, "1\u202f310 карт")],
)
def test_numbers_agree_with_their_noun(number: int, expected: str) -> None:
    assert count_cards(number) == expected


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("Коротко.", 20, "Коротко."),
        ("Первое. Второе предложение.", 16, "Первое."),
        ("Слова без точки внутри", 12, "Слова без…"),
        ("сплошноеслово", 5, "сплош…"),
    ],
)
def test_a_definition_is_cut_at_a_sentence_or_word(text: str, limit: int, expected: str) -> None:
    assert shorten(text, limit) == expected
