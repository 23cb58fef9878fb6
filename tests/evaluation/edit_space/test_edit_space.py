"""Vectors of edits by error type, and points on a plane."""

from pathlib import Path

import attrs
import numpy as np
import pytest

import markscheme
from evaluation.small_benchmark import JUDGED, OUTPUTS, write_seeda
from markscheme import ChoiceError, EngineSettings, EvaluationSettings, MetaEvaluation, ResamplingSettings
from markscheme.research.edit_space import PROJECTIONS

GENERATOR = np.random.default_rng(3)


def of_system(folder: Path, engine: EngineSettings, system: str = "Full") -> MetaEvaluation:
    settings = EvaluationSettings(
        references=("expert-minimal",), vectors_of=system, least_edits=2, resampling=ResamplingSettings(0)
    )
    return markscheme.evaluate("seeda", write_seeda(folder), metrics=["gleu"], settings=settings, engine=engine)


def test_norms_are_those_of_frequent_types_the_shortest_first(tmp_path: Path, engine_settings: EngineSettings):
    vectors = np.array([[3, 4], [0, 1], [0, 2], [6, 8], [1, 0], [9, 9]], dtype=np.float32)
    types = ("NOUN", "DET", "DET", "NOUN", "DET", "PREP")
    edits = attrs.evolve(of_system(tmp_path, engine_settings).vectors, types=types, vectors=vectors)
    assert edits.frequent == ("DET", "NOUN")
    first, second = edits.norms
    assert (first.type, first.edits, second.type, second.edits) == ("DET", 3, "NOUN", 2)
    assert (first.mean, second.mean) == pytest.approx((4 / 3, 7.5))
    assert (first.deviation, second.deviation) == pytest.approx((np.std([1, 2, 1], ddof=1), np.std([5, 10], ddof=1)))
    assert attrs.evolve(edits, least=4).norms == ()
    assert attrs.evolve(edits, least=1).frequent == ("DET", "NOUN"), "one edit has no standard deviation"


def test_a_system_s_edits_are_of_all_its_sentences_judged_or_not(tmp_path: Path, engine_settings: EngineSettings):
    edits = of_system(tmp_path, engine_settings).vectors
    assert edits is not None
    assert edits.sentences == len(OUTPUTS["Full"]) > len(JUDGED)
    assert len(edits.types) == len(edits.vectors) >= 7
    assert not any(name.startswith(("R:", "M:", "U:")) for name in edits.types)
    assert edits.norms[0].mean > 0
    with pytest.raises(ChoiceError, match="Choose one of Careful, Full"):
        of_system(tmp_path / "other", engine_settings, "Nobody")


def test_principal_components_are_scikit_learn_s():
    decomposition = pytest.importorskip("sklearn.decomposition")
    vectors = GENERATOR.normal(size=(30, 6)) * np.array([5, 3, 1, 1, 1, 1])
    expected = decomposition.PCA(2).fit_transform(vectors)
    points = PROJECTIONS.get("pca").of(vectors, 0)
    np.testing.assert_allclose(np.abs(points), np.abs(expected), atol=1e-9)


def test_t_sne_keeps_groups_apart_and_repeats_with_the_seed():
    pytest.importorskip("sklearn")
    vectors = np.concatenate([GENERATOR.normal(center, 0.1, (12, 5)) for center in (0, 5)])
    points = PROJECTIONS.get("t-sne").of(vectors, 1)
    np.testing.assert_array_equal(points, PROJECTIONS.get("t-sne").of(vectors, 1))
    centres = points[:12].mean(axis=0), points[12:].mean(axis=0)
    spread = max(np.linalg.norm(part - part.mean(axis=0), axis=1).mean() for part in (points[:12], points[12:]))
    assert np.linalg.norm(centres[0] - centres[1]) > 2 * spread
