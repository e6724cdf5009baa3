"""The drawings of the game's icons, made for this project: an icon's code in, an inline SVG with its name out.

A drawing is one file of static/icons, 16 by 16, in the colour of the text around it, so that any drawing
program can open and improve it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from markupsafe import Markup, escape

from schema.icons import ICONS

FOLDER = Path(__file__).parent / "static"
LOST_NAME = "потерянная иконка"
UNKNOWN_NAME = "неизвестная иконка"
# Spellings of one picture.
_SAME_DRAWING = {"token": "counter", "tok": "counter"}


@cache
def _drawing(name: str) -> str:
    """Return the SVG of a static file without its opening `<svg `."""
    text = (FOLDER / f"{name}.svg").read_text(encoding="utf-8").strip()
    return text.removeprefix("<svg ")


def drawing_name(code: str) -> str:
    """Return the name of the file that draws the icon `code`."""
    return _SAME_DRAWING.get(code, code)


def spoken_name(code: str) -> str:
    """Return what is said for an icon where it cannot be drawn; a code that nobody knows is said as it stands."""
    if code == "?":
        return LOST_NAME
    return ICONS[code].spoken_name if code in ICONS else code


@cache
def render_icon(code: str, *, silent: bool = False) -> Markup:
    """Return the icon as inline SVG; `silent` where its name already stands beside it.

    A lost icon (`?`) and a code that nobody knows are shown as such, never left out.
    """
    if code == "?":
        return Markup('<span class="lost" role="img" aria-label="{0}" title="{0}">?</span>').format(LOST_NAME)
    icon = ICONS.get(code)
    if icon is None:
        return Markup('<span class="unknown-icon" title="{}">{}</span>').format(UNKNOWN_NAME, "{" + code + "}")
    spoken = 'aria-hidden="true"' if silent else f'role="img" aria-label="{escape(icon.spoken_name)}"'
    return _inline(f"icons/{drawing_name(code)}", f"icon icon-{code}", spoken)


@cache
def render_scene(name: str) -> Markup:
    """Return the decorative picture of an element or type; it says nothing that the words do not."""
    return _inline(f"scenes/{name}", "scene", 'aria-hidden="true"')


def _inline(name: str, css_class: str, spoken: str) -> Markup:
    # The file is ours and the attributes are escaped above.
    return Markup(f'<svg class="{css_class}" {spoken} focusable="false" {_drawing(name)}')  # noqa: S704
