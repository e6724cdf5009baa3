"""Articles of a rules document, or a bundled edition -> an Edition: everything the arithmetic of a fight needs.

Nothing about strengths is in code: the strike table, the table of a closed target, what is counted so, and whether
experience cancels come from the document. It stands apart from combat so that a broken table never gets there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from rules_engine.battle.kinds import KIND_STEMS, AttackKind, Side, read_strength
from rules_engine.battle.strike_table import (
    FACES,
    ClosedTable,
    DifferenceTable,
    Pair,
    StrikeTable,
    is_strike_table,
    read_closed_table,
    read_strike_table,
)
from rules_engine.battle.topics import Citation, RuleText, Topic, find_citations
from schema.errors import NotFoundError, SourceError
from schema.fold import fold

Raw = Mapping[str, Any]
BUNDLED = ("classic",)


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of the battle rules. `name` is how it is asked for: a document's id or a bundled name.

    `as_closed` are the kinds of attack that are counted as against a closed card; a simple strike among them is the
    unanswered one. `table_address` is the article under which the strike table stands.
    """

    name: str
    title: str
    table: StrikeTable
    closed: ClosedTable
    as_closed: frozenset[AttackKind]
    cancels_experience: bool
    citations: tuple[Citation, ...] = ()
    table_address: str | None = None
    rules_version: str | None = None

    def cite(self, topic: Topic) -> Citation | None:
        """Return the article that settles `topic`, None where the edition has none."""
        return next((citation for citation in self.citations if citation.topic is topic), None)

    def words(self, topic: Topic) -> str:
        """Return how a reader is told of the article: «п. 514.6», or the topic's title where there is none."""
        citation = self.cite(topic)
        return citation.words if citation is not None else f"«{topic.about}»"


def holds_battle_rules(articles: Sequence[RuleText]) -> bool:
    """Tell whether a document has a strike table."""
    return any(is_strike_table(grid) for article in articles for grid in article.tables)


def read_edition(name: str, title: str, articles: Sequence[RuleText], rules_version: str | None = None) -> Edition:
    """Return the edition that a rules document holds.

    Raises SourceError for a document without a strike table or a rule for closed targets, and for a table with a
    hole or an overlap.
    """
    tables = [(article, grid) for article in articles for grid in article.tables if is_strike_table(grid)]
    if not tables:
        raise SourceError("в документе правил нет таблицы ударов", where=title, hint="Другая редакция: classic")
    article, grid = tables[0]
    citations = find_citations(articles)
    texts = {each.address: each.text for each in articles}
    by_topic = {citation.topic: texts[citation.address] for citation in citations}
    closed = by_topic.get(Topic.CLOSED_TARGET)
    if closed is None:
        raise SourceError("в документе нет пункта о том, как бьют закрытую карту", where=title)
    return Edition(
        name=name,
        title=title,
        table=read_strike_table(grid, title),
        closed=read_closed_table(closed.split("\n"), title),
        as_closed=_read_kinds(by_topic.get(Topic.AS_CLOSED, "")),
        cancels_experience=Topic.EXPERIENCE in by_topic,
        citations=citations,
        table_address=article.address,
        rules_version=rules_version,
    )


def _read_kinds(text: str) -> frozenset[AttackKind]:
    """Return the kinds of attack that an article names; an unanswered simple strike counts as a simple one."""
    folded = fold(text)
    kinds = {kind for kind, stem in KIND_STEMS if stem.search(folded)}
    return frozenset(kinds | ({AttackKind.SIMPLE_STRIKE} if "безответн" in folded else set()))


@cache
def load_bundled(name: str) -> Edition:
    """Return the edition bundled under `name`; raises NotFoundError where there is none."""
    if name not in BUNDLED:
        raise NotFoundError("такой редакции правил нет", where=name, hint=f"Есть {', '.join(BUNDLED)}")
    text = files("rules_engine.battle").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return read_bundled(tomllib.loads(text))


def read_bundled(data: Raw) -> Edition:
    """Return the edition that the data of a bundled file describes, checked as a document's table is."""
    title = str(data["title"])
    return Edition(
        name=str(data["name"]),
        title=title,
        table=_read_differences(data["lead"], data["equal"], title),
        closed=read_closed_table(data["closed"], title),
        as_closed=frozenset(map(AttackKind, data["as_closed"])),
        cancels_experience=bool(data["cancels_experience"]),
    )


def _read_differences(
    leads: Sequence[Mapping[str, Any]], equal: Sequence[Mapping[str, Any]], where: str
) -> StrikeTable:
    found: dict[int, Pair] = {}
    faults: list[str] = []
    reach: dict[Side, int] = {}
    for row in leads:
        side, by = Side(row["side"]), str(row["by"])
        lead = int(by.rstrip("+")) * (1 if side is Side.ATTACKER else -1)
        if lead in found or abs(lead) > reach.get(side, 99):
            faults.append(f"перевес {lead:+} назван дважды")
        found[lead] = _read_pair(row["strikes"], where)
        if by.endswith("+"):
            reach[side] = abs(lead)
    if len(reach) < len(Side) or len(set(reach.values())) > 1:
        faults.append("у каждой стороны нужен открытый перевес («5+»), у обеих один")
    far = max(reach.values(), default=0)
    faults += [f"перевес {lead:+} не из тех, что бывают" for lead in found if not 0 < abs(lead) <= far]
    faults += [f"нет строки для перевеса {lead:+}" for lead in range(-far, far + 1) if lead and lead not in found]
    starts = {int(row["from"]): _read_pair(row["strikes"], where) for row in equal}
    if min(starts, default=0) != FACES[0] or len(starts) < len(equal) or not starts.keys() <= set(FACES):
        faults.append("равные броски нужно назвать от 1 и каждый один раз")
    if faults:
        raise SourceError(f"таблица разностей не принята: {'; '.join(faults)}", where=where)
    draws = tuple(starts[max(start for start in starts if start <= level)] for level in FACES)
    return DifferenceTable(tuple(found.get(lead) for lead in range(-far, far + 1)), draws)


def _read_pair(strikes: Sequence[str], where: str) -> Pair:
    attacker, responder = map(read_strength, strikes)
    if attacker is None or responder is None:
        raise SourceError(f"«{', '.join(strikes)}» не называет силу двух ударов", where=where)
    return Pair(attacker, responder)
