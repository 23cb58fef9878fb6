"""The units of agreement: chunks of all annotators, with what each does there."""

from pathlib import Path

import pytest

from markscheme import EngineSettings
from markscheme.marking.local import Engine
from markscheme.research.annotation_units import Units, units_of
from markscheme.research.coefficients import MISSING
from markscheme.research.pool import Pool
from research.annotation.agreement.pools import corpus, pool_in


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


@pytest.fixture(scope="module")
def units(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Units:
    return units_of(pool_in(corpus(tmp_path_factory.mktemp("units")), engine))


def test_edits_of_all_annotators_that_touch_are_one_unit(units: Units):
    assert [(unit.sentence, unit.start, unit.end) for unit in units.units] == [
        *((0, 0, 1), (0, 1, 3), (0, 3, 5)),
        *((1, 0, 1), (1, 1, 3), (1, 3, 6)),
        *((2, 0, 2), (2, 2, 3), (2, 3, 4)),
        *((3, 0, 1), (3, 1, 2), (3, 2, 3), (3, 3, 4), (3, 4, 9)),
    ]
    likes = units.units[1].treatments
    assert [item.replacement for item in likes if item] == [("likes",), ("likes", "the"), ("liked", "the")]
    assert [item.type for item in likes if item] == ["DET+VERB:SVA", "VERB:SVA", "VERB:TENSE"]


def test_an_error_without_a_correction_is_detected_and_not_corrected(units: Units):
    first, second, third = units.units[12].treatments
    assert first is not None
    assert second is not None
    assert (first.corrects, first.detected) == (True, True)
    assert (second.corrects, second.detected, second.type) == (False, True, "")
    assert third is None


def test_labels_have_a_code_for_each_answer(units: Units):
    assert units.labels(lambda item: int(item.detected)).tolist() == [
        *([0, 0, 0], [1, 1, 1], [0, 0, 0]),
        *([0, 0, 0], [1, 1, 1], [0, 0, 0]),
        *([0, 0, 0], [0, 0, 1], [0, 0, 0]),
        *([0, 0, -1], [1, 1, -1], [0, 0, -1], [1, 1, -1], [0, 0, -1]),
    ]
    corrections = units.labels(lambda item: item.replacement if item.corrects else item.detected).tolist()
    assert corrections[4][0] == corrections[4][1] != corrections[4][2]
    assert len({*corrections[12][:2], corrections[0][0]}) == 3
    assert corrections[0] == corrections[2] == [corrections[0][0]] * 3
    types = units.labels(lambda item: item.type if item.corrects else None).tolist()
    assert types[0] == [MISSING] * 3
    assert types[12][1:] == [MISSING] * 2
    assert [item and item.spans for item in units.units[1].treatments] == [((0, 1), (1, 2)), ((0, 1),), ((0, 1),)]
    assert units.sentences.tolist() == [0] * 3 + [1] * 3 + [2] * 3 + [3] * 5


def test_the_first_of_several_acceptable_corrections_takes_part(tmp_path: Path, engine: Engine):
    references = (
        "S I go home .\nA 1 2|||R:VERB|||went||walked|||REQUIRED|||-NONE-|||0\nA -1 -1|||noop|||-NONE-|||R|||-|||1\n"
    )
    pool = pool_in(corpus(tmp_path, references), engine)
    assert len(pool.references) == 3
    units = units_of(pool)
    assert len(units.annotators) == 2
    assert [item and item.replacement for item in units.units[1].treatments] == [("went",), None]


def test_marks_that_overlap_an_edit_or_stand_twice_count_once(tmp_path: Path, engine: Engine):
    mark = "A 1 2|||UNK|||go|||REQUIRED|||-NONE-|||0\n"
    pool = pool_in(
        corpus(tmp_path, f"S I go home .\n{mark}{mark}A 0 2|||R:OTHER|||We|||REQUIRED|||-NONE-|||0\n"), engine
    )
    assert [(unit.start, unit.end) for unit in units_of(pool).units] == [(0, 2), (2, 4)]


def test_no_sentence_gives_no_unit():
    nothing = units_of(Pool(("Kim", "Lee", "Roy"), (), (), ()))
    assert nothing.seen.shape == (0, 3)
    assert nothing.sentences.shape == (0,)
