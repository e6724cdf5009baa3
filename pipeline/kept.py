"""Kept pages of a scrape -> documents for the parsers, offline: the newest good body of each page.

Lists, pictures and deck lists stay where they are. It stands apart from the reading of files because one file holds
all the pages, each with its own address and time.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ingest.problems import UNREADABLE_FILE
from ingest.scrape.kept_file import APPLICATION_ID, FILE_NAME
from schema.errors import StoreError
from schema.records import Document, Problem

# What SQLite keeps beside the file while a run writes, or after one was killed.
LOG_NAMES = frozenset({f"{FILE_NAME}-wal", f"{FILE_NAME}-shm", f"{FILE_NAME}-journal"})
DAMAGED = "Сохранённая страница испорчена"
NO_PAGES = "Сохранённых страниц карт нет"
NO_PAGES_HINT = "Загрузите их: berserk scrape САЙТ --into ПАПКА; если она была неудачной, её отчёт говорит почему"
_MAGIC = b"SQLite format 3\0"
_ID_PLACE = slice(68, 72)
_HEADER = 100


def is_kept_pages(path: Path) -> bool:
    """Tell whether the file holds kept pages; False for one that cannot be opened."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER)
    except OSError:
        return False
    return header.startswith(_MAGIC) and header[_ID_PLACE] == APPLICATION_ID.to_bytes(4, "big")


def is_log_of_kept_pages(path: Path) -> bool:
    """Tell whether the file belongs to a file of kept pages beside it and holds nothing of its own."""
    return path.name in LOG_NAMES and is_kept_pages(path.with_name(FILE_NAME))


def read_kept_pages(path: Path, location: str) -> Iterator[Document | tuple[str, Problem]]:
    """Yield the pages for the parsers by address, each with its address as location and the time it came.

    A page that is damaged is (its address, Problem); a file that is, or holds no such page, (location, Problem).
    """
    # With them come a scraper and its client of the network: only who has such a file waits for that.
    from ingest.scrape.kept_values import DamagedPage
    from ingest.scrape.store import DAMAGED_HINT, open_for_reading

    empty = True
    try:
        with open_for_reading(path) as store:
            for page in store.kept_pages():
                empty = False
                if isinstance(page, DamagedPage):
                    yield page.address, UNREADABLE_FILE.at(None, DAMAGED, hint=DAMAGED_HINT)
                else:
                    yield Document(page.address, page.body, page.fetched_at)
    except StoreError as error:
        yield location, UNREADABLE_FILE.at(None, error.what, hint=error.hint or NO_PAGES_HINT)
        return
    if empty:
        yield location, UNREADABLE_FILE.at(None, NO_PAGES, hint=NO_PAGES_HINT)
