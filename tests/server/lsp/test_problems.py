"""What the list of problems holds: what a person has to look at, unless the settings ask for more or less."""

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from exercise_files import ExerciseFiles, exercise
from markscheme.server.editor_settings import plain
from server.lsp.conversation import open_document, settled
from server.lsp.window import Window

SOURCE = "She go to school. I like tea. It rain a lot. He eat meat."
STUDENTS = {
    "mei": "She goes to school. I like tea. It rain a lot. He eat the meat.",
    "tom": "She gone to school. I like the tea. It rains a lot. He eats meat.",
}
TO_CHECK = {"problems": "to-check", "metric": "cleme2"}

pytestmark = pytest.mark.options(**TO_CHECK)


@pytest.fixture
def files(tmp_path: Path) -> ExerciseFiles:
    return exercise(
        tmp_path,
        source=f"{SOURCE}\n",
        hypotheses={name: f"{text}\n" for name, text in STUDENTS.items()},
        references={
            "kim": "She goes to school. I like tea. It rains a lot. He eats meat.\n",
            "roy": "She goes to school. I like my tea. It rains a lot. He eats meat.\n",
        },
    )


async def listed(client: LanguageClient, path: Path, count: int = 1) -> list[tuple[str, str]]:
    """Return the codes and severities of a document's diagnostics."""
    diagnostics = await settled(client, open_document(client, path), count)
    return [(str(item.code), item.severity.name) for item in diagnostics]


async def test_what_is_to_be_looked_at_is_listed_by_its_verdict(client: LanguageClient, files: ExerciseFiles):
    assert await listed(client, files.hypothesis("mei")) == [
        ("missed", "Information"),
        ("missed", "Information"),
        ("not-needed", "Hint"),
    ]
    assert ("different", "Warning") in await listed(client, files.hypothesis("tom"))


@pytest.mark.options(problems="all", metric="cleme2")
async def test_all_places_are_listed_on_request(client: LanguageClient, files: ExerciseFiles):
    codes = await listed(client, files.hypothesis("mei"))
    assert {("correct", "Hint"), ("optional", "Hint"), ("missed", "Information")} <= set(codes)


@pytest.mark.options(problems="none", metric="cleme2")
async def test_no_place_is_listed_but_a_file_that_can_not_be_used_is(client: LanguageClient, files: ExerciseFiles):
    assert await listed(client, files.hypothesis("mei")) == []
    files.source.write_bytes(b"\xff")
    assert await listed(client, files.hypothesis("tom")) == [("document-problem", "Error")]


@pytest.mark.cleme2
async def test_hits_are_not_listed(client: LanguageClient, files: ExerciseFiles):
    codes = {code for code, _ in await listed(client, files.hypothesis("mei"))}
    assert codes == {"under-correction", "wrong-correction"}


async def test_a_place_of_the_source_that_all_have_corrected_is_not_listed(
    client: LanguageClient, files: ExerciseFiles
):
    for name in STUDENTS:
        files.hypothesis(name).write_text(files.reference("kim").read_text())
    assert await listed(client, files.source, 2) == []


async def marked_workspace(client: LanguageClient) -> tuple[dict[str, int], dict[str, list[str]]]:
    """Mark the workspace; return the command's answer, and the codes of each file's diagnostics."""
    params = types.ExecuteCommandParams("markscheme.markWorkspace")
    answer = plain(await client.workspace_execute_command_async(params))
    names = {item.uri: item.uri.rpartition("/")[2] for item in client.published}
    return answer, {names[item.uri]: [str(one.code) for one in item.diagnostics] for item in client.published}


async def test_marking_the_workspace_lists_problems_alone_and_says_once_what_there_is(
    files: ExerciseFiles, window: Window
):
    files.hypothesis("eva").write_bytes(b"\xff")
    async with window(files.folder, **TO_CHECK, problemsIn="open-files") as client:
        answer, codes = await marked_workspace(client)
        assert {name: found for name, found in codes.items() if found} == {"e.hyp.eva.txt": ["document-problem"]}
        assert answer == {"documents": 6, "findings": 5, "problems": 1}
        [message] = [item.message for item in client.messages]
        assert message == "6 texts are marked. Students' texts have 5 places to check. 1 problem is listed."


async def test_the_whole_workspace_is_listed_on_request(files: ExerciseFiles, window: Window):
    async with window(files.folder, **TO_CHECK, problemsIn="workspace") as client:
        _, codes = await marked_workspace(client)
        assert codes["e.hyp.mei.txt"] == ["missed", "missed", "not-needed"]


@pytest.mark.options(**TO_CHECK, diagnostics="pull", problemsIn="open-files")
async def test_pulled_diagnostics_are_those_that_would_be_sent(client: LanguageClient, files: ExerciseFiles):
    uri = open_document(client, files.hypothesis("mei"))
    report = await client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams([]))
    codes = {item.uri: [one.code for one in item.items] for item in report.items}
    assert codes[uri] == ["missed", "missed", "not-needed"]
    assert codes[files.hypothesis("tom").as_uri()] == []
