"""Edit vectors by error type: UOT-ERRANT's Table 3 (norms) and IMPARA's Table 6 (impacts)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from benchmarks.edit_space import typed_vectors
from benchmarks.maege import corrected, read_annotated
from benchmarks.papers.figures import Figures, published
from benchmarks.papers.layout import number
from benchmarks.papers.study import DIGITS, Study
from benchmarks.papers.tables.table import Table, captioned, made_with
from markscheme import Correction

SYSTEM = "GPT-3.5"
LEAST_NORMS, LEAST_IMPACTS = 50, 400
"""How often a type must occur to be shown, in each paper."""
HUNDREDTHS = 100


def _by_type(corrections: Sequence[Correction], values: Iterator[float]) -> dict[str, list[float]]:
    """Return the edits' values by type, without the operation: ``R:VERB:SVA`` is ``VERB:SVA``."""
    groups: dict[str, list[float]] = defaultdict(list)
    for correction in corrections:
        for edit in correction.edits:
            groups[edit.type.partition(":")[2]].append(next(values))
    return groups


def _measure_norms(study: Study) -> Figures:
    outputs = study.data / "seeda" / "outputs" / "all"
    found = typed_vectors(outputs / "INPUT.txt", outputs / f"{SYSTEM}.txt", study.engine, LEAST_NORMS)
    rows = {norm.type: [round(norm.mean, DIGITS), round(norm.deviation, DIGITS), norm.edits] for norm in found.norms}
    return {"made": study.made_with, "edits": len(found.types), "rows": rows}


def _write_norms(figures: Figures) -> str:
    theirs = published("uot_errant")["table-3"]["rows"]
    ours = figures["rows"]
    rank = {name: place for place, name in enumerate(theirs, 1)}
    rows = [
        [name, f"{count:,}", f"{number(mean)} ± {number(deviation)}", str(place), *_theirs(theirs, rank, name)]
        for place, (name, (mean, deviation, count)) in enumerate(ours.items(), 1)
    ]
    rows += [[name, "–", "–", "–", *_theirs(theirs, rank, name)] for name in theirs if name not in ours]
    common = [name for name in ours if name in theirs]
    order = _spearman([ours[name][0] for name in common], [theirs[name][0] for name in common])
    caption = (
        f"The {figures['edits']:,} edits of {SYSTEM} in all 1,312 sentences (the paper: 3,859), types with "
        f"{LEAST_NORMS} or more; {made_with(figures, encoder=True)}; the paper's encoder is ELECTRA. "
        f"Over the {len(common)} types of both, ρ of the means is {number(order)}."
    )
    return captioned(caption, ["type", "edits", "norm", "place", "norm, paper", "place, paper"], rows)


def _theirs(rows: dict[str, list[float]], rank: dict[str, int], name: str) -> list[str]:
    if name not in rows:
        return ["–", "–"]
    mean, deviation = rows[name]
    return [f"{number(mean)} ± {number(deviation)}", str(rank[name])]


def _spearman(one: Sequence[float], other: Sequence[float]) -> float:
    from scipy.stats import spearmanr

    return float(spearmanr(one, other).statistic)


def _measure_impacts(study: Study) -> Figures:
    official = read_annotated(study.data / "conll14" / "conll14.errant", study.engine).references
    pairs = [(source, tuple(corrected(source, edits).split())) for source, sides in official.items() for edits in sides]
    extracted = study.engine.models.edits(pairs)
    corrections = [
        Correction(source, tuple(edit for edit in edits if edit.corrects))
        for (source, _), edits in zip(pairs, extracted, strict=True)
    ]
    groups = _by_type(corrections, _impacts(study, corrections))
    rows = {
        name: [round(HUNDREDTHS * float(np.mean(own)), DIGITS), len(own)]
        for name, own in groups.items()
        if len(own) >= LEAST_IMPACTS
    }
    return {"made": study.made_with, "rows": dict(sorted(rows.items(), key=lambda item: -item[1][0]))}


def _impacts(study: Study, corrections: Sequence[Correction]) -> Iterator[float]:
    """Yield each edit's impact (IMPARA, Equation 5), from vectors of the whole correction and of it without each."""
    texts = [
        [
            corrected(item.source, edits)
            for edits in (item.edits, *(item.edits[:n] + item.edits[n + 1 :] for n in range(len(item.edits))))
        ]
        for item in corrections
    ]
    vectors = iter(study.engine.models.sentence_vectors([text for own in texts for text in own]))
    for own in texts:
        whole, *without = (_unit(next(vectors)) for _ in own)
        yield from (float(((whole - vector) ** 2).sum() / 2) for vector in without)


def _unit(vector: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    wide = vector.astype(np.float64)
    unit: npt.NDArray[np.float64] = wide / np.linalg.norm(wide)
    return unit


def _write_impacts(figures: Figures) -> str:
    theirs = published("impara")["table-6"]["rows"]
    ours = figures["rows"]
    names = [*ours, *(name for name in theirs if name not in ours)]
    rows = []
    for name in names:
        impact, count = ours.get(name, (None, None))
        other, frequency = theirs.get(name, (None, None))
        rows.append([name, number(impact), _count(count), number(other), _count(frequency)])
    caption = (
        "Mean impact, times 100, of the edits of both official annotators, types with "
        f"{LEAST_IMPACTS} edits or more (the paper leaves OTHER out); {made_with(figures, encoder=True)}; the paper's "
        "encoder is BERT-base-cased."
    )
    return captioned(caption, ["type", "impact", "edits", "impact, paper", "edits, paper"], rows)


def _count(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"


TABLES = (Table("uot-errant-3", _measure_norms, _write_norms), Table("impara-6", _measure_impacts, _write_impacts))
