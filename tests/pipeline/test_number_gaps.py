"""Gaps in the numbers of a release: a note where most of it is there, silence where only some pages are."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from pipeline.collect import SourcedCard
from pipeline.merge import MergedCard
from pipeline.number_gaps import gap_findings
from schema.records import CardKey, CardRecord
from schema.releases import Releases
from schema.vocabulary import Severity


def make_cards(numbers: Iterable[int], release: str = "Новый рассвет") -> list[MergedCard]:
    known = Releases().resolve(release)
    records = [CardRecord(CardKey(release, number)) for number in numbers]
    return [
        MergedCard(f"{known.id}-{record.key.number}", known, record, (SourcedCard(record, 2, "карты.txt", "dump"),), ())
        for record in records
    ]


def test_gaps_are_told_in_runs_with_their_number() -> None:
    ((card, source, finding),) = gap_findings(make_cards(set(range(1, 41)) - {3, 7, 8, 9}))
    assert (card, source, finding.code, finding.severity) == (None, None, "S315", Severity.INFO)
    assert "3, 7–9, всего 4 из 40" in finding.message


@pytest.mark.parametrize("numbers", [range(1, 41), range(1, 60, 3), [1, 2, 3, 88], [], [40]])
def test_a_whole_release_and_some_pages_of_one_are_no_gaps(numbers: Iterable[int]) -> None:
    assert list(gap_findings(make_cards(numbers))) == []


def test_many_gaps_are_cut_short_and_each_release_speaks_for_itself() -> None:
    odd = make_cards(set(range(1, 101)) - set(range(2, 60, 3)))
    findings = [finding.message for *_, finding in gap_findings([*odd, *make_cards(range(1, 31), "Семена раздора")])]
    assert len(findings) == 1
    assert "и ещё 12 мест, всего 20 из 100" in findings[0]
