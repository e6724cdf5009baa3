"""What a query says about its answer as a whole: `сорт:стоимость-`, `лимит:20`, `один:имя`.

Tokens go in one key at a time; what was said is kept here until the query is whole.
"""

from __future__ import annotations

import re

from schema.errors import QueryError
from schema.fields import CardField
from schema.fold import fold
from search.keys import CONTROL_KEYS, FIELD_BY_KEY, SORT_FIELDS, UNIQUE_FIELDS, Control, render_nearest
from search.query import RELEVANCE, SortKey
from search.tokens import MINUS, PHRASE, WORD, Token

LARGEST_LIMIT = 100_000
_EXAMPLES = {Control.SORT: "сорт:стоимость-", Control.LIMIT: "лимит:20", Control.UNIQUE: "один:имя"}
_SORT_KEY = re.compile(r"(.*?)([-+]?)")
_RELEVANCE_WORDS = frozenset({RELEVANCE, "relevance"})


class Controls:
    """The controls of one query, taken key by key."""

    def __init__(self, query: str) -> None:
        """Begin with a query that says nothing about its answer."""
        self.query = query
        self.sort: list[SortKey] = []
        self.limit: int | None = None
        self.unique: CardField | None = None

    @property
    def taken(self) -> bool:
        """Whether any control was read."""
        return bool(self.sort or self.unique or self.limit is not None)

    def take(self, key: Token, sign: Token, value: Token | None) -> None:
        """Read one control; raises QueryError for a sign or a value that makes no sense, or a second one."""
        control = CONTROL_KEYS[fold(key.text)]
        example = f"Например {_EXAMPLES[control]}"
        if sign.text not in (":", "="):
            raise self._error(f"после «{key.text}» пишут двоеточие", key.start, sign.end, example)
        if value is not None and value.kind is MINUS:
            raise self._error("минус стоит перед значением", value.start, value.end, "Пишите сорт:стоимость-")
        if value is None or value.kind not in (WORD, PHRASE):
            raise self._error(f"после «{key.text}{sign.text}» нет значения", key.start, sign.end, example)
        takers = {Control.SORT: self._take_sort, Control.LIMIT: self._take_limit, Control.UNIQUE: self._take_unique}
        takers[control](value)

    def _take_sort(self, value: Token) -> None:
        for part in value.text.split(","):
            match = _SORT_KEY.fullmatch(part.strip())
            name, direction = match.groups() if match else (part, "")
            field = None if fold(name) in _RELEVANCE_WORDS else self._field(value, name, SORT_FIELDS, "сортировать")
            if any(key.field is field for key in self.sort):
                raise self._error(f"порядок по «{name}» назван дважды", value.start, value.end, "Оставьте один раз")
            self.sort.append(SortKey(field, direction == "-"))

    def _take_limit(self, value: Token) -> None:
        number = int(value.text) if re.fullmatch(r"[0-9]{1,6}", value.text) else 0
        if not 1 <= number <= LARGEST_LIMIT:
            raise self._error(
                f"предел ответа — число от 1 до {LARGEST_LIMIT}, а не «{value.text}»",
                value.start,
                value.end,
                f"Например {_EXAMPLES[Control.LIMIT]}",
            )
        if self.limit is not None:
            raise self._error("предел ответа назван дважды", value.start, value.end, "Оставьте один")
        self.limit = number

    def _take_unique(self, value: Token) -> None:
        if self.unique is not None:
            raise self._error("«один» назван дважды", value.start, value.end, "Оставьте один")
        self.unique = self._field(value, value.text, UNIQUE_FIELDS, "отобрать по одной")

    def _field(self, value: Token, name: str, allowed: tuple[CardField, ...], verb: str) -> CardField:
        field = FIELD_BY_KEY.get(fold(name))
        if field is not None and field in allowed:
            return field
        shown = [field.keys[0] for field in allowed]
        known = [key for field in allowed for key in field.keys]
        hint = f"Можно: {', '.join(shown)}" if field else render_nearest(name, known, f"Можно: {', '.join(shown)}")
        raise self._error(f"по «{name}» нельзя {verb}", value.start, value.end, hint)

    def _error(self, what: str, start: int, end: int, hint: str) -> QueryError:
        return QueryError(what, query=self.query, start=start, end=end, hint=hint)
