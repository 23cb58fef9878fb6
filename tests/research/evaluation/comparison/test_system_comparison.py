"""Systems beside each other: scores, differences, types and whole sentences of a small corpus."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs
import numpy as np
import pytest

import markscheme
import markscheme.tuning
from markscheme.errors import ChoiceError
from markscheme.research.system_comparison import Comparison

SETTINGS = markscheme.tuning.ResamplingSettings(resamples=50)
SOURCE = "the cat sit on mat yesterday ."


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return M2 of three systems and of two annotators' references, drawn by chance."""
    folder = tmp_path_factory.mktemp("systems")
    chance = random.Random(11)
    paths = {}
    for name, annotators in (("one", 1), ("two", 1), ("three", 1), ("references", 2)):
        blocks = [f"S {SOURCE}\n" + "".join(_lines(chance, annotators)) for _ in range(30)]
        paths[name] = folder / f"{name}.m2"
        paths[name].write_text("\n".join(blocks), "utf-8")
    return paths


def _lines(chance: random.Random, annotators: int) -> list[str]:
    edits = ("2 3|||R:VERB:SVA|||sits", "2 3|||R:VERB:TENSE|||sat", "4 4|||M:DET|||the", "5 6|||U:ADV|||")
    lines = []
    for number in range(annotators):
        chosen = [edit for edit in edits[chance.randint(0, 1) :: 2] if chance.random() < 0.5]
        for edit in sorted(chosen) or ["-1 -1|||noop|||-NONE-"]:
            lines.append(f"A {edit}|||REQUIRED|||-NONE-|||{number}\n")
    return lines


RESAMPLING = attrs.asdict(SETTINGS)


def compare(files: dict[str, Path], metrics: Sequence[str] = ("errant",), **settings: object) -> Comparison:
    systems = {name: path for name, path in files.items() if name != "references"}
    references = [files["references"]]
    corpus = markscheme.Corpus.read(systems, references)
    return corpus.compare(metrics, **{**RESAMPLING, **settings}).result  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["errant", "cleme2", "cleme", "gleu", "green"])
@pytest.mark.parametrize("level", ["corpus", "sentence"])
def test_scores_are_those_of_score(files: dict[str, Path], name: str, level: str):
    chosen = markscheme.metric(name, level=level)
    systems = {key: path for key, path in files.items() if key != "references"}
    runs = markscheme.Corpus.read(systems, [files["references"]]).score(chosen).runs
    result = markscheme.Corpus.read(systems, [files["references"]]).compare([chosen], **RESAMPLING).result.metrics[0]
    for run, own in zip(runs, result.of_group(), strict=True):
        values = [estimate.value for estimate in own.scores.values()]
        assert (own.system, values) == (
            run.system,
            pytest.approx([*attrs.astuple(run.result.scores)], abs=1e-12),
        )
        assert own.counts == attrs.asdict(run.result.counts)
        assert result.signature == run.signature
        assert all(estimate.low <= estimate.high for estimate in own.scores.values())


def test_each_pair_has_a_difference_in_each_score(files: dict[str, Path]):
    result = compare(files, ["errant", "cleme2"])
    assert [len(item.differences) for item in result.all] == [3 * 3, 3 * 5, 3 * 3]
    errant = result.metrics[0]
    scores = {own.system: own.scores["f"].value for own in errant.of_group()}
    for own in errant.headline_differences():
        assert own.estimate.value == pytest.approx(scores[own.first] - scores[own.second])
        assert own.randomisation.value <= own.randomisation.adjusted <= 1
    assert [item.headline for item in result.all] == ["f", "score", "success"]


def test_a_resample_by_type_is_the_score_of_its_sentences(files: dict[str, Path], tmp_path: Path):
    """Write each resample as files, and compare these: the interval is that of their scores."""
    result = compare(files, by="type").metrics[0]
    generator = np.random.default_rng(SETTINGS.seed)
    blocks = {name: path.read_text("utf-8").strip().split("\n\n") for name, path in files.items()}
    values: dict[str | None, list[float]] = {}
    for counts in generator.multinomial(30, [1 / 30] * 30, 50):
        row = np.repeat(np.arange(30), counts).tolist()
        for name in ("one", "references"):
            (tmp_path / name).write_text("\n\n".join(blocks[name][index] for index in row) + "\n", "utf-8")
        resample = (
            markscheme.Corpus.read({"one": tmp_path / "one"}, [tmp_path / "references"])
            .compare(by="type", **attrs.asdict(markscheme.tuning.ResamplingSettings(resamples=1)))
            .result
        )
        for own in resample.metrics[0].scores:
            values.setdefault(own.group, []).append(own.scores["f"].value)
    for group in (None, *result.groups):
        estimate = result.of_group(group)[0].scores["f"]
        expected = np.quantile(values[group], [0.025, 0.975])
        assert (estimate.low, estimate.high) == pytest.approx(tuple(expected), abs=1e-12)


def test_p_values_by_type_are_those_of_swapped_files(files: dict[str, Path], tmp_path: Path):
    """Write each trial's swapped systems as files, and compare these; then adjust as Holm (1979) does."""
    trials = 20
    few = markscheme.tuning.ResamplingSettings(resamples=trials, seed=3)
    pair = {name: files[name] for name in ("one", "two")}
    result = (
        markscheme.Corpus.read(pair, [files["references"]]).compare(by="type", **attrs.asdict(few)).result.metrics[0]
    )
    blocks = {name: path.read_text("utf-8").strip().split("\n\n") for name, path in pair.items()}
    swapped: dict[str | None, list[float]] = {}
    for swaps in np.random.default_rng([3, 1]).integers(0, 2, (trials, 30)).tolist():
        for name, other in (("one", "two"), ("two", "one")):
            own = [blocks[other if swap else name][index] for index, swap in enumerate(swaps)]
            (tmp_path / name).write_text("\n\n".join(own) + "\n", "utf-8")
        trial = (
            markscheme.Corpus.read({name: tmp_path / name for name in pair}, [files["references"]])
            .compare(by="type", **attrs.asdict(markscheme.tuning.ResamplingSettings(resamples=1)))
            .result.metrics[0]
        )
        for group in (None, *trial.groups):
            first, second = (own.scores["f"].value for own in trial.of_group(group))
            swapped.setdefault(group, []).append(first - second)
    p_values = {}
    for group in (None, *result.groups):
        [difference] = result.headline_differences(group)
        as_far = sum(abs(value) >= abs(difference.estimate.value) - 1e-12 for value in swapped[group])
        p_values[group] = (as_far + 1) / (trials + 1)
        assert difference.randomisation.value == pytest.approx(p_values[group], abs=1e-12)
        assert difference.family == (1 if group is None else len(result.groups))
    smallest = min(result.groups, key=lambda group: p_values[group])
    [difference] = result.headline_differences(smallest)
    assert difference.randomisation.adjusted == pytest.approx(min(1, p_values[smallest] * len(result.groups)))


def test_filters_leave_out_edits_for_every_metric_on_edits(files: dict[str, Path]):
    metrics = ["errant", "cleme2", "cleme", "gleu", "green"]
    everything = compare(files, metrics)
    without = compare(files, metrics, without=["R:*", "U:ADV"])
    for name, before, after in zip(metrics, everything.metrics, without.metrics, strict=True):
        works_on_edits = name not in ("gleu", "green")
        assert (before.scores != after.scores) == works_on_edits
        assert ("without:R:*,U:ADV" in after.signature) == works_on_edits
        if works_on_edits and name != "errant":  # which chooses references by all edits, also of a type
            only = compare(files, [name], by="M:DET").metrics[0]
            assert [own.counts for own in after.of_group()] == [own.counts for own in only.of_group("M:DET")]
    assert without.success.scores == everything.success.scores
    nothing = compare(files, ["errant"], edits="multi").metrics[0]
    assert {value for own in nothing.of_group() for value in own.counts.values()} == {0}
    with pytest.raises(ValueError, match="no metric here works on edits"):
        compare(files, ["gleu"], without=["R:*"])


def test_a_reference_that_deletes_the_sentence_stays_a_missing_one(tmp_path: Path):
    """A filter that takes its edits away does not make it a reference that changes nothing."""
    (tmp_path / "source").write_text("a b c .\nthe cat sit .\n", "utf-8")
    (tmp_path / "system").write_text("a b c .\nthe cat sit .\n", "utf-8")
    (tmp_path / "one").write_text("a b d .\nthe cat sits .\n", "utf-8")
    (tmp_path / "empty").write_text("\n\n", "utf-8")
    systems, references = {"system": tmp_path / "system"}, [tmp_path / "empty", tmp_path / "one"]

    def counts(*files: Path, **options: object) -> Mapping[str, float]:
        result = (
            markscheme.Corpus.read(systems, files, tmp_path / "source")
            .compare(["cleme2"], **RESAMPLING, **options)
            .result
        )
        return result.metrics[0].of_group()[0].counts

    assert counts(*references, without=["U:*"]) == counts(references[1], without=["U:*"]) == counts(*references)
    assert counts(*references)["fn"] == 2


def test_each_sentence_has_the_number_of_its_reference_among_all(tmp_path: Path):
    """The first annotator has not seen the second sentence, and so has no part in it."""
    lines = "S a b\nA 0 1|||R:OTHER|||x|||REQUIRED|||-NONE-|||0\nA 1 2|||R:OTHER|||y|||REQUIRED|||-NONE-|||1\n\nS c d\n"
    (tmp_path / "references.m2").write_text(f"{lines}A 0 1|||R:OTHER|||z|||REQUIRED|||-NONE-|||1\n", "utf-8")
    system = (
        "S a b\nA 0 1|||R:OTHER|||x|||REQUIRED|||-NONE-|||0\n\nS c d\nA 0 1|||R:OTHER|||z|||REQUIRED|||-NONE-|||0\n"
    )
    (tmp_path / "system.m2").write_text(system, "utf-8")
    files = {"system": tmp_path / "system.m2"}
    corpus = markscheme.Corpus.read(files, [tmp_path / "references.m2"])
    result = corpus.compare(**RESAMPLING, per_sentence=True).result
    assert [own.reference for own in result.metrics[0].sentences] == [0, 1]
    assert [own.sentence for own in result.metrics[0].sentences] == [0, 1]


def test_patterns_are_groups_and_one_type_may_be_in_several(files: dict[str, Path]):
    result = compare(files, by=["R:*", "*:VERB*", "X:*"]).metrics[0]
    assert result.groups == ("R:*", "*:VERB*", "X:*")
    first, second, nothing = (result.of_group(group)[0] for group in result.groups)
    assert first.counts == second.counts
    assert set(nothing.counts.values()) == {0}
    assert nothing.scores["f"].value is None
    assert result.headline_differences("X:*")[0].randomisation.value is None


def test_another_metric_sees_the_edits_of_a_group_alone(files: dict[str, Path]):
    chunks = compare(files, ["cleme2"], by="operation").metrics[0]
    assert chunks.groups == ("M", "R", "U")
    counts = [own.counts for own in chunks.of_group("M")]
    assert all(0 < own["tp"] + own["fn"] <= 30 for own in counts)
    [nothing, *_] = compare(files, ["cleme2"], by="X:*").metrics[0].of_group("X:*")
    assert (nothing.counts["tp"], nothing.scores["score"].value, nothing.scores["score"].low) == (0, None, None)
    assert compare(files, ["green"], by="operation").metrics[0].groups == ()


def test_type_alone_is_more_lenient_than_the_correction(files: dict[str, Path]):
    by_mode = {
        mode: compare(files, mode=mode).metrics[0].of_group()[0].counts["tp"] for mode in ("ds", "type", "cse", "cs")
    }
    assert by_mode["ds"] >= by_mode["type"] >= by_mode["cse"]
    assert by_mode["cs"] >= by_mode["cse"]


def test_whole_sentences_are_right_or_changed_without_need(tmp_path: Path):
    rows = [
        ("a b", "a b", "a b"),
        ("a c", "a b", "a b"),
        ("a c", "a b", "a c"),
        ("a b", "a b", "a c"),
        ("a d", "a c", ""),
    ]
    paths = [tmp_path / name for name in ("system", "one", "two", "source")]
    for path, lines in zip(paths, (*zip(*rows, strict=True), ["a b"] * len(rows)), strict=True):
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    system, one, two, source = paths
    result = markscheme.Corpus.read({"system": system}, [one, two], source).compare(["gleu"], **RESAMPLING).result
    [own] = result.success.of_group()
    assert [*own.counts.values()] == [3, 3, 2, 2, 1]
    assert [item.value for item in own.scores.values()] == pytest.approx([3 / 5, 2 / 3, 1 / 2])


def test_what_is_not_there_is_refused(files: dict[str, Path]):
    with pytest.raises(ChoiceError, match="there is no mode 'x'"):
        compare(files, mode="x")
    with pytest.raises(ChoiceError, match="there is no length of edits 'long'"):
        compare(files, edits="long")
    with pytest.raises(ChoiceError, match="at least one resample"):
        markscheme.Corpus.read(files, [files["references"]]).compare(
            **attrs.asdict(markscheme.tuning.ResamplingSettings(0))
        )
    with pytest.raises(markscheme.DocumentError, match="there is no reference text"):
        markscheme.Corpus.read({"one": files["one"]}, []).compare()
