"""An ability as one readable Russian line, for the card page and for screen readers.

The line is made from the slots alone, so that what is heard is what was understood; what was not is said as
such. No icon code is ever spoken.
"""

from __future__ import annotations

import re

from rules_engine.lexicon import DECLARED, WHOLE_VALUES
from schema.icons import ICON_TOKEN, ICONS
from schema.results import Ability, Action, CostItem, Keyword, Limit
from schema.vocabulary import ActionKind

SEPARATOR = " · "
_LOST = "утраченная иконка"
_BARE_VALUES = frozenset(WHOLE_VALUES.values())
_PERIODS = {"turn": "за ход", "battle": "за бой"}
_DIRECTED = frozenset(
    {ActionKind.SHOT, ActionKind.THROW, ActionKind.DISCHARGE, ActionKind.SPECIAL_STRIKE, ActionKind.MAGIC_STRIKE,
     ActionKind.ROW_STRIKE, ActionKind.WOUND, ActionKind.HEAL, ActionKind.POISON}
)  # fmt: skip


def describe(ability: Ability) -> str:
    """Return «оплата: закрыть карту · действие: выстрел на 2 · ограничение: 1 раз за ход»."""
    parts = [
        ("", speak_prefix(ability.prefix)),
        ("", "внезапное действие" if ability.sudden else ""),
        ("оплата", ", ".join(describe_cost(item) for item in ability.cost)),
        _label_trigger(_in_sentence(speak(ability.trigger))),
        ("условие", _in_sentence(speak(ability.condition))),
        ("особенность" if len(ability.keywords) == 1 else "особенности", _join(ability.keywords)),
        ("действие", _join_actions(ability.actions)),
        ("ограничение", describe_limit(ability.limit) if ability.limit else ""),
        ("срок", _in_sentence(speak(ability.duration))),
        ("угадано", ", ".join(speak(fill.icons) for fill in ability.filled)),
        ("не разобрано", ", ".join(f"«{speak(part.text)}»" for part in ability.opaque)),
    ]
    return SEPARATOR.join(f"{label}: {said}" if label else said for label, said in parts if said)


def _label_trigger(said: str) -> tuple[str, str]:
    """Return the label and the words of a trigger; one that begins with «когда» says itself what it is."""
    return ("" if said.startswith("когда ") else "когда", said)


def _in_sentence(said: str) -> str:
    return said[:1].lower() + said[1:]


def speak(text: str | None) -> str:
    """Return a quotation with its icons in words, ready to be read aloud; empty for None."""
    if text is None:
        return ""
    spoken = ICON_TOKEN.sub(lambda match: f" {_speak_icon(match[1])} ", text)
    return re.sub(r"\s+([.,;:)])", r"\1", " ".join(spoken.split()))


def speak_prefix(prefix: str | None) -> str:
    """Return a wrapper in words: an icon's name, or the wrapper as printed."""
    if prefix is None:
        return ""
    return ICONS[prefix].spoken_name if prefix in ICONS else prefix[:1].lower() + prefix[1:]


def describe_cost(item: CostItem) -> str:
    """Return one part of a cost in words: «закрыть карту», «2 × фишка», or the exact words."""
    if item.text is not None:
        return speak(item.text)
    name = _speak_icon(item.icon)
    return name if item.count == 1 else f"{item.count} × {name}"


def describe_limit(limit: Limit) -> str:
    """Return «2 раза за ход»."""
    return f"{limit.count} {_plural_times(limit.count)} {_PERIODS.get(limit.per, limit.per)}"


def describe_keyword(keyword: Keyword) -> str:
    """Return «броня 2» or «прыжок, дальность 3»."""
    name = keyword.term[0].lower() + keyword.term[1:]
    if keyword.value is None:
        return name
    return f"{name}, дальность {keyword.value}" if keyword.term == "Прыжок" else f"{name} {keyword.value}"


def describe_action(action: Action) -> str:
    """Return one act in words: «выстрел «стрелы» на 2, дальность 5»; an act of kind `other` is «прочее»."""
    if action.kind is ActionKind.OTHER:
        return "прочее"
    if action.kind is ActionKind.GAIN_COUNTER:
        said = f"получить маркер «{speak(action.name)}»" if action.name else "получить фишку"
        return f"{said} × {action.value}" if action.value not in {None, "1"} else said
    if action.kind is ActionKind.MODIFY and action.value:
        # A reader of screens says «минус» for the true sign and passes over a hyphen.
        return f"изменить на {re.sub('^-', '−', action.value)}"
    said = action.kind.label
    if action.name:
        said += f" «{speak(action.name)}»"
    if action.value:
        directed = action.kind in _DIRECTED and action.value not in _BARE_VALUES
        said += f" на {action.value}" if directed else f" {action.value}"
    return f"{said}, дальность {action.range}" if action.range else said


def _join_actions(actions: tuple[Action, ...]) -> str:
    """Return the acts in words, a run of acts of kind `other` said once.

    The slots do not tell whether acts follow or replace one another, so nothing is said between them; only what
    a spell or influence does stands behind its name.
    """
    said, before = "", None
    for action in actions:
        if before is not None and action.kind is before is ActionKind.OTHER:
            continue
        mark = "" if before is None else ": " if before in DECLARED else "; "
        said, before = f"{said}{mark}{describe_action(action)}", action.kind
    return said


def _join(keywords: tuple[Keyword, ...]) -> str:
    return ", ".join(describe_keyword(keyword) for keyword in keywords)


def _speak_icon(code: str) -> str:
    return ICONS[code].spoken_name if code in ICONS else _LOST if code == "?" else f"неизвестная иконка {code}"


def _plural_times(count: str) -> str:
    if not count.isdigit():
        return "раз"
    return "раза" if int(count) % 10 in {2, 3, 4} and int(count) % 100 not in {12, 13, 14} else "раз"
