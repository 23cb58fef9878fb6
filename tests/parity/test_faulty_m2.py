"""M2 with faulty lines: ``errant_compare``'s numbers where it reads them; else the sentence is left out and listed."""

import json
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from errant.commands import compare_m2

SENTENCE = "S the cat sat on a mat ."
NONE = "-NONE-"


def line(start: int, end: int, kind: str, words: str, annotator: int = 0) -> str:
    return f"A {start} {end}|||{kind}|||{words}|||REQUIRED|||{NONE}|||{annotator}"


NOOP = line(-1, -1, "noop", NONE)
SOUND = ([line(1, 2, "R:NOUN", "dog")], [line(1, 2, "R:NOUN", "dog")])


def m2(*sentences: list[str]) -> str:
    return "".join(f"{SENTENCE}\n" + "".join(f"{one}\n" for one in lines) + "\n" for lines in sentences)


def official(hypothesis: Path, reference: Path, *options: str) -> tuple[int, int, int]:
    """Return TP, FP and FN as the tool itself prints them."""
    printed = StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(printed):
        patch.setattr(sys, "argv", ["errant_compare", "-hyp", str(hypothesis), "-ref", str(reference), *options])
        compare_m2.main()
    tp, fp, fn = printed.getvalue().splitlines()[3].split()[:3]
    return int(tp), int(fp), int(fn)


def scored(markscheme, *arguments: object) -> tuple[dict, str]:
    result = markscheme("score", "h.m2", "--reference", "r.m2", "--format", "json", *arguments)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)["runs"], result.stderr


def counts(run: dict) -> tuple[int, int, int]:
    return run["counts"]["tp"], run["counts"]["fp"], run["counts"]["fn"]


COUNTABLE = {
    "overlap": [line(0, 2, "R:NOUN", "a dog"), line(1, 3, "R:OTHER", "dog ran")],
    "inside": [line(0, 5, "R:OTHER", "x"), line(2, 3, "R:VERB", "ran"), line(2, 3, "R:VERB", "ran")],
    "outside": [line(5, 40, "R:NOUN", "rug"), line(1, 2, "R:NOUN", "dog")],
    "reversed": [line(4, 2, "R:NOUN", "rug")],
    "negative": [line(-3, 2, "R:NOUN", "rug")],
    "short": ["A 1 2|||R:NOUN|||dog|||0"],
    "long": [f"A 1 2|||R:NOUN|||dog|||REQUIRED|||{NONE}|||more|||0"],
    "spaces": [f"A  1   2 |||R:NOUN|||dog|||REQUIRED|||{NONE}|||0"],
    "detected": [line(1, 3, "UNK", "cat sat"), line(0, 2, "R:NOUN", "a dog"), line(1, 3, "R:OTHER", "dog ran")],
}


@pytest.mark.parametrize("side", ["h.m2", "r.m2"])
def test_lines_that_the_official_tool_reads_are_counted_as_it_counts_them(markscheme, tmp_path, side):
    other = [line(2, 3, "R:VERB", "ran"), line(1, 2, "R:NOUN", "dog")]
    for name in ("h.m2", "r.m2"):
        lines = COUNTABLE.values() if name == side else [other] * len(COUNTABLE)
        (tmp_path / name).write_text(m2(*lines, SOUND[0], [NOOP]))
    [run], listed = scored(markscheme, "--metric", "errant")
    assert counts(run) == official(tmp_path / "h.m2", tmp_path / "r.m2")
    assert listed.count(f"note: {side}:") == len(COUNTABLE)
    assert listed.count("counted by errant as it stands") == len(COUNTABLE)
    for mode in ("dt", "ds", "cs", "cse"):
        compared = markscheme(
            *("eval", "compare", "h.m2", "--reference", "r.m2", "--metric", "errant", "--mode", mode),
            *("--resamples", 2, "--format", "json"),
        )
        assert compared.returncode == 0, compared.stderr
        [system] = json.loads(compared.stdout)["metrics"][0]["systems"]
        assert counts(system) == official(tmp_path / "h.m2", tmp_path / "r.m2", f"-{mode}"), mode


def damaged(random: Random, number: int) -> list[str]:
    if number % 3:
        return [line(number % 6, number % 6 + 1, "R:NOUN", random.choice("xy"))]
    return COUNTABLE[random.choice([*COUNTABLE])]


def test_damaged_corpora_have_the_official_numbers(markscheme, tmp_path, seed):
    random = Random(seed)
    for name in ("h.m2", "r.m2"):
        (tmp_path / name).write_text(m2(*(damaged(random, number) for number in range(300))))
    [run], listed = scored(markscheme, "--metric", "errant")
    assert counts(run) == official(tmp_path / "h.m2", tmp_path / "r.m2")
    assert listed.count("\n") == 21
    assert "of which the first 20 are listed" in listed


UNREADABLE = {
    "text": "Someone wrote here",
    "no number": f"A one 2|||R:NOUN|||dog|||REQUIRED|||{NONE}|||0",
    "cut off": "A 1 2|||R:NOUN",
    "no annotator": "A 1 2|||R:NOUN|||dog|||REQUIRED",
}


@pytest.mark.parametrize("fault", UNREADABLE)
@pytest.mark.parametrize("side", ["h.m2", "r.m2"])
def test_a_sentence_that_nobody_can_read_is_left_out_and_the_rest_is_as_without_it(markscheme, tmp_path, fault, side):
    lines = {name: [*SOUND[0]] for name in ("h.m2", "r.m2")}
    lines[side].append(UNREADABLE[fault])
    other = [line(2, 3, "R:VERB", "ran")]
    for name in ("h.m2", "r.m2"):
        own = [NOOP] if name == "h.m2" else other
        (tmp_path / name).write_text(m2(own, lines[name], SOUND[0]))
    metrics = ("--metric", "errant", "--metric", "cleme2", "--per-sentence")
    runs, listed = scored(markscheme, *metrics)
    assert f"{side}:6" in listed
    assert "its sentence is left out" in listed
    for name in ("h.m2", "r.m2"):
        (tmp_path / name).write_text(m2([NOOP] if name == "h.m2" else other, SOUND[0]))
    without, listed = scored(markscheme, *metrics)
    assert listed == ""
    for run, expected in zip(runs, without, strict=True):
        assert run["counts"] == expected["counts"]
        assert run["sentences"] == 2
        assert run["per_sentence"] == expected["per_sentence"]
        assert run["left_out"] == [2]
        assert "left_out" not in expected


def test_a_metric_on_texts_leaves_out_what_only_lines_can_count(markscheme, tmp_path):
    (tmp_path / "h.m2").write_text(m2(SOUND[0], COUNTABLE["overlap"], SOUND[0]))
    (tmp_path / "r.m2").write_text(m2(SOUND[1], SOUND[1], SOUND[1]))
    runs, listed = scored(markscheme, "--metric", "errant", "--metric", "cleme2")
    assert [run["sentences"] for run in runs] == [3, 2]
    assert [run.get("left_out") for run in runs] == [None, [2]]
    assert "counted by errant as it stands" in listed


@pytest.mark.parametrize("workers", [1, 2])
def test_one_broken_line_of_many_thousands_is_one_note(markscheme, tmp_path, workers):
    many = [SOUND[0]] * 3000
    (tmp_path / "r.m2").write_text(m2(*many))
    many[1999] = [line(4, 400, "R:NOUN", "rug"), UNREADABLE["text"]]
    (tmp_path / "h.m2").write_text(m2(*many))
    [run], listed = scored(markscheme, "--metric", "errant", "--workers", workers)
    assert run["counts"]["tp"] == run["sentences"] == 2999
    assert listed.count("\n") == 2
    assert "h.m2:6000" in listed


def test_strict_refuses_the_file_with_its_line(markscheme, tmp_path):
    (tmp_path / "r.m2").write_text(m2(SOUND[0], SOUND[0]))
    for lines in (COUNTABLE["overlap"], COUNTABLE["outside"], [UNREADABLE["text"]]):
        (tmp_path / "h.m2").write_text(m2(SOUND[0], lines))
        for command in (("score",), ("eval", "compare")):
            refused = markscheme(*command, "h.m2", "--reference", "r.m2", "--metric", "errant", "--strict")
            assert refused.returncode == 2
            assert "h.m2:" in refused.stderr
            assert refused.stderr.count("\n") == 1


def test_a_corpus_without_a_readable_sentence_is_refused(markscheme, tmp_path):
    for name in ("h.m2", "r.m2"):
        (tmp_path / name).write_text(m2([NOOP, UNREADABLE["text"]]))
    refused = markscheme("score", "h.m2", "--reference", "r.m2", "--metric", "errant")
    assert refused.returncode == 2
    assert "no sentence can be scored" in refused.stderr
    for name in ("a.jsonl", "a.tsv"):
        refused = markscheme("convert", "h.m2", name)
        assert refused.returncode == 2
        assert "h.m2:3: this M2 line begins with neither" in refused.stderr
        assert not (tmp_path / name).exists()


def test_convert_leaves_out_the_sentence_and_lists_its_line(markscheme, tmp_path):
    (tmp_path / "a.m2").write_text(m2(SOUND[0], COUNTABLE["overlap"], [NOOP], [UNREADABLE["text"]]))
    for name in ("a.jsonl", "a.tsv"):
        converted = markscheme("convert", "a.m2", name)
        assert converted.returncode == 0, converted.stderr
        assert converted.stderr.count("a.m2:6: this edit overlaps") == 1
        assert converted.stderr.count("a.m2:12: this M2 line begins with neither") == 1
        assert converted.stderr.count("its sentence is left out") == 2
    assert len((tmp_path / "a.jsonl").read_text().splitlines()) == 2
    for name in ("b.jsonl", "b.tsv"):
        refused = markscheme("convert", "a.m2", name, "--strict")
        assert refused.returncode == 2
        assert "a.m2:6: this edit overlaps" in refused.stderr
        assert not (tmp_path / name).exists()


def test_agreement_is_that_of_the_sentences_that_are_sound(markscheme, tmp_path):
    sentences = [
        [line(1, 2, "R:NOUN", "dog"), line(1, 2, "R:NOUN", "dog", 1)],
        [line(2, 3, "R:VERB", "ran"), NOOP[:-1] + "1"],
        [NOOP, line(4, 5, "R:DET", "the", 1)],
    ]
    faulty = [line(0, 2, "R:NOUN", "a dog", 1), line(1, 3, "R:OTHER", "dog ran", 1), NOOP]
    for name, own in (("sound", sentences), ("faulty", [sentences[0], faulty, *sentences[1:]])):
        (tmp_path / name).mkdir()
        (tmp_path / name / "markscheme.toml").write_text('[[exercise]]\nsource = "a.m2"\nreferences = ["a.m2"]\n')
        (tmp_path / name / "a.m2").write_text(m2(*own))
    agreement = ("annotate", "agreement", "--no-credit", "--no-verdicts", "--resamples", 0, "--format", "json")
    results = [markscheme(*agreement, name) for name in ("sound", "faulty")]
    assert [result.returncode for result in results] == [0, 0], results[1].stderr
    assert "a.m2:7: this edit overlaps" in results[1].stderr
    sound, tolerant = (json.loads(result.stdout) for result in results)
    assert sound["alphas"] == tolerant["alphas"] if "alphas" in sound else sound["questions"] == tolerant["questions"]
    refused = markscheme(*agreement, "faulty", "--strict")
    assert refused.returncode == 2
    assert "a.m2:7: this edit overlaps" in refused.stderr
