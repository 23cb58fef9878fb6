"""Corpora converted a stretch at a time: the same bytes and losses as converted as a whole, whatever the stretches."""

import gzip
import json
from collections.abc import Mapping
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from markscheme import Work
from markscheme.api import research
from markscheme.documents.formats import FORMATS
from markscheme.errors import DocumentError
from markscheme.marking.local import Engine
from markscheme.scoring.corpora import StreamedConversion, corpus_files, open_any
from scoring.blocks.corpora import Line, corpora, m2

TARGETS = {"m2": "out.m2", "lines": "out.src", "jsonl": "out.jsonl", "parquet": "out.parquet"}
TEXTS = ["", " ", "He go home.", "She sings. He go", "café", "a\nb"]

targets = st.sampled_from(list(TARGETS))
texts = st.sampled_from(TEXTS)
records = st.lists(
    st.fixed_dictionaries(
        {"source": texts},
        optional={
            "id": st.sampled_from(["7", "x", ""]),
            "hypothesis": texts | st.dictionaries(st.sampled_from(["mei", "a b", "3"]), texts, max_size=2),
            "references": st.lists(texts, max_size=2) | st.dictionaries(st.sampled_from(["kim", "0"]), texts),
            "level": st.just("B1"),
        },
    ),
    min_size=1,
    max_size=9,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which no configuration applies."""
    folder = tmp_path_factory.mktemp("streams")
    (folder / ".git").mkdir()
    return folder


def converted(path: Path, target: str, folder: Path, engine: Engine, stretch: int) -> object:
    """Return the files by name and the losses, or what is wrong."""
    research = StreamedConversion(open_any(path), FORMATS.corpus(target), engine.models, stretch)
    try:
        written = research.write(folder / TARGETS[target], overwrite=True)
    except DocumentError as problem:
        return str(problem)
    return {path.name: path.read_bytes() for path in written.paths}, written.losses


def as_a_whole(path: Path, target: str, engine: Engine) -> object:
    """Return the same without streams."""
    try:
        result = corpus_files(open_any(path).whole(), FORMATS.corpus(target), TARGETS[target], engine.models)
    except DocumentError as problem:
        return str(problem)
    return dict(result.files), result.losses


def check(path: Path, target: str, folder: Path, engine: Engine, stretch: int) -> None:
    stream = open_any(path)
    whole = stream.whole()
    assert [entry for corpus in stream.corpora(stretch) for entry in corpus.entries] == list(whole.entries)
    assert (stream.left_out, stream.size) == (whole.left_out, len(whole.entries))
    sizes = [len(corpus.entries) for corpus in stream.corpora(stretch)]
    assert sizes == [min(stretch, stream.size - done) for done in range(0, stream.size, stretch)]
    assert converted(path, target, folder, engine, stretch) == as_a_whole(path, target, engine)


@pytest.mark.thorough
@given(corpus=corpora(), target=targets, stretch=st.integers(1, 7))
def test_m2(engine: Engine, folder: Path, corpus: tuple[list[Line], list[Line]], target: str, stretch: int):
    path = folder / "in.m2"
    path.write_text(m2(corpus[1]), "utf-8")
    check(path, target, folder, engine, stretch)


@given(records=records, target=targets, stretch=st.integers(1, 4))
def test_json_lines(engine: Engine, folder: Path, records: list[Mapping[str, object]], target: str, stretch: int):
    path = folder / "in.jsonl"
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), "utf-8")
    check(path, target, folder, engine, stretch)


@pytest.mark.thorough
@given(
    target=targets,
    lines=st.lists(st.tuples(*[st.sampled_from(["", "He go .", "She sings .", "a  b ."])] * 4), min_size=1, max_size=9),
    stretch=st.integers(1, 4),
)
def test_lines(engine: Engine, folder: Path, lines: list[tuple[str, ...]], target: str, stretch: int):
    lines = [("He goes .", "He go .", "He go .", "He go ."), *lines]
    for name, side in zip(["in.src", "in.hyp.mei", "in.ref.kim", "in.ref.bo"], zip(*lines, strict=True), strict=True):
        (folder / name).write_text("".join(f"{line}\n" for line in side), "utf-8")
    check(folder / "in.src", target, folder, engine, stretch)
    check(folder / "in.ref.kim", target, folder, engine, stretch)


def test_a_stretch_is_read_when_it_is_asked_for(folder: Path):
    line = '{"source": "He go .", "reference": "He goes ."}\n'
    for name, text in {"gone.m2": "S He go .\n\n", "gone.jsonl": line, "gone.src": "He go .\n"}.items():
        (folder / name).write_text(text * 3)
        (folder / "gone.ref.kim").write_text("He goes .\n" * 3)
        stream = open_any(folder / name)
        (folder / name).unlink()
        with pytest.raises(DocumentError, match="does not exist"):
            list(stream.corpora(2))


def unpacked(data: bytes, end: str) -> bytes:
    return gzip.decompress(data) if end == ".gz" else zstandard.ZstdDecompressor().stream_reader(data).read()


@pytest.mark.parametrize("end", [".gz", ".zst"])
def test_packed_files_are_read_and_written(engine: Engine, tmp_path: Path, end: str):
    text = "S He go .\nA 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0\n\n"
    packed = gzip.compress(text.encode()) if end == ".gz" else zstandard.compress(text.encode())
    (tmp_path / f"in.m2{end}").write_bytes(packed)
    (tmp_path / "in.m2").write_text(text)
    for name in ("out.m2", "out.jsonl", "out.src"):
        written = research.convert(tmp_path / f"in.m2{end}", tmp_path / f"{name}{end}", work=Work(engine))
        plain = research.convert(tmp_path / "in.m2", tmp_path / name, work=Work(engine))
        assert [path.name for path in written.files] == [f"{path.name}{end}" for path in plain.files]
        for path, expected in zip(written.files, plain.files, strict=True):
            assert unpacked(path.read_bytes(), end) == expected.read_bytes()
    assert research.convert(tmp_path / f"out.jsonl{end}", tmp_path / "back.m2", work=Work(engine)).files


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ("in.m2", "out.docx.gz", "a Word document can't be written packed. Leave out the .gz of the name"),
        ("in.csv.gz", "out.m2", "a compressed file that is converted holds M2 or JSON lines in UTF-8"),
    ],
)
def test_what_can_not_be_packed(engine: Engine, tmp_path: Path, source: str, target: str, message: str):
    (tmp_path / "in.m2").write_text("S a\n")
    (tmp_path / "in.csv.gz").write_bytes(gzip.compress(b"source,hypothesis\na,b\n"))
    with pytest.raises(DocumentError, match=message):
        research.convert(tmp_path / source, tmp_path / target, work=Work(engine))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("A 1 2|||R|||goes|||REQUIRED|||0", "an A line reads"),
        ("A 1 9|||R|||goes|||REQUIRED|||-NONE-|||0", "outside its sentence"),
        ("B", "neither 'S ' nor 'A '"),
    ],
)
def test_a_late_malformed_line_leaves_nothing(engine: Engine, tmp_path: Path, line: str, message: str):
    (tmp_path / "in.m2").write_text("S He go .\n\n" * 3000 + f"S He go .\n{line}\n")
    (tmp_path / "out.jsonl").write_text("old")
    with pytest.raises(DocumentError, match=f"in.m2:6002: .*{message}"):
        research.convert(tmp_path / "in.m2", tmp_path / "out.jsonl", overwrite=True, strict=True, work=Work(engine))
    assert (tmp_path / "out.jsonl").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.m2", "out.jsonl"]


def test_parquet_keeps_what_json_lines_keep(engine: Engine, tmp_path: Path):
    records = [
        {"id": "1", "source": "a", "hypothesis": "b", "references": {"kim": "c", "bo": ""}},
        {"source": "d", "references": {"bo": "e"}},
    ]
    (tmp_path / "in.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in records))
    research.convert(tmp_path / "in.jsonl", tmp_path / "a.parquet", work=Work(engine))
    research.convert(tmp_path / "a.parquet", tmp_path / "back.jsonl", work=Work(engine))
    assert [json.loads(line) for line in (tmp_path / "back.jsonl").read_text().splitlines()] == records


def test_parquet_is_neither_written_nor_read_packed(engine: Engine, tmp_path: Path):
    (tmp_path / "in.jsonl").write_text('{"source": "He go .", "reference": "He goes ."}\n')
    with pytest.raises(DocumentError, match=r"Parquet can't be written packed\. Leave out the \.gz of the name"):
        research.convert(tmp_path / "in.jsonl", tmp_path / "out.parquet.gz", work=Work(engine))
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]
    (tmp_path / "in.parquet.gz").write_bytes(gzip.compress(b"PAR1"))
    with pytest.raises(DocumentError, match=r"in\.parquet\.gz: a compressed file that is converted holds M2"):
        research.convert(tmp_path / "in.parquet.gz", tmp_path / "out.jsonl", work=Work(engine))
