"""Commands, and requests of Markscheme's own."""

import json
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

import markscheme
from exercise_files import exercise
from markscheme.documents.files import is_product
from markscheme.marking.verdict import Verdict
from markscheme.server.editor import view_uri
from server.lsp.acting import actions_at
from server.lsp.conversation import change_document, open_document, publications, settled, under
from server.lsp.profiles import VIEWS, for_each
from server.lsp.profiles import under as under_profile

START = {"line": 0, "character": 0}


async def run(client: LanguageClient, command: str, *arguments: object) -> object:
    return await client.workspace_execute_command_async(types.ExecuteCommandParams(command, arguments=list(arguments)))


async def ask(client: LanguageClient, method: str, **params: object) -> object:
    return await client.protocol.send_request_async(method, params)


async def test_the_next_finding_goes_through_all_in_a_circle(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    diagnostics = await settled(client, uri)
    wanted = [item.range for item in diagnostics if item.code != "correct"]
    seen, at = [], START
    for _ in wanted:
        answer = await ask(client, "markscheme/nextFinding", textDocument={"uri": uri}, position=at)
        at = {"line": answer.range.start.line, "character": answer.range.start.character}
        seen.append((at["line"], at["character"]))
    expected = sorted({(place.start.line, place.start.character) for place in wanted})
    assert sorted(set(seen)) == expected
    back = await ask(client, "markscheme/previousFinding", textDocument={"uri": uri}, position=START)
    assert (back.range.start.line, back.range.start.character) == expected[-1]


async def test_the_command_shows_the_place_in_the_editor(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    first = next(item for item in await settled(client, uri) if item.code != "correct")
    await run(client, "markscheme.nextFinding", uri, START)
    [shown] = client.shown_documents
    assert (shown.uri, shown.selection) == (uri, first.range)


@under_profile(VIEWS)
async def test_the_workspace_is_marked_without_opening_its_documents(client: LanguageClient, few_examples: Path):
    result = await run(client, "markscheme.markWorkspace")
    by_uri = {params.uri: params for params in client.published}
    expected = [path for path in few_examples.rglob("*") if path.is_file() and ".hyp." in path.name]
    for path in expected:
        uri = view_uri(path) or path.as_uri()
        assert by_uri[uri].diagnostics
        assert by_uri[uri].version is None
    assert result["documents"] == len(by_uri)
    assert result["problems"] == 0
    assert result["findings"] > 100


async def test_a_marked_workspace_stays_marked(client: LanguageClient, few_examples: Path):
    await run(client, "markscheme.markWorkspace")
    path = few_examples / "report/report.hyp.mei"
    uri = path.as_uri()
    before = publications(client, uri)[-1].diagnostics
    open_document(client, path, text=(few_examples / "report/report.ref0").read_text())
    client.awaited[uri] = len(publications(client, uri))
    assert {item.code for item in await settled(client, uri)} == {"correct"}
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    after = await settled(client, uri)
    assert [(item.code, item.range) for item in after] == [(item.code, item.range) for item in before]


async def test_a_closed_source_is_marked_again_when_a_hypothesis_is_saved(client: LanguageClient, tmp_path: Path):
    files = exercise(
        tmp_path,
        source="He go home.\n",
        hypotheses={"mei": "He went home.\n"},
        references={"kim": "He goes home.\n"},
    )
    await run(client, "markscheme.markWorkspace")
    path = files.hypothesis("mei")
    uri = open_document(client, path)
    await settled(client, uri, 3)
    source = files.source.as_uri()
    client.awaited[source] = 2
    await settled(client, source)
    before = len(publications(client, source))
    change_document(client, uri, "He goes home.\n", 2)
    await settled(client, uri)
    assert len(publications(client, source)) == before
    path.write_text("He goes home.\n")
    saved = types.FileEvent(uri, types.FileChangeType.Changed)
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([saved]))
    [diagnostic] = await settled(client, source)
    assert diagnostic.message.endswith(". 1 correct")


@pytest.mark.parametrize("suffix", [".json", ".txt"])
async def test_a_report_is_what_review_writes(client: LanguageClient, examples: Path, tmp_path: Path, suffix: str):
    path = examples / "report/report.hyp.mei"
    uri = open_document(client, path)
    await settled(client, uri)
    target = tmp_path / f"report{suffix}"
    result = await run(client, "markscheme.exportReport", uri, target.as_uri())
    assert result["uri"] == target.as_uri()
    [document] = markscheme.review([path]).documents
    assert is_product(target)
    if suffix == ".json":
        [reported] = json.loads(target.read_text())["documents"]
        assert reported["marks"]["signature"] == document.review.marks.signature
        assert len(reported["findings"]) == len(document.review.findings)
    else:
        correct = document.review.marks.verdicts.of(Verdict.CORRECT)
        assert f"{correct} correct" in target.read_text()


@pytest.mark.cleme2
async def test_a_report_has_the_vocabulary_of_the_settings(client: LanguageClient, examples: Path, tmp_path: Path):
    target = tmp_path / "report.txt"
    await run(client, "markscheme.exportReport", (examples / "report/report.hyp.mei").as_uri(), target.as_uri())
    [document] = markscheme.review([examples / "report/report.hyp.mei"]).documents
    assert f"score {document.review.marks.scores.score:.3f}" in target.read_text()


async def test_a_folders_report_has_every_hypothesis(client: LanguageClient, examples: Path, tmp_path: Path):
    target = tmp_path / "all.json"
    await run(client, "markscheme.exportReport", (examples / "opinion").as_uri(), target.as_uri())
    report = json.loads(target.read_text())
    assert {Path(item["uri"]).name for item in report["documents"]} == {"lena.txt", "tomas.txt"}
    assert report["problems"] == []


async def test_a_report_without_a_name_goes_to_the_folder_of_reports(client: LanguageClient, examples: Path):
    [student, *_] = sorted((examples / "opinion/students").iterdir())
    result = await run(client, "markscheme.exportReport", student.as_uri())
    report = examples / "opinion/markscheme-reports" / f"{student.stem}.report.txt"
    assert result["uri"] == report.as_uri()
    assert is_product(report)


async def test_feedback_is_written_for_each_student_of_a_folder(client: LanguageClient, examples: Path):
    result = await run(client, "markscheme.writeFeedback", (examples / "opinion").as_uri(), "docx")
    folder = examples / "opinion/markscheme-reports/feedback"
    assert result["folder"] == folder.as_uri()
    assert sorted(result["files"]) == sorted(path.as_uri() for path in folder.rglob("*.docx"))
    assert {Path(file).name for file in result["files"]} == {"Lena.docx", "Tomas.docx"}


async def test_feedback_on_one_text_is_written_by_an_action(client: LanguageClient, examples: Path):
    """It is of the text as it stands in the editor, as a page if no format is named, and in the mode that is named."""
    path = examples / "letter/letter.hyp.jonas.txt"
    text = path.read_text()
    uri = open_document(client, path, text=f"{text}This line is in the editor only.\n")
    finding, *_ = await settled(client, uri)
    [action] = await actions_at(client, uri, finding.range, only=["source.feedback.markscheme"])
    assert action.title == "Write feedback for Jonas"
    [file] = (await run(client, action.command.command, *action.command.arguments))["files"]
    page = unquote(urlsplit(file).path)
    direct = Path(page).read_text()
    assert "This line is in the editor only." in direct
    await run(client, "markscheme.writeFeedback", uri, "html", "hint")
    assert Path(page).read_text() != direct


async def test_feedback_that_can_not_be_written_is_said_in_plain_words(client: LanguageClient, tmp_path: Path):
    (tmp_path / "task.src.txt").write_text("He go.\n")
    (tmp_path / "task.hyp.mei.txt").write_text("He goes.\n")
    with pytest.raises(JsonRpcException, match="no text here that a teacher has corrected"):
        await run(client, "markscheme.writeFeedback", tmp_path.as_uri())
    with pytest.raises(JsonRpcException, match="The feedback formats are html, docx, pdf"):
        await run(client, "markscheme.writeFeedback", tmp_path.as_uri(), "odt")
    assert not (tmp_path / "markscheme-reports").exists()


async def test_a_report_of_another_kind_is_refused(client: LanguageClient, examples: Path, tmp_path: Path):
    with pytest.raises(JsonRpcException, match="JSON or text"):
        await run(client, "markscheme.exportReport", (examples / "report").as_uri(), (tmp_path / "a.pdf").as_uri())
    assert not (tmp_path / "a.pdf").exists()


async def test_the_status_has_the_engines_memory_queue_and_cache(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    await settled(client, uri)
    status = await ask(client, "markscheme/status")
    assert status.pipelineLoaded in (True, False)
    assert status.memory > 1_000_000
    assert status.queue == 0
    assert Path(status.cache).name.endswith(".sqlite") or Path(status.cache).exists()


async def test_a_restarted_engine_marks_again(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    before = await settled(client, uri)
    first = await run(client, "markscheme.status")
    await run(client, "markscheme.restartEngine")
    after = await settled(client, uri)
    second = await run(client, "markscheme.status")
    assert first["pid"] != second["pid"]
    assert [(item.code, item.range) for item in after] == [(item.code, item.range) for item in before]


async def test_a_document_is_marked_again_on_request(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    before = await settled(client, uri)
    await run(client, "markscheme.remark", uri)
    assert await settled(client, uri) == before


async def test_a_documents_marks_are_those_of_review(client: LanguageClient, examples: Path):
    path = examples / "report/report.hyp.mei"
    uri = open_document(client, path, version=4)
    await settled(client, uri)
    answer = await ask(client, "markscheme/marks", textDocument={"uri": uri})
    [document] = markscheme.review([path]).documents
    assert (answer.uri, answer.version, answer.complete) == (uri, 4, True)
    assert answer.marks.counts.tp == document.review.marks.counts.tp
    categories = [item.category and item.category.value for item in document.review.findings]
    assert [item.category for item in answer.findings] == categories


async def test_a_plan_is_a_matrix_of_the_edits_masses(client: LanguageClient, examples: Path):
    path = examples / "letter/letter.hyp.jonas.txt"
    uri = open_document(client, path)
    wrong = next(item for item in await settled(client, uri) if item.code == "different")
    place = {"line": wrong.range.start.line, "character": wrong.range.start.character}
    plan = await ask(client, "markscheme/plan", textDocument={"uri": uri}, position=place)
    assert plan.hypothesis
    assert [reference.reference for reference in plan.references] == ["teacher-a", "teacher-b"]
    for reference in plan.references:
        assert len(reference.gain) == len(reference.transport) == len(plan.hypothesis)
        for edit, gains, moved in zip(plan.hypothesis, reference.gain, reference.transport, strict=True):
            assert len(gains) == len(moved) == len(reference.edits)
            assert all(0 <= gain <= 1 for gain in gains)
            assert sum(moved) <= edit.mass + 1e-6
        for column, edit in enumerate(reference.edits):
            assert sum(row[column] for row in reference.transport) <= edit.mass + 1e-6
    assert "metric:credit" in plan.signature or "credit" in plan.signature


async def test_wrong_parameters_are_refused_with_a_reason(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    await settled(client, uri)
    with pytest.raises(JsonRpcException, match="position is missing"):
        await ask(client, "markscheme/plan", textDocument={"uri": uri})
    with pytest.raises(JsonRpcException, match="argument 1 is missing"):
        await run(client, "markscheme.exportReport")
    assert await ask(client, "markscheme/marks", textDocument={"uri": "file:///no/such.txt"}) is None
    change_document(client, uri, "", 2)
    assert await settled(client, uri, 1) == []
    assert await ask(client, "markscheme/plan", textDocument={"uri": uri}, position=START) is None


@for_each("encoding")
async def test_the_range_of_the_next_finding_is_in_the_clients_columns(client: LanguageClient, tmp_path: Path):
    learner = "𝒦 is here. He go home.\n"
    reference = learner.replace("go", "goes")
    files = exercise(tmp_path, source=learner, hypotheses={"mei": learner}, references={"kim": reference})
    hypothesis = files.hypothesis("mei")
    uri = open_document(client, hypothesis)
    await settled(client, uri)
    answer = await ask(client, "markscheme/nextFinding", textDocument={"uri": uri}, position=START)
    place = types.Range(
        types.Position(answer.range.start.line, answer.range.start.character),
        types.Position(answer.range.end.line, answer.range.end.character),
    )
    assert under(hypothesis.read_text(), place, client.encoding) == "go"
