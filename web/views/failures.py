"""Errors as pages, and as JSON for programs: what happened, where, what to try; never a traceback or a path."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from schema.errors import NotFoundError, QueryError, StoreError, UsageError
from web.exchange import CACHE_NEVER, Reply, reply_json
from web.gate import is_for_programs
from web.signposts import read_signposts
from web.site import Site

logger = logging.getLogger("berserk.web")


@dataclass(frozen=True, slots=True)
class Failure:
    """What a reader is told of an error."""

    status: int
    title: str
    message: str
    hint: str


def render_failure(site: Site, path: str, error: Exception, *, as_json: bool = False) -> Reply:
    """Return the answer for `error`, JSON at addresses for programs and where it `as_json` is wanted.

    An error that the program did not foresee is logged with its traceback.
    """
    failure = describe_failure(error)
    if failure.status == 500:
        logger.error("%s", path, exc_info=error)
    if as_json or is_for_programs(path):
        return reply_json(_shape(failure, error), failure.status, CACHE_NEVER)
    signposts = read_signposts(path if failure.status == 404 else "", _headwords(site))
    return Reply(site.render("failure.html", path="", failure=failure, signposts=signposts), failure.status)


def _headwords(site: Site) -> Mapping[str, str]:
    """Return the glossary's headwords; none where the file could not be read, which may be the very error."""
    try:
        return {term.id: term.headword for term in site.facts().terms.values()}
    except StoreError:
        return {}


def describe_failure(error: Exception) -> Failure:
    """Return status and words for an error."""
    if isinstance(error, NotFoundError):
        return Failure(404, "Не найдено", _sentence(error.what), error.hint)
    if isinstance(error, QueryError):
        return Failure(400, "Запрос не понят", f"{_sentence(error.what)} ({error.where})", error.hint)
    if isinstance(error, UsageError):
        return Failure(400, "Адрес не понят", _sentence(error.what), error.hint)
    if any(isinstance(fault, sqlite3.OperationalError) and "interrupt" in str(fault) for fault in _chain(error)):
        return Failure(503, "Слишком долго", "База не успела ответить", "Повторите позже или сузьте запрос")
    # Whatever else a BerserkError or a foreign exception says may name a file of this machine.
    return Failure(500, "Что-то сломалось", "Это ошибка сайта, не ваша", "Она записана; попробуйте другую страницу")


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield the error and what it was raised from."""
    while error is not None:
        yield error
        error = error.__cause__


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _shape(failure: Failure, error: Exception) -> dict[str, object]:
    shape: dict[str, object] = {"status": failure.status, "message": failure.message, "hint": failure.hint}
    if isinstance(error, QueryError):
        shape |= {"start": error.start, "end": error.end}
    return {"error": shape}
