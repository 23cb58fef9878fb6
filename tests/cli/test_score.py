"""``markscheme score``, ``cache`` and ``doctor`` as a person runs them."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

import markscheme as api
from markscheme import DocumentError
from markscheme.inference.cache import Cache
from markscheme.reports.scores import score_text
from markscheme.scoring.scorer import Run
from markscheme.version import full_version

Command = Callable[..., "subprocess.CompletedProcess[str]"]

SOURCES = ["She like the musics .", "It rain today .", "I agree ."]
NOOP = "-1 -1|||noop|||-NONE-"
LIKES = "1 2|||R:VERB:SVA|||likes"
KIM = [[LIKES, "3 4|||R:NOUN:NUM|||music"], ["1 2|||R:VERB:SVA|||rains"], [NOOP]]
ROY = [[LIKES, "4 4|||M:OTHER|||very much"], ["1 2|||R:VERB:TENSE|||is raining"], [NOOP]]
MEI = [[LIKES], ["1 2|||R:VERB:TENSE|||rained"], ["1 1|||M:VERB|||am"]]
TEACHERS = ["--reference", "teachers.m2"]
CLEME2 = ["--metric", "cleme2"]

CLEME2_SCORES = {"hit": 1 / 3, "wrong": 1 / 3, "under": 1 / 3, "over": 1 / 3, "score": 0.5}
ERRANT_SCORES = {"precision": 1 / 3, "recall": 1 / 3, "f": 1 / 3}
SOFT = ("uot-errant", "credit")


def m2(*annotators: list[list[str]]) -> str:
    blocks = []
    for number, source in enumerate(SOURCES):
        lines = [f"S {source}"]
        for annotator, sentences in enumerate(annotators):
            lines += [f"A {edit}|||REQUIRED|||-NONE-|||{annotator}" for edit in sentences[number]]
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> Path:
    """A corpus of three sentences, its edits given, so that no pipeline is needed."""
    (tmp_path / "teachers.m2").write_text(m2(KIM, ROY))
    (tmp_path / "mei.m2").write_text(m2(MEI))
    (tmp_path / "kim.m2").write_text(m2(KIM))
    (tmp_path / "class.m2").write_text(m2(MEI, KIM))
    return tmp_path


def runs(markscheme: Command, *arguments: str) -> list[dict[str, Any]]:
    done = markscheme("score", *arguments, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    printed = json.loads(done.stdout)
    assert list(printed) == ["schema", "runs"]
    assert printed["schema"] == 1
    return printed["runs"]


def run(markscheme: Command, *arguments: str) -> dict[str, Any]:
    [only] = runs(markscheme, "--hypothesis", "Mei=mei.m2", *TEACHERS, *arguments)
    return only


def through_the_api(files: Path, metric: str) -> tuple[Run, ...]:
    """The same two hypotheses; with the user's own cache, as the command has it."""
    named = {"Mei": files / "mei.m2", "kim": files / "kim.m2"}
    return api.Corpus.read(named, [files / "teachers.m2"]).score(metric).runs


def test_cleme2_is_printed_as_designed(markscheme: Command):
    own = run(markscheme, *CLEME2)
    signature = own.pop("signature")
    assert own == {
        "hypothesis": "Mei",
        "metric": "cleme2",
        "level": "corpus",
        "assumption": "dependent",
        "weighting": "none",
        "sentences": 3,
        "counts": {"tp": 1, "fp_ne": 1, "fp_un": 1, "fn": 1, "tn": 7},
        "scores": pytest.approx(CLEME2_SCORES, abs=1e-12),
    }
    assert all(isinstance(value, int) for value in own["counts"].values())
    for part in ("metric:cleme2", "refs:2", "factors:0.5,0.4,0.05,0.05", f"version:{full_version()}"):
        assert part in signature.split("|")


def test_the_sentence_level_is_the_mean_of_sentences(markscheme: Command):
    own = run(markscheme, *CLEME2, "--level", "sentence")
    assert own["level"] == "sentence"
    assert own["counts"]["tp"] == 1
    assert own["scores"] == pytest.approx({"hit": 1 / 6, "wrong": 1 / 3, "under": 1 / 6, "over": 1 / 3, "score": 0.425})


def test_independence_takes_a_hit_from_any_reference(markscheme: Command, files: Path):
    (files / "both.m2").write_text(m2([[*KIM[0]], ROY[1], [NOOP]]))
    arguments = ["--hypothesis", "both.m2", *TEACHERS, *CLEME2]
    [dependent] = runs(markscheme, *arguments)
    [independent] = runs(markscheme, *arguments, "--assumption", "independent", "--per-sentence")
    assert independent["assumption"] == "independent"
    assert dependent["counts"]["tp"] == independent["counts"]["tp"] == 3
    assert [part["reference"] for part in independent["per_sentence"]] == [None] * 3


def test_errant_is_printed_as_designed(markscheme: Command):
    own = run(markscheme, "--metric", "errant")
    assert own.pop("signature").startswith("metric:errant|")
    assert own == {
        "hypothesis": "Mei",
        "metric": "errant",
        "level": "corpus",
        "sentences": 3,
        "counts": {"tp": 1, "fp": 2, "fn": 2},
        "scores": pytest.approx(ERRANT_SCORES),
    }


@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize("metric", SOFT)
def test_soft_metrics_are_printed_as_designed(markscheme: Command, files: Path, metric: str):
    named = ["--hypothesis", "Mei=mei.m2", "--hypothesis", "kim.m2"]
    mei, kim = runs(markscheme, *named, *TEACHERS, "--metric", metric)
    for own, expected in zip((mei, kim), through_the_api(files, metric), strict=True):
        assert (own["metric"], own["level"], own["sentences"]) == (metric, "corpus", 3)
        assert own["counts"] == attrs.asdict(expected.result.counts)
        assert own["scores"] == attrs.asdict(expected.result.scores)
        assert own["signature"] == expected.signature
        assert "encoder:all-MiniLM-L6-v2@53aa51172d14,mean,float32" in own["signature"].split("|")
    assert list(mei["counts"]) == ["tp", "fp", "fn"]
    assert list(mei["scores"]) == ["precision", "recall", "f"]
    assert mei["scores"]["f"] < kim["scores"]["f"]
    if metric == "credit":
        assert kim["scores"] == pytest.approx({"precision": 1.0, "recall": 1.0, "f": 1.0})
        assert 0.0 < mei["scores"]["f"] < 1.0


def test_credit_has_a_ceiling_only_if_one_is_set(markscheme: Command, files: Path):
    plain, low = (run(markscheme, "--metric", "credit", *options) for options in ([], ["--set", "credit.ceiling=0"]))
    assert "ceiling" not in plain["signature"]
    assert "ceiling:0.0" in low["signature"].split("|")
    assert 0 < low["counts"]["tp"] < plain["counts"]["tp"]


def test_credit_counts_what_is_kept_in_each_sentence_only_if_it_has_a_mass(markscheme: Command, files: Path):
    plain, kept = (run(markscheme, "--metric", "credit", *options) for options in ([], ["--set", "credit.kept=0.5"]))
    assert "kept" not in plain["signature"]
    assert "kept:0.5" in kept["signature"].split("|")
    assert kept["counts"]["tp"] == pytest.approx(plain["counts"]["tp"] + 0.5 * plain["sentences"])
    assert kept["scores"]["f"] > plain["scores"]["f"]


def test_pt_errant_counts_what_edits_bring(markscheme: Command, files: Path):
    own = run(markscheme, "--metric", "pt-errant", "--per-sentence")
    [expected] = api.Corpus.read({"Mei": files / "mei.m2"}, [files / "teachers.m2"]).score("pt-errant").runs
    assert own["counts"] == attrs.asdict(expected.result.counts)
    assert own["scores"] == attrs.asdict(expected.result.scores)
    assert own["scores"] != pytest.approx(ERRANT_SCORES)
    first, _, last = own["per_sentence"]
    assert first["counts"]["tp"] > 0 == first["counts"]["fp"]
    assert (last["counts"]["tp"], last["counts"]["fn"]) == (0, 0)
    assert last["counts"]["fp"] > 0
    signature = own["signature"].split("|")
    assert signature[0] == "metric:pt-errant"
    assert {"beta:0.5", "layer:5", "encoder:all-MiniLM-L6-v2@53aa51172d14,mean,float32"} <= set(signature)


@pytest.mark.parametrize(("metric", "setting"), [("gleu", "counts:formula"), ("green", "beta:2.0")])
def test_n_gram_metrics_have_a_score_and_no_counts(markscheme: Command, metric: str, setting: str):
    named = ["--hypothesis", "Mei=mei.m2", "--hypothesis", "kim.m2"]
    mei, kim = runs(markscheme, *named, *TEACHERS, "--metric", metric, "--per-sentence")
    assert (mei["metric"], mei["level"], mei["sentences"], mei["counts"]) == (metric, "corpus", 3, {})
    assert mei["scores"]["score"] < kim["scores"]["score"] <= 1.0
    assert [list(part) for part in mei["per_sentence"]] == [["reference", "scores", "counts"]] * 3
    assert [part["reference"] for part in kim["per_sentence"]] == ([0, 0, 0] if metric == "green" else [None] * 3)
    signature = mei["signature"].split("|")
    assert {f"metric:{metric}", "refs:2", "n:4", setting} <= set(signature)
    assert not any(part.startswith(("pipeline:", "encoder:")) for part in signature)


@pytest.mark.parametrize("metric", ["gleu", "green"])
def test_n_gram_metrics_have_no_use_for_accepted_corrections(files: Path, metric: str):
    (files / "accepted.m2").write_text(m2(KIM))
    with pytest.raises(DocumentError, match="accepted corrections have no part in it"):
        api.Corpus.read({"mei": files / "mei.m2"}, [files / "teachers.m2"], accepted=files / "accepted.m2").score(
            metric
        )


def test_cleme_is_printed_as_designed_and_weighs_by_length_unless_told_otherwise(markscheme: Command):
    own = run(markscheme, "--metric", "cleme", "--per-sentence")
    assert (own["metric"], own["assumption"], own["weighting"]) == ("cleme", "dependent", "length")
    assert own["counts"] == {"tp": 1, "fp": 2, "fn": 1, "tn": 7}
    assert 0.75 <= own["weights"]["tp"] <= 1.25
    assert list(own["scores"]) == ["precision", "recall", "f", "accuracy"]
    assert [part["weighed_against"] for part in own["per_sentence"]] == [0, 0, 0]
    for key, total in own["weights"].items():
        assert sum(part["weights"][key] for part in own["per_sentence"]) == pytest.approx(total)
    plain = run(markscheme, "--metric", "cleme", "--weighting", "none")
    assert plain["scores"]["precision"] == 1 / 3
    assert "weights" not in plain
    assert "weighting:none" in plain["signature"].split("|")


@pytest.mark.parametrize("metric", ["cleme", "cleme2"])
@pytest.mark.parametrize("weighting", ["length", "similarity", "vector"])
def test_weights_change_scores_and_never_counts(markscheme: Command, metric: str, weighting: str):
    plain = run(markscheme, "--metric", metric, "--weighting", "none")
    own = run(markscheme, "--metric", metric, "--weighting", weighting)
    assert own["weighting"] == weighting
    assert own["counts"] == plain["counts"]
    assert own["scores"] != plain["scores"]
    assert all(weight >= 0 for weight in own["weights"].values())
    signature = own["signature"].split("|")
    assert f"weighting:{weighting}" in signature
    assert ("layer:5" in signature) == (weighting == "similarity")
    assert any(part.startswith("encoder:") for part in signature) == (weighting != "length")


def test_a_weighting_is_refused_where_nothing_is_weighed_and_a_layer_where_there_is_none(markscheme: Command):
    arguments = ["score", "--hypothesis", "mei.m2", *TEACHERS]
    weighed = markscheme(*arguments, "--metric", "errant", "--weighting", "length")
    assert weighed.returncode == 2
    assert "errant has no weighting" in weighed.stderr
    deep = markscheme(*arguments, *CLEME2, "--weighting", "similarity", "--set", "encoder.layer=99")
    assert deep.returncode == 2
    assert "no layer 99" in deep.stderr
    assert "Traceback" not in deep.stderr


def test_each_sentence_has_its_reference_counts_and_scores(markscheme: Command):
    own = run(markscheme, *CLEME2, "--per-sentence")
    assert [list(part) for part in own["per_sentence"]] == [["reference", "counts", "scores"]] * 3
    assert [part["reference"] for part in own["per_sentence"]] == [0, 0, 0]
    assert [part["counts"]["tn"] for part in own["per_sentence"]] == [3, 2, 2]
    for key, total in own["counts"].items():
        assert sum(part["counts"][key] for part in own["per_sentence"]) == total
    assert "per_sentence" not in run(markscheme, *CLEME2)


def test_the_chosen_reference_is_an_index_among_those_given(markscheme: Command, files: Path):
    (files / "roy.m2").write_text(m2(ROY))
    arguments = ["--hypothesis", "roy.m2", "--metric", "errant", "--per-sentence"]
    [own] = runs(markscheme, *arguments, "--reference", "kim.m2", "--reference", "teachers.m2")
    assert [part["reference"] for part in own["per_sentence"]] == [2, 2, 0]


def test_hypotheses_come_in_the_order_given_with_their_names(markscheme: Command):
    found = runs(markscheme, "--hypothesis", "kim.m2", "--hypothesis", "Mei=mei.m2", *TEACHERS, *CLEME2)
    assert [own["hypothesis"] for own in found] == ["kim", "Mei"]
    assert [own["scores"]["score"] for own in found] == pytest.approx([1.0, 0.5])


def test_files_of_references_may_be_named_by_a_pattern(markscheme: Command, files: Path):
    for name, annotator in {"ref0.m2": KIM, "ref1.m2": ROY}.items():
        (files / name).write_text(m2(annotator))
    [one_by_one] = runs(markscheme, "mei.m2", "--reference", "ref0.m2", "--reference", "ref1.m2")
    [pattern] = runs(markscheme, "mei.m2", "--reference", "ref*.m2")
    last = markscheme("score", "--format", "json", "--reference", "ref*.m2", "--", "mei.m2")
    assert [one_by_one] == [pattern] == json.loads(last.stdout)["runs"]
    assert "refs:2" in pattern["signature"].split("|")


def test_without_a_metric_it_is_the_one_of_a_comparison_and_of_the_api(markscheme: Command, files: Path):
    [own] = runs(markscheme, "mei.m2", *TEACHERS)
    [expected] = api.Corpus.read([files / "mei.m2"], [files / "teachers.m2"]).score().runs
    done = markscheme("eval", "compare", "mei.m2", *TEACHERS, "--resamples", "2", "--format", "json")
    compared = json.loads(done.stdout)["metrics"][0]
    assert {own["metric"], expected.metric.name, compared["metric"]} == {"errant"}


def test_a_metric_is_scored_once_however_often_it_is_named(files: Path):
    corpus = api.Corpus.read([files / "mei.m2"], [files / "teachers.m2"])
    twice = corpus.score(["errant", "errant", api.Errant(beta=1.0), api.Errant()])
    assert [run.metric.beta for run in twice.runs] == [0.5, 1.0]


@pytest.mark.parametrize("name", ["scores", "scores.txt", "scores.log"])
def test_a_file_of_text_has_no_ending_of_another_format(markscheme: Command, files: Path, name: str):
    assert markscheme("score", "mei.m2", *TEACHERS, "--output", name).returncode == 0
    assert "precision" in (files / name).read_text()


def test_a_signature_is_one_line_however_narrow_the_output(markscheme: Command, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "60")
    [own] = runs(markscheme, "mei.m2", *TEACHERS)
    score = markscheme("score", "mei.m2", *TEACHERS)
    compare = markscheme("eval", "compare", "mei.m2", *TEACHERS, "--resamples", "2")
    assert own["signature"] in score.stdout.splitlines()
    assert any(line.startswith("metric:errant|") and "|version:" in line for line in compare.stdout.splitlines())


def test_each_annotator_of_an_m2_hypothesis_is_a_run(markscheme: Command):
    found = runs(markscheme, "--hypothesis", "class=class.m2", *TEACHERS, *CLEME2)
    assert [own["hypothesis"] for own in found] == ["class#0", "class#1"]
    assert [own["scores"]["score"] for own in found] == pytest.approx([0.5, 1.0])


def test_parallel_text_is_scored_as_its_edits_in_m2_are(markscheme: Command, files: Path):
    (files / "task.txt").write_text("\n".join(SOURCES) + "\n")
    (files / "mei.txt").write_text("She likes the musics .\nIt rained today .\nI am agree .\n")
    [own] = runs(markscheme, "--source", "task.txt", "--hypothesis", "Mei=mei.txt", *TEACHERS)
    assert own["counts"] == run(markscheme)["counts"]


@pytest.mark.parametrize("metric", ["cleme2", "errant", "credit"])
def test_text_shows_the_same_numbers(markscheme: Command, files: Path, metric: str):
    done = markscheme("score", "--hypothesis", "Mei=mei.m2", "--hypothesis", "kim.m2", *TEACHERS, "--metric", metric)
    assert (done.returncode, done.stderr) == (0, "")
    header, *rows = [line.split() for line in done.stdout.splitlines()[:3]]
    assert header[0] == "hypothesis"
    for expected, (name, *numbers) in zip(through_the_api(files, metric), rows, strict=True):
        shown = dict(zip(header[1:], map(float, numbers), strict=True))
        assert name == expected.system
        own = attrs.asdict(expected.result.counts) | attrs.asdict(expected.result.scores)
        assert shown == pytest.approx(own, abs=5.1e-5)
        assert expected.signature in "".join(done.stdout.split("\n"))


def test_text_has_large_counts_in_full(files: Path):
    [run] = api.Corpus.read({"mei": files / "mei.m2"}, [files / "teachers.m2"]).score("cleme2").runs
    counts = attrs.evolve(run.result.counts, tn=1_290_590)
    large = attrs.evolve(run, result=attrs.evolve(run.result, counts=counts))
    assert " 1290590 " in score_text([large], 200)


def test_errant_counts_whole_edits(markscheme: Command):
    done = markscheme("score", "--hypothesis", "mei.m2", *TEACHERS, "--metric", "errant")
    assert done.stdout.splitlines()[1].split()[:4] == ["mei", "1", "2", "2"]


def test_output_goes_to_a_file_instead(markscheme: Command, files: Path):
    done = markscheme("score", "--hypothesis", "mei.m2", *TEACHERS, "--format", "json", "--output", "scores.json")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert json.loads((files / "scores.json").read_text())["runs"][0]["counts"]["tp"] == 1


@pytest.mark.parametrize(
    ("factors", "score"), [("1,0,0,0", 1 / 3), ("0,1,0,0", 2 / 3), (" 0.25,0.25,0.25,0.25", 7 / 12)]
)
def test_factors_weigh_the_scores(markscheme: Command, factors: str, score: float):
    assert run(markscheme, *CLEME2, "--factors", factors)["scores"]["score"] == pytest.approx(score)


def refused(markscheme: Command, *arguments: str) -> str:
    """The one line on standard error of a command that can't be carried out."""
    done = markscheme(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("markscheme: ")
    return line


FACTORS = ["1,2", "a,b,c,d", "", "-1,1,1,1", "nan,1,1,1", "1,inf,1,1"]


@pytest.mark.parametrize("factors", FACTORS)
def test_factors_that_are_none_are_refused(markscheme: Command, factors: str):
    assert "--factors" in refused(
        markscheme, "score", "--hypothesis", "mei.m2", *TEACHERS, *CLEME2, f"--factors={factors}"
    )


@pytest.mark.parametrize("hypotheses", [["a=mei.m2", "a=kim.m2"], ["mei.m2", "mei=kim.m2"]], ids=" ".join)
def test_two_hypotheses_of_one_name_are_refused(markscheme: Command, hypotheses: list[str]):
    options = [option for value in hypotheses for option in ("--hypothesis", value)]
    line = refused(markscheme, "score", *options, *TEACHERS)
    assert "--hypothesis" in line
    assert "NAME=FILE" in line


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--metric", "bleu"], "--metric"),
        (["--metric", "errant", "--set", "errant.beta=nan"], "beta"),
        (["--metric", "credit", "--set", "credit.tau=0"], "tau"),
        (["--metric", "credit", "--set", "credit.ceiling=1.1"], "ceiling"),
        (["--metric", "credit", "--set", "credit.ceiling=nan"], "ceiling"),
        (["--metric", "credit", "--set", "credit.kept=-0.1"], "kept"),
        (["--no-such-option"], "--no-such-option"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_options_out_of_their_range_are_refused(markscheme: Command, options: list[str], named: str):
    line = refused(markscheme, "score", "--hypothesis", "mei.m2", *TEACHERS, *options)
    assert named in line


@pytest.mark.parametrize(("given", "missing"), [(TEACHERS, "--hypothesis"), (["--hypothesis", "a.m2"], "--reference")])
def test_a_missing_option_is_told(markscheme: Command, given: list[str], missing: str):
    assert missing in refused(markscheme, "score", *given)


def test_an_encoder_that_is_not_there_is_told_with_a_remedy(markscheme: Command):
    options = ["--metric", "credit", "--encoder", "nowhere/at-all"]
    line = refused(markscheme, "score", "--hypothesis", "mei.m2", *TEACHERS, *options)
    assert "nowhere/at-all" in line
    assert "encoder.download=true" in line


def test_a_pipeline_that_is_not_there_is_told_with_a_remedy(markscheme: Command):
    line = refused(markscheme, "score", "--hypothesis", "mei.m2", *TEACHERS, "--pipeline", "no_such_pipeline")
    assert "no_such_pipeline" in line
    assert "install" in line


def test_the_version_is_told(markscheme: Command):
    assert markscheme("--version").stdout == f"markscheme {full_version()}\n"


# The cache and the doctor.


def stats(markscheme: Command) -> dict[str, str]:
    done = markscheme("cache", "stats", "--cache", "cache.sqlite")
    assert (done.returncode, done.stderr) == (0, "")
    return dict(line.split(maxsplit=1) for line in done.stdout.splitlines())


def test_cache_stats_and_clear(markscheme: Command, files: Path):
    cache = Cache(files / "cache.sqlite")
    cache.keep("vector", {"a": bytes(16), "b": bytes(16)})
    cache.keep("record", {"edits": b"[1]"})
    cache.close()
    before = stats(markscheme)
    assert (before["path"], before["vectors"], before["records"]) == ("cache.sqlite", "2", "1")
    assert 0 < int(before["bytes"]) <= int(before["limit"])
    done = markscheme("cache", "clear", "--cache", "cache.sqlite")
    assert (done.returncode, done.stdout) == (0, "deleted 2 vectors and 1 records\n")
    after = stats(markscheme)
    assert (after["vectors"], after["records"]) == ("0", "0")


def test_a_sound_cache_is_verified(markscheme: Command, files: Path):
    Cache(files / "cache.sqlite").close()
    done = markscheme("cache", "verify", "--cache", "cache.sqlite")
    assert (done.returncode, done.stdout, done.stderr) == (0, "the cache is sound\n", "")


def test_a_damaged_cache_fails_verification(markscheme: Command, files: Path):
    path = files / "cache.sqlite"
    cache = Cache(path)
    cache.keep("record", {str(number): b"x" * 500 for number in range(500)})
    cache.close()
    content = bytearray(path.read_bytes())
    content[len(content) // 4 : len(content) // 2] = b"\xff" * (len(content) // 2 - len(content) // 4)
    path.write_bytes(content)
    done = markscheme("cache", "verify", "--cache", "cache.sqlite")
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" not in done.stderr
    assert all(line.startswith("markscheme: ") for line in done.stderr.splitlines())
    assert done.stderr


def test_the_doctor_finds_a_sound_installation(markscheme: Command):
    done = markscheme("doctor", "--cache", "cache.sqlite")
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.split(maxsplit=2) for line in done.stdout.splitlines()]
    assert [(verdict, subject) for verdict, subject, _ in lines] == [
        ("ok", "version"),
        ("ok", "packages"),
        ("ok", "plugins"),
        ("ok", "pipeline"),
        ("ok", "encoder"),
        ("ok", "cache"),
    ]
    told = {subject: rest for _, subject, rest in lines}
    assert "all-MiniLM-L6-v2@53aa51172d14" in told["encoder"]
    assert "384 dimensions" in told["encoder"]
    assert "torch" in told["packages"]


def test_the_doctor_tells_programs_too(markscheme: Command):
    done = markscheme("doctor", "--format", "json", "--pipeline", "no_such_pipeline", "--cache", "cache.sqlite")
    found = json.loads(done.stdout)
    assert [item["check"] for item in found] == ["version", "packages", "plugins", "pipeline", "encoder", "cache"]
    assert [item["check"] for item in found if not item["ok"]] == ["pipeline"]
    assert "no_such_pipeline" in found[3]["detail"]
    assert done.returncode == 1


def test_the_doctor_tells_what_is_missing_and_goes_on(markscheme: Command):
    done = markscheme("doctor", "--encoder", "no/where", "--pipeline", "no_such_pipeline", "--cache", "cache.sqlite")
    assert (done.returncode, done.stderr) == (1, "")
    verdicts = {line.split()[1]: line for line in done.stdout.splitlines()}
    assert [subject for subject, line in verdicts.items() if line.startswith("BAD")] == ["pipeline", "encoder"]
    assert "install" in verdicts["pipeline"]
    assert "encoder.download=true" in verdicts["encoder"]


ACCEPTED = """S It rain today .
A 1 2|||R:VERB:TENSE|||rained|||REQUIRED|||accepted by Kim on 2026-11-21|||0
"""


@pytest.mark.parametrize("level", ["corpus", "sentence"])
@pytest.mark.parametrize("assumption", ["dependent", "independent"])
def test_what_was_accepted_is_a_hit_of_cleme2(markscheme: Command, files: Path, level: str, assumption: str):
    (files / "accepted.m2").write_text(ACCEPTED)
    options = [*CLEME2, "--level", level, "--assumption", assumption, "--per-sentence"]
    before = run(markscheme, *options)
    after = run(markscheme, *options, "--accepted", "accepted.m2")
    changed = [after["per_sentence"][n] != sentence for n, sentence in enumerate(before["per_sentence"])]
    assert changed == [False, True, False]
    assert after["per_sentence"][1]["counts"] == {"tp": 1, "fp_ne": 0, "fp_un": 0, "fn": 0, "tn": 2}
    assert after["per_sentence"][1]["reference"] == (2 if assumption == "dependent" else None)
    assert after["signature"].replace("|accepted:1|", "|") == before["signature"]
    assert "|accepted:1|" in after["signature"]


@pytest.mark.parametrize("metric", ["errant", *SOFT])
def test_what_was_accepted_is_a_hit_of_every_metric(markscheme: Command, files: Path, metric: str):
    (files / "accepted.m2").write_text(ACCEPTED)
    options = ["--metric", metric, "--per-sentence"]
    before = run(markscheme, *options)
    after = run(markscheme, *options, "--accepted", "accepted.m2")
    changed = [after["per_sentence"][n] != sentence for n, sentence in enumerate(before["per_sentence"])]
    assert changed == [False, True, False]
    assert after["per_sentence"][1]["reference"] == 2
    assert after["scores"]["f"] > before["scores"]["f"]
    if metric != "uot-errant":  # which is not bounded
        assert after["per_sentence"][1]["scores"]["f"] == pytest.approx(1.0)


def test_what_was_accepted_counts_only_where_it_is_asked_for(markscheme: Command, files: Path):
    before = run(markscheme)
    (files / "accepted.m2").write_text(ACCEPTED)
    assert run(markscheme) == before


def test_what_nobody_made_changes_no_score(markscheme: Command, files: Path):
    (files / "accepted.m2").write_text(ACCEPTED.replace("rained", "pours"))
    before, after = run(markscheme), run(markscheme, "--accepted", "accepted.m2")
    assert after.pop("signature") != before.pop("signature")
    assert after == before


@pytest.mark.parametrize(
    ("text", "told"), [(None, "accepted.m2: the file does not exist"), ("no M2\n", "accepted.m2:1: ")]
)
def test_a_file_of_what_was_accepted_that_cannot_be_used_ends_the_command(
    markscheme: Command, files: Path, text: str | None, told: str
):
    if text is not None:
        (files / "accepted.m2").write_text(text)
    done = markscheme("score", "--hypothesis", "mei.m2", *TEACHERS, "--accepted", "accepted.m2")
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


def test_the_api_takes_what_was_accepted(files: Path):
    (files / "accepted.m2").write_text(ACCEPTED)
    [run] = (
        api.Corpus.read({"Mei": files / "mei.m2"}, [files / "teachers.m2"], accepted=files / "accepted.m2")
        .score("cleme2")
        .runs
    )
    assert run.result.counts.tp == 2


def test_a_table_of_sentences_is_scored_as_parallel_text_is(markscheme: Command, files: Path):
    rows = [
        ("She like music, she says.", "She likes music, she says.", "She likes music, she says.", ""),
        ("He goed home.", "He gone home.", "He went home.", "He has gone home."),
    ]
    cells = "".join(";".join(row) + "\n" for row in rows)
    (files / "class.csv").write_text("source;hypothesis.mei;reference.kim;reference.roy\n" + cells)
    (files / "own.csv").write_text("Text;mei;kim;roy\n" + cells)
    for suffix, column in {"src": 0, "mei": 1, "kim": 2, "roy": 3}.items():
        lines = [row[column].replace(",", " ,").replace(".", " .") for row in rows]
        (files / f"lines.{suffix}").write_text("".join(f"{line}\n" for line in lines))
    names = ["source=Text", "hypothesis=mei", "reference.kim=kim", "reference.roy=roy"]
    lines = ["--hypothesis", "mei=lines.mei", "--reference", "lines.kim", "--reference", "lines.roy", *CLEME2]
    expected = runs(markscheme, *lines, "--source", "lines.src", "--per-sentence")
    assert expected[0]["counts"] == {"tp": 1, "fp_ne": 1, "fp_un": 0, "fn": 0, "tn": expected[0]["counts"]["tn"]}
    table = ["--hypothesis", "mei=class.csv", "--reference", "class.csv", "--per-sentence", *CLEME2]
    assert runs(markscheme, *table) == expected
    own = [argument.replace("class", "own") for argument in table]
    assert runs(markscheme, *own, *(f"--column={name}" for name in names)) == expected
    assert runs(markscheme, *lines, "--source", "class.csv", "--per-sentence") == expected
    mixed = ["--hypothesis", "mei=class.csv", "--reference", "lines.kim", "--reference", "lines.roy", "--per-sentence"]
    assert runs(markscheme, *mixed, *CLEME2) == expected


def test_a_table_without_a_text_that_is_scored_is_refused(markscheme: Command, files: Path):
    (files / "class.csv").write_text("source,reference.kim,hypothesis.mei\nI goed.,I went.,I go.\nI see.,I see.,\n")
    (files / "half.tsv").write_text("source\treference\nI goed .\tI went .\n")
    done = markscheme("score", "--hypothesis", "class.csv", "--reference", "class.csv")
    message = "markscheme: class.csv: record 2 has no hypothesis by mei. Write the source for no change\n"
    assert (done.returncode, done.stderr) == (2, message)
    done = markscheme("score", "--hypothesis", "half.tsv", "--reference", "half.tsv")
    assert (done.returncode, done.stderr) == (2, "markscheme: half.tsv: no record has a hypothesis\n")
