"""Vectors of edits by error type, and points on a plane."""

from pathlib import Path

import attrs
import numpy as np
import pytest
from benchmarks import edit_space
from benchmarks.edit_space import TypedVectors, typed_vectors

from markscheme import DocumentError, Engine, EngineSettings
from research.evaluation.small_benchmark import write_seeda

GENERATOR = np.random.default_rng(3)


def of_system(folder: Path, engine: EngineSettings, system: str = "Full") -> TypedVectors:
    outputs = write_seeda(folder) / "outputs" / "all"
    return typed_vectors(outputs / "INPUT.txt", outputs / f"{system}.txt", Engine(engine), 2)


def test_norms_are_those_of_frequent_types_the_shortest_first():
    vectors = np.array([[3, 4], [0, 1], [0, 2], [6, 8], [1, 0], [9, 9]], dtype=np.float32)
    types = ("NOUN", "DET", "DET", "NOUN", "DET", "PREP")
    edits = TypedVectors(types, vectors, 2)
    assert edits.frequent == ("DET", "NOUN")
    first, second = edits.norms
    assert (first.type, first.edits, second.type, second.edits) == ("DET", 3, "NOUN", 2)
    assert (first.mean, second.mean) == pytest.approx((4 / 3, 7.5))
    assert (first.deviation, second.deviation) == pytest.approx((np.std([1, 2, 1], ddof=1), np.std([5, 10], ddof=1)))
    assert attrs.evolve(edits, least=4).norms == ()
    assert attrs.evolve(edits, least=1).frequent == ("DET", "NOUN"), "one edit has no standard deviation"


def test_a_system_s_edits_are_of_all_its_sentences_judged_or_not(tmp_path: Path, engine_settings: EngineSettings):
    edits = of_system(tmp_path, engine_settings)
    assert len(edits.types) == len(edits.vectors) >= 7
    assert not any(name.startswith(("R:", "M:", "U:")) for name in edits.types)
    assert edits.norms[0].mean > 0
    with pytest.raises(DocumentError, match="can't be read"):
        of_system(tmp_path / "other", engine_settings, "Nobody")


def test_the_command_prints_norms_and_writes_a_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("matplotlib")
    outputs = write_seeda(tmp_path) / "outputs" / "all"
    given = [str(outputs / "Full.txt"), str(outputs / "INPUT.txt"), "--least", "2"]
    edit_space.main([*given, "--figure", str(tmp_path / "vectors.png")])
    assert "| type | edits | mean | deviation |" in capsys.readouterr().out
    assert (tmp_path / "vectors.png").read_bytes().startswith(b"\x89PNG")


def test_principal_components_are_scikit_learn_s():
    decomposition = pytest.importorskip("sklearn.decomposition")
    vectors = GENERATOR.normal(size=(30, 6)) * np.array([5, 3, 1, 1, 1, 1])
    expected = decomposition.PCA(2).fit_transform(vectors)
    points = edit_space.principal_components(vectors)
    np.testing.assert_allclose(np.abs(points), np.abs(expected), atol=1e-9)


def test_t_sne_keeps_groups_apart_and_repeats_with_the_seed():
    pytest.importorskip("sklearn")
    vectors = np.concatenate([GENERATOR.normal(center, 0.1, (12, 5)) for center in (0, 5)])
    points = edit_space.neighbour_embedding(vectors)
    np.testing.assert_array_equal(points, edit_space.neighbour_embedding(vectors))
    centres = points[:12].mean(axis=0), points[12:].mean(axis=0)
    spread = max(np.linalg.norm(part - part.mean(axis=0), axis=1).mean() for part in (points[:12], points[12:]))
    assert np.linalg.norm(centres[0] - centres[1]) > 2 * spread
