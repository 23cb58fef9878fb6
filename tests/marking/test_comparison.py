"""What each student did at a place of the source, in the words that a teacher reads there."""

from pathlib import Path

import attrs
import pytest

from markscheme import EngineSettings
from markscheme.documents.files import read_text
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.exercise import Exercise
from markscheme.marking.comparison import (
    VersionReview,
    deeds_line,
    disagreement,
    disagreements,
    hypotheses_at,
    variants_at,
)
from markscheme.marking.driver import ExerciseTasks, TaskSettings
from markscheme.marking.local import Engine
from markscheme.marking.review import DocumentReview


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


def line(source: str, *edits: str) -> str:
    """Return a sentence of M2."""
    fields = "|||REQUIRED|||-NONE-|||"
    lines = (edit.rpartition(" ") for edit in edits)
    return "\n".join([f"S {source}", *(f"A {edit}{fields}{annotator}" for edit, _, annotator in lines)]) + "\n"


def deeds(engine: Engine, folder: Path, source: str, m2: str, *hypotheses: str) -> dict[str, str]:
    """Return what the source says that the students did, by the source's words at each place."""
    texts = {"x.src": source, **{f"x.hyp.s{number}": text for number, text in enumerate(hypotheses)}}
    for name, text in texts.items():
        (folder / name).write_text(f"{text}\n")
    (folder / "x.ref.m2").write_text(m2)
    [exercise] = exercises_in(folder)
    assert exercise.source is not None
    reviews = [VersionReview(item.name, item.path, review(engine, exercise, item.path)) for item in exercise.hypotheses]
    places = hypotheses_at(reviews)
    return {
        item.source: deeds_line(variants_at(places, item), len(reviews))
        for item in review(engine, exercise, exercise.source).findings
    }


def review(engine: Engine, exercise: Exercise, path: Path) -> DocumentReview:
    [participant] = exercise.marked(path)
    [task] = ExerciseTasks(exercise, read_text, TaskSettings(vectors="scheme")).of(participant)
    return engine.documents.mark(task).review


def test_words_added_where_a_reference_adds_some_count_at_the_place(engine: Engine, tmp_path: Path):
    source = "People use bus more ."
    m2 = line(source, "2 2|||M:DET|||the 0", "2 3|||R:NOUN:NUM|||buses 1")
    the, buses = "People use the bus more .", "People use buses more ."
    assert deeds(engine, tmp_path, source, m2, the, the, the, buses, source) == {"bus": "4 correct, 1 left it"}


def test_words_added_behind_the_place_are_of_another_error(engine: Engine, tmp_path: Path):
    source = "We cooked twenty kind of food and we ate ."
    m2 = line(source, "5 6|||R:NOUN|||dishes 0")
    own = "We cooked twenty kind of food , and we ate ."
    assert deeds(engine, tmp_path, source, m2, own) == {"food": "1 left it"}


def test_words_that_move_to_the_end_of_the_place_are_shown_there(engine: Engine, tmp_path: Path):
    source = "Yesterday came to us an old man and asked for bread ."
    m2 = line(source, "1 7|||R:WO|||an old man came to us 0")
    right, wrong = (source.replace("came to us an old man", f"an old man {verb}") for verb in ("came to us", "came in"))
    assert deeds(engine, tmp_path, source, m2, right, wrong) == {
        "came to us an old man": "1 correct, 1 wrote “an old man came in”"
    }


def test_words_that_move_elsewhere_are_not_taken_out(engine: Engine, tmp_path: Path):
    source = "I agree with the plan of the goverment to build parks ."
    m2 = line(source, "7 8|||R:SPELL|||government 0")
    own = "I agree with the government 's plan to build parks ."
    gone = "I agree with the plan to build parks ."
    assert deeds(engine, tmp_path, source, m2, own, gone) == {"goverment": "1 moved it, 1 took it out"}


def test_added_words_are_parted_from_those_beside_them(engine: Engine, tmp_path: Path):
    source = "It was a too expensive car ."
    m2 = line(source, "2 5|||R:OTHER|||too expensive a 0")
    own = "It was a too much expensive car ."
    assert deeds(engine, tmp_path, source, m2, own) == {"a too expensive": "1 wrote “a too much expensive”"}


def test_references_differ_at_the_words_that_differ_and_each_is_said_to_do_what_it_does(engine: Engine, tmp_path: Path):
    texts = {
        "src": "There is many people that I know , they was nice .",
        "ref.ana": "There are many people whom I know , they were nice .",
        "ref.ben": "There are many people I know , they were nice .",
        "ref.cleo": "There are many people that I know . They were nice .",
    }
    for name, text in texts.items():
        (tmp_path / f"x.{name}").write_text(f"{text}\n")
    [exercise] = exercises_in(tmp_path)
    own, *others = exercise.references
    versions = []
    for other in others:
        pair = attrs.evolve(exercise, hypotheses=(own,), references=(other,))
        versions.append(VersionReview(other.name, other.path, review(engine, pair, own.path)))
    text = own.path.read_text()
    assert {
        place.span.of(text): disagreement([opinion.finding for opinion in place.opinions])
        for place in disagreements(versions)
    } == {
        "whom": "Corrections differ. Here: that → whom; Ben: taken out; Cleo: left as it is",
        ", they": "Corrections differ. Here: left “, they”; Cleo: . They",
    }
