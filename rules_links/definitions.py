"""Links inside definitions and rule articles: the same linker, but a term does not lead to itself."""

from __future__ import annotations

from rules_links.glossary import Glossary, Term
from rules_links.linker import link
from schema.results import Link


def link_definition(term: Term, glossary: Glossary) -> list[Link]:
    """Return the links of the definition of `term`, offsets into it, without those to the term itself."""
    if not term.definition:
        return []
    return [found for found in link(term.definition, glossary) if found.term != term.headword]
