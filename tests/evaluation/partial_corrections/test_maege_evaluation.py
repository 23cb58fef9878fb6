"""MAEGE of any text that several annotators corrected, from files to figures."""

import json
from collections.abc import Iterable
from pathlib import Path
from statistics import fmean
from typing import Any

import attrs
import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

import markscheme
from markscheme import EngineSettings
from markscheme.cli.app import app
from markscheme.documents.files import is_product
from markscheme.errors import DocumentError
from markscheme.metrics.base import Level, Metric, ModelOutputs, Need, NoCounts, Score, Sentence, SentenceScore
from markscheme.metrics.gleu import NgramScores

ROOT = Path(__file__).parents[3]
M2 = """S She go to the school every days .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 3 4|||U:DET||||||REQUIRED|||-NONE-|||0
A 6 7|||R:NOUN:NUM|||day|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||1
A 5 7|||R:OTHER|||daily|||REQUIRED|||-NONE-|||1

S He have two cat .
A 1 2|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 3 4|||R:NOUN:NUM|||cats|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||1
A 3 4|||R:NOUN:NUM|||cats|||REQUIRED|||-NONE-|||1

S It is fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 1|||R:PRON|||This|||REQUIRED|||-NONE-|||1
"""
SENTENCE_LENGTH = (0.763, 0.714, 0.241, 0.187, 0.122, 0.355)
"""The row of the bundled estimator's card for sentence length, on JFLEG's test part."""


@attrs.frozen(kw_only=True)
class Length(Metric[float]):
    """A metric of a package's own: the number of words of a sentence."""

    name = "length"
    title = "Length"
    needs = frozenset({Need.TEXTS})

    level: Level = "corpus"

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> float:
        return float(len(sentence.hypothesis))

    def fold(self, statistics: Iterable[float], *, keep_sentences: bool = True) -> Score[NoCounts, NgramScores]:
        lengths = list(statistics)
        sentences = tuple(SentenceScore(None, NoCounts(), NgramScores(length)) for length in lengths)
        return Score(NoCounts(), NgramScores(fmean(lengths)), len(lengths), sentences)


@pytest.fixture
def annotated(tmp_path: Path) -> Path:
    path = tmp_path / "annotated.m2"
    path.write_text(M2)
    return path


def test_the_edits_of_m2_make_the_chains(annotated: Path, engine_settings: EngineSettings):
    result = markscheme.evaluate_maege(annotated, metrics=["errant"], references="all", engine=engine_settings)
    assert (result.sentences, result.annotators, result.chains, result.versions) == (2, 2, 4, 4 + 3 + 3 + 3)
    [row] = result.rows
    assert row.agreement.chain_kendall == 1, "against its own reference each correction is better"
    assert "refs:2" in row.signature


def test_metrics_see_the_other_annotators_references(annotated: Path, engine_settings: EngineSettings):
    [own], [whole] = (
        markscheme.evaluate_maege(annotated, metrics=["errant"], references=name, engine=engine_settings).rows
        for name in ("others", "all")
    )
    assert "refs:1" in own.signature
    assert own.agreement.chain_kendall < whole.agreement.chain_kendall or own.agreement.ties > whole.agreement.ties


def test_a_sentence_that_one_annotator_has_seen_has_no_others_references(
    annotated: Path, engine_settings: EngineSettings
):
    annotated.write_text(f"{M2}\nS She like tea .\nA 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0\n")
    others, whole = (
        markscheme.evaluate_maege(
            annotated, metrics=["errant", "gleu", "cleme2"], references=name, engine=engine_settings
        )
        for name in ("others", "all")
    )
    assert (others.sentences, others.chains) == (2, 4)
    assert (whole.sentences, whole.chains) == (3, 5)


def test_a_metric_that_ties_everything_has_no_order(tmp_path: Path, engine_settings: EngineSettings):
    path = tmp_path / "differing.m2"
    path.write_text(
        "S He go to school .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n"
        "A 1 2|||R:VERB|||went|||REQUIRED|||-NONE-|||1\n"
    )
    [row] = markscheme.evaluate_maege(path, metrics=["errant"], engine=engine_settings).rows
    assert row.agreement.chain_kendall is None
    assert row.agreement.ties == 1


def test_lines_with_references_are_read_as_m2_with_the_same_edits(
    tmp_path: Path, annotated: Path, engine_settings: EngineSettings
):
    folder = tmp_path / "lines"
    folder.mkdir()
    (folder / "test.src").write_text("She go to the school every days .\nHe have two cat .\nIt is fine .\n")
    (folder / "test.spellchecked.src").write_text("She go\n")
    (folder / "test.ref0").write_text("She goes to school every day .\nHe has two cats .\nIt is fine .\n")
    (folder / "test.ref1").write_text("She went to the school daily .\nHe has two cats .\nThis is fine .\n")
    of_lines, of_m2 = (
        markscheme.evaluate_maege(
            path, metrics=["errant", "gleu", "cleme2", Length()], references="all", engine=engine_settings
        )
        for path in (folder, annotated)
    )
    assert of_lines == of_m2
    assert of_lines.versions == 4 + 3 + 3 + 3


def invoke(*arguments: object, status: int = 0) -> str:
    result = CliRunner(env={"COLUMNS": "160"}).invoke(app, ["evaluate", "maege", *map(str, arguments)])
    assert result.exit_code == status, result.output
    return result.output


def test_the_command_writes_a_table_and_json_that_conforms_to_its_schema(annotated: Path, tmp_path: Path):
    given = ("--data", annotated.parent, "--metric", "gleu", "--metric", "impara", "--threshold", "-1")
    text = invoke(*given)
    assert "MAEGE: partly corrected sentences" in text
    assert "those of the other annotators" in text
    report: dict[str, Any] = json.loads(invoke(*given, "--format", "json"))
    definitions = json.loads((ROOT / "docs" / "protocol.schema.json").read_text("utf-8"))["$defs"]
    Draft202012Validator({"$ref": "#/$defs/MaegeReport", "$defs": definitions}).validate(report)
    assert [item["metric"] for item in report["metrics"]] == ["gleu", "impara"]
    assert "threshold:-1" in report["metrics"][1]["signature"]
    for form in ("markdown", "latex"):
        assert "GLEU" in invoke(*given, "--format", form)
    invoke(*given, "--format", "json", "--output", tmp_path / "maege.json")
    assert is_product(tmp_path / "maege.json")


def test_what_has_not_several_annotators_is_refused(tmp_path: Path, annotated: Path):
    alone = tmp_path / "alone.m2"
    alone.write_text("\n".join(line for line in M2.splitlines() if not line.endswith("|||1")) + "\n")
    with pytest.raises(DocumentError, match="only one annotator"):
        markscheme.evaluate_maege(alone, metrics=["errant"])
    (tmp_path / "second.m2").write_text(M2)
    with pytest.raises(DocumentError, match=r"annotated\.m2, second\.m2"):
        markscheme.evaluate_maege(tmp_path, metrics=["errant"])
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(DocumentError, match="no text has several annotators"):
        markscheme.evaluate_maege(empty, metrics=["errant"])
    invoke("--data", annotated, "--references", "mine", status=2)


@pytest.mark.thorough
def test_sentence_length_has_the_card_s_figures_on_jfleg(data: Path, engine_settings: EngineSettings):
    own = markscheme.evaluate_maege(data / "jfleg" / "test", metrics=[Length()], engine=engine_settings)
    assert (own.sentences, own.chains) == (565, 2260)
    found = own.rows[0].agreement
    values = (*attrs.astuple(found.corpus), *attrs.astuple(found.sentence))
    assert (*values, found.chain_kendall, found.ties) == pytest.approx(SENTENCE_LENGTH, abs=0.0006)
