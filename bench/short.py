"""Short forms of the benchmarks that take an hour or ask the network, as goals: at most no fault.

    python -m bench.short endure|fuzz|schema_attack|audit

bench/all.py runs these beside the others. Nothing is kept: bench/figures.json has the figures of the long forms, which
each module's own command makes. Where something cannot be had here (a program, a service, Linux's /proc) one line says
so in the form of bench/goals.py, and that is no failure. Exits with 1 where a fault is found.
"""

from __future__ import annotations

import asyncio
import importlib.util
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bench import audit, schema_attack
from bench.build import load_records
from bench.endure import Builder, Plan, endure
from bench.fuzz import TARGETS, find_python, run_target
from bench.goals import report, report_skipped

ROOT = Path(__file__).parents[1]
# In so short a time what is kept is not yet full: memory is judged by the long run alone.
ENDURANCE = Plan(seconds=30, warm_seconds=3, rebuild_seconds=10, searches=40, growth=50)
CARDS = 60
INPUTS, SECONDS_A_TARGET = 20_000, 60
EXAMPLES = 5
PATIENCE = 15


def report_endure() -> bool:
    """Let mixed traffic run while the file is rebuilt; report the faults."""
    if not Path("/proc/self/fd").exists():
        return report_skipped("this needs Linux's /proc")
    with tempfile.TemporaryDirectory(prefix="berserk-endure-") as folder:
        found = asyncio.run(endure(Builder(Path(folder) / "berserk.db", load_records()[:CARDS]), ENDURANCE))
    print(f"{found['answers']} answers of {found['builds']} builds")
    print("\n".join(found["faults"][:20]))
    return report("faults of mixed traffic with rebuilds", len(found["faults"]), 0, at_most=True, unit="faults")


def report_fuzz() -> bool:
    """Fuzz each target for a moment, in an environment with atheris; report the failures."""
    if importlib.util.find_spec("atheris") is None:
        python = find_python()
        if not python:
            return report_skipped("atheris is neither installed nor to be had by uv")
        return subprocess.run([*python, "-m", "bench.short", "fuzz"], cwd=ROOT, check=False).returncode == 0
    failures = 0
    with tempfile.TemporaryDirectory(prefix="berserk-fuzz-kept-") as folder:
        for name in TARGETS:
            campaign = run_target(name, INPUTS, SECONDS_A_TARGET, Path(folder) / name)
            print(campaign.line(), flush=True)
            failures += campaign.failure is not None or campaign.inputs == 0
    return report("targets that the fuzzer broke", failures, 0, at_most=True, unit="targets")


def report_schema_attack() -> bool:
    """Let schemathesis ask a little; report what failed."""
    if why := schema_attack.find_lack():
        return report_skipped(f"schemathesis cannot be had: {why}")
    found = schema_attack.attack_site(EXAMPLES)
    print(f"{found['cases']} requests to {found['operations']} addresses")
    faults = found["failures"] + found["errors"]
    return report("faults found by requests of the OpenAPI document", faults, 0, at_most=True, unit="faults")


def report_audit() -> bool:
    """Ask for known vulnerabilities of the locked dependencies; report them."""
    if shutil.which("uvx") is None or shutil.which("uv") is None:
        return report_skipped("uv is not installed")
    with tempfile.TemporaryDirectory(prefix="berserk-audit-") as folder:
        requirements = Path(folder) / "requirements.txt"
        if why := audit.export_locked(requirements, with_tools=False):
            return report_skipped(why)
        found = audit.ask(requirements, PATIENCE)
    if isinstance(found, str) or not found.audited:
        return report_skipped(found if isinstance(found, str) else found.words())
    print("\n".join((*found.known, found.words())))
    return report("known vulnerabilities of the dependencies", len(found.known), 0, at_most=True, unit="cases")


SHORT: Mapping[str, Callable[[], bool]] = {
    "endure": report_endure,
    "fuzz": report_fuzz,
    "schema_attack": report_schema_attack,
    "audit": report_audit,
}


def main(arguments: Sequence[str]) -> int:
    """Run one of them; return 1 where a fault is found, 2 where there is none of the name."""
    if len(arguments) != 1 or arguments[0] not in SHORT:
        sys.stderr.write(f"name one of: {', '.join(SHORT)}\n")
        return 2
    return int(not SHORT[arguments[0]]())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
