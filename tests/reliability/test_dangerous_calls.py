"""Nothing in our packages runs code out of data: read from the source with the standard `ast` module."""

from __future__ import annotations

import ast
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
