"""What the command `scrape` needs of the fetching room: a site to read, a run to make, a plan to show.

Fetching ends with kept pages; nothing here builds. It stands apart so that the command knows one room less.
"""

from __future__ import annotations

import re
from pathlib import Path

from ingest.scrape.addresses import host_of
from ingest.scrape.crawl import CrawlLimits
from ingest.scrape.faults import PageFault
from ingest.scrape.fetch import Manners, user_agent
from ingest.scrape.kept_file import FILE_NAME
from ingest.scrape.report import Progress, RunReport, Watcher
from ingest.scrape.session import EVERYTHING_FRESH, Interrupted, ScrapeOptions, scrape
from ingest.scrape.site import (
    LinkRule,
    PageKind,
    Role,
    Site,
    load_declaration,
    load_site,
    shipped_sites,
    single_file,
    start_target,
)
from ingest.scrape.store import open_for_reading

__all__ = [
    "EVERYTHING_FRESH", "CrawlLimits", "Interrupted", "Manners", "PageFault", "Progress", "RunReport", "ScrapeOptions",
    "Site", "Watcher", "explain_site", "find_site", "load_declaration", "scrape", "shipped_sites", "user_agent",
]  # fmt: skip

_WORDS = {
    Role.LIST: "список, ведёт дальше",
    Role.FEED: "лента, ведёт дальше",
    Role.CARD: "карта, читается сборкой",
    Role.DOCUMENT: "документ, читается сборкой",
    Role.NAMES: "имена выпусков, читаются сборкой",
    Role.EXTRA: "сохраняется как есть",
    Role.IMAGE: "картинка, только с --images",
}
_ADDRESS = re.compile(r"^https?://", re.IGNORECASE)


def find_site(name: str, base: str | None = None) -> Site:
    """Return the site of a shipped declaration, of a .toml file, or of one address; raises BerserkError otherwise."""
    return single_file(name) if _ADDRESS.match(name) else load_site(name, base)


def explain_site(site: Site, folder: Path, options: ScrapeOptions) -> list[str]:
    """Return what a run would fetch and how, and what is kept already; nothing is fetched."""
    manners = options.manners
    rate = f"не чаще {manners.rate:g} запроса в секунду на сайт" if manners.rate else "без ограничения частоты"
    limits = options.limits
    lines = [
        f"{site.title} ({site.name})",
        *(["  это образец: адрес выдуман, загрузки не будет, пока его не заменят"] if site.template else []),
        f"  сайты: {', '.join(sorted(site.hosts))}; другие адреса не загружаются",
        f"  {rate} (Crawl-delay из robots.txt сильнее), попыток {manners.attempts}, одновременно {limits.concurrency}",
        f"  User-Agent: {manners.agent}",
        f"  страница не больше {site.page_bytes // 1024} КиБ"
        f" и не дольше {site.page_seconds or manners.page_seconds:g} с,"
        f" запросов {'сколько нужно' if limits.pages is None else f'не больше {limits.pages}'}",
        "Сначала:",
        *(f"  robots.txt {host}" for host in sorted({host_of(start.address) for start in site.starts})),
    ]
    for start in site.starts:
        target = start_target(start)
        posted = f" {target.payload}" if target.payload is not None else ""
        lines.append(f"  {target.method} {target.address}{posted}: {start.kind}")
    lines.append("Виды страниц:")
    lines += [line for kind in site.kinds.values() for line in _explain_kind(kind)]
    return [*lines, _explain_kept(folder)]


def _explain_kind(kind: PageKind) -> list[str]:
    claims = f"; заявленное число карт: «{kind.claims.pattern}»" if kind.claims else ""
    shows = f"; должно быть: {', '.join(shown.pattern for shown in kind.shows)}" if kind.shows else ""
    return [f"  {kind.name} — {_WORDS[kind.role]}{claims}{shows}", *map(_explain_link, kind.links)]


def _explain_link(rule: LinkRule) -> str:
    least = f", не меньше {rule.least}" if rule.least else ""
    return f"    → {rule.kind}: {rule.select}, адрес «{rule.match.pattern}»{least}"


def _explain_kept(folder: Path) -> str:
    if not (folder / FILE_NAME).exists():
        return f"Папка {folder}: пока пуста"
    with open_for_reading(folder / FILE_NAME) as store:
        kept = sum(page.body is not None for page in store.load_known().values())
    return f"Папка {folder}: сохранено страниц {kept}; они не теряются и без нужды заново не загружаются"
