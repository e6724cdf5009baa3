"""How far a scrape is: a bar in a terminal, a quiet line now and then elsewhere, always on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import click
from tqdm import tqdm

from cli.progress import show_progress
from pipeline.scrape import Progress, Watcher

Item = TypeVar("Item")
# Without a terminal a line tells every so often that the run is alive.
QUIET_SECONDS = 60.0


@contextmanager
def watching(name: str) -> Iterator[tuple[Watcher, Callable[[Sequence[Item]], Iterable[Item]]]]:
    """Give what watches the pages of a run and what shows the reading of them."""
    if sys.stderr.isatty():
        with _bar(name) as watch:
            yield watch, _show_reading
    else:
        yield _QuietLines(name), _show_reading


def _show_reading(items: Sequence[Item]) -> Iterable[Item]:
    return show_progress("Проверка страниц", items)


@contextmanager
def _bar(name: str) -> Iterator[Watcher]:
    layout = "{desc}: {n_fmt}/{total_fmt} |{bar}| {rate_fmt}, осталось {remaining}{postfix}"
    with tqdm(desc=name, total=1, unit=" стр", leave=False, bar_format=layout) as bar:

        def watch(progress: Progress) -> None:
            bar.total = progress.known
            # Pages that were kept already take no time: they would make the rate and the time left too good.
            bar.initial = progress.reused
            if progress.faults:
                bar.set_postfix_str(f"неудач {progress.faults}", refresh=False)
            bar.update(progress.done + progress.faults - bar.n)

        yield watch


class _QuietLines:
    """A line a minute: pages done and known, rate, time left, faults."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._begun = self._told = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self._told < QUIET_SECONDS:
            return
        self._told = now
        rate = (progress.done - progress.reused) / (now - self._begun)
        left = f", осталось {(progress.known - progress.done) / rate / 60:.0f} мин" if rate else ""
        click.echo(
            f"{self._name}: страниц {progress.done} из {progress.known}, {rate:.2f} в секунду{left}, "
            f"неудач {progress.faults}",
            err=True,
        )
