"""Decisions of every kind on disk: read back as they were made, merged, replaced and withdrawn."""

import datetime
import threading
from collections.abc import Sequence
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.documents.corpus import Document
from markscheme.documents.files import read_text
from markscheme.documents.m2 import looks_like_m2
from markscheme.errors import DocumentError
from markscheme.exercises.decision_files import (
    ACCEPTED_FILE,
    COURSE_FILE,
    DECISION_FILES,
    DECISIONS_FILE,
    QUESTIONS_FILE,
    DecisionFile,
    DecisionFolder,
    decide,
    read_accepted,
    read_decisions,
    withdraw,
)
from markscheme.exercises.decisions import Decision, DecisionKind, Decisions, Subject, in_force
from markscheme.exercises.discovery import exercises_in, exercises_of
from markscheme.exercises.init.guess import guess
from markscheme.exercises.material import ExerciseMaterials

DAY = datetime.date(2026, 11, 22)
NEXT_DAY = datetime.date(2026, 11, 23)
SOURCE = ("She", "like", "music", ".")
ACCEPTED, PARTLY, WRONG, EITHER, OPTIONAL, NEEDED, NOT_COUNTED = list(DecisionKind)[:7]
SKIPPED = DecisionKind.SKIPPED
WITHOUT_CORRECTION = (Subject.PLACE, Subject.MARK)
LOVES = Decision(ACCEPTED, SOURCE, 1, 2, ("loves",), "R:VERB", "Kim", DAY)
LOVES_IS_WRONG = attrs.evolve(LOVES, kind=WRONG, author="Roy", date=NEXT_DAY)
LIKED = Decision(PARTLY, SOURCE, 1, 2, ("liked",), "R:VERB:TENSE", "Ms Kim", DAY)
THE = Decision(OPTIONAL, SOURCE, 2, 2, ("the",), "M:DET", "Ms Kim", DAY)
VERB = Decision(NOT_COUNTED, SOURCE, 1, 2, ("like",), "UNK", "Mr Roy", DAY)
LATER = Decision(SKIPPED, SOURCE, 1, 2, ("liked",), "R:VERB", "Ms Kim", DAY, "uncovered")
GAP = Decision(NOT_COUNTED, SOURCE, 2, 2, (), "UNK", "Mr Roy", DAY)
KEPT = {ACCEPTED_FILE: LOVES, DECISIONS_FILE: THE, QUESTIONS_FILE: LATER}

PLAIN = st.sampled_from(["a", "b", "the", "😀", "|a", ",", "S", "A"])
ODD = st.sampled_from(["|", "||", "|||", "a||b", "a|", "-NONE-", "noop", "", " ", "\n", "\u2028", "\0", "\ud800"])
ANY = st.one_of(PLAIN, ODD, st.text(min_size=1, max_size=4))


@st.composite
def decisions(draw: st.DrawFn, tokens: st.SearchStrategy[str] = PLAIN) -> Decision:
    source = tuple(draw(st.lists(tokens, max_size=3)))
    start = draw(st.integers(0, len(source)))
    end = draw(st.integers(start, len(source)))
    kind = draw(st.sampled_from(DecisionKind))
    replacement = tuple(draw(st.lists(tokens, max_size=2)))
    author = draw(st.sampled_from(["Kim", "Ms O'Hara", "Roy on 2026-01-01", "Lee by Lee", ""]))
    day = draw(st.sampled_from([DAY, NEXT_DAY]))
    item = Decision(kind, source, start, end, replacement, draw(st.sampled_from(["R:VERB", ""])), author, day)
    if kind.subject is Subject.MARK:
        exercise = draw(st.sampled_from(["week 3", "essay (1)", "e"]))
        return attrs.evolve(item, question=exercise, note=draw(st.sampled_from(["5d41402abc", "00ff00ff00"])))
    if kind.subject is not Subject.QUESTION:
        return item
    question = draw(st.sampled_from(["uncovered", "unchanged-reference", ""]))
    return attrs.evolve(item, question=question, note=draw(st.sampled_from(["too strong?", "a: b", ""])))


def says_something(item: Decision) -> bool:
    return item.kind.subject in (*WITHOUT_CORRECTION, Subject.QUESTION) or not item.changes_nothing


SOUND = decisions().filter(says_something)


def written(item: Decision) -> Decision:
    """The decision as its file has it."""
    if item.kind.subject in WITHOUT_CORRECTION or (item.kind.subject is Subject.QUESTION and item.changes_nothing):
        return attrs.evolve(item, replacement=item.source[item.start : item.end], type="UNK")
    by_place = "M:OTHER" if item.start == item.end else "R:OTHER" if item.replacement else "U:OTHER"
    return attrs.evolve(item, type=item.type or by_place)


def texts_after(items: Sequence[Decision]) -> dict[DecisionFile, str]:
    texts = dict.fromkeys(DECISION_FILES, "")
    for item in items:
        texts = {file: file.with_decision(text, item) for file, text in texts.items()}
    return texts


def read_all(texts: dict[DecisionFile, str]) -> set[Decision]:
    return {item for file, text in texts.items() for item in file.read(text)}


@given(st.lists(st.tuples(st.booleans(), SOUND), max_size=12))
def test_the_last_decision_about_a_topic_stays_until_it_is_withdrawn(steps: list[tuple[bool, Decision]]):
    texts, model = dict.fromkeys(DECISION_FILES, ""), {}
    for decides, item in steps:
        if decides:
            texts = {file: file.with_decision(text, item) for file, text in texts.items()}
            if item.topic not in model or model[item.topic].content != item.content:
                model[item.topic] = written(item)
        else:
            texts = {file: file.without(text, item) for file, text in texts.items()}
            if item.topic in model and model[item.topic].content == item.content:
                del model[item.topic]
        assert read_all(texts) == set(model.values())
        assert all(item.kind in file.kinds for file, text in texts.items() for item in file.read(text))


@given(st.lists(SOUND, unique_by=lambda item: item.topic, max_size=8), st.randoms())
def test_the_texts_do_not_depend_on_the_order_of_decisions(items: list[Decision], random):
    before = texts_after(items)
    random.shuffle(items)
    assert texts_after(items) == before


@given(
    st.lists(SOUND, unique_by=lambda item: item.topic, max_size=5),
    st.lists(SOUND, unique_by=lambda item: item.topic, max_size=5),
)
def test_the_lines_of_two_people_can_be_put_into_one_file(kims: list[Decision], roys: list[Decision]):
    for file in DECISION_FILES:
        own, other = ([item for item in items if item.kind in file.kinds] for items in (kims, roys))
        merged = "\n".join(texts_after(items)[file] for items in (own, other))
        assert {(item.kind, item.topic) for item in file.read(merged)} == {
            (item.kind, item.topic) for item in (*own, *other)
        }


def test_lines_of_one_sentence_may_overlap_whatever_their_number():
    text = (
        "S She like music .\n"
        "A 1 2|||UNK|||like|||REQUIRED|||not counted by Mr Roy on 2026-11-22|||0\n"
        "A 1 2|||R:VERB:TENSE|||liked|||REQUIRED|||partly by Ms Kim on 2026-11-22|||0\n"
        "A 1 3|||R:OTHER|||is musical|||REQUIRED|||wrong by Ms Kim on 2026-11-22|||0\n"
    )
    musical = Decision(WRONG, SOURCE, 1, 3, ("is", "musical"), "R:OTHER", "Ms Kim", DAY)
    assert set(read_decisions(text)) == {VERB, LIKED, musical}


@given(st.lists(SOUND.filter(lambda item: item.kind in DECISIONS_FILE.kinds), min_size=1, max_size=8))
def test_other_readers_of_m2_see_the_same_edits(items: list[Decision]):
    text = texts_after(items)[DECISIONS_FILE]
    assert looks_like_m2(text)
    # errant.commands.compare_m2 reads so
    seen = set()
    for source, *lines in (block.split("\n") for block in text.strip("\n").split("\n\n")):
        for fields in (line[2:].split("|||") for line in lines):
            assert len(fields) == 6
            start, end = map(int, fields[0].split())
            seen.add((tuple(source[2:].split()), start, end, fields[1] == "UNK", tuple(fields[2].split())))
    assert seen == {
        (item.source, item.start, item.end, item.kind.subject in WITHOUT_CORRECTION, item.replacement)
        for item in read_decisions(text)
    }


@given(decisions(ANY).filter(says_something), ANY)
def test_what_m2_cannot_hold_is_rejected_and_the_rest_is_kept(item: Decision, author: str):
    item = attrs.evolve(item, author=author)
    for file in (file for file in DECISION_FILES if item.kind in file.kinds):
        kept = KEPT[file]
        try:
            text = file.with_decision(file.with_decision("", kept), item)
        except DocumentError:
            continue
        assert set(file.read(text)) == {kept, written(item)}
        assert file.read(text.encode().decode()) == file.read(text)


def test_the_file_is_readable_for_people():
    assert texts_after([THE, LIKED, GAP, VERB, LOVES_IS_WRONG])[DECISIONS_FILE] == (
        "S She like music .\n"
        "A 1 2|||UNK|||like|||REQUIRED|||not counted by Mr Roy on 2026-11-22|||0\n"
        "A 1 2|||R:VERB:TENSE|||liked|||REQUIRED|||partly by Ms Kim on 2026-11-22|||1\n"
        "A 1 2|||R:VERB|||loves|||REQUIRED|||wrong by Roy on 2026-11-23|||2\n"
        "A 2 2|||UNK||||||REQUIRED|||not counted by Mr Roy on 2026-11-22|||0\n"
        "A 2 2|||M:DET|||the|||REQUIRED|||optional by Ms Kim on 2026-11-22|||1\n"
    )


@pytest.mark.parametrize(
    ("comment", "kind", "author", "date"),
    [
        ("optional by Ms Kim on 2026-11-22", OPTIONAL, "Ms Kim", DAY),
        ("optional on 2026-11-22", OPTIONAL, "", DAY),
        ("wrong by Ms Kim", WRONG, "Ms Kim", None),
        ("partly", PARTLY, "", None),
    ],
)
def test_name_and_date_may_be_left_out(comment: str, kind: DecisionKind, author: str, date: datetime.date | None):
    text = f"S a b\nA 0 1|||R|||x|||REQUIRED|||{comment}|||0\n"
    item = Decision(kind, ("a", "b"), 0, 1, ("x",), "R", author, date)
    assert read_decisions(text) == (item,)
    assert read_decisions(DECISIONS_FILE.with_decision(text, THE)) == (THE, item)


def test_a_place_that_is_not_counted_needs_no_sensible_correction():
    text = "S She like music .\nA 1 2|||R:VERB|||likes|||REQUIRED|||not counted by Mr Roy on 2026-11-22|||0\n"
    assert read_decisions(text) == (VERB,)
    assert DECISIONS_FILE.without(text, attrs.evolve(VERB, replacement=("loves",))) == ""


@pytest.mark.parametrize(
    ("lines", "line", "problem"),
    [
        ("A 0 5|||R|||x|||REQUIRED|||optional|||0", 2, "outside its sentence"),
        ("A 0 1|||R|||x|||REQUIRED|||optional|||0\n<<<<<<< mine", 3, "neither"),
        ("A 0 1|||R|||x|||REQUIRED|||-NONE-|||0", 2, "the comment '' is no decision"),
        ("A 0 1|||R|||x|||REQUIRED|||optional|||0\nA 1 1|||M|||x|||REQUIRED|||perhaps by Kim|||0", 3, "is no decision"),
        ("A 0 1|||R|||x|||REQUIRED|||accepted by Kim on 2026-11-22|||0", 2, "is no decision"),
        ("A 0 1|||R|||x|||REQUIRED|||wrong by Kim on 2026-13-45|||0", 2, "2026-13-45 is no date"),
        ("A 0 1|||UNK|||a|||REQUIRED|||partly by Kim on 2026-11-22|||0", 2, "'partly' must be a correction"),
    ],
)
def test_a_broken_line_is_reported_and_the_file_stays_as_it_is(tmp_path: Path, lines: str, line: int, problem: str):
    path = tmp_path / DECISIONS_FILE.name
    path.write_text(f"S a b\n{lines}\n")
    for change in (decide, withdraw):
        with pytest.raises(DocumentError, match=problem) as caught:
            change(DecisionFolder(tmp_path), THE)
        assert (caught.value.path, caught.value.line) == (path, line)
    assert path.read_text() == f"S a b\n{lines}\n"


def test_an_unknown_comment_is_answered_with_the_known_ones():
    with pytest.raises(DocumentError) as caught:
        read_decisions("S a b\nA 0 1|||R|||x|||REQUIRED|||accepted by Kim on 2026-11-22|||0\n", Path("decisions.m2"))
    assert str(caught.value) == (
        "decisions.m2:2: the comment 'accepted by Kim on 2026-11-22' is no decision. "
        "Write 'KIND by NAME on YYYY-MM-DD', where KIND is 'partly', 'wrong', 'either', 'optional', "
        "'needed' or 'not counted'. "
        "What is 'accepted' stands in accepted.m2"
    )


def test_what_changes_nothing_is_a_decision_about_a_place_alone():
    with pytest.raises(DocumentError, match="nothing to decide"):
        DECISIONS_FILE.with_decision("", attrs.evolve(THE, replacement=()))
    assert read_decisions(DECISIONS_FILE.with_decision("", GAP)) == (GAP,)


def test_a_contrary_decision_replaces_the_earlier_one_in_the_other_file(tmp_path: Path):
    folder = DecisionFolder(tmp_path)
    accepted, others = (tmp_path / file.name for file in (ACCEPTED_FILE, DECISIONS_FILE))
    decide(folder, LOVES)
    before = accepted.read_bytes()
    decide(folder, THE)
    assert accepted.read_bytes() == before
    decide(folder, LOVES_IS_WRONG)
    assert not accepted.exists()
    assert set(read_decisions(read_text(others))) == {THE, LOVES_IS_WRONG}
    decide(folder, LOVES)
    assert accepted.read_bytes() == before
    withdraw(folder, THE)
    assert [entry.name for entry in tmp_path.iterdir()] == [ACCEPTED_FILE.name]


def test_withdrawing_restores_nothing(tmp_path: Path):
    folder = DecisionFolder(tmp_path)
    decide(folder, LOVES)
    decide(folder, LOVES_IS_WRONG)
    withdraw(folder, LOVES)
    assert read_decisions(read_text(tmp_path / DECISIONS_FILE.name)) == (LOVES_IS_WRONG,)
    withdraw(folder, LOVES_IS_WRONG)
    assert list(tmp_path.iterdir()) == []


def test_a_broken_file_of_the_other_kinds_keeps_both_as_they_are(tmp_path: Path):
    (tmp_path / ACCEPTED_FILE.name).write_text("teachers accept this\n")
    with pytest.raises(DocumentError) as caught:
        decide(DecisionFolder(tmp_path), LOVES_IS_WRONG)
    assert caught.value.path == tmp_path / ACCEPTED_FILE.name
    assert [entry.name for entry in tmp_path.iterdir()] == [ACCEPTED_FILE.name]
    decide(DecisionFolder(tmp_path), THE)


def test_a_document_with_the_name_of_such_a_file_is_never_written(tmp_path: Path):
    key = tmp_path / ACCEPTED_FILE.name
    key.write_text(ACCEPTED_FILE.with_decision("", LOVES))
    folder, before = DecisionFolder(tmp_path, frozenset([key])), key.read_bytes()
    decide(folder, LOVES_IS_WRONG)
    with pytest.raises(DocumentError, match="has the name of the file of accepted alternatives"):
        decide(folder, LOVES)
    assert key.read_bytes() == before


def test_decisions_at_once_lose_nothing_and_leave_no_contrary_ones(tmp_path: Path):
    items = [attrs.evolve(LOVES, kind=kind) for kind in (ACCEPTED, PARTLY, WRONG)] + [THE, GAP, VERB, LIKED]
    threads = [threading.Thread(target=decide, args=(DecisionFolder(tmp_path), item)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    texts = {file: read_text(path) for file in DECISION_FILES if (path := tmp_path / file.name).exists()}
    stored = read_all(texts)
    assert {THE, GAP, VERB, LIKED} < stored
    assert len(stored) == 5


@pytest.mark.parametrize(
    ("items", "kinds"),
    [
        ([LOVES, LOVES_IS_WRONG], [WRONG]),
        ([attrs.evolve(LOVES, date=NEXT_DAY), attrs.evolve(LOVES_IS_WRONG, date=DAY)], [ACCEPTED]),
        ([LOVES, attrs.evolve(LOVES_IS_WRONG, date=DAY)], [ACCEPTED]),
        ([attrs.evolve(LOVES, date=None), attrs.evolve(LOVES_IS_WRONG, date=DAY)], [WRONG]),
        ([LOVES, attrs.evolve(LOVES, kind=OPTIONAL, date=NEXT_DAY)], [ACCEPTED, OPTIONAL]),
        ([LOVES, VERB, LOVES_IS_WRONG], [NOT_COUNTED, WRONG]),
    ],
)
def test_of_contrary_decisions_the_later_one_counts(items: list[Decision], kinds: list[DecisionKind]):
    for order in (items, items[::-1]):
        known = Decisions(order)
        assert sorted(item.kind.value for item in known.of(SOURCE)) == sorted(kind.value for kind in kinds)
        assert len(known) == len(kinds)


@given(st.lists(SOUND, max_size=8), st.randoms())
def test_what_counts_does_not_depend_on_the_order(items: list[Decision], random):
    shuffled = random.sample(items, len(items))
    assert set(in_force(items)) == set(in_force(shuffled))
    by_topic = {item.topic: item.kind for item in in_force(items)}
    assert by_topic.keys() == {item.topic for item in items}
    assert all(by_topic[item.topic] is item.kind for item in in_force(items))


def test_a_passage_has_the_decisions_about_its_sentences():
    joined = ("It", "rain", ".", *SOURCE)
    loves = attrs.evolve(LOVES, source=joined, start=4, end=5)
    same_day = attrs.evolve(loves, kind=WRONG)
    assert [item.kind for item in Decisions([LOVES, same_day]).of(joined)] == [WRONG]
    assert [item.kind for item in Decisions([LOVES, same_day]).of(SOURCE)] == [ACCEPTED]
    known = Decisions([loves, LOVES_IS_WRONG, THE, VERB, GAP])
    placed = [(item.kind, item.start, item.end) for item in known.of(joined)]
    assert placed == [(WRONG, 4, 5), (OPTIONAL, 5, 5), (NOT_COUNTED, 4, 5), (NOT_COUNTED, 5, 5)]
    assert known.of(("Then", *SOURCE)) == ()


def test_accepted_alternatives_are_found_among_others_and_overruled_by_them():
    known = Decisions([LOVES, LIKED, THE, VERB])
    assert [item.decision for item in known.only(ACCEPTED).of(SOURCE)] == [LOVES]
    assert len(known.only(ACCEPTED)) == 1
    assert len(Decisions([LOVES, LOVES_IS_WRONG]).only(ACCEPTED)) == 0
    joined = ("It", "rain", ".", *SOURCE)
    early = attrs.evolve(LOVES, source=joined, start=4, end=5)
    assert Decisions([early, LOVES_IS_WRONG]).only(ACCEPTED).of(joined) == ()


def test_the_decisions_about_a_correction_are_found_by_its_words():
    known = Decisions([LOVES_IS_WRONG, LIKED, THE, VERB])
    assert known.at(SOURCE, 1, 2, ("loves",)) == (LOVES_IS_WRONG,)
    assert known.at(SOURCE, 0, 2, ("She", "liked")) == (LIKED,)
    assert known.at(SOURCE, 1, 2, ("like",)) == ()


def test_each_kind_has_a_subject_and_one_file():
    assert {kind.subject for kind in DecisionKind} == set(Subject)
    assert sorted(kind.value for file in DECISION_FILES for kind in file.kinds) == sorted(
        kind.value for kind in DecisionKind
    )


def exercise_in(folder: Path, configuration: str = "") -> Path:
    (folder / "a.src").write_text("She like music .\n")
    (folder / "a.hyp.mei").write_text("She loves music .\n")
    m2 = "S She like music .\nA 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0\n"
    (folder / "key.m2").write_text(m2)
    decide(DecisionFolder(folder), THE)
    if configuration:
        (folder / "markscheme.toml").write_text(f"[[exercise]]\n{configuration}\n")
    return folder / DECISIONS_FILE.name


@pytest.mark.parametrize("references", ["*.m2", "**/*.m2", "[a-k]*.m2"])
def test_no_glob_takes_it(tmp_path: Path, references: str):
    path = exercise_in(tmp_path, f'source = "a.src"\nhypotheses = ["a.hyp.*"]\nreferences = ["{references}"]')
    [exercise] = exercises_in(tmp_path)
    assert path not in exercise.paths
    assert exercise.decision_path(DECISIONS_FILE) == path
    assert exercises_of(path) == ()


def test_a_table_that_names_it_gets_it_as_a_reference_alone(tmp_path: Path):
    path = exercise_in(tmp_path, 'references = ["decisions.m2"]')
    [exercise] = exercises_of(path)
    assert exercise.role(path) == "reference"
    assert exercise.decision_path(DECISIONS_FILE) is None
    assert exercise.decision_path(ACCEPTED_FILE) == tmp_path / ACCEPTED_FILE.name


def test_by_itself_it_is_no_exercise_and_init_leaves_it_out(tmp_path: Path):
    path = exercise_in(tmp_path)
    assert exercises_of(path) == ()
    assert path not in {member for found in exercises_in(tmp_path) for member in found.paths}
    assert path.name not in {row.path for row in guess(tmp_path).rows}


def test_it_goes_with_the_texts_as_it_stands_in_an_editor(tmp_path: Path):
    path = exercise_in(tmp_path)
    [exercise] = exercises_of(tmp_path / "key.m2")

    def material(text: str | None):
        def read_open(place: Path) -> str:
            return text if place == path and text is not None else read_text(place)

        [found] = ExerciseMaterials(exercise, read_open).of(None)
        return found

    assert material(None).decisions == Document("decisions", path.read_text(), path, format="m2")
    known, problems = material(None).read_decisions()
    assert ([item.decision for item in known.of(SOURCE)], problems) == ([THE], ())
    decide(DecisionFolder(tmp_path), LOVES)
    known, problems = material("S unsaved\nA 0 1|||R|||x|||REQUIRED|||maybe|||0\n").read_decisions()
    assert [item.decision for item in known.of(SOURCE)] == [LOVES]
    assert [(problem.path, problem.line) for problem in problems] == [(path, 2)]
    path.write_bytes(b"\xff")
    unreadable = material(None)
    assert unreadable.decisions is None
    assert [problem.path for problem in unreadable.problems] == [path]
    path.unlink()
    assert (material(None).decisions, material(None).problems) == (None, ())


def test_the_accepted_file_is_read_as_before():
    text = "S a b\nA 0 1|||R|||x|||REQUIRED|||wrong by Kim on 2026-11-22|||0\n"
    [item] = read_accepted(text)
    assert (item.kind, item.author, item.date) == (ACCEPTED, "wrong by Kim on 2026-11-22", None)


COURSE = attrs.evolve(LOVES_IS_WRONG, source=("like", "music"), start=0, end=1, always=True)


def test_what_the_course_decides_holds_wherever_its_words_follow_each_other():
    known = Decisions([COURSE])
    passage = ("They", "like", "music", "and", "like", "music", "a", "lot")
    assert [(item.start, item.end) for item in known.of(passage)] == [(1, 2), (4, 5)]
    assert known.of(("They", "like", "good", "music")) == ()
    assert [item.kind for item in Decisions([COURSE, LOVES]).of(SOURCE)] == [ACCEPTED]


@given(st.lists(SOUND, max_size=8), st.lists(SOUND, max_size=8), st.lists(PLAIN, max_size=6).map(tuple), st.randoms())
def test_an_exercises_own_decisions_count_as_if_there_were_none_of_the_course(
    own: list[Decision], items: list[Decision], source: tuple[str, ...], random
):
    course = [attrs.evolve(item, always=True) for item in items]
    without, together = Decisions(own), [*own, *course]
    for passage in (source, *(item.source for item in own)):
        decided = without.of(passage)
        found = Decisions(together).of(passage)
        assert set(Decisions(random.sample(together, len(together))).of(passage)) == set(found)
        assert tuple(item for item in found if not item.decision.always) == decided
        kinds = {item.topic: item.kind for item in decided}
        assert all(kinds.get(item.topic, item.kind) is item.kind for item in found)


@given(st.lists(SOUND.filter(lambda item: item.kind in COURSE_FILE.kinds), max_size=8))
def test_the_courses_file_says_what_was_decided_by_whom_and_when(items: list[Decision]):
    text, expected = "", dict[object, Decision]()
    for item in items:
        own = attrs.evolve(item, always=True)
        text = COURSE_FILE.with_decision(text, own)
        before = expected.get(own.topic)
        expected[own.topic] = before if before is not None and before.equals(own) else written(own)
    assert set(COURSE_FILE.read(text)) == set(expected.values())
    for item in items:
        text = COURSE_FILE.without(text, attrs.evolve(item, always=True))
    assert text == ""
