"""Documents whose exercise has no reference: estimated, and said to be no more than that."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

import markscheme as api
from lsp.acting import do, of_diagnostic, titled
from lsp.conversation import change_document, hover, open_document, publications, settled, under
from lsp.profiles import for_each
from lsp.test_lenses import lenses
from lsp.window import request
from markscheme.lsp.editor.editor import plain

LEARNER = "They live here since two years. 🏊 She gives me many advice.\nWe went to a lake last summer.\n"
STUDENT = "They have lived here for two years. 🏊 She gives me many advices.\nWe went a lake last summer.\n"
LOWERS = "lowers-estimate"


@pytest.fixture
def hypothesis(tmp_path: Path) -> Path:
    (tmp_path / "e.src.txt").write_text(LEARNER)
    path = tmp_path / "e.hyp.mei.txt"
    path.write_text(STUDENT)
    return path


async def members(client: LanguageClient, path: Path) -> dict:
    return json.loads(json.dumps(plain(await request(client, "markscheme/marks", path.as_uri()))))


@for_each("encoding")
async def test_what_lowers_the_estimate_is_told_as_information_and_that_nobody_said_so(
    client: LanguageClient, hypothesis: Path
):
    uri = open_document(client, hypothesis)
    found = await settled(client, uri)
    assert [item.code for item in found] == [LOWERS, LOWERS]
    advices = found[0]
    assert advices.source == "markscheme"
    assert advices.severity is types.DiagnosticSeverity.Information
    assert advices.message.startswith("Lowers the estimate: advice → advices [R:NOUN:NUM]. The sentence's estimated")
    assert advices.message.endswith("It may be wrong, or an over-correction. No teacher's reference was used.")
    assert (plain(advices.data)["version"], plain(advices.data)["type"]) == (1, "R:NOUN:NUM")
    assert under(STUDENT, advices.range, client.encoding) == "advices"


async def test_a_place_where_a_word_was_taken_out_and_the_source_are_named(client: LanguageClient, hypothesis: Path):
    found = await settled(client, open_document(client, hypothesis))
    empty = found[1]
    assert empty.range.start == empty.range.end == types.Position(1, 8)
    [source] = empty.related_information
    assert source.location.uri == (hypothesis.with_name("e.src.txt")).as_uri()
    assert empty.code_description.href.endswith("diagnostics.md#lowers-estimate")
    assert "## lowers-estimate" in (Path(api.__file__).parent / "lsp/notifications/diagnostics.md").read_text()


async def test_any_edit_has_a_card_and_other_words_their_sentences(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis)
    await settled(client, uri)
    lived = await hover(client, uri, types.Position(0, 11))
    assert "R:VERB:TENSE" in lived
    assert "without it" in lived
    assert "impact 0." in lived
    assert "Lowers" not in lived
    advices = await hover(client, uri, types.Position(0, STUDENT.index("advices") + 3))
    assert "Lowers the estimate" in advices
    plain_words = await hover(client, uri, types.Position(1, 0))
    assert "estimated quality" in plain_words
    assert all("No teacher's reference was used." in card for card in (lived, advices, plain_words))


async def test_lenses_tell_the_documents_and_each_changed_sentences_qualities(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis)
    await settled(client, uri)
    first, *others = await lenses(client, uri)
    assert first[0] == 0
    assert first[1].startswith("estimated quality ")
    assert first[1].endswith(" · 2 corrections lower it · no reference")
    assert [line for line, _ in others] == [0, 0, 1]
    assert all(" → " in title and title.endswith(" · no reference") for _, title in others)


async def test_symbols_and_the_next_finding_go_by_estimates(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis)
    diagnostics = await settled(client, uri)
    found = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    )
    assert all("estimated quality" in item.detail for top in found for item in (top.children or (top,)))
    position = {"line": 0, "character": 0}
    for method, wanted in [("nextFinding", 0), ("previousFinding", 1)]:
        place = await request(client, f"markscheme/{method}", uri, position=position)
        assert plain(place)["range"] == client.protocol._converter.unstructure(diagnostics[wanted].range)
    assert await request(client, "markscheme/plan", uri, position=position) is None


async def test_marks_are_an_estimate_as_the_command_line_writes_it(
    client: LanguageClient, hypothesis: Path, markscheme: Callable[..., "CompletedProcess[str]"]
):
    uri = open_document(client, hypothesis)
    diagnostics = await settled(client, uri)
    found = await members(client, hypothesis)
    done = markscheme("review", hypothesis.name, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert report["documents"] == []
    [told] = report["estimated"]
    assert {key: value for key, value in found.items() if key not in ("version", "complete", "ignored")} == told
    assert (found["version"], found["complete"], found["ignored"]) == (1, True, [])
    edits = found["estimate"]["edits"]
    assert [plain(item.data)["edit"] for item in diagnostics] == [
        number for number, edit in enumerate(edits) if edit["lowers"]
    ]
    assert found["estimate"]["lowering"] == 2
    assert "findings" not in found
    assert "marks" not in found


async def test_what_is_not_open_is_estimated_from_disk(client: LanguageClient, hypothesis: Path):
    found = await members(client, hypothesis)
    assert (found["version"], found["complete"]) == (None, False)
    assert found["estimate"]["score"] is None
    assert found["estimate"]["lowering"] == 2


async def test_a_correction_can_be_undone_or_ignored(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis)
    advices, lake = await settled(client, uri)
    [edit] = titled(await of_diagnostic(client, uri, lake), "Undo this correction: to").edit.document_changes[0].edits
    assert (edit.range.start.line, edit.new_text.strip()) == (1, "to")
    await do(client, titled(await of_diagnostic(client, uri, advices), "Ignore this estimate"))
    [left] = await settled(client, uri)
    assert left.range == lake.range
    assert len((await members(client, hypothesis))["ignored"]) == 1
    title = (await lenses(client, uri))[0][1]
    assert title.endswith("1 ignored")
    client.workspace_execute_command(types.ExecuteCommandParams("markscheme.showIgnored", [uri]))
    assert len(await settled(client, uri)) == 2


@pytest.mark.options(severities={"estimate": "off"})
async def test_they_can_be_left_untold(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis)
    assert await settled(client, uri) == []
    assert "2 corrections lower it" in (await lenses(client, uri))[0][1]


@pytest.mark.options(estimateWithoutReference=False)
async def test_without_the_estimate_it_is_a_problem_that_there_is_no_reference(
    client: LanguageClient, hypothesis: Path
):
    uri = open_document(client, hypothesis)
    [problem] = await settled(client, uri, 1)
    assert problem.code == "document-problem"
    assert "has no reference" in problem.message
    with pytest.raises(JsonRpcException, match="has no reference"):
        await request(client, "markscheme/marks", uri)


@pytest.mark.options(estimateMargin=100)
async def test_the_margin_is_a_setting(client: LanguageClient, hypothesis: Path):
    assert await settled(client, open_document(client, hypothesis)) == []


async def test_the_configuration_of_a_folder_decides_before_a_setting(client: LanguageClient, hypothesis: Path):
    table = '[[exercise]]\nsource = "e.src.txt"\nhypotheses = ["e.hyp.*"]\n'
    configuration = hypothesis.with_name("markscheme.toml")
    configuration.write_text(table)
    uri = open_document(client, hypothesis)
    assert [item.code for item in await settled(client, uri)] == [LOWERS, LOWERS]
    open_document(client, configuration)
    change_document(client, configuration.as_uri(), f"{table}estimate = false\n", 2)
    async with asyncio.timeout(60):
        while [item.code for item in publications(client, uri)[-1].diagnostics] != ["document-problem"]:
            await asyncio.sleep(0.05)


async def test_a_folders_configuration_can_not_name_an_estimator(client: LanguageClient, hypothesis: Path):
    configuration = hypothesis.with_name("markscheme.toml")
    configuration.write_text('[marking]\nestimator = "model"\n')
    [problem] = await settled(client, open_document(client, configuration), 1)
    assert "unknown key 'estimator'" in problem.message


async def test_a_source_tells_each_hypothesis_and_has_no_problem(client: LanguageClient, hypothesis: Path):
    hypothesis.with_name("e.hyp.ben.txt").write_text(LEARNER)
    source = hypothesis.with_name("e.src.txt")
    uri = open_document(client, source)
    assert await settled(client, uri) == []
    [(line, title)] = await lenses(client, uri)
    assert line == 0
    assert title.startswith("estimated quality ")
    assert " · ben " in title
    assert " · mei " in title
    assert title.endswith(" · no reference")


async def test_a_source_without_any_correction_still_wants_a_reference(client: LanguageClient, tmp_path: Path):
    (tmp_path / "e.src.txt").write_text(LEARNER)
    [problem] = await settled(client, open_document(client, tmp_path / "e.src.txt"), 1)
    assert "has no reference" in problem.message


async def test_a_text_without_corrections_has_a_quality_and_nothing_else(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis, LEARNER)
    assert await settled(client, uri) == []
    [(_, title)] = await lenses(client, uri)
    assert title.endswith(" · no reference")
    assert (await members(client, hypothesis))["estimate"]["edits"] == []


async def test_an_empty_text_is_a_problem_and_one_that_is_filled_again_is_none(
    client: LanguageClient, hypothesis: Path
):
    uri = open_document(client, hypothesis, "")
    [problem] = await settled(client, uri, 1)
    assert "the document is empty" in problem.message
    change_document(client, uri, STUDENT.replace("\n", "\r\n"), 2)
    assert [item.range.start.line for item in await settled(client, uri)] == [0, 1]


@pytest.mark.options(maximumSize=1000)
async def test_a_text_that_is_too_long_is_left_alone(client: LanguageClient, hypothesis: Path):
    [problem] = await settled(client, open_document(client, hypothesis, STUDENT * 20), 1)
    assert "maximumSize" in problem.message


async def test_a_document_that_carries_its_source_is_estimated_in_its_markup(client: LanguageClient, tmp_path: Path):
    path = tmp_path / "e.hyp.mei.md"
    path.write_text("She gives me many {~~advice~>advices~~}.\n")
    [lowering] = await settled(client, open_document(client, path))
    start, end = lowering.range.start.character, lowering.range.end.character
    assert path.read_text()[start:end] == "advices"


async def test_an_m2_file_is_estimated_at_its_corrections(client: LanguageClient, tmp_path: Path):
    path = tmp_path / "e.hyp.mei.m2"
    path.write_text("S She gives me many advice .\nA 4 5|||R:NOUN:NUM|||advices|||REQUIRED|||-NONE-|||0\n")
    [lowering] = await settled(client, open_document(client, path))
    assert lowering.range.start.line == 1


async def test_typing_never_shows_an_estimate_of_an_older_text(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis)
    await settled(client, uri)
    for version in range(2, 8):
        change_document(client, uri, STUDENT + "Nobody was there. " * version, version)
        await asyncio.sleep(0.05)
    found = await members(client, hypothesis)
    assert found["version"] == 7
    versions = [item.version for item in publications(client, uri)]
    assert versions == sorted(versions)


async def test_an_estimate_is_no_mark_in_a_class(client: LanguageClient, hypothesis: Path):
    folder = hypothesis.parent
    (folder / "f.src.txt").write_text("He go home.\n")
    (folder / "f.hyp.mei.txt").write_text("He goes home.\n")
    (folder / "f.ref.kim.txt").write_text("He goes home.\n")
    answer = await client.protocol.send_request_async("markscheme/overview", {"uri": folder.as_uri()})
    glance = json.loads(json.dumps(plain(answer)))
    [[estimated], [marked]] = [exercise["students"] for exercise in glance["exercises"]]
    assert (estimated["marks"], estimated["problem"]) == (None, None)
    assert set(estimated["estimate"]) == {"quality", "q", "similarity", "score", "lowering", "estimator", "signature"}
    assert (marked["estimate"], marked["marks"]["counts"]["tp"]) == (None, 1)
    assert "impara" not in glance["signature"]
    assert glance["exercises"][0]["types"] == []


@pytest.mark.options(estimator="~nobody_of_this_name/estimator")
async def test_an_estimator_of_nobody_stops_no_marking(client: LanguageClient, hypothesis: Path):
    [problem] = await settled(client, open_document(client, hypothesis), count=1)
    assert "holds no trained quality estimator" in problem.message
    reference = hypothesis.with_name("e.ref.kim.txt")
    reference.write_text(STUDENT)
    found = await settled(client, open_document(client, hypothesis.with_name("e.src.txt")), count=1)
    assert {item.code for item in found} == {"under-correction"}
