"""Teachers' comments on disk: read back as they were given, replaced, taken back, and safe from each other."""

import datetime
import itertools
import threading
import tomllib
from fractions import Fraction
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from markscheme.documents.folders import GIVEN_FILE
from markscheme.errors import DocumentError
from markscheme.exercises.comment_bank import Quote
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.given_comments import (
    GivenComment,
    Subject,
    check_given,
    give,
    given_schema,
    newest,
    read_given,
    take_back,
    with_comment,
    without_comment,
)
from markscheme.exercises.init.guess import guess

DAY = datetime.date(2026, 11, 22)
LIKE = GivenComment(
    Subject.SOURCE,
    "She still likes it.",
    "T",
    "week 3",
    "mei",
    Quote("She", "like", "music."),
    "liked",
    "",
    "Ms Kim",
    DAY,
)
POINTS = attrs.evolve(LIKE, text=None, code="", points=Fraction(1, 2), author="Mr Roy")
WHOLE = GivenComment(Subject.WHOLE, "Well done.", exercise="week 3", student="mei", author="Ms Kim", date=DAY)

LINE = st.text(st.characters(exclude_categories=("C", "Z")), max_size=6)
TEXT = st.lists(LINE, max_size=3).map("\n".join).map(str.strip)


@st.composite
def comments(draw: st.DrawFn) -> GivenComment:
    subject = draw(st.sampled_from(Subject))
    quote = Quote() if subject is Subject.WHOLE else Quote(draw(LINE), draw(LINE), draw(LINE), draw(st.integers(1, 3)))
    if subject is Subject.WHOLE:
        quote = Quote()
    return GivenComment(
        subject,
        draw(TEXT),
        draw(LINE),
        draw(LINE),
        draw(LINE),
        quote,
        draw(st.none() | LINE),
        draw(LINE),
        draw(LINE),
        draw(st.none() | st.dates()),
    )


@st.composite
def points(draw: st.DrawFn) -> GivenComment:
    """Draw points for a place, alone or with a comment."""
    comment = draw(comments())
    criterion = draw(LINE) if comment.subject is Subject.WHOLE else ""
    number = Fraction(draw(st.integers(-100_000, 100_000)), 100)
    alone = {} if draw(st.booleans()) else {"text": None, "code": "", "key": ""}
    return attrs.evolve(comment, points=number, criterion=criterion, **alone)


@given(st.lists(comments() | points(), max_size=5))
def test_comments_are_read_as_they_were_given(several: list[GivenComment]):
    text = ""
    for item in several:
        text = with_comment(text, item)
    by_topic = {part.topic: part for item in several for part in item.parts}
    assert {part.topic: part for item in read_given(text) for part in item.parts} == by_topic
    Draft202012Validator(given_schema()).validate(tomllib.loads(text))
    for item in several:
        text = without_comment(text, item)
    assert text == ""


@pytest.mark.parametrize("order", itertools.permutations([LIKE, POINTS, attrs.evolve(POINTS, student="tom")]))
def test_two_teachers_points_and_words_about_one_place_stay_apart(order: tuple[GivenComment, ...]):
    text = ""
    for item in order:
        text = with_comment(text, item)
    assert set(newest(read_given(text))) == set(order)
    assert set(newest(read_given(without_comment(text, LIKE)))) == set(order) - {LIKE}
    assert set(newest(read_given(without_comment(text, POINTS)))) == set(order) - {POINTS}


def test_new_words_leave_the_points_of_the_table_that_had_both():
    both = attrs.evolve(LIKE, points=Fraction(1, 4))
    text = with_comment(with_comment("", both), attrs.evolve(LIKE, text="Another", author="Mr Roy"))
    assert {(item.text, item.points, item.author) for item in read_given(text)} == {
        (None, Fraction(1, 4), "Ms Kim"),
        ("Another", None, "Mr Roy"),
    }
    assert text.count("[[comment]]") == 2


def test_each_criterion_of_a_whole_text_has_its_points():
    content = attrs.evolve(WHOLE, text=None, points=Fraction(2), criterion="Content")
    several = [WHOLE, content, attrs.evolve(content, criterion="Language"), attrs.evolve(content, criterion="")]
    text = ""
    for item in several:
        text = with_comment(text, item)
    assert set(read_given(text)) == set(several)
    assert 'points = 2\ncriterion = "Content"' in text
    again = with_comment(text, attrs.evolve(content, points=Fraction(3), criterion="content"))
    assert sorted(item.points for item in read_given(again) if item.points is not None) == [2, 2, 3]


@given(st.permutations([LIKE, WHOLE, attrs.evolve(LIKE, student=""), attrs.evolve(WHOLE, student="tom")]))
def test_the_text_depends_on_the_comments_alone(several: list[GivenComment]):
    text = ""
    for item in several:
        text = with_comment(text, item)
    assert [item.student for item in read_given(text)] == ["", "mei", "mei", "tom"]


def test_what_people_write_into_the_file_stays():
    text = with_comment(with_comment("", LIKE), WHOLE)
    text = text.replace("[[comment]]", "# ask her\n[[comment]]", 1).replace(
        "[[comment]]", '[[comment]]\nmood = "good"', 1
    )
    after = with_comment(text, attrs.evolve(WHOLE, text="Very well done."))
    assert "# ask her" in after
    assert 'mood = "good"' in after
    assert [item.text for item in read_given(after)] == ["She still likes it.", "Very well done."]


def test_the_newest_of_two_merged_comments_counts():
    later = attrs.evolve(LIKE, text="later", author="Mr Roy", date=DAY + datetime.timedelta(1))
    assert newest([later, LIKE, WHOLE]) == (later, WHOLE)


def test_every_writers_comment_is_kept(tmp_path: Path):
    path = tmp_path / GIVEN_FILE
    several = [attrs.evolve(WHOLE, student=f"student {number}") for number in range(8)]
    threads = [threading.Thread(target=give, args=(path, item)) for item in several]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {item.student for item in read_given(path.read_text())} == {item.student for item in several}
    for item in several:
        take_back(path, item)
    assert list(tmp_path.iterdir()) == []


def test_a_broken_file_is_not_overwritten(tmp_path: Path):
    path = tmp_path / GIVEN_FILE
    path.write_text('[[comment]]\nabout = "nothing"\n')
    with pytest.raises(DocumentError, match="does not say what it is about"):
        give(path, LIKE)
    assert path.read_text() == '[[comment]]\nabout = "nothing"\n'


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("[[comment]\n", ["1:10: this is not TOML: Expected ']]' at the end of an array declaration"]),
        (
            '[[comment]]\nabout = "place"\n',
            [
                "2:9: the comment does not say what it is about. Write about = source or student or whole",
                '1:1: the comment has no text. Add text = "…"; or points = 1, to give points alone',
            ],
        ),
        (
            '[[comment]]\nabout = "whole"\npoints = "2"\n',
            [
                "3:10: points must be a number from -1000 to 1000 with at most two decimals. "
                "Write it without quotes, such as points = 0.5"
            ],
        ),
        (
            '[[comment]]\nabout = "whole"\n[[comment]]\nabout = "student"\npoints = 0.125\ncriterion = "Content"\n',
            [
                '1:1: the comment has no text. Add text = "…"; or points = 1, to give points alone',
                "5:10: points must be a number from -1000 to 1000 with at most two decimals. "
                "Write it without quotes, such as points = 0.5",
                "6:13: a criterion is for points of a whole text. "
                'Write it with about = "whole" and points = 2; or leave it out',
            ],
        ),
        ('[[comment]]\nabout = "whole"\ntext = 3\n', ["3:8: text must be a text in quotes"]),
        (
            '[[comment]]\nabout = "whole"\ntext = ""\ndate = "today"\n',
            ["4:8: date must be a day without quotes, such as 2026-11-22"],
        ),
    ],
)
def test_faults_are_told_at_line_and_column(text: str, faults: list[str]):
    assert [str(fault) for fault in check_given(text)] == faults


def test_a_text_that_no_file_can_hold_is_refused():
    with pytest.raises(DocumentError, match="the comment can't be kept"):
        with_comment("", attrs.evolve(WHOLE, text="\ud800"))


def test_files_of_comments_are_no_texts_of_an_exercise(tmp_path: Path):
    for name, text in {
        "a.src": "She like music .\n",
        "a.hyp": "She likes music .\n",
        "a.ref": "She likes music .\n",
    }.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "comments.toml").write_text("")
    (tmp_path / "markscheme.toml").write_text(
        '[[exercise]]\nsource = "a.src"\nreferences = ["a.ref"]\nhypotheses = ["*"]\n'
    )
    give(tmp_path / GIVEN_FILE, LIKE)
    [exercise] = exercises_in(tmp_path)
    assert [item.path.name for item in exercise.hypotheses] == ["a.hyp"]
    assert exercise.comments.is_on
    (tmp_path / "markscheme.toml").unlink()
    assert not [item.path for item in guess(tmp_path).rows if item.path in ("comments.toml", GIVEN_FILE)]
