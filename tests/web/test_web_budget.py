"""What an answer may work: pauses that are not its own do not use it up; queries and expressions without an end do."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from browsing import SERVE
from test_web_duel import CARD

from pipeline.build import build
from search.budget import LONGEST_PAUSE, WorkBudget
from web.server import SETTINGS

ROOT = Path(__file__).parents[2]
NEEDS_PROC = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="needs Linux's /proc to see what a process used"
)
PATIENCE = 60
# Seconds of the processor: what an answer may use, and what making its page, the clock's grain and the server add.
ALLOWED = SETTINGS["sql_time_limit_ms"] / 1000
AROUND = 0.35
# A fight to the death is reckoned without queries: larger ones than may take so long are refused (docs/battle.md).
ALLOWED_DUEL = 1.0

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
# In the place of a table that nothing counts when the site starts.
ENDLESS_TABLE = """
    DROP TABLE card_artist;
    CREATE VIEW card_artist AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT '' AS card_id, 0 AS ordinal, '' AS artist, i AS place FROM n
"""
CLOCKS = {
    "steady work": ([0.0, 0.05, 0.1, 0.15, 0.2, 0.24], False),
    "all spent": ([0.0, 0.09, 0.18, 0.26], True),
    "one pause of the collector": ([0.0, 3.0, 3.01], False),
    "pause after pause": ([0.0, 3.0, 6.0, 9.0], True),
}


@pytest.mark.parametrize("name", CLOCKS)
def test_a_budget_counts_work_and_little_of_a_pause(name: str) -> None:
    moments, expected = CLOCKS[name]
    clock: Iterator[float] = iter(moments)
    budget = WorkBudget(0.25, lambda: next(clock))
    spent = [budget.spend() for _ in moments[1:]]
    assert spent[-1] is expected
    assert not any(spent[:-1])


def test_a_query_without_an_end_is_interrupted() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.set_progress_handler(WorkBudget(2 * LONGEST_PAUSE).spend, 1000)
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            connection.execute(ENDLESS).fetchone()


class Served:
    """A site in a process of its own, whose work can be told from that of the test."""

    def __init__(self, process: int, address: str) -> None:
        """Remember where it is."""
        self._process = process
        self._address = address

    def ask(self, address: str) -> tuple[httpx.Response, float]:
        """Return the answer and the seconds of the processor that it took."""
        before = self._used()
        response = httpx.get(self._address + address, timeout=PATIENCE)
        return response, self._used() - before

    def _used(self) -> float:
        fields = Path(f"/proc/{self._process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(database: Path) -> Iterator[Served]:
    with subprocess.Popen([sys.executable, "-c", SERVE, str(database)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield Served(process.pid, process.stdout.readline().strip().rstrip("/"))
        finally:
            process.kill()


@pytest.fixture(scope="module")
def site(sample_database: Path) -> Iterator[Served]:
    """Serve the bundled sample."""
    with serving(sample_database) as served:
        yield served


@NEEDS_PROC
def test_a_page_whose_query_has_no_end_is_given_up_after_its_time(sample_database: Path, tmp_path: Path) -> None:
    endless = tmp_path / "berserk.db"
    shutil.copy(sample_database, endless)
    with closing(sqlite3.connect(endless)) as connection:
        connection.executescript(ENDLESS_TABLE)
    with serving(endless) as served:
        for address in ("/artists", "/artists.json", "/artist/nobody"):
            answer, used = served.ask(address)
            assert (answer.status_code, "База не успела ответить" in answer.text) == (503, True)
            assert answer.headers["cache-control"] == "no-store"
            assert ALLOWED - 0.1 < used < ALLOWED + AROUND
        assert served.ask("/terms")[0].status_code == 200


def repeat(pattern: str, times: int, key: str = "текст:") -> str:
    """Return a query of so many different expressions of one kind."""
    return " ".join(f"{key}/{pattern.replace('N', str(number))}/" for number in range(times))


# Tried in hundreds of ways at every letter: some milliseconds a text, so that none is refused for itself.
SLOW = r"(?:.|\w){0,9}(?:ъN|ыN)"
# All texts and expressions together take too long.
COSTLY = {
    "a score of expressions": repeat(SLOW, 20),
    "as many as a query may hold": repeat(SLOW, 50),
    "expressions for every name and text": repeat(SLOW, 50, ""),
    "one of several": "текст:/./ и (" + repeat(SLOW, 20).replace(" ", " или ") + ")",
    "expressions of abilities": repeat(SLOW, 30, "способность:"),
    "a word that nobody has": "щщщ выстерл " + repeat(SLOW, 40),
    "letters that may be missing": repeat("(?:абвгдежзиклмн){e<=6}N", 20),
}
# Cheap to find; what they cost in marking, suggestions or reading must not be added to that.
COSTLY_BESIDE = {
    "expressions that are quick to find and slow to mark": repeat(f"^.|{SLOW}", 40),
    "expressions that are asked again for suggestions": "щщщ выстерл " + repeat(r"(?:.|\w){0,4}(?:ъN|ыN)", 8),
    "expressions that are slow to read": repeat(r"[а-яА-Я\p{L}]{1,9}[^а-я]{1,9}ъN", 45),
}
TOO_LONG = "ыражения /…/ этого запроса ищутся слишком долго"
FIRST = next(iter(COSTLY))
ASKED = [("/search", name) for name in COSTLY] + [
    (address, FIRST) for address in ("/api/cards", "/search.csv", "/api/facets")
]


@NEEDS_PROC
@pytest.mark.parametrize(("address", "name"), ASKED)
def test_all_expressions_of_a_query_share_the_time_of_its_answer(site: Served, address: str, name: str) -> None:
    answer, used = site.ask(f"{address}?q={quote(COSTLY[name])}")
    assert used < ALLOWED + AROUND
    assert (answer.status_code, TOO_LONG in answer.text) == (400, True)


@NEEDS_PROC
@pytest.mark.parametrize("name", COSTLY_BESIDE)
@pytest.mark.parametrize("address", ["/search", "/search.csv"])
def test_what_is_done_with_expressions_beside_the_search_takes_from_the_same_time(
    site: Served, address: str, name: str
) -> None:
    answer, used = site.ask(f"{address}?q={quote(COSTLY_BESIDE[name])}")
    assert used < ALLOWED + AROUND
    assert answer.status_code == 200 or TOO_LONG in answer.text


RULES = ROOT / "ingest" / "sample" / "rules.txt"
# Numbers of two cards that fight, the largest life with which the page reckons it to the end, and one more.
FIGHTS = {"nobody regenerates": (1, 2, 44, 45), "one regenerates": (1, 3, 20, 21), "both regenerate": (3, 4, 17, 18)}


@pytest.fixture(scope="module")
def fights(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve two cards that heal and two that do not."""
    folder = tmp_path_factory.mktemp("fights")
    texts = ("Рывок.", "Рывок.", "Регенерация 2.", "Регенерация 3.")
    cards = [
        CARD.format(name=f"Боец {number}", number=number, life=9, icons="ova:1", text=text)
        for number, text in enumerate(texts, 1)
    ]
    (folder / "cards.txt").write_text("\n\n".join(cards), encoding="utf-8")
    build([folder / "cards.txt", RULES], folder / "berserk.db")
    with serving(folder / "berserk.db") as served:
        yield served


@NEEDS_PROC
@pytest.mark.parametrize("name", FIGHTS)
@pytest.mark.parametrize("turns", ["same", "alternate"])
def test_the_longest_fight_that_a_page_reckons_takes_no_more_than_a_second(
    fights: Served, name: str, turns: str
) -> None:
    one, other, most, more = FIGHTS[name]
    fight = f"/duel?a=novyj-rassvet-{one}&b=novyj-rassvet-{other}&death=1&turns={turns}&set=life%3D"
    answer, used = fights.ask(f"{fight}{most}")
    assert (answer.status_code, "дольше секунды" in answer.text) == (200, False)
    assert used < ALLOWED_DUEL + AROUND
    answer, used = fights.ask(f"{fight}{more}")
    assert (answer.status_code, "дольше секунды" in answer.text) == (200, True)
    assert used < ALLOWED
