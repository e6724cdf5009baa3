"""Rules for noun groups and for the pieces that nodes have read: costs, limits, spells, changes of a number."""

from __future__ import annotations

from rules_engine.attach.atoms import AtomKind
from rules_engine.attach.forms import ANY
from rules_engine.attach.walk import Walk, WalkRule
from rules_engine.tokens import TokenKind

K = TokenKind
_MOST_BETWEEN = 2


def place_group(walk: Walk, index: int) -> int:
    """Place a noun group: as subject, object or predicate, or beside what it is joined with."""
    group = walk.groups.read(index)
    if group is None:
        return index
    opens = bool(walk.groups.form(_find_verb(walk, group.end)).finite & group.mask)
    frame = walk.frame
    if opens and frame.predicate and frame.joined and not group.free:
        walk.restart()
    if not walk.frame.place(index, group, opens=opens):
        return index
    walk.frame.last, walk.frame.last_value = (0 if group.act else group.mask), group.value
    walk.frame.anchor()
    return walk.mark(index, group.end)


def _find_verb(walk: Walk, index: int) -> int:
    """Return where the verb of a subject would stand: behind «не» and at most two places («каждый из них …»)."""
    for _ in range(_MOST_BETWEEN):
        place = walk.groups.read_prepositional(index)
        if place is None:
            break
        index = place.end
    return index + (walk.s.lower(index) == "не")


def _head(walk: Walk, index: int) -> int:
    """A cost or wrapper, with the mark that closes it."""
    end = walk.mark(index, walk.atoms[index].end)
    return walk.mark(end, end + 1) if walk.s.at(end).kind in {K.COLON, K.SEMICOLON} else end


def _limit(walk: Walk, index: int) -> int:
    end = walk.mark(index, walk.atoms[index].end)
    return walk.mark(end, end + 1) if walk.s.at(end).kind is K.COLON else end


def _plain(walk: Walk, index: int) -> int:
    return walk.mark(index, walk.atoms[index].end)


def _declared(walk: Walk, index: int) -> int:
    """A spell or influence: what it does is a clause of its own."""
    if walk.frame.waits:
        return index
    walk.frame.anchor()
    walk.restart()
    walk.frame.joined = False
    walk.frame.anchored = True
    return walk.mark(index, walk.atoms[index].end)


def _modifier(walk: Walk, index: int) -> int:
    changed = walk.groups.read_modifier(index)
    if changed is None or walk.frame.waits or walk.frame.full:
        return index
    walk.frame.receive()
    walk.frame.anchor()
    walk.frame.last = ANY
    return walk.mark(index, changed.end)


def _change(walk: Walk, index: int) -> int:
    walk.frame.receive()
    return walk.loosen(index, walk.atoms[index].end)


def _bound(walk: Walk, index: int) -> int:
    """«(максимум 3)» bounds a value before it, so it stands in brackets or behind a comma."""
    beside = index in walk.s.bracketed or walk.s.at(index - 1).kind is K.COMMA
    return walk.mark(index, walk.atoms[index].end) if beside else index


ATOM_RULES: dict[AtomKind, WalkRule] = {
    AtomKind.HEAD: _head,
    AtomKind.LIMIT: _limit,
    AtomKind.DURATION: _plain,
    AtomKind.RANGE: _plain,
    AtomKind.BOUND: _bound,
    AtomKind.MODIFIER: _modifier,
    AtomKind.CHANGE: _change,
    AtomKind.DECLARED: _declared,
}
