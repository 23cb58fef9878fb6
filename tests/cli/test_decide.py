"""``markscheme class decide``: a class's answers that no teacher has, decided once, and the marks that follow."""

import datetime
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from cli.at_terminal import TerminalRunner
from exercise_files import exercise
from markscheme.cli.app import app
from markscheme.errors import DocumentError

SOURCE = "Yesterday he go to school .\nShe like tea at home .\nThe weather was nice .\n"
KIM = "Yesterday he went to school .\nShe likes tea at home .\nThe weather was nice .\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three students: two have "walked" for the teacher's "went", and one of them another word that is as good."""
    walked = KIM.replace("went", "walked")
    exercise(
        tmp_path / "class",
        source=SOURCE,
        hypotheses={
            "ada": walked,
            "bo": walked.replace("likes", "like").replace("nice", "fine"),
            "cy": KIM.replace("likes", "liked"),
        },
        references={"kim": KIM},
    )
    return tmp_path / "class"


def decide(*arguments: object, keys: str | None = None) -> str:
    """Return what the command prints; with keys, before a person at a terminal who presses them."""
    runner = CliRunner() if keys is None else TerminalRunner()
    result = runner.invoke(app, ["class", "decide", *map(str, arguments)], input=keys)
    if isinstance(result.exception, DocumentError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def state(folder: Path) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(decide(folder, "--format", "json"))
    return answer


def key_of(folder: Path, answer: str) -> str:
    return next(item["key"] for item in state(folder)["questions"] if item["answer"] == answer)


def marks(folder: Path) -> dict[str, tuple[float, float]]:
    return {item["student"]: (item["points"], item["max"]) for item in state(folder)["marks"]}


def decisions(folder: Path) -> str:
    names = ("accepted.m2", "decisions.m2")
    return "".join((folder / name).read_text() for name in names if (folder / name).exists())


def test_equal_answers_are_one_question_and_what_moves_most_comes_first(folder: Path):
    listed = state(folder)
    assert [(item["answer"], [one["student"] for one in item["students"]]) for item in listed["questions"]] == [
        ("walked", ["ada", "bo"]),
        ("liked", ["cy"]),
        ("fine", ["bo"]),
    ]
    first = listed["questions"][0]
    assert first["sentence"] == "Yesterday he go to school ."
    assert first["teachers"] == [{"names": "Kim", "text": "went"}]
    after = {one["student"]: one["after"] for one in first["students"]}
    assert after["ada"] == {"correct": [2, 2], "partly": [1.5, 2], "wrong": [1, 2], "either": [1, 1]}
    assert {item["student"]: item["range"] for item in listed["marks"]} == {"ada": [1, 2], "bo": [0, 2], "cy": [1, 2]}


@pytest.mark.parametrize(
    ("ruling", "points", "line"),
    [
        ("correct", (2, 2), "accepted by Ms Kim"),
        ("partly", (1.5, 2), "partly by Ms Kim"),
        ("wrong", (1, 2), "wrong by Ms Kim"),
        ("either", (1, 1), "either by Ms Kim"),
    ],
)
def test_a_ruling_gives_every_student_the_mark_that_was_said_before(
    folder: Path, ruling: str, points: tuple[float, float], line: str
):
    said = {one["student"]: one["after"][ruling] for one in state(folder)["questions"][0]["students"]}
    printed = decide(folder, "--author", "Ms Kim", "--answer", f"{key_of(folder, 'walked')}={ruling}")
    assert printed.startswith(f"go → walked: {ruling}\n  Ada: 1 to 2 of 2, 1 answer to decide → ")
    assert marks(folder)["ada"] == points
    assert [list(marks(folder)[name]) for name in ("ada", "bo")] == [said["ada"], said["bo"]]
    assert line in decisions(folder)
    assert "walked" not in [item["answer"] for item in state(folder)["questions"]]


def test_where_either_is_fine_nobody_has_to_change_the_source(folder: Path):
    decide(folder, "--answer", f"{key_of(folder, 'liked')}=either")
    assert marks(folder)["bo"] == (0, 2)
    assert marks(folder)["cy"] == (1, 1)
    assert "optional" in decisions(folder)


def test_keys_at_a_terminal_decide_put_off_and_take_back(folder: Path):
    printed = decide(folder, keys="clu uwweq")
    assert "3 questions left" in printed
    assert "[c]orrect  [p]artly  [w]rong  [e]ither is fine  [a]lways, in all my exercises: then the key" in printed
    assert "[l]ater  [u]ndo  [q]uit c" in printed
    assert "go → walked: open again" in printed
    assert printed.endswith("Nothing is left to decide, 3 of 3 marks final\n")
    assert marks(folder) == {"ada": (1, 2), "bo": (0, 2), "cy": (1, 2)}


def test_the_end_of_the_input_ends_the_questions_and_keeps_what_was_decided(folder: Path):
    assert decide(folder, keys="c").endswith("2 questions left, 1 of 3 marks final\n")
    assert marks(folder)["ada"] == (2, 2)


def test_taking_back_restores_the_files_byte_for_byte(folder: Path):
    (folder / "decisions.m2").write_bytes(
        b"S She like tea at home .\r\nA 1 2|||R:VERB|||love|||REQUIRED|||wrong|||0\r\n\r\n"
    )
    before = (folder / "decisions.m2").read_bytes()
    decide(folder, keys="euq")
    assert (folder / "decisions.m2").read_bytes() == before
    assert not (folder / "accepted.m2").exists()


def test_the_same_answer_in_essays_of_ones_own_is_asked_once(tmp_path: Path):
    for name, rest in (("ada", "in Rome"), ("bo", "with friends")):
        exercise(
            tmp_path / name,
            source=f"I do my homework yesterday {rest} .\n",
            hypotheses={name: f"I made my homework yesterday {rest} .\n"},
            references={"kim": f"I did my homework yesterday {rest} .\n"},
        )
    [question] = state(tmp_path)["questions"]
    assert (question["answer"], question["sentences"]) == ("made", 2)
    decide(tmp_path, "--answer", f"{question['key']}=wrong")
    assert state(tmp_path)["questions"] == []
    assert all((tmp_path / name / "decisions.m2").exists() for name in ("ada", "bo"))


@pytest.fixture
def taste(tmp_path: Path) -> Path:
    """A class of five in which nobody sees why the teacher has "lovely" for "nice", and one misses an error."""
    own = KIM.replace("went", "walked")
    exercise(
        tmp_path / "five",
        source=SOURCE,
        hypotheses={"ada": KIM, "bo": KIM, "cy": KIM, "di": KIM, "ed": own.replace("likes", "like")},
        references={"kim": KIM.replace("nice", "lovely")},
    )
    return tmp_path / "five"


def test_what_the_only_teacher_changes_and_nobody_in_the_class_does_is_open(taste: Path):
    listed = state(taste)
    assert {item["student"]: (item["range"], item["max"]) for item in listed["marks"]} == {
        **dict.fromkeys(("ada", "bo", "cy", "di"), ([2, 3], 3)),
        "ed": ([0, 2], 3),
    }
    first = listed["questions"][0]
    assert (first["verdict"], first["source"], first["rulings"]) == ("missed", "nice", ["needed", "either"])
    assert first["students"][0]["after"] == {"needed": [2, 3], "either": [2, 2]}
    assert len(first["students"]) == 5


@pytest.mark.parametrize(
    ("ruling", "points", "line"), [("needed", (2, 3), "needed by"), ("either", (2, 2), "optional")]
)
def test_a_teachers_taste_is_decided_once_for_all(taste: Path, ruling: str, points: tuple[float, float], line: str):
    decide(taste, "--answer", f"{state(taste)['questions'][0]['key']}={ruling}")
    assert marks(taste)["ada"] == points
    assert line in decisions(taste)
    assert [item["answer"] for item in state(taste)["questions"]] == ["walked"]


def test_a_key_of_another_kind_of_question_is_no_answer(taste: Path):
    key = state(taste)["questions"][0]["key"]
    result = CliRunner().invoke(app, ["class", "decide", str(taste), "--answer", f"{key}=wrong"])
    assert "this can be needed, either, and not wrong" in " ".join(result.output.replace("│", "").split())
    assert decide(taste, keys="wneq").count("[n]eeded  [e]ither is fine") == 1


def test_a_key_is_checked_before_any_student_hands_in(tmp_path: Path):
    folder = exercise(tmp_path / "key", source=SOURCE, references={"kim": KIM.replace("nice", "lovely")}).folder
    printed = decide(folder, "--key", keys="nne")
    assert printed.count("[n]eeded  [e]ither is fine  [t]aste  [o]ther words too") == 3
    assert "Student" not in printed
    assert "nice → lovely: either" in printed
    assert printed.endswith("0 questions left\n")
    assert decisions(folder).count("needed by") == 2
    assert decisions(folder).count("optional by") == 1
    assert decide(folder, "--key", "--list") == "Nothing is left to decide.\n"
    source = exercise(folder, hypotheses=dict.fromkeys(("ada", "bo", "cy", "di"), SOURCE)).folder
    assert state(source)["questions"] == []
    assert marks(source)["ada"] == (0, 2)


@pytest.fixture
def correction(tmp_path: Path) -> Path:
    """A teacher's correction before any student has handed in, of a text with contractions and full stops at words."""
    source = "Yesterday he go to school. She doesn't needs tea. The weather was nice.\n"
    kim = "Yesterday he went to school. She doesn't need tea. The weather was lovely.\n"
    return exercise(tmp_path / "key", source=source, references={"kim": kim}).folder


def test_other_words_are_right_too_in_a_key_that_was_checked(correction: Path):
    printed = decide(correction, "--key", "--author", "Ms Kim", keys="owalked/ was going\nodoesn't need any\nt")
    assert "Other words for “go” that are right too (several: with / between them)" in printed
    assert printed.endswith("0 questions left\n")
    kept = decisions(correction)
    assert "A 2 3|||R:VERB|||walked|||REQUIRED|||accepted by Ms Kim on" in kept
    assert "|||was going|||REQUIRED|||accepted by Ms Kim on" in kept
    assert kept.count("needed by Ms Kim") == 2
    assert "|||nice|||REQUIRED|||not counted by Ms Kim" in kept
    exercise(
        correction,
        hypotheses={
            "ada": "Yesterday he was going to school. She doesn't need tea. The weather was good.\n",
            "bo": "Yesterday he walked to school. She doesn't needs tea. The weather was nice.\n",
        },
    )
    assert state(correction)["questions"] == []
    assert marks(correction) == {"ada": (2, 2), "bo": (1, 2)}


def test_words_that_are_no_other_ones_are_refused_and_typed_ones_taken_back(correction: Path):
    printed = decide(correction, "--key", keys="ogo\no\nowalked\nuq")
    assert "these words are those of the text" in printed
    assert "go → went: open again" in printed
    assert not decisions(correction)
    key = json.loads(decide(correction, "--key", "--format", "json"))["questions"][0]["key"]
    decide(correction, "--key", "--also", f"{key}=walked")
    assert "walked" in decisions(correction)


@pytest.fixture
def own_words(tmp_path: Path) -> Path:
    """A student who mends every error but one in words that the teacher does not have."""
    exercise(
        tmp_path / "own",
        source="He go to school . She like tea . They has a dog . It rain a lot . We is happy .\n",
        hypotheses={
            "ada": "He walks to school . She loves tea . They own a dog . It pours a lot . We was happy .\n",
            "bo": "He walks to school . She likes tea . They have the dog . It rains a lot . We are happy .\n",
        },
        references={"kim": "He goes to school . She likes tea . They have a dog . It rains a lot . We are happy .\n"},
    )
    return tmp_path / "own"


def test_a_text_in_words_of_its_own_is_decided_at_once_but_for_what_is_wrong(own_words: Path):
    printed = decide(own_words, keys="a9\n5\ne")
    assert "Ada: 0 to 5 of 5, 5 answers to decide" in printed
    assert "Give numbers from 1 to 5, such as: 3 p7 e12" in printed
    assert "5 answers: decided" in printed
    assert printed.endswith("Nothing is left to decide, 2 of 2 marks final\n")
    assert marks(own_words) == {"ada": (4, 5), "bo": (5, 5)}


def test_the_answers_of_a_text_can_be_asked_about_one_by_one_and_taken_back(own_words: Path):
    printed = decide(own_words, keys="a\nuowuuq")
    assert "5 answers: open again" in printed
    assert "[c]orrect  [p]artly  [w]rong  [e]ither is fine" in printed
    assert marks(own_words) == {"ada": (0, 5), "bo": (4, 6)}
    assert not decisions(own_words)
    assert "[a]ll right" not in decide(own_words, "--one-by-one", keys="q")


def test_wrong_keys_and_rulings_change_nothing(folder: Path):
    with pytest.raises(DocumentError, match="no open question 'nothing'"):
        decide(folder, "--answer", "nothing=correct")
    result = CliRunner().invoke(app, ["class", "decide", str(folder), "--answer", "x=maybe"])
    assert result.exit_code == 2
    assert "want KEY=RULING with one of correct, partly, wrong, needed, either" in " ".join(
        result.output.replace("│", "").split()
    )
    assert not decisions(folder)
    (empty := folder / "empty").mkdir()
    with pytest.raises(DocumentError, match="no text with a mark"):
        decide(empty)


def test_a_teacher_calls_a_mark_final_whatever_is_open_in_it_and_takes_that_back(folder: Path):
    before = state(folder)
    printed = decide(folder, "--final", "bo=lowest", "--author", "Ms Kim")
    assert printed.startswith("Bo's mark: final, lowest\n  Bo: 0 to 2 of 3, 2 answers to decide → 0 of 3, final")
    mark = next(item for item in state(folder)["marks"] if item["student"] == "bo")
    assert (mark["range"], mark["open"], mark["final"]) == ([0, 0], 0, f"Ms Kim, {datetime.date.today()}")
    asked = {item["answer"]: [one["student"] for one in item["students"]] for item in state(folder)["questions"]}
    assert asked == {"walked": ["ada"], "liked": ["cy"]}
    assert "S bo\nA 0 1|||UNK|||bo|||REQUIRED|||final lowest (e) by Ms Kim on" in decisions(folder)
    assert decide(folder, "--final", "Bo=open").startswith("Bo's mark: open again\n")
    assert state(folder) == before
    assert not decisions(folder)


@pytest.mark.parametrize(("how", "points"), [("as-they-are", 1), ("lowest", 1), ("highest", 2)])
def test_a_final_mark_is_one_number_wherever_marks_are(folder: Path, how: str, points: int):
    decide(folder, "--final", f"ada={how}")
    runner = CliRunner()
    shown = runner.invoke(app, ["review", str(folder / "e.hyp.ada.txt")]).stdout
    assert f"{points} of 2 points" in shown
    assert "to decide" not in shown
    found = json.loads(runner.invoke(app, ["review", str(folder / "e.hyp.ada.txt"), "--format", "json"]).stdout)
    [document] = found["documents"]
    assert not any(item["open"] for item in document["findings"])
    given = runner.invoke(app, ["class", "feedback", str(folder), "--into", str(folder / "out")])
    assert "2 answers of 2 students" not in given.stderr
    assert "3 answers of 2 students are not decided yet" in given.stderr
    page = next((folder / "out").rglob("*ada*.html"), None) or next((folder / "out").rglob("*Ada*.html"))
    assert "to decide" not in page.read_text()


def test_a_text_that_changes_after_its_mark_was_called_final_is_open_again_and_says_so(folder: Path):
    decide(folder, "--final", "ada=highest", "--author", "Ms Kim")
    path = folder / "e.hyp.ada.txt"
    path.write_text(path.read_text().replace("\n", "  \n"))
    assert marks(folder)["ada"] == (2, 2), "white space changes nothing"
    path.write_text(path.read_text().replace("nice", "good"))
    mark = next(item for item in state(folder)["marks"] if item["student"] == "ada")
    assert (mark["range"], mark["open"], mark["final"]) == ([1, 3], 2, None)
    assert mark["reopened"] == f"Ms Kim, {datetime.date.today()}"
    said = CliRunner().invoke(app, ["review", str(path)]).stdout
    assert "the text has changed since, so it is open again" in " ".join(said.split())
    decide(folder, "--final", "ada=lowest")
    assert decisions(folder).count("final") == 1, "the one about the former text is replaced"


def test_what_is_said_of_a_mark_is_checked(folder: Path):
    with pytest.raises(DocumentError, match="no student 'dee' with a mark here"):
        decide(folder, "--final", "dee=lowest")
    result = CliRunner().invoke(app, ["class", "decide", str(folder), "--final", "ada=maybe"])
    assert result.exit_code == 2
    (folder / "decisions.m2").write_text("S ada\nA 0 1|||UNK|||ada|||REQUIRED|||final by Ms Kim on 2026-11-26|||0\n")
    with pytest.raises(DocumentError, match="is no decision"):
        decide(folder, "--final", "ada=lowest")


def give_back(*arguments: object, keys: str | None = None) -> Result:
    runner = CliRunner() if keys is None else TerminalRunner()
    return runner.invoke(app, [str(item) for item in arguments], input=keys)


@pytest.mark.parametrize("command", [("class", "feedback"), ("class", "export")])
def test_giving_back_offers_to_decide_now(folder: Path, command: tuple[str, ...]):
    given = give_back(*command, folder, "--into", folder / "out")
    assert f"note: Decide them now: markscheme class decide {folder}" in given.stderr
    assert "4 answers of 3 students are not decided yet" in given.stderr
    asked = give_back(*command, folder, "--into", folder / "out", keys="dcl qq")
    assert "[d]ecide now  [a]s they are  [l]owest  [h]ighest  [r]ange of the mark  [q]uit d" in asked.stdout
    assert "go → walked: correct" in asked.stdout
    assert "2 answers of 2 students are not decided yet. What is given back?" in asked.stdout
    assert asked.stdout.endswith("Nothing was written.\n")
    assert asked.exit_code == 1
    chosen = give_back(*command, folder, "--into", folder / "out", keys="h")
    assert chosen.exit_code == 0
    assert "not decided yet" not in chosen.stderr
    said = give_back(*command, folder, "--into", folder / "out", "--open", "lowest", keys="")
    assert "What is given back?" not in said.stdout


ASKED = "She needs not any help .\nIt was late .\n"
HELPED = ASKED.replace("needs not any", "needs no")
ANSWERED = ASKED.replace("needs not any", "doesn't need any")


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """Two exercises of a course, of two years, in which a student has another right answer for the same words."""
    for name, rest in (("2025", "help"), ("2026", "new money")):
        exercise(
            tmp_path / "course" / name,
            source=ASKED.replace("help", rest),
            hypotheses={f"ada-{name}": ANSWERED.replace("help", rest)},
            references={"kim": HELPED.replace("help", rest)},
        )
    (tmp_path / "course" / "markscheme.toml").write_text('[marking]\nlanguage = "en"\n')
    return tmp_path / "course"


def test_what_always_holds_holds_in_the_other_exercises_of_the_course(course: Path):
    [first, second] = state(course)["questions"]
    assert [item["answer"] for item in (first, second)] == ["doesn't need any"] * 2
    before = decide(course / "2025", "--list")
    decide(course / "2025", "--author", "Ms Kim", "--always", "--answer", f"{first['key']}=correct")
    written = (course / "course-decisions.m2").read_text().splitlines()
    assert written[0] == "S needs not any"
    assert written[1].startswith("A 0 3|||")
    assert "accepted by Ms Kim on " in written[1]
    assert (course / "2025" / "accepted.m2").exists()
    assert not (course / "2026" / "accepted.m2").exists()
    assert state(course)["questions"] == []
    assert marks(course) == {"ada-2025": (2, 2), "ada-2026": (2, 2)}
    [kept] = state(course / "2026")["course"]
    assert (kept["change"], kept["students"]) == ("needs not any → doesn't need any", ["ada-2026"])
    assert kept["decided"].startswith("accepted, Ms Kim, ")
    assert kept["decided"].endswith(", in all exercises")
    listed = decide(course / "2026", "--list")
    assert "Decided for the course:" in listed
    assert "Decided for the course:" not in before


def test_a_ruling_of_the_exercise_beats_the_courses(course: Path):
    [first, second] = state(course)["questions"]
    decide(course / "2026", "--answer", f"{second['key']}=partly")
    decide(course / "2025", "--always", "--answer", f"{first['key']}=correct")
    assert marks(course) == {"ada-2025": (2, 2), "ada-2026": (0.5, 2)}


def test_a_ruling_of_the_exercise_beats_the_courses_on_a_part_of_the_phrase(course: Path):
    [_, second] = state(course)["questions"]
    decide(course / "2026", "--answer", f"{second['key']}=partly")
    (course / "course-decisions.m2").write_text(
        "S needs not\nA 0 2|||R:VERB|||doesn't need|||REQUIRED|||wrong by Ms Kim on 2099-01-07|||0\n"
    )
    assert marks(course) == {"ada-2025": (0, 2), "ada-2026": (0.5, 2)}


def test_always_is_a_key_and_undo_takes_both_files_back_byte_for_byte(course: Path):
    file = course / "course-decisions.m2"
    file.write_bytes(b"S a  b c\r\nA 1 2|||R:OTHER|||d|||REQUIRED|||wrong by Mr Roy on 2025-01-07|||0\r\n\r\n")
    before = file.read_bytes()
    exercise(course / "2025", hypotheses={"bo": ANSWERED.replace("late", "dark")})
    printed = decide(course / "2025", keys="acuq")
    assert "always, in all my exercises: c" in printed
    assert file.read_bytes() == before
    assert not (course / "2025" / "accepted.m2").exists()
    assert "open again" in printed
    assert decide(course / "2025", keys="acq").endswith("1 question left, 1 of 2 marks final\n")
    assert file.read_bytes() != before
    assert marks(course)["ada-2026"] == (2, 2)


def test_a_single_word_is_known_by_its_neighbours(course: Path):
    """What is right for "a" in one sentence says nothing about each "a" of a course."""
    for name, text in (("2025", "I saw a film ."), ("2026", "I saw a film and a dog .")):
        exercise(
            course / name,
            source=f"{text}\n",
            hypotheses={f"ada-{name}": text.replace("a film", "the film").replace("a dog", "the dog") + "\n"},
            references={"kim": text.replace("a film", "one film").replace("a dog", "one dog") + "\n"},
        )
    first = state(course / "2025")["questions"][0]
    decide(course / "2025", "--always", "--answer", f"{first['key']}=correct")
    assert (course / "course-decisions.m2").read_text().splitlines()[0] == "S saw a film"
    assert [(item["answer"], len(item["students"])) for item in state(course)["questions"]] == [("the", 1)]


def test_where_the_courses_file_is_broken_nothing_is_written(course: Path):
    key = state(course)["questions"][0]["key"]
    file = course / "course-decisions.m2"
    file.write_text("S needs not any\nA 0 3|||R:OTHER|||odd|||REQUIRED|||odd|||0\n")
    with pytest.raises(DocumentError, match="the comment 'odd' is no decision"):
        decide(course, "--always", "--answer", f"{key}=correct")
    assert not (course / "2025" / "accepted.m2").exists()
    assert state(course)["questions"][0]["key"] == key


def test_without_a_markscheme_toml_the_folder_is_the_course(folder: Path):
    decide(folder, "--always", "--answer", f"{key_of(folder, 'walked')}=correct")
    assert (folder / "course-decisions.m2").read_text().splitlines()[0] == "S he go to"


KEY_SOURCE = "She doesn't needs tea. The weather was nice.\n"
KEY_KIM = "She doesn't need tea. The weather was lovely.\n"


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """A course with two exercises, in which a teacher corrects the same phrases."""
    for name, before in (("2025", ""), ("2026", "Yes. ")):
        exercise(tmp_path / "keys" / name, source=f"{before}{KEY_SOURCE}", references={"kim": f"{before}{KEY_KIM}"})
    (tmp_path / "keys" / "markscheme.toml").write_text('[marking]\nlanguage = "en"\n')
    return tmp_path / "keys"


def test_what_is_said_of_a_key_can_hold_always(keys: Path):
    """Other words and taste, too: they hold for the same phrase in the key of another year."""
    printed = decide(keys / "2025", "--key", "--author", "Ms Kim", keys="aodoesn't want any\nat")
    assert "always, in all my exercises: o" in printed
    assert "always, in all my exercises: t" in printed
    kept = (keys / "course-decisions.m2").read_text()
    assert "needed by Ms Kim on " in kept
    assert "accepted by Ms Kim on " in kept
    assert "not counted by Ms Kim on " in kept
    assert decide(keys / "2026", "--key", "--list") == "Nothing is left to decide.\n"
    assert not list((keys / "2026").glob("*.m2"))


def test_words_that_always_hold_are_taken_back_and_a_script_can_give_them(keys: Path):
    printed = decide(keys / "2025", "--key", keys="aodoesn't want any\nuq")
    assert "needs → need: open again" in printed
    assert not list(keys.rglob("*.m2"))
    asked = json.loads(decide(keys / "2025", "--key", "--format", "json"))["questions"]
    decide(keys / "2025", "--key", "--always", "--also", f"{asked[0]['key']}=doesn't want any")
    assert "want any" in (keys / "course-decisions.m2").read_text()


def test_a_mark_is_called_final_beside_what_always_holds(course: Path):
    """The file of decisions that has a final mark holds for its exercise, and the course's for both."""
    question = state(course)["questions"][0]
    decide(course / "2026", "--final", "ada-2026=lowest")
    assert marks(course)["ada-2026"] == (1, 2)
    decide(course / "2025", "--always", "--answer", f"{question['key']}=correct")
    assert "final lowest" in (course / "2026" / "decisions.m2").read_text()
    assert "final" not in (course / "course-decisions.m2").read_text()
    assert marks(course) == {"ada-2025": (2, 2), "ada-2026": (2, 2)}
