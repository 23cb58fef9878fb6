"""An engine's estimates of documents that have no reference."""

import json
from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markscheme import DocumentError, Engine, EngineSettings, metric
from markscheme.documents.corpus import Document
from markscheme.edits.passages import read_parallel
from markscheme.exercises.material import Material
from markscheme.marking.driver import Outcome, Task
from markscheme.marking.review import DocumentReview
from markscheme.metrics.impara import EstimateSettings
from markscheme.progress import Cancelled
from markscheme.reviews import ImparaSettings
from markscheme.scoring.scorer import CorpusFiles, ScoreRequest
from markscheme.server.engine.protocol import MarkReply, make_converter

SOURCE = "Last summer we has went to a lake.\n\nIt were cold there 🏊. Nobody swimmed, nobody fished.\nWe was sad.\n"
HYPOTHESIS = "Last summer we went to a lake.\n\nIt was cold there 🏊. Nobody swam and nobody fished.\nWe were sad.\n"
ESTIMATES = EstimateSettings()
WORDS = ["", "cold", "Cold", "it is", "swam. Nobody", "swam\n\nNobody", "we", "🏊", "é"]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(EngineSettings(cache=str(tmp_path_factory.mktemp("cache") / "cache.sqlite")))


def task(
    hypothesis: str | None, source: str = SOURCE, estimates: EstimateSettings | None = ESTIMATES, **options: object
) -> Task:
    corrected = None if hypothesis is None else Document("mei", hypothesis)
    material = Material(Document("source", source), corrected, (), ())
    return Task(material, estimates=estimates, **options)


def estimate(engine: Engine, hypothesis: str | None, source: str = SOURCE) -> DocumentReview:
    return engine.documents.mark(task(hypothesis, source)).review


def test_every_edit_stands_at_its_place_with_its_numbers(engine: Engine):
    found = estimate(engine, HYPOTHESIS)
    told = [(edit.source, edit.hypothesis) for edit in found.findings]
    assert told == [("has", ""), ("were", "was"), ("swimmed", "swam"), (",", "and"), ("was", "were")]
    for edit in found.findings:
        assert edit.span.of(HYPOTHESIS) == edit.hypothesis
        assert edit.source_span.of(SOURCE) == edit.source
        assert edit.estimate.quality == found.passages[edit.passage].estimate.after
        assert edit.estimate.impact > 0
    assert "threshold:0.9" in found.estimate.signature
    assert "refs:0" in found.estimate.signature


def test_an_edits_quality_without_it_is_that_of_the_text_without_it(engine: Engine):
    found = estimate(engine, "He goes at home .\n", "He go to home .\n")
    without = estimate(engine, "He goes to home .\n", "He go to home .\n")
    [edit] = [edit for edit in found.findings if edit.hypothesis == "at"]
    assert edit.estimate.without == without.estimate.means.after


def test_parallel_text_is_estimated_as_score_does(engine: Engine):
    source, hypothesis = "He go home .\nShe like tea .\nIt rain .\n", "He goes home .\nShe likes tea .\nIt rain .\n"
    means = estimate(engine, hypothesis, source).estimate.means
    files = CorpusFiles.held(read_parallel(hypothesis, "mei"), [], read_parallel(source, "source")[0])
    [run] = engine.scorer.score(files, ScoreRequest(metric("impara")))
    scores = run.result.scores
    assert means.after.quality == pytest.approx(scores.quality)
    assert (means.similarity, means.score) == pytest.approx((scores.similarity, scores.score))


def test_qualities_alone_need_no_vectors(engine: Engine):
    whole, quick = (engine.documents.mark(task(HYPOTHESIS, with_vectors=value)).review for value in (True, False))
    before, after = quick.estimate.means, whole.estimate.means
    assert (before.similarity, before.score) == (None, None)
    assert all(edit.estimate.impact is None for edit in quick.findings)
    assert (before.before, before.after) == (after.before, after.after)
    assert [edit.estimate.lowers for edit in quick.findings] == [edit.estimate.lowers for edit in whole.findings]


@pytest.mark.parametrize("hypothesis", [SOURCE, None], ids=["as it was", "the source itself"])
def test_a_text_without_edits_is_as_good_as_before(engine: Engine, hypothesis: str | None):
    found = estimate(engine, hypothesis)
    assert found.findings == ()
    assert found.estimate.means.before == found.estimate.means.after
    assert found.estimate.means.similarity == 1


def test_a_sentence_that_is_added_or_dropped_has_no_quality_where_it_is_not(engine: Engine):
    dropped = estimate(engine, "It was cold.\n", "It was cold. We go home.\n")
    assert [passage.estimate.after is None for passage in dropped.passages] == [False, True]
    [edit] = dropped.findings
    numbers = edit.estimate
    assert (edit.hypothesis, numbers.impact, numbers.lowers) == ("", None, False)
    assert numbers.without == dropped.passages[1].estimate.before
    added = estimate(engine, "It was cold. We went home.\n", "It was cold.\n")
    assert [passage.estimate.before is None for passage in added.passages] == [False, True]
    assert (added.passages[1].estimate.score, added.passages[1].estimate.similarity) == (0, 0)
    assert [edit.estimate.without for edit in added.findings] == [None]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_line_ends_change_places_and_no_numbers(engine: Engine, line_end: str):
    usual = estimate(engine, HYPOTHESIS)
    text = HYPOTHESIS.replace("\n", line_end)
    found = estimate(engine, text, SOURCE.replace("\n", line_end))
    assert found.estimate.means == usual.estimate.means
    assert [edit.span.of(text) for edit in found.findings] == [edit.hypothesis for edit in usual.findings]


@pytest.mark.parametrize(("hypothesis", "source"), [("", SOURCE), (" \n", SOURCE), (HYPOTHESIS, "")])
def test_an_empty_document_is_refused(engine: Engine, hypothesis: str, source: str):
    with pytest.raises(DocumentError, match="the document is empty"):
        estimate(engine, hypothesis, source)


def test_a_review_still_needs_a_reference(engine: Engine):
    with pytest.raises(DocumentError, match="no teacher's correction can be used"):
        engine.documents.mark(task(HYPOTHESIS, estimates=None))


def test_a_changed_sentence_is_all_that_is_estimated_again(engine: Engine):
    sentences = [f"The pupil number {number} go to school by the old bus.\n" for number in range(40)]
    corrected = [sentence.replace(" go ", " goes ") for sentence in sentences]
    estimate(engine, "".join(corrected), "".join(sentences))
    before = engine.models.cache.stats()
    corrected[20] = corrected[20].replace(" old ", " new ")
    estimate(engine, "".join(corrected), "".join(sentences))
    after = engine.models.cache.stats()
    # The sentence as it is now, and without the new edit it was known; without "goes" it is new too.
    assert after.vectors - before.vectors == 2
    # Two estimates, its edits, and the split of its paragraph.
    assert after.records - before.records <= 5


def test_a_long_document_can_be_stopped(engine: Engine):
    begun: list[str] = []

    def stopping(stage: str, done: int, total: int) -> None:
        begun.append(stage)
        if stage == "estimates":
            raise Cancelled

    source = "".join(f"The pupil number {number} walk to the kindergarten.\n" for number in range(600))
    with pytest.raises(Cancelled):
        engine.documents.mark(task(source.replace("walk", "walks"), source), stopping)
    assert begun[-1] == "estimates"


def test_the_margin_decides_which_edits_are_told_of(engine: Engine):
    given = task("She gives me good advices.\n", "She gives me good advice.\n")
    [edit] = engine.documents.mark(given).review.lowering
    apart = edit.estimate.without.q - edit.estimate.quality.q
    for margin, told in [(0.0, 1), (apart - 1e-3, 1), (apart + 1e-3, 0)]:
        own = attrs.evolve(given, estimates=EstimateSettings(margin=margin))
        assert len(engine.documents.mark(own).review.lowering) == told


def test_a_folder_without_an_estimator_is_told_of(engine: Engine, tmp_path: Path):
    own = task(HYPOTHESIS, estimates=EstimateSettings(impara=ImparaSettings(str(tmp_path))))
    with pytest.raises(DocumentError, match="holds no trained quality estimator"):
        engine.documents.mark(own)


@settings(max_examples=settings().max_examples // 5)  # each runs the estimator
@given(changes=st.lists(st.tuples(st.integers(0, 30), st.sampled_from(WORDS)), min_size=1, max_size=5))
def test_what_was_estimated_before_changes_no_estimate(engine: Engine, changes: list[tuple[int, str]]):
    words = HYPOTHESIS.split(" ")
    for place, word in changes:
        words[place % len(words)] = word
        seen = estimate(engine, " ".join(words))
    assert seen == estimate(Engine(engine.models.settings), " ".join(words))
    assert all(edit.estimate.impact is None or 0 <= edit.estimate.impact <= 2 for edit in seen.findings)


def test_an_estimate_keeps_what_it_carries_on_the_way_through_json(engine: Engine):
    converter = make_converter()
    reply = MarkReply(Outcome(estimate(engine, HYPOTHESIS)))
    assert converter.structure(json.loads(json.dumps(converter.unstructure(reply))), MarkReply) == reply
