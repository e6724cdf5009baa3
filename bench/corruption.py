"""How often broken sentences are still reported as fully understood, beside the sound ones they were made of.

Real sentences in, shares out. A parser that knows words alone understands a shuffled sentence as well as a sound one;
only one that reads how the words hang together tells them apart. The random choices are seeded.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rules_engine.parser import parse
from rules_engine.tokens import Token, tokenise
from schema.results import TextCard

SEED = 20260101
# So many times an order is drawn anew where the draw gave the sound one back.
_DRAWS = 20


@dataclass(frozen=True, slots=True)
class Corruption:
    """Shares of sentences that are reported as fully understood, and the share of characters understood, 0 to 1."""

    sentences: int
    characters: float
    sound: float
    swapped: float
    removed: float
    shuffled: float


def measure_corruption(shared: Path, seed: int = SEED) -> Corruption:
    """Measure over the sentences of all cards in `shared`; a sentence of one token cannot be broken."""
    sentences = list(read_sentences(shared))
    dice = random.Random(seed)
    breakable = [(card, text) for card, text in sentences if len(tokenise(text)) > 1]

    def share(change: Callable[[list[int], random.Random], list[int]]) -> float:
        broken = ((card, _rearrange(text, change, dice)) for card, text in breakable)
        return sum(is_understood(card, text) for card, text in broken) / len(breakable)

    length = sum(len(text) for _, text in sentences)
    return Corruption(
        sentences=len(sentences),
        characters=sum(parse(text, card).understood * len(text) for card, text in sentences) / length,
        sound=sum(is_understood(card, text) for card, text in sentences) / len(sentences),
        swapped=share(swap_neighbours),
        removed=share(remove_one),
        shuffled=share(shuffle),
    )


def read_sentences(shared: Path) -> Iterator[tuple[TextCard, str]]:
    """Yield each ability of the corpus as (card, text of the ability)."""
    for record in json.loads((shared / "data" / "nxt_sets_10_40.json").read_text(encoding="utf-8")):
        classes = tuple(name for name in record["class"] if name)
        card = TextCard(id=record["id"], text=record["text"], name=record["name"], classes=classes)
        for ability in parse(card.text, card).abilities:
            yield card, ability.text


def is_understood(card: TextCard, text: str) -> bool:
    """Say whether nothing of a text is opaque."""
    return not any(ability.opaque for ability in parse(text, card).abilities)


def swap_neighbours(order: list[int], dice: random.Random) -> list[int]:
    """Return the order with two neighbours swapped."""
    at = dice.randrange(len(order) - 1)
    return [*order[:at], order[at + 1], order[at], *order[at + 2 :]]


def remove_one(order: list[int], dice: random.Random) -> list[int]:
    """Return the order without one of its members."""
    at = dice.randrange(len(order))
    return order[:at] + order[at + 1 :]


def shuffle(order: list[int], dice: random.Random) -> list[int]:
    """Return the order shuffled."""
    return dice.sample(order, len(order))


def _rearrange(text: str, change: Callable[[list[int], random.Random], list[int]], dice: random.Random) -> str:
    """Return the text with its tokens in a changed order; words that then meet are set apart by a blank."""
    tokens = tokenise(text)
    for _ in range(_DRAWS):
        order = change(list(range(len(tokens))), dice)
        if [tokens[i].text for i in order] != [token.text for token in tokens]:
            break
    return _join(text, tokens, order)


def _join(text: str, tokens: tuple[Token, ...], order: list[int]) -> str:
    parts: list[str] = []
    for place, index in enumerate(order):
        token = tokens[index]
        blank = text[tokens[place - 1].end : tokens[place].start] if place else ""
        if not blank and parts and parts[-1][-1].isalnum() and token.text[0].isalnum():
            blank = " "
        parts += [blank, token.text]
    return "".join(parts)


def print_corruption(measured: Corruption) -> None:
    """Print the shares, one a line."""
    print(f"fully understood of {measured.sentences} sentences")
    for name in ("sound", "swapped", "removed", "shuffled"):
        print(f"{name:<10} {getattr(measured, name):6.3f}")
    print(f"characters understood {measured.characters:.3f}")
