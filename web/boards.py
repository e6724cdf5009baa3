"""The address of a board -> pieces and a strike, and back: pieces are put, turned and taken away by links.

A piece is a word of the address: its cell («c4»), or «z1», «z2» … for a flying one in the additional zone; a minus
behind it closes the card. Who stands where is all that defending needs, so pieces have no names but their places.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode

from rules_engine.battle.kinds import AttackKind
from rules_engine.board import Board, DeclaredStrike, Piece, Player, read_cell
from schema.errors import UsageError

DEFENDERS: Final = "/defenders"
FLAGS: Final[Mapping[str, str]] = {
    "directed": "удар направленный",
    "unanswered": "удар безответный",
    "defended": "цель уже защитник",
}
_KEYS = ("lower", "upper", "attacker", "target", "kind", *FLAGS)
_PIECE = re.compile(r"(?P<key>[a-e][1-6]|z[1-9])(?P<closed>-?)")
# What is shown where the address names nothing: every kind of answer at once.
EXAMPLE: Final[Mapping[str, str]] = {
    "lower": "c3,b2", "upper": "c4,d4,b5,a6,b4-,z1", "attacker": "c3", "target": "c4",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Table:
    """The pieces of both players as the address has them: place -> open; who strikes whom, and how."""

    pieces: Mapping[str, tuple[Player, bool]]
    attacker: str
    target: str
    kind: AttackKind = AttackKind.SIMPLE_STRIKE
    flags: frozenset[str] = field(default_factory=frozenset)

    def board(self) -> Board:
        """Return the board; raises UsageError for pieces that cannot stand so."""
        return Board([_piece(key, player, is_open) for key, (player, is_open) in self.pieces.items()])

    def strike(self) -> DeclaredStrike:
        """Return the declared strike."""
        return DeclaredStrike(
            self.attacker, self.target, self.kind, "directed" in self.flags, "unanswered" in self.flags,
            "defended" in self.flags,
        )  # fmt: skip

    def address(self, **changes: str) -> str:
        """Return the address of the table with some of its values changed."""
        values = {
            "lower": self.side(Player.FIRST),
            "upper": self.side(Player.SECOND),
            "attacker": self.attacker,
            "target": self.target,
            "kind": "" if self.kind is AttackKind.SIMPLE_STRIKE else self.kind.value,
            **dict.fromkeys(self.flags, "1"),
            **changes,
        }
        return f"{DEFENDERS}?{urlencode([(key, values[key]) for key in _KEYS if values.get(key)])}"

    def side(self, player: Player) -> str:
        """Return the pieces of a player as the address has them."""
        return ",".join(
            f"{key}{'' if is_open else '-'}" for key, (owner, is_open) in self.pieces.items() if owner is player
        )

    def with_piece(self, key: str, player: Player, *, is_open: bool = True) -> Table:
        """Return the table with a piece put or turned."""
        return self._replaced({**self.pieces, key: (player, is_open)})

    def without(self, key: str) -> Table:
        """Return the table without a piece."""
        return self._replaced({each: value for each, value in self.pieces.items() if each != key})

    def _replaced(self, pieces: Mapping[str, tuple[Player, bool]]) -> Table:
        attacker, target = (key if key in pieces else "" for key in (self.attacker, self.target))
        return Table(pieces, attacker, target, self.kind, self.flags)

    def free_zone(self) -> str | None:
        """Return the key for one more flying piece, None where there is no room."""
        return next((f"z{number}" for number in range(1, 10) if f"z{number}" not in self.pieces), None)


def _piece(key: str, player: Player, is_open: bool) -> Piece:
    flying = key.startswith("z")
    return Piece(key, place_name(key), player, None if flying else read_cell(key), flying=flying, is_open=is_open)


def place_name(key: str) -> str:
    """Return how a piece is called: by its place."""
    return f"летающая {key}" if key.startswith("z") else f"карта на {key}"


def read_table(arguments: Mapping[str, str]) -> Table:
    """Return the table of an address, the example where it names nothing; UsageError for what is no place."""
    given = arguments if any(arguments.get(key) for key in _KEYS) else EXAMPLE
    pieces: dict[str, tuple[Player, bool]] = {}
    for side, player in (("lower", Player.FIRST), ("upper", Player.SECOND)):
        for word in filter(None, (each.strip().lower() for each in given.get(side, "").split(","))):
            match = _PIECE.fullmatch(word)
            if match is None:
                raise UsageError(
                    f"«{word}» — не место на поле", hint="Клетки a1–e6, летающие z1–z9, закрытая карта: c4-"
                )
            if match["key"] in pieces:
                raise UsageError(f"место {match['key']} названо дважды", where=DEFENDERS)
            pieces[match["key"]] = (player, not match["closed"])
    kind = given.get("kind") or AttackKind.SIMPLE_STRIKE.value
    if kind not in {each.value for each in AttackKind}:
        raise UsageError(f"вид атаки «{kind}» не известен", where=DEFENDERS)
    flags = frozenset(name for name in FLAGS if given.get(name, "") not in {"", "0"})
    attacker, target = (_chosen(given.get(name, ""), pieces) for name in ("attacker", "target"))
    return Table(pieces, attacker, target, AttackKind(kind), flags)


def _chosen(text: str, pieces: Mapping[str, tuple[Player, bool]]) -> str:
    """Return the key of a piece that the address names, an empty one for none; UsageError where nothing stands."""
    key = text.strip().lower()
    if key and key not in pieces:
        raise UsageError(f"на месте «{key}» никто не стоит", where=DEFENDERS, hint="Поставьте туда карту")
    return key
