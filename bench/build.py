"""CPU time and peak memory of `berserk build` by stage, against sqlite-utils on the same file in the same run.

Run by `python -m bench.build [--large]`; exit 1 where a goal is missed. The file is the community set beside the
repository, or the bundled sample in its shape. The goal is set to what both tools make, a searchable database; the
bulk files for download, which come on top, are measured apart. Growth is measured on copies renumbered into made-up
releases with varied texts: 10 times the cards, with --large 100 times.
Goals: 4 x sqlite-utils, growth no worse than linear, under 1 GB at 87,000 cards.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.goals import report
from ingest.formats import parse_document
from schema.records import CardRecord, Document

ROOT = Path(__file__).parent.parent
COMMUNITY = ROOT.parent / "shared" / "data" / "nxt_sets_10_40.json"
SAMPLE = ROOT / "ingest" / "sample"
GOAL_RATIO = 4.0
GOAL_GROWTH = 1.0
GOAL_MEGABYTES = 1000
SEARCHED = ("name", "text", "art")
# The build books its stages by the wall clock; on a busy machine only the processor's clock can be compared.
BERSERK = "import time; time.perf_counter = time.process_time; from cli.main import main; main()"
SYLLABLES = ("ва", "гро", "дур", "жи", "лам", "мо", "нек", "рза", "су", "тель", "шан", "юр")
Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process used: CPU seconds (user and system), peak memory in MB, and what it printed."""

    cpu: float
    megabytes: float
    output: str


def measure(command: Sequence[str], folder: Path) -> Usage:
    """Run `command` and return what it used; stop with its own message where it fails.

    Compiled modules are kept in `folder`, as they are on a user's machine, whatever the environment says.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        printed = output.read().decode("utf-8", errors="replace")
    if process.returncode != 0:
        sys.exit(f"{' '.join(command[:4])} … failed with {process.returncode}:\n{printed[-2000:]}")
    # Linux counts the peak in KiB, macOS in bytes.
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return Usage(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit, printed)


def load_records() -> list[Record]:
    """Return the cards of the community set, or where it is absent those of the sample in its shape."""
    if COMMUNITY.is_file():
        records: list[Record] = json.loads(COMMUNITY.read_text(encoding="utf-8"))
        return records
    return load_sample_records()


def load_sample_records() -> list[Record]:
    """Return the cards of the bundled sample in the shape of the community set."""
    pages = [Document(path.name, path.read_bytes()) for path in sorted(SAMPLE.glob("*.txt"))]
    cards = [card for page in pages for card in parse_document(page).cards]
    return [_sample_record(number, card) for number, card in enumerate(cards, 1)]


def _sample_record(number: int, card: CardRecord) -> Record:
    """Return a ground creature with the sample's name, text and artists: the rest costs next to nothing."""
    return {
        "id": f"90{number:03}", "set_id": 90, "number": number, "name": card.name or f"№ {number}", "rarity": 1,
        "cost": card.cost or 0, "elite": False, "uniq": False, "color": 1, "class": list(card.classes) or [""],
        "type": 0, "life": 9, "move": 1, "hit": [1, 2, 3], "icons": {}, "art": ", ".join(card.artists),
        "text": card.text or "",
    }  # fmt: skip


def multiply(records: Sequence[Record], times: int) -> Iterator[Record]:
    """Yield `times` copies of `records`, each in releases of its own, with names and texts that differ."""
    yield from records
    for copy in range(1, times):
        word = _made_up_word(copy)
        for record in records:
            # A release has at most five digits: room for 300 copies.
            release = 1000 + 300 * copy + int(record["set_id"])
            yield record | {
                "id": f"{release}-{record['number']}",
                "set_id": release,
                "name": f"{record['name']} {word}",
                "text": _vary(str(record["text"]), word, copy),
            }


def _made_up_word(number: int) -> str:
    digits = (number, number // 12, number // 144)
    return "".join(SYLLABLES[digit % 12] for digit in reversed(digits)).capitalize()


def _vary(text: str, word: str, copy: int) -> str:
    """Turn the sentences round, change the numbers and name a made-up being: the same language, another text."""
    sentences = re.split(r"(?<=\.) ", text) if text else []
    turn = copy % len(sentences) if sentences else 0
    turned = " ".join([*sentences[turn:], *sentences[:turn]])
    changed = re.sub(r"\d", lambda digit: str((int(digit.group()) + copy) % 10), turned)
    return f"{changed} {word}." if changed else ""


def measure_build(source: Path, target: Path, bulk: str = "--bulk") -> tuple[Usage, dict[str, float]]:
    """Build `source` and return what it used and CPU seconds by stage; «start» is what no stage accounts for.

    Stops where a record was refused: the figures would be those of fewer cards.
    """
    command = [sys.executable, "-c", BERSERK, "build", str(source), "--db", str(target), "--json", bulk]
    usage = measure(command, target.parent)
    built = json.loads(usage.output[usage.output.index("{") :])
    if built["refused"]:
        first = built["refusals"][0]
        sys.exit(f"{built['refused']} records were refused, the first: {first}; less was built than told")
    stages: dict[str, float] = built["seconds"]
    return usage, {"start": usage.cpu - sum(stages.values()), **stages}


def measure_reference(source: Path, target: Path) -> float:
    """Return the CPU seconds of `sqlite-utils insert` and `enable-fts` on the same file."""
    tool = [sys.executable, "-m", "sqlite_utils"]
    inserted = measure([*tool, "insert", str(target), "cards", str(source), "--pk", "id", "--alter"], target.parent)
    indexed = measure([*tool, "enable-fts", str(target), "cards", *SEARCHED], target.parent)
    return inserted.cpu + indexed.cpu


def main() -> None:
    """Print the figures: stages, the ratio to sqlite-utils, growth and memory; exit 1 where a goal is missed."""
    records = load_records()
    with tempfile.TemporaryDirectory(prefix="berserk-bench-") as folder:
        first, reached = _measure_once(records, Path(folder))
        for times in (10, 100) if "--large" in sys.argv else (10,):
            reached = _measure_growth(records, times, first, Path(folder)) and reached
    sys.exit(0 if reached else 1)


def write_records(records: Iterable[Record], path: Path) -> Path:
    """Write the records one by one, for all at once they would take more memory than a build; return `path`."""
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        for number, record in enumerate(records):
            file.write("," if number else "")
            json.dump(record, file, ensure_ascii=False)
        file.write("]")
    return path


def _measure_once(records: Sequence[Record], folder: Path) -> tuple[float, bool]:
    """Print the stages and the ratio; return the CPU seconds beyond the start, and whether the goal is reached."""
    source = write_records(records, folder / "cards.json")
    # Once unmeasured, so that neither tool is charged with compiling its modules.
    measure_build(source, folder / "warm.db", "--no-bulk")
    measure_reference(source, folder / "warm-reference.db")
    usage, stages = measure_build(source, folder / "once.db", "--no-bulk")
    reference = measure_reference(source, folder / "reference.db")
    with_bulk, _ = measure_build(source, folder / "bulk.db", "--bulk")
    print(f"{len(records)} cards: {usage.cpu:.2f} s of CPU, {usage.megabytes:.0f} MB")
    for stage, seconds in stages.items():
        print(f"  {stage:8} {seconds:6.2f} s  {seconds / usage.cpu:5.1%}")
    print(f"  files for download on top: {with_bulk.cpu - usage.cpu:.2f} s")
    print(f"sqlite-utils insert + enable-fts: {reference:.2f} s of CPU")
    reached = report("whole build / sqlite-utils insert + enable-fts", usage.cpu / reference, GOAL_RATIO, at_most=True)
    return usage.cpu - stages["start"], reached


def _measure_growth(records: Sequence[Record], times: int, first: float, folder: Path) -> bool:
    """Print the stages, the growth and the memory of `times` the cards; return whether both goals are reached."""
    source = write_records(multiply(records, times), folder / f"cards{times}.json")
    usage, stages = measure_build(source, folder / f"times{times}.db", "--no-bulk")
    growth = (usage.cpu - stages["start"]) / first
    parts = ", ".join(f"{stage} {seconds:.1f}" for stage, seconds in stages.items())
    print(f"{times} x the cards: {usage.cpu:.2f} s of CPU ({parts}), {growth:.1f} x the CPU")
    linear = report(f"growth of the build at {times} x the cards, of linear", growth / times, GOAL_GROWTH, at_most=True)
    memory = report(f"memory at {times} x the cards", usage.megabytes, GOAL_MEGABYTES, at_most=True, unit="MB")
    return linear and memory


if __name__ == "__main__":
    main()
