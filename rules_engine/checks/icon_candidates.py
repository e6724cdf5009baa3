"""What may have stood in the gap that a lost icon left: the text round the gap in, ranked candidates out.

Apart from the check that reports gaps, because the table is what a reader wants to see and to correct. The
shares were counted on the texts of releases 10–40; a page's own list of rules then moves them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rules_links.glossary import Glossary
from schema.fold import same_headword
from schema.icons import ICON_TOKEN, ICONS
from schema.records import PrintedIcon
from schema.results import Candidate
from schema.vocabulary import Tier


@dataclass(frozen=True, slots=True)
class Context:
    """One row of the table: what stands before and after the gap, why that tells, and the shares of fixes.

    `sure` says that the words before demand an icon; elsewhere the gap may be a habit of an early release. Where
    nothing `told`, the shares are only those of all texts and speak for no icon.
    """

    reason: str
    before: re.Pattern[str]
    after: re.Pattern[str]
    shares: Mapping[str, float]
    sure: bool = True
    told: bool = True


def _row(
    reason: str, before: str, after: str = "", *, sure: bool = True, told: bool = True, **shares: float
) -> Context:
    """Make a row; in the name of a share `_` joins the icons of one cost."""
    return Context(
        reason,
        re.compile(rf"(?:{before})\s*$", re.IGNORECASE),
        re.compile(rf"\s*{after}", re.IGNORECASE),
        {"".join(f"{{{code}}}" for code in name.split("_")): share for name, share in shares.items()},
        sure,
        told,
    )


_NUMBER = r"[0-9XХ]+"

# The first row that fits decides.
CONTEXTS: tuple[Context, ...] = (
    _row("число и двоеточие: оплата фишками", rf"(?:^|[.!?)»\"\n])\s*{_NUMBER}", ":",
         counter_tap=0.8, counter=0.1, token_tap=0.1),
    _row("перед двоеточием стоит оплата", "", ":",
         tap=0.72, counter_tap=0.11, instant_tap=0.07, second=0.05, instant=0.02, first=0.02),
    _row("перед «на» с числом: название атаки", r"(?:^|[:.!?])", "на [0-9XХ]", uchr=0.97, strike=0.01),
    _row("«сильный», «средний», «слабый» говорят об ударе", r"\b(?:сильн|средн|слаб|следующ)\w+",
         strike=0.94, uchr=0.04),
    _row("об ударе говорит глагол перед пропуском",
         r"\b(?:напада\w+|объявля\w+|сража\w+|отража\w+)", strike=0.93, uchr=0.02),
    _row("после «при» стоит атака", r"\bпри", strike=0.93, uchr=0.05),
    _row("после «от» стоит атака", r"\bот", strike=0.9, armor=0.02),
    _row("«+Х к» меняет число", r"(?:[+−-]\s?" + _NUMBER + r"\s+(?:к|ко)|\bк|\bко)",
         strike=0.66, move=0.2, armor=0.04, ova=0.03, health=0.02, regen=0.02, ovz=0.02),
    _row("«дополнительные», «текущие» говорят о жизнях",
         r"\b(?:дополнительн\w+|текущ\w+|максимум\s+" + _NUMBER + ")", health=0.93, counter=0.03),
    _row("после глагола получения, перед числом: опыт или броня", r"\b(?:получ|име)\w+", r"[0-9]",
         ova=0.35, ovz=0.25, armor=0.2, ovs=0.12, regen=0.08),
    _row("получают чаще всего фишку", rf"\bполуч\w+(?:\s+{_NUMBER})?",
         counter=0.55, token=0.12, direct=0.1, ova=0.08, ovz=0.06, armor=0.04, ovs=0.03, stamina=0.01),
    _row("снимают и теряют чаще всего фишки", rf"\b(?:теря|потеря|снима|снять|количеств|кажд)\w*(?:\s+{_NUMBER})?",
         counter=0.75, token=0.1, health=0.06, armor=0.02),
    _row("после «его», «её», «их» стоит свойство", r"\b(?:его|её|ее|их)",
         move=0.4, health=0.25, strike=0.15, armor=0.06, ova=0.05, ovz=0.05, regen=0.03),
    _row("игнорируют защиту", r"\bигнориру\w+", zoal=0.6, armor=0.2, zor=0.1, zov=0.05),
    _row("имеют именную особенность", r"\bиме\w+",
         direct=0.4, stamina=0.13, ova=0.13, zor=0.08, zov=0.08, zoz=0.08, armor=0.05),
    _row("строй даёт именную особенность", r"строй:",
         ovz=0.3, armor=0.2, zot=0.1, zom=0.1, stamina=0.1, zoo=0.06, ova=0.06),
    _row("после «с» стоит то, что есть у карты", r"\b(?:с|со)", counter=0.45, move=0.27, token=0.09, armor=0.05),
    _row("после числа стоит то, что считают", _NUMBER,
         sure=False, counter=0.35, health=0.25, elite=0.15, ordinary=0.1, token=0.05),
    _row("с начала предложения стоит именная особенность", r"(?:^|[.!?)])",
         sure=False, direct=0.5, ova=0.14, strike=0.12, armor=0.08, ovz=0.05, zoal=0.03),
    _row("соседние слова ничего не подсказывают", "", "",
         sure=False, told=False, strike=0.35, counter=0.3, move=0.1, direct=0.06, health=0.05, armor=0.04),
)  # fmt: skip

# How often an icon stands on a card face beside a 1, beside a greater number, and without one.
_BESIDE_ONE = {"ova": 0.36, "ovz": 0.24, "regen": 0.2, "armor": 0.18, "ovs": 0.02}
_BESIDE_MORE = {"armor": 0.42, "regen": 0.35, "ova": 0.12, "ovz": 0.1, "ovs": 0.01}
_ALONE = {"zov": 0.17, "zoo": 0.16, "direct": 0.14, "zom": 0.12, "zoz": 0.11, "zoal": 0.1, "zor": 0.1, "zot": 0.08,
          "stamina": 0.05, "ova": 0.04, "ovz": 0.03, "ovs": 0.01}  # fmt: skip

# A page that lists the term of an icon speaks for it; less so where the text itself already names the term.
LISTED, LISTED_AND_MENTIONED, NOT_LISTED = 20.0, 2.0, 0.25
# Headwords that a page lists when it meets the icon, beside the icon's own.
_ALSO_UNDER = {"move": "движение (двигаться"}
_ICONS_BY_HEADWORD = {
    headword: frozenset(code for code, icon in ICONS.items() if same_headword(icon.term or "") == headword)
    for headword in {same_headword(icon.term) for icon in ICONS.values() if icon.term}
}
_SMALLEST = 0.02


@dataclass(frozen=True, slots=True)
class PageList:
    """What a page's list of rules says about icons.

    `listed` are the codes whose term the page lists, None where it has no list; `mentioned` the codes whose
    term stands elsewhere on the card. A listed term needs one of the `gaps` of the text, not each of them.
    """

    listed: frozenset[str] | None
    mentioned: frozenset[str]
    glossary: Glossary
    gaps: int = 1

    def speaks_for(self, fix: str) -> bool:
        """Say whether the page lists the term of an icon of `fix` and nothing else on the card accounts for it."""
        codes = set(ICON_TOKEN.findall(fix))
        return bool(self.listed and codes & self.listed - self.mentioned)

    def weigh(self, code: str) -> float:
        """Return by how much the list raises or lowers the share of an icon."""
        name = ICONS[code].term
        if self.listed is None or name is None:
            return 1.0
        if code in self.listed:
            return LISTED_AND_MENTIONED if code in self.mentioned else max(LISTED / self.gaps, LISTED_AND_MENTIONED)
        term = self.glossary.find(name)
        return NOT_LISTED if term is not None and term.tier is Tier.KEY else 1.0


def read_page_list(
    rules: Collection[str] | None, mentioned: Collection[str], glossary: Glossary, gaps: int = 1
) -> PageList:
    """Turn the rules a page lists and the terms a card mentions into codes of icons."""
    return PageList(
        None if rules is None else frozenset(code for rule in rules for code in icons_of(rule, glossary)),
        frozenset(code for name in mentioned for code in icons_of(name, glossary)),
        glossary,
        max(1, gaps),
    )


def icons_of(rule: str, glossary: Glossary) -> frozenset[str]:
    """Return the codes of the icons for which a page may list `rule`."""
    term = glossary.find(rule)
    headword = same_headword(term.headword if term is not None else rule)
    return _ICONS_BY_HEADWORD.get(headword, frozenset()) | frozenset(
        code for code, beginning in _ALSO_UNDER.items() if headword.startswith(beginning)
    )


def find_context(text: str, start: int, end: int) -> Context:
    """Return the row of the table that fits the gap `text[start:end]`."""
    before, after = text[max(0, start - 60) : start], text[end : end + 20]
    return next(row for row in CONTEXTS if row.before.search(before) and row.after.match(after))


def is_extra_blank(text: str, start: int, end: int) -> bool:
    """Say whether the blank `text[start:end]` before a closing bracket is only one too many."""
    return text[end : end + 1] == ")" and not find_context(text, start, end).sure


def find_text_candidates(context: Context, page: PageList) -> tuple[Candidate, ...]:
    """Return what may stand in a gap of that context, best first; confidences sum to at most 1."""
    weights = {fix: share * _weigh_fix(fix, page) for fix, share in context.shares.items()}
    return _rank(weights, rest=max(0.0, 1.0 - sum(context.shares.values())))


def find_printed_candidates(icon: PrintedIcon, others: Collection[str], page: PageList) -> tuple[Candidate, ...]:
    """Return the icons that the lost picture of `icon` may have been; `others` are already on the card."""
    shares = _ALONE if icon.value is None else _BESIDE_ONE if icon.value == 1 else _BESIDE_MORE
    weights = {ICONS[code].token: share * page.weigh(code) for code, share in shares.items() if code not in others}
    return _rank(weights, rest=0.0)


def _weigh_fix(fix: str, page: PageList) -> float:
    """Weigh a fix by its icons; that a card is closed is taken for granted by every page."""
    factors = [page.weigh(code) for code in ICON_TOKEN.findall(fix) if code != "tap"]
    return max(factors) if factors and min(factors) >= 1.0 else min(factors, default=1.0)


def _rank(weights: Mapping[str, float], rest: float) -> tuple[Candidate, ...]:
    total = sum(weights.values()) + rest
    ranked = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
    shares = [Candidate(fix, round(weight / total, 2)) for fix, weight in ranked]
    return tuple(candidate for candidate in shares if candidate.confidence >= _SMALLEST)
