"""``textDocument/codeAction``: what can be done about a finding; the edits come along, without ``codeAction/resolve``.

Changes of the text are versioned workspace edits; what is kept elsewhere is done by commands. Of a long list the last
action shows the others (``markscheme.moreActions``), which travel as its argument.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import attrs
from cattrs import BaseValidationError
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from markscheme.documents.rewriting import Rewording
from markscheme.errors import DocumentError
from markscheme.exercises.decisions import Decision
from markscheme.languages.segments import Span
from markscheme.marking.cards import (
    ASK_WHOLE_COMMENT,
    ASK_WHOLE_POINTS,
    LONGEST_ACTION,
    MORE,
    OPEN_SOURCE,
    SHOW_NUMBERS,
    feedback_for,
    open_reference,
    use_sentence,
)
from markscheme.marking.review import Finding
from markscheme.marking.words import person_name, shortened, shown
from markscheme.server.announcement import COMMENT, FEEDBACK, FIX_ALL, OPEN, command_handler
from markscheme.server.arguments import REQUEST_FAILED, argument
from markscheme.server.handlers.annotation_actions import adjudication_actions, question_actions, wants_quick_fixes
from markscheme.server.handlers.decisions import (
    IGNORE_CATEGORY,
    IGNORE_FINDING,
    SHOW_IGNORED,
    WITHDRAW,
    DecisionArgument,
)
from markscheme.server.handlers.files import SHOW_TEXT
from markscheme.server.handlers.place_actions import (
    COMMENT_DIALOG,
    comment_actions,
    decision_actions,
    dialogs,
    points_actions,
)
from markscheme.server.handlers.places import SHOW_DETAILS
from markscheme.server.handling import command, request
from markscheme.server.language_server import MarkschemeServer
from markscheme.server.locations import plain_range
from markscheme.server.session.ignored import FindingContent
from markscheme.server.session.marked import Marked
from markscheme.server.views import path_of
from markscheme.server.vocabularies import rewording, whole_sentence

WRITE_FEEDBACK = "markscheme.writeFeedback"
MORE_ACTIONS = "markscheme.moreActions"
MOST_ACTIONS = 8
"""Largest number of actions that are listed at a place before the one that shows the others."""
MOST_CORRECTIONS = 3
"""Largest number of teachers' wordings that are listed before what can be decided."""


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
        self._vocabulary = marked.vocabulary
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
        if _wants(OPEN, context, findings):
            actions += self._open_others()
        if _wants(FEEDBACK, context, findings):
            actions += self._feedback()
        if _wants(COMMENT, context, findings):
            actions += self._about_the_whole_text()
        if _wants_fix_all(context):
            actions += self._fix_all()
        return actions

    def _touching(self, place: types.Range) -> list[Finding]:
        span = self._marked.index.span_at(place)
        return [item for item in self._marked.findings if item.span.start <= span.end and span.start <= item.span.end]

    def _of_findings(self, findings: Sequence[Finding]) -> Iterator[types.CodeAction]:
        """Yield what is used most first: teacher's words, decisions, comments; preferred corrections before others."""
        for finding in findings:
            if finding.estimate is not None:
                yield from self._of_estimate(finding)
        marks = [finding for finding in findings if finding.kind is not None]
        corrections = [
            action
            for finding in marks
            for action in sorted(self._corrections(finding), key=lambda action: not action.is_preferred)
        ]
        yield from corrections[:MOST_CORRECTIONS]
        yield from self._decisions(marks)
        yield from self._answers
        for finding in marks:
            yield from self._comments(finding)
        yield from corrections[MOST_CORRECTIONS:]
        for number in dict.fromkeys(finding.passage for finding in marks):
            yield from self._whole_sentence(number)
        kinds = {finding: finding.kind for finding in marks if finding.kind is not None and self._is_listed(finding)}
        for finding in kinds:
            yield self._hiding(finding, self._vocabulary.hiding(finding))
        for finding in marks[:1]:
            yield from self._details(finding)
        for kind in dict.fromkeys(kinds.values()):
            yield _command(self._vocabulary.hiding_all(kind), IGNORE_CATEGORY, [self._marked.document.uri, kind.value])

    def _is_listed(self, finding: Finding) -> bool:
        return finding.is_fault or self._marked.has_diagnostic(finding)

    def _details(self, finding: Finding) -> Iterator[types.CodeAction]:
        if finding.place is None or finding.place.rewritten or self._marked.options.details:
            return
        place = plain_range(self._marked.index.lsp_range(finding.span))["start"]
        yield _command(SHOW_NUMBERS, SHOW_DETAILS, [self._marked.document.uri, place])

    def _of_estimate(self, finding: Finding) -> Iterator[types.CodeAction]:
        undone = [rewording(finding, finding.source)]
        yield from self._edit(
            f"Undo this correction: {shortened(shown(finding.source), LONGEST_ACTION)}", undone, finding
        )
        yield self._hiding(finding, "Hide this estimate")

    def _of_document(self) -> Iterator[types.CodeAction]:
        if self._is_anything_ignored:
            yield _command("Show what is hidden in this file again", SHOW_IGNORED, [self._marked.document.uri])

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
            title = OPEN_SOURCE if is_source else open_reference(self._vocabulary.teachers(names))
            yield _command(title, SHOW_TEXT, [uri], kind=OPEN)

    def _feedback(self) -> Iterator[types.CodeAction]:
        if not self._marked.is_source and self._marked.whole.marks is not None:
            title = feedback_for(person_name(self._marked.task.marked.name))
            yield _command(title, WRITE_FEEDBACK, [self._marked.document.uri], kind=FEEDBACK)

    def _fix_all(self) -> Iterator[types.CodeAction]:
        rewordings = list(self._vocabulary.all_corrections(self._marked.findings, self._marked.review))
        yield from self._edit("Correct everything as the references do", rewordings, kind=FIX_ALL)

    def _corrections(self, finding: Finding) -> Iterator[types.CodeAction]:
        for item in self._vocabulary.proposals(finding, self._marked.review):
            yield from self._edit(item.title, [item.rewording], finding, preferred=item.preferred)

    def _whole_sentence(self, number: int) -> Iterator[types.CodeAction]:
        passage = self._marked.review.passages[number]
        versions: dict[str, list[str]] = {}
        for version, text in zip(self._marked.review.references, passage.references, strict=True):
            if text is not None:
                versions.setdefault(text.words, []).append(version.name)
        for words, names in versions.items():
            title = use_sentence(self._vocabulary.teachers(names))
            yield from self._edit(title, [whole_sentence(self._marked.review, number, words)])

    def _decisions(self, findings: Sequence[Finding]) -> Iterator[types.CodeAction]:
        offered: set[tuple[str, Decision]] = set()
        for finding in findings:
            for item in decision_actions(self._marked, finding):
                if (item.command, item.about) in offered:
                    continue
                offered.add((item.command, item.about))
                arguments = [self._marked.document.uri, DecisionArgument.of(item.about).json]
                diagnostics = () if item.command == WITHDRAW else self._diagnostics_of(finding)
                yield _command(item.title, item.command, arguments, diagnostics)

    def _ask(self, place: types.Range, diagnostics: Sequence[types.Diagnostic] = ()) -> Iterator[types.CodeAction]:
        for title, name in dialogs(self._marked) if self._editor.asks_for_text else ():
            yield _command(title, name, [self._marked.document.uri, plain_range(place)], diagnostics)

    def _about_the_whole_text(self) -> Iterator[types.CodeAction]:
        for _, name in dialogs(self._marked) if self._editor.asks_for_text and not self._marked.is_source else ():
            title = ASK_WHOLE_COMMENT if name == COMMENT_DIALOG else ASK_WHOLE_POINTS
            yield _command(title, name, [self._marked.document.uri, None], kind=COMMENT)

    def _comments(self, finding: Finding) -> Iterator[types.CodeAction]:
        place = self._marked.index.lsp_range(finding.span)
        if self._editor.asks_for_text and finding in self._marked.whole.findings:
            yield from self._ask(place, self._diagnostics_of(finding))
            return
        for item in (*comment_actions(self._marked, finding), *points_actions(self._marked, finding)):
            about = {"range": plain_range(place), **item.about}
            yield _command(item.title, item.command, [self._marked.document.uri, about], self._diagnostics_of(finding))

    def _hiding(self, finding: Finding, text: str) -> types.CodeAction:
        content = attrs.asdict(FindingContent.of(finding, self._marked.review))
        arguments = [self._marked.document.uri, content]
        return _command(text, IGNORE_FINDING, arguments, self._diagnostics_of(finding))

    def _diagnostics_of(self, finding: Finding) -> list[types.Diagnostic]:
        place = self._marked.index.lsp_range(finding.span)
        return [item for item in self._params.context.diagnostics if item.code == finding.code and item.range == place]

    def _edit(
        self,
        text: str,
        rewordings: Sequence[Rewording],
        finding: Finding | None = None,
        *,
        preferred: bool = False,
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
            is_preferred=preferred or None,
            edit=self._workspace_edit(types.TextEdit(place, replacement.text)),
        )

    def _workspace_edit(self, edit: types.TextEdit) -> types.WorkspaceEdit:
        document = self._marked.document
        if not self._editor.versions_edits:
            return types.WorkspaceEdit(changes={document.uri: [edit]})
        identifier = types.OptionalVersionedTextDocumentIdentifier(uri=document.uri, version=document.version)
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, [edit])])


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


@request(types.TEXT_DOCUMENT_CODE_ACTION)
async def code_actions(ls: MarkschemeServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    marked = await ls.session.current(params.text_document.uri)
    answers = await question_actions(ls, params)
    own = _Actions(ls, marked, params, answers).all() if marked is not None else answers
    actions = [*await _taking_actions(ls, marked, params), *own]
    return _shortened(actions, ls) if wants_quick_fixes(params.context) else actions


async def _taking_actions(
    ls: MarkschemeServer, marked: Marked | None, params: types.CodeActionParams
) -> list[types.CodeAction]:
    path = path_of(params.text_document.uri)
    is_reference = marked is None or any(item.path == path for item in marked.exercise.references)
    if not is_reference or not wants_quick_fixes(params.context):
        return []
    return await adjudication_actions(ls, params.text_document.uri, params.range)


def _shortened(actions: Sequence[types.CodeAction], ls: MarkschemeServer) -> list[types.CodeAction]:
    if len(actions) <= MOST_ACTIONS or not ls.editor.can_choose:
        return [*actions]
    others = ls.protocol.plain(actions[MOST_ACTIONS:])
    more = types.CodeAction(
        MORE,
        kind=types.CodeActionKind.QuickFix,
        command=types.Command(MORE, MORE_ACTIONS, arguments=[others]),
    )
    return [*actions[:MOST_ACTIONS], more]


@command(MORE_ACTIONS)
async def more_actions(ls: MarkschemeServer, arguments: Sequence[Any]) -> Any:
    """Do one of the actions in the argument; of several the person chooses, in a message, as LSP has no submenus."""
    actions = _actions(ls, arguments)
    chosen = actions[0] if len(actions) == 1 else await _choice(ls, actions)
    return None if chosen is None else await _do(ls, chosen)


def _actions(ls: MarkschemeServer, arguments: Sequence[Any]) -> list[types.CodeAction]:
    values = argument(arguments, 0, list[dict[str, Any]])
    try:
        return [ls.protocol.structured(value, types.CodeAction) for value in values]
    except (BaseValidationError, ValueError, TypeError, KeyError) as error:
        raise JsonRpcInvalidParams("argument 1 is no list of code actions") from error


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
            raise JsonRpcException(f"the editor did not make this change: {reason}", REQUEST_FAILED)
    if action.command is None:
        return None
    run = command_handler(action.command.command)
    if run is None:
        raise JsonRpcInvalidParams(f"{action.command.command} is no command of the server")
    return await run(ls, *(action.command.arguments or ()))
