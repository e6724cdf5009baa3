"""The catalogue of faults: complete, unique, in Russian, and fit for one line."""

from __future__ import annotations

import re

import pytest

from ingest import problems
from ingest.problems import CATALOGUE, Fault


def test_every_fault_of_the_module_is_in_the_catalogue() -> None:
    faults = {value.code for value in vars(problems).values() if isinstance(value, Fault)}
    assert faults == set(CATALOGUE)


@pytest.mark.parametrize("code", CATALOGUE)
def test_a_fault_says_what_why_and_what_to_try(code: str) -> None:
    fault = CATALOGUE[code]
    assert re.fullmatch(r"S1\d\d", code)
    for text in (fault.title, fault.why, fault.hint):
        assert re.search(r"[а-я]{3}", text)
        assert "\n" not in text
    assert not fault.title.endswith(".")
    line = fault.at(7).text("file.txt")
    assert line.startswith("file.txt:7: ")
    assert fault.hint in line
