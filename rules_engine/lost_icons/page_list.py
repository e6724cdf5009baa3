"""What a source page's list of rules says about lost icons: names of terms in, codes of icons out.

A list was made by a person from the printed card, so a term that it names and nothing else on the card shows
stood in one of the gaps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from rules_engine.lost_icons.weights import Standing
from rules_links.glossary import Glossary
from schema.fold import same_headword
from schema.icons import ICON_TOKEN, ICONS
from schema.vocabulary import Tier

# Headwords that a page lists when it meets the icon, beside the icon's own.
_ALSO_UNDER = {"move": "движение (двигаться"}
_ICONS_BY_HEADWORD = {
    headword: frozenset(code for code, icon in ICONS.items() if same_headword(icon.term or "") == headword)
    for headword in {same_headword(icon.term) for icon in ICONS.values() if icon.term}
}
# One icon in several spellings; a lost one is proposed in the first.
_SPELLINGS = {"token": "counter", "tok": "counter", "atk": "strike", "attack": "strike"}
_NEEDED = {1: Standing.NEEDED, 2: Standing.NEEDED_2}


@dataclass(frozen=True, slots=True)
class PageList:
    """The icons a page's list speaks of: `listed` by code, None where the source has no list.

    `mentioned` are those that the rest of the card shows or names. `key` are the icons whose terms every list
    names, `whole` says that this one also names what lists mostly take for granted.
    """

    listed: frozenset[str] | None = None
    mentioned: frozenset[str] = frozenset()
    key: frozenset[str] = frozenset()
    whole: bool = False

    @property
    def needed(self) -> frozenset[str]:
        """The icons that only a gap can account for."""
        return ((self.listed or frozenset()) - self.mentioned) & self.key

    def standing(self, fix: str, gaps: int) -> Standing:
        """Return what the list says about `fix` where the text has so many gaps; the worst of its icons decides.

        That a card is closed is taken for granted, so {tap} speaks only where it stands alone.
        """
        codes = [code for code in ICON_TOKEN.findall(fix) if code != "tap"] or ICON_TOKEN.findall(fix)
        found = {self._standing(code) for code in codes}
        for standing in (Standing.ABSENT, Standing.SHOWN, Standing.SILENT):
            if standing in found or not found:
                return standing if found else Standing.SILENT
        return _NEEDED.get(gaps, Standing.NEEDED_3) if Standing.NEEDED in found else Standing.MENTIONED

    def _standing(self, code: str) -> Standing:
        icon = ICONS.get(code)
        if self.listed is None or icon is None or icon.term is None or not (code in self.key or self.whole):
            return Standing.SILENT
        if code in self.listed:
            return Standing.MENTIONED if code in self.mentioned else Standing.NEEDED
        return Standing.SHOWN if code in self.mentioned else Standing.ABSENT


NO_LIST = PageList()


def read_page_list(rules: Collection[str] | None, mentioned: Iterable[str], text: str, glossary: Glossary) -> PageList:
    """Turn the rules a page lists, the terms a card mentions, and the icons left in its text into codes."""
    if rules is None:
        return NO_LIST
    shown = {code for name in mentioned for code in icons_of(name, glossary)}
    shown |= {one_spelling(code) for code in ICON_TOKEN.findall(text)}
    terms = [glossary.find(rule) for rule in rules]
    return PageList(
        frozenset(code for rule in rules for code in icons_of(rule, glossary)),
        frozenset(shown),
        frozenset(code for code, icon in ICONS.items() if _tier(icon.term, glossary) is Tier.KEY),
        any(term is not None and term.tier is Tier.BASE for term in terms),
    )


def icons_of(rule: str, glossary: Glossary) -> frozenset[str]:
    """Return the codes of the icons for which a page may list `rule`."""
    term = glossary.find(rule)
    headword = same_headword(term.headword if term is not None else rule)
    return _ICONS_BY_HEADWORD.get(headword, frozenset()) | frozenset(
        code for code, beginning in _ALSO_UNDER.items() if headword.startswith(beginning)
    )


def one_spelling(code: str) -> str:
    """Return the code under which an icon is proposed: releases spell some icons in their own way."""
    return _SPELLINGS.get(code, code)


def _tier(headword: str | None, glossary: Glossary) -> Tier | None:
    term = glossary.find(headword) if headword is not None else None
    return term.tier if term is not None else None
