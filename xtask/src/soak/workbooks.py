"""Exported workbooks by their XML: each sheet prints on A4, and each formula has the result that its cells give.

    python3 workbooks.py FILE.xlsx ...
"""

import re
import sys
import zipfile
from xml.etree import ElementTree

NAMES = {"": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
A4 = "9"
# Characters that a sheet may be wide: more are printed in letters of less than seven points.
WIDEST = 240
RANGE = r"([A-Z]+)(\d+):\1(\d+)"
SUM = re.compile(rf"SUM\({RANGE}\)")
OPEN_SUM = re.compile(rf'IF\(SUM\({RANGE}\)=0,"",SUM\({RANGE.replace("1", "4")}\)\)')
LINE = re.compile(r'IF\(([A-Z]+\d+)=0,0,IF\(([A-Z]+\d+)="","",\1\*\2\)\)')
UNPRICED = re.compile(rf'SUMPRODUCT\(\({RANGE}>0\)\*\(([A-Z]+)\2:\4\3=""\)\)')


def figure(cell):
    """The number in a cell; none where it has none."""
    value = cell.find("v", NAMES) if cell is not None else None
    is_number = value is not None and value.text and cell.get("t", "n") == "n"
    return float(value.text) if is_number else None


def result(formula, cells):
    """What one of our formulas comes to; any other is somebody's text."""
    number = lambda name: figure(cells.get(name))
    column = lambda name, first, last: [number(f"{name}{row}") for row in range(int(first), int(last) + 1)]
    if found := LINE.fullmatch(formula):
        count, price = number(found[1]), number(found[2])
        return 0.0 if count == 0 else None if price is None else count * price
    if found := UNPRICED.fullmatch(formula):
        pairs = zip(column(found[1], found[2], found[3]), column(found[4], found[2], found[3]))
        return float(sum(count > 0 and price is None for count, price in pairs))
    if found := SUM.fullmatch(formula) or OPEN_SUM.fullmatch(formula):
        total = sum(value for value in column(found[1], found[2], found[3]) if value is not None)
        return total if total or formula.startswith("SUM") else None
    raise AssertionError(f"`{formula}` is no formula of ours")


def check_sheet(sheet):
    """Checks how a sheet prints, and its formulas."""
    page = sheet.find("pageSetup", NAMES)
    fit = sheet.find("sheetPr/pageSetUpPr", NAMES)
    assert page.get("paperSize") == A4 and page.get("orientation") == "landscape", "the page is not A4"
    assert fit.get("fitToPage") == "1" and page.get("fitToWidth", "1") == "1" and page.get("fitToHeight") == "0", "wider"
    pane = sheet.find("sheetViews/sheetView/pane", NAMES)
    assert pane.get("ySplit") == "1" and pane.get("state") == "frozen", "the headers scroll away"
    width = sum(float(column.get("width")) for column in sheet.findall("cols/col", NAMES))
    assert 0 < width <= WIDEST, f"{width} characters do not fit a page"
    cells = {cell.get("r"): cell for cell in sheet.iterfind("sheetData/row/c", NAMES)}
    count = 0
    for name, cell in cells.items():
        formula = cell.find("f", NAMES)
        if formula is None:
            continue
        count += 1
        expected, kept = result(formula.text, cells), figure(cell)
        same = expected is kept if None in (expected, kept) else abs(expected - kept) < 0.005
        assert same, f"{name}: `{formula.text}` is {expected}, and the file says {kept}"
    return count


def check(path):
    """Checks all sheets of a file."""
    with zipfile.ZipFile(path) as book:
        sheets = sorted(name for name in book.namelist() if name.startswith("xl/worksheets/sheet"))
        titles = ElementTree.fromstring(book.read("xl/workbook.xml")).findall("definedNames/definedName", NAMES)
        repeated = [title for title in titles if title.get("name") == "_xlnm.Print_Titles" and title.text.endswith("!$1:$1")]
        assert len(repeated) == len(sheets), "not every page has the headers"
        count = sum(check_sheet(ElementTree.fromstring(book.read(name))) for name in sheets)
    assert count > 0, "no formula"


for file in sys.argv[1:]:
    try:
        check(file)
    except AssertionError as error:
        sys.exit(f"{file}: {error}")
