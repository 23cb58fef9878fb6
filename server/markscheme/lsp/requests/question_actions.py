"""The answers to questions as code actions, for editors without a view of questions."""

from collections.abc import Iterator, Sequence

from lsprotocol import types

from markscheme.annotation.questions import KINDS
from markscheme.annotation.queue import answers_to
from markscheme.lsp.commands.annotation.answer_question import ANSWER_QUESTION
from markscheme.lsp.editor import lsp_range
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.annotation.document_questions import PlacedQuestion, questions_at
from markscheme.lsp.session.annotation.question_desk import ExerciseQuestions
from markscheme.lsp.session.annotation.queues import document_uri
from markscheme.lsp.session.marked import TextDocument
from markscheme.marking.wording.words import shortened
from markscheme.text.errors import DocumentError
from markscheme.text.places import LineIndex, Position, Span

LONGEST_PROMPT = 80
"""Largest number of characters of what an action asks."""
MOST_QUESTIONS = 3


def wants_quick_fixes(context: types.CodeActionContext) -> bool:
    kinds = [str(getattr(kind, "value", kind)) for kind in context.only or ()]
    return context.only is None or any(kind in ("", "quickfix") for kind in kinds)


async def question_actions(ls: MarkschemeServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the answers to the open questions at a range.

    The engine is not asked, so there are no actions until a queue, a source or a reference of the exercise was shown.
    """
    document = ls.session.documents.get(params.text_document.uri)
    if document is None or ls.editor.shows_questions or not wants_quick_fixes(params.context):
        return []
    current = await _current(ls, document)
    if current is None:
        return []
    index = LineIndex(document.text)
    encoding, place = ls.editor.encoding, params.range
    ends = (index.offset(Position(at.line, at.character), encoding) for at in (place.start, place.end))
    view = document.view
    placed = list(questions_at(current.queue.open, document.path, view.author if view else None, Span(*ends)))
    uri = document_uri(current)
    return [
        action
        for item in placed[:MOST_QUESTIONS]
        for action in _answers(
            uri, item, _diagnostics(item, lsp_range(index, item.span, encoding), params.context.diagnostics)
        )
    ]


async def _current(ls: MarkschemeServer, document: TextDocument) -> ExerciseQuestions | None:
    options = await ls.session.configuration.of(document.uri)
    for exercise in ls.session.desk.concerning(document.path) if options.questions else ():
        try:
            return await ls.session.desk.of(exercise, options, waits=False)
        except DocumentError:
            continue
    return None


def _answers(uri: str, placed: PlacedQuestion, diagnostics: Sequence[types.Diagnostic]) -> Iterator[types.CodeAction]:
    """Yield an action for each answer; a note has no words, since nobody can be asked for them."""
    question = placed.item.question
    kind = KINDS.get(question.kind)
    for item in answers_to(question):
        title = f"{item.title}: {shortened(kind.prompt(question), LONGEST_PROMPT)}"
        argument = {"key": question.key, "answer": item.name}
        yield types.CodeAction(
            title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=list(diagnostics) or None,
            command=types.Command(title, ANSWER_QUESTION.name, arguments=[uri, argument]),
        )


def _diagnostics(
    placed: PlacedQuestion, place: types.Range, diagnostics: Sequence[types.Diagnostic]
) -> list[types.Diagnostic]:
    return [item for item in diagnostics if item.code == placed.item.question.kind and item.range == place]
