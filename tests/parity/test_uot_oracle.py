"""UOT-ERRANT against 200 counts of the official implementation, edits and encoder given."""

import json
from pathlib import Path

import numpy as np
import pytest

from markscheme.edits.edit import UNSCORED_TYPES, Correction, Edit, Edits
from markscheme.inference.models import Models
from markscheme.inference.settings import EngineSettings
from markscheme.metrics.uot_errant import transport
from parity.plain_vectors import PlainEncoder

ROUNDED_OFFICIALLY = {(57, 1), (72, 1), (87, 1)}
"""Pairs of equal edits whose distance came out above 0 in the official code's float32; what that rounding
gives differs from processor to processor, which is why we compute in float64."""


@pytest.fixture(scope="module")
def items(data: Path) -> dict[int, dict]:
    """Return the sentences by their numbers."""
    return dict(enumerate(json.loads((data / "uot-oracle" / "T5.json").read_text())["items"]))


def sides_of(item: dict) -> list[Correction]:
    source = tuple(item["source"].split())
    given = [item["hypothesis_edits"], *item["reference_edits"]]
    return [Correction(source, edits_of(rows)) for rows in given]


def edits_of(rows: list) -> Edits:
    return tuple(Edit(a, b, tuple(text.split()), kind) for a, b, text, kind in rows if kind not in UNSCORED_TYPES)


def deviations(items: dict[int, dict], vectors: list[list[np.ndarray]]) -> dict[tuple[int, int], float]:
    found = {}
    for (number, item), (hypothesis, *references) in zip(items.items(), vectors, strict=True):
        for index, (reference, expected) in enumerate(zip(references, item["expected"], strict=True)):
            counts = transport(hypothesis, reference).overlap
            found[number, index] = max(
                abs(counts.tp - expected["tp"]), abs(counts.fp - expected["fp"]), abs(counts.fn - expected["fn"])
            )
    return found


def assert_official(found: dict[tuple[int, int], float]) -> None:
    assert {pair for pair, deviation in found.items() if deviation >= 1e-4} <= ROUNDED_OFFICIALLY
    assert max(found.values()) < 1e-3


def test_vectors_of_the_official_batches_give_the_official_counts(items: dict[int, dict], thorough: bool):
    """Every eighth sentence, since the official batches are padded; all of them in a thorough run."""
    encoder = PlainEncoder()
    items = {number: item for number, item in items.items() if thorough or number % 8 == 0}
    vectors = [
        [encoder.edit_vectors(side).astype(np.float64) if side.edits else np.zeros((0, 384)) for side in sides_of(item)]
        for item in items.values()
    ]
    found = deviations(items, vectors)
    assert len(found) == 200 if thorough else len(found) >= 25
    assert_official(found)


@pytest.mark.thorough
def test_our_pipeline_gives_them_too(items: dict[int, dict], tmp_path: Path):
    sides = [side for item in items.values() for side in sides_of(item)]
    flat = iter(Models(EngineSettings(cache=str(tmp_path / "cache.sqlite"))).vectors(sides))
    vectors = [[next(flat).astype(np.float64) for _ in sides_of(item)] for item in items.values()]
    found = deviations(items, vectors)
    assert len(found) == 200
    assert_official(found)
