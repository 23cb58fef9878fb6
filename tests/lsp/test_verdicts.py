"""The vocabulary of verdicts, which is the default: everything that an editor shows of places, and what it offers."""

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from exercise_files import ExerciseFiles, exercise
from lsp.acting import actions_at, applied, do, of_diagnostic, text_edit, titled, until
from lsp.conversation import change_document, hover, open_document, publications, settled, under
from lsp.profiles import EMACS, for_each
from lsp.profiles import under as under_profiles
from lsp.test_actions import EVERYWHERE, FIX_ALL, ONE_REFERENCE, Trial, titles
from lsp.test_beside_the_text import hints, tokens
from lsp.test_lenses import lenses
from lsp.test_settings import configure
from markscheme.lsp.requests.semantic_tokens import LEGEND

FASTER = {"metric": "cleme2", "debounce": 0, "author": "Kim"}
"""Without vectors: each version has one publication."""
SOURCE = """\
She have a red cat . I likes tea .

He depends of me . They eats the meat . We go at home . My brother work in big office near the river .
"""
MEI = """\
She has a red cat . I likes tea .

He depends by me . They eats meat . We go home . My brother works in office near a river .
"""
KIM = """\
She has a red cat . I like tea .

He depends on me . They eat the meat . We go home . My brother works in a big office near the river .
"""
CRUZ = """\
She had a red cat . I like the tea .

He depends on me . They eat the meat . We go home . My brother works in a big office near the river .
"""
FREE = "Near the river there is a huge building and that is where my only brother has a job ."
LAST = "My brother works in office near a river ."

pytestmark = pytest.mark.options(**FASTER)


@pytest.fixture
def files(tmp_path: Path) -> ExerciseFiles:
    """Mei does some things right, one in part, one otherwise, one needlessly, and leaves two."""
    return exercise(
        tmp_path,
        source=SOURCE,
        hypotheses={"mei": MEI},
        references={"ms-kim": KIM, "mr-cruz": CRUZ},
    )


async def shown(client: LanguageClient, uri: str) -> list[types.Diagnostic]:
    return await settled(client, uri, 1)


async def test_print(client: LanguageClient, files: ExerciseFiles):
    uri = open_document(client, files.hypothesis("mei"))
    for d in await shown(client, uri):
        print(d.code, d.severity, under(MEI, d.range, "utf-16"), '|', d.message)
        print('     ', titles(await of_diagnostic(client, uri, d)))
        print('     ', titles(await actions_at(client, uri, d.range)))
    print(await lenses(client, uri))
    print([(h.label, h.position, h.tooltip) for h in await hints(client, uri)])
    print(await tokens(client, uri, MEI))
    change_document(client, uri, MEI.replace(LAST, FREE), 2)
    for d in await shown(client, uri):
        print(d.code, d.severity, under(MEI.replace(LAST, FREE), d.range, "utf-16"), '|', d.message, titles(await actions_at(client, uri, d.range)))
    print(await lenses(client, uri))
    source = open_document(client, files.source)
    for d in await settled(client, source, 2):
        print(d.code, d.severity, under(SOURCE, d.range, "utf-16"), '|', d.message)
    assert 0
