"""Two texts of one card name to HTML: what one printing says and the other does not, marked word by word.

Takes two texts, gives Markup of the second with `<del>` and `<ins>`, icons drawn. Stands apart from web.text
because its marks come from a comparison, not from spans of the database.
"""

from __future__ import annotations

from markupsafe import Markup

from db.printings import compare_texts
from web.text import render_plain


def render_wording(here: str | None, there: str | None) -> Markup | None:
    """Return the text `there` with every difference from `here` marked, None where they do not differ.

    `<del>` holds what only `here` says, `<ins>` what only `there` says; lines stay lines.
    """
    one, other = here or "", there or ""
    differences = compare_texts(one, other)
    if not differences:
        return None
    html: list[Markup] = []
    last = 0
    for difference in differences:
        html += [
            _lines(other[last : difference.other_start]),
            _marked("del", difference.quote, spaced=not difference.other_quote),
            _marked("ins", difference.other_quote),
        ]
        last = difference.other_end
    return Markup("").join([*html, _lines(other[last:])])


def _marked(tag: str, text: str, *, spaced: bool = False) -> Markup:
    if not text:
        return Markup("")
    # A word that is gone is set off from the one that follows it.
    return Markup("<{0}>{1}</{0}>{2}").format(tag, _lines(text), " " if spaced else "")


def _lines(text: str) -> Markup:
    return Markup("<br>").join(render_plain(line) for line in text.split("\n"))
