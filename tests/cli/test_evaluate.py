"""``markscheme eval meta`` on a small benchmark, from files to tables."""

import json
from pathlib import Path
from typing import Any

import attrs
import pytest
from jsonschema import Draft202012Validator
from scipy import stats
from typer.testing import CliRunner

import markscheme
from markscheme import EngineSettings
from markscheme.cli.app import app
from markscheme.documents.files import is_product
from markscheme.reports._tables import number
from markscheme.research.meta_evaluation import EvaluationSettings
from markscheme.research.resampling import ResamplingSettings
from research.evaluation.small_benchmark import JUDGED, OUTPUTS, items, judgements, write_gjg15, write_seeda

ROOT = Path(__file__).parents[2]


def evaluate(*arguments: object, status: int = 0) -> str:
    """Return what the command prints."""
    given = [*map(str, arguments)]
    if "--resamples" not in given:
        given += ["--resamples", "20"]
    result = CliRunner(env={"COLUMNS": "160"}).invoke(app, ["eval", "meta", *given])
    assert result.exit_code == status, result.output
    return result.output


def as_json(*arguments: object) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(evaluate(*arguments, "--format", "json"))
    return report


@pytest.fixture(scope="module")
def seeda(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_seeda(tmp_path_factory.mktemp("benchmark"))


@pytest.fixture(scope="module")
def report(seeda: Path) -> dict[str, Any]:
    return as_json("seeda", "--data", seeda, "--metric", "errant", "--metric", "gleu", "--aggregation", "mean")


def test_json_conforms_to_its_schema(report: dict[str, Any]):
    definitions = json.loads((ROOT / "docs" / "protocol.schema.json").read_text("utf-8"))["$defs"]
    Draft202012Validator({"$ref": "#/$defs/MetaEvaluation", "$defs": definitions}).validate(report)
    assert (report["people"], report["times"]) == (["trueskill"], None)


def test_each_set_of_references_has_its_systems_under_both_kinds_of_judgements(report: dict[str, Any]):
    columns = [(item["judgements"], item["references"], item["systems"]) for item in report["columns"]]
    assert columns == [
        (judgements, *pair)
        for judgements in ("SEEDA-E", "SEEDA-S")
        for pair in (("expert-minimal", "base"), ("non-expert-fluency", "fluency"))
    ]
    assert report["sentences"] == len(JUDGED)


def test_scores_are_those_of_score_and_correlations_are_scipy_s(
    report: dict[str, Any], seeda: Path, tmp_path: Path, engine_settings: EngineSettings
):
    column = report["columns"][0]
    names = list(column["people"])
    for name in [*names, "INPUT"]:
        lines = [OUTPUTS[name][number - 1] for number in JUDGED]
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    best = (seeda.parent / "sn8gec/expert_annotations/expert_minimal/expert_minimalB").read_text().splitlines()
    (tmp_path / "reference").write_text("".join(f"{best[number - 1]}\n" for number in JUDGED))
    runs = (
        markscheme.Corpus.read({name: tmp_path / name for name in names}, [tmp_path / "reference"], tmp_path / "INPUT")
        .score(markscheme.metric("errant", level="sentence"), work=markscheme.Work(engine=engine_settings))
        .runs
    )
    [errant, _] = column["metrics"]
    scores = [run.result.scores.f for run in runs]
    assert list(errant["scores"].values()) == pytest.approx(scores)
    assert errant["signature"] == runs[0].signature
    people = list(column["people"].values())
    assert errant["pearson"]["value"] == pytest.approx(stats.pearsonr(scores, people)[0])
    assert errant["spearman"]["value"] == pytest.approx(stats.spearmanr(scores, people)[0])
    assert errant["kendall"]["value"] == pytest.approx(stats.kendalltau(scores, people)[0])


def test_intervals_hold_the_value_of_most_samples_and_repeat_with_the_seed(report: dict[str, Any], seeda: Path):
    accuracy = report["columns"][0]["metrics"][0]["accuracy"]
    low, high = accuracy["sentences"]
    assert 0 <= low <= accuracy["value"] <= high <= 1
    again = as_json("seeda", "--data", seeda, "--metric", "errant", "--metric", "gleu", "--aggregation", "mean")
    assert again == report


def test_two_metrics_are_compared_by_williams_test(report: dict[str, Any]):
    [difference] = report["columns"][1]["differences"]
    assert difference["metrics"] == ["errant", "gleu"]
    rows = report["columns"][1]["metrics"]
    value = rows[0]["pearson"]["value"] - rows[1]["pearson"]["value"]
    assert difference["pearson"]["value"] == pytest.approx(value)
    assert difference["williams"]["holm"] == difference["williams"]["p"]


def test_scores_of_people_derive_from_the_rankings_where_none_are_published(tmp_path: Path):
    report = as_json(
        *("gjg15", "--data", write_gjg15(tmp_path), "--metric", "green", "--people", "expected-wins"),
        *("--reference-set", "expert-minimal", "--systems", "systems"),
    )
    [column] = report["columns"]
    assert set(column["people"]) == set(OUTPUTS) - {"INPUT"}
    wins = {}
    for one in ("Full", "Other"):
        shares = []
        for other in OUTPUTS:
            outcomes = [
                ranks[one] < ranks[other]
                for _, _, groups in items()
                for ranks in [{name: rank for names, rank in groups for name in names.split()}]
                if ranks[one] != ranks[other]
            ]
            shares += [sum(outcomes) / len(outcomes)] if outcomes else []
        wins[one] = sum(shares) / len(shares)
    assert {name: column["people"][name] for name in wins} == pytest.approx(wins)


@pytest.mark.parametrize("aggregation", ["corpus", "expected-wins", "trueskill"])
def test_every_aggregation_gives_a_table(seeda: Path, aggregation: str):
    text = evaluate(
        *("seeda", "--data", seeda, "--metric", "errant", "--aggregation", aggregation),
        *("--reference-set", "expert-minimal"),
    )
    assert "SEEDA-E, systems: r / ρ / τ" in text
    assert "E-Minimal (Base)" in text
    assert "a metric's tie is a disagreement" in text
    assert "metric:errant|level:sentence|refs:1" in text


def test_what_is_scored_is_said(seeda: Path):
    given = ("seeda", "--data", seeda, "--metric", "errant", "--reference-set", "expert-minimal", "--resamples", 0)
    other = ("--score", "recall", "--no-unchanged-references", "--reference-edits", "stated", "--aggregation", "mean")
    names = ("score", "unchanged_references", "reference_edits")
    assert [as_json(*given)[name] for name in names] == [None, True, "extracted"]
    assert [as_json(*given, *other)[name] for name in names] == ["recall", False, "stated"]
    text = evaluate(*given, *other)
    assert "Ranked by the score recall" in text
    assert "sentences that no reference changes are left out" in text
    assert "those that their file states" in text
    assert "Ranked by" not in evaluate(*given)


def test_windows_and_pairs_are_tables_with_the_numbers_of_json(report: dict[str, Any], seeda: Path):
    text = evaluate(
        *("seeda", "--data", seeda, "--metric", "errant", "--metric", "gleu", "--aggregation", "mean"),
        *("--table", "windows", "--table", "pairs", "--table", "people", "--format", "md"),
    )
    assert [line for line in text.splitlines() if line.startswith("###")] == [
        f"### {judgements}, {name}"
        for judgements in ("SEEDA-E", "SEEDA-S")
        for name in (
            "windows of systems by people's scores: r / ρ",
            "agreement by pairs of systems",
            "people's scores of systems",
        )
    ]
    column = report["columns"][0]
    window = column["metrics"][0]["windows"][0]
    assert f"| 1–4: {', '.join(window['systems'])} | {number(window['pearson'])} / " in text
    pair = column["metrics"][0]["system_pairs"][0]
    shares = " | ".join(number(row["system_pairs"][0]["accuracy"]) for row in column["metrics"])
    assert f"| {' – '.join(pair['systems'])} | {pair['comparisons']} | {shares} |" in text


def test_gjg15_has_columns_for_both_scores_of_people(tmp_path: Path):
    given = ("gjg15", "--data", write_gjg15(tmp_path), "--metric", "green", "--reference-set", "expert-minimal")
    report = as_json(*given)
    assert [column["method"] for column in report["columns"]] == report["people"] == ["expected-wins", "trueskill"]
    text = evaluate(*given)
    assert "GJG15 by Expected Wins, systems: r / ρ / τ" in text
    assert "GJG15 by TrueSkill, systems: r / ρ / τ" in text
    assert "Expected Wins, from their rankings and TrueSkill, from their rankings" in text


def test_figures_and_times(seeda: Path, tmp_path: Path):
    pytest.importorskip("matplotlib")
    report = as_json(
        *("seeda", "--data", seeda, "--metric", "errant", "--metric", "uot-errant", "--aggregation", "mean"),
        *("--reference-set", "expert-minimal", "--figures", tmp_path / "figures"),
        *("--times", "2"),
    )
    names = [
        f"{kind}-{judgements}-expert-minimal-base"
        for judgements in ("seeda-e", "seeda-s")
        for kind in ("scatter", "pairs", "windows")
    ]
    files = {path.name: path.read_bytes() for path in (tmp_path / "figures").iterdir()}
    assert set(files) == {f"{name}.{kind}" for name in (*names, "times") for kind in ("png", "svg")}
    assert all(content.startswith(b"\x89PNG") for name, content in files.items() if name.endswith("png"))
    scatter = files["scatter-seeda-e-expert-minimal-base.svg"].decode()
    assert all(f">{name}</text>" in scatter for name in report["columns"][0]["people"])
    assert report["times"]["sentences"] == 2
    assert [item["metric"] for item in report["times"]["metrics"]] == ["errant", "uot-errant"]
    for row in report["times"]["systems"]:
        assert len(row["seconds"]) == 2
        assert min(row["seconds"]) > 0


def test_figures_of_both_scores_of_people_have_names_of_their_own(tmp_path: Path):
    pytest.importorskip("matplotlib")
    given = ("gjg15", "--data", write_gjg15(tmp_path), "--metric", "green", "--reference-set", "expert-minimal")
    evaluate(*given, "--aggregation", "mean", "--resamples", 0, "--figures", tmp_path / "figures")
    names = {path.stem for path in (tmp_path / "figures").iterdir()}
    kinds = {name.partition("-")[0] for name in names}
    assert {"scatter", "pairs", "windows"} <= kinds
    for method in ("expected-wins", "trueskill"):
        assert {f"{kind}-gjg15-expert-minimal-all-{method}" for kind in ("scatter", "pairs", "windows")} <= names


def test_where_people_tie_everything_there_are_dashes_and_no_pairs(tmp_path: Path):
    pytest.importorskip("matplotlib")
    data = write_gjg15(tmp_path)
    tied = [(number, annotator, [(names, 1) for names, _ in groups]) for number, annotator, groups in items()]
    (data / "judgments.xml").write_text(judgements(tied, first=0))
    given = ("gjg15", "--data", data, "--metric", "green", "--reference-set", "expert-minimal", "--aggregation", "mean")
    other = ("--people", "expected-wins", "--table", "people", "--table", "systems", "--figures", tmp_path / "figures")
    text = evaluate(*given, *other)
    assert "– / – / –" in text
    assert "nan" not in text
    assert not any(path.name.startswith("pairs") for path in (tmp_path / "figures").iterdir())


def test_a_system_that_nobody_compares_is_left_out_of_correlations_alone(tmp_path: Path):
    pytest.importorskip("matplotlib")
    data = write_gjg15(tmp_path)

    def without(names: str) -> str:
        return " ".join(name for name in names.split() if name != "Careful")

    compared = [
        (number, annotator, [(without(names), rank) for names, rank in groups]) for number, annotator, groups in items()
    ]
    (data / "judgments.xml").write_text(judgements(compared, first=0))
    given = ("gjg15", "--data", data, "--metric", "green", "--metric", "gleu", "--reference-set", "expert-minimal")
    given = (*given, "--aggregation", "mean", "--people", "expected-wins")
    [column] = as_json(*given)["columns"]
    assert [name for name, value in column["people"].items() if value is None] == ["Careful"]
    people = [value for value in column["people"].values() if value is not None]
    for metric in column["metrics"]:
        scores = [value for name, value in metric["scores"].items() if name != "Careful"]
        assert len(scores) == len(people) == len(OUTPUTS) - 1
        assert metric["pearson"]["value"] == pytest.approx(stats.pearsonr(scores, people)[0])
        assert metric["kendall"]["value"] == pytest.approx(stats.kendalltau(scores, people)[0])
        assert all("Careful" not in window["systems"] for window in metric["windows"])
    text = evaluate(*given, "--table", "systems", "--table", "people", "--figures", tmp_path)
    assert (
        "Careful has no decided comparison, and so no score by Expected Wins; correlations are over the others" in text
    )
    assert [line.split() for line in text.splitlines() if line.split()[:1] == ["Careful"]] == [["Careful", "–"]]


def test_a_programming_error_is_no_usage_error(seeda: Path, monkeypatch: pytest.MonkeyPatch):
    def broken(*_arguments: object, **_options: object) -> None:
        raise ValueError("operands could not be broadcast together")

    monkeypatch.setattr(type(markscheme.metric("errant")), "statistics", broken)
    result = CliRunner().invoke(app, ["eval", "meta", "seeda", "--data", str(seeda), "--metric", "errant"])
    assert isinstance(result.exception, ValueError)


def test_two_settings_of_a_metric_are_told_apart(seeda: Path, engine_settings: EngineSettings):
    settings = EvaluationSettings("mean", references=("expert-minimal",), resampling=ResamplingSettings(0))
    metrics = [markscheme.metric("errant", beta=beta) for beta in (0.5, 1.0)]
    timed = attrs.evolve(settings, timed_sentences=1)
    result = markscheme.evaluate("seeda", seeda, metrics=metrics, settings=timed, work=markscheme.Work(engine_settings))
    titles = ["ERRANT (beta 0.5)", "ERRANT (beta 1.0)"]
    assert [row.title for row in result.columns[0].rows] == titles
    assert result.times is not None
    assert [item.title for item in result.times.metrics] == titles
    assert all(len(item.seconds) == 2 for item in result.times.systems)


def test_markdown_and_latex_have_the_numbers_of_the_text(seeda: Path, tmp_path: Path):
    given = ("seeda", "--data", seeda, "--metric", "gleu", "--reference-set", "expert-minimal")
    text, markdown, latex = (evaluate(*given, "--format", form) for form in ("text", "md", "latex"))
    shown = next(line for line in markdown.splitlines() if line.startswith("| GLEU")).split("|")[2].strip()
    assert shown.count("/") == 2
    assert shown in text
    assert shown in latex
    assert latex.count(r"\toprule") == latex.count(r"\bottomrule") == markdown.count("### ")
    for form in ("json", "md", "latex", "text"):
        evaluate(*given, "--format", form, "--output", tmp_path / f"result.{form}")
        assert is_product(tmp_path / f"result.{form}"), form


@pytest.mark.parametrize(
    ("option", "name"),
    [
        ("--table", "mine"),
        ("--metric", "bleu"),
        ("--aggregation", "elo"),
        ("--people", "mean"),
        ("--ties", "win"),
        ("--reference-set", "mine"),
        ("--systems", "mine"),
        ("--format", "pdf"),
    ],
)
def test_a_wrong_name_is_refused(seeda: Path, option: str, name: str):
    given = ["--metric", "gleu"] if option != "--metric" else []
    evaluate("seeda", "--data", seeda, *given, option, name, status=2)


def test_a_missing_folder_is_named(tmp_path: Path):
    with pytest.raises(markscheme.DocumentError, match=r"INPUT\.txt"):
        markscheme.evaluate("seeda", tmp_path, metrics=["gleu"])
