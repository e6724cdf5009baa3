"""The glossary: all terms by letter, and one term with its wordings, its links both ways and its cards."""

from __future__ import annotations

from itertools import groupby

from db.cards import load_summaries
from db.rules import article_address
from db.terms import TermEntry, find_term, list_forms, load_term_page
from schema.errors import NotFoundError
from schema.fold import same_headword
from web.catalogue import link_reason
from web.exchange import Reply, Visit, redirect
from web.mentions import definition_anchors, term_address
from web.term_graph import render_term_graph
from web.text import render_block

SHOWN_CARDS = 60


def show_terms(visit: Visit) -> Reply:
    """Show the glossary by letter; headwords that begin with a sign or a number come first, under «#».

    Each comes with the folded words by which the page's own filter finds it: headword and forms.
    """
    terms, forms = list(visit.site.facts().terms.values()), list_forms(visit.connection)
    return visit.page(
        "terms.html",
        letters=[(letter, list(group)) for letter, group in groupby(terms, _letter)],
        words={term.id: same_headword(" ".join((term.headword, *forms.get(term.id, ())))) for term in terms},
    )


def _letter(term: TermEntry) -> str:
    first = same_headword(term.headword).lstrip("+-x (")[:1].upper()
    return first if first.isalpha() else "#"


def show_term(visit: Visit) -> Reply:
    """Show a term; a headword or a form in the address leads to the address of its term."""
    slug = visit.variables["slug"]
    try:
        page = load_term_page(visit.connection, slug)
    except NotFoundError:
        meant = find_term(visit.connection, slug)
        if len(meant) == 1:
            return redirect(term_address(meant[0].id))
        raise
    anchors = definition_anchors(page.links, visit.site.facts().terms)
    definition = page.entry.definition
    return visit.page(
        "term.html",
        page=page,
        term=page.entry,
        definition=render_block(definition, anchors, key="d") if definition else None,
        others=[(wording, render_block(wording.text)) for wording in page.definitions if wording.text != definition],
        articles=[(article_address(article), name) for article, name in page.articles],
        reasons=[(link_reason(link.reason), link) for link in page.backlinks],
        cards=load_summaries(visit.connection, page.cards[:SHOWN_CARDS]),
        graph=render_term_graph(page.entry, page.used_by, page.uses),
        more=max(0, len(page.cards) - SHOWN_CARDS),
    )
