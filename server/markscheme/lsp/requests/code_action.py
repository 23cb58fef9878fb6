"""``textDocument/codeAction``: what can be done about a finding.

Changes of the text are versioned workspace edits; what is kept elsewhere (accepted alternatives, ignored
findings) is done by commands (:mod:`markscheme.lsp.commands`). Actions carry their edits, so that editors need no
``codeAction/resolve``.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs
from lsprotocol import types

from markscheme.formats.rewriting import Rewording, SourcePlace
from markscheme.lsp.commands.accept import ACCEPT, WITHDRAW
from markscheme.lsp.commands.command import Command
from markscheme.lsp.commands.ignore import IGNORE_CATEGORY, IGNORE_FINDING, SHOW_IGNORED
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.ignored import LOWERING, FindingContent, Ignored
from markscheme.lsp.session.locations import lsp_range
from markscheme.lsp.session.marked import Estimated, Known, Marked
from markscheme.marking.findings import Finding, FindingReference
from markscheme.marking.wording import TITLES, shortened, shown
from markscheme.metrics.cleme2 import Category
from markscheme.text.errors import DocumentError
from markscheme.text.positions import Position, PositionEncoding

FIX_ALL = "source.fixAll.markscheme"
KINDS: tuple[types.CodeActionKind | str, ...] = (types.CodeActionKind.QuickFix, FIX_ALL)
LONGEST = 60
"""Characters of a correction that a title shows."""


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


def code_actions(known: Known, params: types.CodeActionParams, around: Surroundings) -> list[types.CodeAction]:
    """The actions for the findings that touch a range; correcting everything only if it is asked for by name."""
    if isinstance(known, Marked):
        return _marked_actions(known, params, around)
    return list(_estimate_actions(known, params, around)) if _wants_quick_fixes(params.context) else []


def _marked_actions(marked: Marked, params: types.CodeActionParams, around: Surroundings) -> list[types.CodeAction]:
    builder = _Actions(marked, params.context.diagnostics, around)
    found: list[types.CodeAction] = []
    if _wants_quick_fixes(params.context):
        found += builder.of_findings(_touching(marked, params.range, around.encoding))
        found += builder.of_document()
    if _wants_fix_all(params.context):
        found += builder.fix_all()
    return found


def _touching(marked: Marked, place: types.Range, encoding: PositionEncoding) -> list[Finding]:
    """The findings that share a character or an end with a range; one beyond the text is at its end."""
    start, end = (marked.index.offset(Position(at.line, at.character), encoding) for at in (place.start, place.end))
    return [item for item in marked.findings if item.span.start <= end and start <= item.span.end]


def _estimate_actions(
    known: Estimated, params: types.CodeActionParams, around: Surroundings
) -> Iterator[types.CodeAction]:
    """Of the edits that lower the estimate; what is right instead, nobody has said."""
    asked = (params.range.start, params.range.end)
    start, end = (known.index.offset(Position(at.line, at.character), around.encoding) for at in asked)
    for edit in known.lowering:
        if edit.span.start <= end and start <= edit.span.end:
            place = lsp_range(known.index, edit.span, around.encoding)
            told = [item for item in params.context.diagnostics if item.code == LOWERING and item.range == place]
            tokens = edit.source_tokens
            undone = Rewording(edit.text_span, edit.source, SourcePlace(edit.passage, tokens.start, tokens.end))
            yield from _edit_action(known, around, f"Undo this correction: {_short(edit.source)}", [undone], told)
            content = attrs.asdict(FindingContent.of_edit(edit, known.estimate))
            yield _command("Ignore this estimate", IGNORE_FINDING, [known.document.uri, content], told)
    if around.ignored:
        yield _command("Show ignored findings of this file again", SHOW_IGNORED, [known.document.uri])


def _kinds(context: types.CodeActionContext) -> list[str]:
    return [str(getattr(kind, "value", kind)) for kind in context.only or ()]


def _wants_quick_fixes(context: types.CodeActionContext) -> bool:
    return context.only is None or any(kind in ("", "quickfix") for kind in _kinds(context))


def _wants_fix_all(context: types.CodeActionContext) -> bool:
    """By its own name, or by a wider one if the person asked herself: never because a document is saved."""
    kinds = _kinds(context)
    invoked = context.trigger_kind is types.CodeActionTriggerKind.Invoked
    return FIX_ALL in kinds or (invoked and any(kind in ("source", "source.fixAll") for kind in kinds))


class _Actions:
    def __init__(self, marked: Marked, diagnostics: Sequence[types.Diagnostic], around: Surroundings) -> None:
        self._marked = marked
        self._diagnostics = diagnostics
        self._around = around

    def of_findings(self, findings: Sequence[Finding]) -> Iterator[types.CodeAction]:
        """Corrections first, and of each finding's the preferred one; what is for several findings, once."""
        for finding in findings:
            yield from sorted(self._corrections(finding), key=lambda action: not action.is_preferred)
        for number in dict.fromkeys(finding.passage for finding in findings):
            yield from self._whole_sentence(number)
        for finding in findings:
            yield from self._alternatives(finding)
        for finding in findings:
            yield self._ignoring(finding)
        for category in dict.fromkeys(finding.category for finding in findings):
            title = f"Ignore every {TITLES[category].lower()} in this file"
            yield _command(title, IGNORE_CATEGORY, [self._marked.document.uri, category.value])

    def of_document(self) -> Iterator[types.CodeAction]:
        if self._around.ignored:
            yield _command("Show ignored findings of this file again", SHOW_IGNORED, [self._marked.document.uri])

    def fix_all(self) -> Iterator[types.CodeAction]:
        """Every finding as the reference has it against which its passage is marked."""
        wanted = [
            _rewording(finding, words)
            for finding in self._marked.findings
            if finding.category is not Category.HIT and (words := self._chosen_words(finding)) is not None
        ]
        yield from self._edit("Correct everything as the references do", wanted, kind=FIX_ALL)

    def _chosen_words(self, finding: Finding) -> str | None:
        chosen = self._marked.review.passages[finding.passage].followed
        numbered = (item for item in finding.references if item.number is not None)
        return next((item.text for item in numbered if chosen in (None, item.number)), None)

    def _corrections(self, finding: Finding) -> Iterator[types.CodeAction]:
        if finding.category is Category.HIT:
            return
        chosen = self._marked.review.passages[finding.passage].followed
        for words, items in _different(finding).items():
            names = [item.reference for item in items]
            title = f"Use {_people(names)} correction: {_short(words)}"
            if words == finding.source:
                title = f"Undo this {TITLES[finding.category].lower()}"
                if finding.category is not Category.OVER:
                    title += f", as {' and '.join(names)} left it"
            preferred = any(item.number == chosen for item in items)
            yield from self._edit(title, [_rewording(finding, words)], finding, preferred=preferred)

    def _whole_sentence(self, number: int) -> Iterator[types.CodeAction]:
        """Each distinct version that a reference has of the passage."""
        passage = self._marked.review.passages[number]
        place = SourcePlace(number, 0, len(passage.source.tokens))
        versions: dict[str, list[str]] = {}
        for version, text in zip(self._marked.review.references, passage.references, strict=True):
            if text is not None:
                versions.setdefault(text.words, []).append(version.name)
        for words, names in versions.items():
            title = f"Use all of {_people(names)} corrections in this sentence"
            yield from self._edit(title, [Rewording(passage.text_span, words, place)])

    def _alternatives(self, finding: Finding) -> Iterator[types.CodeAction]:
        if self._marked.exercise.accepted is None:
            return
        source, place = self._marked.review.passages[finding.passage].source.tokens, finding.source_tokens
        own = {
            "source": list(source),
            "start": place.start,
            "end": place.end,
            "replacement": list(finding.target),
            "type": finding.type,
        }
        arguments = [self._marked.document.uri, own]
        if finding.category in (Category.WRONG, Category.OVER):
            title = f"Accept as an alternative: {_short(finding.hypothesis)}"
            yield _command(title, ACCEPT, arguments, self._told(finding))
        elif self._marked.alternatives.at(source, place.start, place.end, finding.target):
            yield _command(f"Withdraw this alternative: {_short(finding.hypothesis)}", WITHDRAW, arguments)

    def _ignoring(self, finding: Finding) -> types.CodeAction:
        content = attrs.asdict(FindingContent.of(finding, self._marked.review))
        title = f"Ignore this {TITLES[finding.category].lower()}"
        return _command(title, IGNORE_FINDING, [self._marked.document.uri, content], self._told(finding))

    def _told(self, finding: Finding) -> list[types.Diagnostic]:
        """The finding's diagnostics, of those that the client has at the place."""
        place = lsp_range(self._marked.index, finding.span, self._around.encoding)
        code = finding.category.value
        return [item for item in self._diagnostics if item.code == code and item.range == place]

    def _edit(
        self,
        title: str,
        wanted: Sequence[Rewording],
        finding: Finding | None = None,
        *,
        preferred: bool = False,
        kind: types.CodeActionKind | str = types.CodeActionKind.QuickFix,
    ) -> Iterator[types.CodeAction]:
        """One action; none where it would change nothing, or the file's format can't have it."""
        told = self._told(finding) if finding else ()
        return _edit_action(self._marked, self._around, title, wanted, told, preferred=preferred, kind=kind)


def _edit_action(
    known: Known,
    around: Surroundings,
    title: str,
    wanted: Sequence[Rewording],
    diagnostics: Sequence[types.Diagnostic],
    *,
    preferred: bool = False,
    kind: types.CodeActionKind | str = types.CodeActionKind.QuickFix,
) -> Iterator[types.CodeAction]:
    file = known.hypothesis_file
    try:
        replacement = file.reworded(wanted) if file else None
    except DocumentError:
        return
    if replacement is None:
        return
    place = lsp_range(known.index, replacement.span, around.encoding)
    yield types.CodeAction(
        title,
        kind=kind,
        diagnostics=list(diagnostics) or None,
        is_preferred=preferred or None,
        edit=_workspace_edit(known, around, types.TextEdit(place, replacement.text)),
    )


def _workspace_edit(known: Known, around: Surroundings, edit: types.TextEdit) -> types.WorkspaceEdit:
    document = known.document
    if not around.versioned:
        return types.WorkspaceEdit(changes={document.uri: [edit]})
    identifier = types.OptionalVersionedTextDocumentIdentifier(uri=document.uri, version=document.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, [edit])])


def _different(finding: Finding) -> dict[str, list[FindingReference]]:
    """What references have instead, each with whose it is; the source's words where they leave them."""
    found: dict[str, list[FindingReference]] = {}
    for item in finding.references:
        if item.number is not None and item.category not in (Category.HIT, None):
            words = finding.source if item.category is Category.OVER else item.text
            found.setdefault(words, []).append(item)
    return found


def _rewording(finding: Finding, words: str) -> Rewording:
    tokens = finding.source_tokens
    return Rewording(finding.text_span, words, SourcePlace(finding.passage, tokens.start, tokens.end))


def _people(names: Iterable[str]) -> str:
    return " and ".join(f"{name}'s" for name in names)


def _command(
    title: str, command: Command, arguments: Sequence[Any], diagnostics: Sequence[types.Diagnostic] = ()
) -> types.CodeAction:
    return types.CodeAction(
        title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=diagnostics or None,
        command=types.Command(title, command.name, arguments=list(arguments)),
    )


def _short(words: str) -> str:
    return shortened(shown(words), LONGEST)


async def answer(ls: MarkschemeServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the actions for a range of an open document, as soon as its newest version has marks."""
    known = await ls.session.current(params.text_document.uri)
    if known is None:
        return []
    ignored = ls.session.ignored_in(known.document.path)
    return code_actions(known, params, Surroundings(ignored, ls.editor.encoding, ls.editor.versions_edits))


REQUEST = Request(
    types.TEXT_DOCUMENT_CODE_ACTION, answer, options=types.CodeActionOptions(code_action_kinds=list(KINDS))
)
