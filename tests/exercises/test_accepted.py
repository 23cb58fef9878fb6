"""Decision alternatives on disk: what is accepted is read back, and never taken for anything else."""

import datetime
import subprocess
import sys
import threading
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.documents.corpus import Document
from markscheme.documents.files import read_text
from markscheme.documents.m2 import looks_like_m2, read_m2
from markscheme.errors import DocumentError
from markscheme.exercises.decision_files import (
    ACCEPTED_FILE,
    DecisionFolder,
    decide,
    read_accepted,
    withdraw,
)
from markscheme.exercises.decisions import Decision, DecisionKind, Decisions
from markscheme.exercises.discovery import exercises_in, exercises_of
from markscheme.exercises.init.guess import guess
from markscheme.exercises.material import ExerciseMaterials

ACCEPTED = ACCEPTED_FILE.name
DAY = datetime.date(2026, 11, 21)
SOURCE = ("She", "like", "music", ".")
LIKES = Decision(DecisionKind.ACCEPTED, SOURCE, 1, 2, ("likes",), "R:VERB:SVA", "Kim", DAY)
LOVES = Decision(DecisionKind.ACCEPTED, SOURCE, 1, 2, ("loves",), "R:VERB", "Roy", DAY)
THE = Decision(DecisionKind.ACCEPTED, SOURCE, 2, 2, ("the",), "M:DET", "Kim", DAY)
RAINS = Decision(DecisionKind.ACCEPTED, ("It", "rain", "."), 1, 2, ("rains",), "R:VERB:SVA", "Kim", DAY)

TOKENS = st.text(min_size=1, max_size=4)
ODD = st.sampled_from(
    ["|", "||", "|||", "a||b", "a|", "-NONE-", "A", "S", "noop", "", " ", "\n", "\u2028", "\0", "\ud800"]
)
PLAIN = st.sampled_from(["a", "b", "the", "😀", "|a", ",", "S", "A"])


@st.composite
def alternatives(draw: st.DrawFn, tokens: st.SearchStrategy[str] = PLAIN) -> Decision:
    source = tuple(draw(st.lists(tokens, max_size=3)))
    start = draw(st.integers(0, len(source)))
    end = draw(st.integers(start, len(source)))
    replacement = tuple(draw(st.lists(tokens, max_size=2)))
    kind = draw(st.sampled_from(["R:VERB", "R:VERB+M:DET", ""]))
    author = draw(st.sampled_from(["Kim", "Ms O'Hara", "Roy on 2026-01-01", ""]))
    return Decision(
        DecisionKind.ACCEPTED,
        source,
        start,
        end,
        replacement,
        kind,
        author,
        draw(st.sampled_from([DAY, DAY.replace(day=1)])),
    )


def changes(item: Decision) -> bool:
    return item.replacement != item.source[item.start : item.end]


def typed(item: Decision) -> Decision:
    by_place = "M:OTHER" if item.start == item.end else "R:OTHER" if item.replacement else "U:OTHER"
    return attrs.evolve(item, type=item.type or by_place)


@given(st.lists(st.tuples(st.booleans(), alternatives().filter(changes)), max_size=12))
def test_what_is_accepted_and_not_withdrawn_is_read_back(steps: list[tuple[bool, Decision]]):
    text, model = "", {}
    for accepts, item in steps:
        if accepts:
            text = ACCEPTED_FILE.with_decision(text, item)
            model.setdefault(item.topic, typed(item))
        else:
            text = ACCEPTED_FILE.without(text, item)
            model.pop(item.topic, None)
        assert set(read_accepted(text)) == set(model.values())
        assert bool(text) == bool(model)


@given(st.lists(alternatives().filter(changes), unique_by=lambda item: item.topic, max_size=8), st.randoms())
def test_the_text_does_not_tell_in_which_order_things_were_accepted(items: list[Decision], random):
    def written() -> str:
        text = ""
        for item in items:
            text = ACCEPTED_FILE.with_decision(text, item)
        return text

    before = written()
    random.shuffle(items)
    assert written() == before


@given(st.lists(alternatives().filter(changes), min_size=1, max_size=8))
def test_other_readers_of_m2_see_the_same_edits(items: list[Decision]):
    text = ""
    for item in items:
        text = ACCEPTED_FILE.with_decision(text, item)
    assert looks_like_m2(text)
    # errant.commands.compare_m2 reads so
    blocks = [block.split("\n") for block in text.strip("\n").split("\n\n")]
    seen = set()
    for source, *lines in blocks:
        for fields in (line[2:].split("|||") for line in lines):
            assert len(fields) == 6
            start, end = map(int, fields[0].split())
            seen.add((tuple(source[2:].split()), start, end, tuple(fields[2].split())))
    assert seen == {(item.source, item.start, item.end, item.replacement) for item in items}


@given(alternatives(st.one_of(ODD, TOKENS, PLAIN)).filter(changes), st.one_of(ODD, TOKENS))
def test_what_m2_cannot_hold_is_refused_and_the_rest_is_kept(item: Decision, author: str):
    before = ACCEPTED_FILE.with_decision("", LIKES)
    item = attrs.evolve(item, author=author)
    try:
        after = ACCEPTED_FILE.with_decision(before, item)
    except DocumentError:
        return
    assert set(read_accepted(after)) == {LIKES, typed(item)}
    assert read_accepted(after.encode().decode()) == read_accepted(after)


@pytest.mark.parametrize("words", [("a||b",), ("|||",), ("-NONE-",), ("a b",), ("",), ("|",), ("\n",), ("\0",)])
def test_words_with_a_meaning_of_their_own_are_refused(words: tuple[str, ...]):
    with pytest.raises(DocumentError, match="can't be accepted"):
        ACCEPTED_FILE.with_decision("", attrs.evolve(LIKES, replacement=words))


def test_the_file_reads_as_it_was_meant():
    text = ""
    for item in (LOVES, RAINS, THE, LIKES):
        text = ACCEPTED_FILE.with_decision(text, item)
    assert text == (
        "S It rain .\n"
        "A 1 2|||R:VERB:SVA|||rains|||REQUIRED|||accepted by Kim on 2026-11-21|||0\n"
        "\n"
        "S She like music .\n"
        "A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||accepted by Kim on 2026-11-21|||0\n"
        "A 1 2|||R:VERB|||loves|||REQUIRED|||accepted by Roy on 2026-11-21|||1\n"
        "A 2 2|||M:DET|||the|||REQUIRED|||accepted by Kim on 2026-11-21|||0\n"
    )
    assert [item.comment for item in read_m2(text)[1].annotations[1]] == ["accepted by Roy on 2026-11-21"]


def test_who_accepted_first_stays():
    text = ACCEPTED_FILE.with_decision("", LIKES)
    assert ACCEPTED_FILE.with_decision(text, attrs.evolve(LIKES, author="Roy", type="R:OTHER")) == text


def test_a_hand_written_file_is_read_and_its_comments_are_kept():
    text = (
        "S She like music .\nA 1 2|||R:VERB|||loves||likes|||REQUIRED|||see week 3|||0\n\n"
        "S She like music .\nA 2 2|||M:DET|||the|||REQUIRED|||-NONE-|||0\n"
        "A 3 3|||M:ADV|||much|||REQUIRED|||accepted by Kim on 2026-13-45|||7\n"
    )
    found = read_accepted(text)
    assert [(item.replacement, item.author, item.date, item.title) for item in found] == [
        (("likes",), "see week 3", None, "see week 3"),
        (("loves",), "see week 3", None, "see week 3"),
        (("the",), "", None, ""),
        (("much",), "accepted by Kim on 2026-13-45", None, "accepted by Kim on 2026-13-45"),
    ]
    assert set(read_accepted(ACCEPTED_FILE.with_decision(text, RAINS))) == {*found, RAINS}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("S a b\nA 0 5|||R|||x|||REQUIRED|||-NONE-|||0\n", 2),
        ("S a b\nA 0 1|||R|||x|||REQUIRED|||-NONE-|||0\n<<<<<<< mine\n", 3),
        ("S a b\nA 0 1|||UNK|||a|||REQUIRED|||-NONE-|||0\n", 2),
        ("teachers accept this\n", 1),
    ],
)
def test_a_broken_file_is_told_of_with_its_line_and_left_as_it_is(tmp_path: Path, text: str, line: int):
    path = tmp_path / ACCEPTED
    path.write_text(text)
    for change in (decide, withdraw):
        with pytest.raises(DocumentError) as caught:
            change(DecisionFolder(path.parent), LIKES)
        assert (caught.value.path, caught.value.line) == (path, line)
    assert path.read_text() == text


def test_what_changes_nothing_is_not_accepted():
    with pytest.raises(DocumentError, match="nothing to accept"):
        ACCEPTED_FILE.with_decision("", attrs.evolve(LIKES, replacement=("like",)))


def test_a_file_without_alternatives_is_removed_and_nothing_is_left_beside_it(tmp_path: Path):
    path = tmp_path / ACCEPTED
    decide(DecisionFolder(path.parent), LIKES)
    decide(DecisionFolder(path.parent), RAINS)
    withdraw(DecisionFolder(path.parent), RAINS)
    assert read_accepted(read_text(path)) == (LIKES,)
    assert [entry.name for entry in tmp_path.iterdir()] == [ACCEPTED]
    withdraw(DecisionFolder(path.parent), LIKES)
    withdraw(DecisionFolder(path.parent), LIKES)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_told_of(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DocumentError, match="can't be written"):
        decide(DecisionFolder(tmp_path / "file"), LIKES)


def test_two_editors_at_once_lose_nothing(tmp_path: Path):
    path = tmp_path / ACCEPTED
    program = (
        "import sys, pathlib\n"
        "from markscheme.exercises.decisions import Decision, DecisionKind\n"
        "from markscheme.exercises.decision_files import DecisionFolder, decide\n"
        "folder = DecisionFolder(pathlib.Path(sys.argv[1]).parent)\n"
        "for n in range(8):\n"
        "    decide(folder, Decision(DecisionKind.ACCEPTED, ('a',), 0, 1, (sys.argv[2] + str(n),), 'R'))"
    )
    folder = DecisionFolder(tmp_path)
    runs = [subprocess.Popen([sys.executable, "-c", program, str(path), name]) for name in ("kim", "roy")]
    threads = [threading.Thread(target=decide, args=(folder, item)) for item in (LIKES, LOVES, THE, RAINS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [run.wait() for run in runs] == [0, 0]
    assert len(read_accepted(read_text(path))) == 20


def test_a_sentence_is_found_in_a_passage_of_more_and_not_in_a_longer_sentence():
    known = Decisions([LIKES, RAINS])
    joined = (*RAINS.source, *SOURCE)
    assert [(item.decision, item.start, item.end) for item in known.of(joined)] == [(RAINS, 1, 2), (LIKES, 4, 5)]
    assert known.of(("Then", *SOURCE)) == ()
    assert (
        Decisions([Decision(DecisionKind.ACCEPTED, ("I", "see"), 0, 0, ("Oh",), "M")]).of(("I", "see", "him", "."))
        == ()
    )
    assert known.of(()) == ()


def test_what_is_added_between_sentences_is_asked_for_by_no_tokens():
    added = Decision(DecisionKind.ACCEPTED, (), 0, 0, ("Thanks", "."), "M:OTHER", "Kim", DAY)
    assert read_accepted(ACCEPTED_FILE.with_decision("", added)) == (added,)
    known = Decisions([added])
    assert [item.decision for item in known.of(())] == [added]
    assert known.of(SOURCE) == ()


def test_the_alternative_of_a_finding_is_known_by_its_tokens():
    known = Decisions([LIKES, LOVES, THE])
    assert known.at(SOURCE, 1, 2, ("loves",)) == (LOVES,)
    assert known.at(SOURCE, 0, 2, ("She", "likes")) == (LIKES,)
    assert known.at(SOURCE, 1, 2, ("hates",)) == ()


def exercise_in(folder: Path, configuration: str = "") -> Path:
    (folder / "a.src").write_text("She like music .\n")
    (folder / "a.hyp.mei").write_text("She loves music .\n")
    m2 = "S She like music .\nA 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0\n"
    (folder / "key.m2").write_text(m2)
    decide(DecisionFolder(folder), LOVES)
    if configuration:
        (folder / "markscheme.toml").write_text(f"[[exercise]]\n{configuration}\n")
    return folder / ACCEPTED


@pytest.mark.parametrize(
    "configuration",
    [
        'source = "a.src"\nhypotheses = ["a.hyp.*"]\nreferences = ["*.m2"]',
        'source = "a.src"\nhypotheses = ["*"]\nreferences = ["**/*.m2"]',
        'source = "{name}.src"\nhypotheses = ["{name}.hyp.*"]\nreferences = ["[a-k]*.m2"]',
    ],
)
def test_no_glob_takes_it(tmp_path: Path, configuration: str):
    path = exercise_in(tmp_path, configuration)
    [exercise] = exercises_in(tmp_path)
    assert path not in exercise.paths
    assert exercise.decision_path(ACCEPTED_FILE) == path
    assert exercises_of(path) == ()


def test_a_name_in_place_of_a_placeholder_is_not_taken_either(tmp_path: Path):
    path = exercise_in(tmp_path, 'references = ["{name}.m2"]')
    assert path not in {member for exercise in exercises_in(tmp_path) for member in exercise.paths}
    assert exercises_of(path) == ()


@pytest.mark.parametrize("pattern", ["accepted.m2", "*/accepted.m2", "accepted.m2#0"])
def test_a_table_that_names_it_gets_it_as_a_reference_alone(tmp_path: Path, pattern: str):
    folder = tmp_path / "week" if "/" in pattern else tmp_path
    folder.mkdir(exist_ok=True)
    path = exercise_in(folder)
    (tmp_path / "markscheme.toml").write_text(f'[[exercise]]\nreferences = ["{pattern}"]\n')
    [exercise] = exercises_of(path)
    assert exercise.role(path) == "reference"
    assert exercise.decision_path(ACCEPTED_FILE) is None


def test_by_itself_it_is_no_exercise_and_other_files_are(tmp_path: Path):
    path = exercise_in(tmp_path)
    assert exercises_of(path) == ()
    [exercise] = exercises_of(tmp_path / "key.m2")
    assert exercise.decision_path(ACCEPTED_FILE) == path
    assert path not in {member for found in exercises_in(tmp_path) for member in found.paths}


def test_init_leaves_it_out(tmp_path: Path):
    exercise_in(tmp_path)
    assert ACCEPTED not in {row.path for row in guess(tmp_path).rows}


def test_it_goes_with_the_texts_as_it_stands_in_an_editor(tmp_path: Path):
    path = exercise_in(tmp_path)
    [exercise] = exercises_of(tmp_path / "key.m2")

    def material(accepted: str | None):
        def read(asked: Path) -> str:
            return accepted if asked == path and accepted is not None else read_text(asked)

        [found] = ExerciseMaterials(exercise, read).of(None)
        return found

    assert material(None).accepted == Document("accepted", path.read_text(), path, format="m2")
    path.unlink()
    assert material("S unsaved\n").accepted == Document("accepted", "S unsaved\n", path, format="m2")
    assert material(None).accepted is None
    path.write_bytes(b"\xff")
    unreadable = material(None)
    assert unreadable.accepted is None
    assert [problem.path for problem in unreadable.problems] == [path]
