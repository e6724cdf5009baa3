"""A strike table as data: rows of a document or of a bundled edition -> the strengths for every pair of rolls.

Two shapes of table exist: by the two rolls (columns of faces and of results), and by the difference of the rolls.
Both refuse a hole or an overlap when they are read, naming the rolls, so that no result rests on a broken table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeVar

from rules_engine.battle.kinds import HITS, Side, Strength, read_strength
from rules_engine.battle.topics import RuleGrid
from schema.errors import SourceError
from schema.fold import fold

Face = TypeVar("Face", int, str)
FACES = range(1, 7)
_ANY_ROLL = re.compile(r"^люб\w+")
_RANGE = re.compile(r"(?<!\d)([1-6])\s*(?:-|до)\s*([1-6])(?!\d)")
_OPEN = re.compile(r"(?<!\d)([1-6])\s*(?:или|и)\s*(меньше|менее|ниже|больше|более|выше)")
_NUMBER = re.compile(r"(?<!\d)[1-6](?!\d)")
_NAMED = re.compile(r"\"([а-я][а-я ]*)\"|\b(пуст\w+) гран\w+")
_HEADINGS = {Side.ATTACKER: re.compile(r"\bнапада|\bатаку"), Side.RESPONDER: re.compile(r"\bотража|\bзащища")}
BLANK_FACE = "пустая грань"


class Pair(NamedTuple):
    """What the two of an exchange deal: the attacker's strength and that of the response."""

    attacker: Strength
    responder: Strength


class DieFaces(NamedTuple):
    """What a cell says of a die: numbers, and names of faces of the special die."""

    numbers: frozenset[int]
    names: frozenset[str]


def read_die_faces(cell: str) -> DieFaces:
    """Return the faces that `cell` names («1, 2 или "меч"», «от 1 до 3», «любой бросок», «3 и меньше»)."""
    text = fold(cell)
    names = frozenset(BLANK_FACE if blank else name for name, blank in _NAMED.findall(text))
    if _ANY_ROLL.match(text):
        return DieFaces(frozenset(FACES), names)
    numbers = {int(number) for number in _NUMBER.findall(text)}
    for first, last in _RANGE.findall(text):
        numbers |= set(range(int(first), int(last) + 1))
    for bound, direction in _OPEN.findall(text):
        up = direction in {"больше", "более", "выше"}
        numbers |= set(range(int(bound), 7)) if up else set(range(1, int(bound) + 1))
    return DieFaces(frozenset(numbers), names)


@dataclass(frozen=True, slots=True)
class RollTable:
    """Both rolls decide: `cells[attack - 1][defence - 1]`; a roll below 1 counts as 1, above 6 as 6."""

    cells: tuple[tuple[Pair, ...], ...]
    attack_faces: tuple[str, ...] = ()
    defence_faces: tuple[str, ...] = ()

    def find(self, attack: int, defence: int) -> Pair:
        """Return what both deal for two rolls with their modifiers."""
        return self.cells[min(max(attack, 1), 6) - 1][min(max(defence, 1), 6) - 1]


@dataclass(frozen=True, slots=True)
class DifferenceTable:
    """The difference of the rolls decides: `leads` by attacker's lead, -N … N, its ends open; `draws` by the roll.

    `draws[level - 1]` is for equal rolls of that level; levels outside 1–6 count as the nearest.
    """

    leads: tuple[Pair | None, ...]
    draws: tuple[Pair, ...]

    def find(self, attack: int, defence: int) -> Pair:
        """Return what both deal for two rolls with their modifiers."""
        reach = len(self.leads) // 2
        lead = min(max(attack - defence, -reach), reach)
        found = self.leads[lead + reach]
        return found if found is not None else self.draws[min(max(attack, 1), 6) - 1]


StrikeTable = RollTable | DifferenceTable


@dataclass(frozen=True, slots=True)
class ClosedTable:
    """The attacker's roll alone decides: `strengths[roll - 1]`; a roll below 1 counts as 1, above 6 as 6."""

    strengths: tuple[Strength, ...]

    def find(self, attack: int) -> Strength:
        """Return the strength for a roll with its modifiers."""
        return self.strengths[min(max(attack, 1), 6) - 1]


class _Row(NamedTuple):
    line: int
    attack: DieFaces
    defence: DieFaces
    pair: Pair


def is_strike_table(grid: RuleGrid) -> bool:
    """Tell whether the headings are those of a strike table: a roll and a result for each of the two sides."""
    return _columns(grid) is not None


def _columns(grid: RuleGrid) -> dict[tuple[Side, bool], int] | None:
    """Return the column of each side's roll (False) and result (True)."""
    columns: dict[tuple[Side, bool], int] = {}
    for at, heading in enumerate(grid.header):
        folded = fold(heading)
        for side, words in _HEADINGS.items():
            if words.search(folded):
                columns[side, not re.search(r"\b(?:брос|кубик)", folded)] = at
    return columns if len(columns) == 4 else None


def read_strike_table(grid: RuleGrid, where: str) -> RollTable:
    """Return the table of a document, checked; `where` is named in refusals.

    Raises SourceError for a cell that says no roll or no strength, for rolls that no row has, and for rolls that
    two rows have.
    """
    columns = _columns(grid)
    if columns is None:
        raise SourceError(
            "в таблице ударов нет столбцов броска и удара для обеих сторон",
            where=where,
            hint="Нужны заголовки со словами «нападающий» и «отражающий»",
        )
    rows = [_read_row(line, row, columns, where) for line, row in enumerate(grid.rows, start=1)]
    cells = _fill(
        ((row.line, row.attack.numbers, row.defence.numbers, row.pair) for row in rows), FACES, FACES, where, "бросков"
    )
    attack = _face_names([row.attack for row in rows])
    defence = _face_names([row.defence for row in rows])
    if attack and defence:
        named = ((row.line, _named(row.attack, attack), _named(row.defence, defence), row.pair) for row in rows)
        _fill(named, sorted(set(attack)), sorted(set(defence)), where, "граней особых кубиков")
    square = tuple(tuple(cells[attack_roll, defence_roll] for defence_roll in FACES) for attack_roll in FACES)
    return RollTable(square, *((attack, defence) if attack and defence else ((), ())))


def _read_row(line: int, row: Sequence[str], columns: Mapping[tuple[Side, bool], int], where: str) -> _Row:
    faces = {side: read_die_faces(row[columns[side, False]]) for side in Side}
    strengths = {side: read_strength(row[columns[side, True]]) for side in Side}
    attacker, responder = strengths[Side.ATTACKER], strengths[Side.RESPONDER]
    for side in Side:
        if not faces[side].numbers:
            raise _unreadable(line, row[columns[side, False]], "бросок", where)
    if attacker is None or responder is None:
        wrong = Side.ATTACKER if attacker is None else Side.RESPONDER
        raise _unreadable(line, row[columns[wrong, True]], "силу удара", where)
    return _Row(line, faces[Side.ATTACKER], faces[Side.RESPONDER], Pair(attacker, responder))


def _unreadable(line: int, cell: str, what: str, where: str) -> SourceError:
    return SourceError(f"строка {line} таблицы ударов: «{cell}» не называет {what}", where=where)


def _fill(
    rows: Iterable[tuple[int, frozenset[Face], frozenset[Face], Pair]],
    attacks: Iterable[Face],
    defences: Iterable[Face],
    where: str,
    what: str,
) -> dict[tuple[Face, Face], Pair]:
    """Return the pair of every combination; SourceError where one has no row or two."""
    claims: dict[tuple[Face, Face], list[tuple[int, Pair]]] = {}
    for line, attack, defence, pair in rows:
        for key in product(attack, defence):
            claims.setdefault(key, []).append((line, pair))
    wanted = list(product(attacks, defences))
    holes = [key for key in wanted if key not in claims]
    claimed = {key: tuple(line for line, _ in claims.get(key, [])) for key in wanted}
    overlaps = {key: lines for key, lines in claimed.items() if len(lines) > 1}
    faults = []
    if holes:
        faults.append(f"нет строки для {what} {_listed(holes)}")
    for lines in dict.fromkeys(overlaps.values()):
        keys = [key for key, found in overlaps.items() if found == lines]
        faults.append(f"для {what} {_listed(keys)} подходят строки {' и '.join(map(str, lines))}")
    if faults:
        raise SourceError(
            f"таблица ударов не принята: {'; '.join(faults)}",
            where=where,
            hint="Пара чисел — броски нападающего и отражающего",
        )
    return {key: claims[key][0][1] for key in wanted}


def _listed(keys: Sequence[tuple[Face, Face]], most: int = 8) -> str:
    shown = ", ".join(f"{attack}:{defence}" for attack, defence in keys[:most])
    return shown if len(keys) <= most else f"{shown} и ещё {len(keys) - most}"


def _face_names(cells: Sequence[DieFaces]) -> tuple[str, ...]:
    """Return the named face that stands for each number of the die, () where some number has no name of its own."""
    names: dict[int, str] = {}
    for cell in cells:
        if len(cell.names) == 1:
            names |= dict.fromkeys(cell.numbers, next(iter(cell.names)))
    return tuple(names[face] for face in FACES) if set(names) == set(FACES) else ()


def _named(cell: DieFaces, faces: Sequence[str]) -> frozenset[str]:
    """Return the named faces of a cell; a cell without names means those of its numbers («любой бросок»)."""
    return cell.names or frozenset(faces[number - 1] for number in cell.numbers)


def read_closed_table(lines: Sequence[str], where: str) -> ClosedTable:
    """Return what an attacker deals who rolls alone, from lines such as «от 1 до 3 — слабый удар», checked.

    Raises SourceError for a roll that no line names, or two.
    """
    claims: list[tuple[int, Strength]] = []
    for line in lines:
        strength = read_strength(line)
        if strength in HITS:
            claims += [(number, strength) for number in sorted(read_die_faces(line).numbers)]
    counted = Counter(number for number, _ in claims)
    faults = [f"нет строки для броска {face}" for face in FACES if not counted[face]]
    faults += [f"бросок {face} назван дважды" for face in FACES if counted[face] > 1]
    if faults:
        raise SourceError(f"правило удара по закрытой карте не принято: {'; '.join(faults)}", where=where)
    by_roll = dict(claims)
    return ClosedTable(tuple(by_roll[face] for face in FACES))
