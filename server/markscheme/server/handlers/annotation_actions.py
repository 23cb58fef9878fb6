"""Code actions for annotators: answers to open questions, and decisions between annotators."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from lsprotocol import types

from markscheme.contract import shown
from markscheme.documents.files import read_text
from markscheme.errors import DocumentError
from markscheme.marking.cards import LONGEST_ACTION
from markscheme.marking.words import shortened, teacher_names
from markscheme.research.differences import Place, PlaceVersion, Sentence, Spots
from markscheme.research.questions import KINDS
from markscheme.research.queue import answers_to
from markscheme.server.engine.messages import EngineError
from markscheme.server.handlers.annotation import ADJUDICATE, ANSWER_QUESTION
from markscheme.server.language_server import MarkschemeServer
from markscheme.server.session.annotation.adjudications import OpenAdjudication
from markscheme.server.session.annotation.document_questions import PlacedQuestion, questions_at
from markscheme.server.session.annotation.question_desk import ExerciseQuestions
from markscheme.server.session.annotation.queues import document_uri
from markscheme.server.session.marked import TextDocument

LONGEST_PROMPT = 80
"""Largest number of characters of what an action asks."""
MOST_QUESTIONS = 3


def wants_quick_fixes(context: types.CodeActionContext) -> bool:
    kinds = [str(getattr(kind, "value", kind)) for kind in context.only or ()]
    return context.only is None or any(kind in ("", "quickfix") for kind in kinds)


async def question_actions(ls: MarkschemeServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the answers to open questions at a range; none before the exercise's questions were shown somewhere."""
    document = ls.session.documents.get(params.text_document.uri)
    if document is None or ls.editor.shows_questions or not wants_quick_fixes(params.context):
        return []
    current = await _current(ls, document)
    if current is None:
        return []
    index, view = ls.session.index(document.text), document.view
    span = index.span_at(params.range)
    placed = list(questions_at(current.queue.open, document.path, view.author if view else None, span))
    uri = document_uri(current)
    return [
        action
        for item in placed[:MOST_QUESTIONS]
        for action in _answers(uri, item, _diagnostics(item, index.lsp_range(item.span), params.context.diagnostics))
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
            command=types.Command(title, ANSWER_QUESTION, arguments=[uri, argument]),
        )


def _diagnostics(
    placed: PlacedQuestion, place: types.Range, diagnostics: Sequence[types.Diagnostic]
) -> list[types.Diagnostic]:
    return [item for item in diagnostics if item.code == placed.item.question.kind and item.range == place]


async def adjudication_actions(ls: MarkschemeServer, uri: str, wanted: types.Range) -> list[types.CodeAction]:
    """Return what can be taken at a range of a reference; nothing at several lines, or with unsaved changes."""
    document = ls.session.documents.get(uri)
    if document is None or wanted.start.line != wanted.end.line:
        return []
    with suppress(DocumentError, EngineError):
        if document.view is None and read_text(document.path) != document.text.removeprefix("\ufeff"):
            return []
        opened = await ls.adjudications.of(document.path)
        return [
            action
            for sentence, place in _touching(ls, opened, document, wanted)
            for action in _actions(opened, sentence, place, uri)
        ]
    return []


def _touching(
    ls: MarkschemeServer, opened: OpenAdjudication, document: TextDocument, wanted: types.Range
) -> Iterator[tuple[Sentence, Place]]:
    own = ls.session.index(document.text).span_at(wanted)
    locations = ls.session.locations()
    differences = opened.adjudication.differences

    def touches(sentence: Sentence, spots: Spots) -> bool:
        for place in differences.files[sentence.text].places(spots):
            if place.path == document.path and place.span.start <= own.end and own.start <= place.span.end:
                location = locations.locate(place)
                if location is not None and document.is_at(location.uri):
                    return True
        return False

    for sentence in differences.sentences:
        yield from ((sentence, place) for place in sentence.places if touches(sentence, place.spots))


def _actions(opened: OpenAdjudication, sentence: Sentence, place: Place, uri: str) -> Iterator[types.CodeAction]:
    record = opened.adjudication.record(sentence)
    about: dict[str, object] = {"key": shown(sentence.key), "place": {"start": place.start, "end": place.end}}
    for version in place.versions:
        names = teacher_names(version.people)
        words = " ".join(sentence.source[place.start : place.end])
        title = f"Leave {_quoted(words)} as {names} left it" if version.leaves else _taking(version, names)
        if version.annotators:
            decision = {"action": "take", "annotator": version.annotators[0], **about}
        else:
            decision = {"action": "own", "words": " ".join(version.words), **about}
        yield _action(title, uri, decision, is_preferred=version.has_majority)
    if record is not None and record.at(place.start, place.end):
        yield _action("Withdraw this decision between annotators", uri, {"action": "withdraw", **about})


def _taking(version: PlaceVersion, names: str) -> str:
    words = _quoted(" ".join(version.words)) if version.words else "nothing"
    marks = " (marked as an error)" if any(not edit.corrects for edit in version.edits) else ""
    return f"Take the version of {names}: {words}{marks}"


def _quoted(words: str) -> str:
    return f"“{shortened(words, LONGEST_ACTION)}”" if words else "this place"


def _action(title: str, uri: str, decision: dict[str, object], *, is_preferred: bool = False) -> types.CodeAction:
    return types.CodeAction(
        title,
        kind=types.CodeActionKind.QuickFix,
        is_preferred=is_preferred or None,
        command=types.Command(title, ADJUDICATE, arguments=[uri, decision]),
    )
