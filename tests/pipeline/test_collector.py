"""The collector of cyclic garbage is off for a while, never for good."""

from __future__ import annotations

import gc

import pytest

from pipeline.collector import collector_off


def work_and_fail() -> None:
    with collector_off():
        assert not gc.isenabled()
        raise ValueError("broken")


def test_the_collector_is_off_inside_and_on_again_after_an_error() -> None:
    with pytest.raises(ValueError, match="broken"):
        work_and_fail()
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off() -> None:
    with collector_off():
        with collector_off():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
