"""Word documents as texts in the editor: everything that a text has, and nothing that changes the file."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pytest_lsp import LanguageClient

from markscheme.server.editor import View, view_of
from markscheme.server.editor_settings import plain
from server.lsp.acting import actions_at, do, titled, until
from server.lsp.conversation import PATIENCE, change_document, hover, settled, under
from server.lsp.profiles import NEOVIM, VIEWS
from server.lsp.profiles import under as for_profile
from server.lsp.window import Window, request
from server.lsp.word_class import (
    SOURCE,
    STUDENTS,
    contents,
    open_view,
    text_of,
    tracked_by,
    two_authors,
    word_class,
    word_text,
)

pytestmark = pytest.mark.options(debounce=0, author="Ms Kim")

with_views = for_profile(VIEWS)

EVERYWHERE = types.Range(types.Position(0, 0), types.Position(100, 0))


def refreshed_views(client: LanguageClient) -> list[str]:
    """Return the list of the views that the server has the client fetch again from now on."""
    uris: list[str] = []
    client.views = asyncio.Event()

    @client.feature(types.WORKSPACE_TEXT_DOCUMENT_CONTENT_REFRESH)
    def refresh(params: types.TextDocumentContentRefreshParams) -> None:
        uris.append(params.uri)
        client.views.set()

    return uris


def report(client: LanguageClient, path: Path, kind: types.FileChangeType = types.FileChangeType.Changed) -> None:
    """Report a change of a file, as an editor does."""
    event = types.FileEvent(path.as_uri(), kind)
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))


def codes(diagnostics: list[types.Diagnostic]) -> list[str]:
    return [str(item.code) for item in diagnostics]


@with_views
def test_the_server_announces_the_scheme(client: LanguageClient):
    assert client.provides.workspace.text_document_content.schemes == ("markscheme-text",)


@with_views
async def test_each_students_view_is_marked_as_a_text_is(client: LanguageClient, tmp_path: Path):
    students = word_class(tmp_path / "Klasse 4b #1")
    before = contents(tmp_path)
    for name, paragraphs in STUDENTS.items():
        [listed] = (await request(client, "markscheme/views", (students / f"{name}.docx").as_uri())).views
        assert (listed.name, listed.author, listed.role) == (name, None, "hypothesis")
        assert view_of(listed.uri) == View(students / f"{name}.docx")
        text = await open_view(client, listed.uri)
        assert text == "\n".join(paragraphs)
        diagnostics = await settled(client, listed.uri)
        found = {(item.code, under(text, item.range, "utf-16")) for item in diagnostics}
        assert (
            found
            == {
                "Mei": {("different", "walked"), ("missed", "like")},
                "Ben": {("correct", "went"), ("correct", "likes")},
                "Zoë Ünal": {("different", "gone"), ("correct", "likes"), ("not-needed", "my")},
                "Ana? 100% #2": {("missed", "go"), ("correct", "likes")},
                "李雷 😀": {("correct", "went"), ("not-needed", "😀"), ("missed", "like")},
            }[name]
        )
    assert contents(tmp_path) == before


@with_views
async def test_every_request_answers_about_a_view(client: LanguageClient, tmp_path: Path):
    path = word_class(tmp_path) / "Mei.docx"
    uri = View(path).uri
    text = await open_view(client, uri)
    different, missed = await settled(client, uri)
    document = types.TextDocumentIdentifier(uri)
    assert "walked" in (await hover(client, uri, different.range.start) or "")
    [first, *_] = await client.text_document_code_lens_async(types.CodeLensParams(document))
    assert first.command.title.endswith("0 to 1 of 2 points, 1 answer to decide · 1 missed")
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(document, EVERYWHERE))
    assert [hint.label for hint in hints] == ["→ went", "→ likes"]
    assert (await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))).data
    assert await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    marks = await request(client, "markscheme/marks", uri)
    assert (marks.uri, marks.lines, marks.complete) == (uri, True, True)
    assert [(item.verdict, item.hypothesis) for item in marks.findings] == [("different", "walked"), ("missed", "like")]
    place = {"line": 0, "character": 0}
    following = await request(client, "markscheme/nextFinding", uri, position=place)
    assert (following.uri, following.range.start.character) == (uri, different.range.start.character)
    plan = await request(client, "markscheme/plan", uri, position={"line": 1, "character": 4})
    assert plan.uri == uri
    texts = await request(client, "markscheme/texts", uri)
    assert (texts.source.label, texts.references[0].label) == ("Original text", "Ms Kim")
    assert texts.hypothesis.text == text
    assert view_of(texts.source.view) == View(tmp_path / "tea.docx")
    related = {item.location.uri for item in missed.related_information}
    assert related == {View(tmp_path / "tea.docx").uri, View(tmp_path / "corrected by Ms Kim.docx").uri}


@with_views
async def test_source_and_reference_have_views_of_their_own(client: LanguageClient, tmp_path: Path):
    students = word_class(tmp_path)
    source, reference = View(tmp_path / "tea.docx").uri, View(tmp_path / "corrected by Ms Kim.docx").uri
    assert await open_view(client, source) == "\n".join(SOURCE)
    go, like, *_ = await settled(client, source, 3)
    assert "2 wrote “walked”" in go.message
    assert View(students / "Mei.docx").uri in {item.location.uri for item in go.related_information}
    assert like.code == "missed"
    assert await open_view(client, reference) == "Yesterday he went to school.\nShe likes tea at home."
    assert await settled(client, reference, 1) == []
    [listed] = await client.protocol.send_request_async("markscheme/exercises", {})
    assert (listed["source_view"], [item["view"] for item in listed["references"]]) == (source, [reference])
    views = {View(path).uri for path in students.iterdir()}
    assert {item["view"] for item in listed["hypotheses"]} == views
    overview = await client.protocol.send_request_async("markscheme/overview", {})
    assert {item.view for item in overview.exercises[0].students} == views


@with_views
async def test_decisions_are_kept_and_count_and_no_action_changes_the_text(client: LanguageClient, tmp_path: Path):
    students = word_class(tmp_path)
    before = contents(tmp_path)
    mei, ben = View(students / "Mei.docx").uri, View(students / "Ben K.docx").uri
    for uri in (mei, ben):
        await open_view(client, uri)
    different, missed = await settled(client, mei)
    await settled(client, ben)
    offered = await actions_at(client, mei, EVERYWHERE, different, missed)
    assert offered
    assert not any(action.edit for action in offered)
    await do(client, titled(await actions_at(client, mei, different.range, different), "Count as correct"))
    for uri in (mei, ben):
        await until(client, uri, lambda items: "different" not in codes(items))
    assert "walked" in (tmp_path / "accepted.m2").read_text()
    marks = await request(client, "markscheme/marks", (students / "Mei.docx").as_uri())
    assert (marks.lines, [item.verdict for item in marks.findings]) == (False, ["correct", "missed"])
    await do(client, titled(await actions_at(client, mei, missed.range, missed), "Hide this"))
    await until(client, mei, lambda items: codes(items) == ["correct"])
    await do(client, titled(await actions_at(client, mei, missed.range), "Show"))
    await until(client, mei, lambda items: codes(items) == ["correct", "missed"])
    assert contents(tmp_path) == before


@with_views
async def test_a_file_of_several_authors_has_a_view_for_each(client: LanguageClient, tmp_path: Path):
    students = word_class(tmp_path)
    path = students / "both.docx"
    path.write_bytes(two_authors())
    listed = (await request(client, "markscheme/views", path.as_uri())).views
    assert [(item.name, item.author) for item in listed] == [("Ann", "Ann"), ("Ben", "Ben")]
    expected = {"Ann": ["correct", "correct"], "Ben": ["different", "different"]}
    for item in listed:
        assert item.uri == View(path, item.author).uri
        await open_view(client, item.uri)
        assert codes(await settled(client, item.uri)) == expected[item.author]
        assert (await request(client, "markscheme/marks", item.uri)).author == item.author
    with pytest.raises(JsonRpcException, match="no correction by 'Nobody'"):
        await text_of(client, View(path, "Nobody").uri)


@with_views
async def test_a_corrected_document_alone_is_its_text_and_each_teachers_version(client: LanguageClient, tmp_path: Path):
    path = tmp_path / "essay.docx"
    path.write_bytes(two_authors())
    listed = (await request(client, "markscheme/views", path.as_uri())).views
    roles = [(item.name, item.author, item.role) for item in listed]
    assert roles == [("source", None, "source"), ("Ann", "Ann", "reference"), ("Ben", "Ben", "reference")]
    assert await open_view(client, listed[0].uri) == "\n".join(SOURCE)
    assert codes(await settled(client, listed[0].uri)) == ["missed", "missed"]
    assert await open_view(client, listed[1].uri) == "Yesterday he went to school.\nShe likes tea at home."
    disagreements = await settled(client, listed[1].uri, 1)
    assert codes(disagreements) == ["reference-disagreement"] * 2
    assert {item.location.uri for one in disagreements for item in one.related_information} == {listed[2].uri}


@with_views
async def test_one_teachers_changes_are_a_view_beside_the_source(client: LanguageClient, tmp_path: Path):
    path = tmp_path / "essay.docx"
    path.write_bytes(tracked_by("Ms Kim", "went", "likes"))
    listed = (await request(client, "markscheme/views", path.as_uri())).views
    labels = [(item.author, item.role, item.label) for item in listed]
    assert labels == [(None, "source", "source"), ("Ms Kim", "reference", "Ms Kim")]
    assert await text_of(client, listed[1].uri) == "Yesterday he went to school.\nShe likes tea at home."


@with_views
@pytest.mark.parametrize("authors", [("Ann", "Ben"), ("Ms Kim",)])
async def test_every_answer_names_the_view_of_the_right_teacher(
    client: LanguageClient, tmp_path: Path, authors: tuple[str, ...]
):
    path = tmp_path / "essay.docx"
    path.write_bytes(two_authors() if len(authors) > 1 else tracked_by("Ms Kim", "went", "likes"))
    views = [View(path, author).uri for author in authors]
    [listed] = await client.protocol.send_request_async("markscheme/exercises", {})
    assert (listed["source_view"], [item["view"] for item in listed["references"]]) == (View(path).uri, views)
    source = View(path).uri
    texts = await request(client, "markscheme/texts", source)
    assert (texts.source.view, [item.view for item in texts.references]) == (source, views)
    await open_view(client, source)
    missed, _ = await settled(client, source)
    assert sorted(item.location.uri for item in missed.related_information) == views
    opening = await actions_at(client, source, types.Range(types.Position(0, 0), types.Position(0, 0)))
    assert [action.command.arguments[0] for action in opening] == views


@with_views
async def test_a_changed_file_is_fetched_again_and_marked(client: LanguageClient, tmp_path: Path):
    path = word_class(tmp_path) / "Mei.docx"
    uri, refreshed = View(path).uri, refreshed_views(client)
    await open_view(client, uri)
    await settled(client, uri)
    path.write_bytes(word_text("Yesterday he went to school.", SOURCE[1]))
    report(client, path)
    await asyncio.wait_for(client.views.wait(), PATIENCE)
    assert refreshed == [uri]
    change_document(client, uri, await text_of(client, uri), 2)
    assert codes(await settled(client, uri)) == ["correct", "missed"]
    path.write_bytes(b"no Word document")
    report(client, path)
    [problem] = await until(client, uri, lambda items: codes(items) == ["document-problem"])
    assert problem.message.startswith("this is not a Word document")
    path.unlink()
    report(client, path, types.FileChangeType.Deleted)
    await until(client, uri, lambda items: items == [])
    with pytest.raises(JsonRpcException, match="does not exist"):
        await text_of(client, uri)
    path.write_bytes(word_text("Yesterday he went to school.", SOURCE[1]))
    report(client, path, types.FileChangeType.Created)
    await until(client, uri, lambda items: codes(items) == ["correct", "missed"])


async def test_a_client_that_fetches_nothing_again_shows_the_marks_of_the_file(tmp_path: Path, window: Window):
    path = word_class(tmp_path) / "Mei.docx"
    uri = View(path).uri.replace("markscheme-text:/", "markscheme-text:///")
    async with window(tmp_path, profile=NEOVIM) as client:
        text = await open_view(client, uri)
        diagnostics = await settled(client, uri)
        assert [under(text, item.range, "utf-16") for item in diagnostics] == ["walked", "like"]
        assert all("tea.docx" not in str(item.related_information) for item in diagnostics)
        path.write_bytes(word_text("Yesterday he went to school.", SOURCE[1]))
        [problem] = await until(client, uri, lambda items: codes(items) == ["document-problem"])
        assert problem.message == "the file has changed since this text was opened. Open it again"


@with_views
async def test_the_editors_own_line_ends_are_no_other_text(client: LanguageClient, tmp_path: Path):
    path = word_class(tmp_path) / "Mei.docx"
    uri = View(path).uri
    text = await text_of(client, uri)
    changed = text.replace("\n", "\r\n") + "\r\n"
    item = types.TextDocumentItem(uri, "plaintext", 1, changed)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    assert codes(await settled(client, uri)) == ["different", "missed"]


@with_views
async def test_a_file_of_no_exercise_is_a_text_without_marks(client: LanguageClient, tmp_path: Path):
    path = tmp_path / "notes.docx"
    path.write_bytes(word_text("Buy milk.", "Call Ann."))
    answer = await request(client, "markscheme/views", path.as_uri())
    assert (answer.exercise, [(item.name, item.role) for item in answer.views]) == (None, [("notes", None)])
    uri = answer.views[0].uri
    assert await open_view(client, uri) == "Buy milk.\nCall Ann."
    assert await settled(client, uri, 1) == []


@with_views
async def test_what_can_not_be_shown_is_refused_with_the_reason(client: LanguageClient, tmp_path: Path):
    broken = tmp_path / "a.docx"
    broken.write_bytes(b"PK no archive")
    text = tmp_path / "a.txt"
    text.write_text("Hello.\n")
    for path, reason in ((broken, "a.docx"), (text, "an editor opens itself"), (tmp_path / "b.docx", "does not exist")):
        with pytest.raises(JsonRpcException, match=reason):
            await text_of(client, View(path).uri)
    with pytest.raises(JsonRpcException, match=r"^this is not a Word document"):
        await request(client, "markscheme/views", broken.as_uri())
    assert list((await request(client, "markscheme/views", text.as_uri())).views) == []
    for uri in ("markscheme-text:/a.docx", text.as_uri(), "markscheme-text:"):
        with pytest.raises(JsonRpcInvalidParams):
            await text_of(client, uri)


@with_views
async def test_a_file_of_another_word_processor_has_a_view(client: LanguageClient, tmp_path: Path):
    students = word_class(tmp_path)
    for name, data in (("Ole.rtf", rb"{\rtf1\ansi Yesterday he went to school.\par She like tea at home.}"),):
        (students / name).write_bytes(data)
    configuration = tmp_path / "markscheme.toml"
    configuration.write_text(
        configuration.read_text().replace('"students/*.docx"', '"students/*.docx", "students/*.rtf"')
    )
    uri = View(students / "Ole.rtf").uri
    await open_view(client, uri)
    assert codes(await settled(client, uri)) == ["correct", "missed"]


def newest(client: LanguageClient) -> dict[str, list[types.Diagnostic]]:
    """Return the newest diagnostics of each document that has some."""
    published = {item.uri: list(item.diagnostics) for item in client.published}
    return {uri: items for uri, items in published.items() if items}


async def mark_workspace(client: LanguageClient) -> dict[str, int]:
    command = types.ExecuteCommandParams("markscheme.markWorkspace")
    return plain(await asyncio.wait_for(client.workspace_execute_command_async(command), PATIENCE))


async def eventually(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.02)


@with_views
async def test_a_marked_workspace_lists_word_documents_that_are_not_open(client: LanguageClient, tmp_path: Path):
    students = word_class(tmp_path)
    (students / "Mei.docx").write_bytes(two_authors())
    (students / "Ben.docx").write_bytes(b"no Word document")
    summary = await mark_workspace(client)
    assert summary == {"documents": 11, "findings": 10, "problems": 1}
    listed = newest(client)
    assert codes(listed[View(students / "Mei.docx", "Ben").uri]) == ["different", "different"]
    assert codes(listed[View(students / "Ben.docx").uri]) == ["document-problem"]
    assert {item.path for item in map(view_of, listed) if item} > {tmp_path / "tea.docx", students / "Kofi.docx"}


@with_views
async def test_word_documents_on_disk_are_kept_marked(client: LanguageClient, tmp_path: Path):
    students = word_class(tmp_path)
    await mark_workspace(client)
    kofi, both = students / "Kofi.docx", students / "both.docx"
    both.write_bytes(two_authors())
    report(client, both, types.FileChangeType.Created)
    ben = View(both, "Ben").uri
    await eventually(lambda: ben in newest(client))
    both.write_bytes(tracked_by("Ann", "walked", "likes"))
    report(client, both)
    alone = View(both).uri
    await eventually(lambda: ben not in newest(client) and alone in newest(client))
    kofi.unlink()
    report(client, kofi, types.FileChangeType.Deleted)
    await eventually(lambda: View(kofi).uri not in newest(client))


@with_views
async def test_a_closed_view_is_still_listed_in_a_marked_workspace(client: LanguageClient, tmp_path: Path):
    uri = View(word_class(tmp_path) / "Mei.docx").uri
    await mark_workspace(client)
    await open_view(client, uri)
    await settled(client, uri)
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    await eventually(lambda: client.published[-1].uri == uri and client.published[-1].version is None)
    await eventually(lambda: codes(newest(client).get(uri, [])) == ["different", "missed"])


@for_profile(NEOVIM)
async def test_an_editor_without_views_is_sent_no_diagnostics_of_them(client: LanguageClient, tmp_path: Path):
    word_class(tmp_path)
    assert (await mark_workspace(client))["documents"] == 10
    assert newest(client) == {}


async def test_pulled_diagnostics_of_the_workspace_have_word_documents(tmp_path: Path, window: Window):
    students = word_class(tmp_path)
    (students / "Mei.docx").write_bytes(two_authors())
    async with window(tmp_path, profile=VIEWS, debounce=0, diagnostics="pull") as client:
        first = await client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams([]))
        reports = {view_of(item.uri): item for item in first.items}
        ben, kofi = View(students / "Mei.docx", "Ben"), View(students / "Kofi.docx")
        assert codes(reports[ben].items) == ["different", "different"]
        known = [types.PreviousResultId(item.uri, item.result_id) for item in first.items]
        waiting = asyncio.ensure_future(client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(known)))
        kofi.path.unlink()
        report(client, kofi.path, types.FileChangeType.Deleted)
        second = await asyncio.wait_for(waiting, PATIENCE)
        [gone] = [item for item in second.items if view_of(item.uri) == kofi]
        assert (gone.kind, tuple(gone.items)) == ("full", ())
