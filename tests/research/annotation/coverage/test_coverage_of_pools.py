"""Coverage of a whole pool: sums, invariance, and what people really have in their folders."""

import csv
import json
import shutil
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import attrs
import pytest

import markscheme
from conftest import Command
from markscheme import Coverage, Engine, EngineSettings
from markscheme.research.coverage import StatusCounts
from markscheme.research.distinct_corrections import Curve
from research.annotation.coverage.pools import HYPOTHESES, REFERENCES, SOURCE, write

EXAMPLES = Path(__file__).parents[4] / "examples"
Show = Callable[..., str]


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


@pytest.fixture
def show(markscheme: Command, engine_settings: EngineSettings, monkeypatch: pytest.MonkeyPatch) -> Show:
    """Return a function that returns what the command prints of a folder in a format, with the cache of the engine."""
    monkeypatch.setenv("COLUMNS", "200")

    def run(folder: Path, form: str = "text") -> str:
        options = "--no-credit", "--least", 1, "--format", form, "--cache", engine_settings.cache
        done = markscheme("annotate", "coverage", folder, *options)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return run


def coverage(folder: Path, engine: Engine, *, credit: bool = False) -> Coverage:
    return markscheme.coverage([folder], work=markscheme.Work(engine), credit=credit)


def sums(items: list[Any]) -> tuple[int, ...]:
    """Return the sums of numbers of corrections by how they stand."""
    return tuple(map(sum, zip(*map(attrs.astuple, items), strict=True)))


def numbers(own: Coverage) -> tuple[object, ...]:
    curves = own.curves.made, own.curves.distinct, own.curves.references
    return own.made, own.distinct, own.richness, own.groups, *curves


def test_people_and_kinds_add_up(tmp_path: Path, engine: Engine):
    own = coverage(write(tmp_path), engine)
    assert (
        attrs.astuple(own.made) == sums([item.made for item in own.people]) == sums([item.made for item in own.groups])
    )
    assert attrs.astuple(own.distinct) == sums([item.distinct for item in own.groups])
    assert own.made.share == pytest.approx(own.curves.made.covered)
    assert own.distinct.share == pytest.approx(own.curves.distinct.covered)
    assert own.curves.made.corrections == own.made.count
    assert own.richness.observed == sum(item.richness.observed for item in own.groups)
    assert own.people[3].made == StatusCounts()


def test_names_and_order_of_files_change_no_number(tmp_path: Path, engine: Engine):
    texts = {"kim": HYPOTHESES["ada"], "lee": HYPOTHESES["bo"], "roy": SOURCE.replace("am agree", "agree")}

    def pool(folder: str, names: dict[str, str]) -> Coverage:
        path = tmp_path / folder
        path.mkdir()
        (path / "x.src").write_text(SOURCE)
        for name, text in texts.items():
            (path / f"x.ref.{names[name]}").write_text(text)
        for name, text in zip(reversed(HYPOTHESES), HYPOTHESES.values(), strict=True):
            (path / f"x.hyp.{name}").write_text(text)
        return coverage(path, engine)

    one = pool("one", {"kim": "1", "lee": "2", "roy": "3"})
    other = pool("other", {"kim": "3", "lee": "1", "roy": "2"})
    assert numbers(one) == numbers(other)


def test_without_hypotheses_the_references_are_compared(tmp_path: Path, engine: Engine, show: Show):
    own = coverage(write(tmp_path, hypotheses={}), engine, credit=True)
    assert (own.made.count, own.curves.made, own.pool.problems) == (0, Curve(), ())
    assert own.curves.references.corrections == 9
    assert own.richness.observed == 7
    assert "only the references are compared" in show(tmp_path)


def test_one_reference_has_one_point_and_no_estimate(tmp_path: Path, engine: Engine, show: Show):
    one = "\n".join(line for line in REFERENCES.splitlines() if not line.endswith(("|||1", "|||2")))
    own = coverage(write(tmp_path, one), engine)
    assert [point.references for point in own.curves.made.points] == [1]
    assert own.curves.references == Curve()
    assert own.richness.chao1 is None
    assert "can't be estimated" in show(tmp_path)


def test_an_annotator_who_saw_a_part_counts_where_she_saw_it(tmp_path: Path, engine: Engine):
    points = coverage(write(tmp_path), engine).curves.made.points
    assert [point.references for point in points] == [1, 2, 3]
    assert points[1].corrections > points[2].corrections


def test_documents_of_one_exercise_stand_for_it_once(tmp_path: Path, engine: Engine):
    folder = write(tmp_path)
    paths = [folder, folder / "x.hyp.ada", folder / "x.ref.m2"]
    assert numbers(markscheme.coverage(paths, work=markscheme.Work(engine), credit=False)) == numbers(
        coverage(folder, engine)
    )


def test_own_essays_are_covered_by_their_own_teachers(tmp_path: Path, engine: Engine):
    """Each essay has a source of its own, and another teacher."""
    write(tmp_path / "ada", hypotheses={"ada": HYPOTHESES["ada"]})
    other = tmp_path / "bo"
    other.mkdir()
    for name, text in {"src": SOURCE, "ref.roy": HYPOTHESES["ada"], "hyp.bo": HYPOTHESES["bo"]}.items():
        (other / f"y.{name}").write_text(text)
    own = coverage(tmp_path, engine)
    assert [exercise for exercise, _ in own.pool.texts] == ["x", "y"]
    assert own.pool.annotators == ("reference#0", "reference#1", "reference#2", "roy")
    assert {
        item.sentence.seen_by for item in own.pool.corrections.corrections if item.sentence.number >= own.pool.size // 2
    } == {("roy",)}
    assert [item.made.count > 0 for item in own.people] == [True, True]


def test_word_files(engine: Engine):
    own = coverage(EXAMPLES / "diary", engine)
    assert own.pool.annotators == ("Ms Adeyemi", "Mr Novak")
    assert own.made.covered
    assert own.made.holes


def test_another_language(tmp_path: Path, engine: Engine):
    (tmp_path / "brief.src").write_text("Gestern bin ich nach der Schule gegangen , weil es hat geregnet .\n" * 3)
    (tmp_path / "brief.ref.kim").write_text("Gestern bin ich zur Schule gegangen , weil es geregnet hat .\n" * 3)
    (tmp_path / "brief.hyp.ada").write_text("Gestern bin ich in die Schule gegangen , weil es geregnet hat .\n" * 3)
    own = coverage(tmp_path, engine)
    assert {item.edit.type.partition(":")[2] for item in own.pool.corrections.corrections} == {"OTHER"}
    assert own.made.covered


def test_a_class_of_forty_on_one_running_text(tmp_path: Path, engine: Engine):
    text = "I went home, I ate soup. It was good. My brother work at the airport. He like it very much.\n"
    (tmp_path / "x.src.txt").write_text(text)
    (tmp_path / "x.ref.kim.txt").write_text(text.replace("home, I", "home. I").replace("work", "works"))
    (tmp_path / "x.ref.roy.txt").write_text(text.replace("like", "likes").replace("work", "works"))
    for number in range(40):
        own = text.replace("work", "works") if number % 2 else text.replace("like", "loves")
        (tmp_path / f"x.hyp.s{number:02}.txt").write_text(own.replace(". It", " and it") if number % 5 == 0 else own)
    coverage_ = coverage(tmp_path, engine)
    assert len(coverage_.people) == 40
    [works] = [item for item in coverage_.pool.corrections.corrections if item.edit.replacement == ("works",)]
    assert len(works.people) == 20


def test_a_broken_document_is_named_and_stops_no_other(tmp_path: Path, engine: Engine):
    write(tmp_path / "one")
    two = write(tmp_path / "two")
    (two / "x.ref.m2").write_text("A 1 2|||broken\n")
    own = markscheme.coverage([tmp_path, tmp_path / "nowhere"], work=markscheme.Work(engine), credit=False)
    assert own.made.count
    assert {problem.path.name for problem in own.pool.problems if problem.path} == {"x.ref.m2", "nowhere"}


def german(folder: Path) -> None:
    texts = {"src": "nach der Schule", "ref.kim": "zur Schule", "hyp.ada": "in die Schule"}
    for name, words in texts.items():
        (folder / f"brief.{name}").write_text(f"Gestern bin ich {words} gegangen .\n" * 3)


def without_hypotheses(folder: Path) -> None:
    write(folder, hypotheses={})


def with_one_reference(folder: Path) -> None:
    write(folder, "\n".join(line for line in REFERENCES.splitlines() if not line.endswith(("|||1", "|||2"))))


def of_word(folder: Path) -> None:
    shutil.copytree(EXAMPLES / "diary", folder, dirs_exist_ok=True)


@pytest.mark.parametrize("written", [without_hypotheses, with_one_reference, of_word, german, write])
def test_every_format_shows_every_shape_of_an_exercise(tmp_path: Path, show: Show, written: Callable[[Path], object]):
    written(tmp_path)
    content = json.loads(show(tmp_path, "json"))
    references = [point["references"] for point in content["curves"]["made"]]
    assert references == list(range(1, len(references) + 1))
    assert ("only the references are compared" in show(tmp_path)) == (not references)
    assert show(tmp_path, "html").rstrip().endswith("</html>")
    rows = [*csv.DictReader(StringIO(show(tmp_path, "csv")))]
    assert [row["row"] for row in rows].count("correction") == len(content["corrections"])
