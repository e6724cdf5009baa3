"""Everything about one text: links, abilities and findings, joined by the glossary in force.

`berserk explain`, the build and the API all go through the one function here, so they agree by construction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules_engine.checks import Subject, check_cards
from rules_engine.corpus import EMPTY, Corpus
from rules_engine.parser import parse
from rules_links.glossary import Glossary
from rules_links.linker import RULES, icon_terms, link
from schema.kept import split_texts
from schema.records import CardRecord
from schema.results import Explanation, TextCard

PAGE_REASON = "page_list"
DEFINITION_REASON = "definition_of"
ICON_REASON = "printed_icon"

# Why a card has a term: the linker's rule, or the build's own reason, -> one Russian sentence, for pages.
LINK_REASONS: Mapping[str, str] = {
    **RULES,
    PAGE_REASON: "термин назван в списке правил на странице источника",
    DEFINITION_REASON: "термин стоит в определении другого термина карты",
    ICON_REASON: "иконка термина стоит на карте",
}


def text_card(card_id: str, record: CardRecord, release_id: str | None = None) -> TextCard:
    """Return the card as the linker, the parser and the checks see it."""
    return TextCard(
        id=card_id,
        text=record.text or "",
        name=record.name,
        release=release_id or record.key.release,
        card_type=record.card_type,
        subtype=record.subtype,
        classes=record.classes,
        icons=record.icons,
        rules=record.direct_terms,
    )


def explain(
    card: TextCard, glossary: Glossary, record: CardRecord | None = None, corpus: Corpus = EMPTY
) -> Explanation:
    """Return links, icon terms, abilities and findings of `card`; offsets point into `card.text`.

    `record`, where there is one, lets the checks look at the card's other values too, and `corpus` at what the
    other cards do.
    """
    (found,) = explain_all([(card, record)], glossary, corpus)
    return found


def explain_all(
    cards: Iterable[tuple[TextCard, CardRecord | None]], glossary: Glossary, corpus: Corpus = EMPTY
) -> Iterator[Explanation]:
    """Yield what `explain` returns for each card with its record, in order; some are read together, for speed alone."""
    for together in split_texts(cards, lambda given: given[0].text):
        linked = [(tuple(link(card.text, glossary, card)), tuple(icon_terms(card, glossary))) for card, _ in together]
        parsed = [parse(card.text, card).abilities for card, _ in together]
        subjects = [
            Subject(card, *known, abilities, glossary, record, corpus)
            for (card, record), known, abilities in zip(together, linked, parsed, strict=True)
        ]
        for subject, findings in zip(subjects, check_cards(subjects), strict=True):
            yield Explanation(subject.card.id, subject.links, subject.icon_terms, subject.abilities, findings)
