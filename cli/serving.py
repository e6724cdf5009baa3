"""What a user sees once the site answers: its address, and a browser window where one was asked for."""

from __future__ import annotations

import webbrowser

import click


def announce(address: str) -> None:
    """Say where the site is and how to stop it."""
    click.echo(f"Сайт открыт: {address}  (остановить: Ctrl+C)")


def show_in_browser(address: str) -> None:
    """Say where the site is and open it; a machine without a browser only says it."""
    announce(address)
    webbrowser.open(address)
