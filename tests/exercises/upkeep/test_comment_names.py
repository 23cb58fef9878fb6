"""Comments by teachers that name an exercise or a student who is not there."""

from pathlib import Path

from class_folders import class_of_eight, own_essays
from markscheme import Work
from markscheme.api import marking
from markscheme.documents.folders import GIVEN_FILE
from markscheme.marking.local import Engine

COMMENTS = """[[comment]]
about = "whole"
exercise = "Market"
student = "Greta"
text = "Good."

[[comment]]
about = "whole"
exercise = "Markt"
text = "Good."

[[comment]]
about = "whole"
student = "Chloe"
text = "Good."

[[comment]]
about = "whole"
exercise = "Market"
student = "Xu"
text = "Good."
"""


def test_a_report_says_each_name_that_is_nobodys_once_at_its_place_and_the_other_comments_count(
    tmp_path: Path, engine: Engine
):
    students = class_of_eight(tmp_path) / "market" / "students"
    path = tmp_path / "market" / GIVEN_FILE
    path.write_text(COMMENTS)
    report = marking.review([students / "Greta.txt", students / "Ada.txt"], work=Work(engine))
    said = [(item.path, item.line, item.column, item.length, item.explanation) for item in report.problems]
    assert said == [
        (path, 9, 12, 7, "no exercise here is called 'Markt': nobody reads this comment. Did you mean 'Market'?"),
        (path, 14, 11, 7, "no student is called 'Chloe': nobody reads this comment. Did you mean 'Chloé'?"),
        (
            path,
            20,
            11,
            4,
            "no student of Market is called 'Xu': nobody reads this comment. The students are "
            "Ada, Ben, Chloé, Dario, Emre, Femi, Greta, Hana",
        ),
    ]
    assert [len(item.comments.whole) for item in report.documents if item.comments is not None] == [1, 0]


def test_students_with_essays_of_their_own_are_there(tmp_path: Path, engine: Engine):
    folder = own_essays(tmp_path)
    comment = '[[comment]]\nabout = "whole"\nexercise = "Diary"\nstudent = "{}"\ntext = "Good."\n'
    given = "".join(comment.format(name) for name in ("Mei Lin", "Noor", "Olek"))
    (folder / "corrected" / "Ms Baker" / GIVEN_FILE).write_text(given + comment.format("Nobody"))
    [problem] = marking.review([folder], work=Work(engine)).problems
    assert "no student of Diary is called 'Nobody'" in problem.explanation
