"""From files to scores, a block at a time: memory does not grow with the corpus.

The files are cut into blocks; an executor marks these, here or in other processes; a journal keeps what they
contribute; at the end the metric folds it, in order.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import attrs

from markscheme.execution.executor import Executor
from markscheme.exercises.decisions.lookup import Decisions
from markscheme.metrics.base import Metric, Score, SentenceScore
from markscheme.progress import Progress, silent
from markscheme.scoring.blocks.block import CorpusFiles
from markscheme.scoring.blocks.block_texts import Seen
from markscheme.scoring.blocks.block_work import BlockWork
from markscheme.scoring.blocks.journal import Journal
from markscheme.scoring.blocks.marked_corpus import MarkedCorpus, block_size
from markscheme.scoring.blocks.marking import Marking
from markscheme.scoring.models import Models
from markscheme.scoring.record_texts import tokenised_segment
from markscheme.scoring.scorer import Run, check_accepted, check_references, with_reference_numbers
from markscheme.scoring.signatures import SignatureNames, score_signature

AnySentence = SentenceScore[Any, Any]


class SentenceReceiver(Protocol):
    """Takes the score of each sentence as it comes: hypothesis by hypothesis, in order."""

    def __call__(self, hypothesis: str, number: int, sentence: AnySentence) -> None:
        """Take a sentence's score, with its 1-based number."""
        ...


@attrs.frozen
class BlockScorer:
    """Scores corpora under metrics that need no language model.

    Attributes
    ----------
    models
        Name the models in signatures; loaded only where the executor uses them.
    block
        Sentences of a block; ``None`` for what :func:`block_size` says.
    """

    models: Models
    executor: Executor[Models]
    block: int | None = None

    def score(
        self,
        files: CorpusFiles,
        metric: Metric[Any],
        *,
        accepted: Decisions = Decisions(),
        journal: Path | None = None,
        receive: SentenceReceiver | None = None,
        per_sentence: bool = False,
        progress: Progress = silent,
    ) -> tuple[Run, ...]:
        """Score hypotheses against the same references.

        Parameters
        ----------
        journal
            Where to keep marked blocks, so that a later run can go on; the file stays there.
        receive
            Takes each sentence's score.
        per_sentence
            Whether each sentence's score is kept in the result; memory then grows with the corpus.

        Raises
        ------
        DocumentError
            If files can't be used or don't line up; there is no source, or no reference and the metric needs one; the
            metric compares no edits and there are accepted ones; or the journal is another run's.
        Cancelled
            If ``progress`` asks for it.
        """
        check_references(metric, files.reference_count)
        files.check(lambda text: tokenised_segment(text, self.models))
        check_accepted(metric, accepted)
        signature = score_signature(metric, SignatureNames(self.models), files.reference_count, len(accepted))
        corpus = MarkedCorpus(files, self.block or block_size(files.carrier.size))
        identity = {
            "signature": signature,
            "accepted alternatives": [repr(item) for item in accepted],
        }
        with Journal(journal, {**corpus.identity, **identity} if journal is not None else {}) as kept:
            corpus.mark(BlockWork(Marking.of(files, metric, accepted)), self.executor, kept, progress)
            scores = (
                self._folded(index, files, metric, kept, receive, per_sentence) for index in range(len(files.names))
            )
            return tuple(
                Run(name, metric, attrs.evolve(score, signature=signature))
                for name, score in zip(files.names, scores, strict=True)
            )

    def _folded(
        self,
        hypothesis: int,
        files: CorpusFiles,
        metric: Metric[Any],
        journal: Journal,
        receive: SentenceReceiver | None,
        per_sentence: bool,
    ) -> Score[Any, Any]:
        """Return the score of a hypothesis by its number."""
        sentences: list[AnySentence] = []

        def keep(_: int, sentence: AnySentence) -> None:
            sentences.append(sentence)

        takers: list[Callable[[int, AnySentence], None]] = [keep] if per_sentence else []
        if receive is not None:
            takers.append(partial(receive, files.names[hypothesis]))
        numbering = _Numbering(journal.seen(), files.reference_count, takers) if takers else None
        score = metric.fold_into(journal.statistics(hypothesis), numbering)
        return attrs.evolve(score, sentences=tuple(sentences))


@attrs.define
class _Numbering:
    """Hands sentences' scores on, each with its number, and its reference's index among all, also of absent ones.

    A metric numbers the references that it sees, and an accepted one behind them.
    """

    seen: Iterator[Seen | None]
    references: int
    takers: list[Callable[[int, AnySentence], None]]
    number: int = 0

    def __call__(self, sentence: AnySentence) -> None:
        self.number += 1
        seen = next(self.seen)
        if seen is not None:
            sentence = with_reference_numbers(sentence, (*seen, self.references))
        for take in self.takers:
            take(self.number, sentence)
