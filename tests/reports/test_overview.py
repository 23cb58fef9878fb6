"""A class at a glance: what is counted of reviews, in which order."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import attrs
from hypothesis import given
from hypothesis import strategies as st

import markscheme
from markscheme.documents.files import read_text
from markscheme.errors import DocumentError
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.languages.segments import Span
from markscheme.marking.driver import ItemOutcome, Outcome, WorkItem, work_items
from markscheme.marking.findings import Finding, PlaceVerdict
from markscheme.marking.review import DocumentReview, Marks, PassageReview, PassageText, TextFile
from markscheme.marking.verdict import Points, TokenRange, Verdict
from markscheme.metrics import cleme2
from markscheme.metrics.base import Category
from markscheme.metrics.cleme2 import Counts, Factors
from markscheme.metrics.overlap import Overlap, f_score
from markscheme.reports.overview import Overview, exercise_overview
from markscheme.reports.report import report_of

EXERCISE = Exercise("e", Path("/e.src.txt"), (), (Participant("kim", Path("/e.ref.kim.txt")),))
NOWHERE = Span(0, 0)


def chunk(category: Category, kind: str) -> Finding:
    return Finding(NOWHERE, NOWHERE, NOWHERE, TokenRange(0, 0), (), "", "", kind, 0, category)


def place(verdict: Verdict, kind: str, *, rewritten: bool = False) -> Finding:
    told = PlaceVerdict(verdict, Points(), rewritten=rewritten)
    return Finding(NOWHERE, NOWHERE, NOWHERE, TokenRange(0, 0), (), "", "", kind, 0, place=told)


def outcome(
    number: int,
    chunks: Sequence[Finding] = (),
    references: int = 1,
    places: Sequence[Finding] = (),
    signature: str | None = None,
) -> ItemOutcome:
    marks = Marks(
        counts=Counts(),
        weights=None,
        scores=cleme2.scores_of(Counts(), Factors()),
        errant=f_score(Overlap(), 0.5),
        credit=None,
        references=references,
        signature=signature or f"refs:{references}",
    )
    passage = PassageReview(NOWHERE, NOWHERE, "", PassageText(NOWHERE, (), ""))
    source = TextFile("source", None)
    review = DocumentReview(tuple(places), (passage,), source, (), False, marks, chunks=tuple(chunks))
    item = WorkItem(EXERCISE, f"s{number}", Path(f"/e.hyp.s{number}.txt"), None, None)
    return ItemOutcome(item, Outcome(review))


kinds = st.sampled_from(["R:PREP", "M:DET", "R:VERB:SVA", "R:PREP+M:DET"])
classes = st.lists(st.lists(st.builds(chunk, st.sampled_from(list(Category)), kinds), max_size=8), max_size=5)


@given(classes)
def test_every_chunk_is_counted_once_under_its_type(found: list[list[Finding]]):
    glance = exercise_overview(EXERCISE, [outcome(number, own) for number, own in enumerate(found)])
    counted = {
        (item.type, category): number
        for item in glance.totals.types
        for category, number in zip(
            (Category.HIT, Category.WRONG, Category.UNDER, Category.OVER),
            attrs.astuple(item.counts),
            strict=True,
        )
    }
    flat = [(item.type, item.category) for own in found for item in own]
    assert {key: number for key, number in counted.items() if number} == {key: flat.count(key) for key in flat}


@given(classes, st.randoms(use_true_random=False))
def test_types_stand_in_one_order_whoever_comes_first(found: list[list[Finding]], random: Random):
    outcomes = [outcome(number, own) for number, own in enumerate(found)]
    types = exercise_overview(EXERCISE, outcomes).totals.types
    assert [(-item.non_hits, item.type) for item in types] == sorted((-item.non_hits, item.type) for item in types)
    random.shuffle(outcomes)
    assert exercise_overview(EXERCISE, outcomes).totals.types == types


def test_places_are_counted_by_group_and_verdict_and_the_worst_group_comes_first():
    mei = [place(Verdict.CORRECT, "R:PREP"), place(Verdict.OPTIONAL, "R:PREP"), place(Verdict.MISSED, "M:DET")]
    ben = [place(Verdict.MISSED, "U:DET"), place(Verdict.DIFFERENT, "R:VERB:TENSE"), place(Verdict.CORRECT, "R:SPELL")]
    free = [place(Verdict.DIFFERENT, "", rewritten=True)]
    students = [outcome(number, places=places) for number, places in enumerate((mei, ben, free))]
    assert [(item.group, item.counts) for item in exercise_overview(EXERCISE, students).totals.groups] == [
        ("articles and determiners", ((Verdict.MISSED, 2),)),
        ("tense", ((Verdict.DIFFERENT, 1),)),
        ("prepositions", ((Verdict.CORRECT, 1), (Verdict.OPTIONAL, 1))),
        ("spelling", ((Verdict.CORRECT, 1),)),
    ]


def test_groups_and_types_are_of_the_version_that_counts():
    versions = [Participant(f"Mei ({number})", Path(f"/e.hyp.s{number}.txt"), None, "Mei") for number in (1, 2)]
    own = attrs.evolve(EXERCISE, hypotheses=tuple(versions))
    students = [
        outcome(1, [chunk(Category.UNDER, "R:PREP")], places=[place(Verdict.MISSED, "R:PREP")]),
        outcome(2, [chunk(Category.HIT, "R:PREP")], places=[place(Verdict.CORRECT, "R:PREP")]),
    ]
    overview = exercise_overview(own, students)
    assert len(overview.students) == 2
    assert [(item.group, item.counts) for item in overview.totals.groups] == [("prepositions", ((Verdict.CORRECT, 1),))]
    assert [(item.type, item.counts.hit, item.counts.under) for item in overview.totals.types] == [("R:PREP", 1, 0)]


def test_a_student_without_marks_says_why_and_counts_for_nothing():
    why = DocumentError("the document is empty", path=Path("/e.hyp.s0.txt"), line=1)
    failed = attrs.evolve(outcome(0, []), outcome=Outcome(None, (why,)))
    glance = exercise_overview(EXERCISE, [failed])
    [student] = glance.students
    assert (student.review, student.problem, glance.problems) == (None, why, ())
    assert (glance.totals.types, glance.totals.references) == ((), 1)
    assert Overview((glance,)).signature == ""


def test_a_class_of_different_references_has_one_signature():
    glance = exercise_overview(
        EXERCISE, [outcome(number, [], references) for number, references in enumerate((2, 1, 2))]
    )
    assert (glance.totals.references, Overview((glance,)).signature) == (2, "refs:1/2")


settings = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 3) | st.none())


@given(st.lists(settings, min_size=1, max_size=4))
def test_a_common_signature_has_every_value_of_every_setting(several: list[dict[str, int | None]]):
    signatures = [
        "|".join(["metric:cleme2", *(f"{name}:{value}" for name, value in item.items() if value is not None)])
        for item in several
    ]

    def common(own: list[str]) -> str:
        outcomes = [outcome(number, signature=item) for number, item in enumerate(own)]
        return Overview((exercise_overview(EXERCISE, outcomes),)).signature

    assert common(signatures[:1]) == signatures[0]
    found = dict(part.split(":", 1) for part in common(signatures).split("|"))
    assert found["metric"] == "cleme2"
    for name in "abcdef":
        values = {"none" if item.get(name) is None else str(item[name]) for item in several}
        assert found.get(name, "none") == "/".join(sorted(values))


def test_a_file_that_goes_while_it_is_reviewed_is_told_of(tmp_path: Path):
    """The text that findings point into is read from a CriticMarkup document itself."""
    (tmp_path / "a.hyp.md").write_text("She {~~like~>likes~~} it.\n")
    (tmp_path / "a.ref.md").write_text("She likes it.\n")
    [document] = markscheme.review([tmp_path]).documents
    assert "{~~like" in document.text

    def gone(path: Path) -> str:
        raise DocumentError("the file does not exist", path=path)

    [exercise] = exercises_in(tmp_path)
    [item] = work_items(exercise, exercise.hypotheses, read_text)
    report = report_of([ItemOutcome(item, Outcome(document.review))], [], gone)
    assert (report.documents, [problem.problem for problem in report.problems]) == ((), ["the file does not exist"])
