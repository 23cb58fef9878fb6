"""What a folder's files are taken for, and the configuration drafted from it."""

import re
import string
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents.formats.word_processors.documents import compound_file, content, open_document
from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.files import MARK_LINE, read_text
from markscheme.documents.folders import CONFIGURATION
from markscheme.documents.places import TextEdit, corrected_text
from markscheme.documents.word_writing import write_corpus
from markscheme.errors import DocumentError
from markscheme.exercises.configuration import check_configuration
from markscheme.exercises.discovery import configured_exercises
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.init.draft import Content, draft, planned_contents, read_contents, tables
from markscheme.exercises.init.guess import guess
from markscheme.exercises.init.plan import Choices, PlannedFile, SetUpPlan
from markscheme.exercises.material import ExerciseMaterials
from markscheme.languages.segments import Span

TEXT = "Last week I go to the market with my sister .\nShe like the apples there , and me too .\n"
OTHER = "The committee decides about all prizes at noon .\nNobody knows which rules apply .\n"
M2 = "S She like it .\nA 1 2|||R:VERB|||likes|||REQUIRED|||-NONE-|||0\n\nS I agree .\n"
TWO = M2 + "A 1 2|||R:VERB|||agreed|||REQUIRED|||-NONE-|||1\n"


def write(folder: Path, *names: str, text: str = TEXT) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def write_word(folder: Path, *names: str, text: str = TEXT.strip(), changes: int = 1, author: str = "Kim") -> None:
    """Word documents with tracked changes of a text's first words, by an author or, parted by commas, by several."""
    starts = [match.start() for match in re.finditer(r"\w+", text)]
    edits = tuple(TextEdit(Span(at, at), "so ") for at in starts)
    authors = author.split(",") if changes else []
    corrections = tuple(Correction(name, corrected_text(text, edits[:changes]), edits[:changes]) for name in authors)
    data = write_corpus(Corpus((Entry("", text, references=corrections),), tokenised=False))
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


Exercises = list[tuple[str, str | None, list[str], list[str]]]


def proposed(plan: SetUpPlan) -> Exercises:
    """Each exercise with its files; a set of own essays is one."""
    return [
        (
            item.name,
            next((row.path for row in item.of_role("source", "complete")), None),
            [row.pattern for row in item.of_role("reference", "complete")],
            [row.pattern for row in item.of_role("hypothesis")],
        )
        for item in plan.exercises
    ]


def drafted(plan: SetUpPlan) -> list[tuple[str | None, str | None, tuple[str, ...], tuple[str, ...]]]:
    return [(item.name, item.source, item.references, item.hypotheses) for item in tables(plan)]


def read_back(plan: SetUpPlan) -> tuple[Exercise, ...]:
    """The exercises of the drafted text, without writing it."""
    return tuple(item for item, _ in read_contents(plan.folder, draft(plan)))


def rows(plan: SetUpPlan) -> dict[str, PlannedFile]:
    """The row of each file that is not parted by authors."""
    return {row.path: row for row in plan.rows}


def reasons(plan: SetUpPlan) -> dict[str, str]:
    """Why each file is what it is, or is left out."""
    return {row.path: row.reason for row in plan.rows}


def left_out(plan: SetUpPlan) -> set[str]:
    return {row.path for row in plan.rows if not row.takes_part}


def files_of(content: Content) -> tuple[object, ...]:
    sides = ({(item.path, item.author) for item in side} for side in (content.references, content.hypotheses))
    return content.source, *sides


def agree(plan: SetUpPlan) -> None:
    """What is read back is what was planned, file for file; every file that was seen has a row."""
    text = draft(plan)
    assert check_configuration(text) == ()
    read = [content for _, content in read_contents(plan.folder, text)] if text else []
    planned = [content for exercise in plan.exercises for content in planned_contents(exercise)]
    assert len(read) == len(planned), text
    for one in planned:
        assert files_of(one) in map(files_of, read), (one, read, text)
    keys = [row.key for row in plan.rows]
    assert len(keys) == len(set(keys))
    assert all((plan.folder / row.path).exists() for row in plan.rows)


def test_a_class_folder_is_one_exercise(tmp_path: Path):
    students = [f"week-3/student-{number:02}.txt" for number in range(40)]
    write(tmp_path, "week-3/task.txt", "week-3/teacher-a.txt", "week-3/teacher-b.txt", *students)
    plan = guess(tmp_path)
    assert drafted(plan) == [
        ("week-3", "week-3/task.txt", ("week-3/teacher-{teacher}.txt",), ("week-3/student-{student}.txt",)),
    ]
    assert left_out(plan) == set()
    agree(plan)


def test_students_without_a_word_in_their_names_are_known_by_the_sources_words(tmp_path: Path):
    write(tmp_path, "essay/original.txt", "essay/teacher.txt", "essay/mei.txt", "essay/ana.txt")
    write(tmp_path, "essay/marks.txt", text=OTHER)
    plan = guess(tmp_path)
    assert proposed(plan) == [
        ("essay", "essay/original.txt", ["essay/teacher.txt"], ["essay/ana.txt", "essay/mei.txt"])
    ]
    assert left_out(plan) == {"essay/marks.txt"}
    assert reasons(plan)["essay/marks.txt"] == "it shares no text with the other files"
    assert drafted(plan)[0][3] == ("essay/{student}.txt",)
    agree(plan)


@pytest.mark.parametrize("source", ["source.txt", "task.txt", "Original.txt", "prompts/week.txt", "src/week.txt"])
@pytest.mark.parametrize("hypotheses", ["students", "class", "submissions", "corrected", "hyp"])
@pytest.mark.parametrize("references", ["teachers/kim.txt", "gold.txt", "references/a.txt", "teacher_kim.txt"])
def test_folders_and_files_named_by_their_role(tmp_path: Path, source: str, hypotheses: str, references: str):
    write(tmp_path, source, references, f"{hypotheses}/mei.txt", f"{hypotheses}/ana.txt")
    plan = guess(tmp_path)
    assert drafted(plan) == [
        (
            tmp_path.name,
            source,
            (references.replace("kim", "{teacher}").replace("/a", "/{teacher}"),),
            (f"{hypotheses}/{{student}}.txt",),
        )
    ]  # fmt: skip
    agree(plan)


def test_the_one_text_beside_teachers_and_students_is_the_source(tmp_path: Path):
    write(tmp_path, "letter.txt", "teacher-kim.txt", "students/mei.txt")
    plan = guess(tmp_path)
    assert proposed(plan)[0][1] == "letter.txt"
    agree(plan)


def test_naming_conventions(tmp_path: Path):
    write(tmp_path, "letter.src.txt", "letter.hyp.mei.txt", "letter.ref.kim.txt", "letter.ref.roy.txt")
    write(tmp_path, "dev/dev.src", "dev/dev.ref0", "dev/dev.ref1", "dev/dev.spellchecked.src")
    plan = guess(tmp_path)
    assert drafted(plan) == [
        ("dev", "dev/dev.src", ("dev/dev.ref{teacher}",), ("dev/dev.{student}.src",)),
        ("letter", "letter.src.txt", ("letter.ref.{teacher}.txt",), ("letter.hyp.{student}.txt",)),
    ]
    agree(plan)


def test_names_by_convention_without_a_source_are_left_out(tmp_path: Path):
    write(tmp_path, "essay.hyp.mei.txt", "essay.ref.kim.txt")
    plan = guess(tmp_path)
    assert plan.exercises == ()
    assert set(reasons(plan).values()) == {"the text that it corrects is not there"}


def test_systems_beside_a_corpus(tmp_path: Path):
    write(tmp_path, "dev.src", "dev.ref0", "dev.ref1", "systems/T5.txt", "systems/PIE.txt")
    write(tmp_path, "systems/log.txt", text=OTHER)
    plan = guess(tmp_path)
    assert proposed(plan) == [("dev", "dev.src", ["dev.ref0", "dev.ref1"], ["systems/PIE.txt", "systems/T5.txt"])]
    agree(plan)


def test_a_folder_of_systems_with_its_references(tmp_path: Path):
    systems = ["outputs/BART.txt", "outputs/GPT-3.5.txt", "outputs/T5.txt"]
    write(tmp_path, "outputs/INPUT.txt", "outputs/REF-F.txt", "outputs/REF-M.txt", *systems)
    write(tmp_path, "scores.txt", text="0.1\n0.2\n")
    plan = guess(tmp_path)
    assert drafted(plan) == [
        (tmp_path.name, "outputs/INPUT.txt", ("outputs/REF-{teacher}.txt",), ("outputs/{student}.txt",))
    ]
    agree(plan)


def test_a_version_of_the_source_is_one_of_the_hypotheses(tmp_path: Path):
    """As in GMEG: a file for each side without an ending, and the source with more errors beside it."""
    write(tmp_path, "source", "source+error", "amu", "lstm-r", "ref0", "ref1")
    plan = guess(tmp_path)
    assert [(source, references, hypotheses) for _, source, references, hypotheses in proposed(plan)] == [
        ("source", ["ref0", "ref1"], ["amu", "lstm-r", "source+error"])
    ]
    agree(plan)


def test_sources_of_other_words_are_no_versions_of_one(tmp_path: Path):
    write(tmp_path, "source", "ref0", "amu")
    write(tmp_path, "source-b", text=OTHER)
    plan = guess(tmp_path)
    assert proposed(plan) == [(tmp_path.name, "source", ["ref0"], ["amu"])]
    assert left_out(plan) == {"source-b"}


def test_a_glob_takes_no_configuration(tmp_path: Path):
    """The file that is written is in the folder when its globs are read."""
    write(tmp_path, "source", "amu", "ref0")
    (tmp_path / CONFIGURATION).write_text(
        '[[exercise]]\nsource = "source"\nreferences = ["ref*"]\nhypotheses = ["*"]\n'
    )
    [exercise] = configured_exercises(tmp_path / CONFIGURATION)
    assert [item.path.name for item in exercise.hypotheses] == ["amu"]


def test_m2_files(tmp_path: Path):
    write(tmp_path, "conll/14.errant", "conll/14-AMU.errant", "conll/14-CAMB.errant", "lone/essay.m2", text=M2)
    write(tmp_path, "several/all.m2", text=TWO)
    write(tmp_path, "several/mei.m2", text=M2)
    plan = guess(tmp_path)
    assert proposed(plan) == [
        ("14", None, ["conll/14.errant"], ["conll/14-AMU.errant", "conll/14-CAMB.errant"]),
        ("essay", "lone/essay.m2", ["lone/essay.m2"], []),
        ("several", None, ["several/all.m2"], ["several/mei.m2"]),
    ]
    agree(plan)


def test_documents_that_carry_their_source_need_none(tmp_path: Path):
    write_word(tmp_path, "week/teacher-kim.docx", "week/students/mei.docx", "week/students/ana.docx")
    write(tmp_path, "essay/teachers/kim.md", "essay/students/mei.md", text="She {~~like~>likes~~} it.\n")
    plan = guess(tmp_path)
    assert drafted(plan) == [
        ("essay", None, ("essay/teachers/{teacher}.md",), ("essay/students/{student}.md",)),
        ("week", None, ("week/teacher-{teacher}.docx",), ("week/students/{student}.docx",)),
    ]
    agree(plan)


def test_annotators_files_are_references(tmp_path: Path):
    text = "She {like=>likes:::error_type=G/Number} it.\n"
    write(tmp_path, "essay/0001.a1.ann", "essay/0001.a2.ann", text=text)
    write(tmp_path, "essay/students/mei.ann", text=text.replace("likes", "loves"))
    plan = guess(tmp_path)
    [(_, _, references, hypotheses)] = proposed(plan)
    assert references == ["essay/0001.a1.ann", "essay/0001.a2.ann"]
    assert hypotheses == ["essay/students/mei.ann"]


def test_of_a_lone_document_of_several_authors_somebody_is_asked_who_the_teacher_is(tmp_path: Path):
    write_word(tmp_path, "letter.docx", author="Mei,Kim")
    plan = guess(tmp_path)
    [question] = plan.questions
    assert question.text == "Who is the teacher in letter.docx: Mei or Kim?"
    agree(plan)
    for answer in question.answers:
        chosen = plan.with_choices(Choices(answers={question.id: answer.id}))
        teacher = answer.label
        student = next(name for name in ("Mei", "Kim") if name != teacher)
        assert proposed(chosen) == [(tmp_path.name, "letter.docx", ["letter.docx#*"], [f"letter.docx#{student}"])]
        agree(chosen)


def marked(plan: SetUpPlan) -> None:
    """What is read back can be marked."""
    for exercise in read_back(plan):
        for participant in exercise.hypotheses or (None,):
            for found in ExerciseMaterials(exercise, read_text).of(participant):
                assert found.problems == ()


def test_word_documents_alone_are_an_exercise(tmp_path: Path):
    write_word(tmp_path, "week/solution.docx", author="Ms Kim", changes=3)
    write_word(tmp_path, "week/tom.docx", author="Tom")
    write_word(tmp_path, "week/other.docx", text=OTHER, changes=0)
    plan = guess(tmp_path)
    assert proposed(plan) == [("week", None, ["week/solution.docx"], ["week/tom.docx"])]
    assert reasons(plan) == {
        "week/solution.docx": "called “solution”",
        "week/tom.docx": "changed by Tom",
        "week/other.docx": "it shares no text with the other files",
    }
    agree(plan)
    marked(plan)


def test_a_word_document_without_changes_is_the_source_of_those_that_change_its_text(tmp_path: Path):
    write_word(tmp_path, "essay.docx", changes=0)
    write_word(tmp_path, "teacher.docx", "mei.docx", "ana.docx")
    write_word(tmp_path, "b/teacher.docx", "b/ana.docx", text=OTHER)
    write(tmp_path, "b/essay.txt", text=OTHER)
    plan = guess(tmp_path)
    assert proposed(plan) == [
        ("b", "b/essay.txt", ["b/teacher.docx"], ["b/ana.docx"]),
        (tmp_path.name, "essay.docx", ["teacher.docx"], ["ana.docx", "mei.docx"]),
    ]
    why = reasons(plan)
    assert why["essay.docx"] == why["b/essay.txt"] == "the text that teacher.docx changes"
    agree(plan)
    marked(plan)


def test_texts_and_word_documents_that_carry_their_source(tmp_path: Path):
    write_word(tmp_path, "students/mei.docx")
    write(tmp_path, "teacher.txt", "students/ana.txt")
    plan = guess(tmp_path)
    assert proposed(plan) == [(tmp_path.name, None, ["teacher.txt"], ["students/ana.txt", "students/mei.docx"])]
    assert drafted(plan) == [
        (tmp_path.name, "students/mei.docx", ("teacher.txt",), ("students/mei.docx", "students/{student}.*")),
    ]
    agree(plan)
    marked(plan)


def test_documents_of_other_word_processors_are_texts_and_what_can_not_be_read_says_why(tmp_path: Path):
    write(tmp_path, "week/essay.txt", text=TEXT)
    paragraphs = "".join(f"<text:p>{line}</text:p>" for line in TEXT.splitlines())
    for name in ("week/teacher.odt", "week/students/mei.odt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(open_document(content(paragraphs).encode()))
    (tmp_path / "week/students/bo.rtf").write_text("{\\rtf1 " + TEXT.replace("\n", "\\par ") + "}")
    (tmp_path / "week/students/old.doc").write_bytes(compound_file("WordDocument"))
    (tmp_path / "week/handout.pdf").write_bytes(b"%PDF-1.7")
    plan = guess(tmp_path)
    assert proposed(plan) == [
        ("week", "week/essay.txt", ["week/teacher.odt"], ["week/students/bo.rtf", "week/students/mei.odt"])
    ]
    why = reasons(plan)
    assert why["week/students/old.doc"].startswith("this is a Word document of the old kind (.doc). Open it in Word")
    assert why["week/handout.pdf"].startswith("this is a PDF file. Save the document that it was made from as .docx")
    marked(plan)


def test_word_documents_of_several_texts_in_a_folder(tmp_path: Path):
    write_word(tmp_path, "teacher-week1.docx", "student-mei-week1.docx")
    write_word(tmp_path, "teacher-week2.docx", "student-mei-week2.docx", "student-ana-week2.docx", text=OTHER)
    plan = guess(tmp_path)
    assert proposed(plan) == [
        ("week1", None, ["teacher-week1.docx"], ["student-mei-week1.docx"]),
        ("week2", None, ["teacher-week2.docx"], ["student-ana-week2.docx", "student-mei-week2.docx"]),
    ]
    agree(plan)
    marked(plan)


def test_the_likely_reference_among_word_documents(tmp_path: Path):
    write_word(tmp_path, "most/kim.docx", author="Kim", changes=5)
    write_word(tmp_path, "most/mei.docx", "most/ana.docx", author="Mei")
    write_word(tmp_path, "rest/essay.docx", author="Kim")
    write_word(tmp_path, "rest/student-mei.docx", changes=5)
    write_word(tmp_path, "rest/student-idle.docx", changes=0)
    write_word(tmp_path, "author/a.docx", author="Teacher")
    write_word(tmp_path, "author/b.docx", author="Mei", changes=5)
    write_word(tmp_path, "even/a.docx", "even/b.docx")
    write_word(tmp_path, "students/a.docx", author="Mei")
    write_word(tmp_path, "students/b.docx", author="Ana", changes=5)
    plan = guess(tmp_path)
    assert proposed(plan) == [
        ("author", None, ["author/a.docx"], ["author/b.docx"]),
        ("even", None, ["even/a.docx"], ["even/b.docx"]),
        ("most", None, ["most/kim.docx"], ["most/ana.docx", "most/mei.docx"]),
        ("rest", None, ["rest/essay.docx"], ["rest/student-idle.docx", "rest/student-mei.docx"]),
        (tmp_path.name, None, [], ["students/a.docx", "students/b.docx"]),
    ]
    why = reasons(plan)
    assert why["most/kim.docx"] == "Kim made most changes, as a teacher would"
    assert why["author/a.docx"] == "changed by Teacher"
    assert [question.paths for question in plan.questions] == [("even/a.docx", "even/b.docx")]
    assert plan.warnings == (f"{tmp_path.name} has no teacher's correction yet: its texts are estimated, not marked.",)
    agree(plan)


def test_a_word_document_by_itself(tmp_path: Path):
    write_word(tmp_path, "a/solution.docx", author="Kim,Roy")
    write_word(tmp_path, "b/mei.docx")
    write_word(tmp_path, "c/teacher-a.docx", "c/teacher-b.docx")
    (tmp_path / "broken.docx").write_text(TEXT)
    plan = guess(tmp_path)
    assert proposed(plan) == [
        ("c", None, ["c/teacher-a.docx", "c/teacher-b.docx"], []),
        ("mei", "b/mei.docx", ["b/mei.docx"], []),
        ("solution", "a/solution.docx", ["a/solution.docx"], []),
    ]
    assert reasons(plan)["broken.docx"] == (
        "this is not a Word document, or it is damaged. Open it in Word and save it as .docx"
    )
    agree(plan)
    marked(plan)


PIA = "Yesterday was a rainy day , so we played chess .\nMy brother won twice because he thinks fast .\n"


ESSAYS = {
    "ana": TEXT,
    "ben": "My uncle work in a bakery since ten year .\nHe get up at three and he never complain .\n",
    "mei": "In our street live a old man with five cats .\nEach cat have a name of a king .\n",
    "nina": OTHER,
}


def write_essays(folder: Path, pattern: str) -> None:
    """Write one version of each student's own essay."""
    for name, text in ESSAYS.items():
        write(folder, pattern.format(name), text=text)


def test_own_essays_are_one_table_and_one_class(tmp_path: Path):
    for pattern in ("texts/{}.txt", "corrected/{}.txt", "teachers/kim/{}.txt"):
        write_essays(tmp_path, pattern)
    write(tmp_path, "texts/pia.txt", "corrected/pia.txt", text=PIA)
    write(tmp_path, "texts/zoe.txt", text="A ship with three masts lay in the bay the whole of last winter .\n")
    plan = guess(tmp_path)
    assert drafted(plan) == [
        (tmp_path.name, "texts/{student}.txt", ("teachers/{teacher}/{student}.txt",), ("corrected/{student}.txt",))
    ]
    [exercise] = plan.exercises
    assert exercise.is_own
    assert exercise.students == ("ana", "ben", "mei", "nina", "pia", "zoe")
    agree(plan)


def test_a_correction_of_no_text_here_waits_for_it(tmp_path: Path):
    for pattern in ("essays/{}.txt", "teacher/{}.txt"):
        write_essays(tmp_path, pattern)
    write(tmp_path, "teacher/pia.txt", text=PIA)
    plan = guess(tmp_path)
    assert drafted(plan) == [(tmp_path.name, "essays/{student}.txt", ("teacher/{student}.txt",), ())]
    assert rows(plan)["teacher/pia.txt"].role == "reference"
    agree(plan)


def test_copies_of_an_exercise_in_folders_of_their_own_are_one_exercise_each(tmp_path: Path):
    for name in ("ana", "ben", "mei", "zoe"):
        write(tmp_path, *(f"term/{name}/{file}" for file in ("task.txt", "teacher.txt", "students/x.txt")))
    plan = guess(tmp_path)
    assert drafted(plan) == [
        (None, "term/{name}/task.txt", ("term/{name}/teacher.txt",), ("term/{name}/students/{student}.txt",)),
    ]
    assert len(read_back(plan)) == 4
    agree(plan)


def test_what_is_left_out_has_a_reason(tmp_path: Path):
    write(tmp_path, "README.md", text="Bring the blue folders to room twelve .\n")
    write(tmp_path, "marks.csv", "own/markscheme.toml", "own/task.txt", "own/teacher.txt", ".hidden/task.txt")
    write(tmp_path, "task.txt")
    write(tmp_path, "empty.txt", text=" \n")
    (tmp_path / "scan.jpg").write_bytes(b"\xff\xd8\0")
    (tmp_path / "latin.txt").write_bytes("été".encode("latin-1"))
    (tmp_path / "link.txt").symlink_to(tmp_path / "task.txt")
    write(tmp_path, "markscheme-reports/mei.txt", text=MARK_LINE + "\n\n" + TEXT)
    write(tmp_path, "old report.txt", text=MARK_LINE + "\n\n" + TEXT)
    plan = guess(tmp_path)
    assert plan.exercises == ()
    assert plan.summary == "Nothing to mark was found in this folder."
    assert draft(plan) == ""
    why = reasons(plan)
    assert why.keys() == {
        "README.md", "marks.csv", "task.txt", "own", "empty.txt", "scan.jpg", "latin.txt", "link.txt", "old report.txt",
    }  # fmt: skip
    assert ".csv" in why["marks.csv"]
    assert "shares no text" in why["task.txt"]
    assert "binary" in why["scan.jpg"]
    assert "UTF-8" in why["latin.txt"]
    assert "link" in why["link.txt"]
    assert "of its own" in why["own"]
    assert "empty" in why["empty.txt"]
    assert why["old report.txt"] == "Markscheme wrote it; it is never marked"
    assert plan.warnings == ("empty.txt is empty.",)


@pytest.mark.parametrize("name", ["a\\b", "{x}", "{student}", "a [1]", "x#1", "50% *", "C:d"])
def test_nothing_is_refused_for_its_name(tmp_path: Path, name: str):
    write(tmp_path, f"{name}/{name}.txt", f"{name}/teacher {name}.txt", f"{name}/students/{name}.txt")
    plan = guess(tmp_path)
    assert [len(item.rows) for item in plan.exercises] == [3]
    agree(plan)


@pytest.mark.parametrize("name", ["nowhere", "file.txt"])
def test_no_folder(tmp_path: Path, name: str):
    write(tmp_path, "file.txt")
    with pytest.raises(DocumentError) as refused:
        guess(tmp_path / name)
    assert refused.value.path == tmp_path / name


def test_the_examples(tmp_path: Path):
    examples = Path(__file__).parents[3] / "examples"
    plan = guess(examples)
    assert {item.name for item in plan.exercises} >= {"letter", "report"}
    agree(plan)
    own = guess(examples / "opinion")
    assert drafted(own) == [("opinion", "task.txt", ("teacher-{teacher}.txt",), ("students/{student}.txt",))]
    agree(own)


RESEARCH_DATA = {"jfleg": {"dev", "test"}, "conll14": {"conll14"}, "languages": {"de-falko-merlin.dev"}}
ALL_RESEARCH_DATA = {"": {"dev", "test", "all", "subset"}}


def test_the_research_data(data: Path, thorough: bool):
    for folder, names in (ALL_RESEARCH_DATA if thorough else RESEARCH_DATA).items():
        plan = guess(data / folder)
        assert names <= {item.name.rpartition("/")[2] for item in plan.exercises}
        agree(plan)


PIECES = st.sampled_from(
    [
        "task",
        "source",
        "teacher-a",
        "teacher-b",
        "ref",
        "student-1",
        "mei",
        "ana",
        "mei.src",
        "mei.ref0",
        "a [1]",
        "x#1",
    ]
)
FOLDERS = st.sampled_from(["", "students/", "teachers/", "texts/", "week-1/", "week-2/", "week-1/students/", "a [2]/"])
NAMES = st.builds(lambda folder, piece, suffix: folder + piece + suffix, FOLDERS, PIECES, st.sampled_from(["", ".txt"]))


@settings(max_examples=settings().max_examples // 3)  # up to 14 files are written and read
@given(st.sets(NAMES, max_size=14), st.sampled_from([TEXT, M2]))
def test_whatever_is_there_is_read_back_as_proposed(
    tmp_path_factory: pytest.TempPathFactory, names: set[str], text: str
):
    folder = tmp_path_factory.mktemp(string.ascii_lowercase[:4])
    for name in names:
        if not any(other.startswith(f"{name}/") for other in names):
            write(folder, name, text=text)
    agree(guess(folder))
