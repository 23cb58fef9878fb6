"""CLEME2.0's published counts on CoNLL-2014 (Table 12 of the paper), exactly."""

from pathlib import Path

import pytest

import markscheme
from markscheme import EngineSettings

# TP, FPne, FPun, FN; the table has no counts for the independent sentence level, where no reference is
# chosen and the counts are those of the corpus level.
DEPENDENT_CORPUS = {
    "AMU": (380, 276, 541, 1360),
    "CAMB": (584, 418, 889, 1150),
    "CUUI": (471, 311, 653, 1357),
    "INPUT": (0, 0, 0, 1782),
    "NTHU": (330, 302, 603, 1388),
    "UMC": (260, 245, 544, 1461),
}
DEPENDENT_SENTENCE = {
    "AMU": (376, 286, 535, 1600),
    "CAMB": (580, 431, 880, 1374),
    "CUUI": (467, 320, 648, 1577),
    "INPUT": (0, 0, 0, 1982),
    "NTHU": (327, 310, 598, 1660),
    "UMC": (259, 255, 535, 1714),
}
INDEPENDENT = {
    "AMU": (388, 408, 401, 1029),
    "CAMB": (596, 627, 668, 778),
    "CUUI": (487, 449, 499, 984),
    "INPUT": (0, 0, 0, 1530),
    "NTHU": (338, 447, 450, 1045),
    "UMC": (262, 366, 421, 1136),
}
SCORES = {
    ("dependent", "corpus"): {
        "AMU": 0.483, "CAMB": 0.508, "CUUI": 0.497, "INPUT": 0.45, "NTHU": 0.463, "UMC": 0.453,
    },
    ("dependent", "sentence"): {
        "AMU": 0.498, "CAMB": 0.513, "CUUI": 0.507, "INPUT": 0.466, "NTHU": 0.481,
    },
    ("independent", "corpus"): {
        "AMU": 0.472, "CAMB": 0.486, "CUUI": 0.490, "INPUT": 0.450, "NTHU": 0.448, "UMC": 0.439,
    },
}  # fmt: skip
EXTRACTED = {
    ("dependent", "corpus"): {
        "IITB": (22, 34, 33, 2057), "RAC": (254, 259, 523, 1487), "SJTU": (85, 76, 196, 1668),
        "UFC": (32, 12, 6, 2087),
    },
    ("dependent", "sentence"): {
        "IITB": (22, 22, 45, 1972), "RAC": (251, 271, 514, 1744), "SJTU": (84, 81, 192, 1900),
        "UFC": (32, 10, 8, 1980),
    },
    ("independent", "corpus"): {
        "IITB": (22, 34, 33, 1497), "RAC": (255, 406, 375, 1135), "SJTU": (85, 134, 138, 1398),
        "UFC": (32, 12, 6, 1506),
    },
}  # fmt: skip
"""Systems of which the data has the text alone."""
COUNTS = {
    ("dependent", "corpus"): DEPENDENT_CORPUS,
    ("dependent", "sentence"): DEPENDENT_SENTENCE,
    ("independent", "corpus"): INDEPENDENT,
    ("independent", "sentence"): INDEPENDENT,
}


@pytest.mark.parametrize(("assumption", "level"), COUNTS)
def test_counts_and_scores_are_the_published_ones(data: Path, assumption: str, level: str):
    folder = data / "conll14"
    hypotheses = {name: folder / f"conll14-{name}.errant" for name in DEPENDENT_CORPUS}
    metric = markscheme.metric("cleme2", assumption=assumption, level=level)
    runs = markscheme.Corpus.read(hypotheses, [folder / "conll14.errant"]).score(metric).runs
    counts = {run.system: run.result.counts for run in runs}
    found = {name: (own.tp, own.fp_ne, own.fp_un, own.fn) for name, own in counts.items()}
    assert found == COUNTS[assumption, level]
    if (assumption, level) == ("dependent", "corpus"):
        assert counts["AMU"].tn == 6298
    scores = {run.system: run.result.scores.score for run in runs}
    for name, published in SCORES.get((assumption, level), {}).items():
        assert scores[name] == pytest.approx(published, abs=0.0011), name


@pytest.mark.parametrize(("assumption", "level"), EXTRACTED)
def test_counts_are_the_published_ones_with_edits_of_the_bundled_pipeline(
    data: Path, engine_settings: EngineSettings, assumption: str, level: str
):
    systems = EXTRACTED[assumption, level]
    hypotheses = {name: data / "gjg15" / "official_submissions" / name for name in systems}
    metric = markscheme.metric("cleme2", assumption=assumption, level=level)
    runs = (
        markscheme.Corpus.read(hypotheses, [data / "conll14" / "conll14.errant"])
        .score(metric, work=markscheme.Work(engine=engine_settings))
        .runs
    )
    counts = {run.system: run.result.counts for run in runs}
    assert {name: (own.tp, own.fp_ne, own.fp_un, own.fn) for name, own in counts.items()} == systems
