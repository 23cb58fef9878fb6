"""Annotators who have not seen some sentences: marked against the others, and not at all where nobody is left."""

from pathlib import Path

import attrs
import pytest

import markscheme
from conftest import Command
from markscheme.documents.corpus import Document
from markscheme.languages.segments import Span
from markscheme.marking.comparison import VersionReview, disagreements
from markscheme.marking.findings import Finding, FindingReference, PlaceVerdict
from markscheme.marking.hover_cards import CardStyle, finding_card, passage_card
from markscheme.marking.review import DocumentReview, PassageReview, PassageText
from markscheme.marking.verdict import Points, TokenRange, Verdict
from markscheme.metrics.base import Category

REST = "|||REQUIRED|||-NONE-|||"
REFERENCE = f"""\
S She like music .
A 1 2|||R:VERB:SVA|||likes{REST}0
A 1 2|||R:VERB:SVA|||likes{REST}1

S It rain here .
A 1 2|||R:VERB:SVA|||rains{REST}0

S We was home .
A 1 2|||R:VERB:SVA|||were{REST}1
"""
NOTHING = f"""\
S She like music .
A -1 -1|||noop|||-NONE-{REST}0

S It rain here .
A -1 -1|||noop|||-NONE-{REST}0

S We was home .
A 1 2|||R:VERB:SVA|||were{REST}0
"""
CONFIGURATION = """\
[[exercise]]
name = "week"
references = ["{reference}"]
hypotheses = ["system.m2"]
"""


def review_of(folder: Path, reference: str) -> DocumentReview:
    (folder / "annotators.m2").write_text(REFERENCE)
    (folder / "system.m2").write_text(NOTHING)
    (folder / "markscheme.toml").write_text(CONFIGURATION.format(reference=reference))
    report = markscheme.review([folder])
    assert not report.problems
    [document] = report.documents
    return document.review


def head_of(folder: Path, command: Command) -> str:
    """Return what a review says of its document, first of all."""
    return command("review", folder).stdout.splitlines()[0]


@pytest.fixture
def command(markscheme: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return what runs commands in a wide terminal, under a name that is not the package's."""
    monkeypatch.setenv("COLUMNS", "200")
    return markscheme


def test_a_sentence_is_marked_against_those_who_have_seen_it(tmp_path: Path, command: Command):
    review = review_of(tmp_path, "annotators.m2")
    assert [item.verdict and item.verdict.value for item in review.findings] == ["missed", "missed", "correct"]
    assert [passage.reference_count for passage in review.passages] == [2, 1, 1]
    assert head_of(tmp_path, command).endswith("(system.m2, 2 teachers' corrections, 1 in some sentences)")
    part = "1 of 2 teachers' corrections"
    assert [part in passage_card(passage) for passage in review.passages] == [False, True, True]
    assert "teachers' corrections" not in passage_card(review.passages[0])
    assert "1 of 2 references" in finding_card(review.findings[1], review.passages[1], CardStyle(details=True))
    assert "references" not in finding_card(review.findings[0], review.passages[0], CardStyle(details=True))
    assert passage_card(review.passages[1]).endswith(part)
    assert passage_card(review.passages[1], CardStyle("cleme2")).endswith("1 of 2 references")
    assert review.marks is not None
    assert (review.marks.errant.precision, review.marks.errant.recall) == (1, pytest.approx(1 / 3))


def test_a_sentence_that_no_reference_has_is_not_marked(tmp_path: Path, command: Command):
    review = review_of(tmp_path, "annotators.m2#0")
    assert [item.passage for item in review.findings] == [0, 1]
    assert [item.passage for item in review.chunks] == [0, 1]
    assert review.passages[2].marks is None
    assert passage_card(review.passages[2]).startswith("No teacher has corrected this sentence")
    assert head_of(tmp_path, command).endswith("(system.m2, 1 teacher's correction, none in some sentences)")
    assert review.marks is not None
    assert attrs.astuple(review.marks.counts)[:4] == (0, 0, 0, 2)


@pytest.mark.parametrize("metric", ["errant", "cleme2", "green"])
def test_sentences_name_their_reference_by_its_place_in_the_file(tmp_path: Path, metric: str):
    (tmp_path / "annotators.m2").write_text(REFERENCE)
    (tmp_path / "system.m2").write_text(NOTHING)
    corpus = markscheme.Corpus.read({"system": tmp_path / "system.m2"}, [tmp_path / "annotators.m2"])
    [run] = corpus.score(metric).runs
    assert [sentence.reference for sentence in run.result.sentences] == [0, 0, 1]


@pytest.mark.parametrize("metric", ["gleu", "green", "cleme2"])
def test_an_absent_annotator_is_as_one_who_is_not_there(tmp_path: Path, metric: str):
    """The last sentence has one annotator, and no second one who left it as it was."""
    alone = "\n".join(REFERENCE.splitlines()[-2:]) + "\n"
    texts = {"alone": alone.replace("|||1", "|||0"), "several": REFERENCE}
    own = "\n".join(NOTHING.splitlines()[-2:]) + "\n"
    scores = {}
    for name, reference in texts.items():
        (tmp_path / f"{name}.m2").write_text(reference)
        (tmp_path / "system.m2").write_text(own if name == "alone" else NOTHING)
        corpus = markscheme.Corpus.read({"system": tmp_path / "system.m2"}, [tmp_path / f"{name}.m2"])
        [run] = corpus.score(metric).runs
        scores[name] = run.result.sentences[-1].scores
    assert scores["alone"] == scores["several"]


def test_references_do_not_differ_where_one_has_not_seen_the_sentence():
    text = PassageText(Span(0, 1), ("a",), "a")
    seen = PassageReview(Span(0, 1), Span(0, 1), "a", text, (text,))
    other = FindingReference("roy", 0, Span(0, 1), "b", Category.UNDER, None, ())
    finding = Finding(Span(0, 1), Span(0, 1), Span(0, 1), TokenRange(0, 1), ("a",), "a", "a", "R", 0)
    place = PlaceVerdict(Verdict.MISSED, Points(0.0, 1))
    finding = attrs.evolve(finding, category=Category.UNDER, references=(other,), place=place)
    source = Document("source", "a")
    for unseen, count in ((False, 1), (True, 0)):
        passages = (attrs.evolve(seen, unseen=unseen),)
        review = DocumentReview((finding,), passages, source, (), True)
        assert len(disagreements([VersionReview("roy", None, review)])) == count
