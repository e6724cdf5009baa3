"""Lines of a page's «Правила» and «Дополнительные правила» -> terms, names of rules.

An entry of «Правила» is a headword, a full stop, the definition and the version of the rules at its end. It
stands apart from the card because a page's terms are good even where its card is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ingest.canonical import bullet_text, canonical_line, has_value, join_wrapped
from ingest.lines import Line
from ingest.problems import LOST_IN_DEFINITION, NO_DEFINITION, NO_VERSION, STRAY_TEXT
from ingest.questions import Faq, read_questions
from schema.gaps import mark_gaps
from schema.records import Problem, TermRecord

__all__ = [
    "RULES_VERSION",
    "Faq",
    "RuleNames",
    "Rules",
    "read_name_list",
    "read_questions",
    "read_rules",
    "split_headword",
]

RULES_VERSION = re.compile(
    r"РП\s*[0-9]+(?:\.[0-9]+)*(?:\s?[-–]\s?[0-9]+)?\s+от\s+[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}(?:\s?г\.)?"
)
_NUMBERED = re.compile(r"^[0-9]{1,4}(?:\.[0-9]+)*\.\s+")
_SECOND_NAME = re.compile(r"^[А-ЯЁ][^.()]{0,40}\([^()]{1,40}\)\.(?=\s|$)")
# A stop may stand behind a version, before the next entry of the same line.
_BETWEEN = " ."
_MAX_HEADWORD = 120
_MAX_SHORT_HEADWORD = 40
_MIN_HEADWORD = 3
_UNFINISHED = ("", ",", "-", "–", "—", ":")
_SENTENCE_END = re.compile(r"[!?:;…][»\"”')\]]*$")
# A name may be printed with its stop; a line of so many words that has one is a sentence.
_SENTENCE_WORDS = 4


class Rules(NamedTuple):
    """The terms of «Правила», their headwords in the order of the page, and what is wrong."""

    terms: tuple[TermRecord, ...]
    headwords: tuple[str, ...]
    problems: tuple[Problem, ...]


class RuleNames(NamedTuple):
    """The names of «Дополнительные правила» in order, and the lines there that are no names."""

    names: tuple[str, ...]
    problems: tuple[Problem, ...]


class _Entry(NamedTuple):
    """An entry in the making; `above` are the lines at its top that belong to no headword."""

    line: int
    paragraphs: list[str]
    version: str | None
    above: tuple[Line, ...] = ()


def split_headword(text: str) -> tuple[str, str]:
    """Return the headword and the rest: it ends at the first full stop outside brackets.

    The number of an article before it is no part of it. A second name in brackets right after the first
    («Совершить (что). Использовать (что).») belongs to the headword, its stop too, as the pages print it in lists.
    """
    text = _NUMBERED.sub("", text)
    end = _first_stop(text)
    headword, rest = text[:end].strip(), text[end + 1 :].strip()
    if headword.endswith(")") and (second := _SECOND_NAME.match(rest)):
        return f"{headword}. {second.group()}", rest[second.end() :].strip()
    return headword, rest


def _first_stop(text: str) -> int:
    """Return where the first full stop outside brackets stands; brackets that never close do not count."""
    depth = 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")" and depth > 0)
        if char == "." and depth == 0 and text[at + 1 : at + 2].strip() == "":
            return at
    first = re.search(r"\.(?=\s|$)", text)
    return first.start() if first else len(text)


def read_rules(lines: Iterable[Line]) -> Rules:
    """Read «Правила»: each entry ends with its version; entries without one are parted at empty lines."""
    terms: list[TermRecord] = []
    headwords: list[str] = []
    problems: list[Problem] = []
    for entry in _entries(lines):
        problems += [_stray(line) for line in entry.above]
        headword, first = split_headword(entry.paragraphs[0])
        definition = "\n".join(part for part in (first, *entry.paragraphs[1:]) if part)
        whole = "\n".join(entry.paragraphs)
        named = 0 < len(headword) <= _MAX_HEADWORD and has_value(headword)
        if not definition or not named:
            problems.append(NO_DEFINITION.at(entry.line, f"{NO_DEFINITION.title}: «{whole[:60]}»", raw=whole))
            headwords += [headword] if named else []
            continue
        problems += _doubts(entry, headword, definition, whole)
        terms.append(TermRecord(headword, mark_gaps(definition), entry.version, entry.line))
        headwords.append(headword)
    return Rules(tuple(terms), tuple(headwords), tuple(problems))


def _doubts(entry: _Entry, headword: str, definition: str, whole: str) -> Iterator[Problem]:
    """Report what of a readable entry is doubtful: no version, a lost icon, another entry inside it."""
    if entry.version is None:
        yield NO_VERSION.at(entry.line, f"{NO_VERSION.title}: «{headword}»", raw=whole, field="rules")
    if mark_gaps(definition) != definition:
        message = f"В определении правила «{headword}» потеряна иконка"
        yield LOST_IN_DEFINITION.at(entry.line, message, raw=definition, field="definition")
    yield from _doubtful_paragraphs(entry)


def _stray(line: Line) -> Problem:
    message = f"{STRAY_TEXT.title}: «{canonical_line(line.text)[:60]}»"
    hint = "Если это название правила, поставьте за ним точку; иначе удалите строку"
    return STRAY_TEXT.at(line.number, message, hint=hint, raw=line.text, field="rules")


def _doubtful_paragraphs(entry: _Entry) -> Iterator[Problem]:
    """Report paragraphs that begin like an entry of their own: the version between the two may be lost."""
    for paragraph in entry.paragraphs[1:]:
        name, definition = split_headword(paragraph)
        if definition and len(name) <= _MAX_SHORT_HEADWORD and bullet_text(paragraph) is None:
            message = f"Не начинается ли здесь другое правило: «{name}»? Версии перед ним нет"
            yield NO_VERSION.at(entry.line, message, raw=paragraph, field="rules")


def _entries(lines: Iterable[Line]) -> Iterator[_Entry]:
    pending: list[Line] = []
    for line in lines:
        text = canonical_line(line.text) if has_value(line.text) else ""
        position = 0
        for version in RULES_VERSION.finditer(text):
            pending.append(
                Line(line.number, text[position : version.start()].lstrip(_BETWEEN if position else None).rstrip())
            )
            yield from _entry(pending, " ".join(version.group().split()))
            pending, position = [], version.end()
        pending.append(Line(line.number, text[position:].lstrip(_BETWEEN) if position else text))
    yield from _unversioned(pending)


def _entry(lines: Sequence[Line], version: str | None) -> Iterator[_Entry]:
    above, lines = _part_stray(lines)
    paragraphs = join_wrapped(line.text for line in lines)
    if paragraphs:
        texts = [paragraph.text for paragraph in paragraphs]
        yield _Entry(lines[paragraphs[0].first].number, texts, version, above)


def _part_stray(lines: Sequence[Line]) -> tuple[tuple[Line, ...], Sequence[Line]]:
    """Part the lines above a headword from the entry: a line without a stop, and right below it an entry's own first.

    A headword that goes on over two lines goes on inside brackets, behind a comma or with a small letter.
    """
    start = next((at for at, line in enumerate(lines) if line.text), len(lines))
    end = start
    while end + 1 < len(lines) and _stands_above(lines[end].text, lines[end + 1].text):
        end += 1
    return tuple(lines[start:end]), lines[end:]


def _stands_above(text: str, below: str) -> bool:
    if _first_stop(text) < len(text) or text.count("(") != text.count(")") or text[-1:] in _UNFINISHED:
        return False
    headword, definition = split_headword(below)
    fits = _MIN_HEADWORD <= len(headword) <= _MAX_SHORT_HEADWORD
    return bool(definition) and fits and not headword[:1].islower() and bullet_text(below) is None


def _unversioned(lines: Sequence[Line]) -> Iterator[_Entry]:
    """Part entries without versions: each paragraph is one, with the bullets below it."""
    group: list[Line] = []
    blank = False
    for line in lines:
        if blank and line.text and bullet_text(line.text) is None:
            yield from _entry(group, None)
            group = []
        blank = not line.text
        group.append(line)
    yield from _entry(group, None)


def _bare_name(line: Line) -> str:
    name = canonical_line(line.text)
    bullet = bullet_text(name)
    return name if bullet is None else bullet


def read_name_list(lines: Iterable[Line]) -> RuleNames:
    """Read «Дополнительные правила»; a line too long for a name, with a tab or ending a sentence is refused."""
    names: list[str] = []
    strays: list[Line] = []
    for line in lines:
        name = _bare_name(line)
        if not has_value(name):
            continue
        if _is_no_name(name) or "\t" in line.text.strip():
            strays.append(line)
        else:
            names.append(name)
    return RuleNames(tuple(names), tuple(map(_stray_name, strays)))


def _stray_name(line: Line) -> Problem:
    message = f"Строка не похожа на название правила: «{' '.join(line.text.split())[:60]}»"
    hint = "Проверьте, не попал ли в список текст правил или другой карты"
    return STRAY_TEXT.at(line.number, message, hint=hint, raw=line.text, field="additional")


def _is_no_name(name: str) -> bool:
    if len(name) > _MAX_HEADWORD or _SENTENCE_END.search(name):
        return True
    second_name = split_headword(name)[1] == "" and name.endswith(").")
    return name.endswith(".") and not second_name and len(_NUMBERED.sub("", name).split()) >= _SENTENCE_WORDS
