"""schemathesis on a running site, from our own OpenAPI document: what it generates must never break what is promised.

    python -m bench.schema_attack [--examples 50] [--db FILE] [--no-figures]

schemathesis lives in an environment of its own, which `uvx` makes (from the network the first time, then from uv's
cache), so that it is no dependency of the project. Every check of it counts but the two below. Prints what failed,
keeps the figures, exits with 1 after a failure and with 2 where schemathesis cannot be had.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.figures import save_figures
from bench.served import SERVE, serve
from pipeline.build import build
from pipeline.export import export_beside

SAMPLE = Path(__file__).parents[1] / "ingest" / "sample"
SCHEMATHESIS = "schemathesis>=4.32,<5"
# The language of queries and the names in a file are beyond JSON Schema: what fits it may still be a wrong query.
LEFT_OUT = ("positive_data_acceptance",)
PROGRAM = ("uvx", "--from", SCHEMATHESIS, "schemathesis")


def make_database(folder: Path) -> Path:
    """Build the bundled sample with its bulk files."""
    database = folder / "berserk.db"
    build(sorted(SAMPLE.glob("*.txt")), database)
    export_beside(database)
    return database


def attack(base: str, examples: int, folder: Path) -> dict[str, Any]:
    """Let schemathesis ask and return its report; what it prints is shown where something failed."""
    command = [
        *PROGRAM, "run", f"{base}/api/openapi.json", "--checks", "all", "--exclude-checks", ",".join(LEFT_OUT),
        "--continue-on-failure", "--max-examples", str(examples), "--seed", "1", "--warnings", "off",
        "--report", "json", "--report-dir", str(folder), "--no-color",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    reports = sorted(folder.glob("*.json"))
    if not reports:
        sys.exit(f"schemathesis gave no report:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    if done.returncode:
        print(done.stdout[-20_000:])
    report: dict[str, Any] = json.loads(reports[-1].read_text(encoding="utf-8"))
    return report


def attack_site(examples: int, database: Path | None = None) -> dict[str, Any]:
    """Serve the file, by default one of the bundled sample, attack it, and return the figures."""
    with tempfile.TemporaryDirectory(prefix="berserk-attack-") as name:
        folder = Path(name)
        served = database or make_database(folder)
        (folder / "report").mkdir()
        with serve(SERVE, str(served), "1") as site:
            return describe(attack(site.base, examples, folder / "report"))


def find_lack() -> str:
    """Return why schemathesis cannot be had; nothing where it can."""
    if shutil.which("uvx") is None:
        return "uvx is not installed"
    done = subprocess.run([*PROGRAM, "--version"], capture_output=True, text=True, check=False)
    return (done.stderr.strip().splitlines() or ["no reason given"])[-1] if done.returncode else ""


def describe(report: dict[str, Any]) -> dict[str, Any]:
    """Return the figures of a report."""
    return {
        "operations": report["operations"]["tested"],
        "cases": report["test_cases"]["generated"],
        "failures": report["test_cases"]["unique_failures"],
        "errors": len(report["errors"]),
        "version": report["schemathesis_version"],
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Print and keep the figures; exit with 1 after a failure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=50, help="at most, of each operation (default 50)")
    parser.add_argument("--db", type=Path, help="a published file; default: the bundled sample")
    parser.add_argument("--no-figures", action="store_true", help="keep nothing in bench/figures.json")
    options = parser.parse_args(arguments)
    if why := find_lack():
        sys.stderr.write(f"schemathesis cannot be had ({why}); nothing was asked\n")
        sys.exit(2)
    figures = attack_site(options.examples, options.db)
    print(f"{figures['cases']} requests to {figures['operations']} addresses: {figures['failures']} failures")
    failed = bool(figures["failures"] or figures["errors"])
    if not failed and not options.no_figures:
        save_figures("schema_attack", figures)
    sys.exit(int(failed))


if __name__ == "__main__":
    main()
