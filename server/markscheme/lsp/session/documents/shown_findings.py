"""How findings of recent passages are shown: after a keystroke only those of the changed passage are worded again."""

from collections.abc import Hashable

import attrs
from cachetools import LRUCache
from lsprotocol import types

from markscheme.lsp.editor.options import Severity
from markscheme.marking.review.document_review import Origin

MAX_CONTEXTS = 64
"""Documents, each with its settings and the texts beside it, whose findings are remembered."""
MAX_PASSAGES = 4_000
"""Passages of a document whose findings are remembered."""


@attrs.frozen
class ShownFinding:
    """What a finding's diagnostic says, wherever the finding stands in its document."""

    message: str
    severity: Severity
    related: tuple[types.DiagnosticRelatedInformation, ...]


ShownPassage = dict[int, ShownFinding | None]
"""The findings of a passage by their order in it; ``None`` for one without a diagnostic."""


class RecentFindings:
    """The shown findings of the most recently used passages, by what decides them."""

    def __init__(self) -> None:
        self._contexts: LRUCache[Hashable, LRUCache[Hashable, ShownPassage]] = LRUCache(MAX_CONTEXTS)

    def of(self, context: Hashable) -> "ContextFindings":
        """Return the findings that are shown in a context: everything that decides them, apart from their passages."""
        if context not in self._contexts:
            self._contexts[context] = LRUCache(MAX_PASSAGES)
        return ContextFindings(self._contexts[context])


@attrs.frozen
class ContextFindings:
    """The shown findings of one document's passages in one context."""

    _passages: LRUCache[Hashable, ShownPassage]

    def of(self, origin: Origin | None) -> ShownPassage:
        """Return the remembered findings of a passage, to which more may be added; an empty dictionary at first.

        Where the hypothesis has the passage decides nothing. Where its source and its references have it decides the
        links.
        """
        if origin is None:
            return {}
        source, _, *references = origin.moves
        key = (origin.number, source, *references)
        passage = self._passages.get(key)
        if passage is None:
            passage = self._passages[key] = {}
        return passage
