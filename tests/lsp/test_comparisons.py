"""Diagnostics of sources (what each hypothesis did there) and of references (where others differ)."""

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

import markscheme
from lsp.conversation import change_document, open_document, settled, under
from lsp.profiles import for_each

SOURCE = "She go to the school. It rain a lot here.\n"


def exercise(folder: Path) -> dict[str, Path]:
    """Mei makes a hit and an over-correction, Tom a wrong correction; Roy has something else than Kim."""
    texts = {
        "e.src.txt": SOURCE,
        "e.ref.kim.txt": "She goes to school. It rains a lot here.\n",
        "e.ref.roy.txt": "She went to school. It rains a lot here.\n",
        "e.hyp.mei.txt": "She goes to the school. It rains a lot there.\n",
        "e.hyp.tom.txt": "She is going to the school. It rain a lot here.\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    return {name.removeprefix("e.").removesuffix(".txt"): folder / name for name in texts}


async def test_a_source_tells_what_each_hypothesis_did(client: LanguageClient, tmp_path: Path):
    paths = exercise(tmp_path)
    found = await settled(client, open_document(client, paths["src"]), 3)
    told = {under(SOURCE, item.range, client.encoding): item for item in found}
    assert [item.code for item in found] == ["under-correction"] * 3 + ["over-correction"]
    assert "mei: goes (hit)" in told["go"].message
    assert "tom: is going (wrong)" in told["go"].message
    assert "kim: goes" in told["go"].message
    assert "mei: there (over)" in told["here"].message
    assert "tom" not in told["here"].message


async def test_a_sources_own_findings_are_those_of_a_review(client: LanguageClient, examples: Path):
    path = examples / "opinion/task.txt"
    found = await settled(client, open_document(client, path), 3)
    [document] = markscheme.review([path]).documents
    expected = [finding.hypothesis for finding in document.review.findings]
    own = [item for item in found if item.code == "under-correction"]
    text = path.read_bytes().decode()
    assert [under(text, item.range, client.encoding) for item in own] == expected
    assert len(own) > 20


async def test_a_source_follows_its_hypotheses(client: LanguageClient, tmp_path: Path):
    paths = exercise(tmp_path)
    source = open_document(client, paths["src"])
    await settled(client, source, 3)
    tom = open_document(client, paths["hyp.tom"])
    await settled(client, source, 3)
    change_document(client, tom, "She goes to the school. It rain a lot here.\n", 2)
    found = await settled(client, source, 3)
    assert "tom: goes (hit)" in found[0].message


async def test_many_hypotheses_are_counted(client: LanguageClient, tmp_path: Path):
    paths = exercise(tmp_path)
    for number in range(9):
        (tmp_path / f"e.hyp.s{number}.txt").write_text(paths["hyp.mei"].read_text())
    found = await settled(client, open_document(client, paths["src"]), 3)
    assert "10 × goes (hit); 1 × is going (wrong)" in found[0].message


@for_each("related_information")
async def test_a_reference_tells_where_others_differ(client: LanguageClient, tmp_path: Path):
    paths = exercise(tmp_path)
    text = paths["ref.kim"].read_text()
    [found] = await settled(client, open_document(client, paths["ref.kim"]), 1)
    assert found.code == "reference-disagreement"
    assert found.severity is types.DiagnosticSeverity.Hint
    assert under(text, found.range, client.encoding) == "goes"
    assert "roy: went" in found.message
    assert (found.related_information is not None) == client.profile.related_information
    for link in found.related_information or ():
        assert link.location.uri == paths["ref.roy"].as_uri()
        assert under(paths["ref.roy"].read_text(), link.location.range, client.encoding) == "went"


async def test_a_reference_follows_the_others(client: LanguageClient, tmp_path: Path):
    paths = exercise(tmp_path)
    kim = open_document(client, paths["ref.kim"])
    assert len(await settled(client, kim, 1)) == 1
    open_document(client, paths["ref.roy"], text=paths["ref.kim"].read_text())
    assert await settled(client, kim, 1) == []


async def test_a_lone_reference_has_nothing_to_tell(client: LanguageClient, tmp_path: Path):
    paths = exercise(tmp_path)
    paths["ref.roy"].unlink()
    assert await settled(client, open_document(client, paths["ref.kim"]), 1) == []


@for_each("related_information")
async def test_a_finding_points_into_the_source_and_every_reference(client: LanguageClient, tmp_path: Path):
    paths = exercise(tmp_path)
    found = await settled(client, open_document(client, paths["hyp.tom"]))
    wrong = next(item for item in found if item.code == "wrong-correction")
    if not client.profile.related_information:
        assert wrong.related_information is None
        return
    names = {path.as_uri(): path for path in paths.values()}
    told = {
        names[link.location.uri].name: under(names[link.location.uri].read_text(), link.location.range, client.encoding)
        for link in wrong.related_information
    }
    assert told == {"e.src.txt": "go", "e.ref.kim.txt": "goes", "e.ref.roy.txt": "went"}


async def test_a_code_leads_to_what_it_means(client: LanguageClient, tmp_path: Path):
    found = await settled(client, open_document(client, exercise(tmp_path)["hyp.tom"]))
    for item in found:
        page, _, heading = item.code_description.href.partition("#")
        assert heading == item.code
        assert f"## {heading}\n" in Path(page.removeprefix("file://")).read_text()


@pytest.mark.options(severities={"hit": "off", "wrong": "error", "over": "hint", "disagreement": "off"})
async def test_severities_are_as_set(client: LanguageClient, tmp_path: Path):
    paths = exercise(tmp_path)
    found = await settled(client, open_document(client, paths["hyp.mei"]))
    assert {(item.code, item.severity) for item in found} == {
        ("over-correction", types.DiagnosticSeverity.Hint),
        ("under-correction", types.DiagnosticSeverity.Information),
    }
    assert await settled(client, open_document(client, paths["ref.kim"]), 1) == []


async def test_a_reference_that_is_empty_says_so(client: LanguageClient, tmp_path: Path):
    [problem] = await settled(client, open_document(client, exercise(tmp_path)["ref.kim"], "\n"), 1)
    assert problem.code == "document-problem"
    assert "the document is empty" in problem.message
