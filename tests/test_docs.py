"""The documentation names everything that exists: commands, folders, options of the build, its own pages."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import click
import pytest

from cli.main import COMMANDS

ROOT = Path(__file__).parent.parent
DOCS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
EVERYTHING = "\n".join(path.read_text(encoding="utf-8") for path in DOCS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command: str) -> None:
    assert f"berserk {command}" in EVERYTHING


@pytest.mark.parametrize("name", ["build", "check", "scrape"])
def test_every_option_of_the_commands_that_change_things_is_documented(name: str) -> None:
    command = getattr(importlib.import_module(f"cli.commands.{name}"), name)
    parameters = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    options = {option for parameter in parameters for option in parameter.opts if option.startswith("--")}
    assert {option for option in options if option not in EVERYTHING} == set()


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    targets = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text)
    assert [target for target in targets if not (path.parent / target).exists()] == []


@pytest.mark.parametrize("readme", ["README.md", "README.ru.md"])
def test_the_two_commands_come_first_in_both_languages(readme: str) -> None:
    blocks = re.findall(r"```console\n(.*?)```", (ROOT / readme).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks[0].strip() == "pip install uv && uv run berserk demo"
    assert blocks[1].strip() == "uv run pytest"


def test_every_folder_of_the_house_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}
    assert {folder for folder in folders if f"`{folder}/`" not in readme} == set()


def test_modules_named_in_the_documents_exist() -> None:
    named = set(re.findall(r"`([a-z_]+(?:/[a-z_0-9]+)+\.(?:py|toml))`", EVERYTHING))
    assert named
    assert {name for name in named if not (ROOT / name).exists()} == set()
