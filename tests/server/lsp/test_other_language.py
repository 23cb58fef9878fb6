"""A document in another language has one diagnostic at its start that says so."""

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from exercise_files import exercise
from server.lsp.conversation import open_document, settled

SOURCE = "Ayer yo fui con mi hermano a el mercado porque no teníamos pan en la casa y mi madre quería hacer sopa hoy.\n"


@pytest.mark.parametrize(("role", "stages"), [("source", 3), ("hypothesis", 2)])
async def test_the_first_line_says_it(client: LanguageClient, tmp_path: Path, role: str, stages: int):
    corrected = SOURCE.replace("a el", "al")
    files = exercise(tmp_path, source=SOURCE, hypotheses={"mei": corrected}, references={"kim": corrected})
    document = files.source if role == "source" else files.hypothesis("mei")
    diagnostics = await settled(client, open_document(client, document), stages)
    first = diagnostics[0]
    assert (first.code, first.severity) == ("other-language", types.DiagnosticSeverity.Information)
    assert first.range.start == types.Position(0, 0)
    assert "in Spanish, not in English" in first.message
    assert [item.code for item in diagnostics].count("other-language") == 1
