"""Element -> text: each row is one kind of loss that a plain get_text() has; pages and bytes are invented."""

from __future__ import annotations

import time

import pytest
from bs4 import BeautifulSoup

from ingest.decoding import decode
from ingest.html_icons import find_by_name, find_by_stem
from ingest.html_page import MAX_PAGE, is_html, read_tree
from ingest.html_text import read_text


def text_of(markup: str) -> str:
    return read_text(BeautifulSoup(markup.encode(), "html.parser")).text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        # Breaks and blocks part words (cases 48, 49) …
        ("Якорь<br>Парус", "Якорь\nПарус"),
        ("Якорь<br/>\n  Парус", "Якорь\nПарус"),
        ("<p>Якорь</p><p>Парус</p>", "Якорь\nПарус"),
        ("<div>Якорь<div>Парус</div>Мачта</div>", "Якорь\nПарус\nМачта"),
        ("<p>Якорь<p>Парус", "Якорь\nПарус"),
        ("<ul><li>Якорь</li><li>Парус</li></ul>", "• Якорь\n• Парус"),
        ("<ol start=3><li>Якорь<li><p>Парус</p></ol>", "3. Якорь\n4. Парус"),
        ("<table><tr><td>Якорь</td><td>Парус</td></tr></table>", "Якорь\nПарус"),
        ("<pre>Якорь\n  Парус</pre>", "Якорь\n  Парус"),
        # … tags inside a word do not.
        ("ран<b>ить</b> <i>не</i>льзя", "ранить нельзя"),
        ("под<em>нять</em>, <a href='#'>бро</a>сить", "поднять, бросить"),
        ("ра<wbr>на", "рана"),
        ("Он<span> </span>плыл", "Он плыл"),
        ("Он <b> плыл</b>", "Он плыл"),
        ("Он\n    плыл", "Он плыл"),
        # A blank that shows a lost icon stays.
        ("+1 к  ветру", "+1 к  ветру"),
        # Entities, comments, programs.
        ("&laquo;Якорь&raquo;&nbsp;&mdash; 5 &lt; 6 &amp; 7", "«Якорь»\u00a0— 5 < 6 & 7"),
        ("&#1071;корь", "Якорь"),
        ("Якорь<!-- Парус --><script>x('<p>Мачта')</script><style>p {}</style>", "Якорь"),
        ("a < b", "a < b"),
        # Icons by alt, title, file name, class; several in one; numbers beside them (case 45).
        ('<img alt="ТАП">: Бросить якорь', "{tap}: Бросить якорь"),
        ('<img src="/i/tap-16x16.png"><img src="/i/tap-16x16.png">:', "{tap}{tap}:"),
        ('<img src="/i/insttap-16x16.png">', "{instant}{tap}"),
        ('2<img src="counter-16x16.png"><img src="tap.gif">', "2{counter}{tap}"),
        ('<img title="Броня"> 2', "{armor} 2"),
        ('<img title="Броня 2">', "{armor} 2"),
        ('<img title="Броня 2"> 2', "{armor} 2"),
        ('<img alt="Опыт в атаке" src="x.png">1.', "{ova}1."),
        ('<img alt="" src="/a/b/%D1%82%D0%B0%D0%BF.svg?v=2#x">', "{?}"),
        ('<img alt="" src="/a/b/%D1%82%D0%B0%D0%BF.svg?v=2">', "{tap}"),
        ('<i class="icon-tap"></i>: 1', "{tap}: 1"),
        ('<span class="icon armor"></span> 3', "{armor} 3"),
        ('<span class="icon armor">3</span>', "{armor} 3"),
        ('<i class="icon icon-regen">Регенерация</i> 1', "{regen} 1"),
        ('<svg viewBox="0 0 1 1"><title>Стойкость</title><path d="M0"/></svg>', "{stamina}"),
        ('<i class="icon-tap"></i><span class="sr-only">тап</span>: 1', "{tap}: 1"),
        ('<i class="icon-q1"></i><span class="sr-only">тап</span>: 1', "{tap}: 1"),
        ('<img alt="{atk}">', "{atk}"),
        ("{tap}: на {10}", "{tap}: на {10}"),
        ('на <img alt="1-2-3">и', "на 1-2-3 и"),
        ('<img src="spacer.gif">якорь', "якорь"),
    ],
)  # fmt: skip
def test_nothing_is_lost_and_nothing_glued(markup: str, text: str) -> None:
    assert text_of(markup) == text


@pytest.mark.parametrize(
    ("markup", "stem", "words"),
    [
        ('<img src="/i/kraken-16x16.png">', "kraken-16x16", ""),
        ('<img alt="Кракен" src="/i/5512.png">', "5512", "Кракен"),
        ('<i class="icon-kraken"></i>', "kraken", ""),
        ('<span class="s17"></span>', "s17", ""),
    ],
)
def test_an_unknown_picture_stands_in_the_text_and_is_named(markup: str, stem: str, words: str) -> None:
    settled = read_text(BeautifulSoup(f"+1 к {markup} до вечера".encode(), "html.parser"))
    assert settled.text == "+1 к {?} до вечера"
    assert [(picture.stem, picture.words) for picture in settled.unknown] == [(stem, words)]


@pytest.mark.parametrize(
    ("name", "tokens"),
    [
        ("ОвА", "{ova}"), ("Защита от выстрелов (ЗОВ)", "{zov}"), ("фишка, тап", "{counter}{tap}"), (":tap:", "{tap}"),
        ("Регенерация X", "{regen}"), ("броня +2", "{armor} +2"), ("Удар", "{strike}"), ("X", "X"), ("-1", "-1"),
        ("Якорь", None), ("", None), ("т" * 500, None),
    ],
)  # fmt: skip
def test_names_of_icons(name: str, tokens: str | None) -> None:
    assert find_by_name(name) == tokens


@pytest.mark.parametrize(
    ("stem", "tokens"),
    [
        ("countertap-16x16", "{counter}{tap}"), ("icon_tap_small", "{tap}"), ("tap16", "{tap}"), ("tap@2x", "{tap}"),
        ("tap.3f2a9c1b", "{tap}"), ("armor-2", "{armor} 2"), ("fishka", "{counter}"), ("zomet", "{zot}"),
        ("token", "{token}"), ("statue", None), ("16x16", None), ("tapestry", None), ("icon", None),
    ],
)  # fmt: skip
def test_names_of_files(stem: str, tokens: str | None) -> None:
    assert find_by_stem(stem) == tokens


@pytest.mark.parametrize(
    "head", ['<meta charset="{}">', '<meta http-equiv="Content-Type" content="text/html; charset={}">']
)
@pytest.mark.parametrize("encoding", ["windows-1251", "cp1251", "CP-1251", "koi8-r", "utf-8"])
def test_letters_are_right_where_only_meta_names_the_encoding(head: str, encoding: str) -> None:
    """Case 51."""
    page = f"<html><head>{head.format(encoding)}</head><body><p>Щука и ёрш</p></body></html>"
    tree = read_tree(page.encode(encoding.lower().replace("-1251", "1251").replace("windows", "cp")))
    assert tree.soup is not None
    assert read_text(tree.soup).text == "Щука и ёрш"
    assert tree.problems == ()


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("<p>Щука".encode("utf-8-sig"), "Щука"),
        ("<p>Щука".encode("utf-16"), "Щука"),
        ('<meta charset="windows-1251"><p>Щука'.encode(), "Щука"),
        ("<p>Щука и ёрш плывут от берега".encode("cp1251"), "Щука и ёрш плывут от берега"),
        ('<meta charset="nonsense"><p>Щука и ёрш плывут'.encode("cp1251"), "Щука и ёрш плывут"),
        ('<meta charset="base64"><p>Щука'.encode(), "Щука"),
    ],
)
def test_letters_are_right_against_or_without_the_declaration(data: bytes, text: str) -> None:
    tree = read_tree(data)
    assert tree.soup is not None
    assert read_text(tree.soup).text == text


def test_a_page_too_large_is_refused() -> None:
    tree = read_tree(b"<p>" + b"x" * MAX_PAGE)
    assert tree.soup is None
    assert [(problem.code, problem.refused) for problem in tree.problems] == [("S173", True)]


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<!DOCTYPE html><p>x", True), ("\ufeff\n <table><tr>", True), ("<!-- saved --><html>", True),
        ("Notice: x\n<html><body>", True), ('[{"text": "<html>"}]', False), ("Выпуск\t<b>x</b>", False),
        ("< 5", False), ("MIME-Version: 1.0\n<html>", False), ("<rss>", False), ('"<p>",1', False),
    ],
)  # fmt: skip
def test_pages_are_known_by_their_content(text: str, html: bool) -> None:
    assert is_html(decode(text.encode())) is html


@pytest.mark.parametrize(
    "markup",
    [
        "<div>" * 10_000 + "якорь",
        "<b>" * 10_000 + "якорь" + "</b>" * 10_000,
        "<table><tr><td>" * 3_000 + "якорь",
        "<!--" * 10_000 + "якорь",
        "якорь" + "<a " * 10_000,
        "якорь" + "<a x='" * 10_000,
        "якорь<a" + " " * 50_000 + "x",
        "<![CDATA[" * 10_000 + "якорь",
    ],
)
def test_deep_and_broken_markup_neither_stops_nor_hangs(markup: str) -> None:
    started = time.process_time()
    tree = read_tree(("<html>" + markup).encode())
    assert tree.soup is not None
    assert "якорь" in read_text(tree.soup).text or "CDATA" in markup
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    "section",
    ["<![", "<![ x", "<![foo[ a ]]>", "<![ temp[", "<![cdata-x[", "<![cdata[ a ]]>", "<![if IE]> a <![endif]>", "<![7"],
)
def test_sections_of_unknown_kinds_do_not_reject_the_page(section: str) -> None:
    tree = read_tree(f"<html><p>якорь {section} <p>второй".encode())
    assert tree.soup is not None
    assert "якорь" in read_text(tree.soup).text
