"""Learns from many cards what is common in their language, and writes the speller's data anew.

The cards lie beside the repository (../shared/data); what is written holds single forms and pairs of neighbours with
the number of cards, never a longer piece of a text. A form that no dictionary knows is left out and named, so that a
slip cannot become a word: what is one belongs into own_words.txt. Run: `python -m bench.learn_words [--write]`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from bench.score_findings import DATA, ROOT, load_cards
from rules_engine.spelling.lexicon import FORMS, PAIRS, is_word, load_game_words
from rules_engine.spelling.places import read_places
from rules_links.morphology import in_dictionary, is_known
from schema.results import TextCard

FOLDER = ROOT / "rules_engine" / "spelling"
# A form on one card may be a slip; a pair must be a habit.
LEAST_FORM, LEAST_PAIR = 2, 3
_HEADS = {
    FORMS: "# form, cards that hold it: learnt by bench/learn_words.py",
    PAIRS: "# key, key to its right, cards: learnt by bench/learn_words.py",
}


def count_forms(cards: Iterable[TextCard]) -> Counter[str]:
    """Return on how many cards each folded word form stands."""
    forms: Counter[str] = Counter()
    for card in cards:
        forms.update({place.key for place in read_places(card.text) if place.is_word})
    return forms


def count_pairs(cards: Iterable[TextCard], forms: Counter[str]) -> Counter[tuple[str, str]]:
    """Return on how many cards each two keys stand side by side, where both are words that are kept or no words."""
    pairs: Counter[tuple[str, str]] = Counter()
    for card in cards:
        places = read_places(card.text)
        shut = {place.key for place in places if place.is_word and not is_kept(place.key, forms)}
        found = {(place.left, place.key) for place in places} | {(p.key, p.right) for p in places[-1:]}
        pairs.update({pair for pair in found if not shut.intersection(pair)})
    return pairs


def is_kept(form: str, forms: Counter[str]) -> bool:
    """Say whether a form is common enough and a word."""
    return forms[form] >= LEAST_FORM and is_word(form)


def render_rows(name: str, counts: Iterable[tuple[tuple[str, ...], int]]) -> str:
    """Return the file `name`: a head line, then one row a line, the most common first."""
    ordered = sorted(counts, key=lambda row: (-row[1], row[0]))
    return "\n".join([_HEADS[name], *("\t".join((*key, str(cards))) for key, cards in ordered), ""])


def render_data(cards: Iterable[TextCard]) -> dict[str, str]:
    """Return the text of both files by name."""
    cards = list(cards)
    forms = count_forms(cards)
    pairs = count_pairs(cards, forms)
    kept = [((form,), count) for form, count in forms.items() if is_kept(form, forms)]
    return {
        FORMS: render_rows(FORMS, kept),
        PAIRS: render_rows(PAIRS, [(pair, count) for pair, count in pairs.items() if count >= LEAST_PAIR]),
    }


def main(arguments: list[str], data: Path = DATA) -> int:
    """Print what is left out and how much is kept; with --write put the files in place; 2 without the cards."""
    if not data.is_dir():
        print(f"no cards in {data}", file=sys.stderr)
        return 2
    cards = list(load_cards(data).values())
    needless = sorted(word for word in load_game_words().own if in_dictionary(word) and is_known(word))
    unknown = sorted((-count, form) for form, count in count_forms(cards).items() if not is_word(form))
    print(f"own words that the dictionary has: {' '.join(needless) or 'none'}")
    print("no words:", " ".join(f"{form}:{-count}" for count, form in unknown))
    for name, text in render_data(cards).items():
        print(f"{name}: {text.count(chr(10)) - 1} rows")
        if "--write" in arguments:
            (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
