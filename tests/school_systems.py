"""Moodle and Canvas for tests: the files that they give, and importers that follow the rules of theirs."""

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from zipfile import ZipFile

import attrs

MOODLE_HEADERS = {
    "en": (
        "Identifier",
        "Full name",
        "Email address",
        "Status",
        "Grade",
        "Maximum grade",
        "Grade can be changed",
        "Last modified (submission)",
        "Last modified (grade)",
        "Feedback comments",
    ),
    "de": (
        "ID",
        "Vollständiger Name",
        "E-Mail-Adresse",
        "Status",
        "Bewertung",
        "Bestwertung",
        "Bewertung kann geändert werden",
        "Zuletzt geändert (Abgabe)",
        "Zuletzt geändert (Bewertung)",
        "Feedback als Kommentar",
    ),
    "xx": ("Tunnus", "Nimi", "Posti", "Tila", "Arvo", "Arvoraja", "Saa", "Muutos (palautus)", "Muutos (arvo)", "Sanat"),
}
"""The columns of a worksheet: in English, in German, and in a language that nobody knows."""
MOODLE_WORDS = {"en": "Participant ", "de": "Teilnehmer/in", "xx": "Osanen"}
"""What stands before the number of a participant."""
TYPED = '<!DOCTYPE html><html><head><meta charset="UTF-8"></head><body>{}</body></html>'
CANVAS_TYPED = (
    '<html><head><title>Essay: Mei Lin</title></head>\n<body>\n<h1>Essay: Mei Lin</h1>\n<div style="width: 600px">\n'
    "  {}\n</div>\n</body></html>"
)


def write_zip(path: Path, files: Mapping[str, bytes | str]) -> Path:
    with ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def moodle_worksheet(
    people: Iterable[tuple[int, str]],
    language: str = "en",
    maximum: str = "100.00",
    locked: Iterable[int] = (),
    statuses: Mapping[int, str] = MappingProxyType({}),
) -> bytes:
    """Return a worksheet as Moodle writes it: quotation marks around cells with spaces."""
    yes, no = {"en": ("Yes", "No"), "de": ("Ja", "Nein"), "xx": ("Joo", "Ei")}[language]
    word = MOODLE_WORDS[language]
    rows = [
        (
            f"{word}{number}",
            name,
            f"s{number}@example.org",
            statuses.get(number, "Submitted for grading"),
            "",
            maximum,
            no if number in locked else yes,
            "Monday, 3 November 2025, 9:00 AM",
            "-",
            "",
        )
        for number, name in people
    ]
    return "".join(",".join(map(_moodle_cell, row)) + "\n" for row in (MOODLE_HEADERS[language], *rows)).encode()


def _moodle_cell(text: str) -> str:
    needs = any(character in text for character in ' ,"\n\r\t\\')
    return '"' + text.replace('"', '""') + '"' if needs else text


@attrs.frozen
class MoodleGrade:
    """What Moodle keeps after an import; ``None`` where nothing was new."""

    grade: float | None
    comment: str | None


def php_rows(data: bytes) -> Iterator[list[str]]:
    """Yield rows as PHP's ``fgetcsv`` does: a backslash keeps a quotation mark from ending a cell."""
    text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    cells, cell, is_inside, place = [], "", False, 0
    while place < len(text):
        character = text[place]
        if is_inside and character == "\\" and place + 1 < len(text):
            cell += text[place : place + 2]
            place += 2
            continue
        if character == '"':
            if is_inside and text[place + 1 : place + 2] == '"':
                cell, place = cell + '"', place + 1
            else:
                is_inside = not is_inside
        elif not is_inside and character in ",\n":
            cells.append(cell)
            cell = ""
            if character == "\n":
                yield cells
                cells = []
        else:
            cell += character
        place += 1
    if cell or cells:
        yield [*cells, cell]


def import_moodle(
    data: bytes, participants: Iterable[int], language: str = "en", maximum: float = 100.0
) -> dict[int, MoodleGrade]:
    """Return what Moodle's importer of worksheets takes: by the columns' names and the participants' numbers."""
    identifier, grade, modified, comments = (MOODLE_HEADERS[language][place] for place in (0, 4, 8, 9))
    header, *rows = php_rows(data)
    assert {identifier, grade, modified} <= set(header)
    taken: dict[int, MoodleGrade] = {}
    for row in rows:
        assert len(row) == len(header), "Moodle refuses rows of another length"
        record = dict(zip(header, row, strict=True))
        number = record[identifier][len(MOODLE_WORDS[language]) :]
        if not number.isdigit() or int(number) not in participants:
            continue
        text = record[grade].replace(" ", "").replace("," if language != "en" else ".", ".")
        value = float(text) if text else None
        is_taken = value is not None and 0 <= value <= maximum
        taken[int(number)] = MoodleGrade(value if is_taken else None, record.get(comments) or None)
    return taken


def import_moodle_feedback(data: bytes, participants: Iterable[int]) -> dict[int, dict[str, bytes]]:
    """Return the files that Moodle's importer of feedback gives to participants, by their paths."""
    taken: dict[int, dict[str, bytes]] = {}
    with ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            base = name.rpartition("/")[2]
            if name.endswith("/") or base.startswith((".", "~")):
                continue
            parts = name.split("/")
            while parts:
                info = parts.pop(0).split("_", 4)
                is_known = len(info) >= 4 and info[1].isdigit() and int(info[1]) in participants
                if is_known and (info[2], info[3]) in (("assignsubmission", "file"), ("assignfeedback", "file")):
                    rest = "/".join([*info[4:], *parts]).lstrip("/")
                    taken.setdefault(int(info[1]), {})[rest] = archive.read(name)
                    break
    return taken


CANVAS_HEADER = (
    "Student",
    "ID",
    "SIS User ID",
    "SIS Login ID",
    "Section",
    "Notes",
    "Essay 1 (901)",
    "Quiz (902)",
    "Assignments Current Score",
    "Current Score",
)


def canvas_gradebook(people: Iterable[tuple[int, str, str]]) -> bytes:
    """Return a gradebook; each person has a number, a sortable name, and the grade so far."""
    import csv

    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CANVAS_HEADER)
    writer.writerow(["", "", "", "", "", "", "Manual Posting", "", "", ""])
    writer.writerow(["    Points Possible", "", "", "", "", "", "20.00", "10.00", "(read only)", "(read only)"])
    for number, name, grade in people:
        writer.writerow([name, number, f"sis{number}", f"login{number}", "4b", "", grade, "7.00", "55.00", "55.00"])
    writer.writerow(["Student, Test", "", "", "tester", "4b", "", "", "", "", ""])
    return out.getvalue().encode()


def import_canvas(data: bytes, column: str = "Essay 1 (901)") -> dict[int, str]:
    """Return the grades that Canvas's importer of gradebooks takes, by the students' numbers."""
    import csv

    rows = [row for row in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")) if any(row)]
    header = rows[0]
    assert header[0] == "Student"
    assert header[1] == "ID"
    assert "Section" in header
    place = header.index(column)
    taken: dict[int, str] = {}
    for row in rows[1:]:
        if "Points Possible" in row[0] or all(re.fullmatch(r"\s*(Muted|Manual Posting.*)?\s*", cell) for cell in row):
            continue
        if row[1]:
            taken[int(row[1])] = row[place].strip()
    return taken


def import_canvas_rubric(data: bytes, criteria: Sequence[str]) -> dict[str, dict[str, tuple[str, str, str]]]:
    """Return each student's rating, points and comments by criterion, as Canvas's importer reads them."""
    import csv

    taken: dict[str, dict[str, tuple[str, str, str]]] = {}
    for row in csv.DictReader(io.StringIO(data.decode("utf-8"), newline="")):
        kinds = ("Rating", "Points", "Comments")
        taken[row["Student Id"]] = {name: tuple(row[f"{name} - {kind}"] for kind in kinds) for name in criteria}
    return taken
