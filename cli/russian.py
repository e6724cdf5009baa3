"""Help and usage errors in Russian: click's own words are English, and its headings are not for translation."""

from __future__ import annotations

from collections.abc import Iterable

import click

_HEADINGS = {"Options": "Ключи", "Commands": "Команды", "Arguments": "Аргументы"}
_WORDS = (
    ("Show this message and exit.", "Показать эту справку."),
    ("Show the version and exit.", "Показать версию."),
    ("[default: ", "[по умолчанию: "),
    ("; required]", "; обязательно]"),
    ("[required]", "[обязательно]"),
)


class RussianFormatter(click.HelpFormatter):
    """Writes help pages with Russian headings."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:  # noqa: ARG002 - click's
        """Write the line of usage."""
        super().write_usage(
            prog, args.replace("[OPTIONS]", "[КЛЮЧИ]").replace("COMMAND [ARGS]", "КОМАНДА [АРГ]"), "Вызов: "
        )

    def write_heading(self, heading: str) -> None:
        """Write a heading of a section."""
        super().write_heading(_HEADINGS.get(heading, heading))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write a list of options or commands."""
        super().write_dl([(name, _in_russian(text)) for name, text in rows], col_max, col_spacing)


class RussianContext(click.Context):
    """A context whose help is written by RussianFormatter."""

    formatter_class = RussianFormatter


def _in_russian(text: str) -> str:
    for english, russian in _WORDS:
        text = text.replace(english, russian)
    return text


def explain_usage(error: click.UsageError) -> str:
    """Return a usage error as one Russian sentence that says what is wrong and what would be right."""
    if isinstance(error, click.MissingParameter) and error.param is not None and error.ctx is not None:
        return f"не хватает аргумента {error.param.make_metavar(error.ctx)}."
    if isinstance(error, click.NoSuchOption):
        near = f" Может быть, {error.possibilities[0]}?" if error.possibilities else ""
        return f"нет ключа {error.option_name}.{near}"
    if isinstance(error, click.BadParameter):
        return f"{_name_parameter(error)}: {_explain_value(error)}."
    return error.format_message()


def _name_parameter(error: click.BadParameter) -> str:
    hint = error.param_hint
    if hint is None and error.param is not None and error.ctx is not None:
        hint = error.param.get_error_hint(error.ctx)
    return hint if isinstance(hint, str) else " / ".join(hint or ("значение",))


def _explain_value(error: click.BadParameter) -> str:
    kind = error.param.type if error.param else None
    if isinstance(kind, click.Choice):
        return f"возможны {', '.join(map(str, kind.choices))}"
    if isinstance(kind, click.IntRange):
        least = "" if kind.min is None else f" от {kind.min}"
        most = "" if kind.max is None else f" до {kind.max}"
        return f"нужно целое число{least}{most}"
    if isinstance(kind, click.Path) and not kind.dir_okay:
        return "нужен файл, а это папка"
    return error.message
