"""Comments by teachers that name an exercise or a student who is not there."""

from pathlib import Path

import pytest

from class_folders import class_of_eight, own_essays
from markscheme.api import marking
from markscheme.exercises.comments.given_file import GIVEN_FILE
from markscheme.exercises.upkeep.comment_names import comment_name_problems
from markscheme.text.reading import read_text

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


def test_each_name_that_is_nobodys_is_said_at_its_place(tmp_path: Path):
    folder = class_of_eight(tmp_path)
    path = folder / "market" / GIVEN_FILE
    path.write_text(COMMENTS)
    said = [(item.line, item.column, item.length, item.explanation) for item in comment_name_problems(path, read_text)]
    assert said == [
        (9, 12, 7, "no exercise here is called 'Markt': nobody reads this comment. Did you mean 'Market'?"),
        (14, 11, 7, "no student is called 'Chloe': nobody reads this comment. Did you mean 'Chloé'?"),
        (
            20,
            11,
            4,
            "no student of Market is called 'Xu': nobody reads this comment. The students are "
            "Ada, Ben, Chloé, Dario, Emre, Femi, Greta, Hana",
        ),
    ]


def test_a_report_says_it_once_and_the_other_comments_count(tmp_path: Path):
    folder = class_of_eight(tmp_path)
    (folder / "market" / GIVEN_FILE).write_text(COMMENTS)
    report = marking.review([folder / "market" / "students" / "Greta.txt", folder / "market" / "students" / "Ada.txt"])
    assert [problem.line for problem in report.problems] == [9, 14, 20]
    assert [len(item.comments.whole) for item in report.documents if item.comments is not None] == [1, 0]


@pytest.mark.parametrize("name", ["Mei Lin", "Noor", "Olek"])
def test_students_with_essays_of_their_own_are_there(tmp_path: Path, name: str):
    folder = own_essays(tmp_path)
    path = folder / "corrected" / "Ms Baker" / GIVEN_FILE
    path.write_text(f'[[comment]]\nabout = "whole"\nexercise = "Diary"\nstudent = "{name}"\ntext = "Good."\n')
    assert comment_name_problems(path, read_text) == ()
