"""Supervision data: built from parallel text, whole or not at all, the same whatever stands around a pair."""

import json
from pathlib import Path

import pytest

from markscheme import DocumentError, Engine, EngineSettings, Work
from markscheme.inference.supervision import read_supervision
from markscheme.training import SupervisionSettings, build_supervision

PAIRS = [
    ("She like the musics .", "She likes music ."),
    ("We is going at school by foots .", "We are going to school on foot ."),
    ("Nothing is wrong here .", "Nothing is wrong here ."),
    ("i saw him .", "I saw him ."),
    ("Yesterday he go to a office for work .", "Yesterday he went to an office to work ."),
    ("We is going at school by foots .", "We are walking to school ."),
]


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


def written(folder: Path, pairs: list[tuple[str, str]]) -> tuple[Path, Path]:
    source, target = folder / "learners.txt", folder / "teachers.txt"
    source.write_text("".join(f"{wrong}\n" for wrong, _ in pairs))
    target.write_text("".join(f"{right}\n" for _, right in pairs))
    return source, target


def built(folder: Path, pairs: list[tuple[str, str]], engine: Engine, **changed: int) -> list[dict[str, object]]:
    output = folder / "data.jsonl"
    settings = SupervisionSettings(**changed)
    count = build_supervision(*written(folder, pairs), output, settings=settings, work=Work(engine))
    header, *lines = map(json.loads, output.read_text().splitlines())
    assert (header["schema"], header["data"]) == (1, "impara-supervision")
    assert f"most:{settings.most}|seed:{settings.seed}|encoder:all-MiniLM-L6-v2@" in header["signature"]
    assert len(lines) == count
    return lines


def test_instances_are_partial_corrections_the_better_one_with_more_impact(tmp_path: Path, engine: Engine):
    found = built(tmp_path, PAIRS, engine)
    assert {line["pair"] for line in found} == {0, 1, 4, 5}  # not what is right, nor a capital letter alone
    assert {line["source"] for line in found} == {0, 1, 4}
    assert all(line["margin"] > 0 for line in found)
    own = [line for line in found if line["pair"] == 0]
    assert 1 < len(own) <= 30
    assert all(line["worse"] != "She likes music ." for line in own)
    variants = {text for line in own for text in (line["worse"], line["better"])}
    assert {"She like the musics .", "She likes music ."} <= variants
    assert read_supervision(tmp_path / "data.jsonl").instances[0].pair == 0


def test_a_pair_gives_the_same_whatever_stands_around_it(tmp_path: Path, engine: Engine):
    whole = built(tmp_path, PAIRS, engine)
    begin = built(tmp_path, PAIRS[:2], engine)
    assert begin == [line for line in whole if line["pair"] < 2]
    assert built(tmp_path, PAIRS, engine, seed=2) != whole


def test_no_pair_gives_more_than_is_asked_for(tmp_path: Path, engine: Engine):
    found = built(tmp_path, PAIRS, engine, most=2)
    assert max([line["pair"] for line in found].count(pair) for pair in range(6)) <= 2


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda source, target: target.write_text("One line .\n"), r"learners\.txt:2: .*teachers\.txt"),
        (lambda source, target: target.write_bytes(b"fine .\n\xff\n"), r"teachers\.txt:2: .*UTF-8"),
        (lambda source, target: source.unlink(), r"learners\.txt: the file does not exist"),
        (lambda source, target: target.write_bytes(source.read_bytes()), "gives no instance"),
        (lambda source, target: source.write_text("S She sings .\nA 0 1|||noop|||-NONE-|||x|||y|||0\n"), "M2"),
    ],
    ids=["shorter", "not UTF-8", "missing", "equal", "M2"],
)
def test_text_that_cannot_be_used_leaves_nothing_behind(tmp_path: Path, engine: Engine, change, told: str):
    source, target = written(tmp_path, PAIRS)
    change(source, target)
    before = set(tmp_path.iterdir())
    with pytest.raises(DocumentError, match=told):
        build_supervision(source, target, tmp_path / "data.jsonl", work=Work(engine))
    assert set(tmp_path.iterdir()) == before


HEADER = '{"schema": 1, "data": "impara-supervision", "signature": "x"}\n'
SOUND = '{"pair": 0, "source": 0, "worse": "a", "better": "b\\u2028c", "margin": 0.5}\n'


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("She sings .\n", 1),
        ('{"schema": 2, "data": "impara-supervision"}\n' + SOUND, 1),
        (HEADER, 1),
        (HEADER + SOUND + "[1]\n", 3),
        (HEADER + SOUND + SOUND[:30], 3),
        (HEADER + SOUND.replace("0.5", "NaN"), 2),
        (HEADER + SOUND.replace('"a"', "7"), 2),
    ],
)
def test_what_is_no_supervision_data_is_refused_at_its_line(tmp_path: Path, text: str, line: int):
    path = tmp_path / "data.jsonl"
    path.write_text(text)
    with pytest.raises(DocumentError) as refused:
        read_supervision(path)
    assert (refused.value.path, refused.value.line) == (path, line)


def test_line_separators_inside_a_sentence_end_no_line(tmp_path: Path):
    path = tmp_path / "data.jsonl"
    path.write_text(HEADER + SOUND.replace("\\u2028", "\u2028"))
    assert read_supervision(path).instances[0].better == "b\u2028c"
