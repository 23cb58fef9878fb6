"""Diagnostics of sources (each hypothesis's edits) and of references (where others differ)."""

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

import markscheme
from exercise_files import ExerciseFiles, exercise
from markscheme.marking.verdict import Verdict
from server.lsp.conversation import change_document, open_document, settled, under
from server.lsp.profiles import for_each

SOURCE = "She go to the school. It rain a lot here.\n"


@pytest.fixture
def files(tmp_path: Path) -> ExerciseFiles:
    """Mei makes a hit and an over-correction, Tom a wrong correction; Roy's first verb is not Kim's."""
    return exercise(
        tmp_path,
        source=SOURCE,
        hypotheses={
            "mei": "She goes to the school. It rains a lot there.\n",
            "tom": "She is going to the school. It rain a lot here.\n",
        },
        references={
            "kim": "She goes to school. It rains a lot here.\n",
            "roy": "She went to school. It rains a lot here.\n",
        },
    )


async def test_a_source_shows_the_edits_of_each_hypothesis(client: LanguageClient, files: ExerciseFiles):
    diagnostics = await settled(client, open_document(client, files.source), 3)
    messages = {under(SOURCE, item.range, client.encoding): item.message for item in diagnostics}
    assert [item.code for item in diagnostics] == ["missed"] * 3 + ["not-needed"]
    assert messages["go"] == "go → goes or went (agreement). 1 correct, 1 wrote “is going”"
    assert messages["rain"] == "rain → rains (agreement). 1 correct, 1 left it"
    assert messages["here"] == "Not needed: here → there (1 student)"
    [go] = [item for item in diagnostics if under(SOURCE, item.range, client.encoding) == "go"]
    assert [link.message for link in go.related_information][-2:] == ["Mei: correct", "Tom: wrote “is going”"]


async def test_a_sources_own_findings_are_those_of_a_review(client: LanguageClient, examples: Path):
    path = examples / "opinion/task.txt"
    diagnostics = await settled(client, open_document(client, path), 3)
    [document] = markscheme.review([path]).documents
    expected = [finding.hypothesis for finding in document.review.findings if finding.verdict is Verdict.MISSED]
    own = [item for item in diagnostics if item.code == "missed"]
    text = path.read_bytes().decode()
    assert [under(text, item.range, client.encoding) for item in own] == expected
    assert len(own) > 20


async def test_a_source_changes_with_its_hypotheses(client: LanguageClient, files: ExerciseFiles):
    source = open_document(client, files.source)
    await settled(client, source, 3)
    tom = open_document(client, files.hypothesis("tom"))
    await settled(client, source, 3)
    change_document(client, tom, "She goes to the school. It rain a lot here.\n", 2)
    diagnostics = await settled(client, source, 3)
    assert diagnostics[0].message.endswith(". 2 correct")


async def test_many_hypotheses_are_counted(client: LanguageClient, files: ExerciseFiles):
    for number in range(9):
        files.hypothesis(f"s{number}").write_text(files.hypothesis("mei").read_text())
    diagnostics = await settled(client, open_document(client, files.source), 3)
    assert diagnostics[0].message.endswith(". 10 correct, 1 wrote “is going”")


@for_each("related_information")
async def test_a_reference_shows_where_others_differ(client: LanguageClient, files: ExerciseFiles):
    text = files.reference("kim").read_text()
    [diagnostic] = await settled(client, open_document(client, files.reference("kim")), 1)
    assert diagnostic.code == "reference-disagreement"
    assert diagnostic.severity is types.DiagnosticSeverity.Hint
    assert under(text, diagnostic.range, client.encoding) == "goes"
    assert diagnostic.message == "Corrections differ. Here: go → goes; Roy: went"
    assert (diagnostic.related_information is not None) == client.profile.related_information
    for link in diagnostic.related_information or ():
        assert link.location.uri == files.reference("roy").as_uri()
        assert under(files.reference("roy").read_text(), link.location.range, client.encoding) == "went"


async def test_a_reference_changes_with_the_others(client: LanguageClient, files: ExerciseFiles):
    kim = open_document(client, files.reference("kim"))
    assert len(await settled(client, kim, 1)) == 1
    open_document(client, files.reference("roy"), text=files.reference("kim").read_text())
    assert await settled(client, kim, 1) == []


async def test_a_lone_reference_has_no_diagnostics(client: LanguageClient, files: ExerciseFiles):
    files.reference("roy").unlink()
    assert await settled(client, open_document(client, files.reference("kim")), 1) == []


@for_each("related_information")
async def test_a_finding_points_into_the_source_and_every_reference(client: LanguageClient, files: ExerciseFiles):
    diagnostics = await settled(client, open_document(client, files.hypothesis("tom")))
    wrong = next(item for item in diagnostics if item.code == "different")
    if not client.profile.related_information:
        assert wrong.related_information is None
        return
    paths = {path.as_uri(): path for path in (files.source, files.reference("kim"), files.reference("roy"))}
    words = {
        paths[link.location.uri].name: under(paths[link.location.uri].read_text(), link.location.range, client.encoding)
        for link in wrong.related_information
    }
    assert words == {"e.src.txt": "go to the", "e.ref.kim.txt": "goes to", "e.ref.roy.txt": "went to"}


async def test_a_code_links_to_its_explanation(client: LanguageClient, files: ExerciseFiles):
    diagnostics = await settled(client, open_document(client, files.hypothesis("tom")))
    for item in diagnostics:
        page, _, heading = item.code_description.href.partition("#")
        assert heading == item.code
        assert f"## {heading}\n" in Path(page.removeprefix("file://")).read_text()


@pytest.mark.options(severities={"correct": "off", "different": "error", "notNeeded": "hint", "disagreement": "off"})
async def test_severities_follow_the_settings(client: LanguageClient, files: ExerciseFiles):
    diagnostics = await settled(client, open_document(client, files.hypothesis("mei")))
    assert {(item.code, item.severity) for item in diagnostics} == {
        ("not-needed", types.DiagnosticSeverity.Hint),
        ("missed", types.DiagnosticSeverity.Information),
    }
    assert await settled(client, open_document(client, files.reference("kim")), 1) == []


async def test_an_empty_reference_is_none_yet(client: LanguageClient, files: ExerciseFiles):
    assert await settled(client, open_document(client, files.reference("kim"), "\n"), 1) == []
