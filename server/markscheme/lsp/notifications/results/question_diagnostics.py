"""Open questions of annotators as LSP diagnostics, in sources and references."""

from collections.abc import Iterator, Sequence

from lsprotocol import types

from markscheme.annotation.questions import KINDS
from markscheme.lsp.editor import Locations, lsp_range
from markscheme.lsp.notifications.results.diagnostics import Presentation
from markscheme.lsp.session.annotation.document_questions import PlacedQuestion
from markscheme.marking.wording.words import person_name, shown
from markscheme.text.places import LineIndex


def question_diagnostics(
    questions: Sequence[PlacedQuestion], index: LineIndex, locations: Locations, presentation: Presentation
) -> Iterator[types.Diagnostic]:
    for placed in questions:
        question = placed.item.question
        yield from presentation.diagnostic(
            lsp_range(index, placed.span, presentation.encoding),
            question.kind,
            KINDS.get(question.kind).message(question),
            presentation.severities.question,
            [] if presentation.brief else list(_versions(placed, locations)),
            {"question": question.key},
        )


def _versions(placed: PlacedQuestion, locations: Locations) -> Iterator[types.DiagnosticRelatedInformation]:
    for item in placed.item.question.versions:
        if item.span is None or item.words is None:
            continue
        location = locations.of(item.path, item.span, item.document)
        if location is not None:
            yield types.DiagnosticRelatedInformation(location, f"{person_name(item.person)}: {shown(item.words)}")
