"""Conditions on words as expressions of FTS5: which columns, which forms of the words, icons whatever their number.

Everything is built of index words in quotes, so that no text of a user is ever read as full-text syntax.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from schema.fold import ICON_WORD, fold, joined_words
from search.leaves import TextKind, TextMatch
from search.words import read_words, twin_words

Lemma = Callable[[str], str]
_DIVIDERS = re.compile(r"['-]")


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of one field in card_fts or ability_fts, each group as FTS5 writes it before a phrase.

    `raw` are the words as written and `lemma` their lemmas; `joined` holds hyphenated words written as one,
    `unnumbered` the lemmas without the numbers beside icons; these two may be empty. `names` are those of `raw`.
    """

    raw: str
    lemma: str
    joined: str
    unnumbered: str
    names: frozenset[str]


def _columns(*names: str, joined: Sequence[str] = (), unnumbered: Sequence[str] = ()) -> Columns:
    def before(columns: Iterable[str]) -> str:
        together = " ".join(columns)
        return f"{{{together}}} : " if together else ""

    lemmas = before(f"{name}_lemma" for name in names)
    return Columns(before(names), lemmas, before(joined), before(unnumbered), frozenset(names))


NAME = _columns("name", joined=("name_joined",))
NAME_AND_CLASS = _columns("name", "class", joined=("name_joined", "class_joined"))
ANYWHERE = _columns(
    "name", "class", "text", joined=("name_joined", "class_joined", "text_joined"), unnumbered=("text_unnumbered",)
)
_OWN_COLUMNS = {
    "name": NAME,
    "text": _columns("text", joined=("text_joined",), unnumbered=("text_unnumbered",)),
    "flavor": _columns("flavor"),
    "questions": _columns("faq"),
    "ability": _columns("text", unnumbered=("text_unnumbered",)),
    "trigger": _columns("trigger"),
    "condition": _columns("condition"),
    "duration": _columns("duration"),
    "action_name": _columns("action"),
}


def own_columns(node: TextMatch) -> Columns:
    """Return the columns that a text condition asks."""
    return _OWN_COLUMNS[node.field.name] if node.field else ANYWHERE


@dataclass(frozen=True, slots=True)
class Forms:
    """The phrases that a text condition asks for: lemmas, or for a `beginning` words as written.

    `unnumbered` are those with icons, sought where no numbers stand beside them too; `joined` is the one word
    without its hyphens, None where there are several; `whole` are hyphenated words of the query written as one,
    which some texts may have so.
    """

    words: tuple[str, ...]
    unnumbered: tuple[str, ...]
    joined: str | None
    whole: tuple[str, ...] = ()
    beginning: bool = False


def read_forms(node: TextMatch, lemma: Lemma) -> Forms:
    """Return the phrases of words, of a phrase or of a beginning, icons under all codes of their picture."""
    ways = twin_words(read_words(node.value))
    if node.kind is TextKind.PREFIX:
        return Forms(tuple(phrase(way) for way in ways), (), _as_one(node.value), beginning=True)
    lemmas = tuple(phrase([lemma(word) for word in way]) for way in ways)
    has_icon = len(ways[0]) > 1 and any(word.startswith(ICON_WORD) for word in ways[0])
    if node.kind is not TextKind.WORD:
        return Forms(lemmas, lemmas if has_icon else (), None)
    whole = tuple(phrase([lemma(word)]) for word in joined_words(node.value))
    return Forms(lemmas, lemmas if has_icon else (), _as_one(node.value), whole)


def match_forms(forms: Forms, columns: Columns) -> str:
    """Return the full-text expression of the phrases in `columns`."""
    if forms.beginning:
        parts = [f"{columns.raw}{words} *" for words in forms.words]
        if forms.joined and columns.joined:
            parts.append(f"{columns.joined}{forms.joined} *")
        return f"({' OR '.join(parts)})"
    # A word as written has the lemma of the word as asked: its own columns need not be read.
    parts = [columns.lemma + words for words in forms.words]
    if columns.unnumbered:
        parts += [columns.unnumbered + words for words in forms.unnumbered]
    if forms.joined and columns.joined:
        parts.append(columns.joined + forms.joined)
    parts += [columns.lemma + word for word in forms.whole]
    return f"({' OR '.join(parts)})"


def _as_one(text: str) -> str | None:
    """Return the phrase of the one word of `text` without hyphens; None for several words, icons and numbers."""
    word = _DIVIDERS.sub("", fold(text))
    return phrase([word]) if word.isalpha() else None


def phrase(words: Iterable[str]) -> str:
    """Return the words side by side, as FTS5 writes a phrase."""
    return '"' + " ".join(words).replace('"', '""') + '"'
