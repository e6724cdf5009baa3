"""The glossary: rule terms in order, with their tier, forms, icon and definition, and a way to find one by name.

Terms come from the bundled terms.toml, from source pages, whose definitions take precedence, and from a user's own
glossary, which takes precedence over both. A name is found in every spelling that source pages use; a name that
fits two terms is no name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from rules_links.headwords import headword_names
from schema.edition import version_date
from schema.errors import SourceError
from schema.fold import same_headword, slugify
from schema.icons import ICONS
from schema.records import TermRecord
from schema.vocabulary import TermStatus, Tier

_NUMBER = re.compile(r"^\d+\.\s*")
NAMELESS = "termin"


@dataclass(frozen=True, slots=True)
class Term:
    """One rule term. `kind` is free text of the glossary, `icon` a code of schema.icons, `definition` None in a stub.

    `rules_version` is the version a source page gives for the definition; `bundled` says that the definition (or
    its absence) is this project's own.
    """

    headword: str
    tier: Tier
    kind: str | None = None
    forms: tuple[str, ...] = ()
    icon: str | None = None
    definition: str | None = None
    rules_version: str | None = None
    bundled: bool = True
    address: str | None = None

    @property
    def status(self) -> TermStatus:
        """Whether the term has a definition."""
        return TermStatus.DEFINED if self.definition else TermStatus.STUB

    @property
    def slug(self) -> str:
        """The address of the term, unique in its glossary."""
        return self.address or slugify(self.headword) or NAMELESS


class Glossary:
    """Terms in order; immutable: each change gives a new glossary."""

    def __init__(self, terms: Iterable[Term]) -> None:
        """Take `terms` in order; SourceError where two of them have one headword."""
        self._terms = tuple(_with_addresses(terms))
        self._exact: dict[str, Term] = {}
        for term in self._terms:
            if self._exact.setdefault(same_headword(term.headword), term) is not term:
                raise SourceError(f"термин «{term.headword}» записан дважды", hint="Оставьте в глоссарии одну запись.")
        self._names: dict[str, Term | None] | None = None
        self._icons = {term.icon: term for term in self._terms if term.icon}

    def __iter__(self) -> Iterator[Term]:
        """Iterate over the terms in order."""
        return iter(self._terms)

    def __len__(self) -> int:
        """Return the number of terms."""
        return len(self._terms)

    def find(self, name: str) -> Term | None:
        """Return the term that a source calls `name`, or None where no term or more than one is meant.

        Reads the headword letter by letter, folded, with a leading article number, with brackets shortened or
        dropped, one of its alternatives, its abbreviation, or a form of the glossary.
        """
        plain = same_headword(_NUMBER.sub("", name.strip()))
        if found := self._exact.get(plain):
            return found
        names = self._shorter_names()
        if plain in names:
            return names[plain]
        without_brackets = same_headword(re.sub(r"\s*\([^()]*\)", "", plain))
        return names.get(without_brackets) or self._exact.get(without_brackets)

    def _shorter_names(self) -> dict[str, Term | None]:
        if self._names is None:
            names: dict[str, Term | None] = {}
            for term in self._terms:
                for name in headword_names(term.headword):
                    _claim(names, same_headword(name), term)
            forms: dict[str, Term | None] = {}
            for term in self._terms:
                for form in term.forms:
                    _claim(forms, same_headword(form), term)
            self._names = {**forms, **names}
        return self._names

    def by_icon(self, code: str) -> Term | None:
        """Return the term that the icon `code` stands for, or None for an icon without a term."""
        if code in self._icons:
            return self._icons[code]
        icon = ICONS.get(code)
        return self.find(icon.term) if icon is not None and icon.term is not None else None

    def with_records(self, records: Iterable[TermRecord], own: Iterable[TermRecord] = ()) -> Glossary:
        """Return a glossary with the definitions of the user's `own` glossary, then of source pages, then its own.

        Of several definitions of one rank the newest rules version wins (by its date; the first one read where
        dates are equal). An unknown headword becomes a new key term at the end.
        """
        terms = {term.headword: term for term in self._terms}
        chosen: dict[str, tuple[bool, tuple[int, int, int]]] = {}
        ranked = [*((False, record) for record in records), *((True, record) for record in own)]
        for is_own, record in ranked:
            known = self.find(record.headword)
            headword = known.headword if known is not None else _same(terms, record.headword)
            rank = is_own, version_date(record.rules_version)
            if headword in chosen and rank <= chosen[headword]:
                continue
            chosen[headword] = rank
            base = terms.get(headword) or Term(headword, Tier.KEY)
            terms[headword] = replace(
                base, definition=record.definition, rules_version=record.rules_version, bundled=False
            )
        return Glossary(terms.values())

    def with_stub(self, name: str) -> Glossary:
        """Return a glossary that also has a key term `name` without a definition, unless it has it already."""
        if same_headword(name) in self._exact:
            return self
        return Glossary([*self._terms, Term(name, Tier.KEY, bundled=False)])


def _with_addresses(terms: Iterable[Term]) -> Iterator[Term]:
    """Yield the terms; one whose address is taken by an earlier one («Атака» and «Атака!») gets a number."""
    taken: dict[str, int] = {}
    for term in terms:
        plain = slugify(term.headword) or NAMELESS
        taken[plain] = taken.get(plain, 0) + 1
        yield term if taken[plain] == 1 else replace(term, address=f"{plain}-{taken[plain]}")


def _claim(names: dict[str, Term | None], name: str, term: Term) -> None:
    if name in names and names[name] is not term:
        names[name] = None
    else:
        names[name] = term


def _same(terms: dict[str, Term], headword: str) -> str:
    wanted = same_headword(headword)
    return next((known for known in terms if same_headword(known) == wanted), headword)


@cache
def load_bundled() -> Glossary:
    """Return the glossary that comes with the project; SourceError where its file cannot be read."""
    return parse_glossary(files("rules_links.glossary").joinpath("terms.toml").read_bytes(), "terms.toml")


def parse_glossary(data: bytes, where: str) -> Glossary:
    """Return the glossary of a terms.toml file; `where` is named in a SourceError."""
    try:
        entries = tomllib.loads(data.decode("utf-8"))["term"]
        return Glossary(_term(entry) for entry in entries)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError) as error:
        raise SourceError(
            f"глоссарий не читается: {error}", where=where, hint="Нужны записи [[term]] с headword и tier."
        ) from error


def _term(entry: dict[str, object]) -> Term:
    forms = entry.get("forms", [])
    if not isinstance(forms, list):
        raise TypeError("forms is not a list")
    definition = str(entry.get("definition") or "").strip()
    return Term(
        headword=str(entry["headword"]),
        tier=Tier(str(entry["tier"])),
        kind=str(entry["kind"]) if entry.get("kind") else None,
        forms=tuple(str(form) for form in forms),
        icon=str(entry["icon"]) if entry.get("icon") else None,
        definition=definition or None,
    )
