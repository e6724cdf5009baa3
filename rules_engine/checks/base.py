"""What a check is: its subject, its four Russian parts, and the registry that refuses a second code.

A check takes one Subject and yields Findings; it never reads a file, never knows another check. Modules of
this package hold one check each and register it; the package finds them by itself.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from rules_engine.corpus import EMPTY, Corpus, Habits
from rules_links.glossary import Glossary
from schema.records import CardRecord
from schema.results import Ability, Candidate, Finding, Link, TextCard
from schema.vocabulary import FindingKind, Severity

TEXT = "text"
_CODE = re.compile(r"[A-Z][0-9]{3}")


@dataclass(frozen=True, slots=True)
class Subject:
    """One card with everything that is known about its text when checks run.

    `links`, `icon_terms` and `abilities` are what the linker and the parser found in `card.text`; `record` is
    the card as its source has it, None where only a text was given. `corpus` is what all cards read together have
    in common, EMPTY for a text by itself.
    """

    card: TextCard
    links: tuple[Link, ...]
    icon_terms: tuple[str, ...]
    abilities: tuple[Ability, ...]
    glossary: Glossary
    record: CardRecord | None = None
    corpus: Corpus = EMPTY

    @property
    def habits(self) -> Habits:
        """The habits of the card's own release."""
        return self.corpus.habits(self.card.release)


class Check(ABC):
    """One rule about cards with one code.

    `title` says what is reported, `why` why it is a fault, `bad` and `good` are short examples; all Russian,
    shown on pages and in the catalogue. An example is a text, or lines «Метка: значение» of a card. `follows` names
    the term or article of the rules, or the convention, that the check follows, empty where the title says it all.
    `safe_fix` says that the fix may be applied without a look.
    """

    code: ClassVar[str]
    kind: ClassVar[FindingKind]
    severity: ClassVar[Severity]
    title: ClassVar[str]
    why: ClassVar[str]
    bad: ClassVar[str]
    good: ClassVar[str]
    follows: ClassVar[str] = ""
    safe_fix: ClassVar[bool] = False

    @abstractmethod
    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield what is wrong with the subject, in any order."""

    def find(
        self,
        text: str,
        start: int,
        end: int,
        message: str,
        *,
        fix: str | None = None,
        confidence: float | None = None,
        candidates: tuple[Candidate, ...] = (),
        severity: Severity | None = None,
    ) -> Finding:
        """Make a finding of this check about `text[start:end]` of the card's text."""
        return Finding(
            code=self.code,
            kind=self.kind,
            severity=severity or self.severity,
            field=TEXT,
            message=" ".join(message.split()),
            start=start,
            end=end,
            quote=text[start:end],
            fix=fix,
            confidence=confidence,
            candidates=candidates,
        )

    def find_in_field(
        self,
        field: str,
        message: str,
        *,
        fix: str | None = None,
        confidence: float | None = None,
        candidates: tuple[Candidate, ...] = (),
        severity: Severity | None = None,
        term: str | None = None,
    ) -> Finding:
        """Make a finding of this check about a value as a whole; `field` is a name of schema.fields or `rules`."""
        return Finding(
            code=self.code,
            kind=self.kind,
            severity=severity or self.severity,
            field=field,
            message=" ".join(message.split()),
            fix=fix,
            confidence=confidence,
            candidates=candidates,
            term=term,
        )


REGISTRY: dict[str, Check] = {}
CheckClass = TypeVar("CheckClass", bound=type[Check])


def register(cls: CheckClass) -> CheckClass:
    """Enter a check into the catalogue; ValueError for a code that is malformed or already taken."""
    code = cls.code
    if not _CODE.fullmatch(code):
        raise ValueError(f"{cls.__name__}: code {code!r} is not a capital letter and three digits")
    if code in REGISTRY:
        raise ValueError(f"{cls.__name__}: code {code} is already taken by {type(REGISTRY[code]).__name__}")
    REGISTRY[code] = cls()
    return cls
