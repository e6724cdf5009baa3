"""Links inside definitions and rule articles: the same linker, and the names that «См. …» sends the reader to.

A definition does not lead to its own term.
"""

from __future__ import annotations

from rules_links.glossary import Glossary, Term
from rules_links.linker import link
from rules_links.see_also import SeeAlso, find_see_also
from schema.results import Link

SEE_RULE = "see"


def link_definition(term: Term, glossary: Glossary) -> list[Link]:
    """Return the links of the definition of `term`, offsets into it, without those to the term itself."""
    if not term.definition:
        return []
    return [found for found in link_prose(term.definition, glossary) if found.term != term.headword]


def link_prose(text: str, glossary: Glossary) -> list[Link]:
    """Return the links of a text of the rules in order, none overlapping; a name after «См.» is one link whole."""
    named = []
    for name in find_see_also(text, glossary):
        if (term := glossary.find(name.quote)) is not None:
            named.append(Link(name.start, name.end, name.quote, term.headword, term.tier, SEE_RULE))
    if not named:
        return link(text, glossary)
    others = [found for found in link(text, glossary) if not any(_overlap(found, name) for name in named)]
    return sorted([*named, *others], key=lambda found: found.start)


def find_unresolved(text: str, glossary: Glossary) -> list[SeeAlso]:
    """Return the names after «См.» in `text` that lead to no term, in order."""
    names = list(find_see_also(text, glossary))
    links = link_prose(text, glossary) if names else []
    return [name for name in names if not any(_overlap(found, name) for found in links)]


def _overlap(one: Link | SeeAlso, other: SeeAlso | Link) -> bool:
    return one.start < other.end and other.start < one.end
