"""Known vulnerabilities of the locked dependencies, by pip-audit: a finding fails, a silent advisory service does not.

    python -m bench.audit [--all] [--timeout SECONDS]

pip-audit lives in an environment of its own, which `uvx` makes. What is asked about is uv.lock, hash by hash, without
the development tools unless `--all` says so. Exits with 1 where a vulnerability is known, with 0 and clear words where
nobody could be asked.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.figures import save_figures

ROOT = Path(__file__).parents[1]
PIP_AUDIT = "pip-audit>=2.10,<3"


@dataclass(frozen=True, slots=True)
class Audit:
    """How many packages were looked up, how many could not be, and the lines of what is known."""

    audited: int
    skipped: int
    known: tuple[str, ...]

    def words(self) -> str:
        """Return what became of it in one line."""
        if not self.audited:
            return f"nothing was audited: no advisories of the {self.skipped} packages could be had here"
        rest = f", {self.skipped} could not be looked up" if self.skipped else ""
        return f"{self.audited} packages audited{rest}: {len(self.known)} known vulnerabilities"


def read_report(text: str) -> Audit:
    """Return what pip-audit's JSON says; raises ValueError for what is none of its reports."""
    packages: list[dict[str, Any]] = json.loads(text)["dependencies"]
    audited = [package for package in packages if "vulns" in package]
    return Audit(len(audited), len(packages) - len(audited), tuple(_lines(audited)))


def _lines(packages: Sequence[dict[str, Any]]) -> Iterator[str]:
    for package in packages:
        for known in package["vulns"]:
            fixed = ", ".join(known.get("fix_versions", ())) or "no version"
            yield f"{package['name']} {package['version']}: {known['id']}, mended in {fixed}"


def export_locked(target: Path, *, with_tools: bool) -> str | None:
    """Write the locked packages with their hashes; return why they cannot be told, None where they are written."""
    command = ["uv", "export", "--frozen", "--no-emit-project", "--format", "requirements-txt", "--quiet"]
    listed = subprocess.run(
        [*command, *([] if with_tools else ["--no-dev"])], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        return "nothing is locked here: run uv sync first"
    target.write_text(listed.stdout, encoding="utf-8")
    return None


def ask(requirements: Path, timeout: int) -> Audit | str:
    """Return the audit, or why nobody could be asked."""
    command = ["uvx", "--from", PIP_AUDIT, "pip-audit", "--requirement", str(requirements), "--no-deps",
               "--disable-pip", "--progress-spinner", "off", "--format", "json", "--timeout", str(timeout)]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return read_report(done.stdout)
    except (ValueError, KeyError, TypeError):
        return next((line for line in reversed(done.stderr.splitlines()) if line.strip()), "no reason given")


def main() -> None:
    """Print what is known and keep the figures; exit with 1 where something is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="the development tools too")
    parser.add_argument("--timeout", type=int, default=15, help="seconds to wait for an answer")
    options = parser.parse_args()
    if shutil.which("uvx") is None or shutil.which("uv") is None:
        sys.exit("uv is not installed: nothing was audited")
    with tempfile.TemporaryDirectory(prefix="berserk-audit-") as folder:
        requirements = Path(folder) / "requirements.txt"
        if why := export_locked(requirements, with_tools=options.all):
            sys.exit(why)
        found = ask(requirements, options.timeout)
    if isinstance(found, str):
        print(f"SKIPPED: the advisory service cannot be reached ({found}); nothing was audited")
        return
    for line in found.known:
        print(line)
    print(found.words() if found.audited else f"SKIPPED: {found.words()}")
    if found.audited:
        save_figures("audit", {"audited": found.audited, "skipped": found.skipped, "vulnerabilities": len(found.known)})
    sys.exit(int(bool(found.known)))


if __name__ == "__main__":
    main()
