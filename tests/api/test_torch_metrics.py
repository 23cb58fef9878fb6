"""Objects of torchmetrics give the scores of ``markscheme.score``, however sentences are spread."""

import copy
import json
import pickle
import random
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs
import pytest
import torch
from torchmetrics import Metric, MetricCollection
from torchmetrics.text import CharErrorRate

import markscheme
import markscheme.metrics.base
from markscheme.api.inputs import shared_engine
from markscheme.api.torch_metrics import TorchMetric
from markscheme.errors import installing
from markscheme.metrics.base import METRICS

pytestmark = pytest.mark.usefixtures("own_cache")

Rows = list[tuple[str, list[str], str]]
"""Hypothesis, references and source of each sentence."""

ROOT = Path(__file__).parents[2]
ROWS: Rows = [
    ("He goes to school .", ["He goes to the school .", "He went to school ."], "He go to school ."),
    ("She sing well .", ["She sings well .", "She sang well ."], "She sing well ."),
    ("I have an apples .", ["I have an apple .", "I have apples ."], "I have a apples ."),
    ("They were late yesterday .", ["They were late yesterday .", "They were late ."], "They was late yesterday ."),
    (
        "It depends on the weather .",
        ["It depends on weather .", "It depends on the weather ."],
        "It depend of weather .",
    ),
    ("We enjoyed a film .", ["We enjoyed the film .", "We liked the film ."], "We enjoyed of the film ."),
    ("Nothing is wrong .", ["Nothing is wrong .", "Nothing is wrong ."], "Nothing is wrong ."),
]
PROCESS_TIMEOUT = 240


def added(metric: Metric, rows: Rows, indices: list[int] | None = None) -> Metric:
    preds, targets, sources = ([row[place] for row in rows] for place in range(3))
    metric.update(preds, targets, sources=sources, indices=indices)  # type: ignore[arg-type]
    return metric


def scored(folder: Path, metric: Any, rows: Rows = ROWS) -> markscheme.metrics.base.Score[Any, Any]:
    """Return the score of the same sentences in files."""
    columns = {
        "source": [row[2] for row in rows],
        "system": [row[0] for row in rows],
        "one": [row[1][0] for row in rows],
        "other": [row[1][1] for row in rows],
    }
    for name, lines in columns.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    files = {"system": folder / "system"}
    [run] = markscheme.Corpus.read(files, [folder / "one", folder / "other"], folder / "source").score(metric).runs
    return run.result


def numbers(metric: Metric) -> dict[str, float]:
    values = metric.compute()
    assert isinstance(values, dict)
    return {name: float(value) for name, value in values.items()}


@pytest.mark.parametrize("level", ["corpus", "sentence"])
@pytest.mark.parametrize("name", METRICS.built_in)
def test_batches_have_the_score_of_files(tmp_path: Path, name: str, level: str):
    chosen = markscheme.metric(name, level=level)
    metric = TorchMetric(chosen)
    for begin in range(0, len(ROWS), 3):
        added(metric, ROWS[begin : begin + 3])
    expected = scored(tmp_path, chosen)
    assert numbers(metric) == attrs.asdict(expected.scores)
    assert metric.result() == expected


@pytest.mark.parametrize("name", METRICS.built_in)
def test_merged_parts_are_the_whole_to_the_last_bit(name: str, seed: int):
    """Numbered sentences may be spread in any way; some come twice, as the last ones of a sampler."""
    whole = added(TorchMetric(name), ROWS)
    chance = random.Random(seed)
    order = [*range(len(ROWS)), *chance.sample(range(len(ROWS)), 2)]
    chance.shuffle(order)
    cut = chance.randint(0, len(order))
    parts = [TorchMetric(name) for _ in range(3)]
    for part, own in zip(parts, (order[:cut], order[cut:], []), strict=True):
        for index in own:
            added(part, [ROWS[index]], [index])
    chance.shuffle(parts)
    first, *others = parts
    for other in others:
        first.merge_state(other)
    assert numbers(first) == numbers(whole)


@pytest.mark.thorough
def test_processes_exchange_their_sentences(tmp_path: Path):
    """Parts differ in length, a sentence is in both, and one process may have none."""
    everything = [*range(len(ROWS))]
    gatherings = [("gleu", (everything[::2], [1, 3, 5, 0])), ("green", ([], everything)), ("gleu", (everything, []))]
    (tmp_path / "work.json").write_text(json.dumps({"gatherings": gatherings, "sentences": ROWS}), "utf-8")
    script = Path(__file__).with_name("gathering_process.py")
    processes = [subprocess.Popen([sys.executable, script, str(rank), tmp_path]) for rank in range(2)]
    try:
        assert [process.wait(PROCESS_TIMEOUT) for process in processes] == [0, 0]
    finally:
        for process in processes:
            process.kill()
    expected = [numbers(added(TorchMetric(name), ROWS)) for name, _ in gatherings]
    for rank in range(2):
        assert json.loads((tmp_path / f"{rank}.json").read_text("utf-8")) == expected


def test_forward_gives_the_batch_s_score_and_adds_it():
    metric = TorchMetric("errant", score="f")
    batches = [ROWS[:3], ROWS[3:]]
    for rows in batches:
        preds, targets, sources = ([row[place] for row in rows] for place in range(3))
        of_batch = metric(preds, targets, sources=sources)
        assert float(of_batch) == float(added(TorchMetric("errant", score="f"), rows).compute())
    assert float(metric.compute()) == float(added(TorchMetric("errant", score="f"), ROWS).compute())
    metric.reset()
    assert float(added(metric, ROWS[:1]).compute()) == float(
        added(TorchMetric("errant", score="f"), ROWS[:1]).compute()
    )


def test_copies_and_pickles_hold_sentences_and_no_models():
    metric = added(TorchMetric("errant"), ROWS[:4])
    copies = [copy.deepcopy(metric), metric.clone(), pickle.loads(pickle.dumps(metric))]
    assert len(pickle.dumps(metric)) < 20_000
    added(metric, ROWS[4:])
    for other in copies:
        assert numbers(other) != numbers(metric)
        assert numbers(added(other, ROWS[4:])) == numbers(metric)
        assert other.models is metric.models


def test_objects_share_one_engine():
    own, same = TorchMetric("credit"), TorchMetric("uot-errant", score="f")
    added(own, ROWS)
    added(same, ROWS)
    assert own.models is same.models is shared_engine(markscheme.EngineSettings()).models
    assert own.models.encoder_loads <= 1


def test_a_collection_keeps_each_metric_apart():
    """The first batch has no edit, and so the statistics of several metrics are equal there."""
    names = ("uot-errant", "credit", "errant", "green")
    collection = MetricCollection(
        {
            name: TorchMetric(name, score=None if name == "errant" else {"green": "score"}.get(name, "f"))
            for name in names
        }
        | {"characters": CharErrorRate()}
    )
    for rows in (ROWS[-1:], ROWS[:-1]):
        preds, targets, sources = ([row[place] for row in rows] for place in range(3))
        collection.update(preds=preds, target=[one for one, _ in targets], sources=sources)
    values = {name: float(value) for name, value in collection.compute().items()}
    assert set(values) == {"uot-errant", "credit", "precision", "recall", "f", "green", "characters"}
    rows = [(pred, targets[:1], source) for pred, targets, source in (ROWS[-1], *ROWS[:-1])]
    assert values["credit"] == numbers(added(TorchMetric("credit"), rows))["f"]
    assert values["uot-errant"] == numbers(added(TorchMetric("uot-errant"), rows))["f"]
    assert values["f"] == numbers(added(TorchMetric("errant"), rows))["f"]


def test_running_text_is_tokenised_by_the_pipeline():
    metric = TorchMetric("errant", tokenised=False)
    metric.update(["He doesn't go, does he?"], ["He doesn't go, does he?"], sources=["He don't go, does he?"])
    tokenised = TorchMetric("errant")
    tokenised.update(
        ["He does n't go , does he ?"], ["He does n't go , does he ?"], sources=["He do n't go , does he ?"]
    )
    assert metric.result() == tokenised.result()
    assert metric.result().counts.tp == 1


def test_a_type_of_numbers_changes_nothing():
    metric = added(TorchMetric("errant"), ROWS)
    assert numbers(metric) == numbers(metric.clone().set_dtype(torch.float16))


def test_what_can_not_be_is_refused():
    metric = TorchMetric("errant", score="accuracy")
    with pytest.raises(ValueError, match="there are 1 preds, but 2 sources"):
        metric.update(["a"], ["a"], sources=["a", "b"])
    with pytest.raises(ValueError, match="errant needs a reference for every sentence"):
        metric.update(["a"], sources=["a"])
    added(metric, ROWS[:1])
    with pytest.raises(ValueError, match=r"errant has no score 'accuracy'\. Its scores are precision, recall, f"):
        metric.compute()
    with pytest.raises(ValueError, match="not one of errant with the same settings"):
        metric.merge_state(TorchMetric("cleme2"))
    added(metric, ROWS[1:2], [1])
    with pytest.raises(ValueError, match="some sentences have indices and others have none"):
        metric.compute()
    with pytest.raises(ValueError, match="take another weighting"):
        TorchMetric(markscheme.metric("cleme2", weighting="llm"))


def test_one_sentence_may_be_strings():
    metric, same = TorchMetric("errant"), TorchMetric("errant")
    metric.update("He goes home .", "He goes home .", sources="He go home .")
    same.update(["He goes home ."], [["He goes home ."]], sources=["He go home ."])
    assert metric.result() == same.result()
    assert metric.result().counts.tp == 1


def test_numbers_in_the_batch_are_refused_as_indices():
    """They would count the first batch alone."""
    metric = TorchMetric("gleu")
    for rows in (ROWS[:2], ROWS[2:4]):
        added(metric, rows, [0, 1])
    with pytest.raises(ValueError, match="two different sources have the index 0"):
        metric.compute()


def test_impara_needs_no_reference():
    metric = TorchMetric("impara")
    metric.update([row[0] for row in ROWS], sources=[row[2] for row in ROWS])
    assert numbers(metric) == numbers(added(TorchMetric("impara"), ROWS))


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delitem(sys.modules, type(TorchMetric("errant")).__module__)
    monkeypatch.setitem(sys.modules, "torchmetrics", None)
    with pytest.raises(ImportError, match=re.escape(installing("torchmetrics"))):
        import_module("markscheme.api.torch_metrics")


def test_the_page_s_example_runs(capsys: pytest.CaptureFixture[str]):
    page = (ROOT / "docs" / "howto" / "training_loop.md").read_text("utf-8")
    [code] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(code, "docs/howto/training_loop.md", "exec"), {})
    expected = [line.partition("# ")[2] for line in code.splitlines() if line.startswith("print(")]
    assert capsys.readouterr().out.splitlines() == expected
