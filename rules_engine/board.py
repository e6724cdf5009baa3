"""The board: cells, halves, neighbours, distances; and who may defend a card against a strike, with reasons.

Pieces and a declared strike enter, a verdict for each piece of the other player leaves; a refusal names the topic
whose article forbids it. Combat itself is rules_engine.combat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules_engine.battle.kinds import AttackKind
from rules_engine.battle.topics import Topic, follows
from schema.errors import UsageError
from schema.vocabulary import Labelled

ROWS, COLUMNS = 6, 5
HALF = ROWS // 2


class Player(Labelled):
    """Whose half of the board or whose piece; the first player's half are rows 1 to 3 from below."""

    FIRST = "first", "нижний игрок"
    SECOND = "second", "верхний игрок"

    @property
    def other(self) -> Player:
        """The opponent."""
        return Player.SECOND if self is Player.FIRST else Player.FIRST


class Cell(NamedTuple):
    """A cell: `row` 1–6 from below, `column` 1–5 from the left, as the first player sees the board."""

    row: int
    column: int

    def __str__(self) -> str:
        """The cell as addresses and people write it: «c2», a column letter and a row."""
        return f"{'abcde'[self.column - 1]}{self.row}"


@dataclass(frozen=True, slots=True)
class Piece:
    """A card on the table: in a cell, or with `cell` None in the additional zone; `key` tells pieces apart.

    `rides` is a companion or parasite, which stands in the cell of its host; `creature` is False for an artifact.
    """

    key: str
    name: str
    player: Player
    cell: Cell | None
    flying: bool = False
    is_open: bool = True
    creature: bool = True
    rides: bool = False


@dataclass(frozen=True, slots=True)
class DeclaredStrike:
    """A strike that was declared: keys of the attacker and of the target, and what kind of strike it is."""

    attacker: str
    target: str
    kind: AttackKind = AttackKind.SIMPLE_STRIKE
    directed: bool = False
    unanswered: bool = False
    target_defends: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a piece may not defend: the topic whose article says so, and the reason in words."""

    topic: Topic
    reason: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a piece may defend: it may where there is no refusal; `permission` is the topic that allows it."""

    piece: Piece
    permission: Topic | None
    refusals: tuple[Refusal, ...]

    @property
    def allowed(self) -> bool:
        """Whether the piece may be named the defender."""
        return not self.refusals


def read_cell(text: str) -> Cell:
    """Return the cell of «c2»; raises UsageError for one that is not on the board."""
    text = text.strip().lower()
    if len(text) == 2 and text[0] in "abcde" and text[1] in "123456":
        return Cell(int(text[1]), "abcde".index(text[0]) + 1)
    raise UsageError(f"клетки «{text}» на поле нет", hint="Столбцы a–e, ряды 1–6 снизу вверх: c2")


def all_cells() -> tuple[Cell, ...]:
    """Return the 30 cells, the lowest row first."""
    return tuple(Cell(row, column) for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1))


def half_of(cell: Cell) -> Player:
    """Return whose half the cell is on."""
    return Player.FIRST if cell.row <= HALF else Player.SECOND


def row_in_half(cell: Cell) -> int:
    """Return the number of the cell's row in its half: the first row is the one next to the opponent's half."""
    return HALF + 1 - cell.row if cell.row <= HALF else cell.row - HALF


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the cells beside `cell`, diagonals included: eight in the middle, three in a corner."""
    return tuple(other for other in all_cells() if are_beside(cell, other))


def are_beside(cell: Cell, other: Cell) -> bool:
    """Tell whether two cells are neighbours; a cell is no neighbour of itself."""
    return cell != other and max(abs(cell.row - other.row), abs(cell.column - other.column)) == 1


def distance(cell: Cell, other: Cell) -> int:
    """Return the distance by which range is counted: along rows and columns, never diagonally."""
    return abs(cell.row - other.row) + abs(cell.column - other.column)


def cells_within(cell: Cell, radius: int) -> tuple[Cell, ...]:
    """Return the cells at most `radius` away by the rules of range, the cell itself among them."""
    return tuple(other for other in all_cells() if distance(cell, other) <= radius)


def cell_opposite(cell: Cell, player: Player) -> Cell | None:
    """Return the cell in front of `cell` for a card of `player`, None at the edge of the board."""
    row = cell.row + (1 if player is Player.FIRST else -1)
    return Cell(row, cell.column) if 1 <= row <= ROWS else None


def cell_behind(cell: Cell, player: Player) -> Cell | None:
    """Return the cell behind `cell` for a card of `player`, None at the edge of the board."""
    return cell_opposite(cell, player.other)


def within_range(attacker: Piece, target: Piece, reach: int) -> bool:
    """Tell whether `target` is within `reach`; range does not bind cards in the additional zone, nor those aimed at."""
    if attacker.cell is None or target.cell is None:
        return True
    return distance(attacker.cell, target.cell) <= reach


class Board:
    """Pieces on the board and in the additional zone; immutable."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        """Raise UsageError for two pieces of one key or in one cell, and for a flying creature in a cell."""
        self.pieces = tuple(pieces)
        self._by_key = {piece.key: piece for piece in self.pieces}
        if len(self._by_key) < len(self.pieces):
            raise UsageError("две карты названы одинаково")
        taken: dict[Cell, Piece] = {}
        for piece in self.pieces:
            if piece.cell is None:
                continue
            if piece.cell not in all_cells():
                raise UsageError(f"клетки ряда {piece.cell.row} и столбца {piece.cell.column} нет", where=piece.name)
            if piece.flying:
                raise UsageError("летающее существо стоит в дополнительной зоне, а не на клетке", where=piece.name)
            if piece.rides:
                continue
            if piece.cell in taken:
                raise UsageError(f"клетка {piece.cell} уже занята картой «{taken[piece.cell].name}»", where=piece.name)
            taken[piece.cell] = piece

    def piece(self, key: str) -> Piece:
        """Return the piece of that key; raises UsageError where there is none."""
        if key not in self._by_key:
            raise UsageError(f"карты «{key}» на поле нет", hint=f"Есть {', '.join(self._by_key) or 'пустое поле'}")
        return self._by_key[key]

    def free_cells(self) -> tuple[Cell, ...]:
        """Return the cells on which nothing stands."""
        taken = {piece.cell for piece in self.pieces}
        return tuple(cell for cell in all_cells() if cell not in taken)


def can_reach(attacker: Piece, target: Piece) -> bool:
    """Tell whether a simple strike reaches: a neighbour, or anybody where one of the two flies."""
    if attacker.flying or target.flying:
        return True
    return attacker.cell is not None and target.cell is not None and are_beside(attacker.cell, target.cell)


def find_defenders(board: Board, strike: DeclaredStrike) -> tuple[Verdict, ...]:
    """Return a verdict for every creature of the inactive player but the target, in the order of the board.

    The active player is the attacker's. Raises UsageError for a strike that could not be declared: a closed
    attacker, a card striking itself, a target out of reach.
    """
    attacker, target = board.piece(strike.attacker), board.piece(strike.target)
    _check_declared(attacker, target, strike)
    against_strike = tuple(refuse_strike(strike))
    verdicts = []
    for piece in board.pieces:
        if piece.player is attacker.player or piece.key == target.key or not piece.creature:
            continue
        permission = _place_topic(attacker, target)
        refusals = (*against_strike, *refuse_piece(piece), *refuse_place(piece, attacker, target))
        verdicts.append(Verdict(piece, None if refusals else permission, refusals))
    return tuple(verdicts)


def _check_declared(attacker: Piece, target: Piece, strike: DeclaredStrike) -> None:
    if attacker.key == target.key:
        raise UsageError("карта не бьёт сама себя", where=attacker.name)
    if not attacker.creature:
        raise UsageError("бьёт только существо", where=attacker.name)
    if not attacker.is_open:
        raise UsageError("закрытая карта не нападает", where=attacker.name)
    if strike.kind is AttackKind.SIMPLE_STRIKE and not can_reach(attacker, target):
        raise UsageError(f"простой удар не достаёт до карты «{target.name}»: она не рядом", where=attacker.name)


@follows(Topic.DEFENDED_STRIKE, Topic.NO_SECOND)
def refuse_strike(strike: DeclaredStrike) -> Iterator[Refusal]:
    """Yield why nobody may defend against such a strike."""
    if strike.kind is not AttackKind.SIMPLE_STRIKE:
        yield Refusal(Topic.DEFENDED_STRIKE, f"атака — {strike.kind.label}, а не простой удар")
    if strike.unanswered:
        yield Refusal(Topic.DEFENDED_STRIKE, "удар безответный")
    if strike.directed:
        yield Refusal(Topic.DEFENDED_STRIKE, "удар направленный")
    if strike.target_defends:
        yield Refusal(Topic.NO_SECOND, "цель уже защитник: защитника не заслоняют")


@follows(Topic.DEFENDER, Topic.SUDDEN)
def refuse_piece(piece: Piece) -> Iterator[Refusal]:
    """Yield why a piece may not be named a defender by anybody."""
    if not piece.is_open:
        yield Refusal(Topic.DEFENDER, "карта закрыта")


@follows(Topic.GROUND_ON_FIELD, Topic.FLYING_ON_FIELD, Topic.FLYING_ON_ZONE, Topic.GROUND_ON_ZONE)
def refuse_place(piece: Piece, attacker: Piece, target: Piece) -> Iterator[Refusal]:
    """Yield why a piece may not defend from where it stands."""
    topic = _place_topic(attacker, target)
    if topic in {Topic.FLYING_ON_ZONE, Topic.GROUND_ON_ZONE}:
        if not piece.flying:
            yield Refusal(topic, "карту в дополнительной зоне заслоняет только летающее существо")
        return
    beside_target = _beside(piece, target)
    if topic is Topic.FLYING_ON_FIELD:
        if not piece.flying and not beside_target:
            yield Refusal(topic, "не летает и не стоит рядом с целью")
        return
    if not _beside(piece, attacker):
        yield Refusal(topic, "не стоит рядом с нападающим")
    if not beside_target:
        yield Refusal(topic, "не стоит рядом с целью")


def _place_topic(attacker: Piece, target: Piece) -> Topic:
    """Return the rule that says where a defender must stand."""
    if target.cell is None:
        return Topic.FLYING_ON_ZONE if attacker.flying else Topic.GROUND_ON_ZONE
    return Topic.FLYING_ON_FIELD if attacker.flying else Topic.GROUND_ON_FIELD


def _beside(piece: Piece, other: Piece) -> bool:
    return piece.cell is not None and other.cell is not None and are_beside(piece.cell, other.cell)


@dataclass(frozen=True, slots=True)
class Payment:
    """What is closed when a strike is over: the keys of the pieces, together and not before."""

    closed: tuple[str, ...]
    topic: Topic


@follows(Topic.PAYMENT)
def find_payment(strike: DeclaredStrike, defender: str | None = None) -> Payment:
    """Return who pays and when: at the end of the strike the attacker is closed, and at the same time its defender."""
    return Payment((strike.attacker,) if defender is None else (strike.attacker, defender), Topic.PAYMENT)
