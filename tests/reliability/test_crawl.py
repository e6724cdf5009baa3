"""Every page of a whole database answers, and every link on it leads somewhere; slow, so behind its marker."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import urldefrag

import pytest
from raw_requests import find_missing

from pipeline.build import build
from web.server import make_datasette

ROOT = Path(__file__).parents[2]
SOURCES = ROOT.parent / "shared"
# Pages alone: each has a twin for programs.
CARD, TERM = re.compile(r"/card/[^/]+/[0-9]+"), re.compile(r"/term/[^/.]+")
# Searches and duels lead to others without end: so many of them are asked, and none is followed.
QUESTIONS = 200
LINK = re.compile(r'(?:href|src)="(/[^"]*)"')


def sources() -> list[Path]:
    """Return the real documents where they are, else the bundled sample."""
    if (SOURCES / "seeds").is_dir():
        return [SOURCES / "seeds", SOURCES / "data" / "nxt_sets_10_40.json"]
    return sorted((ROOT / "ingest" / "sample").glob("*.txt"))


@pytest.mark.slow
async def test_every_page_answers_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    report = build(sources(), tmp_path / "berserk.db")
    client = make_datasette(tmp_path / "berserk.db").client
    waiting, seen = ["/"], {"/"}
    broken: list[str] = []
    questions = 0
    while waiting:
        address = waiting.pop()
        answer = await client.get(address, follow_redirects=True)
        if answer.status_code != 200:
            broken.append(f"{answer.status_code} {address}")
        broken += [f"no {name} {address}" for one in (answer, *answer.history) for name in find_missing(one.headers)]
        if "text/html" not in answer.headers["content-type"] or "?" in address:
            continue
        assert "Traceback" not in answer.text
        for link in LINK.findall(answer.text):
            target = urldefrag(unescape(link)).url
            if target not in seen:
                seen.add(target)
                questions += "?" in target
                if "?" not in target or questions <= QUESTIONS:
                    waiting.append(target)
    assert broken == []
    assert sum(bool(CARD.fullmatch(address)) for address in seen) == report.counts["card"]
    assert sum(bool(TERM.fullmatch(address)) for address in seen) == report.counts["term"]
