"""Articles of a rules document -> which article speaks of what; and which functions follow it.

A document numbers its articles as it likes («514.6», «103.2», no number at all), so code names topics, and a topic
finds its article by the words of topics.toml. `@follows(Topic.EXPERIENCE)` ties a function to its topic, so that
the docs, the rules page and a result can lead from one to the other.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import TypeVar

from schema.fold import fold

Function = TypeVar("Function", bound=Callable[..., object])


class Topic(StrEnum):
    """What an article of the battle rules settles; the values are the names of topics.toml."""

    FIGHT = "fight"
    RESPONSE = "response"
    EXPERIENCE = "experience"
    MISS = "miss"
    CLOSED_TARGET = "closed_target"
    OWN_CARD = "own_card"
    AS_CLOSED = "as_closed"
    DEFENDER = "defender"
    DEFENDED_STRIKE = "defended_strike"
    GROUND_ON_FIELD = "ground_on_field"
    FLYING_ON_FIELD = "flying_on_field"
    FLYING_ON_ZONE = "flying_on_zone"
    GROUND_ON_ZONE = "ground_on_zone"
    NO_SECOND = "no_second"
    PAYMENT = "payment"
    SUDDEN = "sudden"

    @property
    def about(self) -> str:
        """What the topic is about, in Russian."""
        return _load_topics()[self].title


@dataclass(frozen=True, slots=True)
class RuleGrid:
    """A table of the rules with merged cells restored."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class RuleText:
    """An article as the engine reads it: `address` is its id, `number` None for a paragraph without one."""

    address: str
    number: str | None
    text: str
    title: str | None = None
    tables: tuple[RuleGrid, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """The article of a document that settles a topic; `words` is how a reader is told («п. 514.6»)."""

    topic: Topic
    address: str
    number: str | None

    @property
    def words(self) -> str:
        """How the article is cited: by its number, else by its place in the document."""
        if self.number is not None:
            return f"п. {self.number}"
        return f"абзац {self.address.rpartition('/')[2].removeprefix('p')}"


@dataclass(frozen=True, slots=True)
class _TopicWords:
    title: str
    words: tuple[tuple[re.Pattern[str], ...], ...]


@cache
def _load_topics() -> dict[Topic, _TopicWords]:
    data = tomllib.loads(files("rules_engine.battle").joinpath("topics.toml").read_text(encoding="utf-8"))
    return {
        Topic(name): _TopicWords(entry["title"], tuple(tuple(map(re.compile, each)) for each in entry["words"]))
        for name, entry in data.items()
    }


def find_citations(articles: Sequence[RuleText]) -> tuple[Citation, ...]:
    """Return the article of each topic that the document speaks of, in the order of Topic.

    One article may settle several topics; a topic that no article settles is left out.
    """
    folded = [(article, fold(article.text)) for article in articles]
    found: list[Citation] = []
    for topic in Topic:
        article = _find_article(_load_topics()[topic], folded)
        if article is not None:
            found.append(Citation(topic, article.address, article.number))
    return tuple(found)


def _find_article(topic: _TopicWords, folded: Sequence[tuple[RuleText, str]]) -> RuleText | None:
    for alternative in topic.words:
        for article, text in folded:
            if all(pattern.search(text) for pattern in alternative):
                return article
    return None


_FOLLOWERS: dict[Topic, list[str]] = {}


def follows(*topics: Topic) -> Callable[[Function], Function]:
    """Register the decorated function as one that does what the articles of `topics` say."""

    def register(function: Function) -> Function:
        for topic in topics:
            _FOLLOWERS.setdefault(topic, []).append(f"{function.__module__}.{function.__qualname__}")
        return function

    return register


def functions_of(topic: Topic) -> tuple[str, ...]:
    """Return the dotted names of the functions that follow the article of `topic`, as imported so far."""
    return tuple(_FOLLOWERS.get(topic, ()))
