"""`berserk duel`: the odds of a strike between two cards, or the best and worst opponents of one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from cli.duels import render_duel, render_ranking
from cli.options import database_option, opened
from pipeline.duel import iterate_directions, list_editions, run_duel
from pipeline.duel_request import AttackKind, DuelRequest, Situation, Turns, read_strike_numbers
from pipeline.duel_shapes import shape_duel, shape_ranking
from pipeline.ranking import Measure
from schema.errors import UsageError

_KINDS = tuple(kind.value for kind in AttackKind)
_MEASURES = tuple(measure.value for measure in Measure)
_RANKING_KEYS = frozenset(
    {"card", "other", "database", "target_open", "edition", "best", "worst", "by", "output_format"}
)


@click.command(short_help="Шансы удара: кто кого и с какой вероятностью.")
@click.argument("card", required=False, metavar="КАРТА")
@click.argument("other", required=False, metavar="[КАРТА]")
@database_option
@click.option("--attacker-open/--attacker-closed", default=True, help="Первая карта открыта или закрыта.")
@click.option("--target-open/--target-closed", default=True, help="Вторая карта открыта или закрыта.")
@click.option("--own-card", is_flag=True, help="Обе карты из одного отряда: бьют свою.")
@click.option("--defender", is_flag=True, help="Вторая карта приняла удар как защитник.")
@click.option("--unanswered", is_flag=True, help="Удар безответный.")
@click.option("--special-dice", is_flag=True, help="Бросают особые кубики с рисунками.")
@click.option("--attack", type=click.Choice(_KINDS), default=_KINDS[0], show_default=True, help="Вид атаки.")
@click.option("--values", metavar="X-Y-Z", help="Числа атаки, если это не простой удар.")
@click.option("--until-death", is_flag=True, help="Чем кончится, если биться до гибели.")
@click.option("--turns", type=click.Choice([turn.value for turn in Turns]), default=Turns.SAME.value,
              show_default=True, help="Кто нападает дальше: всё время та же карта или по очереди.")  # fmt: skip
@click.option("--without", multiple=True, metavar="КЛЮЧ", help="Выключить модификатор: armor, a.bonus2.")
@click.option("--with", "with_", multiple=True, metavar="КЛЮЧ", help="Включить модификатор, зависящий от условия.")
@click.option("--set", "changes", multiple=True, metavar="ЧТО=ЧИСЛО", help="Другое число: a.ova=2, b.wounds=3.")
@click.option("--edition", metavar="ИМЯ", help="Редакция правил; list — показать все.")
@click.option("--best", type=click.IntRange(1, 1000), metavar="N", help="N лучших соперников первой карты.")
@click.option("--worst", type=click.IntRange(1, 1000), metavar="N", help="N худших соперников первой карты.")
@click.option("--by", type=click.Choice(_MEASURES), default="balance", show_default=True, help="Мера для --best.")
@click.option("--format", "output_format", type=click.Choice(("text", "json")), default="text", show_default=True)
@click.pass_context
def duel(
    context: click.Context,
    /,
    card: str | None,
    other: str | None,
    database: Path,
    output_format: str,
    edition: str | None,
    **given: Any,
) -> None:
    """Точные шансы удара карты КАРТА по второй карте и обратно.

    Правила — таблица ударов из документа в базе. Что не разобрано на картах, названо под словами «Не учтено».

    \b
    Примеры:
      berserk duel "Ложные боги 12" "Ложные боги 88"
      berserk duel Кочевник Кшар --target-closed --until-death
      berserk duel Кочевник Кшар --set a.ova=1 --edition classic
      berserk duel Кочевник --best 10 --by kill
    """
    if edition == "list":
        _show_editions(database)
    elif not card or not card.strip():
        raise UsageError("не названа карта", hint="berserk duel КАРТА КАРТА; справка: berserk duel --help")
    elif given["best"] or given["worst"]:
        _check_ranking(context)
        _rank(card, other, database, output_format, edition, given)
    elif not other or not other.strip():
        raise UsageError("нужна вторая карта", hint="Или ключ --best 10: лучшие соперники первой")
    elif not _fight(card, other, database, output_format, edition, given):
        context.exit(1)


def _show_editions(database: Path) -> None:
    with opened(database) as connection:
        for entry in list_editions(connection):
            version = f" ({entry.rules_version})" if entry.rules_version else ""
            click.echo(f"{entry.name} — {entry.title}{version}")


def _check_ranking(context: click.Context) -> None:
    """Refuse keys that a comparison with all creatures knows nothing of."""
    typed = ParameterSource.COMMANDLINE
    for option in context.command.params:
        if option.name not in _RANKING_KEYS and context.get_parameter_source(option.name or "") is typed:
            raise UsageError(f"ключ {option.opts[0]} не действует с --best и --worst", hint="Он для дуэли двух карт")


def _fight(
    card: str, other: str, database: Path, output_format: str, edition: str | None, given: dict[str, Any]
) -> bool:
    """Print the duel; tell whether either card can strike the other."""
    request = DuelRequest(
        situation=Situation(
            kind=AttackKind(given["attack"]),
            values=read_strike_numbers(given["values"]) if given["values"] else None,
            attacker_open=given["attacker_open"],
            target_open=given["target_open"],
            own_card=given["own_card"],
            defending=given["defender"],
            unanswered=given["unanswered"],
            special_dice=given["special_dice"],
        ),
        edition=edition,
        without=given["without"],
        with_=given["with_"],
        changes=given["changes"],
        turns=Turns(given["turns"]),
        until_death=given["until_death"],
    )
    with opened(database) as connection:
        found = run_duel(connection, card, other, request)
    if output_format == "json":
        click.echo(json.dumps(shape_duel(found), ensure_ascii=False, indent=2))
    else:
        click.echo(render_duel(found))
    return any(direction.odds is not None for direction in iterate_directions(found))


def _rank(
    card: str, other: str | None, database: Path, output_format: str, edition: str | None, given: dict[str, Any]
) -> None:
    from pipeline.matchups import rank_opponents  # numpy: only who compares many cards pays for it

    if other is not None:
        raise UsageError("--best и --worst сравнивают одну карту со всеми: вторая карта не нужна", where=other)
    if given["best"] and given["worst"]:
        raise UsageError("--best и --worst вместе не показать", hint="Выберите один из двух")
    with opened(database) as connection:
        ranking = rank_opponents(
            connection,
            card,
            Measure(given["by"]),
            given["best"] or given["worst"],
            best=bool(given["best"]),
            edition=edition,
            target_open=given["target_open"],
        )
    if output_format == "json":
        click.echo(json.dumps(shape_ranking(ranking), ensure_ascii=False, indent=2))
    else:
        click.echo(render_ranking(ranking))
