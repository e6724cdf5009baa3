"""Measure the strikes of all ordered pairs of ground creatures: exact, against a brute force over 36 rolls.

Run by `python -m bench.duels [DATABASE]`; without a database the community set beside the repository is built, or the
sample. The brute force is as quick as plain Python lets it be: bonuses and wounds of a pair are reckoned once, then
36 rolls are looked up and counted. It runs on a sample of the pairs, is scaled per pair, and its results are compared
with the bulk's. Goals: 20 times the brute force, and cost linear in pairs.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from bench.build import COMMUNITY, SAMPLE
from bench.goals import report
from db.connect import open_database
from pipeline.build import build
from pipeline.duel import list_editions, load_creatures, load_edition
from rules_engine.battle.bulk import ROLLS, Matchups, find_matchups
from rules_engine.battle.editions import Edition
from rules_engine.battle.fighter import Fighter, Situation
from rules_engine.battle.kinds import Side
from rules_engine.battle.rolls import counted_as_closed, roll_bonus
from rules_engine.battle.wounds import damage_of

GOAL = 20
SAMPLED = 20_000
PLAIN = Situation()


def brute_force(rules: Edition, attacker: Fighter, target: Fighter) -> tuple[int, int, int, int]:
    """Return dealt and received wounds, kills and deaths of one pair in 36ths, roll by roll."""
    alone = counted_as_closed(rules, attacker, target, PLAIN)
    bonus = roll_bonus(rules, attacker, target, PLAIN)
    dealt = damage_of(attacker.strike, attacker, target, PLAIN, Side.ATTACKER)
    received = damage_of(target.strike, target, attacker, PLAIN, Side.RESPONDER)
    wounds = answers = kills = deaths = 0
    for attack in range(1, 7):
        for defence in range(1, 7):
            if alone:
                strength, answer = rules.closed.find(attack + bonus.attacker), 0
            else:
                strength, answer = rules.table.find(attack + bonus.attacker, defence + bonus.responder)
            wounds += dealt[strength]
            answers += received[answer]
            kills += target.life is not None and dealt[strength] >= target.life
            deaths += attacker.life is not None and received[answer] >= attacker.life
    return wounds, answers, kills, deaths


def measure_bulk(rules: Edition, fighters: Sequence[Fighter], times: int = 3) -> tuple[float, Matchups]:
    """Return the least CPU seconds of `times` runs over all ordered pairs, and the result."""
    best, table = float("inf"), None
    for _ in range(times):
        start = time.process_time()
        table = find_matchups(rules, fighters, fighters)
        best = min(best, time.process_time() - start)
    if table is None:
        raise ValueError("at least one run is needed")
    return best, table


def measure_brute(rules: Edition, fighters: Sequence[Fighter], table: Matchups) -> float:
    """Return the CPU seconds of the brute force per pair; stop where a result differs from the bulk's."""
    chance = random.Random(514)
    pairs = [(chance.randrange(len(fighters)), chance.randrange(len(fighters))) for _ in range(SAMPLED)]
    start = time.process_time()
    found = [brute_force(rules, fighters[row], fighters[column]) for row, column in pairs]
    spent = time.process_time() - start
    measures = (table.dealt, table.received, table.kills, table.deaths)
    for (row, column), numbers in zip(pairs, found, strict=True):
        if numbers != tuple(int(each[row, column]) for each in measures):
            sys.exit(f"{fighters[row].name} upon {fighters[column].name}: {numbers} in 36ths is not the bulk's result")
    return spent / SAMPLED


def main() -> None:
    """Print the cost per pair, the ratio to the brute force, and how the cost grows, for each edition."""
    with tempfile.TemporaryDirectory(prefix="berserk-bench-") as folder:
        connection = open_database(Path(sys.argv[1]) if len(sys.argv) > 1 else _built(Path(folder)))
        fighters = [each.fighter for each in load_creatures(connection, ground_only=True)]
        editions = [load_edition(connection, entry.name) for entry in list_editions(connection)]
        connection.close()
    reached = [_print_figures(rules, fighters) for rules in editions]
    sys.exit(0 if all(reached) else 1)


def _built(folder: Path) -> Path:
    sources = [COMMUNITY, COMMUNITY.parent.parent / "seeds"] if COMMUNITY.is_file() else [SAMPLE]
    build([source for source in sources if source.exists()], folder / "duels.db")
    return folder / "duels.db"


def _print_figures(rules: Edition, fighters: Sequence[Fighter]) -> bool:
    """Print the figures of one edition; return whether the goal is reached."""
    pairs = len(fighters) ** 2
    spent, table = measure_bulk(rules, fighters)
    brute = measure_brute(rules, fighters, table)
    mean = Fraction(int(table.dealt.sum()), ROLLS * pairs)
    print(f"{rules.title}: {len(fighters)} creatures, {pairs} ordered pairs, {float(mean):.4f} wounds a strike")
    print(f"  all pairs: {spent:.3f} s of CPU, {spent / pairs * 1e6:.2f} us a pair")
    print(f"  brute force over 36 rolls: {brute * 1e6:.1f} us a pair on {SAMPLED} pairs, all equal")
    half = len(fighters) // 2
    small, _ = measure_bulk(rules, fighters[:half])
    growth = (spent / small) / (pairs / half**2)
    print(f"  growth: {pairs / half**2:.1f} x the pairs cost {spent / small:.1f} x, {growth:.2f} of linear")
    return report(f"brute force / all pairs, {rules.title}", brute / (spent / pairs), GOAL)


if __name__ == "__main__":
    main()
