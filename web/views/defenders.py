"""The page of defenders: a board of 5 × 6 cells set by the address, and who may defend, with the article for it."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.duel import Edition
from rules_engine.battle.kinds import AttackKind
from rules_engine.battle.topics import Topic
from rules_engine.board import COLUMNS, ROWS, Cell, Player, Verdict, find_defenders, find_payment
from schema.errors import BerserkError, UsageError
from web.boards import FLAGS, Table, place_name, read_table
from web.duels import CitedArticle, battlefield, cite
from web.exchange import Reply, Visit


@dataclass(frozen=True, slots=True)
class SquareView:
    """A cell or a place of the zone: what stands there in words, its mark, and links that change it."""

    key: str
    words: str
    mark: str
    css_class: str
    links: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class VerdictView:
    """A piece's verdict: reasons with the articles, the permission's article where it may defend."""

    name: str
    allowed: bool
    reasons: tuple[tuple[str, CitedArticle | None], ...]


def show_defenders(visit: Visit) -> Reply:
    """Show the board of the address and the verdicts; what cannot be is said above the board."""
    edition = _edition(visit)
    try:
        table = read_table(visit.arguments)
    except UsageError as refused:
        return _page(visit, Table({}, "", ""), (), edition, refused.line(), 400)
    error = ""
    verdicts: tuple[Verdict, ...] = ()
    try:
        board = table.board()
        if table.attacker and table.target:
            verdicts = find_defenders(board, table.strike())
    except UsageError as refused:
        error = refused.line()
    return _page(visit, table, verdicts, edition, error)


def _edition(visit: Visit) -> Edition | None:
    try:
        return battlefield(visit).edition(visit)
    except BerserkError:
        # The board answers by the same rules; only the articles cannot be cited.
        return None


def _page(
    visit: Visit, table: Table, verdicts: tuple[Verdict, ...], edition: Edition | None, error: str, status: int = 200
) -> Reply:
    by_key = {verdict.piece.key: verdict for verdict in verdicts}
    rows = [
        [_square(table, str(Cell(row, column)), by_key) for column in range(1, COLUMNS + 1)]
        for row in range(ROWS, 0, -1)
    ]
    zone = [_square(table, key, by_key) for key in table.pieces if key.startswith("z")]
    room = table.free_zone()
    additions = [
        (f"поставить летающую: {player.label}", table.with_piece(room, player).address())
        for player in (Player.SECOND, Player.FIRST)
        if room is not None
    ]
    payment = find_payment(table.strike())
    return visit.page(
        "defenders.html",
        status,
        rows=rows,
        zone=zone,
        additions=additions,
        verdicts=[_verdict(verdict, edition) for verdict in verdicts],
        table=table,
        kinds=[(kind.value, kind.label) for kind in AttackKind],
        flags=FLAGS,
        sides={"lower": Player.FIRST.label, "upper": Player.SECOND.label},
        lower=table.side(Player.FIRST),
        upper=table.side(Player.SECOND),
        payment=_article(payment.topic, edition),
        edition=edition,
        error=error,
    )


def _square(table: Table, key: str, verdicts: dict[str, Verdict]) -> SquareView:
    if key not in table.pieces:
        links = tuple(
            (f"поставить: {player.label}", table.with_piece(key, player).address())
            for player in (Player.SECOND, Player.FIRST)
        )
        return SquareView(key, "пусто", "", "", links)
    player, is_open = table.pieces[key]
    mark, css_class = _mark(table, key, verdicts)
    links = (
        ("закрыть" if is_open else "открыть", table.with_piece(key, player, is_open=not is_open).address()),
        ("нападает", table.address(attacker=key)),
        ("цель", table.address(target=key)),
        ("убрать", table.without(key).address()),
    )
    return SquareView(key, f"{player.label}, {'открыта' if is_open else 'закрыта'}", mark, css_class, links)


def _mark(table: Table, key: str, verdicts: dict[str, Verdict]) -> tuple[str, str]:
    if key == table.attacker:
        return "нападает", "badge-error"
    if key == table.target:
        return "цель", "badge-warning"
    if key in verdicts:
        return ("может защищать", "badge-yes") if verdicts[key].allowed else ("не может", "badge-stub")
    return "", ""


def _verdict(verdict: Verdict, edition: Edition | None) -> VerdictView:
    reasons = [(refusal.reason, _article(refusal.topic, edition)) for refusal in verdict.refusals]
    if verdict.permission is not None:
        reasons.append(("всё, что нужно, есть", _article(verdict.permission, edition)))
    return VerdictView(place_name(verdict.piece.key), verdict.allowed, tuple(reasons))


def _article(topic: Topic, edition: Edition | None) -> CitedArticle | None:
    return cite(edition, (topic,))[0] if edition is not None else None
