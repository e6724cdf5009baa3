"""Cards to rows of the full-text index: folded words and their lemmas, column by column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from db.fulltext import LIST_BREAK, AbilityWords, FulltextRow
from pipeline.merge import MergedCard
from rules_links.morphology import lemma
from schema.fold import index_words, joined_words, without_icon_numbers
from schema.results import Ability

# «В начале вашего хода» is also found as «в начале хода»: who does not say whose turn means every turn.
_POSSESSIVES = frozenset({"ваш", "свой", "твой"})


def index_card(card: MergedCard, abilities: Iterable[Ability] = ()) -> FulltextRow:
    """Return the words under which `card` is found, and those of its `abilities` in their order."""
    record = card.record
    name, text, flavor = (index_words(value or "") for value in (record.name, record.text, record.flavor))
    classes, artists = _join_list(record.classes), _join_list(record.artists)
    questions = _join_list(part for entry in record.questions for part in (entry.question, entry.answer))
    return FulltextRow(
        card_id=card.id,
        name=" ".join(name),
        text=" ".join(text),
        flavor=" ".join(flavor),
        class_=" ".join(classes),
        artist=" ".join(artists),
        name_lemma=_lemmas(name),
        text_lemma=_lemmas(text),
        flavor_lemma=_lemmas(flavor),
        class_lemma=_lemmas(classes),
        name_joined=" ".join(joined_words(record.name or "")),
        text_joined=" ".join(joined_words(record.text or "")),
        class_joined=" ".join(word for name in record.classes for word in joined_words(name)),
        text_unnumbered=_unnumbered(text),
        faq=" ".join(questions),
        faq_lemma=_lemmas(questions),
        abilities=tuple(_index_ability(card.id, ordinal, ability) for ordinal, ability in enumerate(abilities)),
    )


def _index_ability(card_id: str, ordinal: int, ability: Ability) -> AbilityWords:
    text = index_words(ability.text)
    trigger, condition, duration = (
        _with_plain(index_words(value or "")) for value in (ability.trigger, ability.condition, ability.duration)
    )
    action = _join_list(action.name for action in ability.actions if action.name)
    return AbilityWords(
        card_id=card_id,
        ordinal=ordinal,
        text=" ".join(text),
        trigger=" ".join(trigger),
        condition=" ".join(condition),
        duration=" ".join(duration),
        action=" ".join(action),
        text_lemma=_lemmas(text),
        trigger_lemma=_lemmas(trigger),
        condition_lemma=_lemmas(condition),
        duration_lemma=_lemmas(duration),
        action_lemma=_lemmas(action),
        text_unnumbered=_unnumbered(text),
    )


def _with_plain(words: list[str]) -> list[str]:
    """Return `words`, followed by the same without «ваш» and «свой» where they have them."""
    plain = [word for word in words if lemma(word) not in _POSSESSIVES]
    return words if len(plain) == len(words) else [*words, LIST_BREAK, *plain]


def _unnumbered(words: Sequence[str]) -> str:
    plain = without_icon_numbers(words)
    return "" if len(plain) == len(words) else _lemmas(plain)


def _join_list(values: Iterable[str]) -> list[str]:
    words: list[str] = []
    for value in values:
        words += [*([LIST_BREAK] if words else []), *index_words(value)]
    return words


def _lemmas(words: Iterable[str]) -> str:
    return " ".join(map(lemma, words))
