"""Measure how many of the edits that lower the estimate are hits against references, for each margin.

    python lowering.py PATH_TO_CONLL14          # the folder of conll14.errant and conll14-SYSTEM.errant

The references have no part in the estimates. A hit is CLEME2.0's under independence: any reference may have it.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import attrs
import numpy as np
from differing_edits import auc

from markscheme import Engine
from markscheme.documents.corpus import ParallelText, sources_of
from markscheme.documents.files import read_text
from markscheme.edits.edit import Chunk, Edit, scored
from markscheme.edits.passages import parallel_passages, read_parallel
from markscheme.marking.documents import Correction, Estimation
from markscheme.metrics.base import Category, independent_category
from markscheme.metrics.impara import EstimateSettings
from markscheme.progress import silent
from markscheme.scoring.statistics import passage_edits

MARGINS = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0)


@attrs.frozen
class Judged:
    """An edit: how much it lowers q(Y), and whether a reference has it."""

    lowered: float
    hit: bool


def judged(engine: Engine, hypothesis: ParallelText, references: list[ParallelText]) -> Iterator[Judged]:
    """Yield every edit of one system."""
    passages = list(parallel_passages(sources_of([hypothesis, *references], None), hypothesis, references))
    edits = passage_edits(passages, engine.models)
    corrections = [Correction(item.source, scored(item.hypothesis)) for item in edits]
    estimates = Estimation(engine.models).sentences(
        corrections, EstimateSettings(), with_vectors=False, progress=silent
    )
    for item, correction, sentence in zip(edits, corrections, estimates, strict=True):
        chunks = item.cut().chunks
        for edit, own in zip(correction.edits, sentence.edits, strict=True):
            if sentence.after is not None and own.without is not None:
                yield Judged(own.without.q - sentence.after.q, _is_hit(edit, chunks))


def _is_hit(edit: Edit, chunks: tuple[Chunk, ...]) -> bool:
    inside = (chunk for chunk in chunks if chunk.start <= edit.start and edit.end <= chunk.end)
    return any(independent_category(chunk) is Category.HIT for chunk in inside)


def table(edits: list[Judged]) -> list[dict[str, float]]:
    """Return a row for each margin; shares are in [0, 1]."""
    rows = []
    for margin in MARGINS:
        lowering = [edit for edit in edits if edit.lowered > margin]
        others = [edit for edit in edits if edit.lowered <= margin]
        wrong = [edit for edit in edits if not edit.hit]
        rows.append(
            {
                "margin": margin,
                "reported": len(lowering) / len(edits),
                "hits_of_reported": _hits(lowering),
                "hits_of_others": _hits(others),
                "reported_of_no_hits": sum(edit.lowered > margin for edit in wrong) / len(wrong),
            }
        )
    return rows


def _hits(edits: list[Judged]) -> float:
    return sum(edit.hit for edit in edits) / len(edits)


def main(folder: Path) -> None:
    """Print the table of all systems' edits as JSON."""
    engine = Engine()
    references = list(_read(folder / "conll14.errant"))
    systems = [path for path in sorted(folder.glob("conll14-*.errant")) if path.stem != "conll14-INPUT"]
    edits = [edit for path in systems for edit in judged(engine, next(iter(_read(path))), references)]
    hits, others = (np.array([-edit.lowered for edit in edits if edit.hit is hit]) for hit in (True, False))
    area = auc(hits, others)
    print(json.dumps({"edits": len(edits), "hits": _hits(edits), "auc": area, "margins": table(edits)}, indent=2))


def _read(path: Path) -> tuple[ParallelText, ...]:
    return tuple(read_parallel(read_text(path), path.stem, path))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
