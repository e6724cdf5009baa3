"""Landmarks: whoever moves by them hears a different name at each of one page."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from browsing import SAMPLE_PAGES, SMALL_PAGES

LANDMARK = re.compile(r"<(section|nav|aside|div)\b([^>]*)>")
LABEL = re.compile(r'aria-label="([^"]+)"')
LABELLED = re.compile(r'aria-labelledby="([^"]+)"')
TAG = re.compile("<[^>]+>")


def list_landmarks(html: str) -> list[tuple[str, str]]:
    """Return role and name of the named landmarks of a page."""
    found = []
    for tag, attributes in LANDMARK.findall(html):
        role = {"section": "region", "nav": "navigation", "aside": "complementary"}.get(tag)
        if role is None and 'role="region"' in attributes:
            role = "region"
        label, labelled = LABEL.search(attributes), LABELLED.search(attributes)
        if role and label:
            found.append((role, label[1]))
        elif role and labelled:
            heading = re.search(rf'<(h\d)[^>]*\bid="{re.escape(labelled[1])}"[^>]*>(.*?)</\1>', html, re.DOTALL)
            assert heading is not None, labelled[1]
            found.append((role, " ".join(TAG.sub("", heading[2]).split())))
    return found


@pytest.mark.parametrize("path", SMALL_PAGES)
async def test_no_two_landmarks_of_a_page_have_one_name(client: Any, path: str) -> None:
    landmarks = list_landmarks((await client.get(path)).text)
    assert landmarks
    assert [name for name, times in Counter(landmarks).items() if times > 1] == []


@pytest.mark.parametrize("path", SAMPLE_PAGES)
async def test_no_two_landmarks_of_a_page_of_the_sample_have_one_name(sample_site: Any, path: str) -> None:
    landmarks = list_landmarks((await sample_site.get(path)).text)
    assert landmarks
    assert [name for name, times in Counter(landmarks).items() if times > 1] == []
