"""A small published file with everything a page may meet, hostile texts included, and a site over it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import ARGUMENTS, CHROMIUM, serve
from playwright.sync_api import Browser, sync_playwright

from db.fulltext import FulltextRow
from db.store import publish
from pipeline.export import export_beside
from rules_links.morphology import lemma
from schema.fold import fold, index_words
from schema.results import Ability, Action, CostItem, Opaque
from schema.rows import (
    AbilityRow,
    BuildRow,
    CardArtistRow,
    CardClassRow,
    CardIconRow,
    CardRow,
    CardSourceRow,
    CardTermRow,
    FaqRow,
    FindingRow,
    ReleaseRow,
    RuleArticleRow,
    RuleDocumentRow,
    RuleLinkRow,
    RuleTableRow,
    SourceRow,
    TermDefinitionRow,
    TermFormRow,
    TermLinkRow,
    TermRow,
)
from schema.vocabulary import AbilityKind, ActionKind
from web.server import make_datasette

VERSION = "РП 1.0 от 01.02.2025"
SCOUT = "lozhnye-bogi-1"
HOSTILE = "lozhnye-bogi-2"
TEXT = "{tap}: Выстрел на 1-2-2, дальность 3.\n{?}: Ранить на З и укрыться."
HOSTILE_NAME = "<script>alert(1)</script> \"x\" 'y' &amp;"
HOSTILE_TEXT = '<img src=x onerror=alert(1)> \u202eобратно {<b>} {tap"onclick=1} ' + "ш" * 5000
SHOT = "Дальняя атака по цели, которую видно. Бывает на дальность Х."
REACH = "Дальше этого числа клеток не достать: ни через {tap}, ни через {?}."
ARTICLE = "Об этом сказано в п.1.2 и в п.99.\n• Выстрел в один бросок;\n• «<b>жирно</b>»."


def span(text: str, quote: str) -> dict[str, Any]:
    """Return start, end and quote of the first `quote` in `text`."""
    start = text.index(quote)
    return {"start": start, "end": start + len(quote), "quote": quote}


def card(release: str, number: int, name: str | None, **values: Any) -> CardRow:
    """Return a card row with its natural key."""
    card_id = f"{release}-{number}"
    folded = fold(name) if name else None
    return CardRow(id=card_id, release_id=release, number=number, name=name, name_folded=folded, **values)


def cards() -> list[CardRow]:
    strike = {"strike_weak": 1, "strike_medium": 2, "strike_strong": 2}
    scout: dict[str, Any] = {
        "element": "forest", "cost": 4, "elite": True, "card_type": "creature", "life": 8, "move": 1, **strike,
    }  # fmt: skip
    return [
        card("lozhnye-bogi", 1, "Дозорный брода", rarity="rare", text=TEXT, text_source="испорчено", **scout),
        card("lozhnye-bogi", 2, HOSTILE_NAME, text=HOSTILE_TEXT, flavor="<style>*{}</style>", text_source="<b>"),
        card("lozhnye-bogi", 5, None, card_type="terrain", cost_text="X"),
        card("probnyj-vypusk", 7, "Дозорный брода", text="{tap}: Выстрел на 1.", unique_card=True, **scout),
    ]


def details() -> list[Any]:
    ability = Ability(
        start=0, end=37, text=TEXT[:37], kind=AbilityKind.PLAYABLE, cost=(CostItem("tap"),),
        actions=(Action(ActionKind.SHOT, value="1-2-2", range="3"),), opaque=(Opaque(25, 36, TEXT[25:36]),),
    )  # fmt: skip
    row = CardClassRow.model_validate
    return [
        row({"card_id": SCOUT, "ordinal": 0, "class": "Болотный дозор"}),
        row({"card_id": HOSTILE, "ordinal": 0, "class": "<i>Класс</i>"}),
        CardIconRow(card_id=SCOUT, ordinal=0, icon="armor", value=1),
        CardIconRow(card_id=SCOUT, ordinal=1, icon=None, value=2),
        CardIconRow(card_id=HOSTILE, ordinal=0, icon="<u>", value=2),
        CardArtistRow(card_id=HOSTILE, ordinal=0, artist='"><script>'),
        AbilityRow(card_id=SCOUT, ordinal=0, start=0, end=37, kind="playable", data=json.dumps(ability.to_json())),
        FaqRow(card_id=SCOUT, ordinal=0, question="Можно ли <b>стрелять</b>?", answer="Да, {tap}.", source_id=2),
        FaqRow(
            card_id=SCOUT,
            ordinal=1,
            question="А дважды?",
            answer="Пожалуй.",
            approved=False,
            source_id=2,
        ),
        CardSourceRow(card_id=SCOUT, ordinal=0, field="text", source_id=2, value="<text>", line=31, taken=True),
        CardSourceRow(
            card_id=SCOUT,
            ordinal=2,
            field="life",
            source_id=2,
            value="80",
            line=12,
            taken=False,
            note="Лишний ноль <опечатка>",
        ),
        CardSourceRow(card_id=SCOUT, ordinal=1, field="Тираж", source_id=2, value="мал"),
    ]


def terms() -> list[Any]:
    return [
        TermRow(
            id="vystrel", headword="Выстрел", tier="key", kind="attack", definition=SHOT, rules_version=VERSION,
            status="defined", source_id=2,
        ),
        TermRow(id="dalnost-x", headword="Дальность Х", tier="key", definition=REACH, status="defined", source_id=1),
        TermRow(id="oplata", headword="Оплата (игродействия)", tier="base", icon="tap", status="stub"),
        TermRow(id="bronya-x", headword="Броня Х", tier="key", icon="armor", status="stub"),
        TermDefinitionRow(term_id="vystrel", ordinal=0, definition=SHOT, rules_version=VERSION, source_id=2),
        TermDefinitionRow(term_id="vystrel", ordinal=1, definition="Прежние слова.", source_id=1),
        TermFormRow(term_id="vystrel", form="выстрелить", origin="glossary"),
        TermLinkRow(from_term_id="vystrel", ordinal=0, to_term_id="dalnost-x", **span(SHOT, "дальность Х")),
        _mention(0, "vystrel", "Выстрел", listed=True),
        _mention(1, "dalnost-x", "дальность 3", listed=False),
        _mention(2, "oplata", "{tap}", listed=False),
        CardTermRow(
            card_id=SCOUT, ordinal=3, term_id="bronya-x", depth="direct", origin="icon", reason="printed_icon",
        ),
        CardTermRow(
            card_id=SCOUT, ordinal=4, term_id="oplata", depth="additional", origin="page", reason="page_list",
            quote="Оплата", listed=True,
        ),
    ]  # fmt: skip


def _mention(ordinal: int, term: str, quote: str, *, listed: bool) -> CardTermRow:
    where = {"depth": "direct", "origin": "text", "reason": "headword", "listed": listed}
    return CardTermRow(card_id=SCOUT, ordinal=ordinal, term_id=term, **where, **span(TEXT, quote))


def findings() -> list[FindingRow]:
    text = {"card_id": SCOUT, "field": "text"}
    return [
        FindingRow(
            id=1, code="I101", kind="lost_icon", severity="error", message="Потеряна {tap} <i>", fix="{tap}",
            confidence=0.9, **text, **span(TEXT, "{?}"),
        ),
        FindingRow(
            id=2, code="L101", kind="homoglyph_digit", severity="warning", message="Буква вместо цифры", fix="3",
            **text, **span(TEXT, "З"),
        ),
        FindingRow(
            id=3, code="S201", kind="missing_value", severity="info", message="Нет имени",
            card_id="lozhnye-bogi-5", field="name",
        ),
        FindingRow(id=4, code="S103", kind="other", severity="error", message="файл <x>", field="source", source_id=3),
    ]  # fmt: skip


def rules() -> list[Any]:
    document = {"document_id": "svod", "rules_version": VERSION}
    return [
        RuleDocumentRow(id="svod", title="Свод <правил>", rules_version=VERSION, source_id=2),
        RuleArticleRow(id="svod/nachalo", ordinal=0, number=None, title="Начало", text="", **document),
        RuleArticleRow(id="svod/1.1", ordinal=1, number="1.1", title=None, text=ARTICLE, **document),
        RuleArticleRow(id="svod/1.2", ordinal=2, number="1.2", title=None, text="Второй.", **document),
        RuleLinkRow(from_article="svod/1.1", ordinal=0, to_article="svod/1.2", **span(ARTICLE, "п.1.2")),
        RuleLinkRow(from_article="svod/1.1", ordinal=1, **span(ARTICLE, "п.99")),
        RuleLinkRow(from_article="svod/1.1", ordinal=2, to_term="vystrel", **span(ARTICLE, "Выстрел")),
        *(
            RuleTableRow(article_id="svod/1.2", ordinal=0, row=row, column=column, header=row == 0, text=text)
            for row, texts in enumerate([("Бросок", "Удар"), ("6", "сильный {strike}")])
            for column, text in enumerate(texts)
        ),
    ]


def sources() -> list[Any]:
    return [
        SourceRow(id=1, kind="bundled", location="glossary", status="read"),
        SourceRow(id=2, kind="dump", location="stranica.txt", status="read"),
        SourceRow(id=3, kind="dump", location="плохой.txt", status="refused", error="не дамп"),
        BuildRow(key="program_version", value="0.0.1"),
        ReleaseRow(id="lozhnye-bogi", name="Ложные боги", code=40, sort_order=6),
        ReleaseRow(id="probnyj-vypusk", name="Пробный выпуск", sort_order=1000),
    ]


def fulltext(row: CardRow) -> FulltextRow:
    name, text = index_words(row.name or ""), index_words(row.text or "")
    lemmas = [" ".join(lemma(word) for word in words) for words in (name, text)]
    return FulltextRow(row.id, " ".join(name), " ".join(text), "", "", "", *lemmas, "", "")


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Publish the small file once."""
    rows: dict[type[Any], list[Any]] = {}
    for row in [*sources(), *cards(), *details(), *terms(), *findings(), *rules()]:
        rows.setdefault(type(row), []).append(row)
    target = tmp_path_factory.mktemp("web") / "mala.db"
    publish(rows, [fulltext(row) for row in cards()], target)
    return target


@pytest.fixture(scope="session")
def datasette(database: Path) -> Iterator[Any]:
    """Serve the file; closed down at the end, so that no connection is left open."""
    served = make_datasette(database)
    yield served
    served.executor.shutdown()
    for one in served.databases.values():
        one.close()


@pytest.fixture
def client(datasette: Any) -> Any:
    """Return Datasette's own asynchronous client."""
    return datasette.client


@pytest.fixture(scope="module")
def address(database: Path) -> Iterator[str]:
    """Serve the small file to a browser; give the address without a slash at its end."""
    with serve(database) as served:
        yield served


@pytest.fixture(scope="module")
def sample_address(sample_database: Path) -> Iterator[str]:
    """Serve the bundled sample to a browser."""
    with serve(sample_database) as served:
        yield served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Open one browser for a module: the event loop of a longer-lived one would meet those of asynchronous tests."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def sample_site(sample_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Serve the bundled sample with its bulk files and return the client; for tests that need many cards."""
    own = tmp_path_factory.mktemp("sample-site") / "berserk.db"
    own.write_bytes(sample_database.read_bytes())
    export_beside(own)
    served = make_datasette(own)
    yield served.client
    served.executor.shutdown()
    for one in served.databases.values():
        one.close()
