"""Exercises compared one by one are, joined, what one pool of them all gives."""

import random
from pathlib import Path

import attrs
import pytest

from markscheme.documents.files import read_text
from markscheme.exercises.discovery import exercises_in
from markscheme.exercises.exercise import Exercise
from markscheme.inference.settings import EngineSettings
from markscheme.marking.driver import TaskSettings
from markscheme.marking.local import Engine
from markscheme.research.coverage import CoverageWork, covered_exercises, joined, out_of_order
from markscheme.research.distinct_corrections import pooled_corrections, reference_corrections
from markscheme.research.pool import Pool, PooledTexts
from markscheme.scoring.executor import OneProcess
from research.annotation.coverage.pools import HYPOTHESES, REFERENCES, SOURCE


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


@pytest.fixture(params=["files' names", "shuffled"])
def exercises(tmp_path: Path, seed: int, request: pytest.FixtureRequest) -> list[Exercise]:
    """Return exercises of overlapping people; shuffled, the people of each stand in another order."""
    choices = random.Random(seed)
    for name in "abcd":
        folder = tmp_path / name
        folder.mkdir()
        (folder / f"{name}.src").write_text(SOURCE)
        (folder / f"{name}.ref.m2").write_text(REFERENCES)
        (folder / f"{name}.ref.kim").write_text(HYPOTHESES["ada"])
        for person in choices.sample([*HYPOTHESES], 3):
            (folder / f"{name}.hyp.{person}").write_text(HYPOTHESES[person])
    found = list(exercises_in(tmp_path))
    if request.param == "shuffled":
        found = [
            attrs.evolve(
                item,
                hypotheses=tuple(choices.sample(item.hypotheses, 3)),
                references=tuple(choices.sample(item.references, len(item.references))),
            )
            for item in found
        ]
        found[1] = attrs.evolve(found[1], references=found[0].references[::-1], source=found[0].source)
    return found


def test_exercises_one_by_one_are_a_pool_of_them_all(exercises: list[Exercise], engine: Engine):
    pool = Pool.of([PooledTexts.of(item, read_text) for item in exercises], engine.models)
    work = CoverageWork(TaskSettings(), credit=False)
    parts = covered_exercises(exercises, work, OneProcess(engine.models))
    assert not out_of_order(parts)
    covered = joined(parts)
    assert covered.corrections == pooled_corrections(pool)
    assert covered.references == reference_corrections(pool)
    assert covered.size == len(pool.sentences)
    assert (covered.people.references, covered.people.hypotheses) == (pool.references, pool.hypotheses)
    assert covered.annotators == tuple(pool.references[index] for index in pool.annotators)
