"""The site as a Datasette plugin: its hooks, and nothing else.

Every hook looks for a published file of ours among the served databases and does nothing without one. Only
hooks that also stand in Datasette 1.0 are used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from datasette import hookimpl  # type: ignore[import-untyped]


@hookimpl  # type: ignore[untyped-decorator]
def register_routes(datasette: Any) -> list[tuple[str, Callable[..., Any]]]:
    """Answer all addresses: ours by their views, every other one (Datasette's own too) with our 404."""
    from web.routes import bind_routes
    from web.site import find_site

    site = find_site(datasette)
    return bind_routes(site) if site else []


@hookimpl  # type: ignore[untyped-decorator]
def asgi_wrapper(datasette: Any) -> Callable[[Any], Any]:
    """Put the gate (methods, headers of safety, answers to If-None-Match) and the kept answers before Datasette."""
    from web.gate import Gate
    from web.kept import Keeper
    from web.site import find_site

    site = find_site(datasette)
    if site is None:
        return lambda app: app
    return lambda app: Gate(Keeper(app, by_host=not site.public_url), site.version)


@hookimpl  # type: ignore[untyped-decorator]
def startup(datasette: Any) -> Any:
    """Open the file in every thread before the first answer, so that a later rebuild is never mixed in."""
    from web.site import find_site

    site = find_site(datasette)
    return site.start if site else None


@hookimpl  # type: ignore[untyped-decorator]
def handle_exception(datasette: Any, request: Any, exception: Exception) -> Any:
    """Show a fault of Datasette itself as our page: no traceback, no path of the machine."""
    from web.routes import to_response
    from web.site import find_site
    from web.views.failures import render_failure

    site = find_site(datasette)
    return to_response(render_failure(site, request.path, exception)) if site else None
