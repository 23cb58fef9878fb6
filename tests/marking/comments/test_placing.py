"""The teachers' comments in a document: each at its place, none lost by another, what no longer fits reported."""

import datetime
import itertools
import json
from fractions import Fraction
from pathlib import Path

import attrs
from hypothesis import given
from hypothesis import strategies as st

from conftest import Command
from marking.comments.made import Place, review
from markscheme.documents.corpus import Document
from markscheme.exercises.comment_bank import BankEntry, CommentBank, Quote
from markscheme.exercises.given_comments import GivenComment, Subject
from markscheme.exercises.material import ExerciseComments
from markscheme.marking.comments import (
    CommentedText,
    DocumentComments,
    Reader,
    quote_of,
    source_place,
    source_sentences,
)
from markscheme.marking.review import DocumentReview
from markscheme.marking.verdict import Verdict

BANK = CommentBank((BankEntry("any", "S", "Look again."),))
SENTENCES = ["She like music .", "Yesterday I go home .", "She like music ."]
PLACES: list[tuple[int, Place]] = [
    (0, (1, 2, "likes", Verdict.CORRECT, "R:VERB:SVA")),
    (1, (2, 3, "go", Verdict.MISSED, "R:VERB:TENSE")),
    (2, (1, 2, "liked", Verdict.DIFFERENT, "R:VERB:SVA")),
    (2, (2, 2, "the", Verdict.NOT_NEEDED, "U:DET")),
]


def placed(
    of: tuple[DocumentReview, Document], *given: GivenComment, bank: CommentBank = BANK, student: str = "mei"
) -> DocumentComments:
    text = CommentedText(of[0], of[1], "week 3", Reader(student))
    return text.comments(ExerciseComments(bank, given))


def on_finding(of: DocumentReview, number: int, text: str, **more: object) -> GivenComment:
    item = of.findings[number]
    quote = quote_of(source_sentences(of), item.passage, *source_place(item, of))
    comment = GivenComment(Subject.SOURCE, text, "", "week 3", "mei", quote, item.hypothesis)
    return attrs.evolve(comment, **more)


def texts(comments: DocumentComments) -> list[str | None]:
    return [None if item is None else item.text for item in comments.findings]


tokens = st.sampled_from(["a", "the", "go", "like", ".", "don't"])


@st.composite
def documents(draw: st.DrawFn) -> tuple[DocumentReview, Document]:
    sentences = draw(st.lists(st.lists(tokens, min_size=1, max_size=5), min_size=1, max_size=3))
    places: list[tuple[int, Place]] = []
    for number, words in enumerate(sentences):
        cuts = sorted(draw(st.lists(st.integers(0, len(words)), max_size=3, unique=True)))
        for start, end in itertools.pairwise(cuts):
            verdict = draw(st.sampled_from(Verdict))
            places.append((number, (start, end, draw(tokens), verdict, "R:VERB")))
    return review([" ".join(words) for words in sentences], places)


@given(documents(), st.randoms())
def test_no_finding_loses_its_comment_by_anothers(document: tuple[DocumentReview, Document], random):
    found = document[0]
    given = [on_finding(found, number, f"comment {number}") for number in range(len(found.findings))]
    random.shuffle(given)
    assert texts(placed(document, *given)) == [f"comment {number}" for number in range(len(found.findings))]
    some = given[: len(given) // 2]
    bank_alone = texts(placed(document))
    with_some = texts(placed(document, *some))
    own = {item.text for item in some}
    assert [one for one in with_some if one in own] == sorted(own, key=lambda text: int(text.split()[1]))
    assert all(one == other for one, other in zip(with_some, bank_alone, strict=True) if one not in own)


def test_the_teachers_comment_stands_in_the_place_of_the_banks():
    document = review(SENTENCES, PLACES)
    assert texts(placed(document)) == [None, "Look again.", "Look again.", None]
    mine = on_finding(document[0], 1, "When, {student}? {student_words}!")
    assert texts(placed(document, mine)) == [None, "When, Mei? go!", "Look again.", None]
    assert texts(placed(document, mine, student="tom")) == texts(placed(document))
    for_all = attrs.evolve(mine, student="", text="all")
    assert texts(placed(document, for_all, mine))[1] == "When, Mei? go!"
    assert texts(placed(document, for_all, mine, student="tom"))[1] == "all"


def test_an_empty_text_leaves_the_place_without_a_comment():
    document = review(SENTENCES, PLACES)
    assert texts(placed(document, on_finding(document[0], 1, ""))) == [None, None, "Look again.", None]


def test_the_newest_comment_counts():
    document = review(SENTENCES, PLACES)
    day = datetime.date(2026, 11, 22)
    one = on_finding(document[0], 1, "later", date=day)
    other = on_finding(document[0], 1, "any change", change=None, date=day + datetime.timedelta(1))
    assert texts(placed(document, one, other))[1] == "later"  # about this correction before about any
    assert texts(placed(document, attrs.evolve(other, text="older", date=None), other))[1] == "any change"


def test_a_comment_on_a_correction_that_the_student_changed_is_reported():
    document = review(SENTENCES, PLACES)
    old = on_finding(document[0], 1, "old", change="goed")
    found = placed(document, old)
    assert found.unplaced == (old,)
    assert texts(found) == texts(placed(document))
    assert placed(document, attrs.evolve(old, student="")).unplaced == ()  # others may have it
    assert placed(document, attrs.evolve(old, exercise="week 4")).unplaced == ()


def test_free_comments_stand_at_their_words():
    document = review(SENTENCES, PLACES)
    own = GivenComment(Subject.STUDENT, "Nice.", "", "week 3", "mei", Quote("She", "liked the", "music ."))
    home = GivenComment(Subject.SOURCE, "Which?", "", "week 3", "mei", Quote("Yesterday I go", "home", "."))
    gone = attrs.evolve(own, quote=Quote("They", "talked", "for hours ."))
    found = placed(document, own, home, gone)
    text = document[1].text
    assert [item.span.of(text) for item in found.places] == ["home", "liked the"]
    assert found.unplaced == (gone,)


def test_a_comment_on_the_students_words_of_a_finding_is_that_findings():
    document = review(SENTENCES, PLACES)
    own = GivenComment(Subject.STUDENT, "Nice.", "", "week 3", "mei", Quote("She", "likes", "music ."))
    found = placed(document, own)
    assert texts(found) == ["Nice.", "Look again.", "Look again.", None]
    assert found.places == ()


def test_points_stand_at_their_places_and_leave_the_comments():
    document = review(SENTENCES, PLACES)
    of, text = document
    half = attrs.evolve(on_finding(of, 1, ""), text=None, points=Fraction(1, 2), author="Ms Kim")
    for_all = attrs.evolve(half, student="", points=Fraction(3), author="Mr Roy")
    nice = GivenComment(Subject.STUDENT, None, "", "week 3", "mei", Quote("She", "liked the", "music ."))
    nice = attrs.evolve(nice, points=Fraction(1, 4))
    gone = attrs.evolve(nice, quote=Quote("They", "talked", "for hours ."))
    content = GivenComment(Subject.WHOLE, None, exercise="week 3", points=Fraction(2), criterion="Content")
    own = attrs.evolve(content, student="mei", points=Fraction(1), criterion="content")
    found = placed(document, for_all, half, nice, gone, content, own)
    assert texts(found) == texts(placed(document))
    shown = [
        (item.finding, None if item.span is None else item.span.of(text.text), item.words, item.points, item.author)
        for item in found.points
    ]
    assert shown == [
        (1, None, "", Fraction(1, 2), "Ms Kim"),
        (None, "liked the", "liked the", Fraction(1, 4), ""),
        (None, None, "content", 1, ""),
    ]
    assert found.unplaced == (gone,)
    assert [item.points for item in placed(document, for_all, half, content, student="tom").points] == [3, 2]


def test_the_whole_text_has_comments_of_its_own_and_for_all():
    document = review(SENTENCES, PLACES)
    mine = GivenComment(Subject.WHOLE, "Well done, {student}.", exercise="week 3", student="mei")
    for_all = GivenComment(Subject.WHOLE, "Read chapter 3.", exercise="week 3")
    found = placed(document, mine, for_all)
    assert [comment.text for comment in found.whole] == ["Read chapter 3.", "Well done, Mei."]


BUILT_IN = "What is the subject here? One is or was; two are or were; and always “I am”, “you are”, “you were”."


def test_comments_are_counted_by_their_entry(tmp_path: Path, markscheme: Command):
    """Over all students and exercises: of each exercise one place has a comment by the teacher."""
    (tmp_path / "markscheme.toml").write_text("[comments]\n")
    for stem in ("week 3", "week 4"):
        for name, text in {"src": "She like music. We was late.", "ref.kim": "She likes music. We were late."}.items():
            (tmp_path / f"{stem}.{name}.txt").write_text(f"{text}\n")
        for student in ("mei", "tom"):
            (tmp_path / f"{stem}.hyp.{student}.txt").write_text("She like music. We was late.\n")
    (tmp_path / "comments.toml").write_text(
        '[[comment]]\ncode = "S"\nwords = ["likes", "were"]\ntext = "Look again."\n'
    )
    (tmp_path / "teacher-comments.toml").write_text(
        "".join(
            f'[[comment]]\nabout = "source"\nexercise = "{stem}"\nstudent = "mei"\nbefore = "She"\n'
            'words = "like"\nafter = "music."\nchange = "like"\ntext = "Mine."\n'
            for stem in ("week 3", "week 4")
        )
    )
    done = markscheme("review", tmp_path, "--format", "json")
    uses = json.loads(done.stdout)["comments"]
    counts = [(item["text"], item["count"]) for item in uses]
    assert counts == [(BUILT_IN, 4), ("Mine.", 2), ("Look again.", 2)]
