"""Rules for noun groups and for the pieces that nodes have read: costs, limits, spells, changes of a number."""

from __future__ import annotations

from rules_engine.attach.atoms import AtomKind
from rules_engine.attach.forms import ACCUSATIVE, ANY, DATIVE, GENITIVE, INSTRUMENTAL, NOMINATIVE
from rules_engine.attach.frames import Opened
from rules_engine.attach.group import Group
from rules_engine.attach.walk import Walk, WalkRule
from rules_engine.grammar.phrases import read_limit
from rules_engine.lexicon import KEYWORDS_BY_FIRST
from rules_engine.tokens import K

_MOST_BETWEEN = 2
_BEFORE_MODAL = {
    "нельзя": DATIVE | ACCUSATIVE | GENITIVE,
    "можно": DATIVE | ACCUSATIVE,
    "нет": GENITIVE,
}


def place_group(walk: Walk, index: int) -> int:
    """Place a noun group: as subject, object or predicate, or beside what it is joined with."""
    group = walk.groups.read(index)
    if group is None:
        return index
    if _says_nothing(walk, index, group):
        return index
    opens = bool(walk.groups.form(_find_verb(walk, group.end)).finite & group.mask)
    frame = walk.frame
    # Early releases lost the mark behind a bracket or a range in the middle of a sentence.
    apart = frame.joined or walk.s.at(index - 1).kind is K.BRACKET_CLOSE or walk.s.at(index - 2).lemma == "дальность"
    if opens and frame.predicate and apart and not group.free:
        walk.restart()
    if _waits_for_modal(walk, group):
        walk.frame.anchor()
        walk.frame.given = True
        return walk.mark(index, group.end)
    if not walk.frame.place(index, group, opens=opens):
        return index
    walk.frame.last, walk.frame.last_value = (0 if group.act else group.mask), group.value
    walk.frame.last_owner = group.owner
    walk.frame.anchor()
    if walk.s.at(group.end - 1).lemma == "обязывать":
        walk.frame.infinitive = True  # «особенности, обязывающие выбирать …»
    return walk.mark(index, group.end)


def _says_nothing(walk: Walk, index: int, group: Group) -> bool:
    """Say whether a noun stands alone that never does: a range without its number, a turn, a keyword as a means."""
    lemma = walk.s.at(index).lemma
    if walk.frame.opened is Opened.BRACKET and walk.frame.empty and walk.s.at(group.end - 1).lemma == "раз":
        return read_limit(walk.s, index) is None  # «(2 раза за …)»
    if group.end > index + 1:
        return False
    if lemma == "дальность":
        return walk.s.at(index - 1).kind is K.COMMA
    if lemma in {"максимум", "минимум"}:
        return True
    if lemma in {"ход", "бой"}:
        return not walk.frame.object  # «начинает бой», never «второй раз бой»
    named = lemma in KEYWORDS_BY_FIRST and walk.s.word(index).noun
    return named and not group.mask & ~INSTRUMENTAL


def _waits_for_modal(walk: Walk, group: Group) -> bool:
    """Say whether a group stands before a verb without a subject: «таких клеток нет», «когда гнома атакуют»."""
    cases = _BEFORE_MODAL.get(walk.s.lower(group.end), 0)
    verb = walk.s.word(group.end)
    unowned = verb.verb == "fin" and (verb.plural or verb.lemma == "должен") and not group.mask & NOMINATIVE
    if walk.frame.opened is Opened.STATIVE and unowned:
        cases = ACCUSATIVE | DATIVE
    return bool(group.mask & cases) and not walk.frame.predicate and not walk.frame.pending


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


def _range(walk: Walk, index: int) -> int:
    if walk.frame.owed:
        walk.frame.receive()  # «атаки получают дальность 2»
    return _plain(walk, index)


def _declared(walk: Walk, index: int) -> int:
    """A spell or influence: what it does is a clause of its own."""
    if walk.frame.waits:
        return index
    walk.frame.anchor()
    walk.restart()
    walk.frame.joined = False
    walk.frame.anchored = walk.frame.fresh = True
    return walk.mark(index, walk.atoms[index].end)


def _modifier(walk: Walk, index: int) -> int:
    changed = walk.groups.read_modifier(index)
    if changed is None and walk.frame.opened is Opened.BRACKET and walk.ends(index + 1):
        return walk.mark(index, index + 1)  # «(или +2, если …)»
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
    AtomKind.RANGE: _range,
    AtomKind.BOUND: _bound,
    AtomKind.MODIFIER: _modifier,
    AtomKind.CHANGE: _change,
    AtomKind.DECLARED: _declared,
}
