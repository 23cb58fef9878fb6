"""The distinct corrections of hypotheses: the same as verdicts' places, with who makes each and who covers it."""

import random
from collections import defaultdict
from pathlib import Path

import attrs
import pytest

from markscheme import EngineSettings
from markscheme.decisions import DecisionFolder, decide
from markscheme.edits.edit import Correction, Edit, Edits, apply_edits
from markscheme.exercises.decisions import Decision, DecisionKind
from markscheme.marking.changes import changes
from markscheme.marking.judgement import JudgedPassage
from markscheme.marking.local import Engine
from markscheme.marking.places import verdicts, with_split_edits
from markscheme.marking.settings import CREDIT
from markscheme.marking.verdict import Verdict
from markscheme.metrics.credit import EditVectors, credit
from markscheme.research.distinct_corrections import (
    CoverageStatus,
    PooledCorrection,
    pooled_corrections,
    reference_corrections,
    urgency,
)
from markscheme.research.pool import Pool
from research.annotation.coverage.pools import HYPOTHESES, REFERENCES, SOURCE, read, write

Key = tuple[int, int, int, tuple[str, ...]]


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory, engine: Engine) -> Pool:
    return read(write(tmp_path_factory.mktemp("pool")), engine)


def words(item: PooledCorrection) -> str:
    _, replaced, replacement, _ = item.words
    return f"{replaced} > {replacement}"


def by_words(pool: Pool) -> dict[str, PooledCorrection]:
    return {words(item): item for item in pooled_corrections(pool).corrections}


def test_each_correction_stands_once_with_everybody_who_makes_it(pool: Pool):
    items = by_words(pool)
    likes = items["like > likes"]
    assert likes.people == ("ada", "bo")
    assert (likes.verdict, likes.status) == (Verdict.CORRECT, CoverageStatus.COVERED)
    assert likes.covering == ("reference#0", "reference#1")
    goes = items["go > goes"]
    assert goes.people == ("bo", "cy")
    assert goes.status is CoverageStatus.VARIANT
    comma = items[" > ,"]
    assert (comma.verdict, comma.status, comma.covering) == (Verdict.NOT_NEEDED, CoverageStatus.HOLE, ())
    assert items["am > "].sentence.seen_by == ("reference#0", "reference#1")


def test_the_open_ones_of_most_people_come_first(pool: Pool):
    items = sorted(pooled_corrections(pool).open(), key=urgency)
    assert [len(item.people) for item in items] == sorted((len(item.people) for item in items), reverse=True)
    assert all(item.status in (CoverageStatus.VARIANT, CoverageStatus.HOLE) for item in items)
    assert {words(item) for item in pooled_corrections(pool).open(2)} == {"go > goes", " > a"}


def joined(source: tuple[str, ...], edits: Edits) -> Edit:
    """Return edits of a place as one, without what others change between them."""
    text, rest = apply_edits(source, edits), len(source) - edits[-1].end
    return Edit(edits[0].start, edits[-1].end, text[edits[0].start : len(text) - rest])


def slow_corrections(pool: Pool) -> dict[Key, dict[str, tuple[Verdict, frozenset[str]]]]:
    """Return each person's verdict on each correction, and who covers it, from the places of each version by itself.

    Edits are in the parts in which all references together show them.
    """
    found: dict[Key, dict[str, tuple[Verdict, frozenset[str]]]] = defaultdict(dict)
    for number, sentence in enumerate(pool.sentences):
        for person, version in zip(pool.hypotheses, sentence.hypotheses, strict=True):
            alone: dict[Key, set[str]] = {}
            together = sentence.edits(version, sentence.references)
            parted = with_split_edits(JudgedPassage(together, sentence.rules))
            parts = parted.judged.edits.hypothesis
            for name, reference in zip(pool.references, sentence.references, strict=True):
                one = attrs.evolve(sentence.edits(version, [reference]), hypothesis=parts)
                for place in verdicts(one, sentence.rules):
                    if place.verdict is Verdict.CORRECT:
                        [change] = changes(sentence.source, (joined(sentence.source, [parts[n] for n in place.edits]),))
                        alone.setdefault((number, *change.key), set()).add(name)
            at_places = {index for place in verdicts(together, sentence.rules) for index in place.edits}
            for group in parted.followed.grouped_changes():
                indices = [index for change in group for index in change.edits]
                assert {parted.origins[index] for index in indices} <= at_places
                [change] = changes(sentence.source, (joined(sentence.source, [parts[index] for index in indices]),))
                verdict = parted.followed.judgement(group[0].index).verdict
                found[number, *change.key][person] = verdict, frozenset(alone.get((number, *change.key), ()))
    return found


def fast_corrections(pool: Pool) -> dict[Key, dict[str, tuple[Verdict, frozenset[str]]]]:
    return {
        (item.sentence.number, *item.edit.key): {
            person: (making.verdict, frozenset(making.covering)) for making in item.makings for person in making.people
        }
        for item in pooled_corrections(pool).corrections
    }


def test_corrections_are_the_places_of_verdicts(pool: Pool):
    assert fast_corrections(pool) == slow_corrections(pool)


def test_corrections_of_random_texts_are_the_places_of_verdicts(tmp_path: Path, engine: Engine, seed: int):
    chosen = random.Random(seed)

    def version() -> str:
        lines = []
        for line in SOURCE.splitlines():
            tokens = line.split()
            for at in range(len(tokens) - 2, -1, -1):
                if chosen.random() < 0.25:
                    tokens[at : at + chosen.randint(0, 1)] = chosen.choices(["the", "went", "a", "likes", "by"], k=1)
            lines.append(" ".join(tokens))
        return "\n".join(lines) + "\n"

    for index in range(4):
        (tmp_path / f"x.ref{index}").write_text(version())
        (tmp_path / f"x.hyp.{index}").write_text(version())
    (tmp_path / "x.src").write_text(SOURCE)
    own = read(tmp_path, engine)
    rewritten = set(pooled_corrections(own).rewritten)
    slow = {
        key: kept
        for key, people in slow_corrections(own).items()
        if (kept := {person: value for person, value in people.items() if (key[0], person) not in rewritten})
    }
    assert fast_corrections(own) == slow


def test_a_part_that_references_make_by_themselves_is_a_correction_of_its_own(tmp_path: Path, engine: Engine):
    """An edit of a version may hold what a reference corrects, and a change that nobody asks for."""
    sources = SOURCE.splitlines()
    at = next(number for number, line in enumerate(sources) if line == "I am agree .")
    (tmp_path / "x.src").write_text(SOURCE)
    for name, line in (("x.ref0", "I do agree ."), ("x.hyp.both", "He do agree ."), ("x.hyp.one", "I do agree .")):
        (tmp_path / name).write_text("\n".join([*sources[:at], line, *sources[at + 1 :]]) + "\n")
    items = by_words(read(tmp_path, engine))
    assert {name: (item.status, len(item.people)) for name, item in items.items()} == {
        "am > do": (CoverageStatus.COVERED, 2),
        "I > He": (CoverageStatus.HOLE, 1),
    }


def test_more_references_never_cover_less(tmp_path: Path, engine: Engine, pool: Pool):
    fewer = "\n".join(line for line in REFERENCES.splitlines() if not line.endswith("|||0"))
    before = by_words(read(write(tmp_path, fewer), engine))
    after = by_words(pool)
    for name, item in before.items():
        assert name not in after or len(after[name].covering) >= len(item.covering)


def test_decisions_count_as_in_marks_and_leave_no_open_question(tmp_path: Path, engine: Engine):
    folder = write(tmp_path)
    source = tuple(SOURCE.splitlines()[1].split())
    accepted = Decision(DecisionKind.ACCEPTED, source, 1, 2, ("goes",), author="Ms Kim")
    decide(DecisionFolder(folder), accepted)
    goes = by_words(read(folder, engine))["go > goes"]
    assert (goes.verdict, goes.status, goes.covering) == (Verdict.CORRECT, CoverageStatus.DECIDED, ())
    assert "Ms Kim" in (goes.makings[0].decided or "")


def test_a_sentence_rewritten_freely_is_left_out_and_counted(tmp_path: Path, engine: Engine):
    text = SOURCE.replace("He go in home with car yesterday .", "Last night somebody took him to his flat quickly .")
    own = pooled_corrections(read(write(tmp_path, hypotheses={"eve": text}), engine))
    assert (own.corrections, own.rewritten, own.unseen) == ((), ((1, "eve"),), 0)


def test_a_sentence_that_no_annotator_has_seen_is_counted_apart(tmp_path: Path, engine: Engine):
    own = read(write(tmp_path), engine)
    last = own.sentences[2]
    nobody = tuple(attrs.evolve(item, side=attrs.evolve(item.side, absent=True), edits=()) for item in last.references)
    sentences = (*own.sentences[:2], attrs.evolve(last, references=nobody), own.sentences[3])
    corrections = pooled_corrections(attrs.evolve(own, sentences=sentences))
    assert corrections.unseen == 2
    assert all(item.sentence.number < 2 for item in corrections.corrections)


def test_the_credit_is_that_of_both_corrections_alone(pool: Pool, engine: Engine):
    items = pooled_corrections(pool).with_credit(pool, engine.models).corrections
    for item in items:
        sentence = item.sentence
        best = 0.0
        for other in sentence.edits:
            pair = [Correction(sentence.source, (edit,)) for edit in (item.edit, other.edit)]
            vectors = engine.models.vectors(pair)
            sides = [EditVectors(one.edits, rows) for one, rows in zip(pair, vectors, strict=True)]
            plan = credit(sentence.source, *sides, CREDIT)
            best = max(best, float(plan.gain[0, 0]))
        assert item.credit == pytest.approx(best)
        assert (item.nearest is None) == (best == 0)
    assert {item.credit for item in items if words(item) == "like > likes"} == {1}


def test_annotators_cover_each_other_as_verdicts_say(pool: Pool):
    """Each correction of a reference against each other reference alone, as a version of its own."""
    items = reference_corrections(pool)
    assert sum(len(item.covering) for item in items) == 9
    for item in items:
        sentence = pool.sentences[item.sentence]
        for annotator, covering in item.covering.items():
            own = sentence.references[pool.references.index(annotator)]
            [index] = [change.index for change in changes(sentence.source, own.edits) if change.key == item.edit.key]
            everybody = dict(zip(pool.references, sentence.references, strict=True))
            slow = {
                other
                for other in set(item.seen_by) - {annotator}
                for place in verdicts(sentence.edits(own, [everybody[other]]), sentence.rules)
                if index in place.edits and place.verdict is Verdict.CORRECT
            }
            assert covering == slow


def test_further_corrections_of_one_annotator_are_the_same_annotators(tmp_path: Path, engine: Engine):
    references = REFERENCES.replace("|||likes|||", "|||likes||enjoys|||", 1)
    own = read(write(tmp_path, references, {"eve": HYPOTHESES["ada"].replace("likes", "enjoys")}), engine)
    [enjoys] = [item for item in pooled_corrections(own).corrections if item.edit.replacement == ("enjoys",)]
    assert enjoys.covering == ("reference#0 (2)",)
    assert enjoys.sentence.seen_by == own.references
    [mine] = [item for item in reference_corrections(own) if item.edit.replacement == ("enjoys",)]
    assert mine.covering == {"reference#0": frozenset()}
    [shared] = [item for item in reference_corrections(own) if item.edit.replacement == ("likes",)]
    assert shared.covering["reference#0"] == {"reference#1"}
