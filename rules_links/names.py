"""Which words of a text are names: of throws, spells, influences, markers, and of the card itself.

A name is not language: nothing in «старые раны» is about wounds. Tokens enter, those that belong to a
name leave. Early releases lost the quotes round names, so grammar must tell where a name ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_links.morphology import is_known, lemmas, readings
from rules_links.words import Token
from schema.fold import fold

# Abilities that are followed by their name; the name of an act stands in the nominative, «воздействие удар грома».
_NAMED_ABILITIES = frozenset({"воздействие", "заклинание"})
_NAMED_ATTACKS = frozenset({"метание", "выстрел", "разряд", "удар"})
_NAME_BEARERS = _NAMED_ABILITIES | _NAMED_ATTACKS | {"маркер", "фишка", "жетон", "добивание", "излечение", "с"}
_GIVERS = frozenset({"получить", "иметь", "дать", "давать", "особенность", "свойство", "терять", "потерять"})
_QUOTES = {"«": "»", '"': '"', "“": "”", "„": "“"}
_SENTENCE_WORDS = frozenset(
    {"если", "когда", "пока", "при", "до", "после", "по", "за", "для", "из", "вместо", "или", "и"}
    | {"может", "можете", "могут", "можно", "x", "х", "два", "две", "три"}
)
# In any form they begin the act itself, never stand in a name.
_ACT_WORDS = frozenset(
    {"каждый", "любой", "весь", "он", "она", "оно", "они", "вы", "ваш", "его", "ее", "их"}
    | {"выбранный", "один", "другой", "этот", "стоящий", "особенность"}
)
_NOTHING: frozenset[str] = frozenset()
_A_CARD = frozenset({"<thing>", "<any>"})
_LONGEST_NAME = 6
_LONGEST_QUOTED = 8
# Case endings of nouns and adjectives, and what is left of them where the last letter of the name stays.
_ENDINGS = frozenset(
    {"", "а", "я", "у", "ю", "ом", "ем", "е", "и", "ы", "ой", "ей", "ою", "ею", "ов", "ев", "ам", "ям", "ами", "ями"}
    | {"ах", "ях", "ий", "ый", "ого", "его", "ому", "ему", "ым", "им", "ых", "их", "ая", "яя", "ую", "юю", "ое", "ее"}
    | {"ые", "ие", "ь", "й", "м", "х", "ми", "го", "му", "ью", "ем", "ец", "ца", "цу", "цом", "це"}
)
_FINITE = frozenset({"VERB", "INFN", "GRND"})
_DIRECT_CASES = frozenset({"nomn", "accs"})


def find_names(tokens: Sequence[Token], card_name: str | None) -> dict[int, frozenset[str]]:
    """Return the tokens that belong to a name, by index, with the keys that are left to them.

    The name of a card stands for the card («ваша Змея»), the name of an ability for nothing. `card_name` is the
    card's own.
    """
    found: dict[int, frozenset[str]] = {}
    for index, token in enumerate(tokens):
        if index in found:
            continue
        if token.text in _QUOTES:
            found |= dict.fromkeys(_quoted_name(tokens, index), _NOTHING)
        elif token.kind == "word":
            if fold(token.text) in _NAMED_ABILITIES:
                found |= dict.fromkeys(_ability_name(tokens, index), _NOTHING)
            if _is_named_attack(token):
                found |= dict.fromkeys(_attack_name(tokens, index), _NOTHING)
    for index in _own_name(tokens, card_name or ""):
        found.setdefault(index, _A_CARD)
    return found


def _quoted_name(tokens: Sequence[Token], index: int) -> range:
    closing = _QUOTES[tokens[index].text]
    reach = min(len(tokens), index + _LONGEST_QUOTED + 2)
    end = next((i for i in range(index + 1, reach) if tokens[i].text == closing), None)
    if end is None or end == index + 1:
        return range(0)
    before = tokens[index - 1] if index else None
    if before is not None and before.keys & _NAME_BEARERS:
        return range(index, end + 1)
    inside = tokens[index + 1 : end]
    speaks = any(token.kind in {"icon", "signed"} or token.text == ":" or _is_verb(token) for token in inside)
    given = before is not None and bool(before.keys & _GIVERS)
    return range(0) if speaks or given else range(index, end + 1)


def _is_verb(token: Token) -> bool:
    found = readings(token.text) if token.kind == "word" else ()
    return bool(found) and all(reading.part in _FINITE for reading in found)


def _ability_name(tokens: Sequence[Token], index: int) -> Iterator[int]:
    """Yield the tokens of the unquoted name after «Воздействие»: at most one noun phrase, then the act begins."""
    noun_seen = False
    for position in range(index + 1, min(index + 1 + _LONGEST_NAME, len(tokens))):
        token = tokens[position]
        first = position == index + 1
        if token.kind != "word" or _begins_act(tokens, position, first, noun_seen):
            return
        yield position
        noun_seen = noun_seen or _is_direct_noun(token)


def _begins_act(tokens: Sequence[Token], position: int, first: bool, noun_seen: bool) -> bool:
    token = tokens[position]
    word = fold(token.text)
    if word in _SENTENCE_WORDS or token.keys & _ACT_WORDS:
        return True
    found = readings(word)
    parts = {reading.part for reading in found}
    if first:
        return "PREP" in parts and _number_follows(tokens, position)
    if parts and parts <= _FINITE:
        return True
    if parts == {"PREP"} or word in {"на", "с", "в"}:
        return _number_follows(tokens, position)
    if not noun_seen:
        return False
    # A second word in the nominative begins the sentence: «песня ветра небестелесное существо ранится…».
    return bool(found) and all(
        reading.part in {"NOUN", "ADJF", "PRTF", "NUMR"} and bool(reading.grammemes & _DIRECT_CASES)
        for reading in found
    )


def _number_follows(tokens: Sequence[Token], position: int) -> bool:
    return position + 1 < len(tokens) and tokens[position + 1].kind in {"num", "triple"}


def _is_direct_noun(token: Token) -> bool:
    return any(
        reading.part in {"NOUN", "INFN"} and (reading.part == "INFN" or bool(reading.grammemes & _DIRECT_CASES))
        for reading in readings(token.text)
    )


def _attack_name(tokens: Sequence[Token], index: int) -> range:
    """Return the tokens between an attack and its value: «метание ржавого гвоздя на 2»."""
    for position in range(index + 1, min(index + 2 + _LONGEST_NAME, len(tokens))):
        token = tokens[position]
        if fold(token.text) == "на" and _number_follows(tokens, position):
            return range(index + 1, position)
        if token.kind != "word" or not _may_name_attack(token, first=position == index + 1):
            return range(0)
    return range(0)


def _is_named_attack(token: Token) -> bool:
    if token.keys.isdisjoint(_NAMED_ATTACKS):
        return False
    return any(reading.part == "NOUN" and bool(reading.grammemes & _DIRECT_CASES) for reading in readings(token.text))


def _may_name_attack(token: Token, first: bool) -> bool:
    word = fold(token.text)
    if word in _SENTENCE_WORDS or "<card>" in token.keys or token.keys & _ACT_WORDS or word == "противника":
        return False
    parts = {reading.part for reading in readings(word)}
    if "PREP" in parts or word in {"с", "в", "на"}:
        return not first
    return bool(parts & {"NOUN", "ADJF", "PRTF", "ADVB"}) or not parts


def _own_name(tokens: Sequence[Token], name: str) -> Iterator[int]:
    """Yield the tokens that are the card's name in any case, or a capitalised part of it within a sentence."""
    pieces = [part for part in fold(name).split() if part[0].isalpha()]
    if not pieces:
        return
    words = [token.text if token.kind == "word" else "" for token in tokens]
    for index in (i for i, text in enumerate(words) if text and same_name(text, pieces[0])):
        rest = words[index + 1 : index + len(pieces)]
        if len(rest) == len(pieces) - 1 and all(map(same_name, rest, pieces[1:])):
            yield from range(index, index + len(pieces))
    for index, text in enumerate(words):
        inside = index > 0 and words[index - 1] and text[:1].isupper()
        if inside and any(same_name(text, word) for word in pieces):
            yield index


def same_name(written: str, word: str) -> bool:
    """Say whether the word `written` in a text is a form of the folded `word` of a name."""
    text = fold(written)
    if text == word or not lemmas(text).isdisjoint(lemmas(word)):
        return True
    # Names are often no dictionary words: then the stem decides, and an ending of a noun or adjective behind it.
    stem = max(3, len(word) - 2)
    if text[:stem] != word[:stem] or is_known(text):
        return False
    common = next((i for i, (a, b) in enumerate(zip(text, word, strict=False)) if a != b), min(len(text), len(word)))
    return text[common:] in _ENDINGS
