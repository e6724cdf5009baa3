"""What the rooms find in a text: links, abilities, findings, and their one JSON shape.

Offsets are Python string offsets into the text as given, and `text[start:end] == quote` always holds.
The shape is the one of DESIGN: `berserk explain` prints it, the API returns it, the scorers read it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from schema.records import PrintedIcon
from schema.vocabulary import (
    AbilityKind,
    ActionKind,
    CardType,
    FindingKind,
    LinkOrigin,
    Severity,
    Subtype,
    Tier,
)

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TextCard:
    """A card as the linker, the ability parser and the checks see it: its text and what explains the text.

    `rules` is the source page's own list of direct rule terms, None where the source has none.
    `release` is the release's slug or code, by which habits are kept apart.
    """

    id: str
    text: str
    name: str | None = None
    release: str | None = None
    card_type: CardType | None = None
    subtype: Subtype | None = None
    classes: tuple[str, ...] = ()
    icons: tuple[PrintedIcon, ...] = ()
    rules: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """One mention of a rule term; `rule` names the rule of the linker that decided."""

    start: int
    end: int
    quote: str
    term: str
    tier: Tier
    rule: str
    origin: LinkOrigin = LinkOrigin.TEXT

    def to_json(self) -> Json:
        """Return the link in the shape of DESIGN."""
        return {
            "start": self.start,
            "end": self.end,
            "quote": self.quote,
            "term": self.term,
            "tier": self.tier.value,
            "origin": self.origin.value,
            "rule": self.rule,
        }


@dataclass(frozen=True, slots=True)
class CostItem:
    """One part of a cost: an icon code and how many; `words` with their exact text for a cost in words."""

    icon: str
    count: int | str = 1
    text: str | None = None

    def to_json(self) -> Json:
        """Return the slot as the ability guide has it."""
        shape: Json = {"icon": self.icon, "count": self.count}
        return shape if self.text is None else {**shape, "text": self.text}


@dataclass(frozen=True, slots=True)
class Keyword:
    """A named ability granted or stated, with its value as printed."""

    term: str
    value: str | None = None

    def to_json(self) -> Json:
        """Return the slot as the ability guide has it."""
        return {"term": self.term, "value": self.value}


@dataclass(frozen=True, slots=True)
class Action:
    """One act of an ability; values as printed."""

    kind: ActionKind
    name: str | None = None
    value: str | None = None
    range: str | None = None

    def to_json(self) -> Json:
        """Return the slot as the ability guide has it."""
        return {"kind": self.kind.value, "name": self.name, "value": self.value, "range": self.range}


@dataclass(frozen=True, slots=True)
class Limit:
    """«2 раза за ход»: how many times (as printed) in which period (turn, battle)."""

    count: str
    per: str

    def to_json(self) -> Json:
        """Return the slot as the ability guide has it."""
        return {"n": self.count, "per": self.per}


@dataclass(frozen=True, slots=True)
class Opaque:
    """A part of a text that was not understood, kept with its span."""

    start: int
    end: int
    text: str

    def to_json(self) -> Json:
        """Return the part with its span."""
        return {"start": self.start, "end": self.end, "text": self.text}


@dataclass(frozen=True, slots=True)
class Filled:
    """A lost icon that the slots of an ability take for granted although the text lacks it.

    `start` to `end` is its gap in the text (blanks, `{?}`, or nothing), `icons` what is taken to stand there, and
    `confidence`, 0 to 1, how sure that is.
    """

    start: int
    end: int
    icons: str
    confidence: float

    def to_json(self) -> Json:
        """Return the fill with its span."""
        return {"start": self.start, "end": self.end, "icons": self.icons, "confidence": self.confidence}


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability of a text as slots of the ability guide; what is not understood stands in `opaque`.

    `filled` are the lost icons that its slots were read with; the text and all spans are those without them.
    """

    start: int
    end: int
    text: str
    kind: AbilityKind
    prefix: str | None = None
    cost: tuple[CostItem, ...] = ()
    sudden: bool = False
    trigger: str | None = None
    condition: str | None = None
    keywords: tuple[Keyword, ...] = ()
    actions: tuple[Action, ...] = ()
    limit: Limit | None = None
    duration: str | None = None
    opaque: tuple[Opaque, ...] = ()
    filled: tuple[Filled, ...] = ()

    @property
    def understood(self) -> float:
        """The share of the ability's characters that no opaque part covers, 0 to 1."""
        length = self.end - self.start
        return 1.0 - sum(part.end - part.start for part in self.opaque) / length if length else 1.0

    @classmethod
    def from_json(cls, data: Json) -> Ability:
        """Return the ability that `data`, a value of `to_json`, describes."""
        limit = data["limit"]
        return cls(
            start=data["start"],
            end=data["end"],
            text=data["text"],
            kind=AbilityKind(data["kind"]),
            prefix=data["prefix"],
            cost=tuple(CostItem(item["icon"], item["count"], item.get("text")) for item in data["cost"]),
            sudden=data["sudden"],
            trigger=data["trigger"],
            condition=data["condition"],
            keywords=tuple(Keyword(item["term"], item["value"]) for item in data["keywords"]),
            actions=tuple(
                Action(ActionKind(item["kind"]), item["name"], item["value"], item["range"]) for item in data["actions"]
            ),
            limit=Limit(limit["n"], limit["per"]) if limit else None,
            duration=data["duration"],
            opaque=tuple(Opaque(item["start"], item["end"], item["text"]) for item in data["opaque"]),
            filled=tuple(
                Filled(item["start"], item["end"], item["icons"], item["confidence"]) for item in data["filled"]
            ),
        )

    def to_json(self) -> Json:
        """Return the ability in the shape of DESIGN, with what is opaque and the understood share."""
        return {
            "start": self.start,
            "end": self.end,
            "text": self.text,
            "kind": self.kind.value,
            "prefix": self.prefix,
            "cost": [item.to_json() for item in self.cost],
            "sudden": self.sudden,
            "trigger": self.trigger,
            "condition": self.condition,
            "keywords": [keyword.to_json() for keyword in self.keywords],
            "actions": [action.to_json() for action in self.actions],
            "limit": self.limit.to_json() if self.limit else None,
            "duration": self.duration,
            "opaque": [part.to_json() for part in self.opaque],
            "filled": [fill.to_json() for fill in self.filled],
            "understood": round(self.understood, 3),
        }


@dataclass(frozen=True, slots=True)
class Candidate:
    """One possible fix with its confidence, 0 to 1."""

    fix: str
    confidence: float

    def to_json(self) -> Json:
        """Return the candidate in the shape of DESIGN."""
        return {"fix": self.fix, "confidence": self.confidence}


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault or habit found: its check's code, where it stands, what to do about it.

    `start`, `end` and `quote` point into the field named by `field`; all three are None for a finding about
    a value as a whole. `term` is the headword concerned and `line` the line of the source, where there is one.
    """

    code: str
    kind: FindingKind
    severity: Severity
    field: str
    message: str
    start: int | None = None
    end: int | None = None
    quote: str | None = None
    fix: str | None = None
    confidence: float | None = None
    candidates: tuple[Candidate, ...] = ()
    term: str | None = None
    line: int | None = None

    def to_json(self) -> Json:
        """Return the finding in the shape of DESIGN."""
        return {
            "code": self.code,
            "kind": self.kind.value,
            "severity": self.severity.value,
            "field": self.field,
            "start": self.start,
            "end": self.end,
            "quote": self.quote,
            "message": self.message,
            "fix": self.fix,
            "confidence": self.confidence,
            "candidates": [candidate.to_json() for candidate in self.candidates],
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything about one text."""

    card: str
    links: tuple[Link, ...]
    icon_terms: tuple[str, ...]
    abilities: tuple[Ability, ...]
    findings: tuple[Finding, ...]

    def to_json(self) -> Json:
        """Return the one JSON shape of DESIGN."""
        return {
            "card": self.card,
            "links": [link.to_json() for link in self.links],
            "icon_terms": list(self.icon_terms),
            "abilities": [ability.to_json() for ability in self.abilities],
            "findings": [finding.to_json() for finding in self.findings],
        }
