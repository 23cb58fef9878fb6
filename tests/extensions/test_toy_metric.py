"""A package of one module adds a metric: it scores corpora, and documents in an editor."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types

from conftest import Command
from extensions.packages import installed_here, read_anew
from server.lsp.conversation import open_document, settled
from server.lsp.profiles import VS_CODE
from server.lsp.window import connected

SENTENCES = {
    "src": "She like music .",
    "hyp.mei": "She loves music .",
    "ref.kim": "She likes music .",
    "ref.roy": "- .",
}


@pytest.fixture(autouse=True)
def toy_metric(tmp_path: Path) -> Iterator[None]:
    folder = tmp_path / "site-packages"
    folder.mkdir()
    with installed_here("toy_metric", folder):
        yield


@pytest.fixture
def essay(tmp_path: Path) -> Path:
    for role, text in SENTENCES.items():
        (tmp_path / f"essay.{role}.txt").write_text(f"{text}\nI agree .\n")
    return tmp_path / "essay.hyp.mei.txt"


SCORE = ["score", "--hypothesis", "mei=essay.hyp.mei.txt", "--source", "essay.src.txt"]
REFERENCES = ["--reference", "essay.ref.roy.txt", "--reference", "essay.ref.kim.txt"]


def test_a_toy_metric_scores_a_corpus_with_its_signature(markscheme: Command, essay: Path):
    done = markscheme(*SCORE, *REFERENCES, "--metric", "toy", "--format", "json", "--per-sentence")
    assert (done.returncode, done.stderr) == (0, "")
    [run] = json.loads(done.stdout)["runs"]
    signature = run.pop("signature").split("|")
    assert run == {
        "hypothesis": "mei",
        "metric": "toy",
        "level": "corpus",
        "sentences": 2,
        "counts": {"shared": 6, "all": 7},
        "scores": {"share": 6 / 7},
        "per_sentence": [
            {"reference": 1, "counts": {"shared": 3, "all": 4}, "scores": {"share": 0.75}},
            {"reference": 0, "counts": {"shared": 3, "all": 3}, "scores": {"share": 1.0}},
        ],
    }
    settings = ["metric:toy", "level:corpus", "refs:2", "ignore_case:False"]
    assert signature[:-1] == [*settings, "plugins:markscheme-toy-metric==1.0"]


def test_options_that_a_toy_metric_has_are_its_own(markscheme: Command, essay: Path):
    done = markscheme(*SCORE, *REFERENCES, "--metric", "toy", "--level", "sentence")
    assert done.returncode == 0
    header, row, *_ = (line.split() for line in done.stdout.splitlines())
    assert dict(zip(header, row, strict=True)) == {"hypothesis": "mei", "shared": "6", "all": "7", "share": "0.8750"}
    refused = markscheme(*SCORE, *REFERENCES, "--metric", "toy", "--weighting", "length")
    assert refused.returncode == 2
    assert "--weighting: toy has no weighting" in refused.stderr
    assert "toy needs references" in markscheme(*SCORE, "--metric", "toy").stderr
    assert " toy. Without" in " ".join(markscheme("score", "--help").stdout.replace("│", " ").split())


def test_a_broken_metric_is_reported_by_name_and_stops_no_other(markscheme: Command, essay: Path):
    (essay.parent / "site-packages" / "toy_metric.py").write_text("import no_such_library\n")
    read_anew("toy_metric")
    broken = markscheme(*SCORE, *REFERENCES, "--metric", "toy")
    assert (broken.returncode, broken.stdout) == (2, "")
    assert "the metric 'toy' of markscheme-toy-metric (toy_metric:ToyMetric) can't be used" in broken.stderr
    assert "No module named 'no_such_library'" in broken.stderr
    assert markscheme(*SCORE, *REFERENCES, "--metric", "green").returncode == 0
    unknown = markscheme(*SCORE, *REFERENCES, "--metric", "toi")
    assert unknown.stderr.rstrip().endswith("gleu, green, toy")


@pytest.mark.thorough
async def test_a_toy_metric_is_shown_in_an_editor(essay: Path):
    client = await connected(VS_CODE, {"metric": "toy"})
    uri = open_document(client, essay)
    await settled(client, uri)
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri)))
    assert "Toy share 0.857" in lenses[0].command.title
    marks = await client.protocol.send_request_async("markscheme/marks", {"textDocument": {"uri": uri}})
    assert (marks.marks.metric.name, marks.marks.metric.scores.share) == ("toy", 6 / 7)
    await client.shutdown_session()
