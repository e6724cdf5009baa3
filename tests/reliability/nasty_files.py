"""Nasty files that are too large or too monotonous to be kept: made when a test asks, by name.

Small ones stand in the folder `nasty`, each with what must come of it in nasty.toml. All texts are invented.
"""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable, Mapping

CARD = (
    "Сигнальщик {number}\nВыпуск\tСоляной тракт {number}\nСтихия\tСтепи\nСтоимость\t3\nТип\tСущество\n"
    "Свойства\t7 1 1-2-3\nТекст\t{text}\nХудожник\tА. Верстова\n"
)
FIELDS = {
    "Выпуск": "Соляной тракт 1", "Стихия": "Степи", "Стоимость": "3", "Тип": "Существо", "Свойства": "7 1 1-2-3",
    "Текст": "Выстрел на 1.", "Художник": "А. Верстова",
}  # fmt: skip
TABLE = "<table>" + "".join(f"<tr><td>{key}</td><td>{value}</td></tr>" for key, value in FIELDS.items()) + "</table>"
RECORD = '{"set_id":10,"number":%d,"name":"Лоцман","text":"Рывок."}'
SHEET = "№,name,cost,elite,type,text,artist\n7,Сигнальщик,4,1,1,Выстрел на 1.,А. Верстова\n"
# What a text may be all of: whoever looks for an end, a pair or a word in it must not look again and again.
SHAPES = (
    "{", "}", "«", "»", "(", ")", '"', ".", ":", ", ", ": . , ; ", "- ", "1-", "-1", "+1 ", "9", "9 ", " ", "\t",
    "\u00a0", "а", "А", "аб-", "aб", "а\u0301", "\u0301", "и ", "не", "на", "на ", "удар", "удар, ", "слово ", "{tap}",
    "{?}", "{tap}: ", "Удар через ряд ", "{tap}: Выстрел на 1, дальность 3. ", "«а» ", "(а", "а.", "Х ", "1-2-3 ", "\\",
    "<b>", "&amp;", "🐉", "İ", "ﬁ", "\u200b",
    "+1 или ", "Рывок ", "а {tap}: ",
)  # fmt: skip
LONG_TEXT = 10_000
# Each of 100 KB, none like another: what is kept of each must not add up.
LONG_TEXTS, LONGEST_TEXT = 100, 50_000


def card(number: int, text: str = "{tap}: Выстрел на 1.") -> str:
    """Return an invented card as a dump has it."""
    return CARD.format(number=number, text=text)


def page(body: str) -> str:
    """Return a page that begins with a card, unless `body` says otherwise by holding it."""
    inner = body if TABLE in body else f"<h1>Сигнальщик</h1>{TABLE}{body}"
    return f'<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>{inner}</body></html>'


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    """Return a zip archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def make_overlapping_archive() -> bytes:
    """Return an archive whose table of contents names one packed file a thousand times."""
    base = zipped({"k.txt": b"0" * 150_000})
    start, end = base.rfind(b"PK\x01\x02"), base.rfind(b"PK\x05\x06")
    entries = b"".join(base[start:end].replace(b"k.txt", b"%05d" % number) for number in range(1000))
    tail = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, 1000, 1000, len(entries), start, 0)
    return base[:start] + entries + tail


def make_workbook(sheet: str) -> bytes:
    """Return a workbook of one worksheet with that content."""
    main = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

    def relations(kind: str, target: str) -> str:
        relation = f'<Relationship Id="rId1" Type="{office}/{kind}" Target="{target}"/>'
        return f'<Relationships xmlns="{package}/relationships">{relation}</Relationships>'

    return zipped(
        {
            "[Content_Types].xml": f'<Types xmlns="{package}/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{main}.sheet.main+xml"/>'
            f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{main}.worksheet+xml"/></Types>',
            "_rels/.rels": relations("officeDocument", "xl/workbook.xml"),
            "xl/workbook.xml": f'<workbook xmlns="{spreadsheet}" xmlns:r="{office}">'
            '<sheets><sheet name="set_40" sheetId="1" r:id="rId1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": relations("worksheet", "worksheets/sheet1.xml"),
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{spreadsheet}">{sheet}</worksheet>',
        }
    )


def make_rows(*places: tuple[int, str]) -> str:
    """Return rows of a worksheet: number and cells, parted by commas as in CSV."""
    rows = (
        f'<row r="{number}">'
        + "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in cells.split(","))
        + "</row>"
        for number, cells in places
    )
    return f"<sheetData>{''.join(rows)}</sheetData>"


TABLE_ROWS = tuple(enumerate(SHEET.splitlines(), start=1))

# Under each name: how the file is made.
MONOTONOUS: Mapping[str, Callable[[], str | bytes]] = {
    "deep.json": lambda: "[" * 100_000 + "]" * 100_000,
    "deep_record.json": lambda: "\n".join(
        [
            f"[{RECORD % 1},",
            '{"set_id":10,"number":2,"text":' + '{"a":' * 50_000 + "1" + "}" * 50_001,
            f",{RECORD % 3}]",
        ]
    ),
    "many_openings.json": lambda: f"[{RECORD % 1}," + '{"set_id":' * 20_000,
    "deep.html": lambda: page("<div>" * 20_000 + TABLE + "</div>" * 20_000),
    "deep_tables.html": lambda: page("<table><tr><td>" * 3_000 + TABLE),
    "unclosed.html": lambda: page("<b><i><p><font><a href=x>" * 5_000),
    "open_comments.html": lambda: page("<!-- <!-" * 50_000),
    "open_tags.html": lambda: page("<a " * 50_000),
    "open_quotes.html": lambda: page("<a b='" * 50_000),
    "many_attributes.html": lambda: page("<p " + " ".join(f"a{number}='x'" for number in range(20_000)) + ">х</p>"),
    "declarations.html": lambda: page("<![CDATA[" * 5_000 + "<!DOCTYPE " * 5_000 + "<?php " * 5_000),
    "huge_spans.html": lambda: page('<table><tr><td colspan="999999999" rowspan="999999999">а</td></tr></table>'),
    "set_40_wide.csv": lambda: SHEET + ",".join("х" * 50_000) + "\n",
    "overlapping.zip": make_overlapping_archive,
    "set_40_blanks.xlsx": lambda: make_workbook(f"<sheetData>{' ' * 30_000_000}</sheetData>"),
}
HUGE: Mapping[str, Callable[[], str | bytes]] = {
    "line.txt": lambda: card(1) + "Текст\t" + "ё" * 50_000_000 + "\n" + card(2),
    "lines.txt": lambda: card(1) + "х\n" * 3_000_000 + card(2),
    "line.json": lambda: "".join(
        [f'[{RECORD % 1},{{"set_id":10,"number":2,"name":"Лоцман","text":"', "ё" * 50_000_000, f'"}},{RECORD % 3}]']
    ),
    "set_40_line.csv": lambda: SHEET + "8,Сигнальщик,4,1,1," + "ё" * 50_000_000 + ",А. Верстова\n",
    "line.html": lambda: page("ё" * 50_000_000),
    "rules.txt": lambda: "Устав\n\n7.1. Первый пункт.\n\n7.2. " + "ё" * 50_000_000 + "\n\n7.3. Третий пункт.\n",
    "objects.json": lambda: f"[{RECORD % 1}," + "{}," * 600_000 + "{}]",
    "set_40_rows.csv": lambda: SHEET + "8,х\n" * 400_000,
    "tags.html": lambda: page("<b>x</b>" * 1_000_000),
    "set_40_last_row.xlsx": lambda: make_workbook(make_rows(*TABLE_ROWS, (1_048_576, "8,Сигнальщик"))),
    "texts.txt": lambda: "".join(
        card(number, (shape * LONG_TEXT)[:LONG_TEXT]) for number, shape in enumerate(SHAPES, start=1)
    ),
    "long_texts.txt": lambda: "".join(
        card(number, (f"существо{number} противника " * LONGEST_TEXT)[:LONGEST_TEXT])
        for number in range(1, LONG_TEXTS + 1)
    ),
    "nested.zip": lambda: zipped({"cards.txt": card(1), "inner.zip": zipped({"bomb.txt": b"0" * 300_000_000})}),
    "bomb.zip": lambda: zipped({"cards.txt": card(1), "bomb.txt": b"0" * 300_000_000}),
}


def make(name: str) -> bytes:
    """Return the bytes of a file of MONOTONOUS or HUGE."""
    content = (MONOTONOUS | HUGE)[name]()  # type: ignore[operator]
    return content.encode() if isinstance(content, str) else content
