"""A duel and a ranking as Russian text for a terminal; pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipeline.duel import Combatant, Direction, Duel, Edition, Fate, Odds, Share, applies, iterate_directions
from pipeline.duel_request import SIDES
from pipeline.duel_words import render_chance, render_number
from pipeline.ranking import Ranking


def render_duel(duel: Duel) -> str:
    """Return the duel as text: both directions, then the switches, then what is not counted."""
    version = f" ({duel.edition.rules_version})" if duel.edition.rules_version else ""
    lines = [f"Правила: {duel.edition.title}{version}"]
    for side, combatant in zip(SIDES, _combatants(duel), strict=True):
        lines += [_introduce(side, combatant), *_others(combatant)]
    for direction in iterate_directions(duel):
        lines += ["", *_render_direction(direction, duel.edition)]
    if duel.request.until_death:
        lines += ["", f"До гибели: {duel.request.turns.label}."]
    return "\n".join([*lines, *_switches(duel), *_not_counted(duel)])


def _combatants(duel: Duel) -> tuple[Combatant, Combatant]:
    return duel.forth.attacker, duel.back.attacker


def _introduce(side: str, combatant: Combatant) -> str:
    fighter, card = combatant.fighter, combatant.card
    life = "жизнь неизвестна" if fighter.life is None else f"жизней {fighter.life}"
    wounds = f", ран {fighter.wounds}" if fighter.wounds else ""
    strike = f"простой удар {fighter.strike}" if fighter.strike else "простого удара нет"
    return f"  {side}: {card.title} ({card.release} {card.number}) — {life}{wounds}, {strike}"


def _others(combatant: Combatant) -> Iterator[str]:
    if combatant.namesakes:
        ids = ", ".join(card.id for card in combatant.namesakes)
        yield f"     взята первая карта с этим именем; есть ещё: {ids}"


def _render_direction(direction: Direction, edition: Edition) -> Iterator[str]:
    yield f"{direction.attacker.card.title} бьёт карту «{direction.target.card.title}»"
    odds = direction.odds
    if odds is None:
        yield f"  нельзя: {direction.refusal}"
        return
    yield f"  {_how(odds, edition)}"
    yield f"  наносит: {_render_shares(odds.dealt)}; в среднем {render_number(odds.expected_dealt)}"
    yield f"  получает: {_render_shares(odds.received)}; в среднем {render_number(odds.expected_received)}"
    if direction.within:
        kills = (f"за {deaths.exchanges} — {render_chance(deaths.target)}" for deaths in direction.within)
        yield f"  убьёт: {', '.join(kills)}"
        falls = (f"за {deaths.exchanges} — {render_chance(deaths.attacker)}" for deaths in direction.within)
        yield f"  погибнет: {', '.join(falls)}"
    if direction.fate is not None:
        yield from _render_fate(direction.fate)
    if direction.fate_refusal is not None:
        yield f"  шанс убить не посчитан: {direction.fate_refusal}"


def _how(odds: Odds, edition: Edition) -> str:
    bonus = ", ".join(
        f"бросок {who} {value:+}"
        for who, value in (("нападающего", odds.bonus.attacker), ("отражающего", odds.bonus.responder))
        if value
    )
    dice = "бросают оба" if odds.fights else "бросает только нападающий"
    articles = ", ".join(dict.fromkeys(edition.words(topic) for topic in odds.topics))
    return f"{dice}{f'; {bonus}' if bonus else ''} ({articles})"


def _render_fate(fate: Fate) -> Iterator[str]:
    parts = [
        f"цель погибнет — {render_chance(fate.target_dies)}",
        f"нападающий — {render_chance(fate.attacker_dies)}",
        f"оба сразу — {render_chance(fate.both_die)}",
    ]
    if fate.never:
        parts.append(f"никто и никогда — {render_chance(fate.never)}")
    yield f"  до гибели: {', '.join(parts)}"
    if fate.exchanges is not None:
        yield f"  сражений в среднем: {render_number(fate.exchanges)}"


def _render_shares(shares: Iterable[Share]) -> str:
    return ", ".join(f"{share.wounds} — {render_chance(share.chance)}" for share in shares)


def _switches(duel: Duel) -> list[str]:
    lines = []
    for side, combatant in zip(SIDES, _combatants(duel), strict=True):
        for modifier in combatant.fighter.modifiers:
            mark = "x" if modifier.on else " "
            quote = f" — «{modifier.quote}»" if modifier.quote and modifier.quote != modifier.label else ""
            condition = f"; зависит от условия: {modifier.condition}" if modifier.condition else ""
            idle = "" if applies(duel, side, modifier) else "; в этой паре не действует"
            lines.append(f"  [{mark}] {side}.{modifier.key}: {modifier.label}{quote}{condition}{idle}")
    return ["", "Модификаторы (--without КЛЮЧ выключает, --with КЛЮЧ включает):", *lines] if lines else []


def _not_counted(duel: Duel) -> list[str]:
    lines = [
        f"  {combatant.card.title}: «{unread.quote}» — {unread.reason}"
        for combatant in dict.fromkeys(_combatants(duel))
        for unread in combatant.fighter.unread
    ]
    return ["", "Не учтено:", *lines] if lines else []


def render_ranking(ranking: Ranking) -> str:
    """Return the opponents of a card as a table, best or worst first."""
    side = "Лучшие" if ranking.best else "Худшие"
    card = ranking.combatant.card
    header = ("Соперник", "Выпуск", "№", "наносит", "получает", "убьёт", "погибнет")
    rows = [header]
    for matchup in ranking.matchups:
        numbers = (render_number(matchup.dealt), render_number(matchup.received))
        chances = (render_chance(matchup.kill), render_chance(matchup.death))
        rows.append((matchup.card.title, matchup.card.release, str(matchup.card.number), *numbers, *chances))
    widths = [max(len(row[column]) for row in rows) for column in range(len(header))]
    table = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)
    title = f"{side} соперники карты «{card.title}» из {ranking.against}: {ranking.measure.label}"
    return "\n".join([title, f"Правила: {ranking.edition}", *table])
