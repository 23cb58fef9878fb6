"""ERRANT's scores, against ``errant_compare`` itself."""

from argparse import Namespace
from collections import Counter

import attrs
import pytest
from errant.commands import compare_m2
from hypothesis import given
from hypothesis import strategies as st

from markscheme.documents.m2 import annotators, read_m2
from markscheme.edits.edit import Edit, Edits, PassageEdits, annotated_edits
from markscheme.metrics.errant import evaluate, overlap
from markscheme.metrics.overlap import Overlap

GOES, WENT = Edit(1, 2, ("goes",), "R:VERB:SVA"), Edit(1, 2, ("went",), "R:VERB:TENSE")
THE = Edit(2, 2, ("the",), "M:DET")
SEEN_ONLY = Edit(3, 4, (), "UNK")


def sentence_of(hypothesis: Edits, references: tuple[Edits, ...]) -> PassageEdits:
    return PassageEdits((), hypothesis, references)


def sentences_of(hypothesis: str, reference: str) -> list[PassageEdits]:
    due = read_m2(reference)
    teachers = annotators(due)
    return [
        PassageEdits(
            own.source.tokens, annotated_edits(own, 0), tuple(annotated_edits(other, teacher) for teacher in teachers)
        )
        for own, other in zip(read_m2(hypothesis), due, strict=True)
    ]


def test_an_edit_counts_by_place_and_replacement():
    assert overlap((GOES, THE), (attrs.evolve(GOES, type="R:OTHER"),)) == Overlap(1, 1, 0)
    assert overlap((GOES,), (WENT, THE)) == Overlap(0, 1, 2)
    assert overlap((THE,), (attrs.evolve(THE, start=1, end=1),)) == Overlap(0, 1, 1)


def test_what_was_seen_but_not_corrected_does_not_count():
    assert overlap((GOES, SEEN_ONLY), (GOES,)) == Overlap(1, 0, 0)
    assert overlap((GOES,), (SEEN_ONLY,)) == Overlap(0, 1, 0)


def test_nothing_to_do_and_nothing_done_is_perfect():
    result = evaluate([sentence_of((), ((),))])
    assert attrs.astuple(result.scores) == (1.0, 1.0, 1.0)


def test_beta_weighs_recall():
    sentence = sentence_of((GOES,), ((GOES, THE),))
    assert evaluate([sentence], beta=0.5).scores.f == pytest.approx(1.25 * 0.5 / (0.25 + 0.5))
    assert evaluate([sentence], beta=2.0).scores.f == pytest.approx(5 * 0.5 / (4 + 0.5))


def test_at_corpus_level_the_sentences_before_decide_the_reference():
    """Alone, one hit is worth two misses; after ten hits, one false positive is the lesser harm."""
    hit = sentence_of((GOES,), ((GOES,),))
    last = sentence_of((GOES,), ((GOES, THE, attrs.evolve(THE, start=4, end=4)), ()))
    for level, references in {"corpus": (0, 1), "sentence": (0, 0)}.items():
        alone, after = (evaluate([*before, last], beta=2.0, level=level) for before in ([], [hit] * 10))
        assert (alone.sentences[-1].reference, after.sentences[-1].reference) == references


def test_scores_that_are_equal_to_four_places_are_equal():
    """As in ``errant_compare``: then the reference with more hits is taken, though its F is a little lower."""
    many = tuple(Edit(start, start + 1, ("x",)) for start in range(60_000))
    before = sentence_of(many[:40_000], (many[20_000:],))
    last = sentence_of((GOES,), ((), (GOES, *many[10:30])))
    result = evaluate([before, last])
    assert result.sentences[-1].reference == 1


def test_the_sentence_level_is_the_mean_of_sentences():
    hit, missed = sentence_of((GOES,), ((GOES,),)), sentence_of((), ((GOES,), (GOES, THE)))
    result = evaluate([hit, missed], level="sentence")
    assert attrs.astuple(result.scores) == (1.0, 0.5, 0.5)
    assert result.sentences[1].reference == 0


@pytest.mark.parametrize("sentences", [[], [sentence_of((GOES,), ())]])
def test_without_a_sentence_or_a_reference_there_is_no_score(sentences: list[PassageEdits]):
    with pytest.raises(ValueError, match="every sentence needs a reference"):
        evaluate(sentences)


words = st.sampled_from(["a", "the", "goes"])
types = st.sampled_from(["R:OTHER", "R:OTHER", "U:DET", "UNK"])


@st.composite
def annotator_lines(draw: st.DrawFn, annotator: int) -> list[str]:
    end = f"|||REQUIRED|||-NONE-|||{annotator}"
    cuts = sorted(draw(st.lists(st.integers(0, 4), max_size=6, unique=True)))
    lines = []
    for start, stop in zip(cuts[::2], cuts[1::2], strict=False):
        kind = draw(types)
        correction = "-NONE-" if kind == "UNK" else " ".join(draw(st.lists(words, max_size=2)))
        lines.append(f"A {start} {stop}|||{kind}|||{correction}{end}")
    return lines or [f"A -1 -1|||noop|||-NONE-{end}"]


@st.composite
def m2_pairs(draw: st.DrawFn) -> tuple[str, str]:
    teachers = draw(st.integers(1, 3))
    hypothesis, reference = [], []
    for _ in range(draw(st.integers(1, 4))):
        hypothesis.append("\n".join(["S w x y z", *draw(annotator_lines(0))]))
        lines = [line for teacher in range(teachers) for line in draw(annotator_lines(teacher))]
        reference.append("\n".join(["S w x y z", *lines]))
    return "\n\n".join(hypothesis) + "\n", "\n\n".join(reference) + "\n"


def counts_of_errant(hypothesis: str, reference: str, beta: float) -> Counter[str]:
    """What ``errant_compare`` counts, sentence by sentence, by its own functions."""
    flags = dict.fromkeys(("dt", "ds", "cse", "single", "multi", "verbose"), False)
    options = Namespace(beta=beta, filt=[], **flags)
    total: Counter[str] = Counter({"tp": 0, "fp": 0, "fn": 0})
    blocks = zip(hypothesis.strip().split("\n\n"), reference.strip().split("\n\n"), strict=True)
    for own, due in blocks:
        sides = [compare_m2.process_edits(compare_m2.simplify_edits(block), options) for block in (own, due)]
        counts, _ = compare_m2.evaluate_edits(*sides, total, 0, "", options)
        total.update(counts)
    return total


@given(m2_pairs(), st.sampled_from([0.5, 1.0, 2.0]))
def test_counts_are_those_of_errant_compare(pair: tuple[str, str], beta: float):
    counts = counts_of_errant(*pair, beta)
    assert evaluate(sentences_of(*pair), beta=beta).counts == Overlap(counts["tp"], counts["fp"], counts["fn"])
