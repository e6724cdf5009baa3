"""`berserk duel`: text, JSON, rankings, and one line of error for every wrong use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_runs import Run

ROOT = Path(__file__).parent.parent.parent
CARD = """{name}
Выпуск\tНовый рассвет {number}
Стихия\tЛеса
Стоимость\t4 рядовая
Тип\tСущество
Класс\tЭльф
Свойства\t{life} 1 1-2-3
Иконки\t{icons}
Текст\t{text}
"""


@pytest.fixture(scope="module")
def folder(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with berserk.db: two invented cards and the bundled rules."""
    folder = tmp_path_factory.mktemp("duel")
    cards = [
        CARD.format(name="Сторож", number=1, life=9, icons="ova:1", text="При {strike} открыться. Строй: {armor} 1."),
        CARD.format(name="Кузнец", number=2, life=1, icons="ovz:2", text="Рывок."),
    ]
    (folder / "cards.txt").write_text("\n\n".join(cards), encoding="utf-8")
    rules = (ROOT / "ingest" / "sample" / "rules.txt").read_text(encoding="utf-8")
    (folder / "rules.txt").write_text(rules, encoding="utf-8")
    assert run("build", "cards.txt", "rules.txt", cwd=folder).returncode == 0
    return folder


def test_a_duel_says_everything_a_judge_needs(run: Run, folder: Path) -> None:
    shown = run("duel", "Сторож", "Кузнец", cwd=folder)
    assert shown.returncode == 0
    for line in (
        "Правила: Краткие правила простого удара",
        "Сторож бьёт карту «Кузнец»",
        "Кузнец бьёт карту «Сторож»",
        "бросают оба; бросок отражающего +1 (п. 103.1, п. 103.4, абзац 6, п. 104.3)",
        "убьёт: за 1 — 50 % (1/2), за 2 — 75 % (3/4), за 3 — 87,5 % (7/8)",
        "[x] a.ova: опыт в атаке 1",
        "[ ] a.armor: броня 1 — «Строй: {armor} 1.»; зависит от условия: пока в строю",
        "Сторож: «При {strike} открыться.» — срабатывает по событию",
    ):
        assert line in shown.stdout
    assert "до гибели" not in shown.stdout


def test_until_death(run: Run, folder: Path) -> None:
    shown = run("duel", "Сторож", "Кузнец", "--until-death", cwd=folder).stdout
    assert "  до гибели: цель погибнет — " in shown
    assert "нападает всё время одна и та же карта" in shown
    turned = run("duel", "Сторож", "Кузнец", "--until-death", "--turns", "alternate", cwd=folder).stdout
    assert "карты нападают по очереди" in turned


def test_json_holds_exact_fractions(run: Run, folder: Path) -> None:
    shown = run("duel", "Сторож", "Кузнец", "--target-closed", "--format", "json", cwd=folder)
    forth, back = json.loads(shown.stdout)["directions"]
    assert forth["odds"]["both_roll"] is False
    assert forth["odds"]["expected_dealt"] == {"fraction": "2", "value": 2.0}
    assert forth["within"][0]["target_dead"]["fraction"] == "1"
    assert back["refusal"] == "Кузнец: закрытая карта не нападает"
    assert back["odds"] is None


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (["--set", "a.life=999", "--set", "b.life=99", "--until-death"], "шанс убить не посчитан: такой бой точно"),
        (["--without", "b.ovz"], "бросают оба; бросок нападающего +1 (п. 103.1, абзац 6, п. 104.3)"),
        (["--set", "b.ovz=0"], "бросают оба; бросок нападающего +1 "),
        (["--with", "a.armor"], "[x] a.armor: броня 1"),
        (["--own-card"], "бросает только нападающий; бросок нападающего +1 (п. 103.5, п. 103.2)"),
        (["--unanswered"], "бросает только нападающий; бросок нападающего +1 (п. 103.3, п. 103.2)"),
        (["--attack", "shot", "--values", "4-5-6"], "наносит: 4 — 50 % (1/2), 5 — 33,3 % (1/3), 6 — 16,7 % (1/6)"),
        (["--edition", "classic"], "Правила: Прежняя редакция: решает разность бросков"),
        (["--attacker-closed"], "нельзя: Сторож: закрытая карта не нападает"),
        (["--attack", "throw"], "нельзя: Сторож: у карты нет чисел для этой атаки"),
    ],
)
def test_options_change_what_is_shown(run: Run, folder: Path, given: list[str], line: str) -> None:
    shown = run("duel", "Сторож", "Кузнец", *given, cwd=folder)
    assert shown.returncode == 0
    assert line in shown.stdout


def test_no_chance_to_show_is_exit_code_1(run: Run, folder: Path) -> None:
    shown = run("duel", "Сторож", "Кузнец", "--special-dice", cwd=folder)
    assert shown.returncode == 1
    assert "нельзя: Сторож: особым кубиком бросать нельзя: «опыт в атаке 1»" in shown.stdout


def test_json_says_why_an_end_is_not_reckoned(run: Run, folder: Path) -> None:
    given = ("--set", "a.life=999", "--set", "b.life=99", "--until-death", "--format", "json")
    forth = json.loads(run("duel", "Сторож", "Кузнец", *given, cwd=folder).stdout)["directions"][0]
    assert forth["until_death"] is None
    assert "слишком долго: жизней 999 и 99" in forth["until_death_refusal"]


def test_special_dice_where_no_number_matters(run: Run, folder: Path) -> None:
    off = ["--without", "a.ova", "--without", "b.ovz", "--special-dice"]
    assert "нельзя" not in run("duel", "Сторож", "Кузнец", *off, cwd=folder).stdout


def test_rankings(run: Run, folder: Path) -> None:
    shown = run("duel", "Сторож", "--best", "5", "--by", "kill", cwd=folder).stdout
    assert shown.startswith("Лучшие соперники карты «Сторож» из 1: шанс убить за одно сражение")
    assert "Кузнец" in shown
    ranking = json.loads(run("duel", "Кузнец", "--worst", "1", "--format", "json", cwd=folder).stdout)
    assert [each["name"] for each in ranking["opponents"]] == ["Сторож"]
    assert ranking["best"] is False


def test_editions_are_listed(run: Run, folder: Path) -> None:
    shown = run("duel", "--edition", "list", cwd=folder).stdout
    assert shown.splitlines() == [
        "kratkie-pravila-prostogo-udara — Краткие правила простого удара",
        "classic — Прежняя редакция: решает разность бросков",
    ]


@pytest.mark.parametrize(
    ("given", "code", "words"),
    [
        ([], 2, "не названа карта"),
        (["", "Кузнец"], 2, "не названа карта"),
        (["Сторож"], 2, "нужна вторая карта"),
        (["Сторож", " "], 2, "нужна вторая карта"),
        (["Сторож", "--best", "3", "--until-death"], 2, "ключ --until-death не действует с --best"),
        (["Сторож", "--worst", "3", "--set", "a.ova=1"], 2, "ключ --set не действует с --best"),
        (["Сторож", "Кузнецов"], 1, "Кузнецов: такой карты нет"),
        (["Сторож", "Кузнец", "--edition", "устная"], 1, "такой редакции правил нет"),
        (["Сторож", "Кузнец", "--without", "b.cap"], 2, "нет модификатора «b.cap». Есть: a.armor, a.ova, b.ovz"),
        (["Сторож", "Кузнец", "--set", "сила=2"], 2, "«сила=2» ничего не меняет"),
        (["Сторож", "Кузнец", "--values", "много"], 2, "«много» не похоже на атаку"),
        (["Сторож", "Кузнец", "--best", "3"], 2, "вторая карта не нужна"),
        (["Сторож", "--best", "3", "--worst", "3"], 2, "вместе не показать"),
        (["Сторож", "--best", "0"], 2, "--best"),
        (["Сторож", "Кузнец", "--attack", "укус"], 2, "--attack"),
    ],
)
def test_wrong_use_is_one_line(run: Run, folder: Path, given: list[str], code: int, words: str) -> None:
    ran = run("duel", *given, cwd=folder)
    assert ran.returncode == code
    assert words in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1
    assert "Traceback" not in ran.stderr
