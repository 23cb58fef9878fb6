"""``textDocument/codeAction``: what can be done about a finding; the edits come along, without ``codeAction/resolve``.

Changes of the text are versioned workspace edits; what is kept elsewhere is done by commands. A client that asks for
words (``asksForText``) has one action for each comment and for points; others choose among the bank's and a few points.
Of a long list the last action shows the others (``markscheme.moreActions``), which travel as its argument.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

import attrs
from cattrs import BaseValidationError
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from markscheme.documents.rewriting import Rewording
from markscheme.errors import DocumentError
from markscheme.exercises.decision_files import ACCEPTED_FILE
from markscheme.exercises.decisions import Decision, DecisionKind
from markscheme.languages.segments import Span
from markscheme.marking.findings import TITLES, Finding
from markscheme.marking.hover_cards import SHOW_NUMBERS
from markscheme.marking.mark import LineKind, signed
from markscheme.marking.place_decisions import Choice, PlaceDecisions
from markscheme.metrics.base import Category
from markscheme.server.announcement import ABOUT_TEXT, FEEDBACK, FIX_ALL, OPEN, command_handler
from markscheme.server.documents import FindingContent, Marked
from markscheme.server.editor import path_of, plain_range
from markscheme.server.handlers import comments as commenting
from markscheme.server.handlers import decisions
from markscheme.server.handlers.annotation import (
    MOST_OF_A_KIND,
    adjudication_actions,
    question_actions,
    wants_quick_fixes,
)
from markscheme.server.handlers.documents import SHOW_TEXT
from markscheme.server.handlers.marks import SHOW_DETAILS
from markscheme.server.handling import command, feature
from markscheme.server.server import MarkschemeServer
from markscheme.server.vocabularies import rewording, vocabulary_of, whole_sentence
from markscheme.wording import person_name, shortened, shown

T = TypeVar("T")

MORE = "More…"


_COMMENT_DIALOG = "markscheme.askComment"
_POINTS_DIALOG = "markscheme.askPoints"
"""A command of clients that ask the person, for a URI and a range, ``null`` for the whole text."""


@attrs.frozen
class _PlaceAction(Generic[T]):
    """A command about a place. ``about``: its decision, or the argument, without a range, for a comment or points."""

    title: str
    command: str
    about: T


_CommentAction = _PlaceAction[dict[str, Any]]
_ChunkAction = _PlaceAction[Decision]


def dialogs(marked: Marked) -> Iterator[tuple[str, str]]:
    if marked.exercise.given_comments is not None and marked.whole.marks is not None:
        yield "Comment…", _COMMENT_DIALOG
        if marked.mark is not None:
            yield "Points…", _POINTS_DIALOG


def _points_actions(marked: Marked, finding: Finding) -> Iterator[_CommentAction]:
    """Yield the points that a teacher can give to a finding: all of them or none, or again the scheme's."""
    if marked.mark is None or marked.exercise.given_comments is None or finding not in marked.whole.findings:
        return
    line = marked.mark.line_of(marked.whole.findings.index(finding))
    if line is None:
        return
    for points in dict.fromkeys((line.full, Fraction(0))):
        if points is not None and points not in (line.points, line.by_scheme):
            yield _CommentAction(f"Points here: {signed(points)}", commenting.GIVE_POINTS, {"points": float(points)})
    if line.kind is LineKind.GIVEN and line.by_scheme is not None:
        title = f"Back to the points of the mark scheme: {signed(line.by_scheme)}"
        yield _CommentAction(title, commenting.RESTORE_POINTS, {})


def _comment_actions(marked: Marked, finding: Finding) -> Iterator[_CommentAction]:
    """Yield what can be done about the comment on a finding; nothing where no comments are in use."""
    comments, exercise_comments = marked.comments, marked.exercise_comments
    if comments is None or exercise_comments is None or finding not in marked.whole.findings:
        return
    if marked.exercise.given_comments is None:
        return
    number = marked.whole.findings.index(finding)
    current, given = comments.findings[number], comments.given[number]
    fitting = marked.reader.suggestions(finding, exercise_comments.bank)
    others = [item for item in fitting if current is None or item.text != current.text]
    for item in others[:MOST_OF_A_KIND]:
        value = {"text": item.template, "code": item.code, "key": item.key}
        yield _CommentAction(f"Comment: {item.title}", commenting.COMMENT, value)
    if current is not None:
        yield _CommentAction(f"No comment here: {current.title}", commenting.DROP_COMMENT, {})
    if given is not None:
        suggested = marked.reader.chosen(finding, exercise_comments.bank)
        title = "Take the comment back" if suggested is None else "Back to the suggested comment"
        yield _CommentAction(title, commenting.RESTORE_COMMENT, {})


_ACCEPTABLE = (Category.WRONG, Category.OVER)
"""The categories of chunks that can be accepted as an alternative."""


def _about_a_chunk(marked: Marked, finding: Finding) -> Iterator[_ChunkAction]:
    source, place = marked.review.passages[finding.passage].source.tokens, finding.source_tokens
    own = Decision(DecisionKind.ACCEPTED, source, place.start, place.end, finding.target, finding.type)
    words = shortened(shown(finding.hypothesis))
    if marked.exercise.decision_path(ACCEPTED_FILE) is None:
        return
    if finding.category in _ACCEPTABLE:
        yield _ChunkAction(f"Accept as an alternative: {words}", decisions.DECIDE, own)
    elif finding.category is Category.HIT:
        accepted = marked.decisions.only(DecisionKind.ACCEPTED).at(source, own.start, own.end, own.replacement)
        course = [item for item in accepted if item.always]
        if accepted:
            meant = course[0] if len(course) == len(accepted) else own
            yield _ChunkAction(f"Withdraw this alternative: {words}", decisions.WITHDRAW, meant)


_WRITE_FEEDBACK = "markscheme.writeFeedback"
MORE_ACTIONS = "markscheme.moreActions"
_MOST_ACTIONS = 8
"""Largest number of actions that are listed at a place; of more the last one shows the others."""


def _kinds(context: types.CodeActionContext) -> list[str]:
    return [str(getattr(kind, "value", kind)) for kind in context.only or ()]


def _wants_fix_all(context: types.CodeActionContext) -> bool:
    """Return whether everything is to be corrected: never because a document is saved, unless by its own name."""
    kinds = _kinds(context)
    invoked = context.trigger_kind is types.CodeActionTriggerKind.Invoked
    return FIX_ALL in kinds or (invoked and any(kind in ("source", "source.fixAll") for kind in kinds))


def _wants(kind: str, context: types.CodeActionContext, findings: Sequence[Finding]) -> bool:
    """Return whether an action about the whole document is wanted: on request, but not in the list of a finding."""
    if context.only is not None:
        return any(kind == only or kind.startswith(f"{only}.") for only in _kinds(context))
    return not findings and context.trigger_kind is not types.CodeActionTriggerKind.Automatic


class _Actions:
    def __init__(
        self, ls: MarkschemeServer, marked: Marked, params: types.CodeActionParams, answers: Sequence[types.CodeAction]
    ) -> None:
        self._marked = marked
        self._vocabulary = vocabulary_of(marked.options)
        self._params = params
        self._answers = answers
        self._editor = ls.editor
        self._is_anything_ignored = bool(ls.session.ignored_in(marked.document.path))
        self._locations = ls.session.locations()

    def all(self) -> list[types.CodeAction]:
        context, place = self._params.context, self._params.range
        actions: list[types.CodeAction] = []
        findings = self._touching(place)
        if wants_quick_fixes(context):
            actions += self._of_findings(findings)
            if not findings and place.start != place.end:
                actions += self._ask(place)
            actions += self._of_document()
            actions += self._text_changes(findings)
        if _wants(OPEN, context, findings):
            actions += self._open_others()
        if _wants(FEEDBACK, context, findings):
            actions += self._feedback()
        if _wants(ABOUT_TEXT, context, findings):
            actions += self._about_the_whole_text()
        if _wants_fix_all(context) and self._marked.options.text_changes:
            actions += self._fix_all()
        return actions

    def of_place(self, finding: Finding) -> Iterator[types.CodeAction]:
        """Yield what can be done about one place."""
        yield from self._of_findings([finding])
        yield from self._text_changes([finding])

    def _touching(self, place: types.Range) -> list[Finding]:
        span = self._marked.index.span_at(place)
        return [item for item in self._marked.findings if item.span.start <= span.end and span.start <= item.span.end]

    def _of_findings(self, findings: Sequence[Finding]) -> Iterator[types.CodeAction]:
        """Yield decisions first, in their fixed order, those of the narrowest place before others."""
        marks = [finding for finding in findings if finding.kind is not None]
        marks.sort(key=lambda finding: finding.span.end - finding.span.start)
        yield from self._decisions(marks)
        yield from self._answers
        for finding in marks:
            yield from self._comments(finding)
        kinds = {finding: finding.kind for finding in marks if finding.kind is not None and self._is_listed(finding)}
        for finding in kinds:
            yield self._hiding(finding, self._vocabulary.hiding(finding))
        for finding in marks[:1]:
            yield from self._details(finding)
        for finding in marks:
            yield from self._single_changes(finding)
        for kind in dict.fromkeys(kinds.values()):
            yield _command(
                f"Hide every {self._vocabulary.hiding_all.format(TITLES[kind].lower())} in this file",
                decisions.IGNORE_CATEGORY,
                [self._marked.document.uri, kind.value],
            )
        for finding in findings:
            if finding.estimate is not None:
                yield self._hiding(finding, "Hide this estimate")

    def _text_changes(self, findings: Sequence[Finding]) -> Iterator[types.CodeAction]:
        """Yield what puts a teacher's words in the place of the student's, where a setting allows it."""
        if not self._marked.options.text_changes:
            return
        marks = [finding for finding in findings if finding.kind is not None]
        for finding in marks:
            for item in self._vocabulary.proposals(finding, self._marked.review):
                yield from self._edit(item.title, [item.rewording], finding)
        for number in dict.fromkeys(finding.passage for finding in marks):
            yield from self._whole_sentence(number)
        for finding in findings:
            if finding.estimate is not None:
                undone = [rewording(finding, finding.source)]
                yield from self._edit(f"Undo this correction: {shortened(shown(finding.source))}", undone, finding)

    def _is_listed(self, finding: Finding) -> bool:
        return finding.is_fault or self._marked.has_diagnostic(finding)

    def _details(self, finding: Finding) -> Iterator[types.CodeAction]:
        if finding.place is None or finding.place.rewritten or self._marked.options.details:
            return
        place = plain_range(self._marked.index.lsp_range(finding.span))["start"]
        yield _command(SHOW_NUMBERS, SHOW_DETAILS, [self._marked.document.uri, place])

    def _of_document(self) -> Iterator[types.CodeAction]:
        if self._is_anything_ignored:
            yield _command(
                "Show what is hidden in this file again", decisions.SHOW_IGNORED, [self._marked.document.uri]
            )

    def _open_others(self) -> Iterator[types.CodeAction]:
        review = self._marked.review
        if not self._editor.shows_documents:
            return
        titles: dict[str, list[str]] = {}
        for version in (review.source, *review.references):
            location = self._locations.of(version.path, Span(0, 0), version.name)
            if location is not None and not self._marked.document.is_at(location.uri):
                titles.setdefault(location.uri, []).append(version.name)
        for uri, names in titles.items():
            is_source = names == [review.source.name]
            teachers = self._vocabulary.teachers(names)
            title = "Open the text to correct" if is_source else f"Open the correction ({teachers})"
            yield _command(title, SHOW_TEXT, [uri], kind=OPEN)

    def _feedback(self) -> Iterator[types.CodeAction]:
        if not self._marked.is_source and self._marked.whole.marks is not None:
            title = f"Write feedback for {person_name(self._marked.task.marked.name)}"
            yield _command(title, _WRITE_FEEDBACK, [self._marked.document.uri], kind=FEEDBACK)

    def _fix_all(self) -> Iterator[types.CodeAction]:
        rewordings = list(self._vocabulary.all_corrections(self._marked.findings, self._marked.review))
        yield from self._edit("Correct everything as the teachers do", rewordings, kind=FIX_ALL)

    def _whole_sentence(self, number: int) -> Iterator[types.CodeAction]:
        passage = self._marked.review.passages[number]
        versions: dict[str, list[str]] = {}
        for version, text in zip(self._marked.review.references, passage.references, strict=True):
            if text is not None:
                versions.setdefault(text.words, []).append(version.name)
        for words, names in versions.items():
            title = f"Use the whole sentence ({self._vocabulary.teachers(names)})"
            yield from self._edit(title, [whole_sentence(self._marked.review, number, words)])

    def _decisions(self, findings: Sequence[Finding]) -> Iterator[types.CodeAction]:
        """Yield what would change something; nothing where the exercise has no reference."""
        if self._marked.exercise.decision_folder is None:
            return
        uri, withdrawn = self._marked.document.uri, set[Decision]()
        for finding in findings:
            diagnostics = self._diagnostics_of(finding)
            if finding.place is None:
                for item in _about_a_chunk(self._marked, finding):
                    is_back = item.command == decisions.WITHDRAW
                    yield _command(
                        item.title, item.command, [uri, _argument(item.about)], () if is_back else diagnostics
                    )
                continue
            about = PlaceDecisions(finding, self._marked.review, self._marked.decisions)
            place = plain_range(self._marked.index.lsp_range(finding.span))
            for choice in about.choices():
                argument = {"choice": str(choice.choice), "range": place}
                yield _command(choice.title, decisions.DECIDE_AT, [uri, argument], diagnostics)
            for choice in about.withdrawals():
                [decision] = choice.withdrawn
                if decision not in withdrawn:
                    withdrawn.add(decision)
                    yield _command(choice.title, decisions.WITHDRAW, [uri, _argument(decision)])

    def _single_changes(self, finding: Finding) -> Iterator[types.CodeAction]:
        if finding.place is None or self._marked.exercise.decision_folder is None:
            return
        for choice in PlaceDecisions(finding, self._marked.review, self._marked.decisions).single_changes():
            [decision] = choice.decisions
            arguments = [self._marked.document.uri, _argument(decision)]
            yield _command(choice.title, decisions.DECIDE, arguments, self._diagnostics_of(finding))

    def _ask(self, place: types.Range, diagnostics: Sequence[types.Diagnostic] = ()) -> Iterator[types.CodeAction]:
        for title, name in dialogs(self._marked) if self._editor.asks_for_text else ():
            yield _command(title, name, [self._marked.document.uri, plain_range(place)], diagnostics)

    def _about_the_whole_text(self) -> Iterator[types.CodeAction]:
        for _, name in dialogs(self._marked) if self._editor.asks_for_text and not self._marked.is_source else ():
            title = "Comment on the whole text…" if name == _COMMENT_DIALOG else "Points for the whole text…"
            yield _command(title, name, [self._marked.document.uri, None], kind=ABOUT_TEXT)

    def _comments(self, finding: Finding) -> Iterator[types.CodeAction]:
        place = self._marked.index.lsp_range(finding.span)
        if self._editor.asks_for_text and finding in self._marked.whole.findings:
            yield from self._ask(place, self._diagnostics_of(finding))
            return
        for item in (*_comment_actions(self._marked, finding), *_points_actions(self._marked, finding)):
            about = {"range": plain_range(place), **item.about}
            yield _command(item.title, item.command, [self._marked.document.uri, about], self._diagnostics_of(finding))

    def _hiding(self, finding: Finding, text: str) -> types.CodeAction:
        content = attrs.asdict(FindingContent.of(finding, self._marked.review))
        arguments = [self._marked.document.uri, content]
        return _command(text, decisions.IGNORE_FINDING, arguments, self._diagnostics_of(finding))

    def _diagnostics_of(self, finding: Finding) -> list[types.Diagnostic]:
        place = self._marked.index.lsp_range(finding.span)
        return [item for item in self._params.context.diagnostics if item.code == finding.code and item.range == place]

    def _edit(
        self,
        text: str,
        rewordings: Sequence[Rewording],
        finding: Finding | None = None,
        *,
        kind: types.CodeActionKind | str = types.CodeActionKind.QuickFix,
    ) -> Iterator[types.CodeAction]:
        """Yield one action; none where it would change nothing, or the file's format can't hold the change."""
        file = self._marked.hypothesis_file
        try:
            replacement = file.reworded(rewordings) if file else None
        except DocumentError:
            return
        if replacement is None:
            return
        place = self._marked.index.lsp_range(replacement.span)
        yield types.CodeAction(
            text,
            kind=kind,
            diagnostics=(self._diagnostics_of(finding) if finding else None) or None,
            edit=self._workspace_edit(types.TextEdit(place, replacement.text)),
        )

    def _workspace_edit(self, edit: types.TextEdit) -> types.WorkspaceEdit:
        document = self._marked.document
        if not self._editor.versions_edits:
            return types.WorkspaceEdit(changes={document.uri: [edit]})
        identifier = types.OptionalVersionedTextDocumentIdentifier(uri=document.uri, version=document.version)
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, [edit])])


def _argument(decision: Decision) -> dict[str, Any]:
    return decisions.DecisionArgument.of(decision).json


def _command(
    text: str,
    name: str,
    arguments: Sequence[Any],
    diagnostics: Sequence[types.Diagnostic] = (),
    kind: types.CodeActionKind | str = types.CodeActionKind.QuickFix,
) -> types.CodeAction:
    return types.CodeAction(
        text,
        kind=kind,
        diagnostics=diagnostics or None,
        command=types.Command(text, name, arguments=list(arguments)),
    )


def place_actions(
    ls: MarkschemeServer, marked: Marked, finding: Finding
) -> tuple[list[tuple[Choice, dict[str, Any]]], list[types.CodeAction]]:
    """Return the decisions that a place's card has as links, with the command's argument, and all that is left."""
    place = marked.index.lsp_range(finding.span)
    params = types.CodeActionParams(
        types.TextDocumentIdentifier(marked.document.uri), place, types.CodeActionContext([])
    )
    others = [
        item
        for item in _Actions(ls, marked, params, ()).of_place(finding)
        if item.command is None or item.command.command != decisions.DECIDE_AT
    ]
    if marked.exercise.decision_folder is None:
        return [], others
    about = _place_under(marked, finding)
    choices = () if about is None else PlaceDecisions(about, marked.whole, marked.decisions).choices()
    span = place if about is None else marked.index.lsp_range(about.span)
    decided = [
        (item.choice, {"choice": str(item.choice), "range": plain_range(span)}) for item in choices if item.choice
    ]
    return decided, others


def _place_under(marked: Marked, finding: Finding) -> Finding | None:
    """Return the place itself, or the one in a chunk of CLEME2.0's."""
    if finding.place is not None:
        return finding
    start, end = finding.span.start, finding.span.end
    under = (item for item in marked.whole.findings if item.span.start <= end and start <= item.span.end)
    return next((item for item in under if item.place is not None), None)


@feature(types.TEXT_DOCUMENT_CODE_ACTION)
async def code_actions(ls: MarkschemeServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Answer a person at once: VS Code may take an answer that needs longer than half a second for an empty one.

    Stale marks have the same places, and what is chosen is done with current ones.
    """
    uri = params.text_document.uri
    is_asked = params.context.trigger_kind is types.CodeActionTriggerKind.Invoked
    newest = ls.session.results.newest_marked(uri) if is_asked else None
    marked = newest or await ls.session.current(uri)
    answers = await question_actions(ls, params)
    own = _Actions(ls, marked, params, answers).all() if marked is not None else answers
    actions = [*await _reference_actions(ls, marked, params), *own]
    return _shortened(actions, ls) if wants_quick_fixes(params.context) else actions


async def _reference_actions(
    ls: MarkschemeServer, marked: Marked | None, params: types.CodeActionParams
) -> list[types.CodeAction]:
    path = path_of(params.text_document.uri)
    is_reference = marked is None or any(item.path == path for item in marked.exercise.references)
    if not is_reference or not wants_quick_fixes(params.context):
        return []
    return await adjudication_actions(ls, params.text_document.uri, params.range)


def _shortened(actions: Sequence[types.CodeAction], ls: MarkschemeServer) -> list[types.CodeAction]:
    if len(actions) <= _MOST_ACTIONS or not ls.editor.can_choose:
        return [*actions]
    others = ls.protocol.plain(actions[_MOST_ACTIONS - 1 :])
    more = types.CodeAction(
        MORE,
        kind=types.CodeActionKind.QuickFix,
        command=types.Command(MORE, MORE_ACTIONS, arguments=[others]),
    )
    return [*actions[: _MOST_ACTIONS - 1], more]


@command(MORE_ACTIONS)
async def more_actions(ls: MarkschemeServer, values: list[dict[str, Any]]) -> Any:
    """Do one of some actions; of several the person chooses, in a message, as LSP has no submenus."""
    try:
        actions = [ls.protocol.structured(value, types.CodeAction) for value in values]
    except (BaseValidationError, ValueError, TypeError, KeyError) as error:
        raise JsonRpcInvalidParams("argument 1 is no list of code actions") from error
    chosen = actions[0] if len(actions) == 1 else await _choice(ls, actions)
    return None if chosen is None else await _do(ls, chosen)


async def _choice(ls: MarkschemeServer, actions: Sequence[types.CodeAction]) -> types.CodeAction | None:
    """Return the action that the person chooses; a title that several have gets a number."""
    titled: dict[str, types.CodeAction] = {}
    for action in actions:
        again = sum(1 for other in titled.values() if other.title == action.title)
        titled[f"{action.title} ({again + 1})" if again else action.title] = action
    title = await ls.editor.ask(MORE, [*titled])
    if not ls.editor.can_choose:
        ls.editor.show_message("This editor can't show a list to choose from. Ask for the actions of this place again.")
    return titled.get(title or "")


async def _do(ls: MarkschemeServer, action: types.CodeAction) -> Any:
    if action.edit is not None:
        params = types.ApplyWorkspaceEditParams(action.edit, label=action.title)
        applied = await ls.workspace_apply_edit_async(params)
        if not applied.applied:
            reason = applied.failure_reason or "the document has changed"
            raise DocumentError(f"the editor did not make this change: {reason}")
    if action.command is None:
        return None
    run = command_handler(action.command.command)
    if run is None:
        raise JsonRpcInvalidParams(f"{action.command.command} is no command of the server")
    return await run(ls, *(action.command.arguments or ()))
