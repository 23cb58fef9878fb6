"""CLEME2.0's Table 12: counts and scores of the systems of CoNLL-2014."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.papers.figures import Figures, published
from benchmarks.papers.layout import number, table
from benchmarks.papers.study import DIGITS, Study
from benchmarks.papers.tables.table import CLOSE, Table, captioned, made_with
from markscheme import Corpus, Work, metric

PARTS: Mapping[str, Mapping[str, Any]] = {
    "CLEME2.0-dep": {"assumption": "dependent", "level": "corpus"},
    "SentCLEME2.0-dep": {"assumption": "dependent", "level": "sentence"},
    "CLEME2.0-ind": {"assumption": "independent", "level": "corpus"},
}
COUNTS = ("tp", "fp_ne", "fp_un", "fn")
ROWS = {"none": "score", "similarity": "similarity"}
"""The name of the row of scores, by weighting."""
TITLES = {
    "tp": "TP",
    "fp_ne": "FPne",
    "fp_un": "FPun",
    "fn": "FN",
    "score": "Score",
    "similarity": "Score, by similarity",
}


def _hypotheses(data: Path, systems: list[str]) -> dict[str, Path]:
    """Return each system's published M2 file, or its text where there is none."""
    files = {name: data / "conll14" / f"conll14-{name}.errant" for name in systems}
    texts = {name: data / "gjg15" / "official_submissions" / name for name in systems}
    return {name: files[name] if files[name].is_file() else texts[name] for name in systems}


def _measure(study: Study, weighting: str) -> Figures:
    hypotheses = _hypotheses(study.data, published("cleme2")["table-12"]["systems"])
    corpus = Corpus.read(hypotheses, study.data / "conll14" / "conll14.errant")
    parts: dict[str, dict[str, list[float]]] = {}
    for name, settings in PARTS.items():
        own = metric("cleme2", weighting=weighting, **settings)
        runs = corpus.score(own, per_sentence=False, work=Work(study.engine)).runs
        counts = [run.counts for run in runs]
        parts[name] = {kind: [item[kind] for item in counts] for kind in COUNTS}
        parts[name][ROWS[weighting]] = [round(run.scores["score"], DIGITS) for run in runs]
    stated = [name for name, path in hypotheses.items() if path.suffix == ".errant"]
    return {"made": study.made_with, "stated": stated, "parts": parts}


def _write(figures: Figures) -> str:
    paper = published("cleme2")["table-12"]
    systems = paper["systems"]
    texts = [
        f"Edits of {', '.join(figures['stated'])} and of the references from the published M2 files, the others' by "
        f"`{figures['made']['pipeline']}`; factors 0.50, 0.40, 0.05, 0.05, which are those of the table."
    ]
    for name, theirs in paper["parts"].items():
        ours = figures["parts"][name]
        rows = [
            [TITLES[kind], *(_cell(kind, one, other) for one, other in _both(ours[kind], theirs[kind]))]
            for kind in (*COUNTS, "score")
        ]
        equal = sum(one == other for kind in COUNTS for one, other in zip(ours[kind], theirs[kind], strict=True))
        whole = f"Of {len(COUNTS) * len(systems)} counts {equal} are the paper's."
        texts.append(f"{name}. {whole}\n\n{table(['', *systems], rows)}")
    return "\n\n".join(texts)


def _write_weighted(figures: Figures) -> str:
    paper = published("cleme2")["table-12"]
    rows = [
        [
            name,
            *(_cell("similarity", *pair) for pair in _both(figures["parts"][name]["similarity"], part["similarity"])),
        ]
        for name, part in paper["parts"].items()
    ]
    caption = (
        f"Scores with weighting by similarity; {made_with(figures, encoder=True)}; the paper's BERTScore has another "
        "encoder."
    )
    return captioned(caption, ["", *paper["systems"]], rows)


def _both(ours: list[float], theirs: list[float]) -> list[tuple[float, float | None]]:
    """Return our figures with the paper's, which may lack the last ones."""
    return list(zip(ours, [*theirs, *([None] * (len(ours) - len(theirs)))], strict=True))


def _cell(kind: str, ours: float, theirs: float | None) -> str:
    """Return our figure, with the paper's in brackets where it is another one."""
    if kind in COUNTS:
        return f"{ours:.0f}" if ours == theirs else f"{ours:.0f} ({theirs:.0f})"
    close = theirs is not None and abs(ours - theirs) <= CLOSE
    return number(ours) if close else f"{number(ours)} ({number(theirs)})"


TABLES = (
    Table("cleme2-12", partial(_measure, weighting="none"), _write),
    Table("cleme2-12-similarity", partial(_measure, weighting="similarity"), _write_weighted),
)
