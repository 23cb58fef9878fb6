"""Files that come, go and change by other hands: diagnostics and the list of exercises follow at once."""

import asyncio
import subprocess
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import LanguageClient

from markscheme.documents.files import marked_text
from markscheme.server.editor_settings import plain
from markscheme.server.handlers.presentation import EXERCISES_CHANGED
from server.lsp.conversation import PATIENCE, change_document, open_document, publications
from server.lsp.profiles import BARE, Profile
from server.lsp.protocol_page import examples_of
from server.lsp.window import Window

STUDENTS = ["ana", "ben", "chi", "dov", "eva", "fan", "gus", "hui"]
LEARNER, TEACHER = "She like music. He go home.\n", "She likes music. He went home.\n"
ESSAY = "She likes music. He goes home.\n"
TABLE = '[[exercise]]\nsource = "original.txt"\nreferences = ["teachers/*.txt"]\nhypotheses = ["students/*.txt"]\n'
REPORT = (
    "ana.txt  (school, 1 teacher's correction)\n1 correct · 1 different · 1 of 2\n"
    " 1:5  Correct  agreement  like → likes\n"
)
QUIET = 1.0
"""Seconds after which nothing more is expected."""
[ANNOUNCEMENT] = examples_of(Path("/"))[EXERCISES_CHANGED]
LIVE = Profile(
    "live",
    types.ClientCapabilities(
        workspace=types.WorkspaceClientCapabilities(
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
        ),
        experimental=ANNOUNCEMENT["capabilities"]["experimental"],
    ),
)


@pytest.fixture
def school(tmp_path: Path) -> Path:
    """A class of eight, with its table."""
    (tmp_path / ".git").mkdir()
    write(tmp_path / "original.txt", LEARNER)
    write(tmp_path / "teachers/baker.txt", TEACHER)
    for student in STUDENTS:
        write(tmp_path / f"students/{student}.txt", ESSAY)
    write(tmp_path / "markscheme.toml", TABLE)
    return tmp_path


@pytest_asyncio.fixture(loop_scope="module")
async def client(school: Path, window: Window) -> AsyncIterator[LanguageClient]:
    """A client that reports changed files, and listens to what the server says of exercises."""
    async with window(school, profile=LIVE, debounce=0) as client:
        client.notified = []

        @client.feature(EXERCISES_CHANGED)
        def exercises_changed(params: Any) -> None:
            client.notified.append(params)

        yield client


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


def report_files(client: LanguageClient, **paths: list[Path] | Path) -> None:
    """Report created, changed and deleted files in one notification."""
    kinds = {"created": types.FileChangeType.Created, "changed": types.FileChangeType.Changed}
    events = [
        types.FileEvent(path.as_uri(), kinds.get(kind, types.FileChangeType.Deleted))
        for kind, given in paths.items()
        for path in ([given] if isinstance(given, Path) else given)
    ]
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))


async def listed(client: LanguageClient) -> list[str]:
    """Return the names of the students in the list of exercises."""
    exercises = await asyncio.wait_for(client.protocol.send_request_async("markscheme/exercises", {}), PATIENCE)
    return [student["name"] for exercise in plain(exercises) for student in exercise["hypotheses"]]


async def mark_workspace(client: LanguageClient) -> Any:
    command = types.ExecuteCommandParams("markscheme.markWorkspace")
    return await asyncio.wait_for(client.workspace_execute_command_async(command), PATIENCE)


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.02)


def problems(client: LanguageClient) -> set[str]:
    """Return the names of the documents that have diagnostics in the editor."""
    newest = {Path(params.uri).name: params.diagnostics for params in client.published}
    return {name for name, diagnostics in newest.items() if diagnostics}


def class_files(*students: str) -> set[str]:
    return {f"{student}.txt" for student in students} | {"original.txt"}


async def test_a_report_among_the_students_is_no_student_and_no_problem(client: LanguageClient, school: Path):
    await mark_workspace(client)
    assert problems(client) == class_files(*STUDENTS)
    old, new = school / "students/ana.report.txt", school / "students/ben.report.txt"
    uri = open_document(client, write(old, REPORT))
    report_files(client, created=[old, write(new, marked_text(REPORT))])
    await asyncio.sleep(QUIET)
    assert await listed(client) == STUDENTS
    assert problems(client) == class_files(*STUDENTS)
    assert client.notified == []
    old.unlink()
    report_files(client, deleted=old)
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    assert await listed(client) == STUDENTS


async def test_a_new_student_is_listed_and_marked(client: LanguageClient, school: Path):
    await mark_workspace(client)
    report_files(client, created=write(school / "students/ida.txt", ESSAY))
    await until(lambda: client.notified)
    assert await listed(client) == [*STUDENTS, "ida"]
    await until(lambda: "ida.txt" in problems(client))


async def test_a_deleted_student_leaves_the_list_and_the_problems(client: LanguageClient, school: Path):
    assert await listed(client) == STUDENTS
    await mark_workspace(client)
    path = school / "students/hui.txt"
    path.unlink()
    report_files(client, deleted=path)
    await until(lambda: "hui.txt" not in problems(client))
    await until(lambda: client.notified)
    assert await listed(client) == STUDENTS[:-1]


async def test_a_deleted_document_that_stays_open_has_no_diagnostics(client: LanguageClient, school: Path):
    path = school / "students/hui.txt"
    open_document(client, path)
    await until(lambda: "hui.txt" in problems(client))
    path.unlink()
    report_files(client, deleted=path)
    await until(lambda: "hui.txt" not in problems(client))
    report_files(client, created=write(path, ESSAY))
    await until(lambda: "hui.txt" in problems(client))


async def test_a_document_that_is_deleted_while_it_is_marked_has_no_diagnostics(client: LanguageClient, school: Path):
    marking = asyncio.ensure_future(mark_workspace(client))
    path = school / "students/hui.txt"
    await until(lambda: client.published)
    path.unlink()
    report_files(client, deleted=path)
    await marking
    await asyncio.sleep(QUIET)
    assert problems(client) == class_files(*STUDENTS[:-1])


async def test_a_renamed_folder_is_followed_though_only_the_folder_is_reported(client: LanguageClient, school: Path):
    write(school / "markscheme.toml", TABLE.replace("students/*", "class */*"))
    (school / "students").rename(school / "class a")
    await mark_workspace(client)
    assert await listed(client) == STUDENTS
    (school / "class a").rename(school / "class b")
    report_files(client, deleted=school / "class a", created=school / "class b")
    await until(lambda: {Path(item.uri).parent.name for item in client.published if item.diagnostics} > {"class%20b"})
    gone = [(school / f"class a/{student}.txt").as_uri() for student in STUDENTS]
    await until(lambda: not any(publications(client, uri)[-1].diagnostics for uri in gone))
    assert client.notified
    assert await listed(client) == STUDENTS


async def test_a_deleted_folder_of_references_takes_the_marks_away(client: LanguageClient, school: Path):
    uri = open_document(client, school / "students/ana.txt")
    await until(lambda: publications(client, uri) and publications(client, uri)[-1].diagnostics)
    before = len(publications(client, uri))
    (school / "teachers/baker.txt").unlink()
    (school / "teachers").rmdir()
    report_files(client, deleted=school / "teachers")
    await until(lambda: len(publications(client, uri)) > before)
    await until(lambda: not publications(client, uri)[-1].diagnostics)


async def test_an_unpacked_archive_is_one_change(client: LanguageClient, school: Path):
    await mark_workspace(client)
    new = [write(school / f"students/s{number:02}.txt", ESSAY) for number in range(40)]
    batches = [new[number : number + 10] for number in range(0, len(new), 10)]
    for batch in batches:  # editors send what they see in a moment together
        report_files(client, created=batch)
    await until(lambda: problems(client) >= {path.name for path in new})
    # One where the machine is quiet; a loaded one may receive them so far apart that each is a change of its own.
    assert 1 <= len(client.notified) <= len(batches)
    assert len(await listed(client)) == 48


async def test_a_sync_client_renames_its_temporary_file(client: LanguageClient, school: Path):
    await mark_workspace(client)
    temporary, path = school / "students/.ida.txt.tmp", school / "students/ida.txt"
    write(temporary, ESSAY).rename(path)
    report_files(client, created=[temporary, path], deleted=temporary)
    await until(lambda: "ida.txt" in problems(client))
    assert len(client.notified) == 1
    assert problems(client) == class_files(*STUDENTS, "ida")


async def test_excluded_documents_lose_their_diagnostics(client: LanguageClient, school: Path):
    await mark_workspace(client)
    path = school / "markscheme.toml"
    uri = open_document(client, path)
    change_document(client, uri, f'exclude = ["**/a*.txt"]\n{TABLE}', 2)
    await until(lambda: "ana.txt" not in problems(client))
    await until(lambda: client.notified)
    assert await listed(client) == STUDENTS[1:]
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    report_files(client, changed=write(path, TABLE.replace("students/*", "students/[a-d]*")))
    await until(lambda: problems(client) == class_files(*STUDENTS[:4]))
    path.unlink()
    report_files(client, deleted=path)
    await until(lambda: problems(client) == set())
    assert await listed(client) == []


async def test_a_table_that_names_more_has_them_marked(client: LanguageClient, school: Path):
    path = write(school / "markscheme.toml", TABLE.replace("students/*", "students/ana*"))
    await mark_workspace(client)
    assert problems(client) == class_files("ana")
    report_files(client, changed=write(path, TABLE))
    await until(lambda: problems(client) == class_files(*STUDENTS))


async def test_files_of_no_exercise_are_no_change(client: LanguageClient, school: Path):
    assert await listed(client) == STUDENTS
    subprocess.run(["git", "init", "-q", school], check=True)
    notes = write(school / "notes.txt", "Buy chalk.\n")
    report_files(client, created=notes, changed=[school / ".git/HEAD", school / ".git/config"])
    report_files(client, deleted=school / ".git/index.lock")
    await asyncio.sleep(QUIET)
    assert client.notified == []


async def test_a_client_that_watches_no_files_has_the_present_list_and_no_old_problems(school: Path, window: Window):
    async with window(school, profile=BARE, debounce=0) as client:
        await mark_workspace(client)
        (school / "students/hui.txt").unlink()
        write(school / "students/ida.txt", ESSAY)
        assert await listed(client) == [*STUDENTS[:-1], "ida"]
        await until(lambda: problems(client) == class_files(*STUDENTS[:-1], "ida"))


async def test_created_files_are_reported_by_a_client_that_creates_them(school: Path, window: Window):
    async with window(school, profile=BARE, debounce=0) as client:
        await mark_workspace(client)
        path = write(school / "students/ida.txt", ESSAY)
        client.workspace_did_create_files(types.CreateFilesParams([types.FileCreate(path.as_uri())]))
        await until(lambda: "ida.txt" in problems(client))


async def test_a_client_that_pulls_loses_the_diagnostics_of_a_deleted_document(school: Path, window: Window):
    async with window(school, profile=LIVE, debounce=0, diagnostics="pull") as client:
        first = await client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams([]))
        known = [types.PreviousResultId(item.uri, item.result_id) for item in first.items]
        waiting = asyncio.ensure_future(client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(known)))
        path = school / "students/hui.txt"
        path.unlink()
        report_files(client, deleted=path)
        second = await asyncio.wait_for(waiting, PATIENCE)
        [gone] = [item for item in second.items if item.uri == path.as_uri()]
        assert (gone.kind, tuple(gone.items), gone.result_id) == ("full", (), None)


@pytest.fixture
def unlisted(school: Path) -> Path:
    """A class without a table, by the names of its files."""
    for path in school.glob("**/*.t*"):
        path.unlink()
    write(school / "week.src.txt", LEARNER)
    write(school / "week.ref.baker.txt", TEACHER)
    write(school / "week.hyp.ana.txt", ESSAY)
    return school


async def test_a_new_student_of_a_folder_that_was_never_set_up_is_listed(client: LanguageClient, unlisted: Path):
    assert await listed(client) == ["ana"]
    report_files(client, created=write(unlisted / "week.hyp.ben.txt", ESSAY))
    await until(lambda: client.notified)
    assert await listed(client) == ["ana", "ben"]
    (unlisted / "week.hyp.ben.txt").unlink()
    report_files(client, deleted=unlisted / "week.hyp.ben.txt")
    await until(lambda: len(client.notified) == 2)
    assert await listed(client) == ["ana"]


async def test_the_first_exercise_of_a_folder_that_had_nothing_is_listed(client: LanguageClient, unlisted: Path):
    new = unlisted / "students"
    assert await listed(client) == ["ana"]
    for name in ("diary.src.txt", "diary.hyp.eva.txt"):
        report_files(client, created=write(new / name, LEARNER))
    await until(lambda: client.notified)
    assert await listed(client) == ["ana", "eva"]


async def test_a_new_folder_is_followed_though_only_the_folder_is_reported(client: LanguageClient, unlisted: Path):
    assert await listed(client) == ["ana"]
    write(unlisted / "autumn/diary.hyp.eva.txt", LEARNER)
    report_files(client, created=unlisted / "autumn")
    await until(lambda: client.notified)


@pytest.mark.parametrize("kind", ["create", "watch"])
async def test_a_client_that_watches_no_files_hears_of_a_new_student(unlisted: Path, kind: str, window: Window):
    watchless = Profile("watchless", types.ClientCapabilities(experimental=LIVE.capabilities.experimental))
    async with window(unlisted, profile=watchless, debounce=0) as client:
        notified: list[Any] = []
        client.feature(EXERCISES_CHANGED)(lambda params: notified.append(params))
        assert await listed(client) == ["ana"]
        await asyncio.sleep(QUIET)
        path = write(unlisted / "week.hyp.ben.txt", ESSAY)
        if kind == "create":
            client.workspace_did_create_files(types.CreateFilesParams([types.FileCreate(path.as_uri())]))
        await until(lambda: notified)
        assert await listed(client) == ["ana", "ben"]
