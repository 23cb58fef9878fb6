"""Files that are scored in blocks give what the same texts give when they are held in memory, to the last bit."""

import gc
import gzip
import json
import tracemalloc
from pathlib import Path

import attrs
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import markscheme
from markscheme import Engine, EngineSettings
from markscheme.documents import streams
from markscheme.documents.m2 import is_unusual, read_m2
from markscheme.edits.passages import read_parallel
from markscheme.errors import DocumentError
from markscheme.progress import Cancelled
from markscheme.scoring.executor import OneProcess
from markscheme.scoring.journal import Journal
from markscheme.scoring.readers import FileOpener
from markscheme.scoring.scorer import CorpusFiles, Run, Scorer, ScoreRequest, block_size
from scoring.blocks.corpora import corpora, json_lines, m2, write_long_corpus

METRICS = [
    ("cleme2", {}),
    ("cleme2", {"weighting": "length", "level": "sentence"}),
    ("cleme", {"assumption": "independent"}),
    ("errant", {}),
    ("errant", {"level": "sentence"}),
    ("gleu", {"samples": 7}),
    ("green", {}),
]
ENDS = ["\n", "\r\n", "\r"]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(EngineSettings(cache=str(tmp_path_factory.mktemp("blocks") / "cache.sqlite")))


def files_of(engine: Engine, hypothesis: Path, reference: Path, source: Path | None = None) -> CorpusFiles:
    opening = FileOpener(engine.models)
    return CorpusFiles(
        (opening.stream("hypothesis", "h", hypothesis),),
        (opening.stream("reference", reference.name, reference),),
        opening.stream("source", "source", source) if source else None,
    )


def scored(engine: Engine, files: CorpusFiles, block: int, metric: str = "cleme2", **options: object) -> Run:
    scorer = Scorer(engine.models, OneProcess(engine.models), block)
    [run] = scorer.score(files, ScoreRequest(markscheme.metric(metric)), **options)
    return run


@pytest.mark.parametrize(("name", "options"), METRICS)
@given(corpus=corpora(), end=st.sampled_from(ENDS), mark=st.booleans())
@settings(max_examples=settings().max_examples // 10, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_blocks_of_any_size_give_what_texts_in_memory_give(
    engine: Engine, tmp_path: Path, name: str, options: dict, corpus: tuple, end: str, mark: bool
):
    texts = [m2(side, end) for side in corpus]
    paths = [tmp_path / "h.m2", tmp_path / "r.m2"]
    for path, text in zip(paths, texts, strict=True):
        path.write_bytes(("\ufeff" if mark else "").encode() + text.encode())
    metric = markscheme.metric(name, **options)
    hypothesis, references = (read_parallel(text, path.stem, path) for text, path in zip(texts, paths, strict=True))
    expected = engine.scorer.score(CorpusFiles.held(hypothesis, references), ScoreRequest(metric))
    files = files_of(engine, *paths)
    for block in (1, 7, 1024):
        scorer = Scorer(engine.models, OneProcess(engine.models), block)
        assert scorer.score(files, ScoreRequest(metric)) == expected
        [alone] = scorer.score(files, ScoreRequest(metric, per_sentence=False))
        assert alone.result == attrs.evolve(expected[0].result, sentences=())


@given(rows=st.lists(st.sampled_from(["", "a b .", " c  d", "\u2028 x", "e\u000cf"]), min_size=1), last=st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_lines_are_cut_where_they_end(engine: Engine, tmp_path: Path, rows: list[str], last: bool):
    path = tmp_path / "lines"
    path.write_bytes(("\n".join(["first line", *rows]) + ("\n" if last else "")).encode())
    [held] = read_parallel(path.read_text("utf-8"), "h", path)
    stream = FileOpener(engine.models).stream("hypothesis", "h", path)
    texts = [stream.reader.texts(stretch, lambda _: pytest.fail("not asked for"))[0] for stretch in stream.stretches(2)]
    assert stream.size == len(held.sides)
    assert [side.segment.tokens for text in texts for side in text.sides] == [s.segment.tokens for s in held.sides]
    assert [line for text in texts for line in text.lines] == list(held.lines)


@pytest.mark.parametrize("end", [".gz", ".zst"])
def test_packed_files_are_read(engine: Engine, tmp_path: Path, end: str):
    paths = write_long_corpus(tmp_path, 50)
    pack = gzip.compress if end == ".gz" else zstandard.ZstdCompressor().compress
    packed = [path.with_name(f"{path.name}{end}") for path in paths]
    for path, other in zip(paths, packed, strict=True):
        other.write_bytes(pack(path.read_bytes()))
    plain, unpacked = (scored(engine, files_of(engine, *pair), 7) for pair in (paths, packed))
    assert unpacked == plain
    packed[1].write_bytes(packed[1].read_bytes()[:-9])
    with pytest.raises(DocumentError, match="damaged or cut off"):
        scored(engine, files_of(engine, *packed), 7)


@pytest.mark.parametrize("tokenised", [True, False])
def test_json_lines_are_read_in_stretches(engine: Engine, tmp_path: Path, tokenised: bool):
    space = " " if tokenised else ""
    path = tmp_path / "all.jsonl"
    sources = [f"he go to {number}{space}." for number in range(9)]
    text = json_lines(
        sources,
        [item.replace("go", "goes") for item in sources],
        [
            [item.replace("go", "went"), *([item.replace("go", "goes")] if n % 2 else [])]
            for n, item in enumerate(sources)
        ],
    )
    path.write_text(text, "utf-8")
    array = tmp_path / "array.json"
    array.write_text(json.dumps([json.loads(line) for line in text.splitlines()]), "utf-8")
    [held] = markscheme.Corpus.read({"h": array}, [array]).score("gleu", work=markscheme.Work(engine=engine)).runs
    for block in (1, 4, 100):
        assert scored(engine, files_of(engine, path, path), block, "gleu") == held
    path.write_text(text + '{"source": "x"}\n', "utf-8")
    with pytest.raises(DocumentError, match=r"record 10 has no hypothesis\. Write the source"):
        scored(engine, files_of(engine, path, path), 4, "gleu")


def test_parquet_is_read_in_stretches(engine: Engine, tmp_path: Path):
    rows = [{"source": f"he go to {n} .", "hypothesis": "he goes .", "references": ["he went ."]} for n in range(9)]
    table, lines = tmp_path / "all.parquet", tmp_path / "all.jsonl"
    pq.write_table(pa.Table.from_pylist([{**row, "grade": n} for n, row in enumerate(rows)]), table, row_group_size=4)
    lines.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    expected = scored(engine, files_of(engine, lines, lines), 1024, "gleu")
    for block in (1, 3, 1024):
        assert scored(engine, files_of(engine, table, table), block, "gleu") == expected
    table.write_bytes(table.read_bytes()[:-20])
    with pytest.raises(DocumentError, match=r"all\.parquet: this Parquet file is damaged"):
        files_of(engine, table, table)


def test_text_as_bytes_and_equal_names_in_parquet(engine: Engine, tmp_path: Path):
    rows = [{"source": f"he go to {n} .", "hypothesis": "he goes .", "references": ["he went ."]} for n in range(9)]
    table, texts = tmp_path / "bytes.parquet", pa.Table.from_pylist(rows)
    pq.write_table(texts, table)
    expected = scored(engine, files_of(engine, table, table), 4, "gleu")
    sources = texts.column("source")
    pq.write_table(texts.set_column(0, "source", sources.cast(pa.binary())), table)
    assert scored(engine, files_of(engine, table, table), 4, "gleu") == expected
    pq.write_table(texts.set_column(0, "source", pa.array([b"\xff ."] * 9)), table)
    with pytest.raises(DocumentError, match=r"bytes\.parquet:1: this record has no source"):
        files_of(engine, table, table)
    pq.write_table(texts.append_column("source", sources), table)
    with pytest.raises(DocumentError, match="two columns are called 'source'"):
        files_of(engine, table, table)


@pytest.mark.parametrize("grown", ["h.m2", "r.m2"])
def test_a_file_that_changes_while_it_is_read_is_refused(engine: Engine, tmp_path: Path, grown: str):
    hypothesis, reference = write_long_corpus(tmp_path, 20)
    files = files_of(engine, hypothesis, reference)
    with (tmp_path / grown).open("a", encoding="utf-8") as file:
        file.write("S he goes .\n\n")
    for block in (7, 5):
        with pytest.raises(DocumentError, match="a file changed while it was read"):
            scored(engine, files, block)


def test_a_long_first_line_is_read_packed(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    row = {"source": "he go .", "hypothesis": "he goes .", "references": [f"he went {n} ." for n in range(60)]}
    path = tmp_path / "long.jsonl.gz"
    path.write_bytes(gzip.compress(f"{json.dumps(row)}\n{json.dumps(row)}\n".encode()))
    monkeypatch.setattr(streams, "HEAD", 64)
    assert scored(engine, files_of(engine, path, path), 1, "gleu").result.sentence_count == 2
    monkeypatch.setattr(streams, "MAX_FIRST_LINE", 128)
    with pytest.raises(DocumentError, match="Unpack it"):
        files_of(engine, path, path)


@pytest.mark.parametrize("packed", [b"", gzip.compress(b"")], ids=["no byte", "no text"])
def test_an_empty_packed_file_is_refused_as_such(engine: Engine, tmp_path: Path, packed: bytes):
    path = tmp_path / "empty.m2.gz"
    path.write_bytes(packed)
    with pytest.raises(DocumentError, match=r"empty\.m2\.gz: the compressed file is empty"):
        files_of(engine, path, path)


def test_a_fault_is_shown_with_its_line_in_the_file(engine: Engine, tmp_path: Path):
    hypothesis, reference = write_long_corpus(tmp_path, 40)
    text = reference.read_text("utf-8")
    reference.write_text(
        text.replace("A 1 2|||R:OTHER|||went|||REQUIRED|||-NONE-|||0\n\n", "A 1 9|||R|||x\n\n"), "utf-8"
    )
    line = next(n for n, row in enumerate(reference.read_text("utf-8").splitlines(), 1) if row == "A 1 9|||R|||x")
    with pytest.raises(DocumentError, match=rf"r\.m2:{line}: an A line reads"):
        scored(engine, files_of(engine, hypothesis, reference), 3)
    reference.write_text(text.replace("school 33", "school 34"), "utf-8")
    with pytest.raises(DocumentError, match=r"its source sentence 34 is not that of h\.m2"):
        scored(engine, files_of(engine, hypothesis, reference), 3)
    reference.write_text(text + "S one more\n\n", "utf-8")
    with pytest.raises(DocumentError, match=r"it has 41 sentences where h\.m2 has 40"):
        scored(engine, files_of(engine, hypothesis, reference), 3)


@pytest.mark.parametrize(
    "line", ["A 1 2|||R|||goes|||REQUIRED|||0", "B", "A 1 2|||R|||goes|||REQUIRED|||-NONE-|||x", "S\tHe"]
)
def test_a_late_malformed_line_is_reported_before_anything_is_marked(engine: Engine, tmp_path: Path, line: str):
    hypothesis, references = write_long_corpus(tmp_path, 3000)
    with hypothesis.open("a") as file:
        file.write(f"{line}\n")
    number = hypothesis.read_text().count("\n")

    def refuse(*_: object) -> None:
        raise AssertionError("something is marked")

    with pytest.raises(DocumentError, match=rf"h\.m2:{number}: "):
        markscheme.Corpus.read({"h": hypothesis}, [references], strict=True).score(
            "cleme2", work=markscheme.Work(engine=engine, progress=refuse)
        )


@pytest.mark.parametrize(
    "text",
    [
        "S a b\nA 0 1|||R|||x || y|||REQUIRED|||-NONE-|||0\n",
        "S a b\nA 0 1|||R|||x||y|||REQUIRED|||-NONE-|||0\nT0-A0 x b\n\nS\nS \n",
        "S a b\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||12\n",
        "S a b\nA 0 1|||R||||x|||REQUIRED|||a | b|||0\n  \n",
    ],
)
def test_sound_lines_are_not_refused(text: str):
    """A sound line may look unusual; then it is read."""
    read_m2(text)
    assert not is_unusual(text) or "||||" in text or "||" in text.replace("|||", "")


def test_a_stopped_run_is_gone_on_with(engine: Engine, tmp_path: Path):
    files = files_of(engine, *write_long_corpus(tmp_path, 60))
    journal = tmp_path / "journal"
    whole = scored(engine, files, 7)
    for stop in (20, 40):

        def cancel(_: str, done: int, total: int, stop: int = stop) -> None:
            if stop <= done < total:
                raise Cancelled

        with pytest.raises(Cancelled):
            scored(engine, files, 7, journal=journal, progress=cancel)
    steps: list[int] = []
    assert scored(engine, files, 7, journal=journal, progress=lambda _, done, __: steps.append(done)) == whole
    assert min(steps) >= 35
    assert scored(engine, files, 7, journal=journal) == whole


def test_a_journal_of_another_run_is_refused(engine: Engine, tmp_path: Path):
    hypothesis, reference = write_long_corpus(tmp_path, 10)
    journal = tmp_path / "journal"
    scored(engine, files_of(engine, hypothesis, reference), 7, journal=journal)
    with pytest.raises(DocumentError, match=r"it differs in signature\. Go on with that run"):
        scored(engine, files_of(engine, hypothesis, reference), 7, "errant", journal=journal)
    hypothesis.write_text(hypothesis.read_text("utf-8").replace("goes", "gone"), "utf-8")
    with pytest.raises(DocumentError, match="it differs in hypotheses"):
        scored(engine, files_of(engine, hypothesis, reference), 7, journal=journal)
    journal.write_bytes(b"no journal" * 1000)
    with pytest.raises(DocumentError, match="this is no journal"):
        scored(engine, files_of(engine, hypothesis, reference), 7, journal=journal)


def test_one_run_at_a_time_uses_a_journal(tmp_path: Path):
    path = tmp_path / "journal"
    with Journal(path, {"run": 1}), pytest.raises(DocumentError, match="another run is using the journal"):
        Journal(path, {"run": 1})
    with Journal(path, {"run": 1}) as journal:
        assert journal.sizes() == {}


@pytest.mark.parametrize("name", ["s.jsonl", "s.jsonl.gz", "s.jsonl.zst", "s.parquet"])
def test_sentences_scores_are_written_as_they_come(engine: Engine, tmp_path: Path, name: str):
    hypothesis, reference = write_long_corpus(tmp_path, 300)  # three blocks
    path = tmp_path / name
    whole = scored(engine, files_of(engine, hypothesis, reference), 1024)
    for _ in range(2):
        markscheme.Corpus.read({"h": hypothesis}, [reference]).score(
            "cleme2", sentence_scores=path, work=markscheme.Work(engine=engine)
        )
    data = path.read_bytes()
    if name.endswith(".parquet"):
        rows = pq.read_table(path).to_pylist()
        assert [row["counts.tp"] for row in rows] == [item.counts.tp for item in whole.result.sentences]
        assert [row["scores.score"] for row in rows] == [item.scores.score for item in whole.result.sentences]
    else:
        unpack = {
            ".gz": gzip.decompress,
            ".zst": lambda data: zstandard.ZstdDecompressor().decompressobj().decompress(data),
        }
        rows = [json.loads(line) for line in unpack.get(path.suffix, bytes)(data).splitlines()]
        assert [row["scores"] for row in rows] == [attrs.asdict(item.scores) for item in whole.result.sentences]
    assert [(row["hypothesis"], row["sentence"]) for row in rows] == [("h", number) for number in range(1, 301)]
    assert [row["reference"] for row in rows] == [item.reference for item in whole.result.sentences]


@pytest.mark.thorough
def test_memory_does_not_grow_with_the_corpus(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(streams, "STRETCH", 50)
    peaks: list[int] = []
    for sentences in (100, 300, 1500):
        hypothesis, reference = write_long_corpus(tmp_path, sentences)
        gc.collect()
        tracemalloc.start()
        files = files_of(engine, hypothesis, reference)
        Scorer(engine.models, OneProcess(engine.models), 50).score(
            files, ScoreRequest(markscheme.metric("cleme2"), per_sentence=False)
        )
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < 2 * peaks[1], "five times as many sentences"


@given(sentences=st.integers(1, 10**9))
def test_blocks_are_enough_for_many_workers_and_not_too_small(sentences: int):
    size = block_size(sentences)
    assert 128 <= size <= 1024
    assert size == 128 or sentences >= 32 * size
    assert size == 1024 or sentences < 32 * (size + 1)
