"""The board: cells and distances, and who may defend, every refusal with the topic that forbids it."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from rules_engine.battle.kinds import AttackKind
from rules_engine.battle.topics import Topic
from rules_engine.board import (
    Board,
    Cell,
    DeclaredStrike,
    Piece,
    Player,
    Verdict,
    all_cells,
    are_beside,
    can_reach,
    cell_behind,
    cell_opposite,
    cells_within,
    distance,
    find_defenders,
    find_payment,
    half_of,
    neighbours,
    read_cell,
    row_in_half,
    within_range,
)
from schema.errors import UsageError

UP, DOWN = Player.SECOND, Player.FIRST
STRIKE = DeclaredStrike("a", "t")


def piece(key: str, player: Player, cell: str | None, **fields: bool) -> Piece:
    return Piece(key, key.upper(), player, None if cell is None else read_cell(cell), **fields)


def verdicts(*pieces: Piece, strike: DeclaredStrike = STRIKE) -> dict[str, Verdict]:
    return {verdict.piece.key: verdict for verdict in find_defenders(Board(pieces), strike)}


def refused(verdict: Verdict) -> list[Topic]:
    return [refusal.topic for refusal in verdict.refusals]


def test_thirty_cells_in_two_halves() -> None:
    cells = all_cells()
    assert len(set(cells)) == 30
    assert sum(half_of(cell) is Player.FIRST for cell in cells) == 15
    assert [row_in_half(Cell(row, 1)) for row in range(1, 7)] == [3, 2, 1, 1, 2, 3]


@pytest.mark.parametrize(("text", "count"), [("a1", 3), ("c1", 5), ("c3", 8), ("e6", 3), ("e4", 5)])
def test_neighbours(text: str, count: int) -> None:
    cell = read_cell(text)
    assert len(neighbours(cell)) == count
    assert cell not in neighbours(cell)
    assert all(cell in neighbours(other) for other in neighbours(cell))


@pytest.mark.parametrize(
    ("cell", "other", "steps", "beside"),
    [
        ("a1", "a1", 0, False),
        ("a1", "b2", 2, True),
        ("c3", "c4", 1, True),
        ("a1", "e6", 9, False),
        ("b2", "b4", 2, False),
    ],
)
def test_distance_is_never_diagonal(cell: str, other: str, steps: int, beside: bool) -> None:
    assert distance(read_cell(cell), read_cell(other)) == steps
    assert are_beside(read_cell(cell), read_cell(other)) is beside


def test_distance_is_a_metric() -> None:
    for one, other in product(all_cells(), repeat=2):
        assert distance(one, other) == distance(other, one)
        assert (distance(one, other) == 0) is (one == other)


@pytest.mark.parametrize(("radius", "count"), [(0, 1), (1, 5), (2, 13), (9, 30)])
def test_radius(radius: int, count: int) -> None:
    assert len(cells_within(read_cell("c3"), radius)) == count


def test_opposite_and_behind_depend_on_the_player() -> None:
    assert cell_opposite(read_cell("b3"), DOWN) == read_cell("b4")
    assert cell_opposite(read_cell("b3"), UP) == read_cell("b2")
    assert cell_behind(read_cell("b1"), DOWN) is None
    assert cell_opposite(read_cell("b6"), DOWN) is None


@pytest.mark.parametrize("text", ["f1", "a7", "a0", "", "c", "cc", "33"])
def test_a_cell_that_is_not_there_is_named(text: str) -> None:
    with pytest.raises(UsageError, match="на поле нет"):
        read_cell(text)


def test_range_does_not_bind_the_additional_zone() -> None:
    ground, far, bird = piece("a", DOWN, "a1"), piece("t", UP, "e6"), piece("b", UP, None, flying=True)
    assert not within_range(ground, far, 8)
    assert within_range(ground, far, 9)
    assert within_range(ground, bird, 1)
    assert within_range(bird, far, 1)


def test_reach_of_a_simple_strike() -> None:
    ground, near, far = piece("a", DOWN, "c3"), piece("n", UP, "d4"), piece("f", UP, "c5")
    bird = piece("b", UP, None, flying=True)
    assert can_reach(ground, near)
    assert not can_reach(ground, far)
    assert can_reach(ground, bird)
    assert can_reach(bird, far)


def test_article_102_5_a_defender_stands_beside_both() -> None:
    found = verdicts(
        piece("a", DOWN, "c3"), piece("t", UP, "c4"),
        piece("both", UP, "d4"), piece("target_only", UP, "d5"), piece("attacker_only", UP, "c2"),
        piece("nowhere", UP, "a6"), piece("bird", UP, None, flying=True),
    )  # fmt: skip
    assert found["both"].allowed
    assert found["both"].permission is Topic.GROUND_ON_FIELD
    assert refused(found["target_only"]) == [Topic.GROUND_ON_FIELD]
    assert "с нападающим" in found["target_only"].refusals[0].reason
    assert "с целью" in found["attacker_only"].refusals[0].reason
    assert refused(found["nowhere"]) == [Topic.GROUND_ON_FIELD] * 2
    assert not found["bird"].allowed


def test_article_102_6_from_a_flying_one_on_the_field() -> None:
    found = verdicts(
        piece("a", DOWN, None, flying=True), piece("t", UP, "c4"),
        piece("near", UP, "d5"), piece("far", UP, "a6"), piece("bird", UP, None, flying=True),
    )  # fmt: skip
    assert {key for key, verdict in found.items() if verdict.allowed} == {"near", "bird"}
    assert refused(found["far"]) == [Topic.FLYING_ON_FIELD]


def test_article_102_7_from_a_flying_one_in_the_zone() -> None:
    found = verdicts(
        piece("a", DOWN, None, flying=True), piece("t", UP, None, flying=True),
        piece("ground", UP, "c4"), piece("bird", UP, None, flying=True),
    )  # fmt: skip
    assert found["bird"].permission is Topic.FLYING_ON_ZONE
    assert refused(found["ground"]) == [Topic.FLYING_ON_ZONE]


def test_article_102_8_from_a_ground_one_in_the_zone() -> None:
    found = verdicts(
        piece("a", DOWN, "c3"), piece("t", UP, None, flying=True),
        piece("ground", UP, "c4"), piece("bird", UP, None, flying=True),
    )  # fmt: skip
    assert found["bird"].permission is Topic.GROUND_ON_ZONE
    assert refused(found["ground"]) == [Topic.GROUND_ON_ZONE]


TABLE = (piece("a", DOWN, "c3"), piece("t", UP, "c4"), piece("d", UP, "d4"))


@pytest.mark.parametrize(
    ("strike", "topic"),
    [
        (replace(STRIKE, directed=True), Topic.DEFENDED_STRIKE),
        (replace(STRIKE, unanswered=True), Topic.DEFENDED_STRIKE),
        (replace(STRIKE, kind=AttackKind.SHOT), Topic.DEFENDED_STRIKE),
        (replace(STRIKE, kind=AttackKind.SPECIAL_STRIKE), Topic.DEFENDED_STRIKE),
        (replace(STRIKE, target_defends=True), Topic.NO_SECOND),
    ],
)
def test_article_102_3_strikes_that_nobody_defends_against(strike: DeclaredStrike, topic: Topic) -> None:
    assert refused(verdicts(*TABLE, strike=strike)["d"]) == [topic]


def test_article_102_2_a_defender_is_an_open_creature_of_the_inactive_player() -> None:
    found = verdicts(
        *TABLE,
        piece("shut", UP, "b4", is_open=False),
        piece("own", DOWN, "b3"),
        piece("thing", UP, "c5", creature=False),
    )
    assert refused(found["shut"]) == [Topic.DEFENDER]
    assert set(found) == {"d", "shut"}


def test_every_reason_is_given() -> None:
    found = verdicts(
        *TABLE[:2], piece("d", UP, "a6", is_open=False), strike=replace(STRIKE, directed=True, unanswered=True)
    )
    assert refused(found["d"]) == [*[Topic.DEFENDED_STRIKE] * 2, Topic.DEFENDER, *[Topic.GROUND_ON_FIELD] * 2]


def test_article_102_4_the_defender_pays_together_with_the_attacker() -> None:
    assert find_payment(STRIKE, "d").closed == ("a", "d")
    assert find_payment(STRIKE).closed == ("a",)


@pytest.mark.parametrize(
    ("pieces", "strike", "words"),
    [
        ((piece("a", DOWN, "c3", is_open=False), TABLE[1]), STRIKE, "закрытая карта не нападает"),
        ((piece("a", DOWN, "c1"), TABLE[1]), STRIKE, "не достаёт"),
        (TABLE, DeclaredStrike("a", "a"), "сама себя"),
        (TABLE, DeclaredStrike("a", "кто"), "на поле нет"),
        ((piece("a", DOWN, "c3", creature=False), TABLE[1]), STRIKE, "бьёт только существо"),
    ],
)
def test_a_strike_that_cannot_be_declared_is_refused(
    pieces: tuple[Piece, ...], strike: DeclaredStrike, words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        find_defenders(Board(pieces), strike)


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        ((piece("a", DOWN, "c3"), piece("b", UP, "c3")), "уже занята"),
        ((piece("a", DOWN, "c3"), piece("a", UP, "c4")), "названы одинаково"),
        ((piece("a", DOWN, "c3", flying=True),), "в дополнительной зоне"),
        ((replace(TABLE[0], cell=Cell(7, 1)),), "нет"),
    ],
)
def test_a_board_that_cannot_be_is_refused(pieces: tuple[Piece, ...], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        Board(pieces)


def test_a_companion_shares_the_cell_of_its_host() -> None:
    board = Board((piece("host", DOWN, "c3"), piece("friend", DOWN, "c3", rides=True)))
    assert len(board.free_cells()) == 29
