"""``markscheme.toml`` in the editor: every fault at its place, in the editor's own columns."""

from pathlib import Path

from lsprotocol import types
from pytest_lsp import LanguageClient

from server.lsp.conversation import change_document, open_document, settled, under
from server.lsp.profiles import for_each

TEXT = """exclde = []

[[exercise]]
source = "task.txt"
references = ["𝒦é-teacher.txt", 3, "../roy.txt"] # é
factors = [
  1, 2,
]
"""


@for_each("encoding")
async def test_every_fault_is_underlined_to_the_column(client: LanguageClient, tmp_path: Path):
    path = tmp_path / "markscheme.toml"
    path.write_text(TEXT, encoding="utf-8")
    diagnostics = await settled(client, open_document(client, path), 1)
    assert {item.severity for item in diagnostics} == {types.DiagnosticSeverity.Error}
    assert [(item.range.start.line, under(TEXT, item.range, client.encoding)) for item in diagnostics] == [
        (0, "exclde"),
        (4, "3"),
        (4, '"../roy.txt"'),
        (5, "["),
    ]
    assert "Did you mean 'exclude'?" in diagnostics[0].message
    assert "references must be a list of strings" in diagnostics[1].message
    assert "below this folder" in diagnostics[2].message
    assert "four numbers" in diagnostics[3].message


async def test_faults_disappear_when_they_are_repaired(client: LanguageClient, tmp_path: Path):
    path = tmp_path / "markscheme.toml"
    path.write_text("source = task.txt\n")
    uri = open_document(client, path)
    [fault] = await settled(client, uri, 1)
    assert fault.range.start == types.Position(0, 9)
    change_document(client, uri, '[[exercise]]\nsource = "task.txt"\nreferences = ["kim.txt"]\n', 2)
    missing = await settled(client, uri, 1)
    assert [item.range.start for item in missing] == [types.Position(1, 9), types.Position(2, 14)]
    assert all("no file is there" in item.message for item in missing)
    (tmp_path / "task.txt").write_text("He go.\n")
    (tmp_path / "kim.txt").write_text("He goes.\n")
    change_document(client, uri, '[[exercise]]\nsource = "task.txt"\nreferences = ["kim.txt"]\n\n', 3)
    assert await settled(client, uri, 1) == []


async def test_another_document_points_at_the_fault_in_the_configuration(client: LanguageClient, tmp_path: Path):
    path = tmp_path / "markscheme.toml"
    path.write_text('[[exercise]]\nreferences = ["a.txt"]\ntua = 1\n')
    (tmp_path / "mei.txt").write_text("He goes.\n")
    [problem] = await settled(client, open_document(client, tmp_path / "mei.txt"), 1)
    assert problem.message.startswith("markscheme.toml:3:1: unknown key 'tua'")
    [link] = problem.related_information or []
    assert link.location.uri == path.as_uri()
    assert link.location.range.start == types.Position(2, 0)
