"""Moodle's assignments: the zip of all submissions, the offline grading worksheet, and the zip of feedback files.

Facts are of Moodle's ``mod/assign``. In its zip a path has a part ``NAME_ID_assignsubmission_PLUGIN``, as a folder,
with an underscore at its end up to version 4.0, or as the beginning of a file's name; no name holds an underscore. Its
importer of feedback looks for the first part of that form whose second piece is a participant's number. In its
worksheet the identifier is a word and that number. The importer of grades reads the columns by their names in the
course's language. It leaves out grades beyond the maximum, and changes that are older than those in Moodle by the
worksheet's own column of dates, which therefore stays as it is, and rows whose grade can't be changed. Where the
assignment has a scale, a column holds its words, a line each, and a grade is one of them. The status has parts: what is
handed in, then by how much it is late if it is, then other words, and at last a date if more time was given. Comments
are HTML.
"""

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from types import MappingProxyType

from typing_extensions import override

from markscheme.reports.gradebooks.grade_tables import CsvTable
from markscheme.reports.gradebooks.system import (
    Columns,
    GradebookSystem,
    HandedIn,
    Line,
    Worksheet,
    has_decimal_comma,
    number,
)

_PART = re.compile(r"(?P<name>.+?)[_ ](?P<id>\d+)_assignsubmission_(?P<plugin>[a-z]+)(?:_(?P<rest>.*))?", re.DOTALL)
_IDENTIFIER = re.compile(r"(\D*)(\d+)\s*")
_TYPED = "onlinetext"
_PARTICIPANT = """
    participant teilnehmer/in teilnehmerin participante deelnemer partecipante deltagare deltager deltaker osallistuja
    uczestnik účastník участник учасник katılımcı 参加者 参与者
"""
_BLIND_WORDS = frozenset(_PARTICIPANT.split())
"""The word that stands for a name where marking is blind, in the languages of courses."""
_HEADERS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        role: frozenset(names.split("; "))
        for role, names in {
            "name": (
                "full name; vollständiger name; nombre completo; nom complet; nome completo; volledige naam; "
                "cognome nome; nome; フルネーム"
            ),
            "grade": "grade; bewertung; calificación; note; nota; cijfer; valutazione; 評点; 评分",
            "maximum": (
                "maximum grade; bestwertung; höchste bewertung; calificación máxima; note maximale; nota máxima; "
                "maximumcijfer; maximale cijfer; valutazione massima; cualificación máxima; 最大評点"
            ),
            "scale": "scale; skala; escala; barème; schaal; scala",
            "status": "status; estado; statut; stato; estat; 状態; 状态",
            "changeable": (
                "grade can be changed; bewertung kann geändert werden; la calificación puede ser cambiada; "
                "la note peut être modifiée; a nota pode ser alterada; cijfer kan gewijzigd worden; "
                "la valutazione può essere modificata"
            ),
            "modified": "last modified (grade)",
            "comments": (
                "feedback comments; feedback als kommentar; comentarios de retroalimentación; "
                "feedback par commentaires; comentários de feedback; feedbackopmerkingen; commenti; "
                "フィードバックコメント"
            ),
        }.items()
    }
)
"""The names of columns in the languages of courses, in small letters; the layout decides where a name is not here."""
_NO_WORDS = "no nein non não nee nej nei ei nie ne нет ні hayır いいえ 否"
_NO = frozenset(_NO_WORDS.split())
"""What stands in the column that says whether a grade can be changed, where it can't."""
_DATE = re.compile(r"\d{4}|\d[:.]\d\d")
_NO_COMMENTS = "the worksheet has no column of comments; switch on “Feedback comments” in the assignment's settings"
_IN_BRACKETS = re.compile(r"(?P<before>.+?)\s*[(（](?P<inside>[^()（）]+)[)）]\s*")


class Moodle(GradebookSystem):
    """Moodle, from version 2.3 on."""

    name = "moodle"
    title = "Moodle"
    upload = "In Moodle, choose “Upload grading worksheet”"

    @override
    def handed_in(self, member: str) -> HandedIn | None:
        parts = member.split("/")
        for place, part in enumerate(parts):
            match = _PART.fullmatch(part)
            if match is None or match["name"].isspace():
                continue
            below = [piece for piece in (match["rest"] or "", *parts[place + 1 :]) if piece]
            if below:
                name = " ".join(match["name"].split())
                is_blind = name.casefold() in _BLIND_WORDS
                shown = f"{name} {match['id']}" if is_blind else name
                is_typed = match["plugin"] == _TYPED
                return HandedIn(member, shown, match["id"], below[-1], is_typed, is_blind=is_blind)
        return None

    @override
    def recognises(self, table: CsvTable) -> bool:
        """Return whether the first column has a word and a number in each row, and there is a date of the grade."""
        identifiers = [row.text(0) for row in table.rows[1:] if any(cell.text for cell in row.cells)]
        words = {match[1] for text in identifiers if (match := _IDENTIFIER.fullmatch(text)) and match[1]}
        return len(words) == 1 and all(map(_IDENTIFIER.fullmatch, identifiers)) and _modified(table) is not None

    @override
    def lines(self, table: CsvTable) -> tuple[Line, ...]:
        return tuple(_lines(table, 0, _name(table), None))

    @override
    def worksheet(self, table: CsvTable, columns: Columns = Columns()) -> Worksheet:
        """The exporter's order is fixed: the identifier first, the maximum or the scale behind the grade, the comments
        behind the date of the grade.
        """
        modified = _modified(table)
        grade = columns.index("grade", table, lambda: _grade(table, modified))
        if grade is None:
            raise table.problem("no column of grades can be found", f"Name it: --column grade=NAME. {_names(table)}")
        comments = columns.index("comments", table, lambda: _comments(table, modified))
        identifier = columns.index("identifier", table, lambda: 0)
        name = columns.index("name", table, lambda: _name(table))
        maximum = columns.index("maximum", table, lambda: _maximum(table, grade))
        lines = tuple(_lines(table, identifier, name, maximum))
        used = [
            table.rows[line.row].text(column) for line in lines for column in (maximum, grade) if column is not None
        ]
        notices = (_NO_COMMENTS,) if comments is None else ()
        scale = () if "grade" in columns.names else _scale(table, lines)
        return Worksheet(table, self, lines, grade, comments, has_decimal_comma(used), notices=notices, scale=scale)

    @override
    def person(self, name: str) -> str:
        return " ".join(name.split())

    @override
    def comment(self, page: str) -> str:
        """Return a comment; a backslash would take the meaning from a quotation mark that follows."""
        return page.replace("\\", "&#92;")

    @override
    def feedback_path(self, name: str, identifier: str, file: str) -> str:
        """Return the path of a student's file, in the folder that the student's submission has.

        >>> MOODLE.feedback_path("Mei_Lin", "4711", "feedback.txt")
        'Mei Lin_4711_assignsubmission_file_/feedback.txt'
        """
        shown = " ".join(re.sub(r'[_/\\:*?"<>|\x00-\x1f]', " ", name).split()) or "Participant"
        return f"{shown}_{identifier}_assignsubmission_file_/{file.lstrip('.~') or 'feedback'}"


def _names(table: CsvTable) -> str:
    return f"The columns are {', '.join(table.header)}"


def _column(table: CsvTable, role: str) -> int | None:
    return next((place for place, name in enumerate(table.header) if name.casefold() in _HEADERS[role]), None)


def _name(table: CsvTable) -> int | None:
    """Return the column of names: by its name, or behind the identifier in a language that is not known here."""
    is_unknown = _column(table, "grade") is None
    return 1 if is_unknown and len(table.header) > 1 else _column(table, "name")


def _modified(table: CsvTable) -> int | None:
    """In every language its name has brackets, and begins as that of the date of the submission, where there is one."""
    named = _column(table, "modified")
    if named is not None:
        return named
    matches = [(place, match) for place, name in enumerate(table.header) if (match := _IN_BRACKETS.fullmatch(name))]
    pairs = (later for (_, first), (later, second) in pairwise(matches) if first["before"] == second["before"])
    return next(pairs, matches[-1][0] if len(matches) == 1 else None)


def _grade(table: CsvTable, modified: int | None) -> int | None:
    """Return the column of grades: by its name, or by what stands in the brackets of its date."""
    named = _column(table, "grade")
    if named is not None or modified is None:
        return named
    match = _IN_BRACKETS.fullmatch(table.header[modified])
    word = match["inside"].casefold() if match else ""
    return next((place for place, name in enumerate(table.header) if name.casefold() == word), None)


def _maximum(table: CsvTable, grade: int | None) -> int | None:
    """Return the column of the most points: by its name, or behind the grade where every row has a number there."""
    named = _column(table, "maximum")
    if named is not None or grade is None or grade + 1 >= len(table.header):
        return named
    values = [row.text(grade + 1) for row in table.rows[1:] if row.text(0)]
    return grade + 1 if values and all(number(value) for value in values) else None


def _comments(table: CsvTable, modified: int | None) -> int | None:
    """Return the column of comments: by its name, or behind the date of the grade."""
    named = _column(table, "comments")
    if named is not None or modified is None:
        return named
    return modified + 1 if modified + 1 < len(table.header) else None


def _lines(table: CsvTable, identifier: int, name: int | None, maximum: int | None) -> Iterable[Line]:
    changeable, status = _column(table, "changeable"), _column(table, "status")
    for place, row in enumerate(table.rows[1:], 1):
        match = _IDENTIFIER.fullmatch(row.text(identifier))
        if match is None:
            continue
        shown = row.text(name).strip() if name is not None else ""
        most = number(row.text(maximum)) if maximum is not None else None
        is_locked = changeable is not None and row.text(changeable).strip().casefold() in _NO
        is_late = status is not None and _is_late(row.text(status))
        yield Line(place, match[2], (shown,) if shown else (), most, is_locked, is_late)


def _is_late(status: str) -> bool:
    """Return whether a status says in its second part by how much a text is late; a date is no such part.

    >>> _is_late("Submitted for grading - 2 days 3 hours late - Graded")
    True
    >>> [_is_late(status) for status in ("Zur Bewertung abgegeben", "Submitted - Extension until: 3 May 2026, 9:00 AM")]
    [False, False]
    """
    parts = status.split(" - ")
    second = parts[1] if len(parts) > 1 else ""
    return any(character.isdecimal() for character in second) and not _DATE.search(second)


def _scale(table: CsvTable, lines: Iterable[Line]) -> tuple[str, ...]:
    column = _column(table, "scale")
    if column is None:
        return ()
    words = (word.strip() for line in lines for word in table.rows[line.row].text(column).splitlines())
    return tuple(dict.fromkeys(word for word in words if word))


MOODLE = Moodle()
