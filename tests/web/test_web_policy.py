"""The Content-Security-Policy as a browser enforces it: what is brought onto a page does not run and loads nothing."""

from __future__ import annotations

import pytest
from browsing import LOST, NEEDS_CHROMIUM, SMALL, open_page
from playwright.sync_api import Browser, Route

pytestmark = NEEDS_CHROMIUM

# Every one would set `document.title` or leave the site, were it let.
BROUGHT = {
    "an inline script": """() => {
        const script = document.createElement('script')
        script.textContent = "document.title = 'ran'"
        document.body.append(script)
    }""",
    "a handler in an attribute": """() => {
        const box = document.createElement('div')
        box.innerHTML = "<img src='/static/none.png' onerror='document.title = `ran`'>"
        document.body.append(box)
    }""",
    "a script as data": """() => {
        const script = document.createElement('script')
        script.src = 'data:text/javascript,document.title = "ran"'
        document.body.append(script)
    }""",
    "an address that is a script": """() => {
        const link = document.createElement('a')
        link.href = 'javascript:void(document.title = "ran")'
        document.body.append(link)
        link.click()
    }""",
    "a frame": """() => {
        const frame = document.createElement('iframe')
        frame.src = 'https://evil.example/'
        document.body.append(frame)
    }""",
    "an inline style": """() => {
        const style = document.createElement('style')
        style.textContent = 'body { display: none }'
        document.head.append(style)
    }""",
    "a base of all links": """() => {
        const base = document.createElement('base')
        base.href = 'https://evil.example/'
        document.head.prepend(base)
    }""",
    "a form that sends elsewhere": """() => {
        const form = document.createElement('form')
        form.action = 'https://evil.example/'
        document.body.append(form)
        form.submit()
    }""",
    "a call elsewhere": "() => fetch('https://evil.example/').catch(() => null)",
    "a picture elsewhere": """() => { new Image().src = 'https://evil.example/seen.png' }""",
}
LISTEN = (
    "document.addEventListener('securitypolicyviolation', one => (window.stopped ??= []).push(one.violatedDirective))"
)


@pytest.mark.parametrize("name", BROUGHT)
def test_what_is_brought_onto_a_page_is_stopped(browser: Browser, address: str, name: str) -> None:
    page = open_page(browser)
    page.add_init_script(LISTEN)
    answered: list[str] = []
    page.route("**/evil.example/**", lambda route: (answered.append(route.request.url), route.abort()))
    page.goto(address + "/card/lozhnye-bogi/1")
    title = page.evaluate("document.title")
    assert page.evaluate("window.stopped ?? []") == []
    page.evaluate(BROUGHT[name])
    page.wait_for_function("(window.stopped ?? []).length > 0")
    assert page.evaluate("document.title") == title
    assert page.evaluate("getComputedStyle(document.body).display") != "none"
    assert page.url.startswith(address)
    assert answered == []
    page.context.close()


@pytest.mark.parametrize("target", [*(addresses[0] for addresses in SMALL.values()), *LOST])
def test_every_type_of_page_stops_what_is_brought(browser: Browser, address: str, target: str) -> None:
    page = open_page(browser)
    page.add_init_script(LISTEN)
    answered: list[str] = []
    page.route("**/evil.example/**", lambda route: (answered.append(route.request.url), route.abort()))
    page.goto(address + target)
    title, url = page.evaluate("document.title"), page.url
    assert page.evaluate("window.stopped ?? []") == []
    for brought in BROUGHT.values():
        stopped = page.evaluate("(window.stopped ?? []).length")
        page.evaluate(brought)
        page.wait_for_function("before => (window.stopped ?? []).length > before", arg=stopped)
    assert (page.evaluate("document.title"), page.url) == (title, url)
    assert page.evaluate("getComputedStyle(document.body).display") != "none"
    assert answered == []
    page.context.close()


# What is taken away of the answer, and whether the page then shows in a frame: either header by itself forbids it.
FRAMED = {
    "as it is": ((), False),
    "without the policy": (("content-security-policy",), False),
    "without the older header": (("x-frame-options",), False),
    "without both": (("content-security-policy", "x-frame-options"), True),
}


@pytest.mark.parametrize("name", FRAMED)
def test_no_other_site_may_show_a_page_in_a_frame(browser: Browser, address: str, name: str) -> None:
    taken, shown = FRAMED[name]

    def pass_on(route: Route) -> None:
        response = route.fetch()
        headers = {key: value for key, value in response.headers.items() if key not in taken}
        route.fulfill(response=response, headers=headers)

    page = open_page(browser)
    page.route(f"{address}/", pass_on)
    page.set_content(f"<iframe src='{address}/'></iframe>")
    frame = page.frames[-1]
    frame.wait_for_load_state()
    assert ("Берсерк" in frame.content()) is shown
    page.context.close()
