"""Texts that are read together: none is lost, each is read once, and what is kept of them is bounded."""

from __future__ import annotations

import weakref

import pytest

from schema.kept import KEPT_TEXTS, MOST_CHARACTERS, MOST_TEXTS, keep_texts, split_texts

STEPS = 3
LONG = 10 * MOST_CHARACTERS
SIZES = [
    pytest.param([], id="none"),
    pytest.param([0] * (MOST_TEXTS + 1), id="empty texts"),
    pytest.param([110] * (3 * MOST_TEXTS + 1), id="texts of cards"),
    pytest.param([4_000] * 25, id="the longest texts of cards"),
    pytest.param([4_001] * 25, id="longer ones"),
    pytest.param([LONG] * 3, id="longer than a batch"),
    pytest.param([10, LONG, 10, 4_001, 300] * 60, id="all sorts"),
]


def make_texts(sizes: list[int]) -> list[str]:
    return [f"{number} ".ljust(size, "я") for number, size in enumerate(sizes)]


@pytest.mark.parametrize("sizes", SIZES)
def test_batches_hold_all_texts_in_order_and_no_more_than_they_may(sizes: list[int]) -> None:
    texts = make_texts(sizes)
    batches = list(split_texts(texts, str))
    assert [text for batch in batches for text in batch] == texts
    for batch in batches:
        assert 1 <= len(batch) <= MOST_TEXTS
        assert len(batch) == 1 or sum(map(len, batch)) <= MOST_CHARACTERS


@pytest.mark.parametrize("sizes", SIZES)
def test_each_text_of_a_batch_is_read_once_however_many_steps_ask(sizes: list[int]) -> None:
    read: list[str] = []

    @keep_texts
    def measure(text: str) -> int:
        read.append(text)
        return len(text)

    for batch in split_texts(make_texts(sizes), str):
        for _ in range(STEPS):
            assert [measure(text) for text in batch] == [len(text) for text in batch]
    assert len(read) == len(sizes)


def test_what_is_kept_of_long_texts_is_little() -> None:
    """Of a thousand texts of a megabyte a batch's worth may be kept, not as many as of short ones."""

    class Answer:
        pass

    @keep_texts
    def answer(text: str) -> Answer:
        return Answer()

    kept = [weakref.ref(answer(text)) for text in make_texts([LONG] * KEPT_TEXTS)]
    assert 1 <= sum(reference() is not None for reference in kept) <= 2 * MOST_CHARACTERS // 4_000
