"""Wrong uses end with status 2 and one line that says what is wrong, in no library's words."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Command = Callable[..., "subprocess.CompletedProcess[str]"]
M2 = "S He go home .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n"
LIBRARIES = (
    "Input should",
    "Value error",
    "Invalid value",
    "No such",
    "Missing ",
    "argument(s)",
    "Traceback",
    "cattrs",
)

SCORE = "score --hypothesis h.m2 --reference r.m2"
COMPARE = "eval compare --hypothesis h.m2 --reference r.m2"
WRONG: dict[str, str] = {
    # names of commands and options
    "agreement .": "it is markscheme annotate agreement",
    "compare": "it is markscheme eval compare",
    "evaluate seeda": "it is markscheme eval meta",
    "feedback .": "it is markscheme class feedback",
    "schema": "it is markscheme init --schema",
    "class exprt .": "it is markscheme class export",
    "annotate adjudicate tak .": "it is markscheme annotate adjudicate take",
    "eval impara score": "markscheme eval impara --help lists what there is",
    "nonsense": "markscheme --help lists what there is",
    "--nonsense": "markscheme has no option --nonsense",
    "score --hypothesi h.m2": "did you mean --hypothesis?",
    "score -x": "markscheme: score has no option -x",
    "doctor now": "doctor takes no now; markscheme doctor --help",
    "class moderate . . .": "takes no .",
    # what is missing, or too much
    "review": "markscheme: review needs PATH...",
    "convert h.m2": "markscheme: convert needs OUT",
    "score --reference r.m2": "--hypothesis",
    "score --hypothesis": "--hypothesis needs a value",
    "score --hypothesis h.m2": "needs references",
    f"{SCORE} --level corpus --level sentence": "--level is given 2 times",
    f"{SCORE} --per-sentence=3": "--per-sentence takes no value",
    "annotate adjudicate take . --place 1": "--place needs 2 values",
    # values
    f"{SCORE} --metric bleu": "bleu",
    f"{SCORE} --level word": "choose one of corpus, sentence",
    f"{SCORE} --assumption dependent": "errant has no assumption; cleme",
    f"{SCORE} --metric cleme2 --factors 1,2": "hit,wrong,under,over",
    f"{SCORE} --metric cleme2 --factors 1,2,3,x": "over must be a number",
    f"{SCORE} --format docx": "text",
    f"{SCORE} --output x.docx": "x.docx: no format here ends in .docx; end the name in .txt, .json, .csv, .tsv, .md, "
    ".tex, .html, or give --format",
    f"{SCORE} --workers many": "auto",
    f"{SCORE} --on mars": "mars",
    f"{SCORE} --on local:host": "only a cluster has an address",
    f"{SCORE} --set cleme2.level=corpus": "not among those asked for, errant",
    f"{SCORE} --metric cleme2 --set cleme2.level=word": "corpus",
    f"{SCORE} --set errant.nonsense=1": "nonsense",
    f"{SCORE} --set nonsense": "there is no such file of settings",
    f"{SCORE} --output x.xlsx": "no format here ends in .xlsx",
    f"{SCORE} --output x.foo": "no format here ends in .foo",
    f"{SCORE} --beta 1": "it is a setting: --set cleme.beta=VALUE or --set errant.beta=VALUE or --set pt-errant",
    f"{SCORE} --metric gleu,errant --beta 1": "--set errant.beta=VALUE\n",
    f"{SCORE} --metric=errant,credit --beta 1": "--set errant.beta=VALUE or --set credit.beta=VALUE\n",
    f"{SCORE} --per-sentence": "text has no place for them: --format json has, or --sentence-scores FILE",
    f"{COMPARE} --metric gleu --by type": "--by: gleu has no edits, and so no types of them",
    "score": "no system: name its file",
    "eval compare": "no system: name its file",
    "score h.m2 --refs r.m2": "did you mean --reference?",
    "score --hyps h.m2": "did you mean --hypothesis?",
    "score --hypotheses h.m2": "did you mean --hypothesis?",
    "score --hyp h.m2": "did you mean --hypothesis?",
    "score h.m2 --src r.m2": "did you mean --source?",
    "score h.m2 --sources r.m2": "did you mean --source?",
    "score h.m2 --lang r.m2": "did you mean --language?",
    "score h.m2 --colour": "has no option --colour; markscheme score --help lists its options",
    "convert h.m2 --source r.m2": "has no option --source; markscheme convert --help lists its options",
    f"{COMPARE} --level sentence": "it is a setting: --set",
    f"{SCORE} --metric errant,bleu": "bleu",
    "score x*.m2 --reference r.m2": "x*.m2: no file has a name like this",
    "score h.m2 --reference x*.m2": "x*.m2: no file has a name like this",
    "score h.m2 --reference r.m2 two.m2": "two.m2 stands behind --reference r.m2: write --reference before "
    "each of them, or --reference '*.m2'; systems stand before the options",
    "score h.m2 --reference ref.txt refs.txt --source hyp.txt": "or --reference 'ref*.txt'",
    "eval compare --hypothesis h.m2 other/h.m2 --reference r.m2": "other/h.m2 stands behind --hypothesis h.m2",
    "score h.m2 --reference r.m2 --source hyp.txt ref.txt": "stands behind --source hyp.txt: --source takes one file",
    "score A=*.m2 --reference r.m2": "which has one name",
    f"{SCORE} --language xx": "xx",
    f"{SCORE} --column Text": "want ROLE=NAME",
    f"{COMPARE} --resamples x": "--resamples: want a whole number",
    f"{COMPARE} --resamples 0": "--resamples: want at least 1",
    f"{COMPARE} --confidence 2": "--confidence: want at most 0.999",
    f"{COMPARE} --mode exact": "dt",
    f"{COMPARE} --format pdf": "csv",
    "score --hypothesis =h.m2 --reference r.m2": "has no name; write NAME=FILE",
    "score --hypothesis h.m2 --hypothesis other/h.m2 --reference r.m2": "'h'",
    # files
    "score --hypothesis none.m2 --reference r.m2": "none.m2: the file does not exist",
    "score --hypothesis other --reference r.m2": "other: this is a folder, not a file",
    "score --hypothesis h.m2 --reference empty.m2": "empty.m2",
    "score two.m2 --reference r.m2": "r.m2:1: it has 1 sentence where two.m2 has 2",
    "score hyp.txt --reference r.m2 --source two.txt": "it has 1 sentence where the source two.txt has 2",
    "score --hypothesis hyp.txt --reference ref.txt": "--source",
    "score --hypothesis hyp.txt --reference ref.txt --source h.m2 --output nowhere/x.json": "nowhere",
    f"{SCORE} --output h.m2": "h.m2: this file is an input",
    "review none.txt": "none.txt",
    "convert none.m2 out.jsonl": "none.m2",
    "eval meta nonsense --data .": "seeda",
    "eval tune --on nonsense --data .": "gjg15",
    "class export . --criterion Verbs": "want NAME=POINTS",
    "annotate agreement . --format pdf": "csv",
    "init none": "none",
}


@pytest.mark.parametrize(("command", "message"), WRONG.items(), ids=WRONG)
def test_a_wrong_use_ends_in_one_clear_line(tmp_path: Path, markscheme: Command, command: str, message: str):
    (tmp_path / ".git").mkdir()
    (tmp_path / "other").mkdir()
    for name, text in {
        "h.m2": M2,
        "r.m2": M2,
        "other/h.m2": M2,
        "two.m2": f"{M2}\n{M2}",
        "empty.m2": "",
        "two.txt": "He goes home .\n" * 2,
        "hyp.txt": "He goes home .\n",
        "ref.txt": "He goes home .\n",
    }.items():
        (tmp_path / name).write_text(text)
    done = markscheme(*command.split())
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("markscheme: ")
    assert message in f"{line}\n"
    assert not any(words in line for words in LIBRARIES), line
