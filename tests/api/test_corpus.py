"""A corpus in memory gives the numbers of its files; several metrics are scored in one reading."""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import markscheme
from markscheme import ChoiceError, Corpus, DocumentError, EngineSettings, MarkschemeError, Work

SOURCE = ["He go to school .", "She sing .", "I like it .", "We was here ."]
REFERENCES = [
    ["He goes to school .", "She sings .", "I like it .", "We were here ."],
    ["He went to school .", "She sings .", "I liked it .", "We were here ."],
]
SYSTEMS = {
    "mei": ["He goes to school .", "She sing .", "I liked it .", "We are here ."],
    "tom": ["He goes to the school .", "She sings .", "I like it .", "We were here ."],
}
METRICS = ["errant", "cleme2", markscheme.Gleu(), markscheme.Credit()]


@pytest.fixture
def corpus() -> Corpus:
    return Corpus(SOURCE, REFERENCES, SYSTEMS)


@pytest.fixture
def files(tmp_path: Path) -> Corpus:
    paths = {name: tmp_path / f"{name}.txt" for name in ("source", "one", "other", *SYSTEMS)}
    for name, texts in {"source": SOURCE, "one": REFERENCES[0], "other": REFERENCES[1], **SYSTEMS}.items():
        paths[name].write_text("".join(f"{text}\n" for text in texts))
    return Corpus.read([paths["mei"], paths["tom"]], [paths["one"], paths["other"]], paths["source"])


def test_memory_gives_the_numbers_of_files(corpus: Corpus, files: Corpus):
    own, other = corpus.score(METRICS), files.score(METRICS)
    assert own == other
    assert [(run.metric.name, run.system) for run in own.runs] == [
        (name, system) for name in ("errant", "cleme2", "gleu", "credit") for system in SYSTEMS
    ]
    for metric in METRICS:
        assert corpus.score(metric).runs == tuple(
            run for run in own.runs if run.metric == (markscheme.metric(metric) if isinstance(metric, str) else metric)
        )
    assert corpus.compare(METRICS, resamples=9).rows == files.compare(METRICS, resamples=9).rows


def test_memory_gives_the_same_with_workers(corpus: Corpus):
    metrics = ["errant", "gleu"]
    assert corpus.score(metrics, work=Work(workers=2)) == corpus.score(metrics)
    several = corpus.compare(metrics, resamples=9, work=Work(workers="auto"))
    assert several == corpus.compare(metrics, resamples=9)


def test_frames_and_arrays_are_corpora(corpus: Corpus):
    frame = pd.DataFrame(SYSTEMS, index=[3, 1, 7, 5])
    columns = pd.DataFrame(dict(zip("ab", REFERENCES, strict=True)))
    assert Corpus(pd.Series(SOURCE), columns, frame).score() == corpus.score()
    assert Corpus(np.array(SOURCE), tuple(map(tuple, REFERENCES)), frame).score() == corpus.score()


def test_a_corpus_that_is_not_tokenised_is_tokenised():
    def joined(texts: list[str]) -> list[str]:
        return [text.replace(" .", ".") for text in texts]

    systems = {name: joined(texts) for name, texts in SYSTEMS.items()}
    apart = Corpus(SOURCE, REFERENCES, SYSTEMS).score()
    assert Corpus(joined(SOURCE), list(map(joined, REFERENCES)), systems).score().rows == apart.rows
    with pytest.raises(DocumentError, match="is not parted from words by spaces in mei, and it is in reference 0"):
        Corpus(SOURCE, REFERENCES, systems).score()


def test_results_have_the_same_words(corpus: Corpus):
    scores, comparison = corpus.score(per_sentence=True), corpus.compare(resamples=9, per_sentence=True)
    assert [(row.system, row.score, row.value) for row in scores.rows] == [
        (row.system, row.score, pytest.approx(row.value)) for row in comparison.rows
    ]
    assert (repr(corpus), repr(scores)) == (
        "Corpus(systems=['mei', 'tom'], references=2)",
        "<Scores of mei, tom under errant>",
    )
    assert len(scores.signatures) == len(comparison.signatures) == 1
    for result in (scores, comparison):
        frame = result.to_frame()
        assert list(frame.columns)[:4] == ["system", "metric", "score", "value"]
        assert len(frame) == 6
        sentences = result.sentences.to_frame()
        assert len(sentences[sentences.metric == "errant"]) == 8
        mei = sentences[(sentences.metric == "errant") & (sentences.system == "mei")].set_index("sentence")
        assert mei["counts.tp"].to_dict() == {1: 1, 2: 0, 3: 1, 4: 0}
    assert scores.runs[0].scores["f"] == scores.rows[2].value
    assert scores.runs[0].counts["tp"] == 2


def test_edits_are_errants():
    for mark in (".", " ."):
        [edit] = markscheme.extract_edits(f"He go to school{mark}", f"He goes to school{mark}")
        assert (edit.start, edit.end, edit.replacement, edit.type) == (1, 2, ("goes",), "R:VERB:SVA")
    with pytest.raises(ChoiceError, match=r"source is a value of the type list, and not one sentence"):
        markscheme.extract_edits(SOURCE, SOURCE)  # type: ignore[arg-type]


NAN = float("nan")
WRONG = {
    "source is the string 'He go', and not a list of sentences; Corpus.read reads files": (
        "He go",
        REFERENCES,
        SYSTEMS,
    ),
    "source[1] is the number 3, and not a sentence": (["a", 3], REFERENCES, SYSTEMS),
    "source[0] has several lines; give one sentence": (["a\nb"], REFERENCES, SYSTEMS),
    "source has no sentence": ([], REFERENCES, SYSTEMS),
    "references is the string 'refs.m2', and not lists of sentences; Corpus.read reads files": (
        SOURCE,
        "refs.m2",
        SYSTEMS,
    ),
    "references[0] is the string 'He goes to school .', and not a list; is references one list itself?": (
        SOURCE,
        REFERENCES[0],
        SYSTEMS,
    ),
    "references[1] has 3 sentences, and source has 4 sentences": (SOURCE, [REFERENCES[0], REFERENCES[1][:3]], SYSTEMS),
    "systems['mei'] has 1 sentence, and source has 4 sentences": (SOURCE, REFERENCES, {"mei": ["a"]}),
    "systems['mei'][2] is missing (nan), and not a sentence": (SOURCE, REFERENCES, {"mei": ["a", "b", NAN, "d"]}),
    "systems['mei'][1] is missing (None), and not a sentence": (
        SOURCE,
        REFERENCES,
        pd.DataFrame({"mei": ["a", None, "c", "d"]}, dtype=object),
    ),
    "systems['mei'][1] is missing (<NA>), and not a sentence": (
        SOURCE,
        REFERENCES,
        {"mei": ["a", pd.NA, "c", "d"]},
    ),
    "systems is empty: give at least one": (SOURCE, REFERENCES, {}),
}


@pytest.mark.parametrize("message", WRONG)
def test_an_argument_of_another_shape_is_named(message: str):
    with pytest.raises(ChoiceError) as raised:
        Corpus(*WRONG[message])  # type: ignore[arg-type]
    assert str(raised.value) == message


def test_files_of_another_shape_are_named(tmp_path: Path):
    path = tmp_path / "a.m2"
    path.write_text("S a .\n\n")
    (tmp_path / "a.txt").write_text("a .\n")
    wrong = {
        "systems['a'] is a value of the type list, and not a file's name; Corpus(...) takes sentences in memory": (
            {"a": ["a ."]},
            path,
        ),
        "systems has two files for the name 'a': give {NAME: FILE}": ([path, tmp_path / "a.txt"], path),
        "references is the number 3, and not a list of files' names": (path, 3),
        f"{tmp_path}/none: the file does not exist": (path, tmp_path / "none"),
        f"{tmp_path}/*.sgml: no file has a name like this": (str(tmp_path / "*.sgml"), path),
    }
    for message, arguments in wrong.items():
        with pytest.raises(MarkschemeError) as raised:
            Corpus.read(*arguments)  # type: ignore[arg-type]
        assert str(raised.value) == message
    [run] = Corpus.read(str(tmp_path / "*.m2"), path).score().runs
    assert run.system == "a"


def test_metrics_of_another_shape_are_named(corpus: Corpus):
    wrong = {
        "metrics is empty: name at least one metric": [],
        "metrics has the class Errant: write Errant()": markscheme.Errant,
        "metrics is the number 3, and not a metric, its name, or a list of these": 3,
        "metrics has the number 3, and not a metric or its name": ["errant", 3],
        "there is no metric 'errnt'": "errnt",
    }
    for message, metrics in wrong.items():
        for ask in (corpus.score, corpus.compare):
            with pytest.raises(MarkschemeError) as raised:
                ask(metrics)  # type: ignore[operator]
            assert str(raised.value).startswith(message)


def test_a_score_imports_no_more_than_it_needs(tmp_path: Path):
    code = (
        "import sys, json, markscheme\n"
        "c = markscheme.Corpus.read({'a': 'a.m2'}, 'a.m2')\n"
        "c.score('errant')\n"
        "print(json.dumps([n for n in ('torch', 'spacy', 'ot') if n in sys.modules]))\n"
    )
    (tmp_path / "a.m2").write_text("S a .\nA 0 1|||R:OTHER|||b|||REQUIRED|||-NONE-|||0\n\n")
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []


def test_calls_without_an_engine_share_one(corpus: Corpus):
    assert Work().engine_in_use is Work().engine_in_use
    assert Work(EngineSettings()).engine_in_use is not Work().engine_in_use


def test_a_fork_shares_no_engine_with_its_parent(monkeypatch: pytest.MonkeyPatch):
    """A call's default is one object in both, and a lock or a connection of the parent's is no good in its child."""
    work = Work()
    of_the_parent = work.engine_in_use
    assert work.engine_in_use is of_the_parent
    monkeypatch.setattr("os.getpid", lambda: 1)
    assert work.engine_in_use is not of_the_parent


def test_the_page_s_example_runs(capsys: pytest.CaptureFixture[str]):
    page = (Path(__file__).parents[2] / "docs" / "start" / "researcher.md").read_text("utf-8")
    section = page.partition("## In Python")[2].partition("\n## ")[0]
    [code], [printed] = (re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL) for language in ("python", "text"))
    exec(compile(code, "docs/start/researcher.md", "exec"), {})
    assert capsys.readouterr().out == printed


def test_a_reader_may_say_what_files_are(tmp_path: Path):
    for name, text in {"s": "He go .", "h": "He goes.", "r": "He goes ."}.items():
        (tmp_path / name).write_text(f"{text}\n")
    files = {"h": tmp_path / "h"}, tmp_path / "r", tmp_path / "s"
    with pytest.raises(DocumentError, match="is not parted from words by spaces in h, and it is in r"):
        Corpus.read(*files).score()
    [run] = Corpus.read(*files, read_as="lines").score().runs
    assert run.counts == {"tp": 0, "fp": 1, "fn": 1}


def test_a_journal_keeps_several_metrics(files: Corpus, tmp_path: Path):
    journal = tmp_path / "journal"
    first = files.score(METRICS, work=Work(journal=journal))
    assert files.score(METRICS, work=Work(journal=journal)) == first
    with pytest.raises(DocumentError, match="the journal is another run's: it differs in signature"):
        files.score("errant", work=Work(journal=journal))
