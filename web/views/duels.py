"""The duel page: two cards side by side, both directions, every modifier a switch; and its answer for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from db.cards import load_summaries
from db.samples import load_samples
from pipeline.duel import Direction, Duel, EditionName, find_summaries, list_editions, load_edition, run_duel
from pipeline.duel_request import SIDES, Turns
from pipeline.duel_shapes import shape_duel
from pipeline.duel_words import render_chance, render_number
from pipeline.ranking import Measure, Ranking
from rules_engine.battle.editions import BUNDLED
from schema.errors import BerserkError, NotFoundError, UsageError
from web.duels import (
    FLAGS,
    KEYS,
    CitedArticle,
    ShareRow,
    Switch,
    battlefield,
    cite,
    describe_dice,
    draw_shares,
    duel_address,
    list_switches,
    read_request,
    share_rows,
)
from web.exchange import Reply, Visit, reply_json

LONGEST_NAME = 120
OPPONENTS = 10


@dataclass(frozen=True, slots=True)
class CardView:
    """One of the two cards: the card, its fighter's numbers, switches, and what is not counted."""

    side: str
    title: str
    address: str
    place: str
    life: int | None
    wounds: int
    strike: str | None
    switches: list[Switch]
    unread: list[tuple[str, str]]
    namesakes: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class DirectionView:
    """One card striking the other, in words and pictures; `refusal` where it cannot."""

    title: str
    refusal: str | None
    dice: str = ""
    articles: tuple[CitedArticle, ...] = ()
    dealt: tuple[ShareRow, ...] = ()
    received: tuple[ShareRow, ...] = ()
    dealt_mean: str = ""
    received_mean: str = ""
    dealt_chart: Markup | None = None
    received_chart: Markup | None = None
    within: tuple[tuple[int, str, str], ...] = ()
    fate: tuple[tuple[str, str], ...] = ()
    fate_refusal: str | None = None


def show_duel(visit: Visit) -> Reply:
    """Show the duel of `a` and `b`; with `a` alone its best and worst opponents, with neither the form."""
    # The database is asked before anything is reckoned: its time limit runs meanwhile.
    editions = list_editions(visit.connection)
    try:
        return _page(visit, editions, _shown(visit, editions))
    except NotFoundError as error:
        return _page(visit, editions, {"error": error.line()}, 404)
    except BerserkError as error:
        return _page(visit, editions, {"error": error.line()}, 400)


def _shown(visit: Visit, editions: Sequence[EditionName]) -> dict[str, object]:
    """Return what the page shows besides its form."""
    arguments = visit.arguments
    first, second = (_name(arguments, side) for side in SIDES)
    if not first:
        return {"examples": _examples(visit, editions)}
    if not second:
        return {"rankings": _rankings(visit, first)}
    found = run_duel(visit.connection, first, second, read_request(arguments))
    return {
        "cards": _cards(found, arguments),
        "directions": _directions(found),
        "edition": found.edition,
        "turns_words": found.request.turns.label,
    }


def _examples(visit: Visit, editions: Sequence[EditionName]) -> list[tuple[str, str]]:
    """Return label and address of what to try first: a pair, and one card alone; nothing where no two can fight.

    A file without rules of its own needs to be told by which to reckon.
    """
    fighters = load_summaries(visit.connection, load_samples(visit.connection).fighters)
    if len(fighters) < 2:
        return []
    one, other = fighters
    first = editions[0].name
    rules = {"edition": first} if first in BUNDLED else {}
    return [
        (f"{one.title} и {other.title}", duel_address({"a": one.id, "b": other.id, **rules})),
        (f"все соперники карты {one.title}", duel_address({"a": one.id, **rules})),
    ]


def answer_duel(visit: Visit) -> Reply:
    """Give the duel of `a` and `b` as JSON: chances as exact fractions beside decimals."""
    first, second = (_name(visit.arguments, side) for side in SIDES)
    if not first or not second:
        raise UsageError("нужны две карты", where=visit.path, hint="/api/duel?a=КАРТА&b=КАРТА")
    return reply_json(shape_duel(run_duel(visit.connection, first, second, read_request(visit.arguments))))


def _name(arguments: Mapping[str, str], side: str) -> str:
    name = arguments.get(side, "").strip()
    if len(name) > LONGEST_NAME:
        raise UsageError(f"имя карты длиннее {LONGEST_NAME} знаков")
    return name


def _page(visit: Visit, editions: Sequence[EditionName], shown: Mapping[str, object], status: int = 200) -> Reply:
    context: dict[str, object] = {
        "cards": [],
        "directions": [],
        "edition": None,
        "rankings": [],
        "examples": [],
        "error": None,
        "turns_words": "",
    }
    swapped = {"a": visit.arguments.get("b", ""), "b": visit.arguments.get("a", "")}
    return visit.page(
        "duel.html",
        status,
        arguments={key: visit.arguments.get(key, "") for key in KEYS},
        flags=FLAGS,
        turns=[(turn.value, turn.label) for turn in Turns],
        editions=editions,
        swapped=duel_address(swapped),
        longest_name=LONGEST_NAME,
        duel_address=duel_address,
        number_words=render_number,
        chance_words=render_chance,
        **{**context, **shown},
    )


def _cards(duel: Duel, arguments: Mapping[str, str]) -> list[CardView]:
    views = []
    for side, combatant in zip(SIDES, (duel.forth.attacker, duel.back.attacker), strict=True):
        card, fighter = combatant.card, combatant.fighter
        views.append(
            CardView(
                side=side,
                title=card.title,
                address=card.address,
                place=f"{card.release} № {card.number}",
                life=fighter.life,
                wounds=fighter.wounds,
                strike=str(fighter.strike) if fighter.strike else None,
                switches=list_switches(duel, combatant, side, arguments),
                unread=[(unread.quote, unread.reason) for unread in fighter.unread],
                namesakes=[
                    (f"{each.release} № {each.number}", duel_address(arguments, **{side: each.id}))
                    for each in combatant.namesakes
                ],
            )
        )
    return views


def _directions(duel: Duel) -> list[DirectionView]:
    return [_direction(each, duel) for each in (duel.forth, duel.back)]


def _direction(direction: Direction, duel: Duel) -> DirectionView:
    title = f"{direction.attacker.card.title} бьёт карту «{direction.target.card.title}»"
    odds = direction.odds
    if odds is None:
        return DirectionView(title, direction.refusal)
    return DirectionView(
        title=title,
        refusal=None,
        dice=describe_dice(direction),
        articles=tuple(cite(duel.edition, odds.topics)),
        dealt=tuple(share_rows(odds.dealt)),
        received=tuple(share_rows(odds.received)),
        dealt_mean=render_number(odds.expected_dealt),
        received_mean=render_number(odds.expected_received),
        dealt_chart=draw_shares(f"Раны цели «{direction.target.card.title}»", odds.dealt),
        received_chart=draw_shares(f"Раны нападающего «{direction.attacker.card.title}»", odds.received),
        within=tuple(
            (deaths.exchanges, render_chance(deaths.target), render_chance(deaths.attacker))
            for deaths in direction.within
        ),
        fate=_fate(direction),
        fate_refusal=direction.fate_refusal,
    )


def _fate(direction: Direction) -> tuple[tuple[str, str], ...]:
    fate = direction.fate
    if fate is None:
        return ()
    rows = [
        ("Погибнет только цель", render_chance(fate.target_dies)),
        ("Погибнет только нападающий", render_chance(fate.attacker_dies)),
        ("Погибнут оба сразу", render_chance(fate.both_die)),
    ]
    if fate.never:
        rows.append(("Никто и никогда", render_chance(fate.never)))
    if fate.exchanges is not None:
        rows.append(("Сражений в среднем", render_number(fate.exchanges)))
    return tuple(rows)


def _rankings(visit: Visit, name: str) -> list[Ranking]:
    """Return the best and the worst opponents of a card."""
    from pipeline.matchups import rank  # numpy: only who compares many cards pays for it

    edition = visit.arguments.get("edition")
    field = battlefield(visit)
    rules = load_edition(visit.connection, edition) if edition else field.edition(visit)
    card = find_summaries(visit.connection, name)[0]
    creatures = field.creatures(visit)
    combatant = next((each for each in creatures if each.card.id == card.id), None)
    if combatant is None:
        raise UsageError("у карты нет простого удара", where=card.title)
    return [rank(rules, combatant, creatures, Measure.BALANCE, OPPONENTS, best=best) for best in (True, False)]
