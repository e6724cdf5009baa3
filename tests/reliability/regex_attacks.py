"""Regular expressions of the project, texts made to hurt each, and how the cost of trying one grows with its length.

An attack is a beginning, a piece that is repeated, and an end that does not fit. The pieces come from the expression
itself, as its own parser reads it: what each of its repeats repeats, in several readings.
"""

from __future__ import annotations

import ast
import dataclasses
import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from re import _constants as kinds  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from types import ModuleType
from typing import Any, NamedTuple

import regex
from costs import measure_seconds

Compiled = re.Pattern[str] | re.Pattern[bytes] | regex.Pattern[str]
# In the order in which a negated class is given a letter: whatever it forbids, one of these is left.
_LETTERS = "aа7 .\t\n-«Я_\0"
_CATEGORIES = {
    kinds.CATEGORY_DIGIT: "7", kinds.CATEGORY_NOT_DIGIT: "а", kinds.CATEGORY_SPACE: " ",
    kinds.CATEGORY_NOT_SPACE: "а", kinds.CATEGORY_WORD: "а", kinds.CATEGORY_NOT_WORD: "-",
}  # fmt: skip
_REPEATS = {kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT}
# A repeat of fewer is no repeat that could run away.
_MANY = 10
_READINGS = 3
_ENDS = ("\0", "\n!", "")
_ANY_PIECES = (" ", "a", "а", "7", ".", "\n", "\t", "- ", "(", "«", "{", "<", "а ", "а, ", "1-", '"')
# Calls of the module `re` that take an expression.
_TAKING = {"compile", "search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn"}


class Attack(NamedTuple):
    """A family of texts: `begin`, `piece` any number of times, `end`."""

    begin: str
    piece: str
    end: str

    def text(self, times: int) -> str:
        """Return the text with so many pieces."""
        return self.begin + self.piece * times + self.end


def find_patterns(package: ModuleType) -> dict[str, Compiled]:
    """Return the expressions of all modules of a package by a name that tells where each stands."""
    found: dict[str, Compiled] = {}
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if info.name.endswith("__main__"):
            continue
        module = importlib.import_module(info.name)
        for name, value in vars(module).items():
            for number, pattern in enumerate(_inside(value, package.__name__, 0)):
                found.setdefault(f"{info.name}.{name}[{number}]", pattern)
        for number, pattern in enumerate(_written(module)):
            found.setdefault(f"{info.name}, in a function [{number}]", pattern)
    # An expression that other modules import stands once.
    return {name: pattern for pattern, name in {pattern: name for name, pattern in reversed(found.items())}.items()}


def _inside(value: Any, package: str, depth: int) -> Iterator[Compiled]:
    """Yield the expressions in a value of a module: alone, in containers, in objects and classes of ours."""
    if isinstance(value, re.Pattern | regex.Pattern):
        yield value
        return
    if depth > 4 or isinstance(value, str | bytes | ModuleType):
        return
    parts: Any = ()
    if isinstance(value, Mapping):
        parts = [*value.keys(), *value.values()]
    elif isinstance(value, Sequence | set | frozenset):
        parts = value
    elif isinstance(value, type) and value.__module__.startswith(f"{package}."):
        parts = [member for name, member in vars(value).items() if not name.startswith("__")]
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = [getattr(value, field.name, None) for field in dataclasses.fields(value)]
    for part in parts:
        yield from _inside(part, package, depth + 1)


def _written(module: ModuleType) -> Iterator[Compiled]:
    """Yield the expressions that stand as plain text in a call of `re`, wherever in the module."""
    assert module.__file__ is not None
    for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        of_re = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
        first = node.args[0]
        if of_re and node.func.attr in _TAKING and isinstance(first, ast.Constant):
            yield re.compile(first.value)


def make_attacks(pattern: Compiled) -> list[Attack]:
    """Return the attacks on an expression."""
    # Flags that are written apart from the expression do not change what may be repeated.
    try:
        tree = parser.parse(pattern.pattern)
    except re.error:  # an expression of `regex` that `re` cannot read
        tree = []
    pieces = [("", piece) for piece in _ANY_PIECES]
    pieces += [("", _sample(tree, reading)) for reading in range(_READINGS)]
    pieces += _pumps(tree, "")
    unique = dict.fromkeys((begin, piece) for begin, piece in pieces if piece)
    return [Attack(begin, piece, end) for begin, piece in unique for end in _ENDS]


def _pumps(tree: Any, begin: str) -> Iterator[tuple[str, str]]:
    """Yield what stands before each repeat and what it repeats."""
    for at, (kind, argument) in enumerate(tree):
        before = begin + _sample(tree[:at], 0)
        if kind in _REPEATS and argument[1] >= _MANY:
            readings = [_sample(argument[2], reading) for reading in range(_READINGS)]
            for piece in dict.fromkeys([*readings, "".join(dict.fromkeys(readings))]):
                yield before, piece
                yield "", piece
        for part in _parts(kind, argument):
            yield from _pumps(part, before)


def _parts(kind: Any, argument: Any) -> list[Any]:
    """Return the trees inside a node."""
    if kind in _REPEATS:
        return [argument[2]]
    if kind is kinds.BRANCH:
        return list(argument[1])
    if kind is kinds.SUBPATTERN:
        return [argument[3]]
    if kind in (kinds.ASSERT, kinds.ASSERT_NOT):
        return [argument[1]]
    if kind is kinds.GROUPREF_EXISTS:
        return [part for part in argument[1:] if part is not None]
    return [argument] if kind is kinds.ATOMIC_GROUP else []


def _sample(tree: Any, reading: int) -> str:
    """Return a text that fits the tree, nearly; another `reading` takes other alternatives and letters."""
    return "".join(_sample_node(kind, argument, reading) for kind, argument in tree)


def _sample_node(kind: Any, argument: Any, reading: int) -> str:
    if kind is kinds.LITERAL:
        return chr(argument)
    if kind is kinds.NOT_LITERAL:
        return next(letter for letter in _LETTERS if ord(letter) != argument)
    if kind is kinds.ANY:
        return "аa "[reading % 3]
    if kind is kinds.IN:
        return _sample_class(argument, reading)
    if kind in _REPEATS:
        return _sample(argument[2], reading) * max(argument[0], min(1, argument[1]))
    if kind in (kinds.ASSERT_NOT, kinds.ASSERT):
        return ""
    parts = _parts(kind, argument)
    return _sample(parts[reading % len(parts)], reading) if parts else ""


def _sample_class(items: Any, reading: int) -> str:
    if items[0][0] is kinds.NEGATE:
        free = [letter for letter in _LETTERS if not any(_holds(item, letter) for item in items[1:])]
        return free[reading % len(free)] if free else "\u2603"
    kind, argument = items[reading % len(items)]
    if kind is kinds.LITERAL:
        return chr(argument)
    return chr(argument[reading % 2]) if kind is kinds.RANGE else _CATEGORIES.get(argument, "а")


def _holds(item: Any, letter: str) -> bool:
    kind, argument = item
    if kind is kinds.LITERAL:
        return bool(argument == ord(letter))
    if kind is kinds.RANGE:
        return bool(argument[0] <= ord(letter) <= argument[1])
    spaced, digit, word = letter.isspace(), letter.isdecimal(), letter.isalnum() or letter == "_"
    holding = {kinds.CATEGORY_SPACE: spaced, kinds.CATEGORY_DIGIT: digit, kinds.CATEGORY_WORD: word,
               kinds.CATEGORY_NOT_SPACE: not spaced, kinds.CATEGORY_NOT_DIGIT: not digit,
               kinds.CATEGORY_NOT_WORD: not word}  # fmt: skip
    return holding.get(argument, False)


# Texts of ever more pieces, slowly at first: what grows with every piece must be met before it takes minutes. With
# the last the cube is felt and the square is not.
TIMES = (8, 10, 12, 15, 19, 24, 30, 38, 57, 86, 129, 193, 290)
SHORTER = 4
# Seconds of the processor below which nothing is measured.
FLOOR = 0.004


def measure_growth(pattern: Compiled, attack: Attack, times: Sequence[int] = TIMES) -> float:
    """Return how many times more a text costs than one with a fourth of its pieces; 0 where none costs anything.

    A cost that grows with the length gives 4, with its square 16, with its cube 64, and an endless one thousands.
    """
    for tried in (_find_all, _fit_whole):
        for count in times:
            if _cost(pattern, tried, attack.text(count)) < FLOOR:
                continue
            longer = min(_cost(pattern, tried, attack.text(count)) for _ in range(3))
            if longer < FLOOR:
                continue
            shorter = min(_cost(pattern, tried, attack.text(count // SHORTER)) for _ in range(5))
            return longer / max(shorter, 1e-7)
    return 0.0


def _find_all(pattern: Any, text: Any) -> None:
    for _ in pattern.finditer(text):
        pass


def _fit_whole(pattern: Any, text: Any) -> None:
    pattern.fullmatch(text)


def _cost(pattern: Compiled, tried: Callable[[Any, Any], None], text: str) -> float:
    """Return the seconds that the processor spends on one text."""
    given = text if isinstance(pattern.pattern, str) else text.encode("latin-1", errors="replace")
    return measure_seconds(lambda: tried(pattern, given))
