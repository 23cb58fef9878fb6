"""Tables are scored row by row, as the sentences of a corpus are by themselves."""

import json
import pickle
from pathlib import Path

import attrs
import numpy as np
import pandas as pd
import pytest

import markscheme
from markscheme import ChoiceError, EngineSettings
from markscheme.datasets import SentenceScorer

TABLE = {
    "source": ["he go to school .", "she like big dog .", "fine ."],
    "hypothesis": ["he goes to school .", "she likes big dogs .", "fine ."],
    "references": [["he goes to the school ."], ["she likes a big dog .", "", "she likes big dogs ."], ["good ."]],
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> EngineSettings:
    return EngineSettings(cache=str(tmp_path_factory.mktemp("tables") / "cache.sqlite"))


@pytest.mark.parametrize("metric", ["cleme2", "errant", "credit", "green", "impara"])
def test_rows_are_scored_as_corpora_of_one_sentence(engine: EngineSettings, tmp_path: Path, metric: str):
    columns = SentenceScorer(metric, engine=engine)(TABLE)
    for number in range(3):
        path = tmp_path / f"{number}.jsonl"
        path.write_text(json.dumps({name: column[number] for name, column in TABLE.items()}), "utf-8")
        [run] = markscheme.Corpus.read({"h": path}, [path]).score(metric, work=markscheme.Work(engine=engine)).runs
        [sentence] = run.result.sentences
        scores = {name.removeprefix("scores."): values[number] for name, values in columns.items() if "scores." in name}
        counts = {name.removeprefix("counts."): values[number] for name, values in columns.items() if "counts." in name}
        assert scores == pytest.approx(attrs.asdict(sentence.scores), abs=1e-6, nan_ok=True)
        assert counts == pytest.approx(attrs.asdict(sentence.counts), abs=1e-6)
        assert columns.get("reference", [None] * 3)[number] == sentence.reference


def test_columns_are_those_of_the_file_of_sentences(engine: EngineSettings, tmp_path: Path):
    import pyarrow.parquet as pq

    path = tmp_path / "all.jsonl"
    path.write_text(
        "".join(f"{json.dumps(dict(zip(TABLE, row, strict=True)))}\n" for row in zip(*TABLE.values(), strict=True))
    )
    work = markscheme.Work(engine)
    markscheme.Corpus.read({"h": path}, [path]).score("errant", sentence_scores=tmp_path / "s.parquet", work=work)
    assert ["hypothesis", "sentence", *SentenceScorer("errant", engine=engine)(TABLE)] == pq.read_schema(
        tmp_path / "s.parquet"
    ).names


def test_frames_arrays_and_pickles_give_the_same(engine: EngineSettings):
    scorer = SentenceScorer("errant", engine=engine)
    columns = scorer(TABLE)
    copy = pickle.loads(pickle.dumps(scorer))
    assert copy({name: np.array(column, dtype=object) for name, column in TABLE.items()}) == columns
    frame = pd.DataFrame(TABLE, index=[7, 3, 5])
    joined = frame.join(copy(frame))
    assert joined["counts.tp"].to_dict() == dict(zip([7, 3, 5], columns["counts.tp"], strict=True))
    assert list(joined.columns) == [*TABLE, *columns]


@pytest.mark.parametrize("metric", ["errant", "green", "impara"])
def test_a_table_without_rows_has_the_same_columns(engine: EngineSettings, metric: str):
    scorer = SentenceScorer(metric, engine=engine)
    columns = scorer(TABLE)
    assert scorer({name: [] for name in TABLE}) == {name: [] for name in columns}
    frame = pd.DataFrame(TABLE)
    scores = scorer(frame.iloc[:0])
    assert scores.empty
    assert dict(scores.dtypes) == dict(scorer(frame).dtypes)
    with pytest.raises(ChoiceError, match="there is no column 'source'"):
        scorer(frame.iloc[:0].drop(columns="source"))


def test_datasets_are_mapped(engine: EngineSettings):
    datasets = pytest.importorskip("datasets", reason="datasets is not installed")
    scorer = SentenceScorer("green", engine=engine)
    mapped = datasets.Dataset.from_dict(TABLE).map(scorer, batched=True, batch_size=2, new_fingerprint="green")
    assert mapped["scores.score"][:] == scorer(TABLE)["scores.score"]
    with pytest.raises(ChoiceError, match="this is one row and no batch"):
        scorer(mapped.remove_columns("scores.score")[0])


def test_faults_are_said(engine: EngineSettings):
    scorer = SentenceScorer("errant", engine=engine, columns={"references": "target"})
    with pytest.raises(ChoiceError, match=r"there is no column 'target'\. Name it with columns="):
        scorer(TABLE)
    renamed = {**TABLE, "target": TABLE["references"]}
    assert scorer(renamed) == SentenceScorer("errant", engine=engine)(TABLE)
    with pytest.raises(ChoiceError, match=r"has a column 'counts\.tp' already"):
        scorer({**renamed, "counts.tp": [0, 0, 0]})
    with pytest.raises(ChoiceError, match="row 1 of a batch has no reference in 'target'"):
        scorer({**renamed, "target": ["a", [""], ["b"]]})
    with pytest.raises(ChoiceError, match="row 1 of a batch has neither a string nor a list of strings in 'target'"):
        scorer({**renamed, "target": ["a", float("nan"), ["b"]]})
    with pytest.raises(ChoiceError, match="different numbers of rows: 3 in 'source', 2 in 'hypothesis', 3 in 'target'"):
        scorer({**renamed, "hypothesis": ["a", "b"]})
    with pytest.raises(ChoiceError, match="row 2 of a batch has no text in 'source'"):
        scorer({**renamed, "source": ["a", "b", None]})
    with pytest.raises(ChoiceError, match="'target' is no role of a column"):
        SentenceScorer("errant", columns={"target": "references"})
    with pytest.raises(ChoiceError, match="cleme2 needs a language model here"):
        SentenceScorer(markscheme.metric("cleme2", weighting="llm"))
