"""Name of a file, folder or worksheet -> the known release that it names, if it names exactly one.

«sheet_set_30.csv» is release 30, «Ложные боги.xlsx» is «Ложные боги». It stands apart because a sheet of cards
mostly leaves its release to its name, and every guess of this kind must be made alike.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from schema.fold import slugify
from schema.releases import Release, Releases

# A date is no release: 2024-12-30, 30.12.2024, 20241230.
_DATE = re.compile(r"(?<!\d)(?:\d{4}[-_. ]?\d{2}[-_. ]?\d{2}|\d{1,2}[-_. ]\d{1,2}[-_. ]\d{4})(?!\d)")
_SET_NUMBER = re.compile(r"(?:^|-)(?:sets?|sety?|vypuski?|releases?|nabory?)-?(\d+(?:-\d+)*)(?=-|$)")
_NUMBER = re.compile(r"(?:^|-)(\d+)(?=-|$)")
_PARTS = re.compile(r"[/\\!]+")


def find_release(location: str, releases: Releases) -> str | None:
    """Return the spelling of the one known release named in `location`; the last part of a path is asked first.

    A release's name, slug or alias is surer than a number, a number behind «set» or «выпуск» surer than another.
    Where a part names several releases nothing is guessed.
    """
    for part in reversed(_PARTS.split(location)):
        slug = slugify(_DATE.sub(" ", PurePosixPath(part).stem))
        for candidates in (_named(slug, releases), _numbered(_SET_NUMBER, slug, releases),
                           _numbered(_NUMBER, slug, releases)):  # fmt: skip
            if len(candidates) > 1:
                return None
            if candidates:
                return next(iter(candidates.values()))
    return None


def _named(slug: str, releases: Releases) -> dict[str, str]:
    """Return spelling by release of those whose name, slug or alias stands in `slug`."""
    return {
        release.id: release.name
        for release in releases
        if any(f"-{name}-" in f"-{slug}-" for name in _slugs(release) if name)
    }


def _slugs(release: Release) -> tuple[str, ...]:
    return (release.id, slugify(release.name), *map(slugify, release.aliases))


def _numbered(pattern: re.Pattern[str], slug: str, releases: Releases) -> dict[str, str]:
    found: dict[str, str] = {}
    for number in "-".join(pattern.findall(slug)).split("-"):
        release = releases.find(number)
        if release is not None:
            found.setdefault(release.id, number)
    return found
