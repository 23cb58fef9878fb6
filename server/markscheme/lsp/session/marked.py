"""A document as it stands in the editor, and what is known of it once it is marked."""

import hashlib
import json
from functools import cached_property
from pathlib import Path

import attrs
from lsprotocol import types

from markscheme.exercises.accepted import Alternatives, read_accepted
from markscheme.exercises.exercises import Exercise
from markscheme.formats.rewriting import HypothesisFile
from markscheme.lsp.session.options import Options
from markscheme.marking.estimates import DocumentEstimate, EditEstimate
from markscheme.marking.findings import DocumentReview, Finding
from markscheme.marking.tasks import EstimateTask, ReviewTask, Task
from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex


@attrs.frozen
class TextDocument:
    """A document in the editor, or, without a version, on disk."""

    uri: str
    path: Path
    version: int | None
    text: str


@attrs.frozen
class Marked:
    """A version of a document with its review.

    Attributes
    ----------
    task
        What the engine was asked.
    ignored
        Indices of the findings that the person wants to see no more.
    complete
        Whether weights, plans and credit are there, if they are wanted.
    """

    document: TextDocument
    index: LineIndex
    exercise: Exercise
    task: ReviewTask
    review: DocumentReview
    options: Options
    ignored: frozenset[int] = frozenset()
    complete: bool = False

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Those that are shown, in the order of their places."""
        return tuple(item for number, item in enumerate(self.review.findings) if number not in self.ignored)

    @cached_property
    def hypothesis_file(self) -> HypothesisFile | None:
        """What says how the hypothesis can be changed; ``None`` in a source, which stays as the learner wrote it."""
        return _hypothesis_file(self.task, self.index, self.review.parallel)

    @cached_property
    def alternatives(self) -> Alternatives:
        """What was accepted; nothing where that can't be known, which is told as a problem of the document."""
        accepted = self.task.material.accepted
        try:
            return Alternatives(read_accepted(accepted.text, accepted.path) if accepted else ())
        except DocumentError:
            return Alternatives()


@attrs.frozen
class Estimated:
    """A version of a document that has no reference, with its estimate; what is said of :class:`Marked` holds here too.

    Attributes
    ----------
    ignored
        Indices of the edits that the person wants to be told of no more.
    others
        Of a source, the estimate of each hypothesis, by name.
    complete
        Whether similarities, scores and impacts are there.
    """

    document: TextDocument
    index: LineIndex
    exercise: Exercise
    task: EstimateTask
    estimate: DocumentEstimate
    options: Options
    ignored: frozenset[int] = frozenset()
    others: tuple[tuple[str, DocumentEstimate], ...] = ()
    complete: bool = False

    @property
    def lowering(self) -> tuple[EditEstimate, ...]:
        """The edits that are told of, in the order of their places."""
        edits = enumerate(self.estimate.edits)
        return tuple(edit for number, edit in edits if edit.lowers and number not in self.ignored)

    @cached_property
    def hypothesis_file(self) -> HypothesisFile | None:
        """As :attr:`Marked.hypothesis_file`."""
        return _hypothesis_file(self.task, self.index, self.estimate.parallel)


Known = Marked | Estimated
"""A version of a document with what is shown of it."""


def _hypothesis_file(task: Task, index: LineIndex, parallel: bool) -> HypothesisFile | None:
    if task.material.hypothesis is None:
        return None
    try:
        return HypothesisFile(task.material.hypothesis, index.text, tokenised=parallel)
    except DocumentError:
        return None


@attrs.frozen
class Diagnosed:
    """A version of a document with its diagnostics.

    ``outdated``: another document or a setting on which they rest has changed since. ``problem``: why it can't be
    marked, if it can't.
    """

    path: Path
    version: int | None
    items: tuple[types.Diagnostic, ...]
    outdated: bool = False
    problem: DocumentError | None = None

    @cached_property
    def id(self) -> str:
        """The same for equal diagnostics, in every process; the version that they were found for is no part of it."""
        told = [
            (
                str(item.range),
                str(item.code),
                str(item.severity),
                item.message,
                [str(related) for related in item.related_information or ()],
            )
            for item in self.items
        ]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]
