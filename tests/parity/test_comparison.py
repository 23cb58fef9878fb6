"""GLEU and GREEN on SEEDA beside Table 1 of UOT-ERRANT: the correlation of systems' ranks with people's."""

from pathlib import Path

import pytest

import markscheme

gec_metrics = pytest.importorskip("gec_metrics")

BASE = [
    "BART", "BERT-fuse", "GECToR-BERT", "GECToR-ens", "LM-Critic", "PIE", "REF-M", "Riken-Tohoku", "T5",
    "TemplateGEC", "TransGEC", "UEDIN-MS",
]  # fmt: skip
FLUENT = sorted([*BASE, "GPT-3.5", "REF-F"])
REFERENCES = {
    "E-Minimal": ["expert_annotations/expert_minimal/expert_minimalB"],
    "NE-Fluency": [f"turker_annotations/turkers_fluency/turker_fluency{letter}" for letter in "AB"],
}
PUBLISHED = {
    ("gleu", "E-Minimal"): (0.848, 0.916),
    ("gleu", "NE-Fluency"): (0.781, 0.921),
    ("green", "E-Minimal"): (0.858, 0.930),
    ("green", "NE-Fluency"): (0.745, 0.908),
}
"""Pearson's r and Spearman's rho with SEEDA-E's TrueSkill scores."""


def subset(data: Path, name: str) -> list[str]:
    """A reference's sentences that are in SEEDA's subset; both are in the same order."""
    outputs = data / "seeda" / "outputs"
    whole = (outputs / "all" / "INPUT.txt").read_text("utf-8").splitlines()
    texts = (data / "sn8gec" / name).read_text("utf-8").splitlines()
    rows = iter(zip(whole, texts, strict=True))
    wanted = (outputs / "subset" / "INPUT.txt").read_text("utf-8").splitlines()
    return [next(text for source, text in rows if source == sentence) for sentence in wanted]


def judged(data: Path, systems: list[str]) -> list[float]:
    names = sorted(path.stem for path in (data / "seeda/outputs/subset").glob("*.txt"))
    scores = (data / "seeda/scores/human/TS_edit.txt").read_text().split()
    known = dict(zip(names, map(float, scores), strict=True))
    return [known[name] for name in systems]


@pytest.mark.parametrize(("metric", "column"), PUBLISHED)
def test_correlations_are_the_published_ones(data: Path, tmp_path: Path, metric: str, column: str):
    from scipy.stats import pearsonr, spearmanr

    folder = data / "seeda/outputs/subset"
    references = [tmp_path / f"ref{number}" for number in range(len(REFERENCES[column]))]
    for path, name in zip(references, REFERENCES[column], strict=True):
        path.write_text("\n".join(subset(data, name)) + "\n", "utf-8")
    systems = FLUENT if column.endswith("Fluency") else BASE
    runs = markscheme.score(
        {name: folder / f"{name}.txt" for name in systems},
        references,
        folder / "INPUT.txt",
        metric=markscheme.metric(metric, level="sentence"),
    )
    ranked = gec_metrics.get_metric("green")()
    scores = [[own.scores.score for own in run.result.sentences] for run in runs]
    found = ranked.run_trueskill(ranked.make_pairwise_scores(scores))
    people = judged(data, systems)
    r, rho = PUBLISHED[metric, column]
    assert pearsonr(found, people).statistic == pytest.approx(r, abs=0.0006)
    assert spearmanr(found, people).statistic == pytest.approx(rho, abs=0.0006)
