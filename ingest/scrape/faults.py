"""What can go wrong with a page or a run: one closed set with the Russian words a user reads.

A fault of a page is a value that a run collects and reports; only inside fetching is it an exception, so that no
caller can take a failed fetch for an empty page.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from schema.errors import SourceError


class FaultKind(Enum):
    """The kinds of faults: code in JSON, what happened, what to try."""

    ROBOTS = ("robots", "robots.txt сайта запрещает этот адрес", "Спросите владельца сайта")
    NO_ROBOTS = ("no_robots", "robots.txt не получен, без него сайт не читается", "Повторите позже")
    FORBIDDEN_ADDRESS = ("forbidden_address", "адрес вне описания сайта", "Если он нужен, допишите его в hosts")
    FOREIGN_REDIRECT = ("foreign_redirect", "страница переадресует на чужой адрес", "Проверьте, не переехал ли сайт")
    ENDLESS_REDIRECT = ("endless_redirect", "слишком много переадресаций подряд", "Откройте адрес в браузере")
    PRIVATE_ADDRESS = (
        "private_address", "имя сайта ведёт во внутреннюю сеть", "Если это ваш сервер, добавьте --allow-private",
    )  # fmt: skip
    TOO_LARGE = ("too_large", "страница больше дозволенного", "Если так и надо, увеличьте page_bytes в описании сайта")
    BAD_ENCODING = ("bad_encoding", "сжатие ответа незнакомо или испорчено", "Откройте адрес в браузере")
    SLOW = ("slow", "страница не пришла за отведённое время", "Повторите команду позже")
    NETWORK = ("network", "связь оборвалась", "Проверьте сеть и повторите команду")
    SERVER = ("server", "сайт отвечает ошибкой", "Повторите команду позже")
    ASKED_TO_WAIT = ("asked_to_wait", "сайт просит прийти позже", "Повторите команду после этого срока")
    CRAWL_DELAY = (
        "crawl_delay", "robots.txt просит ждать между запросами дольше дозволенного", "Спросите владельца сайта",
    )  # fmt: skip
    GONE = ("gone", "страницы нет", "Она пропала с сайта или ссылка неверна")
    REFUSED = ("refused", "сайт не отдаёт страницу", "Проверьте, не нужен ли вход; доступ даёт владелец сайта")
    NOT_CONDITIONAL = ("not_conditional", "ответ «не изменилось» на страницу, которой ещё нет", "Повторите команду")
    UNEXPECTED_LIST = (
        "unexpected_list", "страница списка не та, что описана", "Сайт закрыт или переделан: проверьте описание",
    )  # fmt: skip
    UNEXPECTED_PAGE = (
        "unexpected_page", "на странице нет того, что на ней должно быть", "Сайт закрыт, просит войти или переделан",
    )  # fmt: skip
    REPEATED_LIST = ("repeated_list", "список повторяет то, что уже было", "Проверьте, как сайт нумерует страницы")
    SAME_PAGE = (
        "same_page", "под разными адресами карт одна страница", "Сайт отдаёт не те карты или links берёт лишнее",
    )  # fmt: skip
    FEWER_THAN_CLAIMED = ("fewer_than_claimed", "ссылок на карты не столько, сколько заявлено", "Проверьте links сайта")
    SHRUNK = (
        "shrunk", "карт в списках стало меньше больше чем на десятую часть", "Если так и есть, добавьте --allow-shrink",
    )  # fmt: skip
    NO_CARDS = ("no_cards", "не найдено ни одной карты", "Проверьте описание сайта")
    STOPPED = ("stopped", "загрузка остановлена: подряд слишком много неудач", "Повторите команду позже")
    CAPPED = ("capped", "достигнут предел загрузки", "Повторите команду: она продолжит с этого места")
    INTERRUPTED = ("interrupted", "загрузка прервана", "Повторите ту же команду: она продолжит")
    UNFORESEEN = ("unforeseen", "программа не справилась со страницей", "Сообщите об этом авторам программы")

    @property
    def ends_run(self) -> bool:
        """Whether nothing more is asked of the site in this run."""
        return self in (FaultKind.ASKED_TO_WAIT, FaultKind.CRAWL_DELAY)

    @property
    def leaves_rest(self) -> bool:
        """Whether the run ended before everything was asked for, so that the next one goes on with it."""
        return self.ends_run or self in (FaultKind.CAPPED, FaultKind.STOPPED, FaultKind.INTERRUPTED)

    def __init__(self, code: str, title: str, hint: str) -> None:
        """Keep the three parts apart."""
        self.code = code
        self.title = title
        self.hint = hint


@dataclass(frozen=True, slots=True)
class PageFault:
    """One fault: its kind, the address concerned (empty for the run as a whole), and the details."""

    kind: FaultKind
    address: str = ""
    detail: str = ""

    def line(self) -> str:
        """Return what a user reads: address: what (details). What to try."""
        place = f"{self.address}: " if self.address else ""
        detail = f" ({self.detail})" if self.detail else ""
        return " ".join(f"{place}{self.kind.title}{detail}. {self.kind.hint}".split())

    def to_json(self) -> dict[str, Any]:
        """Return the fault as JSON values."""
        return {"code": self.kind.code, "address": self.address, "message": self.kind.title, "detail": self.detail}


class FetchError(SourceError):
    """A page could not be fetched; `fault` says why."""

    def __init__(self, kind: FaultKind, address: str, detail: str = "") -> None:
        """Make the fault and the line of the base class."""
        self.fault = PageFault(kind, address, detail)
        what = f"{kind.title} ({detail})" if detail else kind.title
        super().__init__(what, where=address, hint=kind.hint)


class PassingFetchError(FetchError):
    """A fault that may pass: the network, an overloaded server.

    `retry_after` is what the server asked, in seconds; `busy` tells that all of the host must rest before another try.
    """

    def __init__(
        self, kind: FaultKind, address: str, detail: str = "", retry_after: float | None = None, *, busy: bool = False
    ) -> None:
        """Remember how long the server asked to wait, and who is to wait."""
        super().__init__(kind, address, detail)
        self.retry_after = retry_after
        self.busy = busy
