"""What scripts add, in a real browser: live search, hover cards, keys, the glossary's filter; and life without them."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from browsing import NEEDS_CHROMIUM, PATIENCE_MS, open_page
from playwright.sync_api import Browser, Page, Route, expect

pytestmark = NEEDS_CHROMIUM

STATIC = Path(__file__).parent.parent.parent / "web" / "static"
MOST_BYTES = 60_000
SCOUT = "/card/lozhnye-bogi/1"
FOUND = "2 карты найдены"


@pytest.fixture
def messages() -> list[str]:
    return []


@pytest.fixture
def page(browser: Browser, messages: list[str]) -> Iterator[Page]:
    """Open a page with scripts; whatever the console says but refused answers fails the test."""
    opened = open_page(browser, messages=messages)
    yield opened
    opened.context.close()
    assert [said for said in messages if "Failed to load resource" not in said] == []


def expect_query(page: Page, query: str) -> None:
    """Wait until the address asks for `query`."""
    expect(page).to_have_url(re.compile(re.escape("/search?q=" + quote(query)) + "$"))


def test_scripts_and_styles_are_small() -> None:
    together = b"".join(path.read_bytes() for path in sorted(STATIC.iterdir()) if path.suffix in {".js", ".css"})
    assert len(gzip.compress(together, 6)) < MOST_BYTES


def test_scripts_do_not_hold_the_page_up(page: Page, address: str) -> None:
    page.goto(address)
    scripts = page.eval_on_selector_all("script", "all => all.map(one => [one.type, one.src, one.textContent])")
    assert len(scripts) >= 3
    assert {(kind, code) for kind, _, code in scripts} == {("module", "")}
    assert all(source.startswith(f"{address}/static/") and "?v=" in source for _, source, _ in scripts)


@pytest.mark.parametrize("start", ["/", "/search", "/search?q=" + quote("дозорный"), "/nope"])
def test_typing_shows_results_and_keeps_box_and_address(page: Page, address: str, start: str) -> None:
    page.goto(address + start)
    box = page.locator("main input[name=q]")
    box.fill("")
    box.press_sequentially("выстрел")
    expect_query(page, "выстрел")
    expect(page.locator("main .total")).to_have_text(FOUND)
    expect(box).to_be_focused()
    expect(box).to_have_value("выстрел")
    assert page.title().startswith("выстрел")
    expect(page.locator("body > [role=status]")).to_have_text(FOUND)
    assert page.locator("main .tile").count() == 2
    assert page.locator("main form[role=search]").count() == 1
    ids = page.eval_on_selector_all("[id]", "all => all.map(one => one.id)")
    assert len(ids) == len(set(ids))


def test_the_box_stays_the_same_element_while_results_change(page: Page, address: str) -> None:
    page.goto(address)
    box = page.locator("main input[name=q]")
    box.evaluate("box => { window.kept = box; }")
    box.press_sequentially("выстрел")
    expect(page.locator("main .total")).to_have_text(FOUND)
    assert page.evaluate("document.activeElement === window.kept")


def test_an_unfinished_word_finds_the_words_that_begin_so(page: Page, address: str) -> None:
    page.goto(address + "/search")
    box = page.locator("#search-q")
    box.press_sequentially("выстр")
    expect(page).to_have_url(re.compile(re.escape("/search?q=" + quote("выстр")) + r"\*$"))
    expect(page.locator("main .total")).to_have_text(FOUND)
    expect(box).to_have_value("выстр")
    box.press("Enter")
    expect(page.locator(".tile-link").first).to_be_focused()
    box.fill("выстрщ")
    expect_query(page, "выстрщ")
    expect(page.locator("main .notice")).to_contain_text("Ничего не найдено")


def test_back_leads_to_the_page_before_the_typing(page: Page, address: str) -> None:
    page.goto(address)
    box = page.locator("main input[name=q]")
    box.press_sequentially("выс")
    expect(page).to_have_url(re.compile(r"/search\?q="))
    box.press_sequentially("трел")
    expect_query(page, "выстрел")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Карты «Берсерка» с понятными правилами")
    expect(box).to_have_value("")
    assert page.url == address + "/"
    page.go_forward()
    expect(page.locator("main .total")).to_have_text(FOUND)
    expect(page.locator("main input[name=q]")).to_have_value("выстрел")


def test_a_wrong_query_shows_the_notice_of_the_server_and_goes_when_mended(page: Page, address: str) -> None:
    page.goto(address + "/search")
    box = page.locator("#search-q")
    box.fill("класссс:демон")
    expect(page.locator("main .notice-error mark")).to_have_text("класссс")
    expect(box).to_have_attribute("aria-invalid", "true")
    expect(page.locator("body > [role=status]")).to_contain_text("Запрос не понят")
    box.fill("выстрел")
    expect(page.locator("main .total")).to_have_text(FOUND)
    expect(page.locator("main .notice-error")).to_have_count(0)
    assert box.get_attribute("aria-invalid") is None


def test_an_answer_that_was_overtaken_is_dropped(page: Page, address: str) -> None:
    held: list[Route] = []
    page.route("**/search?q=" + quote("вы"), lambda route: held.append(route))
    page.goto(address + "/search")
    box = page.locator("#search-q")
    with page.expect_request("**/search?q=" + quote("вы")):
        box.fill("вы")
    with page.expect_event("requestfailed", timeout=PATIENCE_MS) as dropped:
        box.fill("выстрел")
    assert dropped.value.url.endswith(quote("вы"))
    expect(page.locator("main .total")).to_have_text(FOUND)
    assert len(held) == 1
    expect_query(page, "выстрел")


@pytest.mark.parametrize("fault", ["no connection", "status 503"])
def test_a_failed_question_is_told_and_the_next_one_answered(page: Page, address: str, fault: str) -> None:
    def fail(route: Route) -> None:
        if fault == "no connection":
            route.abort()
        else:
            route.fulfill(status=503, body="<main>busy</main>", content_type="text/html")

    page.route("**/search?q=" + quote("дозор"), fail)
    page.goto(address + "/search")
    box = page.locator("#search-q")
    box.fill("дозор")
    expect(page.locator(".live-fault")).to_contain_text("Не удалось обновить результаты")
    expect(box).to_have_value("дозор")
    box.fill("выстрел")
    expect(page.locator("main .total")).to_have_text(FOUND)
    expect(page.locator(".live-fault")).to_have_count(0)


def test_enter_goes_to_results_that_are_there(page: Page, address: str) -> None:
    page.goto(address + "/search")
    page.locator("#search-q").press_sequentially("выстрел")
    expect(page.locator("main .total")).to_have_text(FOUND)
    page.keyboard.press("Enter")
    expect(page.locator(".tile-link").first).to_be_focused()


def test_typing_in_the_table_keeps_the_table_and_keys_go_through_it(page: Page, address: str) -> None:
    page.goto(address + "/search?view=table&q=" + quote("дозорный"))
    rows = page.locator("main tbody th a")
    expect(rows).to_have_count(2)
    box = page.locator("#search-q")
    box.fill("выстрел")
    expect(page).to_have_url(re.compile(r"q=" + quote("выстрел")))
    assert "view=table" in page.url
    expect(rows).to_have_count(2)
    box.press("ArrowDown")
    expect(rows.first).to_be_focused()
    page.keyboard.press("j")
    expect(rows.nth(1)).to_be_focused()
    expect(page.locator("#hover-card")).to_contain_text("Дозорный брода")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(box).to_be_focused()


@pytest.fixture
def linked(page: Page, address: str) -> Page:
    """Open a page with a plain link to a card."""
    page.goto(address + "/check/L101")
    return page


LINK = f'main a[href="{SCOUT}"]'


def test_a_hover_card_shows_by_mouse_and_lets_the_pointer_in(linked: Page) -> None:
    link, panel = linked.locator(LINK).first, linked.locator("#hover-card")
    expect(panel).to_be_hidden()
    link.hover()
    expect(panel).to_be_visible()
    expect(panel).to_contain_text("Дозорный брода")
    expect(panel.locator(".tile")).to_have_count(1)
    assert link.get_attribute("aria-describedby") == "hover-card"
    panel.hover()
    linked.wait_for_timeout(600)
    expect(panel).to_be_visible()
    linked.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    assert link.get_attribute("aria-describedby") is None


def test_a_hover_card_shows_by_focus_and_goes_with_it(linked: Page) -> None:
    panel = linked.locator("#hover-card")
    linked.locator(LINK).first.focus()
    expect(panel).to_be_hidden()
    # Focus set by a program counts as seen only once keys have been used.
    linked.keyboard.press("Shift+Tab")
    linked.keyboard.press("Tab")
    expect(panel).to_be_visible()
    linked.mouse.move(5, 5)
    linked.wait_for_timeout(600)
    expect(panel).to_be_visible()
    linked.keyboard.press("Tab")
    expect(panel).to_be_hidden()


@pytest.mark.parametrize("width", [360, 1440])
def test_a_hover_card_stays_on_the_screen(browser: Browser, address: str, width: int) -> None:
    page = open_page(browser, width)
    page.goto(address + "/check/L101")
    page.locator(LINK).first.hover()
    panel = page.locator("#hover-card")
    expect(panel).to_be_visible()
    box = panel.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.close()


def test_no_hover_card_over_a_tile_or_for_a_card_that_is_gone(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address + "/search?q=" + quote("выстрел"))
    page.locator(".tile").first.hover()
    page.wait_for_timeout(600)
    assert [url for url in asked if url.endswith("/tile")] == []
    page.evaluate("""() => document.querySelector('main').insertAdjacentHTML(
        'beforeend', '<p><a id="gone" href="/card/lozhnye-bogi/99">нет</a></p>')""")
    with page.expect_response("**/card/lozhnye-bogi/99/tile") as answer:
        page.locator("#gone").hover()
    assert answer.value.status == 404
    expect(page.locator("#hover-card")).to_be_hidden()


def test_escape_closes_the_tip_of_a_term_until_the_pointer_comes_back(page: Page, address: str) -> None:
    page.goto(address + SCOUT)
    mention = page.locator(".card-text .mention").nth(1)
    tip = mention.locator(".tip")
    mention.hover()
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    page.mouse.move(0, 0)
    mention.hover()
    expect(tip).to_be_visible()


def test_the_way_from_search_to_card_to_term_and_back_needs_only_keys(page: Page, address: str) -> None:
    page.goto(address)
    page.keyboard.press("/")
    expect(page.locator("#home-q")).to_be_focused()
    page.keyboard.type("дозорный")
    expect(page.locator("main .total")).to_have_text(FOUND)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".tile-link").first).to_be_focused()
    page.keyboard.press("j")
    expect(page.locator(".tile-link").nth(1)).to_be_focused()
    page.keyboard.press("k")
    page.keyboard.press("Enter")
    page.wait_for_url("**" + SCOUT)
    tab_to(page, ".card-text a.term")
    page.keyboard.press("Enter")
    page.wait_for_url("**/term/**")
    # The browser's own key for «back» is not the page's, and a browser without a window has none.
    page.go_back()
    expect(page.locator("h1")).to_have_text("Дозорный брода")
    page.keyboard.press("n")
    page.wait_for_url("**/card/lozhnye-bogi/2")


def tab_to(page: Page, selector: str, most: int = 60) -> None:
    """Press Tab until what has the focus fits the selector."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    pytest.fail(f"{most} times Tab do not reach {selector}")


@pytest.mark.parametrize("path", ["/", "/search?q=" + quote("выстрел"), SCOUT, "/terms", "/findings"])
def test_tab_goes_through_the_whole_page_and_out(page: Page, address: str, path: str) -> None:
    """No keyboard trap: from the first stop Tab comes to the button at the foot, the last one."""
    page.goto(address + path)
    tab_to(page, ".skip", 1)
    tab_to(page, ".keys-button", 400)


@pytest.mark.parametrize(("key", "code"), [("о", "KeyJ"), ("j", "KeyJ")])
def test_keys_work_in_both_layouts(page: Page, address: str, key: str, code: str) -> None:
    page.goto(address + "/search?q=" + quote("выстрел"))
    page.evaluate(
        "([key, code]) => document.body.dispatchEvent(new KeyboardEvent('keydown', {key, code, bubbles: true}))",
        [key, code],
    )
    expect(page.locator(".tile-link").first).to_be_focused()


def test_the_list_of_keys_opens_holds_the_focus_and_gives_it_back(page: Page, address: str) -> None:
    page.goto(address + "/terms")
    button = page.locator(".keys-button")
    button.focus()
    page.keyboard.press("Enter")
    dialog = page.locator("dialog.keys")
    expect(dialog).to_be_visible()
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(button).to_be_focused()
    page.keyboard.press("?")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Закрыть").click()
    expect(dialog).to_be_hidden()


def test_keys_are_silent_in_fields_and_can_be_switched_off_for_good(page: Page, address: str) -> None:
    page.goto(address + "/search?q=" + quote("выстрел"))
    page.locator("#search-q").press("End")
    page.keyboard.type(" j/?")
    expect(page.locator("#search-q")).to_have_value("выстрел j/?")
    expect(page.locator("dialog.keys")).to_have_count(0)
    page.goto(address + "/terms")
    page.keyboard.press("?")
    page.get_by_label("Клавиши включены").uncheck()
    page.keyboard.press("Escape")
    for _ in range(2):
        page.keyboard.press("/")
        page.keyboard.press("?")
        expect(page.locator("#top-q")).not_to_be_focused()
        assert page.locator("dialog[open]").count() == 0
        page.reload()
    page.locator(".keys-button").click()
    page.get_by_label("Клавиши включены").check()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.locator("#top-q")).to_be_focused()


def test_g_and_a_letter_lead_to_the_sections(page: Page, address: str) -> None:
    page.goto(address + "/terms")
    page.keyboard.press("g")
    page.keyboard.press("h")
    page.wait_for_url(address + "/")


def test_the_glossary_is_filtered_by_headword_and_form(page: Page, address: str) -> None:
    page.goto(address + "/terms")
    terms = page.locator("[data-words]:visible")
    everything = terms.count()
    box = page.get_by_label("Оставить термины, где есть")
    for typed, names in (("ВЫСТРЕЛИТЬ", ["Выстрел"]), ("дальность х", ["Дальность Х"]), ("бр", ["Броня Х"])):
        box.fill(typed)
        expect(terms).to_have_count(1)
        assert terms.locator(".terms-head a").all_inner_texts() == names
        expect(page.locator(".filter-count")).to_have_text(f"Подходит терминов: 1 из {everything}")
        assert page.locator("section.letter:visible").count() == 1
        assert page.locator(".letters a:visible").count() == 1
    page.keyboard.press("Enter")
    expect(page.locator(".terms-head a:visible")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/term/**")
    page.go_back()
    expect(terms).to_have_count(1)
    box.fill("")
    expect(terms).to_have_count(everything)
    expect(page.locator(".filter-count")).to_have_text("")


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    """Open a page where scripts are off."""
    opened = open_page(browser, java_script_enabled=False)
    yield opened
    opened.context.close()


def test_without_scripts_search_card_term_and_back_work_by_keys(plain: Page, address: str) -> None:
    plain.goto(address)
    press_tab_to(plain, "#home-q")
    plain.keyboard.type("дозорный")
    plain.keyboard.press("Enter")
    plain.wait_for_url("**/search?q=*")
    press_tab_to(plain, ".tile-link >> nth=0")
    plain.keyboard.press("Enter")
    plain.wait_for_url("**" + SCOUT)
    press_tab_to(plain, ".card-text a.term >> nth=0")
    expect(plain.locator(".card-text .tip").first).to_be_visible()
    plain.keyboard.press("Enter")
    plain.wait_for_url("**/term/**")
    plain.go_back()
    expect(plain.locator("h1")).to_have_text("Дозорный брода")


def press_tab_to(page: Page, selector: str, most: int = 40) -> None:
    """Press Tab until the element has the focus, where the page itself can run no script."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.locator(f"{selector} >> visible=true").and_(page.locator("*:focus")).count():
            return
    pytest.fail(f"{most} times Tab do not reach {selector}")


def test_without_scripts_nothing_is_shown_that_needs_them(plain: Page, address: str) -> None:
    plain.goto(address + "/terms")
    expect(plain.locator("#terms-filter")).to_be_hidden()
    expect(plain.locator(".keys-button")).to_have_count(0)
    assert plain.locator("[data-words]:visible").count() == plain.locator("[data-words]").count() > 3


def test_still_pages_for_who_asked_for_less_motion(browser: Browser, address: str) -> None:
    page = open_page(browser)
    page.emulate_media(reduced_motion="reduce")
    page.goto(address + "/search?q=" + quote("выстрел"))
    assert page.locator(".tile").first.evaluate("tile => getComputedStyle(tile).transitionDuration") == "0s"
    page.context.close()


def test_print_leaves_what_is_read_and_drops_what_is_pressed(browser: Browser, address: str) -> None:
    page = open_page(browser)
    page.emulate_media(media="print")
    page.goto(address + SCOUT)
    for dropped in (".top", ".bottom", ".pager", ".skip"):
        expect(page.locator(dropped)).to_be_hidden()
    expect(page.locator(".card-text")).to_be_visible()
    page.context.close()
