"""Bad documents have one clear diagnostic and stop nothing else."""

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from exercise_files import ExerciseFiles, exercise
from server.lsp.conversation import change_document, hover, open_document, settled

PROBLEM = "document-problem"


async def only_problem(client: LanguageClient, path: Path, text: str | None = None) -> types.Diagnostic:
    [diagnostic] = await settled(client, open_document(client, path, text), 1)
    assert diagnostic.code == PROBLEM
    assert diagnostic.severity is types.DiagnosticSeverity.Error
    return diagnostic


@pytest.fixture
def files(tmp_path: Path) -> ExerciseFiles:
    return exercise(
        tmp_path,
        source="He go to school .\nShe like it .\n",
        hypotheses={"mei": "He goes to school .\nShe like it .\n"},
        references={"kim": "He goes to school .\nShe likes it .\n", "roy": "He went to school .\nShe liked it .\n"},
        suffix="",
    )


@pytest.mark.options(estimateWithoutReference=False)
async def test_a_missing_reference(client: LanguageClient, files: ExerciseFiles):
    for name in ("kim", "roy"):
        files.reference(name).unlink()
    assert "no teacher's correction" in (await only_problem(client, files.hypothesis("mei"))).message


async def test_a_reference_of_another_length_is_left_out_and_reported(client: LanguageClient, files: ExerciseFiles):
    files.reference("roy").write_text("He went to school .\n")
    problem, *marks = await settled(client, open_document(client, files.hypothesis("mei")))
    assert problem.code == PROBLEM
    assert "e.ref.roy:1" in problem.message
    assert problem.related_information[0].location.uri == files.reference("roy").as_uri()
    assert [item.code for item in marks] == ["correct", "missed"]


async def test_a_malformed_m2_line_is_marked_at_its_line(client: LanguageClient, tmp_path: Path):
    path = tmp_path / "essay.m2"
    path.write_text("S He go .\nA 1 2|||R:VERB\n")
    problem = await only_problem(client, path)
    assert problem.range.start.line == 1


async def test_an_empty_document_is_no_fault(client: LanguageClient, files: ExerciseFiles):
    assert await settled(client, open_document(client, files.hypothesis("mei"), ""), 1) == []


async def test_an_empty_essay_is_no_fault(client: LanguageClient, examples: Path):
    assert await settled(client, open_document(client, examples / "letter/letter.hyp.jonas.txt", " \n"), 1) == []


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"\x89PNG\0\0", "a picture"), ("Il \u00e9tait une fois .\n".encode("latin-1"), "UTF-8")],
)
async def test_an_unusable_reference_is_left_out_and_reported(
    client: LanguageClient, files: ExerciseFiles, data: bytes, words: str
):
    files.reference("roy").write_bytes(data)
    problem, *marks = await settled(client, open_document(client, files.hypothesis("mei")))
    assert problem.code == PROBLEM
    assert words in problem.message
    assert "e.ref.roy" in problem.message
    assert [item.code for item in marks] == ["correct", "missed"]


async def test_only_the_problem_is_shown_when_no_reference_is_usable(client: LanguageClient, files: ExerciseFiles):
    for name in ("kim", "roy"):
        files.reference(name).write_bytes(b"\0")
    assert "binary" in (await only_problem(client, files.hypothesis("mei"))).message


async def test_a_broken_configuration_is_reported_at_its_line(client: LanguageClient, examples: Path):
    configuration = examples / "opinion/markscheme.toml"
    broken = configuration.read_text().replace('source = "task.txt"', "source = task.txt")
    configuration.write_text(broken)
    line = broken.splitlines().index("source = task.txt")
    at_fault = await only_problem(client, configuration)
    assert at_fault.range.start.line == line
    problem = await only_problem(client, examples / "opinion/students/lena.txt")
    assert f"markscheme.toml:{line + 1}" in problem.message


async def test_bad_input_does_not_stop_other_documents(client: LanguageClient, files: ExerciseFiles, examples: Path):
    hypothesis = files.hypothesis("mei")
    uri = open_document(client, hypothesis)
    assert len(await settled(client, uri)) == 2
    change_document(client, uri, "", 2)
    assert await settled(client, uri, 1) == []
    other = open_document(client, examples / "report/report.hyp.mei")
    assert len(await settled(client, other)) > 10
    change_document(client, uri, hypothesis.read_text(), 3)
    marks = await settled(client, uri)
    assert [item.code for item in marks] == ["correct", "missed"]
    assert await hover(client, uri, marks[0].range.start)


@pytest.mark.options(lenses="no", colour="red")
async def test_wrong_settings_give_one_clear_message(client: LanguageClient, examples: Path):
    assert await settled(client, open_document(client, examples / "report/report.hyp.mei"))
    [message] = [item.message for item in client.messages]
    assert "markscheme.lenses: expected true or false" in message
    assert "colour" in message


async def test_an_rtf_document_that_is_open_as_text_shows_nothing(client: LanguageClient, tmp_path: Path):
    texts = {"source": "{\\rtf1 He go.}", "hypothesis": "{\\rtf1 He go home.}", "reference": "{\\rtf1 He goes.}"}
    files = exercise(
        tmp_path,
        source=texts["source"],
        hypotheses={"mei": texts["hypothesis"]},
        references={"kim": texts["reference"]},
        suffix=".rtf",
    )
    assert await settled(client, open_document(client, files.hypothesis("mei")), 1) == []
    assert await hover(client, files.hypothesis("mei").as_uri(), types.Position(0, 8)) is None


@pytest.fixture
def essay(tmp_path: Path) -> ExerciseFiles:
    return exercise(
        tmp_path,
        source="She like tea. It are good.\n",
        hypotheses={"mei": "She likes tea. It are good.\n"},
        references={"kim": "She likes tea. It is good.\n"},
        suffix=".txt",
    )


async def test_marks_that_open_eight_thousand_times_hold_nothing_up(client: LanguageClient, essay: ExerciseFiles):
    uri = open_document(client, essay.hypothesis("mei"), text="{++" * 8000)
    problem, rewritten = await settled(client, uri)
    assert "is too long to be compared word by word" in problem.message
    assert rewritten.message.startswith("Rewritten freely")
    change_document(client, uri, "She likes tea. It are good.\n", 1)
    assert [item.code for item in await settled(client, uri)] == ["correct", "missed"]


async def test_half_a_surrogate_pair_in_a_change_stops_nothing(client: LanguageClient, essay: ExerciseFiles):
    uri = open_document(client, essay.hypothesis("mei"))
    await settled(client, uri)
    change_document(client, uri, "She likes tea.\nIt \ud83d are good.\n", 1)
    [problem] = await settled(client, uri, 1)
    assert "half a surrogate pair" in problem.message
    assert problem.range.start.line == 1
    change_document(client, uri, "She likes tea. It is good.\n", 2)
    assert [item.code for item in await settled(client, uri)] == ["correct", "correct"]
