"""What a folder's files are taken for, and the configuration drafted from it."""

import re
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.word_processors.documents import compound_file, content, open_document
from markscheme.exercises.configuration import CONFIGURATION, check_configuration
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.init.draft import draft_tables, draft_text
from markscheme.exercises.init.inventory import Inventory, take_inventory
from markscheme.exercises.material import ExerciseMaterials
from markscheme.exercises.tables import configured_exercises
from markscheme.formats.corpus import Corpus, Correction, Entry, TextEdit, apply_edits
from markscheme.formats.word.writer import write_corpus
from markscheme.text.errors import DocumentError
from markscheme.text.positions import Span
from markscheme.text.reading import read_text

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
    corrections = tuple(Correction(name, apply_edits(text, edits[:changes]), edits[:changes]) for name in authors)
    data = write_corpus(Corpus((Entry("", text, references=corrections),), tokenised=False))
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


Exercises = list[tuple[str, str | None, list[str], list[str]]]


def proposed(inventory: Inventory) -> Exercises:
    return [
        (item.name, item.source, list(item.paths("reference")), list(item.paths("hypothesis")))
        for item in inventory.proposals
    ]


def drafted(inventory: Inventory) -> list[tuple[str | None, str | None, tuple[str, ...], tuple[str, ...]]]:
    return [(item.name, item.source, item.references, item.hypotheses) for item in draft_tables(inventory)]


def read_back(inventory: Inventory) -> tuple[Exercise, ...]:
    """The exercises of the drafted text, without writing it."""
    text = draft_text(draft_tables(inventory))
    assert check_configuration(text) == ()
    return configured_exercises(inventory.folder / CONFIGURATION, lambda _: text)


def reasons(inventory: Inventory) -> dict[str, str]:
    """Why each file is what it is, or is left out."""
    placed = {place.path: place.reason for item in inventory.proposals for place in item.placements}
    return placed | {item.path: item.reason for item in inventory.left_out}


def agree(inventory: Inventory) -> None:
    """What is read back is what was proposed, file for file; every file that was seen is told of once."""
    folder = inventory.folder
    found = read_back(inventory)
    assert [item.problem for item in found] == [None] * len(found)
    told = {(source, tuple(sorted(refs)), tuple(sorted(hyps))) for _, source, refs, hyps in proposed(inventory)}

    def relative(paths: list[Path]) -> tuple[str, ...]:
        return tuple(sorted(path.relative_to(folder).as_posix() for path in paths))

    assert {
        (
            item.source and item.source.relative_to(folder).as_posix(),
            relative([member.path for member in item.references]),
            relative([member.path for member in item.hypotheses]),
        )
        for item in found
    } == told
    placed = {place.path for item in inventory.proposals for place in item.placements}
    left = [item.path for item in inventory.left_out]
    assert all((folder / path).is_file() for path in placed)
    assert not placed & set(left)
    assert len(left) == len(set(left))


def test_a_class_folder_is_one_exercise(tmp_path: Path):
    students = [f"week-3/student-{number:02}.txt" for number in range(40)]
    write(tmp_path, "week-3/task.txt", "week-3/teacher-a.txt", "week-3/teacher-b.txt", *students)
    inventory = take_inventory(tmp_path)
    assert drafted(inventory) == [
        ("week-3", "week-3/task.txt", ("week-3/teacher-*.txt",), ("week-3/student-*.txt",)),
    ]
    assert inventory.left_out == ()
    agree(inventory)


def test_students_without_a_word_in_their_names_are_known_by_the_sources_words(tmp_path: Path):
    write(tmp_path, "essay/original.txt", "essay/teacher.txt", "essay/mei.txt", "essay/ana.txt")
    write(tmp_path, "essay/marks.txt", text=OTHER)
    inventory = take_inventory(tmp_path)
    assert proposed(inventory) == [
        ("essay", "essay/original.txt", ["essay/teacher.txt"], ["essay/ana.txt", "essay/mei.txt"])
    ]
    assert [(item.path, item.reason) for item in inventory.left_out] == [
        ("essay/marks.txt", "neither its name nor its words say what it is")
    ]
    assert drafted(inventory)[0][3] == ("essay/ana.txt", "essay/mei.txt")
    agree(inventory)


@pytest.mark.parametrize("source", ["source.txt", "task.txt", "Original.txt", "prompts/week.txt", "src/week.txt"])
@pytest.mark.parametrize("hypotheses", ["students", "class", "submissions", "corrected", "hyp"])
@pytest.mark.parametrize("references", ["teachers/kim.txt", "gold.txt", "references/a.txt", "teacher_kim.txt"])
def test_folders_and_files_named_by_their_role(tmp_path: Path, source: str, hypotheses: str, references: str):
    write(tmp_path, source, references, f"{hypotheses}/mei.txt", f"{hypotheses}/ana.txt")
    inventory = take_inventory(tmp_path)
    assert drafted(inventory) == [
        (
            tmp_path.name,
            source,
            ("teachers/*.txt",) if references.startswith("teachers/") else
            ("references/*.txt",) if references.startswith("references/") else (references,),
            (f"{hypotheses}/*.txt",),
        )
    ]  # fmt: skip
    agree(inventory)


def test_the_one_text_beside_teachers_and_students_is_the_source(tmp_path: Path):
    write(tmp_path, "letter.txt", "teacher-kim.txt", "students/mei.txt")
    inventory = take_inventory(tmp_path)
    assert proposed(inventory)[0][1] == "letter.txt"
    reason = next(item.reason for item in inventory.proposals[0].placements if item.role == "source")
    assert reason == "the one other text that has the references' words"
    agree(inventory)


def test_naming_conventions(tmp_path: Path):
    write(tmp_path, "letter.src.txt", "letter.hyp.mei.txt", "letter.ref.kim.txt", "letter.ref.roy.txt")
    write(tmp_path, "dev/dev.src", "dev/dev.ref0", "dev/dev.ref1", "dev/dev.spellchecked.src")
    inventory = take_inventory(tmp_path)
    assert drafted(inventory) == [
        ("dev", "dev/dev.src", ("dev/dev.ref*",), ()),
        ("letter", "letter.src.txt", ("letter.ref.*.txt",), ("letter.hyp.mei.txt",)),
    ]
    assert [item.path for item in inventory.left_out] == ["dev/dev.spellchecked.src"]
    agree(inventory)


def test_names_by_convention_without_a_source_are_left_out(tmp_path: Path):
    write(tmp_path, "essay.hyp.mei.txt", "essay.ref.kim.txt")
    inventory = take_inventory(tmp_path)
    assert inventory.proposals == ()
    assert [item.reason.partition(",")[0] for item in inventory.left_out] == ["a hypothesis", "a reference"]


def test_systems_beside_a_corpus(tmp_path: Path):
    write(tmp_path, "dev.src", "dev.ref0", "dev.ref1", "systems/T5.txt", "systems/PIE.txt")
    write(tmp_path, "systems/log.txt", text=OTHER)
    inventory = take_inventory(tmp_path)
    assert proposed(inventory) == [("dev", "dev.src", ["dev.ref0", "dev.ref1"], ["systems/PIE.txt", "systems/T5.txt"])]
    agree(inventory)


def test_a_folder_of_systems_with_its_references(tmp_path: Path):
    systems = ["outputs/BART.txt", "outputs/GPT-3.5.txt", "outputs/T5.txt"]
    write(tmp_path, "outputs/INPUT.txt", "outputs/REF-F.txt", "outputs/REF-M.txt", *systems)
    write(tmp_path, "scores.txt", text="0.1\n0.2\n")
    inventory = take_inventory(tmp_path)
    assert drafted(inventory) == [("outputs", "outputs/INPUT.txt", ("outputs/REF-*.txt",), ("outputs/*.txt",))]
    assert inventory.proposals[0].placements[-1].reason == "as many lines as INPUT.txt (2), and its words"
    agree(inventory)


def test_a_version_of_the_source_is_one_of_the_hypotheses(tmp_path: Path):
    """As in GMEG: a file for each side without an ending, and the source with more errors beside it."""
    write(tmp_path, "source", "source+error", "amu", "lstm-r", "ref0", "ref1")
    inventory = take_inventory(tmp_path)
    assert [(source, references, hypotheses) for _, source, references, hypotheses in proposed(inventory)] == [
        ("source", ["ref0", "ref1"], ["amu", "lstm-r", "source+error"])
    ]
    agree(inventory)


def test_sources_of_other_words_are_no_versions_of_one(tmp_path: Path):
    write(tmp_path, "source", "ref0", "amu")
    write(tmp_path, "source-b", text=OTHER)
    assert proposed(take_inventory(tmp_path)) == []


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
    inventory = take_inventory(tmp_path)
    assert proposed(inventory) == [
        ("14", None, ["conll/14.errant"], ["conll/14-AMU.errant", "conll/14-CAMB.errant"]),
        ("essay", "lone/essay.m2", ["lone/essay.m2"], []),
        ("all", None, ["several/all.m2"], ["several/mei.m2"]),
    ]
    agree(inventory)


def test_documents_that_carry_their_source_need_none(tmp_path: Path):
    write_word(tmp_path, "week/teacher-kim.docx", "week/students/mei.docx", "week/students/ana.docx")
    write(tmp_path, "essay/teachers/kim.md", "essay/students/mei.md", text="She {~~like~>likes~~} it.\n")
    inventory = take_inventory(tmp_path)
    assert drafted(inventory) == [
        ("essay", None, ("essay/teachers/*.md",), ("essay/students/*.md",)),
        ("week", None, ("week/teacher-kim.docx",), ("week/students/*.docx",)),
    ]
    agree(inventory)


def test_lone_documents_of_several_authors_are_left_out_with_what_to_write(tmp_path: Path):
    write(tmp_path, "essay.md", text="She {++really ++}likes it.\n")
    write_word(tmp_path, "letter.docx", author="Mei,Kim")
    told = reasons(take_inventory(tmp_path))
    assert '"essay.md#AUTHOR"' in told["essay.md"]
    assert (
        '("letter.docx#*" for all its authors together, "letter.docx#AUTHOR" for one of its authors: Mei, Kim)'
        in told["letter.docx"]
    )


def marked(inventory: Inventory) -> None:
    """What is read back can be marked."""
    for exercise in read_back(inventory):
        for participant in exercise.hypotheses or (None,):
            for found in ExerciseMaterials(exercise, read_text).of(participant):
                assert found.problems == ()


def test_word_documents_alone_are_an_exercise(tmp_path: Path):
    write_word(tmp_path, "week/solution.docx", author="Ms Kim", changes=3)
    write_word(tmp_path, "week/tom.docx", author="Tom")
    write_word(tmp_path, "week/other.docx", text=OTHER, changes=0)
    inventory = take_inventory(tmp_path)
    assert proposed(inventory) == [("week", None, ["week/solution.docx"], ["week/tom.docx"])]
    assert reasons(inventory) == {
        "week/solution.docx": "called solution",
        "week/tom.docx": "Word, and the text before its changes is that of solution.docx",
        "week/other.docx": "a Word document without tracked changes, and none here changes its text",
    }
    agree(inventory)
    marked(inventory)


def test_a_word_document_without_changes_is_the_source_of_those_that_change_its_text(tmp_path: Path):
    write_word(tmp_path, "essay.docx", changes=0)
    write_word(tmp_path, "teacher.docx", "mei.docx", "ana.docx")
    write_word(tmp_path, "b/teacher.docx", "b/ana.docx", text=OTHER)
    write(tmp_path, "b/essay.txt", text=OTHER)
    inventory = take_inventory(tmp_path)
    assert proposed(inventory) == [
        (tmp_path.name, "essay.docx", ["teacher.docx"], ["ana.docx", "mei.docx"]),
        ("b", "b/essay.txt", ["b/teacher.docx"], ["b/ana.docx"]),
    ]
    told = reasons(inventory)
    assert told["essay.docx"] == told["b/essay.txt"] == "the text that teacher.docx changes"
    agree(inventory)
    marked(inventory)


def test_texts_and_word_documents_that_carry_their_source(tmp_path: Path):
    write_word(tmp_path, "students/mei.docx")
    write(tmp_path, "teacher.txt", "students/ana.txt")
    inventory = take_inventory(tmp_path)
    assert proposed(inventory) == [
        (tmp_path.name, "students/mei.docx", ["teacher.txt"], ["students/ana.txt", "students/mei.docx"])
    ]
    agree(inventory)
    marked(inventory)


def test_documents_of_other_word_processors_are_texts_and_what_can_not_be_read_says_why(tmp_path: Path):
    write(tmp_path, "week/essay.txt", text=TEXT)
    paragraphs = "".join(f"<text:p>{line}</text:p>" for line in TEXT.splitlines())
    for name in ("week/teacher.odt", "week/students/mei.odt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(open_document(content(paragraphs).encode()))
    (tmp_path / "week/students/bo.rtf").write_text("{\\rtf1 " + TEXT.replace("\n", "\\par ") + "}")
    (tmp_path / "week/students/old.doc").write_bytes(compound_file("WordDocument"))
    (tmp_path / "week/handout.pdf").write_bytes(b"%PDF-1.7")
    inventory = take_inventory(tmp_path)
    assert proposed(inventory) == [
        ("week", "week/essay.txt", ["week/teacher.odt"], ["week/students/bo.rtf", "week/students/mei.odt"])
    ]
    told = reasons(inventory)
    assert told["week/students/old.doc"].startswith("this is a Word document of the old kind (.doc). Open it in Word")
    assert told["week/handout.pdf"].startswith("this is a PDF file. Save the document that it was made from as .docx")
    marked(inventory)


def test_word_documents_of_several_texts_in_a_folder(tmp_path: Path):
    write_word(tmp_path, "teacher-week1.docx", "student-mei-week1.docx")
    write_word(tmp_path, "teacher-week2.docx", "student-mei-week2.docx", "student-ana-week2.docx", text=OTHER)
    inventory = take_inventory(tmp_path)
    assert proposed(inventory) == [
        ("week2", None, ["teacher-week2.docx"], ["student-ana-week2.docx", "student-mei-week2.docx"]),
        ("week1", None, ["teacher-week1.docx"], ["student-mei-week1.docx"]),
    ]
    agree(inventory)
    marked(inventory)


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
    inventory = take_inventory(tmp_path)
    assert proposed(inventory) == [
        ("author", None, ["author/a.docx"], ["author/b.docx"]),
        ("most", None, ["most/kim.docx"], ["most/ana.docx", "most/mei.docx"]),
        ("rest", None, ["rest/essay.docx"], ["rest/student-idle.docx", "rest/student-mei.docx"]),
    ]
    told = reasons(inventory)
    assert told["most/kim.docx"] == "changes the text in most places (5, by Kim), as a teacher would"
    assert told["author/a.docx"] == "changed by Teacher"
    assert told["rest/essay.docx"] == "the one Word document with changes that is not a hypothesis by its name"
    assert "whose role its name does not say" in told["even/a.docx"]
    assert "a hypothesis, by its name, but no reference is there" in told["students/b.docx"]
    agree(inventory)
    marked(inventory)


def test_a_word_document_by_itself(tmp_path: Path):
    write_word(tmp_path, "a/solution.docx", author="Kim,Roy")
    write_word(tmp_path, "b/mei.docx")
    write_word(tmp_path, "c/teacher-a.docx", "c/teacher-b.docx")
    (tmp_path / "broken.docx").write_text(TEXT)
    inventory = take_inventory(tmp_path)
    assert proposed(inventory) == [
        ("solution", "a/solution.docx", ["a/solution.docx"], []),
        ("mei", "b/mei.docx", ["b/mei.docx"], []),
        ("c", "c/teacher-a.docx", ["c/teacher-a.docx", "c/teacher-b.docx"], []),
    ]
    assert [(item.path, item.reason) for item in inventory.left_out] == [
        ("broken.docx", "this is not a Word document, or it is damaged. Open it in Word and save it as .docx")
    ]
    agree(inventory)
    marked(inventory)


PIA = "Yesterday was a rainy day , so we played chess .\nMy brother won twice because he thinks fast .\n"


@pytest.mark.parametrize("sources", [["nina", "omar"], ["nina"]])
def test_a_reference_of_another_text_is_left_out(tmp_path: Path, sources: list[str]):
    write(tmp_path, *(f"{folder}/{name}.txt" for folder in ("essays", "teacher") for name in sources))
    write(tmp_path, "teacher/pia.txt", text=PIA)
    write(tmp_path, "teacher/all.txt")
    write(tmp_path, "teacher/gold.m2", text="".join(f"S {line}\n" for line in TEXT.splitlines()))
    inventory = take_inventory(tmp_path)
    shared = ["teacher/all.txt", "teacher/gold.m2"]
    assert [references for _, _, references, _ in proposed(inventory)] == [
        sorted([f"teacher/{name}.txt", *shared]) for name in sources
    ]
    assert reasons(inventory)["teacher/pia.txt"] == (
        "a reference, by its name, but no source here has its name or its words"
    )
    agree(inventory)


def test_sources_with_names_in_common(tmp_path: Path):
    for name in ("ana", "ben", "mei"):
        write(tmp_path, f"texts/{name}.txt", f"corrected/{name}.txt", f"teachers/kim/{name}.txt")
    write(tmp_path, "texts/zoe.txt", "corrected/zoe.txt")
    inventory = take_inventory(tmp_path)
    assert [item.name for item in inventory.proposals] == ["ana", "ben", "mei"]
    assert drafted(inventory) == [(None, "texts/{name}.txt", ("teachers/kim/{name}.txt",), ("corrected/{name}.txt",))]
    assert draft_tables(inventory)[0].exclude == ("texts/zoe.txt",)
    assert {item.path for item in inventory.left_out} == {"texts/zoe.txt", "corrected/zoe.txt"}
    agree(inventory)


def test_many_exercises_of_one_shape_are_one_table(tmp_path: Path):
    for name in ("ana", "ben", "mei", "zoe"):
        write(tmp_path, f"texts/{name}.txt", f"corrected/{name}.txt", f"teachers/kim/{name}.txt", "gold.txt")
        write(tmp_path, f"term/{name}/task.txt", f"term/{name}/teacher.txt", f"term/{name}/students/x.txt")
    inventory = take_inventory(tmp_path)
    assert drafted(inventory) == [
        ("texts/{name}", "texts/{name}.txt", ("gold.txt", "teachers/kim/{name}.txt"), ("corrected/{name}.txt",)),
        ("term/{name}", "term/{name}/task.txt", ("term/{name}/teacher.txt",), ("term/{name}/students/*.txt",)),
    ]
    assert len(read_back(inventory)) == 8
    agree(inventory)


def test_what_is_left_out_has_a_reason(tmp_path: Path):
    write(tmp_path, "README.md", "marks.csv", "students/mei.txt", "poem.txt", "task.txt")
    write(tmp_path, "own/markscheme.toml", "own/task.txt", "own/teacher.txt", ".hidden/task.txt", ".git/config")
    write(tmp_path, "empty.txt", text=" \n")
    write(tmp_path, "a\\b.txt", "{x}.txt", "{name}.txt")
    (tmp_path / "scan.jpg").write_bytes(b"\xff\xd8\0")
    (tmp_path / "latin.txt").write_bytes("été".encode("latin-1"))
    (tmp_path / "link.txt").symlink_to(tmp_path / "poem.txt")
    inventory = take_inventory(tmp_path)
    assert inventory.proposals == ()
    told = {item.path: item.reason for item in inventory.left_out}
    assert told.keys() == {
        "README.md", "marks.csv", "students/mei.txt", "poem.txt", "task.txt", "own", "empty.txt", "a\\b.txt", "{x}.txt",
        "{name}.txt", "scan.jpg", "latin.txt", "link.txt",
    }  # fmt: skip
    assert "notes" in told["README.md"]
    assert ".csv" in told["marks.csv"]
    assert "a hypothesis, by its name" in told["students/mei.txt"]
    assert "a source, by its name" in told["task.txt"]
    assert "binary" in told["scan.jpg"]
    assert "UTF-8" in told["latin.txt"]
    assert "link" in told["link.txt"]
    assert "of its own" in told["own"]
    assert "can't hold" in told["{x}.txt"]
    assert "empty" in told["empty.txt"]


@pytest.mark.parametrize("name", ["nowhere", "file.txt"])
def test_no_folder(tmp_path: Path, name: str):
    write(tmp_path, "file.txt")
    with pytest.raises(DocumentError) as refused:
        take_inventory(tmp_path / name)
    assert refused.value.path == tmp_path / name


def test_the_examples(tmp_path: Path):
    examples = Path(__file__).parents[3] / "examples"
    inventory = take_inventory(examples)
    assert {item.name for item in inventory.proposals} >= {"letter", "report"}
    agree(inventory)
    own = take_inventory(examples / "opinion")
    assert drafted(own) == [("opinion", "task.txt", ("teacher-*.txt",), ("students/*.txt",))]
    agree(own)


def test_the_research_data(data: Path):
    inventory = take_inventory(data)
    assert {"dev", "test", "all", "subset"} <= {item.name.rpartition("/")[2] for item in inventory.proposals}
    agree(inventory)


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


@given(st.sets(NAMES, max_size=14), st.sampled_from([TEXT, M2]))
def test_whatever_is_there_is_read_back_as_proposed(
    tmp_path_factory: pytest.TempPathFactory, names: set[str], text: str
):
    folder = tmp_path_factory.mktemp(string.ascii_lowercase[:4])
    for name in names:
        if not any(other.startswith(f"{name}/") for other in names):
            write(folder, name, text=text)
    agree(take_inventory(folder))
