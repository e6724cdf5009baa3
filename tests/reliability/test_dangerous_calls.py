"""Nothing in our packages runs code out of data: read from the source with the standard `ast` module.

What bandit looks for besides are ruff's rules S: they are on, find nothing, and every exception names its rule.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("schema", "ingest", "db", "rules_links", "rules_engine", "search", "pipeline", "web", "cli")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
TEMPLATES = sorted((ROOT / "web" / "templates").rglob("*.html"))
# Modules that make objects, and so run code, out of bytes, or parse XML with entities that multiply.
IMPORTS = {"pickle", "cPickle", "marshal", "shelve", "dill", "joblib", "yaml", "code", "codeop", "xmlrpc", "jsonpickle"}
BUILTINS = {"eval", "exec", "compile", "__import__", "breakpoint"}
METHODS = {"os.system", "os.popen", "tempfile.mktemp", "subprocess.getoutput", "yaml.load", "numpy.load", "np.load"}
KEYWORDS = {"shell": True, "allow_pickle": True, "autoescape": False, "verify": False}


def find_dangers(source: str) -> Iterator[str]:
    """Yield what a module does that could run code out of data, as line and name."""
    nodes = list(ast.walk(ast.parse(source)))
    # `from soupsieve import compile` is none of the built-in ones.
    others = {one.asname or one.name for node in nodes if isinstance(node, ast.ImportFrom) for one in node.names}
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (f"{node.lineno} {one.name}" for one in node.names if one.name.partition(".")[0] in IMPORTS)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in IMPORTS:
            yield f"{node.lineno} {node.module}"
        elif isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if name in (BUILTINS - others) | METHODS:
                yield f"{node.lineno} {name}"
            for keyword in node.keywords:
                value = getattr(keyword.value, "value", None)
                if keyword.arg in KEYWORDS and value is KEYWORDS[keyword.arg]:
                    yield f"{node.lineno} {keyword.arg}={value}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_module_runs_code_out_of_data(path: Path) -> None:
    assert list(find_dangers(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_template_lets_a_text_through_unescaped(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert "|safe" not in source.replace(" ", "")
    assert "autoescape" not in source


@pytest.mark.parametrize(
    "source",
    ["import pickle", "from yaml import load", "eval(text)", "import os\nos.system(text)", "run(text, shell=True)",
     "def late():\n    from marshal import loads", "Environment(autoescape=False)"],
)  # fmt: skip
def test_a_danger_would_be_seen(source: str) -> None:
    assert len(list(find_dangers(source))) == 1


def test_what_only_looks_dangerous_is_not() -> None:
    harmless = "import re\nfrom soupsieve import compile\ncompile(re.compile(a))\ntree.eval()\nrun([a], shell=False)"
    assert list(find_dangers(harmless)) == []


RUFF = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]
# SQL is put together from constants of the module, every value bound; chance that protects nothing; markup that is made
# of parts that are escaped; the program itself, begun anew with its own arguments and no shell.
TOLD = {"S608", "S311", "S704", "S606"}
NO_QA = re.compile(r"#\s*(?:noqa|ruff:\s*noqa|flake8:\s*noqa)(?::\s*(?P<rules>[A-Z0-9, ]+))?", re.IGNORECASE)


def test_the_rules_of_security_are_on_for_all_of_our_modules() -> None:
    assert "S" in RUFF["select"]
    assert [rule for rule in RUFF["ignore"] if rule.startswith("S")] == []
    ours = {where: rules for where, rules in RUFF["per-file-ignores"].items() if where not in {"tests/**", "bench/**"}}
    found = {where: [rule for rule in rules if re.fullmatch(r"S\d*", rule)] for where, rules in ours.items()}
    assert {where: rules for where, rules in found.items() if rules} == {"db/*.py": ["S608"]}
    assert set(RUFF) <= {"select", "ignore", "per-file-ignores"}


def find_security_faults(path: str, source: str) -> list[str]:
    """Return the rules S that ruff, as this project sets it, finds broken in a module of that name."""
    command = [sys.executable, "-m", "ruff", "check", "--select", "S", "--output-format", "json", "--no-cache"]
    done = subprocess.run(
        [*command, "--stdin-filename", path, "-"], cwd=ROOT, input=source, capture_output=True, text=True, check=False
    )
    return [fault["code"] for fault in json.loads(done.stdout)]


def test_the_rules_of_security_find_nothing() -> None:
    command = [sys.executable, "-m", "ruff", "check", "--select", "S", "--no-cache", *PACKAGES]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("package", PACKAGES)
def test_what_the_rules_of_security_forbid_would_be_found(package: str) -> None:
    assert find_security_faults(f"{package}/new.py", "import pickle\n\npickle.loads(data)\n") == ["S301"]


def test_every_exception_to_them_is_told_with_its_rule() -> None:
    lines = [line for path in MODULES for line in path.read_text(encoding="utf-8").splitlines()]
    rules = [found["rules"] for line in lines if (found := NO_QA.search(line))]
    assert None not in rules, "a bare noqa forbids nothing to anybody"
    named = {rule for told in rules for rule in re.findall(r"[A-Z]+[0-9]+", told)}
    assert {rule for rule in named if rule.startswith("S") and not rule.startswith("SIM")} <= TOLD
