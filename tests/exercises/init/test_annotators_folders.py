"""The set-up of folders that hold annotators' work alone: everybody is an annotator, nobody is a student."""

import json
from pathlib import Path

import pytest

from markscheme.exercises.init.guess import guess

LEARNER = "My sister go to swim on Sundays . She like the sea ."


def people(folder: Path) -> dict[str, set[str]]:
    """Return each exercise's annotators; an assertion fails where a question is open, or there is a student."""
    plan = guess(folder)
    assert not plan.questions
    assert plan.is_annotators
    assert not any(row.role == "hypothesis" for row in plan.rows)
    return {
        exercise.name: {row.person or "" for row in exercise.rows if row.role == "reference"}
        for exercise in plan.exercises
    }


def brat(path: Path, text: str = "", words: str = "goes") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".txt").write_text(f"{LEARNER} {text}")
    path.write_text(f"T1\tVerb 10 12\tgo\n#1\tAnnotatorNotes T1\t{words}\n")


def test_brat_in_a_folder_for_each_annotator(tmp_path: Path, markscheme):
    for person in ("Olga", "Pim"):
        for name in ("letter_1", "letter_2"):
            brat(tmp_path / "corpus" / person / f"{name}.ann", name)
    (tmp_path / "corpus" / "visual.conf").write_text("[labels]\n")
    assert people(tmp_path / "corpus") == {"letter_1": {"Olga", "Pim"}, "letter_2": {"Olga", "Pim"}}
    done = markscheme("init", tmp_path / "corpus")
    assert done.returncode == 0, done.stderr
    assert "2 annotators, 2 exercises" in done.stdout
    assert "markscheme annotate agreement" in done.stdout
    written = (tmp_path / "corpus" / "markscheme.toml").read_text()
    assert 'references = ["{teacher}/letter_1.ann"]' in written
    assert "hypotheses =" not in written
    assert "scheme" not in written.replace("markscheme", "")


@pytest.mark.parametrize("name", ["{text}-{person}.ann", "{person}_{text}.ann", "done/{text}.{person}.ann"])
def test_brat_with_the_annotator_in_the_name(tmp_path: Path, name: str):
    for person in ("rosa", "tariq", "uwe"):
        for text in ("t07", "t08"):
            brat(tmp_path / name.format(person=person, text=text), text)
    assert people(tmp_path) == {text: {"rosa", "tariq", "uwe"} for text in ("t07", "t08")}


def test_uagec_with_its_sources_and_targets(tmp_path: Path):
    for part in ("annotated", "source", "target"):
        (tmp_path / "train" / part).mkdir(parents=True)
    for text in ("10", "11"):
        (tmp_path / "train" / "source" / f"{text}.src.txt").write_text(f"{LEARNER} {text}\n")
        for person in ("x1", "x2"):
            marked = f"{LEARNER} {text}\n".replace("go ", "{go=>goes:::error_type=G/Verb} ")
            (tmp_path / "train" / "annotated" / f"{text}.{person}.ann").write_text(marked)
            (tmp_path / "train" / "target" / f"{text}.{person}.txt").write_text(f"{LEARNER} {text}\n")
    found = people(tmp_path)
    assert [len(names) for names in found.values()] == [2, 2]
    sources = [row.path for row in guess(tmp_path).rows if row.role == "source"]
    assert sources == ["train/source/10.src.txt", "train/source/11.src.txt"]


def test_m2_of_several_annotators(tmp_path: Path, markscheme):
    lines = [f"A 2 3|||Verb|||{words}|||REQUIRED|||-NONE-|||{who}" for who, words in ((0, "goes"), (1, "went"))]
    (tmp_path / "pilot.m2").write_text("\n".join([f"S {LEARNER}", *lines, "", ""]))
    done = markscheme("init", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "M2 of 2 annotators: 0, 1" in done.stdout
    assert "2 annotators, one exercise: pilot." in done.stdout


@pytest.mark.parametrize("name", ["systems/gpt.txt", "systems/gpt/letter.txt", "gpt.txt"])
def test_a_systems_output_beside_annotators_is_a_hypothesis(tmp_path: Path, markscheme, name: str):
    folder = tmp_path / "corpus"
    for person in ("Olga", "Pim"):
        brat(folder / person / "letter.ann", "We was there in time .")
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"{LEARNER} We were there in time .".replace("She like", "She likes"))
    done = markscheme("init", folder)
    assert done.returncode == 0, done.stderr
    assert "2 annotators, 1 hypothesis, one exercise: letter." in done.stdout
    assert "hypothesis  gpt" in done.stdout
    assert "markscheme annotate agreement" in done.stdout
    report = markscheme("annotate", "agreement", folder, "--no-credit", "--no-verdicts", "--resamples", "0")
    assert "the best hypothesis, gpt, reaches" in " ".join(report.stdout.split())


def test_annotators_whose_texts_differ_are_no_annotators_of_one_text(tmp_path: Path):
    for person in ("Olga", "Pim"):
        brat(tmp_path / person / "letter.ann")
    (tmp_path / "Pim" / "letter.txt").write_text(LEARNER.replace("sister", "friend"))
    assert not [row for row in guess(tmp_path).rows if row.label in ("Olga", "Pim") and row.reason.startswith("annot")]


def test_students_beside_annotators_are_students(tmp_path: Path):
    for person in ("Olga", "Pim"):
        brat(tmp_path / "teachers" / f"letter_{person}.ann")
    (tmp_path / "students").mkdir()
    for person in ("Noa", "Max"):
        (tmp_path / "students" / f"{person}.txt").write_text(LEARNER.replace("go to swim", "goes swimming"))
    roles = {row.path.partition("/")[0]: row.role for row in guess(tmp_path).rows if row.takes_part}
    assert roles["students"] == "hypothesis"


def test_wi_json_becomes_m2_of_its_annotators(tmp_path: Path, markscheme):
    edits = [[0, [[10, 12, "goes"]]], [1, [[10, 12, "goes"], [37, 41, "likes"]]]]
    (tmp_path / "team.json").write_text(json.dumps({"id": "1", "text": LEARNER, "edits": edits}) + "\n")
    done = markscheme("init", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "team.m2 has it as M2" in done.stdout
    assert "2 annotators, one exercise: team." in done.stdout
    assert (tmp_path / "team.json").exists()
