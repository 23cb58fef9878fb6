"""The one driver: files to scores, a block at a time, so that memory does not grow with the corpus.

A block holds the same consecutive sentences of all files; texts in memory are files too. What it contributes is a pure
function of it, kept in a journal (:mod:`markscheme.scoring.journal`) until the metric folds it, in order.
"""

import operator
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import file_digest
from itertools import chain, product, zip_longest
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import attrs

from markscheme.documents.corpus import Fault, Faults, ParallelText, missing_source, other_size, sources_of
from markscheme.documents.m2_lines import View
from markscheme.documents.streams import Stretch
from markscheme.edits.edit import TagsUsed
from markscheme.edits.passages import Passage, parallel_passages
from markscheme.errors import DocumentError, JudgeError
from markscheme.exercises.decisions import Decisions
from markscheme.inference.judge import NO_JUDGE, JudgeIdentity, JudgeSettings, Unanswered
from markscheme.inference.models import Models
from markscheme.languages.segments import Segment
from markscheme.metrics.base import Metric, ModelQuestion, Need, Score, Sentence, SentenceScore
from markscheme.metrics.cleme2 import Cleme2, Factors
from markscheme.progress import Progress, silent
from markscheme.scoring.executor import Executor, OneProcess, WholeWork, Work
from markscheme.scoring.journal import Journal, MarkedBlock, RowName, Seen, scored_only
from markscheme.scoring.marked_lines import BlockLines, FileLines, LineWork, ranges
from markscheme.scoring.readers import TextReader, TextStream, Tokenise, with_one_tokenisation
from markscheme.scoring.statistics import SentenceReader, SentenceStatistics, seen_by
from markscheme.version import VERSION

T = TypeVar("T")
U = TypeVar("U")


def _metrics(given: Metric[Any] | Iterable[Metric[Any]]) -> tuple[Metric[Any], ...]:
    return (given,) if isinstance(given, Metric) else tuple(given)


@attrs.frozen
class ScoreRequest:
    """How to score systems: ``judge`` where a metric needs one; ``per_sentence`` keeps the sentences' scores."""

    metrics: tuple[Metric[Any], ...] = attrs.field(default=Cleme2(), converter=_metrics)
    accepted: Decisions = Decisions()
    per_sentence: bool = True
    judge: JudgeSettings | None = None
    tags: TagsUsed = "own"

    @property
    def needs_judge(self) -> bool:
        return any(Need.JUDGE in metric.needs for metric in self.metrics)

    def check(self, references: int) -> None:
        """Raise DocumentError if a needed reference is missing, or corrections are accepted that can't be compared."""
        for metric in self.metrics:
            if Need.REFERENCES not in metric.needs:
                continue
            if not references:
                raise DocumentError("there is no reference text")
            if self.accepted and not metric.needs & {Need.EDITS, Need.CHUNKS}:
                raise DocumentError(
                    f"{metric.name} compares sentences and no edits: accepted corrections have no part in it",
                    remedy="Leave them out, or take another metric",
                )

    def readers(self, models: Models) -> list[SentenceReader]:
        """Return what makes each metric's sentences: one for all, unless accepted corrections depend on factors."""
        needs = frozenset(need for metric in self.metrics for need in metric.needs)
        one = SentenceReader(needs, models, tags=self.tags)
        if not self.accepted:
            return [one for _ in self.metrics]
        factors = (metric.factors if isinstance(metric, Cleme2) else Factors() for metric in self.metrics)
        return [attrs.evolve(one, alternatives=self.accepted, factors=item) for item in factors]

    def signature(
        self, metric: Metric[Any], references: int, models: Models, judge: JudgeIdentity | None = None
    ) -> str:
        judge = judge if Need.JUDGE in metric.needs else None
        edits = tag_settings(metric, self.tags)
        return models.signature(metric, references, accepted=len(self.accepted), judge=judge, edits=edits)


def tag_settings(metric: Metric[Any], tags: TagsUsed) -> Mapping[str, object]:
    """Return what a signature says of the types of a metric's edits: nothing where they are the files' own."""
    return {"tags": tags} if tags != "own" and metric.needs & {Need.EDITS, Need.CHUNKS} else {}


@attrs.frozen
class Run:
    """One system's score under one metric."""

    system: str
    metric: Metric[object]
    result: Score[attrs.AttrsInstance, attrs.AttrsInstance]
    left_out: tuple[int, ...] = ()
    """The 1-based numbers of the sentences that are not scored, since a file has a fault in them."""

    @property
    def scores(self) -> Mapping[str, float]:
        """Scores by name."""
        return attrs.asdict(self.result.scores)

    @property
    def counts(self) -> Mapping[str, float]:
        return attrs.asdict(self.result.counts)

    @property
    def signature(self) -> str:
        return self.result.signature


@attrs.frozen
class Roles(Generic[T]):
    """One thing for each file of a corpus, at least one hypothesis; no source where other files carry it."""

    hypotheses: tuple[T, ...]
    references: tuple[T, ...] = ()
    source: T | None = None

    def __iter__(self) -> Iterator[T]:
        yield from (*self.hypotheses, *self.references)
        if self.source is not None:
            yield self.source

    def filled(self, things: Iterable[U]) -> "Roles[U]":
        """Return other things in the same roles, given in the order of these."""
        others = tuple(things)
        first, last = len(self.hypotheses), len(self.hypotheses) + len(self.references)
        return Roles(others[:first], others[first:last], None if self.source is None else others[last])


@attrs.frozen
class Block:
    """A stretch of every file, 0-based among the blocks."""

    number: int
    stretches: Roles[Stretch]

    @property
    def first(self) -> int:
        """The 0-based number of its first sentence."""
        return self.stretches.hypotheses[0].first

    @property
    def size(self) -> int:
        return self.stretches.hypotheses[0].size


@attrs.frozen
class CorpusFiles(Roles[TextStream]):
    """The files of a corpus, at least one hypothesis; no source where other files carry it."""

    @classmethod
    def of(
        cls, hypotheses: Iterable[TextStream], references: Iterable[TextStream], source: TextStream | None
    ) -> "CorpusFiles":
        """Return files, those of lines all tokenised or none; raise DocumentError if they differ in that."""
        files = Roles(tuple(hypotheses), tuple(references), source)
        one = files.filled(with_one_tokenisation(tuple(files)))
        return cls(one.hypotheses, one.references, one.source)

    @classmethod
    def held(
        cls, hypotheses: Sequence[ParallelText], references: Sequence[ParallelText], source: ParallelText | None = None
    ) -> "CorpusFiles":
        """Return texts in memory as files."""
        return cls(
            tuple(TextStream.held([text]) for text in hypotheses),
            tuple(TextStream.held([text]) for text in references),
            None if source is None else TextStream.held([source]),
        )

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for stream in self.hypotheses for name in stream.reader.names)

    @property
    def reference_count(self) -> int:
        return sum(len(stream.reader.names) for stream in self.references)

    @property
    def readers(self) -> Roles[TextReader]:
        """What makes texts of the stretches of each file; it can be sent to another process."""
        return self.filled(stream.reader for stream in self)

    @property
    def carrier(self) -> TextStream:
        """Return the source's file, or else the first that carries the source; raise DocumentError if there is none."""
        carrying = (stream for stream in self if stream.reader.carries_source)
        carrier = self.source or next(carrying, None)
        if carrier is None:
            raise missing_source()
        return carrier

    def check(self, tokenise: Tokenise) -> None:
        """Raise DocumentError if files have different numbers of sentences, or none."""
        carrier = self.carrier
        for stream in (*self.hypotheses, *self.references):
            if stream.size != carrier.size:
                name = f"the source {carrier.title}" if carrier is self.source else carrier.title
                number = carrier.size if stream.size > carrier.size else stream.size - 1
                line = stream.line_of(number, tokenise)
                raise other_size(stream.size, name, carrier.size, stream.reader.path, line)
        if not carrier.size:
            given = self.source or self.hypotheses[0]
            raise DocumentError("the document has no sentence", path=given.reader.path, line=1)

    def blocks(self, size: int) -> Iterator[Block]:
        """Yield blocks of ``size`` sentences after :meth:`check`; raise DocumentError for a file that can't be read."""
        rows = zip_longest(*(stream.stretches(size) for stream in self))
        for number, stretches in enumerate(rows):
            if any(stretch is None or stretch.size != stretches[0].size for stretch in stretches):
                raise DocumentError("a file changed while it was read", remedy="Run the command again")
            yield Block(number, self.filled(stretches))

    def source_sentences(self, step: int, tokenise: Tokenise) -> Iterator[str]:
        """Yield every ``step``-th source sentence; only these are parsed."""
        stream = self.carrier
        for stretch in stream.every(step):
            text = stream.reader.texts(stretch, tokenise)[0]
            segments = text.sources if text.sources is not None else [side.segment for side in text.sides]
            for segment in segments:
                yield " ".join(segment.tokens)


@attrs.frozen
class Texts:
    """Hypotheses and references of the same source sentences."""

    sources: tuple[Segment, ...]
    hypotheses: Sequence[ParallelText]
    references: Sequence[ParallelText]

    def sentences(self, reader: SentenceReader, progress: Progress) -> list[list[Sentence]]:
        """Return each hypothesis's sentences; edits of all are extracted at once: each source is parsed once."""
        passages = [list(parallel_passages(self.sources, text, self.references)) for text in self.hypotheses]
        reader.extract(list(chain.from_iterable(passages)), progress)
        return [reader.read(part, progress) for part in passages]

    def seen(self) -> tuple[tuple[int, ...], ...]:
        """Return the references whose authors have seen each sentence; empty where they have seen all."""
        if not any(side.absent for text in self.references for side in text.sides):
            return ()
        return tuple(seen_by([text.sides[number] for text in self.references]) for number in range(len(self.sources)))

    def faults(self) -> dict[int, Fault]:
        """Return why sentences are not as their files' formats say, by index; first what no metric can count."""
        faults: dict[int, Fault] = {}
        for text in (*self.hypotheses, *self.references):
            for index, side in enumerate(text.sides):
                if side.fault is not None and (index not in faults or faults[index].is_countable):
                    faults[index] = side.fault
        return faults


@attrs.frozen
class BlockRows:
    """What a block's sentences contribute: rows by name.

    ``seen``: the references whose authors have seen each sentence, empty where all have; ``faults`` by sentence.
    """

    rows: Mapping[RowName, Sequence[Any]]
    seen: Sequence[Seen] = ()
    faults: Mapping[int, Fault] = {}


@attrs.frozen
class BlockWork(WholeWork[Block, MarkedBlock]):
    """What is done with blocks of a corpus: a result lacks none. It can be sent to another process."""

    readers: Roles[TextReader]

    def title(self, item: Block) -> str:
        return f"sentences {item.first + 1} to {item.first + item.size}"

    def texts(self, item: Block, models: Models) -> Texts:
        """Return a block's texts; raise DocumentError if a file is malformed there, or has another source."""
        pairs = zip(self.readers, item.stretches, strict=True)
        texts = self.readers.filled(reader.texts(stretch, models.segment) for reader, stretch in pairs)
        hypotheses, references = (list(chain.from_iterable(each)) for each in (texts.hypotheses, texts.references))
        source = texts.source[0] if texts.source else None
        return Texts(sources_of([*hypotheses, *references], source, item.first), hypotheses, references)

    def done(self, item: Block, tools: Models, progress: Progress) -> MarkedBlock:
        """Return what a block contributes; raise DocumentError if a file is malformed there, or has another source."""
        found = self._of_lines(item, tools, progress) or self.of_texts(item, tools, progress)
        return MarkedBlock.of(item.number, item.size, found.rows, found.seen, found.faults)

    @abstractmethod
    def of_texts(self, item: Block, tools: Models, progress: Progress) -> BlockRows:
        """Return the rows of a block that is read in full; raises as :meth:`done`."""

    def line_work(self) -> LineWork | None:
        """Return what is computed of lines; ``None`` where everything must be read in full."""
        return None

    def _of_lines(self, item: Block, tools: Models, progress: Progress) -> BlockRows | None:
        """Return the same rows by lines of M2, unusual sentences read in full; ``None`` where all are to be read so."""
        work = self.line_work()
        block = None if work is None or self.readers.source is not None else self._lines(item, work.view)
        if work is None or block is None:
            return None
        found, faults = block.rows(work), dict[int, Fault]()
        for first, end in ranges(found.unusual):
            try:
                own = self.of_texts(self._part(item, first, end), tools, progress)
            except DocumentError:  # the block's first one is to be told
                return None
            found.seen[first:end] = own.seen or [found.everybody] * (end - first)
            faults |= {first + index: fault for index, fault in own.faults.items()}
            for name, values in own.rows.items():
                found.rows[name][first:end] = values
        is_seen_by_all = found.seen.count(found.everybody) == item.size
        return BlockRows(found.rows, () if is_seen_by_all else tuple(found.seen), faults)

    def _lines(self, item: Block, view: View) -> BlockLines | None:
        pairs = zip(self.readers, item.stretches, strict=True)
        files = [lines for reader, stretch in pairs if (lines := reader.lines(stretch, view)) is not None]
        count = len(self.readers.hypotheses)
        if len(files) < count + len(self.readers.references):
            return None
        return BlockLines(FileLines.joined(files[:count]), FileLines.joined(files[count:]))

    def _part(self, item: Block, first: int, end: int) -> Block:
        pairs = zip(self.readers, item.stretches, strict=True)
        parts = [reader.part(stretch, first, end) for reader, stretch in pairs]
        return Block(item.number, self.readers.filled([stretch for stretch in parts if stretch is not None]))


@attrs.frozen
class Marking(BlockWork):
    """Computes what the sentences of blocks contribute to the scores of hypotheses; the ``judge`` has answered."""

    request: ScoreRequest
    judge: JudgeIdentity | None = None

    def of_texts(self, item: Block, tools: Models, progress: Progress) -> BlockRows:
        texts = self.texts(item, tools)
        statistics: list[list[Any]] = []
        faults = texts.faults()
        for metric, sentences in self._sentences(texts, tools, progress):
            computed = SentenceStatistics(metric, tools, self.judge).of_several(sentences, progress)
            statistics += [scored_only(metric, own, faults) for own in computed]
        return BlockRows(dict(enumerate(statistics)), texts.seen(), faults)

    def line_work(self) -> LineWork | None:
        view, *others = {metric.view for metric in self.request.metrics}
        if self.request.accepted or self.request.tags != "own" or view is None or others:
            return None
        systems = sum(len(reader.names) for reader in self.readers.hypotheses)
        return LineWork(
            view,
            [
                (partial(operator.add, number * systems), metric.line_statistics)
                for number, metric in enumerate(self.request.metrics)
            ],
        )

    def questions(self, item: Block, models: Models, progress: Progress) -> dict[ModelQuestion, int]:
        """Return the questions on a block that the judge has not answered, each with its 1-based sentence of all."""
        open_questions: dict[ModelQuestion, int] = {}
        for metric, hypotheses in self._sentences(self.texts(item, models), models, progress):
            statistics = SentenceStatistics(metric, models, self.judge)
            for sentences in hypotheses if Need.JUDGE in metric.needs else ():
                for question, number in statistics.questions(sentences).items():
                    open_questions.setdefault(question, item.first + number)
        return open_questions

    def _sentences(
        self, texts: Texts, models: Models, progress: Progress
    ) -> Iterator[tuple[Metric[Any], list[list[Sentence]]]]:
        """Yield each metric with its sentences of each hypothesis, which are made once for all metrics if they can."""
        reader: SentenceReader | None = None
        sentences: list[list[Sentence]] = []
        for metric, its_reader in zip(self.request.metrics, self.request.readers(models), strict=True):
            if its_reader != reader:
                reader, sentences = its_reader, texts.sentences(its_reader, progress)
            yield metric, sentences


BLOCK = 1024
"""The most sentences of a block; models compute for them at once."""
LEAST_BLOCK = 128
"""Sentences of a block in a small corpus."""
LEAST_BLOCKS = 32
"""Blocks of a larger corpus: with enough of them, all workers end at much the same time."""


def block_size(sentences: int) -> int:
    """Return a block's number of sentences; workers have no part in it: a stopped run may go on with more or fewer."""
    return min(max(LEAST_BLOCK, sentences // LEAST_BLOCKS), BLOCK)


@attrs.frozen
class MarkedCorpus:
    """Files that are marked in blocks of ``block`` sentences."""

    files: CorpusFiles
    block: int

    @property
    def identity(self) -> dict[str, object]:
        """What decides a journal's blocks besides the work that is done with them."""
        return {
            "version": VERSION,
            "block size": self.block,
            **attrs.asdict(self.files.filled(map(_file_identity, self.files)), recurse=False),
        }

    def mark(
        self,
        work: Work[Block, MarkedBlock, Models],
        executor: Executor[Models],
        journal: Journal,
        progress: Progress,
    ) -> None:
        """Mark the blocks that the journal has not; raise DocumentError if a file can't be read, or is malformed."""
        count, size = len(self.files.names), self.files.carrier.size
        kept = journal.sizes()
        marked = sum(kept.values())

        def within(block: Block) -> Progress:
            begin, total = marked * count, block.size * count

            def report(stage: str, done: int, of: int) -> None:
                progress(stage, begin + total * done // max(of, 1), size * count)

            return report

        blocks = (block for block in self.files.blocks(self.block) if block.number not in kept)
        for block in executor.run(work, blocks, within):
            journal.keep(block)
            marked += block.size
            progress("sentences", marked * count, size * count)


def _file_identity(stream: TextStream) -> list[object]:
    if stream.reader.path is None:
        return [stream.reader.names, stream.size]
    with stream.reader.path.open("rb") as data:
        return [stream.reader.names, file_digest(data, "sha256").hexdigest()]


AnySentence = SentenceScore[Any, Any]


def nothing_scored(faults: Faults) -> DocumentError:
    """Return the error where each sentence has a fault: that of the first."""
    first = faults.first[0]
    return DocumentError(f"no sentence can be scored: {first.reason}", path=first.path, line=first.line)


def unnoticed(_: Faults) -> None:
    """Take faults that nobody asks for."""


class SentenceReceiver(Protocol):
    """Takes the score of each sentence as it comes: hypothesis by hypothesis, in order."""

    def __call__(self, hypothesis: str, number: int, sentence: AnySentence) -> None:
        """Take a sentence's score, with its 1-based number."""
        ...


class Scorer:
    """Scores parallel texts with one set of models.

    ``executor``: where blocks are marked, ``None`` for here. ``block`` is in sentences, ``None`` for what
    :func:`block_size` says.
    """

    def __init__(self, models: Models, executor: Executor[Models] | None = None, block: int | None = None) -> None:
        self._models = models
        self._executor = executor or OneProcess(models)
        self._block = block

    def score(
        self,
        files: CorpusFiles,
        request: ScoreRequest = ScoreRequest(),
        *,
        journal: Path | None = None,
        receive: SentenceReceiver | None = None,
        notice: Callable[[Faults], None] = unnoticed,
        progress: Progress = silent,
    ) -> tuple[Run, ...]:
        """Score systems against the same references, all under the first metric, then under the next.

        ``notice`` takes the faults of files that are not read strictly. A sentence with one is scored by metrics that
        count lines alone, if they can be counted, and left out by others, for all systems.

        The files are read once. Marked blocks stay in ``journal``, so that a run can go on.

        In a sentence where a hypothesis makes an accepted correction, one more reference follows the others. If each
        sentence is asked for, memory grows with the corpus. Raise DocumentError as :meth:`ScoreRequest.check`, or if
        files can't be used or don't line up, the source is missing, or the journal is another run's; JudgeError without
        a needed language model, or if it has not answered every question
        (:class:`~markscheme.inference.judge.Unanswered`).
        """
        request.check(files.reference_count)
        files.check(self._models.segment)
        judge = self._judge_identity(request)
        signatures = [
            request.signature(metric, files.reference_count, self._models, judge) for metric in request.metrics
        ]
        corpus = MarkedCorpus(files, self._block or block_size(files.carrier.size))
        marking = Marking(files.readers, request, judge)
        if judge is not None:
            self._check_answered(corpus, marking, progress)
        run = {"signature": signatures, "accepted alternatives": [repr(item) for item in request.accepted]}
        with Journal(journal, {**corpus.identity, **run} if journal is not None else {}) as kept:
            corpus.mark(marking, self._executor, kept, progress)
            runs: list[Run] = []
            for row, ((metric, signature), name) in enumerate(
                product(zip(request.metrics, signatures, strict=True), files.names)
            ):
                take = None if receive is None else partial(receive, name)
                numbering = _Numbering(kept.seen(metric), files.reference_count, request.per_sentence, take)
                left_out = tuple(kept.left_out(metric))
                if len(left_out) == files.carrier.size:
                    raise nothing_scored(kept.faults())
                score = metric.fold_into(kept.statistics(row), numbering if numbering.is_needed else None)
                score = attrs.evolve(score, sentences=tuple(numbering.kept), signature=signature)
                runs.append(Run(name, metric, score, left_out))
            notice(kept.faults())
            return tuple(runs)

    def score_passages(
        self, passages: Sequence[Passage], request: ScoreRequest, progress: Progress = silent
    ) -> Score[Any, Any]:
        """Score one document's passages under one metric, which needs no language model.

        At least one passage must have a reference whose author has seen it; passages without one are left out.
        """
        passages = [item for item in passages if seen_by(item.references) or not item.references]
        [metric], [reader] = request.metrics, request.readers(self._models)
        statistics = SentenceStatistics(metric, self._models).of(reader.read(passages, progress), progress)
        signature = request.signature(metric, len(passages[0].references), self._models)
        return attrs.evolve(metric.fold(statistics, keep_sentences=False), signature=signature)

    def _judge_identity(self, request: ScoreRequest) -> JudgeIdentity | None:
        if not request.needs_judge:
            return None
        if request.judge is None:
            raise JudgeError(NO_JUDGE)
        return self._models.judge_identity(request.judge)

    def _check_answered(self, corpus: MarkedCorpus, marking: Marking, progress: Progress) -> None:
        missing: dict[ModelQuestion, int] = {}
        for block in corpus.files.blocks(corpus.block):
            missing = {**marking.questions(block, self._models, progress), **missing}
        if missing:
            raise Unanswered(missing)


@attrs.define
class _Numbering:
    """Number references among all, also absent ones, and hand sentences on with their 1-based numbers."""

    seen: Iterator[tuple[int, tuple[int, ...] | None]]
    references: int
    keeps: bool
    take: Callable[[int, AnySentence], None] | None
    kept: list[AnySentence] = attrs.field(factory=list)

    @property
    def is_needed(self) -> bool:
        return self.keeps or self.take is not None

    def __call__(self, sentence: AnySentence) -> None:
        number, seen = next(self.seen)
        if seen is not None:
            sentence = with_reference_numbers(self.references, sentence, seen)
        if self.keeps:
            self.kept.append(sentence)
        if self.take is not None:
            self.take(number, sentence)


def with_reference_numbers(
    references: int, sentence: SentenceScore[Any, Any], seen: tuple[int, ...]
) -> SentenceScore[Any, Any]:
    """Number references among all; a metric numbers those that have seen the sentence, and an accepted one last."""
    numbers = (*seen, references)
    chosen, against = (
        None if index is None else numbers[index] for index in (sentence.reference, sentence.weighed_against)
    )
    return attrs.evolve(sentence, reference=chosen, weighed_against=against)
