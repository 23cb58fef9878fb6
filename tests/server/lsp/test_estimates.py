"""Documents without a reference: they are estimated, and each message says that no reference was used."""

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
from exercise_files import exercise
from markscheme.server.editor_settings import plain
from server.lsp.acting import do, of_diagnostic, titled
from server.lsp.conversation import change_document, hover, open_document, publications, settled, under
from server.lsp.profiles import for_each
from server.lsp.test_lenses import lenses
from server.lsp.window import request

LEARNER = "They live here since two years. 🏊 She gives me good advice.\nWe went to a lake last summer.\n"
STUDENT = "They have lived here for two years. 🏊 She gives me good advices.\nWe to a lake last summer.\n"
LOWERS = "lowers-estimate"


@pytest.fixture
def hypothesis(tmp_path: Path) -> Path:
    return exercise(tmp_path, source=LEARNER, hypotheses={"mei": STUDENT}).hypothesis("mei")


async def members(client: LanguageClient, path: Path) -> dict:
    return json.loads(json.dumps(plain(await request(client, "markscheme/marks", path.as_uri()))))


@for_each("encoding")
async def test_edits_that_lower_the_estimate_are_information_without_a_reference(
    client: LanguageClient, hypothesis: Path
):
    uri = open_document(client, hypothesis)
    diagnostics = await settled(client, uri)
    assert [item.code for item in diagnostics] == [LOWERS, LOWERS]
    advices = diagnostics[0]
    assert advices.source == "markscheme"
    assert advices.severity is types.DiagnosticSeverity.Information
    assert advices.message.startswith(
        "Lowers the estimate: advice → advices (singular and plural). The sentence's estimated"
    )
    assert advices.message.endswith("It may be wrong, or not needed. No teacher's correction was used.")
    assert (plain(advices.data)["version"], plain(advices.data)["type"]) == (1, "R:NOUN:NUM")
    assert under(STUDENT, advices.range, client.encoding) == "advices"


async def test_a_removed_word_is_marked_at_its_place_and_points_into_the_source(
    client: LanguageClient, hypothesis: Path
):
    found = await settled(client, open_document(client, hypothesis))
    empty = found[1]
    assert empty.range.start == empty.range.end == types.Position(1, 3)
    [source] = empty.related_information
    assert source.location.uri == (hypothesis.with_name("e.src.txt")).as_uri()
    assert empty.code_description.href.endswith("diagnostics.md#lowers-estimate")
    assert "## lowers-estimate" in (Path(api.__file__).parent / "server/diagnostics.md").read_text()


async def test_every_edit_has_a_card_and_other_words_have_their_sentences(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis)
    await settled(client, uri)
    lived = await hover(client, uri, types.Position(0, 11))
    assert "(tense)" in lived
    assert "without it" in lived
    assert "impact 0." in lived
    assert "Lowers" not in lived
    advices = await hover(client, uri, types.Position(0, STUDENT.index("advices") + 3))
    assert "Lowers the estimate" in advices
    plain_words = await hover(client, uri, types.Position(1, 0))
    assert "estimated quality" in plain_words
    assert all("No teacher's correction was used." in card for card in (lived, advices, plain_words))


async def test_lenses_show_the_quality_of_the_document_and_of_each_changed_sentence(
    client: LanguageClient, hypothesis: Path
):
    uri = open_document(client, hypothesis)
    await settled(client, uri)
    first, *others = await lenses(client, uri)
    assert first[0] == 0
    assert first[1].startswith("estimated quality ")
    assert first[1].endswith(" · 2 corrections lower it · no teacher's correction")
    assert [line for line, _ in others] == [1]
    assert all(" → " in title and title.endswith(" · no teacher's correction") for _, title in others)


async def test_symbols_and_the_next_finding_use_estimates(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis)
    diagnostics = await settled(client, uri)
    answer = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    )
    assert all("estimated quality" in item.detail for top in answer for item in (top.children or (top,)))
    position = {"line": 0, "character": 0}
    for method, wanted in [("nextFinding", 0), ("previousFinding", 1)]:
        place = await request(client, f"markscheme/{method}", uri, position=position)
        assert plain(place)["range"] == client.protocol._converter.unstructure(diagnostics[wanted].range)
    assert await request(client, "markscheme/plan", uri, position=position) is None


async def test_marks_hold_the_estimate_that_the_command_line_writes(
    client: LanguageClient, hypothesis: Path, markscheme: Callable[..., "CompletedProcess[str]"]
):
    uri = open_document(client, hypothesis)
    diagnostics = await settled(client, uri)
    answer = await members(client, hypothesis)
    done = markscheme("review", hypothesis.name, "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert report["documents"] == []
    [estimated] = report["estimated"]
    assert {key: value for key, value in answer.items() if key not in ("version", "complete", "ignored")} == estimated
    assert (answer["version"], answer["complete"], answer["ignored"]) == (1, True, [])
    edits = answer["estimate"]["edits"]
    assert [plain(item.data)["edit"] for item in diagnostics] == [
        number for number, edit in enumerate(edits) if edit["lowers"]
    ]
    assert answer["estimate"]["lowering"] == 2
    assert "findings" not in answer
    assert "marks" not in answer


async def test_a_closed_document_is_estimated_from_disk(client: LanguageClient, hypothesis: Path):
    answer = await members(client, hypothesis)
    assert (answer["version"], answer["complete"]) == (None, False)
    assert answer["estimate"]["score"] is None
    assert answer["estimate"]["lowering"] == 2


@pytest.mark.options(textChanges=True)
async def test_a_correction_can_be_undone_or_ignored(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis)
    advices, lake = await settled(client, uri)
    [edit] = titled(await of_diagnostic(client, uri, lake), "Undo this correction: went").edit.document_changes[0].edits
    assert (edit.range.start.line, edit.new_text.strip()) == (1, "went")
    await do(client, titled(await of_diagnostic(client, uri, advices), "Hide this estimate"))
    [left] = await settled(client, uri)
    assert left.range == lake.range
    assert len((await members(client, hypothesis))["ignored"]) == 1
    title = (await lenses(client, uri))[0][1]
    assert title.endswith("1 hidden")
    client.workspace_execute_command(types.ExecuteCommandParams("markscheme.showIgnored", [uri]))
    assert len(await settled(client, uri)) == 2


@pytest.mark.options(severities={"estimate": "off"})
async def test_diagnostics_of_estimates_can_be_switched_off(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis)
    assert await settled(client, uri) == []
    assert "2 corrections lower it" in (await lenses(client, uri))[0][1]


@pytest.mark.options(estimateWithoutReference=False)
async def test_a_missing_reference_is_a_problem_when_estimates_are_off(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis)
    [problem] = await settled(client, uri, 1)
    assert problem.code == "document-problem"
    assert "has no teacher's correction" in problem.message
    with pytest.raises(JsonRpcException, match="has no teacher's correction"):
        await request(client, "markscheme/marks", uri)


@pytest.mark.options(estimateMargin=100)
async def test_the_margin_is_a_setting(client: LanguageClient, hypothesis: Path):
    assert await settled(client, open_document(client, hypothesis)) == []


async def test_a_folders_configuration_takes_precedence_over_a_setting(client: LanguageClient, hypothesis: Path):
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


async def test_a_folders_configuration_cannot_name_an_estimator(client: LanguageClient, hypothesis: Path):
    configuration = hypothesis.with_name("markscheme.toml")
    configuration.write_text('[marking]\nestimator = "model"\n')
    [problem] = await settled(client, open_document(client, configuration), 1)
    assert "unknown key 'estimator'" in problem.message


async def test_a_source_shows_the_quality_of_each_hypothesis(client: LanguageClient, hypothesis: Path):
    hypothesis.with_name("e.hyp.ben.txt").write_text(LEARNER)
    source = hypothesis.with_name("e.src.txt")
    uri = open_document(client, source)
    assert await settled(client, uri) == []
    [(line, title)] = await lenses(client, uri)
    assert line == 0
    assert title.startswith("estimated quality ")
    assert " · ben " in title
    assert " · mei " in title
    assert title.endswith(" · no teacher's correction")


async def test_a_source_without_hypotheses_needs_a_reference(client: LanguageClient, tmp_path: Path):
    [problem] = await settled(client, open_document(client, exercise(tmp_path, source=LEARNER).source), 1)
    assert "has no teacher's correction" in problem.message


async def test_a_text_without_corrections_has_only_a_quality(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis, LEARNER)
    assert await settled(client, uri) == []
    [(_, title)] = await lenses(client, uri)
    assert title.endswith(" · no teacher's correction")
    assert (await members(client, hypothesis))["estimate"]["edits"] == []


async def test_an_empty_text_has_nothing_until_it_is_filled(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis, "")
    assert await settled(client, uri, 1) == []
    change_document(client, uri, STUDENT.replace("\n", "\r\n"), 2)
    assert [item.range.start.line for item in await settled(client, uri)] == [0, 1]


@pytest.mark.options(maximumSize=1000)
async def test_a_text_that_is_too_long_is_not_estimated(client: LanguageClient, hypothesis: Path):
    [problem] = await settled(client, open_document(client, hypothesis, STUDENT * 20), 1)
    assert "maximumSize" in problem.message


async def test_a_document_that_carries_its_source_is_estimated_in_its_markup(client: LanguageClient, tmp_path: Path):
    path = tmp_path / "e.hyp.mei.md"
    path.write_text("She gives me good {~~advice~>advices~~}.\n")
    [lowering] = await settled(client, open_document(client, path))
    start, end = lowering.range.start.character, lowering.range.end.character
    assert path.read_text()[start:end] == "advices"


async def test_an_m2_file_is_estimated_at_its_corrections(client: LanguageClient, tmp_path: Path):
    path = tmp_path / "e.hyp.mei.m2"
    path.write_text("S She gives me good advice .\nA 4 5|||R:NOUN:NUM|||advices|||REQUIRED|||-NONE-|||0\n")
    [lowering] = await settled(client, open_document(client, path))
    assert lowering.range.start.line == 1


async def test_typing_never_shows_an_estimate_of_an_older_text(client: LanguageClient, hypothesis: Path):
    uri = open_document(client, hypothesis)
    await settled(client, uri)
    for version in range(2, 8):
        change_document(client, uri, STUDENT + "Nobody was there. " * version, version)
        await asyncio.sleep(0.05)
    answer = await members(client, hypothesis)
    assert answer["version"] == 7
    versions = [item.version for item in publications(client, uri)]
    assert versions == sorted(versions)


async def test_the_overview_of_a_class_keeps_estimates_apart_from_marks(client: LanguageClient, hypothesis: Path):
    folder, goes = hypothesis.parent, "He goes home.\n"
    exercise(folder, stem="f", source="He go home.\n", hypotheses={"mei": goes}, references={"kim": goes})
    answer = await client.protocol.send_request_async("markscheme/overview", {"uri": folder.as_uri()})
    glance = json.loads(json.dumps(plain(answer)))
    [[estimated], [marked]] = [exercise["students"] for exercise in glance["exercises"]]
    assert (estimated["marks"], estimated["problem"]) == (None, None)
    assert set(estimated["estimate"]) == {"quality", "q", "similarity", "score", "lowering", "estimator", "signature"}
    assert (marked["estimate"], marked["marks"]["counts"]["tp"]) == (None, 1)
    assert "impara" not in glance["signature"]
    assert glance["exercises"][0]["types"] == []


@pytest.mark.options(estimator="~nobody_of_this_name/estimator")
async def test_an_estimator_that_does_not_exist_stops_no_marking(client: LanguageClient, hypothesis: Path):
    [problem] = await settled(client, open_document(client, hypothesis), count=1)
    assert "holds no trained quality estimator" in problem.message
    reference = hypothesis.with_name("e.ref.kim.txt")
    reference.write_text(STUDENT)
    diagnostics = await settled(client, open_document(client, hypothesis.with_name("e.src.txt")), count=1)
    assert {item.code for item in diagnostics} == {"missed"}
