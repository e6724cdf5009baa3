"""Artists of merged cards: spellings joined by the alias file alone, and likely twins reported.

`load_artist_aliases` reads the files, `join_artists` is a pure function over the cards. What looks like one
person is said and never joined unasked: two people may differ by a letter. The search for twins itself is
pipeline.artist_twins.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path

from pipeline.artist_twins import Twin, find_twins
from pipeline.faults import ALIAS_UNUSED, ARTIST_TWIN, FoundFinding, finding_of
from pipeline.merge import MergedCard
from schema.errors import SourceError
from schema.records import CardRecord
from schema.results import Finding
from schema.vocabulary import Severity

BUNDLED = "artist_aliases.toml"


@dataclass(frozen=True, slots=True)
class ArtistAliases:
    """Spelling -> name, both letter by letter; `own` are the spellings of the user's file, `location` its name."""

    names: Mapping[str, str]
    own: frozenset[str] = frozenset()
    location: str = ""


def load_artist_aliases(path: Path | None = None) -> ArtistAliases:
    """Return the bundled aliases, and those of the file at `path` over them.

    Raises SourceError that names the file and the entry where the file cannot be read.
    """
    bundled = parse_artist_aliases(files("pipeline").joinpath(BUNDLED).read_bytes(), BUNDLED)
    if path is None:
        return ArtistAliases(bundled)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(
            f"файл псевдонимов не открывается ({error.strerror})", where=str(path), hint="Проверьте путь"
        ) from error
    own = parse_artist_aliases(data, path.name)
    # A user who gives a bundled name another spelling overrules the bundled file.
    names = {spelling: name for spelling, name in bundled.items() if spelling not in own.values()} | own
    return ArtistAliases({spelling: own.get(name, name) for spelling, name in names.items()}, frozenset(own), path.name)


def parse_artist_aliases(data: bytes, location: str) -> dict[str, str]:
    """Return spelling -> name of a file «имя = [написания]»; raises SourceError that names the entry."""
    try:
        found = tomllib.loads(data.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        raise SourceError("файл не в UTF-8", where=location, hint="Сохраните его в UTF-8") from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is no TOMLDecodeError
        raise SourceError(
            f"это не TOML ({error})", where=location, hint='Имя берут в кавычки: "Имя" = ["…"]'
        ) from error
    names: dict[str, str] = {}
    for name, spellings in found.items():
        if not isinstance(spellings, list) or not all(isinstance(spelling, str) for spelling in spellings):
            raise SourceError("нужен список написаний", where=f"{location}: «{name}»", hint='"Имя" = ["написание"]')
        for spelling in spellings:
            if spelling == name or names.get(spelling, name) != name:
                reason = "повторяет само имя" if spelling == name else f"уже отдано имени «{names[spelling]}»"
                raise SourceError(f"написание «{spelling}» {reason}", where=f"{location}: «{name}»")
            names[spelling] = name
    for spelling, name in names.items():
        if name in names:
            raise SourceError(
                f"«{name}» — сразу имя и написание имени «{names[name]}»", where=f"{location}: «{spelling}»"
            )
    return names


def join_artists(cards: Sequence[MergedCard], aliases: ArtistAliases) -> tuple[list[MergedCard], list[FoundFinding]]:
    """Return the cards with the artists joined by the aliases, and what is left: joins, unused aliases, twins.

    Each join and each twin is said once, at the first card that has the spelling. The values as the sources
    spell them (`card.values`) stay letter by letter.
    """
    joined = [_join_card(card, aliases.names) for card in cards]
    counts = Counter(artist for card in joined for artist in card.record.artists)
    first: dict[str, str] = {}
    for card in (*cards, *joined):
        for artist in card.record.artists:
            first.setdefault(artist, card.id)
    # A spelling of the file is never a name of it, so that only cards as they came can have it.
    used = {spelling: name for spelling, name in aliases.names.items() if spelling in first}
    findings = [
        *_joins(used, first),
        *((None, None, _unused(spelling, aliases)) for spelling in sorted(aliases.own - used.keys())),
        *_twins(counts, first),
    ]
    return joined, findings


def artist_doubts(records: Iterable[CardRecord], aliases: ArtistAliases) -> dict[str, Finding]:
    """Return what is to be said of an artist's spelling among `records`, by spelling; nothing is joined.

    For cards that are looked at one by one and never stored: a spelling of the alias file, else a likely twin.
    """
    counts = Counter(artist for record in records for artist in record.artists)
    doubts = {twin.spelling: _twin_finding(twin, counts) for twin in find_twins(counts)}
    for spelling, name in aliases.names.items():
        if spelling in counts:
            message = f"художник «{spelling}» — другое написание имени «{name}» по файлу псевдонимов"
            doubts[spelling] = replace(finding_of(ARTIST_TWIN, "artists", message, fix=name), message=message)
    return doubts


def _join_card(card: MergedCard, names: Mapping[str, str]) -> MergedCard:
    if not any(artist in names for artist in card.record.artists):
        return card
    # The records of the sources follow, so that a joined spelling is no difference between sources.
    sources = tuple(replace(source, record=_renamed(source.record, names)) for source in card.sources)
    return replace(card, record=_renamed(card.record, names), sources=sources)


def _renamed(record: CardRecord, names: Mapping[str, str]) -> CardRecord:
    artists = dict.fromkeys(names.get(artist, artist) for artist in record.artists)
    return replace(record, artists=tuple(artists))


def _joins(used: Mapping[str, str], first: Mapping[str, str]) -> Iterator[FoundFinding]:
    for spelling, name in sorted(used.items()):
        message = f"художник «{spelling}» записан как «{name}» по файлу псевдонимов"
        finding = finding_of(ARTIST_TWIN, "artists", message, severity=Severity.INFO)
        yield first[spelling], None, replace(finding, message=message)


def _unused(spelling: str, aliases: ArtistAliases) -> Finding:
    message = f"{aliases.location}: написания «{spelling}» нет ни на одной карте"
    return finding_of(ALIAS_UNUSED, "artists", message)


def _twins(counts: Mapping[str, int], first: Mapping[str, str]) -> Iterator[FoundFinding]:
    for twin in find_twins(counts):
        yield first[twin.spelling], None, _twin_finding(twin, counts)


def _twin_finding(twin: Twin, counts: Mapping[str, int]) -> Finding:
    message = (
        f"художник «{twin.spelling}» (карт: {counts[twin.spelling]}) — {twin.reason.label} "
        f"«{twin.name}» (карт: {counts[twin.name]})"
    )
    severity = None if twin.reason.certain else Severity.INFO
    return finding_of(ARTIST_TWIN, "artists", message, severity=severity, fix=twin.name)
