"""What kind of answer a request prefers, by its Accept header (RFC 9110, 12.5.1): the page or its data."""

from __future__ import annotations

HTML, JSON = "text/html", "application/json"


def prefers_json(accept: str) -> bool:
    """Tell whether JSON is wanted more than HTML; of two that are wanted alike the one that is named.

    A browser, and whoever takes anything (`*/*`) or says nothing, gets the page.
    """
    if JSON not in accept:
        return False
    wanted = dict(_read(part) for part in accept.split(","))
    quality, named = _weigh(JSON, wanted)
    return quality > 0 and (quality, named) > _weigh(HTML, wanted)


def _read(part: str) -> tuple[str, float]:
    """Return the media range of one part and its quality; what is no number counts as refused."""
    kind, *parameters = (piece.strip().lower() for piece in part.split(";"))
    quality = next((value for name, _, value in (one.partition("=") for one in parameters) if name == "q"), "1")
    try:
        return kind, float(quality)
    except ValueError:
        return kind, 0.0


def _weigh(kind: str, wanted: dict[str, float]) -> tuple[float, bool]:
    """Return the quality of a kind, its own before that of a range, and whether it is named itself."""
    ranges = (kind, f"{kind.partition('/')[0]}/*", "*/*")
    quality = next((wanted[one] for one in ranges if one in wanted), 0.0)
    return quality, kind in wanted
