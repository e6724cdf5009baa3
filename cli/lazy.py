"""A command group that imports a subcommand only when it is asked for: `berserk search` needs no web server."""

from __future__ import annotations

import difflib
import gc
import importlib
from types import ModuleType
from typing import Any

import click

from cli.russian import RussianContext
from pipeline.collector import collector_off


class LazyGroup(click.Group):
    """Subcommands by name: each is the object `name` of the module `name` in one package; help in Russian."""

    context_class = RussianContext

    def __init__(self, *args: Any, commands_package: str, command_names: tuple[str, ...], **kwargs: Any) -> None:
        """Remember where the commands live, in the order in which help lists them."""
        super().__init__(*args, **kwargs)
        self.commands_package = commands_package
        self.command_names = command_names

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in their own order, not the alphabet's."""
        return list(self.command_names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as above
        """Import and return the command, None for a name that is none of ours."""
        if cmd_name not in self.command_names:
            return None
        command = getattr(_import_module(f"{self.commands_package}.{cmd_name}"), cmd_name)
        if not isinstance(command, click.Command):
            raise TypeError(f"{self.commands_package}.{cmd_name} holds no command of that name")
        command.context_class = RussianContext
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve as click does, in Russian, naming the nearest command for a slip."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in self.command_names:
            near = difflib.get_close_matches(name, self.command_names, n=1)
            hint = f" Может быть, {near[0]}?" if near else ""
            ctx.fail(f"нет команды «{name}».{hint}")
        return super().resolve_command(ctx, args)


def _import_module(name: str) -> ModuleType:
    """Import a module with all that it needs; modules stay, so no search for garbage looks at them, now or later."""
    with collector_off():
        module = importlib.import_module(name)
        gc.freeze()
    return module
