"""The known releases (выпуски) and the spellings that sources use for them.

A release is asked for by name, alias, number or slug; an unknown name makes a release of its own with the
slug of that name, so that nothing is refused because the project has not heard of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from schema.fold import fold, slugify

UNKNOWN_ORDER = 1000


@dataclass(frozen=True, slots=True)
class Release:
    """One release: `id` is the slug used in addresses and card ids, `code` the community's number."""

    id: str
    name: str
    code: int | None = None
    sort_order: int = UNKNOWN_ORDER
    aliases: tuple[str, ...] = ()


def card_id(release_id: str, number: int) -> str:
    """Return the natural key of a card: the release's slug and the number in it."""
    return f"{release_id}-{number}"


def _release(code: int | None, name: str, order: int, *aliases: str) -> Release:
    return Release(slugify(name), name, code, order, aliases)


KNOWN_RELEASES: tuple[Release, ...] = (
    _release(10, "Война стихий", 1, "1. Война стихий"),
    _release(20, "Нашествие тьмы", 2, "2. Нашествие тьмы"),
    _release(21, "Легенды Лаара", 3),
    _release(22, "Русы против ящеров", 4, "Русь против ящеров"),
    _release(30, "Семена раздора", 5, "3. Семена раздора"),
    _release(40, "Ложные боги", 6, "4. Ложные боги"),
    _release(50, "Путь Хранителей", 7, "5. Путь Хранителей"),
    _release(60, "Призрачный легион", 8, "6. Призрачный легион"),
    _release(70, "Гибель богов", 9, "7. Гибель богов"),
    _release(None, "Легенды Руси", 10),
    _release(None, "Сердце Роя", 11),
)


class Releases:
    """The releases known to a run: the built-in ones and those a user added."""

    def __init__(self, releases: Iterable[Release] = KNOWN_RELEASES) -> None:
        """Take `releases` in any order; a later one with the same id replaces an earlier one."""
        self._by_id = {release.id: release for release in releases}

    @cached_property
    def _by_spelling(self) -> dict[str, Release]:
        spellings: dict[str, Release] = {}
        for release in self._by_id.values():
            codes = (str(release.code),) if release.code is not None else ()
            for spelling in (release.name, release.id, *codes, *release.aliases):
                spellings.setdefault(fold(spelling), release)
        return spellings

    def find(self, spelling: str) -> Release | None:
        """Return the known release that `spelling` (name, alias, number or slug) means, or None."""
        return self._by_spelling.get(fold(spelling))

    def resolve(self, spelling: str) -> Release:
        """Return the release that `spelling` means; an unknown one is made from the spelling first met.

        Spellings that differ only in case, dashes or blanks give one slug and so mean one release.
        """
        known = self.find(spelling)
        if known is not None:
            return known
        slug = slugify(spelling) or "bez-vypuska"
        return self._by_id.setdefault(slug, Release(slug, " ".join(spelling.split())))

    def with_names(self, names: Iterable[tuple[int, str]]) -> Releases:
        """Return these releases and those that a table names by code; what is known already stays as it is."""
        added = dict(self._by_id)
        for code, name in names:
            if self.find(str(code)) is None:
                known = self.find(name) or Release(slugify(name) or "bez-vypuska", name)
                added[known.id] = replace(known, code=code) if known.code is None else known
        return Releases(added.values())

    def __iter__(self) -> Iterator[Release]:
        """Iterate in the order of publication, releases that `resolve` made included."""
        return iter(sorted(self._by_id.values(), key=lambda release: (release.sort_order, release.id)))
