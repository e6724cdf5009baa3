"""The community's card set in JSON -> card records: its numeric codes, its icons, its texts letter by letter.

`parse_record` reads one record, complete or not; `parse` a whole file, in which a broken record is refused with
its position and the others are read. Codes are those of the set «nxt», checked against all its 870 cards.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from ingest.decoding import Decoded, decode
from ingest.duplicates import FoundCard, keep_first
from ingest.json_records import JsonRecord, scan_records
from ingest.printed_icons import printed_order
from ingest.problems import BAD_RECORD, BROKEN_JSON, INCOMPLETE, MISFIT, NO_NUMBER, UNKNOWN_KEY
from ingest.properties import Properties, fit_properties
from ingest.values import MAX_NUMBER, MAX_VALUE, read_artists
from schema.errors import SourceError
from schema.records import CardKey, CardRecord, Document, Harvest, Problem, SourceValue, Strike
from schema.vocabulary import CardType, Element, Rarity, Subtype

FORMAT = "community"

ELEMENTS = {
    1: Element.STEPPE,
    2: Element.MOUNTAIN,
    4: Element.FOREST,
    8: Element.SWAMP,
    16: Element.DARKNESS,
    32: Element.NEUTRAL,
}
RARITIES = {1: Rarity.COMMON, 2: Rarity.UNCOMMON, 3: Rarity.RARE, 4: Rarity.ULTRA}
TYPES: dict[int, tuple[CardType, Subtype | None]] = {
    0: (CardType.CREATURE, None),
    1: (CardType.CREATURE, Subtype.FLYING),
    2: (CardType.CREATURE, Subtype.COMPANION),
    3: (CardType.CREATURE, Subtype.PARASITE),
    4: (CardType.ARTIFACT, None),
    5: (CardType.TERRAIN, None),
}
# Keys of the set, and `rules`: the source page's own list of rule terms.
KEYS = frozenset(
    {
        "id", "set_id", "number", "name", "rarity", "cost", "elite", "uniq", "color", "class", "type", "life",
        "move", "hit", "icons", "art", "tokens", "text", "prints", "alts", "horde", "ban", "promos", "rules",
    }
)  # fmt: skip

_START = re.compile(r"^[\s\ufeff]*(?:\[[\s,]*)?\{")
_KEYS_OF_THE_SET = re.compile(r"\"(?:set_id|hit|uniq)\"\s*:")
_ID_AND_TEXT = (re.compile(r"\"id\"\s*:"), re.compile(r"\"text\"\s*:"))
_HEAD = 20_000
_SHORT = 24
MAX_TEXT = 100_000
_NUMBERED_ID = re.compile(r"^([0-9]{2,3})([0-9]{3})$")
_ENCODE = json.JSONEncoder(ensure_ascii=False, default=str).encode
_SURROGATE = re.compile(r"[\ud800-\udfff]")

T = TypeVar("T")
Record = Mapping[str, object]


def recognise(decoded: Decoded) -> bool:
    """Tell whether the text is JSON that begins with records of such a set."""
    head = decoded.text[:_HEAD]
    if not _START.match(head):
        return False
    return bool(_KEYS_OF_THE_SET.search(head)) or all(pattern.search(head) for pattern in _ID_AND_TEXT)


def parse(document: Document) -> Harvest:
    """Return every card of the file; a record that cannot be read is refused with its position and raw text."""
    decoded = decode(document.data)
    if decoded.refused:
        return Harvest(FORMAT, problems=decoded.problems)
    problems: list[Problem] = [*decoded.problems]
    cards, refusals = keep_first(_found_cards(decoded, problems), with_raw=False)
    ordered = sorted((*problems, *refusals), key=lambda problem: problem.line or 0)
    return Harvest(FORMAT, cards, problems=tuple(ordered))


def _found_cards(decoded: Decoded, problems: list[Problem]) -> Iterator[FoundCard]:
    """Yield the cards one by one, each with its raw text, and add what is wrong to `problems`."""
    for record in scan_records(decoded.text):
        card, record_problems = _read_record(record)
        problems += record_problems
        if card is not None:
            yield FoundCard(card, record.raw)


def _read_record(record: JsonRecord) -> tuple[CardRecord | None, list[Problem]]:
    where = f"запись {record.position}"
    if record.error is not None:
        message = f"{BROKEN_JSON.title} ({where}): {record.error}"
        return None, [BROKEN_JSON.at(record.line, message, raw=record.raw)]
    if not isinstance(record.value, dict):
        return None, [BAD_RECORD.at(record.line, f"{where}: это не карта, а другое значение JSON", raw=record.raw)]
    try:
        card = parse_record(record.value, where, record.line)
    except SourceError as error:
        return None, [BAD_RECORD.at(record.line, f"{error.where}: {error.what}", hint=error.hint, raw=record.raw)]
    if not card.key.release:
        message = f"{where}: не названы выпуск и номер («set_id» и «number»)"
        return None, [NO_NUMBER.at(record.line, message, raw=record.raw)]
    return card, _doubts(card, record)


def _doubts(card: CardRecord, record: JsonRecord) -> list[Problem]:
    """Say what of a readable record is doubtful: unknown keys, values that do not fit the type."""
    raw = record.value if isinstance(record.value, dict) else {}
    problems = [
        UNKNOWN_KEY.at(record.line, f"Неизвестный ключ «{value.field}»", raw=value.value, field=value.field)
        for value in card.values
        if not value.known
    ]
    reader = _RecordReader(raw, "")
    _, misfits = fit_properties(card.card_type, card.subtype, reader.properties())
    problems += [MISFIT.at(record.line, message, raw=record.raw, field="properties") for message in misfits]
    if "name" in raw and card.name is None:
        problems.append(INCOMPLETE.at(record.line, "У карты нет имени", hint="Допишите «name»", field="name"))
    return [replace(problem, card=card.key) for problem in problems]


def parse_record(record: Record, where: str = "", line: int | None = None) -> CardRecord:
    """Return the card of one record of the set; keys that are absent or null give None.

    `where` names the record in errors, `line` is where it begins. Values that a card of its type cannot have are left
    out (a source's 0 there means «none»). Printed icons are only those of schema.icons.PRINTED_ICONS: the set's other
    keys are its author's guesses. Release and number come from «set_id» and «number», else from a five-digit id; where
    neither tells them, the key is ``CardKey("", 0)`` and the record's own «id» must stand for it. Raises
    SourceError, which names the key, where a value is of the wrong kind.
    """
    reader = _RecordReader(record, where)
    card_type, subtype = reader.code("type", TYPES) or (None, None)
    fitted, _ = fit_properties(card_type, subtype, reader.properties())
    text = reader.text("text")
    return CardRecord(
        key=reader.key(),
        name=reader.filled("name"),
        element=reader.code("color", ELEMENTS),
        rarity=reader.code("rarity", RARITIES),
        cost=reader.number("cost"),
        elite=reader.flag("elite"),
        unique=reader.flag("uniq"),
        horde=reader.flag("horde"),
        banned=reader.banned(),
        card_type=card_type,
        subtype=subtype,
        classes=tuple(name.strip() for name in reader.texts("class") or () if name.strip()),
        life=fitted.life,
        move=fitted.move,
        strike=fitted.strike,
        icons=printed_order(reader.icons()),
        # Offsets of links and findings count from the text as given, so its ends stay too.
        text=text if text and text.strip() else None,
        text_source=text or None,
        artists=read_artists(reader.text("art") or ""),
        direct_terms=reader.texts("rules"),
        values=reader.values(line),
        line=line,
    )


class _RecordReader:
    """Takes single values out of one record and refuses those of the wrong kind."""

    def __init__(self, record: Record, where: str) -> None:
        self._record = record
        self._where = where

    def _wrong(self, key: str, wanted: str) -> SourceError:
        value = self._record.get(key)
        cut = value[:60] if isinstance(value, str) else value
        shown = _SURROGATE.sub("\ufffd", json.dumps(cut, ensure_ascii=False, default=str)[:60])
        return SourceError(f"«{key}»: нужно {wanted}, а здесь {shown}", where=self._where, hint=BAD_RECORD.hint)

    def text(self, key: str) -> str | None:
        """Return a text; lone surrogates cannot be stored and are no text."""
        value = self._record.get(key)
        if value is None:
            return None
        if not isinstance(value, str) or len(value) > MAX_TEXT or _SURROGATE.search(value):
            raise self._wrong(key, f"текст не длиннее {MAX_TEXT} знаков")
        return value

    def filled(self, key: str) -> str | None:
        """Return a text without blanks at its ends, None where nothing is left."""
        return (self.text(key) or "").strip() or None

    def number(self, key: str, limit: int = MAX_VALUE) -> int | None:
        """Return a whole number from 0 to `limit`."""
        value = self._record.get(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= limit:
            raise self._wrong(key, f"целое число от 0 до {limit}")
        return value

    def flag(self, key: str) -> bool | None:
        """Return true or false."""
        value = self._record.get(key)
        if value is not None and not isinstance(value, bool):
            raise self._wrong(key, "true или false")
        return value

    def code(self, key: str, table: Mapping[int, T]) -> T | None:
        """Return what a code of the set means."""
        value = self._record.get(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or value not in table:
            raise self._wrong(key, f"один из кодов {', '.join(map(str, table))}")
        return table[value]

    def texts(self, key: str) -> tuple[str, ...] | None:
        """Return a list of texts."""
        value = self._record.get(key)
        if value is None:
            return None
        texts = value if isinstance(value, list | tuple) else [None]
        if not all(isinstance(item, str) and len(item) <= MAX_TEXT and not _SURROGATE.search(item) for item in texts):
            raise self._wrong(key, "список текстов")
        return tuple(texts)

    def properties(self) -> Properties:
        """Return life, movement and strike as the record has them."""
        return Properties(self.number("life"), self.number("move"), self._strike())

    def _strike(self) -> Strike | None:
        value = self._record.get("hit")
        if value is None:
            return None
        numbers = value if isinstance(value, list | tuple) else ()
        if len(numbers) != len(Strike._fields) or not all(
            type(one) is int and 0 <= one <= MAX_VALUE for one in numbers
        ):
            raise self._wrong("hit", "список из трёх чисел")
        return Strike(*numbers)

    def icons(self) -> dict[str, int | None]:
        """Return all icons of the record with their values."""
        value = self._record.get("icons")
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            raise self._wrong("icons", "объект «код: число»")
        reader = _RecordReader(value, f"{self._where}: «icons»" if self._where else "«icons»")
        return {str(code): reader.number(code) for code in value}

    def banned(self) -> bool | None:
        """Return whether the card itself is banned: bans of its other printings stand under their names."""
        value = self._record.get("ban")
        if value is None:
            return None
        if not isinstance(value, Mapping):
            raise self._wrong("ban", "объект «печать: true или false»")
        return _RecordReader(value, self._where).flag("") or False

    def key(self) -> CardKey:
        """Return release and number, by their own keys or by a five-digit id."""
        release, number = self._release(), self.number("number", MAX_NUMBER)
        identity = self._record.get("id")
        if identity is not None and (isinstance(identity, bool) or not isinstance(identity, str | int)):
            raise self._wrong("id", "текст или число")
        match = _NUMBERED_ID.match(str(identity)[:20])
        if match and release is None:
            release = match[1]
        if match and number is None:
            number = int(match[2])
        return CardKey(release, number) if release and number is not None else CardKey("", 0)

    def _release(self) -> str | None:
        value = self._record.get("set_id")
        if isinstance(value, str):
            return self.filled("set_id")
        number = self.number("set_id", MAX_NUMBER)
        return None if number is None else str(number)

    def values(self, line: int | None) -> tuple[SourceValue, ...]:
        """Return every value as the record spells it: a text as it is, anything else as JSON."""
        return tuple(SourceValue(str(key), _spelled(value), line, key in KEYS) for key, value in self._record.items())


def _spelled(value: object) -> str:
    text = value if isinstance(value, str) else _ENCODE(value)
    text = _SURROGATE.sub("\ufffd", text)
    # Codes and flags repeat on every card of a set: one copy of each is enough.
    return sys.intern(text) if len(text) <= _SHORT else text
