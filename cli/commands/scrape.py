"""`berserk scrape`: a declared site in, kept pages out, politely; a summary and a list of what is missing."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click

from cli.watching import watching
from pipeline.scrape import (
    EVERYTHING_FRESH,
    CrawlLimits,
    Interrupted,
    Manners,
    RunReport,
    ScrapeOptions,
    Site,
    explain_site,
    find_site,
    load_declaration,
    shipped_sites,
    user_agent,
)
from pipeline.scrape import scrape as scrape_site
from schema.errors import StoreError

SHOWN_FAULTS = 50
CONTACT_VARIABLE = "BERSERK_CONTACT"
MAX_RATE = 20.0
_AGE = re.compile(r"^(\d{1,5})\s*(мин|м|ч|д|н|m|h|d|w)$")
_UNITS = {
    "мин": timedelta(minutes=1), "м": timedelta(minutes=1), "m": timedelta(minutes=1),
    "ч": timedelta(hours=1), "h": timedelta(hours=1),
    "д": timedelta(days=1), "d": timedelta(days=1),
    "н": timedelta(weeks=1), "w": timedelta(weeks=1),
}  # fmt: skip


def _parse_age(_context: click.Context, _parameter: click.Parameter, value: str | None) -> timedelta | None:
    """Return the span of «30д», «12ч» or «2н»; raises a usage error for anything else."""
    match = _AGE.match((value or "").strip().lower())
    if value is not None and match is None:
        raise click.BadParameter(f"«{value}» — не срок: напишите 30д, 12ч или 2н")
    return int(match[1]) * _UNITS[match[2]] if match else None


def _check_contact(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """Return the contact as a header may carry it; raises a usage error for other letters."""
    if value and not (value.isascii() and value.isprintable()):
        raise click.BadParameter(f"«{value}» — в User-Agent годятся только латинские буквы: me@example.org")
    return value


def _parse_day(_context: click.Context, _parameter: click.Parameter, value: datetime | None) -> str | None:
    """Return the beginning of the day as ISO time in UTC; raises a usage error for a day that has none there."""
    try:
        return value.astimezone(UTC).isoformat(timespec="microseconds") if value is not None else None
    except (OverflowError, ValueError, OSError) as error:
        raise click.BadParameter("нет такого дня; напишите ГГГГ-ММ-ДД, например 2025-01-31") from error


@click.command(short_help="Загрузить страницы сайта в папку для сборки.")
@click.argument("site_name", required=False, metavar="САЙТ|АДРЕС|ФАЙЛ.toml")
@click.option("--into", type=click.Path(path_type=Path, file_okay=False), metavar="ПАПКА", help="Куда сохранять.",
              show_default="pages/САЙТ")  # fmt: skip
@click.option("--base", metavar="АДРЕС", help="Начальный адрес сайта вместо того, что в описании.")
@click.option("--explain", is_flag=True, help="Показать, что и как будет загружено; в сеть не ходить.")
@click.option("--declaration", is_flag=True, help="Напечатать описание сайта: образец для своего.")
@click.option("--only", type=click.Choice(["new"]), help="Страницы, которых ещё нет; прежние не проверять.")
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), metavar="ГГГГ-ММ-ДД", callback=_parse_day,
              help="Заново страницы, загруженные раньше этой даты.")  # fmt: skip
@click.option("--refresh", callback=_parse_age, metavar="СРОК", help="Заново страницы старше срока: 30д, 12ч, 2н.")
@click.option("--images", is_flag=True, help="Загружать и картинки.")
@click.option("--rate", type=click.FloatRange(0, MAX_RATE, min_open=True), metavar="ЧИСЛО",
              help="Запросов в секунду к одному сайту.", show_default="как в описании, обычно 1")  # fmt: skip
@click.option("--contact", envvar=CONTACT_VARIABLE, metavar="ПОЧТА", callback=_check_contact,
              show_default=f"${CONTACT_VARIABLE}", help="Как с вами связаться: войдёт в User-Agent.")  # fmt: skip
@click.option("--concurrency", type=click.IntRange(1, 32), default=4, show_default=True,
              metavar="ЧИСЛО", help="Запросов одновременно.")  # fmt: skip
@click.option("--max-pages", type=click.IntRange(1), metavar="ЧИСЛО", help="Не больше стольких запросов за раз.")
@click.option("--allow-shrink", is_flag=True, help="Карт в списках и правда стало намного меньше.")
@click.option("--allow-private", is_flag=True, help="Разрешить адреса внутренней сети.")
@click.option("--json", "as_json", is_flag=True, help="Отчёт в виде JSON.")
def scrape(
    site_name: str | None,
    into: Path | None,
    base: str | None,
    explain: bool,
    declaration: bool,
    only: str | None,
    since: str | None,
    refresh: timedelta | None,
    images: bool,
    rate: float | None,
    contact: str | None,
    concurrency: int,
    max_pages: int | None,
    allow_shrink: bool,
    allow_private: bool,
    as_json: bool,
) -> None:
    """Загрузить страницы сайта вежливо и целиком; собирает базу потом berserk build ПАПКА, без сети.

    Прежде чем направить загрузку на чужой сайт, проверьте его правила и свои права: docs/scraping.md.
    Прерванная загрузка продолжается той же командой. Код выхода 1, если получено не всё; чего нет, сказано в stderr.

    \b
    Примеры:
      berserk scrape                              какие сайты описаны
      berserk scrape community                    набор карт сообщества в pages/community
      berserk build pages/community               собрать из него базу
      berserk scrape editions --declaration > мой-сайт.toml
      berserk scrape мой-сайт.toml --explain
      berserk scrape мой-сайт.toml --contact me@example.org
    """
    if site_name is None:
        click.echo("\n".join(f"{name}: {find_site(name).title}" for name in shipped_sites()))
        return
    if declaration:
        click.echo(load_declaration(site_name), nl=False)
        return
    if sum(value is not None for value in (only, since, refresh)) > 1:
        raise click.UsageError("--only, --since и --refresh вместе не имеют смысла: выберите одно.")
    site = find_site(site_name, base)
    folder = into or Path("pages") / site.folder
    options = ScrapeOptions(
        fresh_from=_fresh_from(only, since, refresh),
        allow_shrink=allow_shrink,
        allow_private=allow_private,
        limits=CrawlLimits(pages=max_pages, concurrency=concurrency, images=images),
        manners=Manners(agent=user_agent(contact), rate=rate or site.rate),
    )
    if explain:
        click.echo("\n".join(explain_site(site, folder, options)))
        return
    if not contact and not allow_private and not site.template:
        click.echo(f"berserk: в User-Agent нет контакта; владельцу сайта поможет --contact или ${CONTACT_VARIABLE}",
                   err=True)  # fmt: skip
    _print(_run(site, folder, options, as_json), as_json)


def _fresh_from(only: str | None, since: str | None, refresh: timedelta | None) -> str | None:
    """Return the time since which a kept page is fresh enough, None for the run's own choice."""
    if only is not None:
        return EVERYTHING_FRESH
    if since is not None:
        return since
    if refresh is not None:
        return (datetime.now(UTC) - refresh).isoformat(timespec="microseconds")
    return None


def _run(site: Site, folder: Path, options: ScrapeOptions, as_json: bool) -> RunReport:
    """Run; an interrupted run prints its summary too where a program reads it, and is then told like a fault."""
    with watching(site.name) as (watch, stage):
        try:
            return scrape_site(site, folder, options, watch=watch, stage=stage)
        except KeyboardInterrupt as error:
            if as_json and isinstance(error, Interrupted):
                _print_json(error.report)
            raise StoreError(
                "загрузка прервана, всё полученное сохранено", hint="Повторите ту же команду: она продолжит"
            ) from error


def _print_json(report: RunReport) -> None:
    click.echo(json.dumps(report.to_json(), ensure_ascii=False, indent=2))


def _print(report: RunReport, as_json: bool) -> None:
    """Print the summary, and on stderr what is missing; leave with 1 where something is."""
    if as_json:
        _print_json(report)
    else:
        click.echo("\n".join(report.lines()))
        for fault in report.faults[:SHOWN_FAULTS]:
            click.echo(fault.line(), err=True)
        hidden = len(report.faults) - SHOWN_FAULTS
        if hidden > 0:
            click.echo(f"… и ещё {hidden}: все они в отчёте --json", err=True)
    if not report.is_complete:
        click.get_current_context().exit(1)
