"""Tables of Moodle and Canvas: filled in, and imported by the rules of their importers."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.errors import DocumentError
from markscheme.exercises.schemes import Band
from markscheme.marking.mark import Mark
from markscheme.marking.review import DocumentReview, TextFile
from markscheme.reports._grades import Grade, StudentResult, grade_of
from markscheme.reports.grade_export import FeedbackFile, feedback_zip, filled, folder_files, paired
from markscheme.reports.report import ReviewedDocument
from markscheme.reports.school_systems import (
    MOODLE,
    SYSTEMS,
    Columns,
    GradebookSystem,
    HandedIn,
    parse_table,
    system_of_archive,
    system_of_table,
)
from school_systems import (
    MOODLE_HEADERS,
    MoodleGrade,
    canvas_gradebook,
    import_canvas,
    import_moodle,
    import_moodle_feedback,
    moodle_worksheet,
    php_rows,
)

NOTHING = DocumentReview((), (), TextFile("source", None), (), parallel=False)
NAMES = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=20)


def result(student: str, points: float | None, maximum: float = 100.0) -> StudentResult:
    document = ReviewedDocument(Path(f"{student}.txt"), "week", "", NOTHING, student=student, assignment="week")
    return StudentResult(student, None if points is None else Grade(points, maximum), document)


def transferred(
    data: bytes,
    results: Iterable[StudentResult],
    students: dict[str, str],
    comments: Mapping[str, str] = MappingProxyType({}),
    columns: Columns = Columns(assignment="week"),
    maximum: float | None = None,
) -> tuple[bytes, tuple[str, ...]]:
    table = parse_table(data, Path("grading.csv"))
    system = system_of_table(table)
    worksheet = system.worksheet(table, columns)
    done = filled(worksheet, paired(worksheet.lines, tuple(results), students), comments, maximum)
    return done.table.to_bytes(), (*done.kept, *done.notices)


def without(data: bytes, columns: Iterable[int]) -> list[list[str]]:
    gone = set(columns)
    return [[cell for place, cell in enumerate(row) if place not in gone] for row in php_rows(data)]


@pytest.mark.parametrize(("language", "maximum"), [("en", "100.00"), ("de", "20,00"), ("xx", "20.00")])
def test_moodles_worksheet_goes_out_and_in(language: str, maximum: str):
    people = {4711: "Mei Lin", 4712: 'Ana "Ani" Cruz', 4713: "Jo, Roy", 4714: "=Kim"}
    data = moodle_worksheet(people.items(), language, maximum)
    students = {"4711": "Mei Lin", "4712": "Ana Cruz"}
    results = [result("Mei Lin", 80), result("Ana Cruz", 2.5, 10), result("Jo Roy", 130)]
    comment = '<p class="markscheme">Well done &amp; so on, "Mei" \\</p>\n<ul></ul>'
    written, notices = transferred(data, results, students, {"Mei Lin": comment})
    assert notices == ()
    assert transferred(written, results, students, {"Mei Lin": comment})[0] == written
    most = float(maximum.replace(",", "."))
    taken = import_moodle(written, people, language, most)
    assert {number: item.grade for number, item in taken.items()} == {
        4711: 0.8 * most,
        4712: 0.25 * most,
        4713: most,
        4714: None,
    }
    assert taken[4711].comment == comment.replace("\\", "&#92;")
    assert [taken[number].comment for number in (4712, 4713, 4714)] == [None, None, None]
    assert without(written, (4, 9)) == without(data, (4, 9))
    lines = {line.split(b",")[0]: line for line in data.splitlines()}
    untouched = next(line for name, line in lines.items() if b"4714" in name)
    assert untouched in written
    assert written.splitlines()[0] == data.splitlines()[0]


def test_the_grade_is_the_mark_of_the_scheme():
    document = attrs.evolve(result("Mei Lin", None).document, mark=Mark(Fraction(15, 2), Fraction(10)))
    assert grade_of(document) == Grade(7.5, 10.0)
    withheld = attrs.evolve(document, mark=Mark(None, Fraction(10), withheld="nothing to correct"))
    assert grade_of(withheld) is None


@given(st.dictionaries(st.integers(1, 9999), NAMES, min_size=1, max_size=5), NAMES)
def test_any_name_and_any_comment_come_back_from_moodle(people: dict[int, str], comment: str):
    data = moodle_worksheet(people.items())
    students = {str(number): f"s{number}" for number in people}
    results = [result(student, 50) for student in students.values()]
    page = f"<p>{comment.replace('&', '&amp;').replace('<', '&lt;')}</p>"
    written, notices = transferred(data, results, students, dict.fromkeys(students.values(), page))
    assert notices == ()
    taken = import_moodle(written, people)
    shown = page.replace("\\", "&#92;").replace("\r\n", "\n").replace("\r", "\n")
    assert {item.comment for item in taken.values()} == {shown}
    assert {item.grade for item in taken.values()} == {50.0}
    assert without(written, (4, 9)) == without(data, (4, 9))


def test_a_worksheet_says_who_is_not_in_it_and_whose_name_is_not_clear():
    data = moodle_worksheet([(1, "Ana Cruz"), (2, "Ana Cruz"), (3, "Jo Roy")])
    written, notices = transferred(data, [result("Ana Cruz", 50), result("Kim", 50), result("Jo Roy", None)], {})
    assert written == data
    assert notices == (
        "Ana Cruz is not in the table: several rows have this name",
        "Kim is not in the table: no row has this name or number",
        "Where the table calls a student otherwise, say so in [people] of markscheme.toml",
        "Jo Roy has no mark; the grade stays as it is",
    )


def test_a_comment_and_a_grade_of_a_teacher_stay():
    data = moodle_worksheet([(1, "Ana")])
    old, _ = transferred(data, [result("Ana", 70)], {}, {"Ana": "<p>My own words.</p>"})
    written, notices = transferred(old, [result("Ana", 80)], {}, {"Ana": '<p class="markscheme">x</p>'})
    assert import_moodle(written, [1])[1] == MoodleGrade(70, "<p>My own words.</p>")
    assert notices == (
        "Ana: the grade 70.00 stays; the mark is 80.00",
        "Ana has a comment by somebody else; it stays",
    )
    ours, _ = transferred(data, [result("Ana", 70)], {}, {"Ana": '<p class="markscheme">x</p>'})
    again, notices = transferred(ours, [result("Ana", 80)], {}, {"Ana": '<p class="markscheme">y</p>'})
    assert import_moodle(again, [1])[1] == MoodleGrade(80, '<p class="markscheme">y</p>')
    assert notices == ("Ana: 70.00 becomes 80.00",)


def test_a_worksheet_without_names_is_filled_by_numbers_alone():
    header, *rows = moodle_worksheet([(1, "Ana"), (2, "Jo")]).decode().splitlines()
    keep = [0, *range(3, 10)]
    cells = [[line[place] for place in keep] for line in php_rows("\n".join([header, *rows]).encode())]
    data = "".join(",".join(f'"{cell}"' for cell in line) + "\n" for line in cells).encode()
    written, _ = transferred(data, [result("Participant 2", 50)], {"2": "Participant 2"})
    assert [line[2] for line in php_rows(written)] == ["Grade", "", "50.00"]


def scaled(*people: str) -> bytes:
    """Return a worksheet of an assignment with a scale, without a column of comments."""
    header, *rows = php_rows(moodle_worksheet(enumerate(people, 1)))
    header[5] = "Scale"
    for row in rows:
        row[5] = "Fail\nPass\n Distinction"
    return "".join(",".join(f'"{cell}"' for cell in line[:9]) + "\n" for line in (header, *rows)).encode()


def banded(student: str, points: int, band: str) -> StudentResult:
    mark = Mark(Fraction(points), Fraction(10), Band(Fraction(0), band))
    one = result(student, points, 10)
    return attrs.evolve(one, document=attrs.evolve(one.document, mark=mark))


def test_words_of_a_scale_are_the_names_of_bands():
    written, notices = transferred(scaled("Ana", "Jo"), [banded("Ana", 9, "distinction"), banded("Jo", 2, "Fail")], {})
    assert [row[4] for row in php_rows(written)] == ["Grade", "Distinction", "Fail"]
    assert [notice for notice in notices if "scale" in notice] == []
    again, notices = transferred(written, [banded("Ana", 5, "Pass")], {})
    assert again == written
    assert "Ana: the grade Distinction stays; the mark is Pass" in notices


def test_a_scale_without_bands_of_its_words_stays_and_says_what_to_do():
    written, notices = transferred(scaled("Ana", "Jo"), [result("Ana", 50), banded("Jo", 2, "good")], {})
    assert written == scaled("Ana", "Jo")
    [advice] = [notice for notice in notices if "scale" in notice]
    assert "“Fail”, “Pass”, “Distinction”. The grades stay as they are" in advice
    assert 'bands = [{ from = 8, name = "Distinction" }, …]' in advice
    assert any("no column of comments" in notice for notice in notices)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_grade_that_moodle_keeps_is_neither_counted_nor_written(language: str):
    data = moodle_worksheet([(1, "Ana"), (2, "Jo")], language, locked=[1])
    written, notices = transferred(
        data, [result("Ana", 50), result("Jo", 50)], {}, dict.fromkeys(("Ana", "Jo"), "<p>x</p>")
    )
    taken = import_moodle(written, [1, 2], language)
    assert (taken[1], taken[2]) == (MoodleGrade(None, None), MoodleGrade(50, "<p>x</p>"))
    assert notices == ("Ana: Moodle takes no other grade here; the row stays as it is",)


def test_a_worksheet_that_does_not_say_the_most_points_is_a_question():
    header, *rows = php_rows(moodle_worksheet([(1, "Ana")]))
    data = "".join(",".join(f'"{cell}"' for cell in [*line[:5], *line[6:]]) + "\n" for line in (header, *rows)).encode()
    with pytest.raises(DocumentError) as caught:
        transferred(data, [result("Ana", 50)], {})
    assert (caught.value.line, caught.value.remedy) == (2, "Say it: --out-of 100")
    written, _ = transferred(data, [result("Ana", 50)], {}, maximum=12)
    assert import_moodle(written, [1], maximum=12)[1].grade == 6


def test_columns_can_be_named():
    data = moodle_worksheet([(1, "Ana")]).replace(b"Grade,", b"Result,", 1).replace(b",-,", b",,")
    columns = Columns({"grade": "Result", "comments": "Last modified (grade)"})
    written, _ = transferred(data, [result("Ana", 50)], {}, {"Ana": "<p>x</p>"}, columns)
    assert [*php_rows(written)][1][4] == "50.00"
    assert [*php_rows(written)][1][8] == "<p>x</p>"
    with pytest.raises(DocumentError, match="no column 'Mark'"):
        transferred(data, [result("Ana", 50)], {}, {}, Columns({"grade": "Mark"}))


def test_a_table_of_something_else_is_refused():
    with pytest.raises(DocumentError, match="no table of grades of Moodle or Canvas"):
        system_of_table(parse_table(b"Name,Grade\nMei,1\n", Path("x.csv")))


def test_canvass_gradebook_goes_out_and_in():
    people = [
        (12345, "Lin, Mei", ""),
        (12346, "Cruz, Ana", "3.00"),
        (12347, "Roy, Jo", "EX"),
        (12348, "Kim, Su", "N/A"),
    ]
    data = canvas_gradebook(people)
    results = [result(name, 75) for name in ("linmei", "Ana Cruz", "Jo Roy", "Su Kim")]
    written, notices = transferred(data, results, {"12345": "linmei"}, columns=Columns(assignment="essay 1"))
    assert notices == (
        "Ana Cruz: the grade 3.00 stays; the mark is 15.00",
        "Jo Roy: the grade stays EX",
        "Su Kim: the grade stays N/A",
    )
    assert import_canvas(written) == {12345: "15.00", 12346: "3.00", 12347: "EX", 12348: "N/A"}
    assert without(written, (6,)) == without(data, (6,))
    with pytest.raises(DocumentError, match="not clear") as caught:
        transferred(data, results, {})
    assert "Essay 1 (901), Quiz (902)" in caught.value.remedy


def test_canvas_with_semicolons_and_decimal_commas():
    data = canvas_gradebook([(1, "Cruz, Ana", "")]).replace(b'"', b"").replace(b"Cruz, Ana", b"Cruz| Ana")
    data = data.replace(b",", b";").replace(b"|", b",").replace(b".00", b",00")
    written, _ = transferred(data, [result("Ana Cruz", 75)], {}, columns=Columns(assignment="Essay 1"))
    assert b";15,00;" in written


@given(st.dictionaries(st.integers(1, 9999), NAMES, min_size=1, max_size=5))
def test_feedback_reaches_everybody_in_moodle(people: dict[int, str]):
    students = {f"s{number}": (name, str(number)) for number, name in people.items()}
    files = {student: FeedbackFile("feedback.txt", student.encode()) for student in students}
    data, lost = feedback_zip(MOODLE, files, students)
    assert lost == ()
    assert import_moodle_feedback(data, people) == {
        number: {"feedback.txt": f"s{number}".encode()} for number in people
    }


def test_a_folder_with_a_file_a_student(tmp_path: Path):
    for name in ("Ana.pdf", "Ana Cruz - feedback.pdf", "week 3 Jo.pdf", "Joanna.pdf", ".hidden"):
        (tmp_path / name).write_text(name)
    files, nobodys = folder_files(tmp_path, ["Ana", "Ana Cruz", "Jo"])
    assert {student: file.name for student, file in files.items()} == {
        "Ana": "Ana.pdf",
        "Ana Cruz": "Ana Cruz - feedback.pdf",
        "Jo": "week 3 Jo.pdf",
    }
    assert nobodys == ("Joanna.pdf",)
    (tmp_path / "Jo.pdf").write_text("x")
    with pytest.raises(DocumentError, match="Jo has two files here"):
        folder_files(tmp_path, ["Jo"])


def test_canvas_takes_no_zip_of_feedback():
    with pytest.raises(DocumentError, match="Canvas takes no zip"):
        feedback_zip(SYSTEMS.get("canvas"), {"s": FeedbackFile("a", b"")}, {"s": ("s", "1")})


class Toy(GradebookSystem):
    name = "toy"
    title = "Toy"
    upload = "Upload it"

    def handed_in(self, member: str) -> HandedIn | None:
        return HandedIn(member, "Ana", "1", member) if member.startswith("toy:") else None

    def recognises(self, table: object) -> bool:
        return False

    def lines(self, table: object) -> tuple[()]:
        return ()

    def worksheet(self, table: object, columns: Columns = Columns()) -> None:
        raise NotImplementedError

    def person(self, name: str) -> str:
        return name


def test_a_package_adds_a_system(monkeypatch: pytest.MonkeyPatch):
    toy = Toy()
    monkeypatch.setattr(SYSTEMS, "_loaded", {"moodle": MOODLE, "canvas": SYSTEMS.get("canvas"), "toy": toy})
    monkeypatch.setitem(SYSTEMS._built_in, "toy", "school_systems:TOY")
    assert system_of_archive(["toy:essay.txt"], Path("a.zip")) is toy
    assert SYSTEMS.group == "markscheme.gradebooks"


def test_every_language_has_its_columns():
    for language, header in MOODLE_HEADERS.items():
        worksheet = MOODLE.worksheet(parse_table(moodle_worksheet([(1, "Ana")], language)))
        assert (worksheet.grade, worksheet.comments) == (4, 9), header
        assert [attrs.astuple(line)[1] for line in worksheet.lines] == ["1"]
