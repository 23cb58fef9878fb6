"""``textDocument/codeAction``: what can be done about a finding.

Changes of the text are versioned workspace edits; what is kept elsewhere (decisions, ignored
findings) is done by commands (:mod:`markscheme.lsp.commands`). Actions carry their edits, so that editors need no
``codeAction/resolve``.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import attrs
from lsprotocol import types

from markscheme.exercises.decisions.decision import Decision
from markscheme.formats.rewording import Rewording
from markscheme.lsp.commands.command import Command
from markscheme.lsp.commands.decide import WITHDRAW, DecisionArgument
from markscheme.lsp.commands.ignore import IGNORE_CATEGORY, IGNORE_FINDING, SHOW_IGNORED
from markscheme.lsp.editor.locations import lsp_range
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.decision_actions import decision_actions
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.ignored import FindingContent, Ignored
from markscheme.lsp.session.marked import Marked
from markscheme.lsp.vocabularies.vocabulary import LONGEST, possessive, rewording, whole_sentence
from markscheme.marking.findings import Finding
from markscheme.marking.wording.words import shortened, shown
from markscheme.text.errors import DocumentError
from markscheme.text.positions import Position, PositionEncoding

FIX_ALL = "source.fixAll.markscheme"
KINDS: tuple[types.CodeActionKind | str, ...] = (types.CodeActionKind.QuickFix, FIX_ALL)


@attrs.frozen
class Surroundings:
    """What actions need to know beside the marks.

    Attributes
    ----------
    ignored
        What is ignored in the document.
    versioned
        Whether the client takes edits of a named version.
    """

    ignored: Ignored
    encoding: PositionEncoding
    versioned: bool


def code_actions(marked: Marked, params: types.CodeActionParams, around: Surroundings) -> list[types.CodeAction]:
    """Return the actions for the findings that touch a range; the one for all findings only by its own name."""
    builder = _Actions(marked, params.context.diagnostics, around)
    actions: list[types.CodeAction] = []
    if _wants_quick_fixes(params.context):
        actions += builder.of_findings(_touching(marked, params.range, around.encoding))
        actions += builder.of_document()
    if _wants_fix_all(params.context):
        actions += builder.fix_all()
    return actions


def _touching(marked: Marked, place: types.Range, encoding: PositionEncoding) -> list[Finding]:
    """Return the findings that share a character or an end with a range; one beyond the text is at its end."""
    start, end = (marked.index.offset(Position(at.line, at.character), encoding) for at in (place.start, place.end))
    return [item for item in marked.findings if item.span.start <= end and start <= item.span.end]


def _kinds(context: types.CodeActionContext) -> list[str]:
    return [str(getattr(kind, "value", kind)) for kind in context.only or ()]


def _wants_quick_fixes(context: types.CodeActionContext) -> bool:
    return context.only is None or any(kind in ("", "quickfix") for kind in _kinds(context))


def _wants_fix_all(context: types.CodeActionContext) -> bool:
    """Return whether everything is to be corrected: never because a document is saved, unless by its own name."""
    kinds = _kinds(context)
    invoked = context.trigger_kind is types.CodeActionTriggerKind.Invoked
    return FIX_ALL in kinds or (invoked and any(kind in ("source", "source.fixAll") for kind in kinds))


class _Actions:
    def __init__(self, marked: Marked, diagnostics: Sequence[types.Diagnostic], around: Surroundings) -> None:
        self._marked = marked
        self._vocabulary = marked.vocabulary
        self._diagnostics = diagnostics
        self._around = around

    def of_findings(self, findings: Sequence[Finding]) -> Iterator[types.CodeAction]:
        """Yield corrections first, with the preferred one of each finding before others."""
        for finding in findings:
            if finding.estimate is not None:
                yield from self._of_estimate(finding)
        marks = [finding for finding in findings if finding.kind is not None]
        for finding in marks:
            yield from sorted(self._corrections(finding), key=lambda action: not action.is_preferred)
        for number in dict.fromkeys(finding.passage for finding in marks):
            yield from self._whole_sentence(number)
        yield from self._decisions(marks)
        kinds = {finding: finding.kind for finding in marks if finding.kind is not None and self._is_listed(finding)}
        for finding, kind in kinds.items():
            yield self._ignoring(finding, self._vocabulary.noun(kind))
        for kind in dict.fromkeys(kinds.values()):
            text = f"Ignore every {self._vocabulary.noun(kind)} in this file"
            yield _command(text, IGNORE_CATEGORY, [self._marked.document.uri, kind.value])

    def _is_listed(self, finding: Finding) -> bool:
        """Return whether a finding can be ignored: optional places have no diagnostic unless the settings say so."""
        severity = self._vocabulary.severity(finding, self._marked.options.severities)
        return finding.place is None or severity != "off"

    def _of_estimate(self, finding: Finding) -> Iterator[types.CodeAction]:
        """Yield the actions for an edit that lowers the estimate; nobody has said what is right instead."""
        undone = [rewording(finding, finding.source)]
        yield from self._edit(f"Undo this correction: {shortened(shown(finding.source), LONGEST)}", undone, finding)
        yield self._ignoring(finding, "estimate")

    def of_document(self) -> Iterator[types.CodeAction]:
        if self._around.ignored:
            yield _command("Show ignored findings of this file again", SHOW_IGNORED, [self._marked.document.uri])

    def fix_all(self) -> Iterator[types.CodeAction]:
        """Yield the action that corrects every finding as the references do."""
        rewordings = list(self._vocabulary.all_corrections(self._marked.findings, self._marked.review))
        yield from self._edit("Correct everything as the references do", rewordings, kind=FIX_ALL)

    def _corrections(self, finding: Finding) -> Iterator[types.CodeAction]:
        for item in self._vocabulary.proposals(finding, self._marked.review):
            yield from self._edit(item.title, [item.rewording], finding, preferred=item.preferred)

    def _whole_sentence(self, number: int) -> Iterator[types.CodeAction]:
        """Yield an action for each distinct version that references have of a passage."""
        passage = self._marked.review.passages[number]
        versions: dict[str, list[str]] = {}
        for version, text in zip(self._marked.review.references, passage.references, strict=True):
            if text is not None:
                versions.setdefault(text.words, []).append(self._vocabulary.person(version.name))
        for words, names in versions.items():
            action = f"Use all of {possessive(names)} corrections in this sentence"
            yield from self._edit(action, [whole_sentence(self._marked.review, number, words)])

    def _decisions(self, findings: Sequence[Finding]) -> Iterator[types.CodeAction]:
        """Yield what can be decided about findings, and which decisions can be taken back, each once."""
        offered: set[tuple[Command, Decision]] = set()
        for finding in findings:
            for item in decision_actions(self._marked, finding):
                if (item.command, item.decision) in offered:
                    continue
                offered.add((item.command, item.decision))
                arguments = [self._marked.document.uri, DecisionArgument.of(item.decision).json]
                diagnostics = () if item.command is WITHDRAW else self._diagnostics_of(finding)
                yield _command(item.title, item.command, arguments, diagnostics)

    def _ignoring(self, finding: Finding, kind: str) -> types.CodeAction:
        content = attrs.asdict(FindingContent.of(finding, self._marked.review))
        arguments = [self._marked.document.uri, content]
        return _command(f"Ignore this {kind}", IGNORE_FINDING, arguments, self._diagnostics_of(finding))

    def _diagnostics_of(self, finding: Finding) -> list[types.Diagnostic]:
        """Return the finding's diagnostics, as the client has them at its place."""
        place = lsp_range(self._marked.index, finding.span, self._around.encoding)
        return [item for item in self._diagnostics if item.code == finding.code and item.range == place]

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
        place = lsp_range(self._marked.index, replacement.span, self._around.encoding)
        yield types.CodeAction(
            text,
            kind=kind,
            diagnostics=(self._diagnostics_of(finding) if finding else None) or None,
            is_preferred=preferred or None,
            edit=self._workspace_edit(types.TextEdit(place, replacement.text)),
        )

    def _workspace_edit(self, edit: types.TextEdit) -> types.WorkspaceEdit:
        document = self._marked.document
        if not self._around.versioned:
            return types.WorkspaceEdit(changes={document.uri: [edit]})
        identifier = types.OptionalVersionedTextDocumentIdentifier(uri=document.uri, version=document.version)
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, [edit])])


def _command(
    text: str, command: Command, arguments: Sequence[Any], diagnostics: Sequence[types.Diagnostic] = ()
) -> types.CodeAction:
    return types.CodeAction(
        text,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=diagnostics or None,
        command=types.Command(text, command.name, arguments=list(arguments)),
    )


async def answer(ls: MarkschemeServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the actions for a range of an open document, as soon as its newest version has marks."""
    marked = await ls.session.current(params.text_document.uri)
    if marked is None:
        return []
    ignored = ls.session.ignored_in(marked.document.path)
    return code_actions(marked, params, Surroundings(ignored, ls.editor.encoding, ls.editor.versions_edits))


REQUEST = Request(
    types.TEXT_DOCUMENT_CODE_ACTION, answer, options=types.CodeActionOptions(code_action_kinds=list(KINDS))
)
