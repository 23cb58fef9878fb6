"""A Ray cluster of several nodes gives what one process gives, also when actors, nodes and drivers die."""

import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs
import psutil
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import settings

import markscheme
from interrupts import listen_to_interrupts
from markscheme import ChoiceError, DocumentError, Engine, EngineSettings
from markscheme.datasets import score_dataset, sentence_scores
from markscheme.errors import installing
from markscheme.inference.models import Models
from markscheme.metrics.base import Metric
from markscheme.progress import Progress, silent
from markscheme.scoring import ray_cluster
from markscheme.scoring.executor import Executor, Placement, in_order
from markscheme.scoring.ray_cluster import RayActors
from markscheme.scoring.readers import FileOpener
from markscheme.scoring.scorer import CorpusFiles, Run, Scorer, ScoreRequest
from scoring.blocks.corpora import json_lines, write_long_corpus
from scoring.blocks.deadly_metric import Deadly
from scoring.execution.deadly_work import Numbers, Squares, no_tools

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'markscheme[ray]'")
pytestmark = pytest.mark.skipif(os.name == "nt", reason="processes are ended by POSIX signals")

STORE = 80 * 2**20
"""Bytes of a node's shared memory: /dev/shm may be small."""
SENTENCES = 7000
THOROUGH = settings().max_examples > 100
"""Starting an actor takes seconds of a core: some tests are of a thorough run, or take more of them there."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Start a cluster of two nodes with one core each, in Ray's default folder, which is one of our own.

    Ray notes a test's cluster in its default folder, which it does not make, as the one that ``auto`` means: that of
    the user stays untouched. The paths of its sockets must be short.
    """
    from ray.cluster_utils import Cluster

    folder = Path(tempfile.mkdtemp(prefix="ray-", dir="/tmp"))
    (folder / "ray").mkdir()
    options = {"num_cpus": 1, "object_store_memory": STORE, "include_dashboard": False}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[2]), prepend=os.pathsep)
        patch.setenv("RAY_TMPDIR", str(folder))
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        cluster = Cluster(initialize_head=True, head_node_args={**options, "temp_dir": str(folder / "ray")})
        cluster.add_node(num_cpus=1, object_store_memory=STORE)
        yield cluster
        processes = psutil.Process().children(recursive=True)
        ray.shutdown()
        cluster.shutdown()
        psutil.wait_procs(processes, timeout=10)  # they still write into the folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(EngineSettings(cache=str(tmp_path_factory.mktemp("ray") / "cache.sqlite")))


def executor_of(engine: Engine, cluster: Any, workers: int | None = 2) -> Executor[Models]:
    placement = Placement(workers, "ray", cluster.address)
    return placement.executor(engine.models, partial(Models, engine.models.settings.elsewhere()))


def files_of(engine: Engine, hypothesis: Path, reference: Path) -> CorpusFiles:
    opening = FileOpener(engine.models)
    return CorpusFiles((opening.stream("hypothesis", "h", hypothesis),), (opening.stream("reference", "r", reference),))


def scored(
    engine: Engine, executor: Executor[Models], files: CorpusFiles, metric: Metric, progress: Progress = silent
) -> Run:
    [run] = Scorer(engine.models, executor, 8).score(files, ScoreRequest(metric), progress=progress)
    return run


def here(engine: Engine, workers: int = 1) -> Executor[Models]:
    return Placement(workers).executor(engine.models, partial(Models, engine.models.settings))


def actors() -> list[psutil.Process]:
    """Return the processes of actors that do our work, in clusters that this process has started."""
    return [item for item in psutil.Process().children(recursive=True) if _title(item).startswith("ray::_Worker")]


def _title(process: psutil.Process) -> str:
    try:
        return (process.cmdline() or [""])[0]
    except psutil.Error:
        return ""


START = 300.0
"""Seconds that an actor may take to start where others want the cores too."""


def wait_until(condition: Callable[[], bool], seconds: float = START) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


@pytest.mark.parametrize("name", ["cleme2", "errant", "uot-errant"] if THOROUGH else ["errant"])
def test_one_process_a_pool_and_a_cluster_give_the_same(engine: Engine, cluster: Any, tmp_path: Path, name: str):
    path = tmp_path / "texts.jsonl"
    sources = [f"he go to school {number} ." for number in range(40)]
    hypotheses = [item.replace("go", "goes") for item in sources]
    references = [[item.replace("go", "went"), item.replace("school", "schools")] for item in sources]
    path.write_text(json_lines(sources, hypotheses, references), "utf-8")
    files, metric = files_of(engine, path, path), markscheme.metric(name)
    expected = scored(engine, here(engine), files, metric)
    pool = scored(engine, here(engine, 2), files, metric)
    # Whatever one process has put into the cache is not there for actors.
    own = Engine(EngineSettings(cache=str(tmp_path / "other.sqlite")))
    found = scored(own, executor_of(own, cluster, None), files, metric)
    assert found.signature == pool.signature == expected.signature
    if name == "uot-errant":
        for run in (pool, found):
            numbers = [attrs.astuple(run.result.scores), *(attrs.astuple(s.scores) for s in run.result.sentences)]
            others = [attrs.astuple(expected.result.scores)]
            others += [attrs.astuple(sentence.scores) for sentence in expected.result.sentences]
            assert numbers == [pytest.approx(other, abs=1e-6) for other in others]
    else:
        assert found == pool == expected


@pytest.mark.thorough  # Ray reports a node's death late, on the standard output of whatever test runs then
def test_actors_and_nodes_that_end_cost_their_blocks_and_nothing_else(
    engine: Engine, cluster: Any, tmp_path: Path, seed: int
):
    generator = random.Random(seed)
    files = files_of(engine, *write_long_corpus(tmp_path, 800))
    metric = markscheme.metric("cleme2")
    node = cluster.add_node(num_cpus=1, object_store_memory=STORE)
    ends: list[int] = []

    def end(_: str, done: int, total: int) -> None:
        if not done or done == total:
            return
        if not ends:
            wait_until(lambda: len(actors()) == 3)
            cluster.remove_node(node, allow_graceful=False)
            ends.append(done)
        elif len(ends) < 4 and done - ends[-1] >= 80 and generator.random() < 0.5:
            wait_until(lambda: bool(actors()))  # the last one may have been killed, and its place not taken yet
            with suppress(psutil.NoSuchProcess):
                generator.choice(actors()).kill()
                ends.append(done)

    found = scored(engine, executor_of(engine, cluster, 3), files, metric, end)
    assert len(ends) > 1
    assert found == scored(engine, here(engine), files, metric)


@pytest.mark.thorough
def test_a_block_that_always_ends_its_actor_is_named(engine: Engine, cluster: Any, tmp_path: Path):
    deaths = tmp_path / "deaths"
    deaths.touch()
    files = files_of(engine, *write_long_corpus(tmp_path, 120))
    with pytest.raises(DocumentError, match=r"sentences 73 to 80 died 3 times\. .* take fewer workers"):
        scored(engine, executor_of(engine, cluster), files, Deadly(word="77", deaths=str(deaths), most=100))
    assert deaths.stat().st_size == 3
    wait_until(lambda: not actors())


@pytest.mark.thorough
def test_actors_lose_what_ends_them_and_nothing_else(cluster: Any):
    work = Squares(deadly=frozenset({6}), large=frozenset({9}))
    size = 4 if THOROUGH else 1  # a larger item is cut when its actor has died twice
    items = [Numbers(number, size * number, size * (number + 1)) for number in range(16 // size)]
    executor = RayActors(2, no_tools, cluster.address)
    done = list(in_order(executor.run(work, items, lambda _: silent)))
    assert [square for part in done for square in part.squares] == [n**2 for n in range(16) if n not in (6, 9)]
    died = "the process that worked on numbers 6 to 6 died 3 times"
    full = "the process that worked on numbers 9 to 9 ran out of memory 3 times"
    remedy = "If memory is short, take fewer workers"
    problems = {6 // size: (f"{died}. {remedy}",), 9 // size: (f"{full}. {remedy}",)}
    assert [part.problems for part in done] == [problems.get(item.number, ()) for item in items]


@pytest.mark.thorough
def test_faults_are_those_of_one_process(engine: Engine, cluster: Any, tmp_path: Path):
    hypothesis, reference = write_long_corpus(tmp_path, 120)
    reference.write_text(reference.read_text("utf-8").replace("school 33", "school 34"), "utf-8")
    with pytest.raises(DocumentError, match=r"its source sentence 34 is not that of h\.m2"):
        scored(engine, executor_of(engine, cluster), files_of(engine, hypothesis, reference), Deadly())


def test_a_cluster_without_room_is_said(engine: Engine, cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    files = files_of(engine, *write_long_corpus(tmp_path, 8))
    executor = Placement(None, "ray", cluster.address, gpu=True).executor(engine.models, lambda: None)
    with pytest.raises(DocumentError, match="the Ray cluster has no GPU"):
        scored(engine, executor, files, markscheme.metric("cleme2"))
    monkeypatch.setattr(ray_cluster, "START_TIMEOUT", 0.5)
    executor = Placement(1, "ray", cluster.address, gpu=True).executor(engine.models, lambda: None)
    with pytest.raises(DocumentError, match=r"no actor of the Ray cluster began within 0\.5 seconds"):
        scored(engine, executor, files, markscheme.metric("cleme2"))


@pytest.mark.thorough
def test_a_machine_that_lacks_a_package_is_said(
    engine: Engine, cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "metric_of_here.py").write_text(
        "from markscheme.metrics.cleme2 import Cleme2\n\nclass Here(Cleme2):\n    pass\n", "utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    files = files_of(engine, *write_long_corpus(tmp_path, 8))
    metric = import_module("metric_of_here").Here()
    with pytest.raises(DocumentError, match=r"can't load what it needs \(.*No module named 'metric_of_here'.*Install"):
        scored(engine, executor_of(engine, cluster), files, metric)


def test_a_machine_with_other_models_is_refused(engine: Engine, cluster: Any, tmp_path: Path):
    hypothesis, reference = write_long_corpus(tmp_path, 8)
    own = Engine(engine.models.settings)
    own.models.pipeline_identity = "other-1.0"
    with pytest.raises(DocumentError, match=r"a worker has other models .* and not .*other-1\.0.* Install the"):
        markscheme.Corpus.read({"h": hypothesis}, [reference]).score(
            "cleme2", work=markscheme.Work(engine=own, on="ray", address=cluster.address, workers=1)
        )


@pytest.fixture
def command() -> list[str]:
    script = shutil.which("markscheme", path=sysconfig.get_path("scripts"))
    assert script, "the markscheme command is not installed"
    files = ["--hypothesis", "h.m2", "--reference", "r.m2", "--language", "en", "--cache", "cache.sqlite"]
    return [script, "score", *files, "--format", "json", "--output", "scores.json", "--sentence-scores", "s.jsonl"]


def started(command: list[str], folder: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, preexec_fn=listen_to_interrupts)


@pytest.mark.thorough
def test_a_killed_driver_goes_on_to_the_same_bytes(
    cluster: Any, tmp_path: Path, command: list[str], markscheme: Callable[..., Any], seed: int
):
    write_long_corpus(tmp_path, SENTENCES)
    assert markscheme(*command[1:]).returncode == 0
    outputs = [tmp_path / name for name in ("scores.json", "s.jsonl")]
    expected = [path.read_bytes() for path in outputs]
    for path in outputs:
        path.unlink()
    journal = tmp_path / "scores.json.journal"
    on_ray = [*command, "--resume", "--on", f"ray:{cluster.address}"]
    process = started(on_ray, tmp_path)
    wait_until(lambda: process.poll() is not None or (journal.exists() and journal.stat().st_size > 2**13))
    time.sleep(random.Random(seed).random() / 4)
    process.kill()
    process.communicate()
    wait_until(lambda: not actors())
    done = subprocess.run(on_ray, cwd=tmp_path, check=True, capture_output=True)
    assert [path.read_bytes() for path in outputs] == expected
    assert (done.stdout, done.stderr) == (b"", b"")


@pytest.mark.thorough
def test_a_driver_whose_node_dies_says_so_and_goes_on_to_the_same_bytes(
    tmp_path: Path, command: list[str], markscheme: Callable[..., Any]
):
    write_long_corpus(tmp_path, 10 * SENTENCES)
    outputs = [tmp_path / name for name in ("scores.json", "s.jsonl")]
    journal = tmp_path / "scores.json.journal"
    process = started([*command, "--resume", "--on", "ray", "--workers", "1"], tmp_path)
    wait_until(lambda: process.poll() is not None or (journal.exists() and journal.stat().st_size > 2**15))
    node = next(item for item in psutil.Process(process.pid).children() if "raylet" in item.name())
    node.kill()
    _, errors = process.communicate()
    assert process.returncode == 1
    assert errors.decode() == (
        "markscheme: Ray's process on this machine ended, and the command with it. Start the cluster again, and the "
        "command: with --resume it goes on where it was\n"
    )
    kept = journal.stat().st_size
    assert kept > 2**15
    assert markscheme(*command[1:], "--resume").returncode == 0
    found = [path.read_bytes() for path in outputs]
    assert markscheme(*command[1:]).returncode == 0
    assert found == [path.read_bytes() for path in outputs]


@pytest.mark.parametrize(
    "work",
    [
        pytest.param(["review", "class"], marks=pytest.mark.thorough),
        pytest.param(
            ["compare", "--hypothesis", "one=h.m2", "--hypothesis", "two=other.m2", "--reference", "r.m2"],
            marks=pytest.mark.thorough,
        ),
        pytest.param(["coverage", "class", "--no-credit"], marks=pytest.mark.thorough),
    ],
    ids=lambda work: work[0],
)
def test_other_commands_print_the_same_with_workers_on_a_cluster(
    cluster: Any, tmp_path: Path, markscheme: Callable[..., Any], work: list[str]
):
    hypothesis, _ = write_long_corpus(tmp_path, 60)
    (tmp_path / "other.m2").write_text(hypothesis.read_text("utf-8").replace("|||went|||", "|||goes|||"), "utf-8")
    for number in range(12):
        folder = tmp_path / "class" / f"week {number}"
        folder.mkdir(parents=True)
        (folder / "e.src.txt").write_text(f"He go to school {number}. She sing.\n", "utf-8")
        (folder / "e.hyp.mei.txt").write_text(f"He goes to a school {number}. She sings.\n", "utf-8")
        (folder / "e.ref.kim.txt").write_text(f"He goes to school {number}. She sang.\n", "utf-8")
    command = [*work, "--format", "json", "--cache", "cache.sqlite", "--language", "en"]
    here = markscheme(*command)
    there = markscheme(*command, "--on", f"ray:{cluster.address}")
    assert here.returncode == 0, here.stderr
    assert json.loads(here.stdout)
    assert (there.stdout, there.stderr, there.returncode) == (here.stdout, here.stderr, 0)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, 143, marks=pytest.mark.thorough)]
)
def test_an_interrupted_command_leaves_nothing(tmp_path: Path, command: list[str], number: signal.Signals, status: int):
    before = {path.name for path in write_long_corpus(tmp_path, SENTENCES)}
    process = started([*command, "--on", "ray", "--workers", "1"], tmp_path)
    wait_until(lambda: process.poll() is not None or bool(actors()))
    children = psutil.Process(process.pid).children(recursive=True)
    [folder] = {match[0] for child in children for match in re.finditer("/tmp/ray-[^/ ]+", " ".join(child.cmdline()))}
    process.send_signal(number)
    _, errors = process.communicate()
    assert process.returncode == status, errors
    assert b"SIGTERM received" not in errors
    assert len(children) > 3
    assert not psutil.wait_procs(children, timeout=30)[1]
    assert not Path(folder).exists()
    left = {path.name for path in tmp_path.iterdir()} - before
    assert not [name for name in left if "cache.sqlite" not in name]


def test_what_is_no_cluster_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, markscheme: Callable[..., Any]):
    hypothesis, reference = write_long_corpus(tmp_path, 4)

    def score(address: str) -> Any:
        return markscheme("score", hypothesis, "--reference", reference, "--on", f"ray:{address}")

    with socket.create_server(("127.0.0.1", 0)) as silent_server:
        port = silent_server.getsockname()[1]
        assert f"no Ray cluster answers at 127.0.0.1:{port} (timed out)" in score(f"127.0.0.1:{port}").stderr
    assert "Connection refused" in score(f"127.0.0.1:{port}").stderr
    assert "is no address of a Ray cluster" in score("ray://somewhere:10001").stderr
    monkeypatch.setitem(sys.modules, "ray", None)
    done = score("auto")
    assert done.returncode == 2
    assert done.stderr == f"markscheme: Ray is not installed. {installing('ray')}\n"


@pytest.fixture
def driver(cluster: Any) -> Iterator[None]:
    """Connect this process to the cluster, as a program with Ray Data does."""
    ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    yield
    ray.shutdown()


@pytest.mark.thorough
def test_a_dataset_is_scored_as_its_file_is(driver: None, engine: Engine, tmp_path: Path, seed: int):
    generator = random.Random(seed)
    words = ["he", "go", "goes", "to", "the", "school", "big"]
    rows = []
    for number in range(300):
        source = [generator.choice(words) for _ in range(6)]
        texts = [" ".join([*source[:at], generator.choice(words), *source[at + 1 :], "."]) for at in range(4)]
        references = texts[1 : 2 + number % 3]
        rows.append({"source": " ".join([*source, "."]), "hypothesis": texts[0], "references": references})
    path, folder, deaths = (tmp_path / name for name in ("texts.parquet", "scores", "deaths"))
    deaths.touch()
    metric = Deadly(word="school", deaths=str(deaths))
    pq.write_table(pa.Table.from_pylist(rows), path)
    numbered = [{**row, "number": number} for number, row in enumerate(rows)]
    generator.shuffle(numbered)
    dataset = ray.data.from_items(numbered, override_num_blocks=5)
    settings = engine.models.settings
    score = score_dataset(
        dataset, metric=metric, engine=settings, index="number", sentence_scores=str(folder), workers=1, batch=70
    )
    assert deaths.stat().st_size == 1, "an actor died, and another one did its batch"
    [expected] = (
        markscheme.Corpus.read({"hypothesis": path}, [path])
        .score(metric, sentence_scores=tmp_path / "scores.parquet", work=markscheme.Work(engine=engine))
        .runs
    )
    assert score == attrs.evolve(expected.result, sentences=())
    written = pa.concat_tables(map(pq.read_table, sorted(folder.glob("*.parquet")))).sort_by("sentence")
    assert written.drop_columns("number").equals(pq.read_table(tmp_path / "scores.parquet"))
    assert written.column("number").to_pylist() == list(range(300))


@pytest.mark.thorough
def test_rows_are_scored_as_their_file_is_and_faults_are_said(driver: None, engine: Engine, tmp_path: Path):
    rows = [
        {"source": "a b .", "hypothesis": text, "references": ["a c .", *more], "number": number}
        for number, (text, more) in enumerate([("a c .", ["a b ."]), ("a .", []), ("b .", ["a .", "c ."])])
    ]
    settings = engine.models.settings
    nothing = ray.data.from_items([{**rows[0], "references": [None]}])
    with pytest.raises(ChoiceError, match="row 0 of a batch has no reference in 'references'"):
        score_dataset(nothing, metric="gleu", engine=settings, workers=1)
    dataset = ray.data.from_items(rows[::-1])
    path = tmp_path / "texts.parquet"
    pq.write_table(pa.Table.from_pylist(rows), path)
    [expected] = markscheme.Corpus.read({"hypothesis": path}, [path]).score(
        "cleme2", work=markscheme.Work(engine=engine)
    )
    score = score_dataset(dataset, metric="cleme2", engine=settings, index="number", workers=1)
    assert score == attrs.evolve(expected.result, sentences=())
    alone = sentence_scores(dataset, metric="green", engine=settings, workers=1).take_all()
    scorer = markscheme.SentenceScorer("green", engine=settings)
    columns = scorer({name: [row[name] for row in rows] for name in rows[0]})
    assert {row["number"]: row["scores.score"] for row in alone} == dict(enumerate(columns["scores.score"]))
    assert set(alone[0]) == {"source", "hypothesis", "references", "number", *columns}


class Dataset:
    """A dataset in one table, whose actors work in this process."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table
        self.context = ray.data.DataContext.get_current()

    def map_batches(self, actor: Callable[..., Any], fn_constructor_args: tuple[Any, ...], **_: object) -> "Dataset":
        return Dataset(actor(*fn_constructor_args)(self._table))

    def sort(self, column: str) -> "Dataset":
        return Dataset(self._table.sort_by(column))

    def iter_batches(self, **_: object) -> Iterator[pa.Table]:
        yield self._table


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("indices", "references", "fault"),
    [
        ([1, 2, 2], [1, 1, 1], "two rows have the number 2 in 'n'"),
        ([1, None], [1, 1], "a row has no number in 'n'"),
        ([1, 2], [1, 3], "rows have 1 to 3 references, and gleu needs as many in each"),
        ([], [], "the dataset has no row"),
    ],
)
def test_what_comes_from_actors_is_checked(
    engine: Engine, indices: list[int | None], references: list[int], fault: str
):
    columns = {
        "n": pa.array(indices, pa.int64()),
        "source": pa.array(["a b ."] * len(indices), pa.string()),
        "hypothesis": pa.array(["a c ."] * len(indices), pa.string()),
        "references": pa.array([["a d ."] * count for count in references], pa.list_(pa.string())),
    }
    with pytest.raises(ChoiceError, match=fault):
        score_dataset(
            Dataset(pa.table(columns)), metric="gleu", engine=engine.models.settings, index="n", workers=1, batch=8
        )
