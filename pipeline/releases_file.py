"""A user's own releases: a TOML file beside his cards, added to the ones the project knows."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from schema.errors import SourceError
from schema.fold import slugify
from schema.releases import KNOWN_RELEASES, UNKNOWN_ORDER, Release, Releases

EXAMPLE = "Пример: docs/sources.md"


class _ReleaseEntry(BaseModel):
    """One `[[release]]` of the file; the address is made from the name, so that it never changes by accident."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1)
    code: int | None = None
    order: int = UNKNOWN_ORDER
    aliases: tuple[str, ...] = ()


class _ReleaseFile(BaseModel):
    model_config = ConfigDict(extra="forbid")
    release: tuple[_ReleaseEntry, ...]


def load_releases(path: Path | None) -> Releases:
    """Return the known releases and those of the file at `path`; one of the same name replaces the known one.

    Raises SourceError that names the file and the entry where it is not as documented.
    """
    if path is None:
        return Releases()
    try:
        entries = _ReleaseFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))).release
    except OSError as error:
        raise SourceError(f"файл выпусков не открывается ({error.strerror})", where=path.name) from error
    except ValidationError as error:
        fault = error.errors()[0]
        where = " → ".join(str(part) for part in fault["loc"])
        raise SourceError(f"файл выпусков: {fault['msg']} ({where})", where=path.name, hint=EXAMPLE) from error
    except (ValueError, RecursionError) as error:
        raise SourceError(f"файл выпусков не в TOML: {error}", where=path.name, hint=EXAMPLE) from error
    added = (
        Release(slugify(entry.name), " ".join(entry.name.split()), entry.code, entry.order, entry.aliases)
        for entry in entries
    )
    return Releases([*KNOWN_RELEASES, *added])
