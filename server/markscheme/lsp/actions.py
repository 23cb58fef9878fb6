"""``textDocument/codeAction``: what can be done about a finding.

Changes of the text are versioned workspace edits; what is kept elsewhere (accepted alternatives, ignored
findings) is done by commands (:mod:`markscheme.lsp.commands`).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs
from lsprotocol import types

from markscheme.documents.accepted import Alternatives, read_accepted
from markscheme.documents.errors import DocumentError
from markscheme.documents.positions import PositionEncoding
from markscheme.documents.rewriting import Rewording, SourcePlace, reworded
from markscheme.lsp.ignored import FindingContent, Ignored
from markscheme.lsp.locations import lsp_range
from markscheme.lsp.marked import Marked
from markscheme.marking.findings import Finding, PassageReview
from markscheme.marking.wording import TITLES, shown
from markscheme.metrics.cleme2 import Category

FIX_ALL = "source.fixAll.markscheme"
KINDS: tuple[types.CodeActionKind | str, ...] = (types.CodeActionKind.QuickFix, FIX_ALL)
LONGEST = 60
"""Characters of a correction that a title shows."""

ACCEPT = "markscheme.accept"
WITHDRAW = "markscheme.withdraw"
IGNORE_FINDING = "markscheme.ignoreFinding"
IGNORE_CATEGORY = "markscheme.ignoreCategory"
SHOW_IGNORED = "markscheme.showIgnored"


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
    """The actions for the findings that touch a range; correcting everything only if it is asked for by name."""
    builder = _Actions(marked, around)
    only = params.context.only
    found: list[types.CodeAction] = []
    if only is None or any(str(getattr(kind, "value", kind)) in ("", "quickfix") for kind in only):
        place = params.range
        for finding in marked.findings:
            if _touches(lsp_range(marked.index, finding.span, around.encoding), place):
                found += builder.of_finding(finding)
        found += builder.of_document()
    if _wants_fix_all(params.context):
        found += builder.fix_all()
    return found


def _touches(one: types.Range, other: types.Range) -> bool:
    return one.start <= other.end and other.start <= one.end


def _wants_fix_all(context: types.CodeActionContext) -> bool:
    """By its own name, or by a wider one if the person asked herself: never because a document is saved."""
    kinds = [str(getattr(kind, "value", kind)) for kind in context.only or ()]
    invoked = context.trigger_kind is types.CodeActionTriggerKind.Invoked
    return FIX_ALL in kinds or (invoked and any(kind in ("source", "source.fixAll") for kind in kinds))


class _Actions:
    def __init__(self, marked: Marked, around: Surroundings) -> None:
        self._marked = marked
        self._around = around

    def of_finding(self, finding: Finding) -> Iterator[types.CodeAction]:
        """Corrections first, the preferred one of all first."""
        if finding.category is not Category.HIT:
            yield from self._corrections(finding)
        yield from self._whole_sentence(finding.passage)
        yield from self._alternatives(finding)
        yield from self._ignoring(finding)

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
        chosen = self._marked.review.passages[finding.passage].reference
        found = [item for item in finding.references if item.number is not None and chosen in (None, item.reference)]
        return found[0].text if found else None

    def _corrections(self, finding: Finding) -> Iterator[types.CodeAction]:
        chosen = self._marked.review.passages[finding.passage].reference
        for words, names in _different(finding).items():
            people = " and ".join(f"{name}'s" for name in names)
            title = f"Use {people} correction: {_short(words)}"
            if words == finding.source:
                title = f"Undo this {TITLES[finding.category].lower()}"
                if finding.category is not Category.OVER:
                    title += f", as {' and '.join(names)} left it"
            yield from self._edit(title, [_rewording(finding, words)], finding, preferred=chosen in names)

    def _whole_sentence(self, number: int) -> Iterator[types.CodeAction]:
        """Each distinct version that a reference has of the passage."""
        passage = self._marked.review.passages[number]
        place = SourcePlace(number, 0, len(passage.source.tokens))
        versions: dict[str, list[str]] = {}
        for version, text in zip(self._marked.review.references, passage.references, strict=True):
            if text is not None:
                versions.setdefault(text.words, []).append(version.name)
        for words, names in versions.items():
            people = " and ".join(f"{name}'s" for name in names)
            title = f"Use all of {people} corrections in this sentence"
            yield from self._edit(title, [Rewording(passage.text_span, words, place)])

    def _alternatives(self, finding: Finding) -> Iterator[types.CodeAction]:
        path = self._marked.exercise.accepted
        passage = self._marked.review.passages[finding.passage]
        own = {
            "source": list(passage.source.tokens),
            "start": finding.source_tokens.start,
            "end": finding.source_tokens.end,
            "replacement": list(finding.target),
            "type": finding.type,
        }
        uri = self._marked.document.uri
        if path is None:
            return
        if finding.category in (Category.WRONG, Category.OVER):
            title = f"Accept as an alternative: {_short(finding.hypothesis)}"
            yield _command(title, ACCEPT, [uri, own], finding, self._marked)
        elif finding.category is Category.HIT and self._accepted(finding, passage):
            yield _command(f"Withdraw this alternative: {_short(finding.hypothesis)}", WITHDRAW, [uri, own])

    def _accepted(self, finding: Finding, passage: PassageReview) -> bool:
        accepted = self._marked.task.accepted
        if accepted is None:
            return False
        try:
            known = Alternatives(read_accepted(accepted.text, accepted.path))
        except DocumentError:
            return False
        place = finding.source_tokens
        return bool(known.at(passage.source.tokens, place.start, place.end, finding.target))

    def _ignoring(self, finding: Finding) -> Iterator[types.CodeAction]:
        uri, title = self._marked.document.uri, TITLES[finding.category].lower()
        content = attrs.asdict(FindingContent.of(finding, self._marked.index.text))
        yield _command(f"Ignore this {title}", IGNORE_FINDING, [uri, content], finding, self._marked)
        yield _command(f"Ignore every {title} in this file", IGNORE_CATEGORY, [uri, finding.category.value])

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
        marked = self._marked
        try:
            replacement = reworded(marked.task.marked, marked.index.text, wanted, tokenised=marked.review.parallel)
        except DocumentError:
            return
        if replacement is None or replacement.span.of(marked.index.text) == replacement.text:
            return
        place = lsp_range(marked.index, replacement.span, self._around.encoding)
        edit = types.TextEdit(place, replacement.text)
        yield types.CodeAction(
            title,
            kind=kind,
            is_preferred=preferred or None,
            edit=self._workspace_edit(edit),
            data={"version": marked.document.version, "finding": finding and _number(marked, finding)},
        )

    def _workspace_edit(self, edit: types.TextEdit) -> types.WorkspaceEdit:
        document = self._marked.document
        if not self._around.versioned:
            return types.WorkspaceEdit(changes={document.uri: [edit]})
        identifier = types.OptionalVersionedTextDocumentIdentifier(uri=document.uri, version=document.version)
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, [edit])])


def _different(finding: Finding) -> dict[str, list[str]]:
    """What references have instead, each with whose it is; the source's words where they leave them."""
    found: dict[str, list[str]] = {}
    for item in finding.references:
        if item.number is not None and item.category not in (Category.HIT, None):
            words = finding.source if item.category is Category.OVER else item.text
            found.setdefault(words, []).append(item.reference)
    return found


def _rewording(finding: Finding, words: str) -> Rewording:
    tokens = finding.source_tokens
    return Rewording(finding.text_span, words, SourcePlace(finding.passage, tokens.start, tokens.end))


def _number(marked: Marked, finding: Finding) -> int:
    return marked.review.findings.index(finding)


def _command(
    title: str,
    command: str,
    arguments: Iterable[Any],
    finding: Finding | None = None,
    marked: Marked | None = None,
) -> types.CodeAction:
    data = {"finding": _number(marked, finding)} if marked and finding else None
    return types.CodeAction(
        title,
        kind=types.CodeActionKind.QuickFix,
        command=types.Command(title, command, arguments=list(arguments)),
        data=data,
    )


def _short(words: str) -> str:
    text = shown(words)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
