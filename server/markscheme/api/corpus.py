"""A corpus: sentences with systems' corrections and references, in files or in memory; scored and compared."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from markscheme.api.arguments import (
    DEFAULT_METRIC,
    AnyMetric,
    AnyPath,
    Named,
    checked_path,
    checked_paths,
    columns,
    metrics_of,
    named_paths,
    refuse_judged,
    sentences,
    shown,
)
from markscheme.api.inputs import Work
from markscheme.api.scores import Comparison, Scores
from markscheme.documents.corpus import Faults
from markscheme.documents.files import read_text
from markscheme.documents.streams import TextFile
from markscheme.edits.edit import Edit, TagsUsed
from markscheme.edits.passages import looks_tokenised
from markscheme.errors import ChoiceError, JudgeError
from markscheme.exercises.decisions import Decisions
from markscheme.inference.judge import Inquiry, Judge, OpenQuestion, Unanswered, question_places
from markscheme.inference.models import Models
from markscheme.languages.segments import whitespace_segment
from markscheme.metrics.base import Metric, ModelQuestion
from markscheme.progress import Progress
from markscheme.reports.scores import check_sentence_file, sentence_writer
from markscheme.scoring.metric_settings import MetricSettings
from markscheme.scoring.readers import FileOpener, TextStream, line_stream
from markscheme.scoring.scorer import CorpusFiles, Run, Scorer, ScoreRequest

if TYPE_CHECKING:
    from markscheme.research.system_comparison import ComparisonRequest


class Corpus:
    """Sentences with systems' corrections of them and references, to be scored and compared.

    In memory, ``source`` has one sentence each, ``references`` a list of sentences for each reference, and ``systems``
    one for each system by name; the latter two may be data frames, a column each. Sentences are tokenised first, unless
    punctuation is parted from words by spaces. :meth:`read` reads files instead.

    Raise ChoiceError where an argument has another shape; it names the argument, and the row.

    >>> corpus = Corpus(
    ...     source=["He go to school ."],
    ...     references=[["He goes to the school ."]],
    ...     systems={"mei": ["He goes to school ."]},
    ... )
    >>> [run] = corpus.score("errant").runs
    >>> run.counts["tp"], run.counts["fn"], run.scores["precision"]
    (1, 1, 1.0)
    """

    def __init__(
        self,
        source: Iterable[str],
        references: Sequence[Iterable[str]] | Named,
        systems: Named,
    ) -> None:
        texts = sentences("source", source)
        if not texts:
            raise ChoiceError("source has no sentence")
        named = columns("systems", systems, len(texts))
        if not named:
            raise ChoiceError("systems is empty: give at least one")
        self._open(_Texts(texts, columns("references", references, len(texts)), named))

    @classmethod
    def read(
        cls,
        systems: Mapping[str, AnyPath] | Sequence[AnyPath] | AnyPath,
        references: Sequence[AnyPath] | AnyPath = (),
        source: AnyPath | None = None,
        *,
        columns: Mapping[str, str] = {},
        read_as: str | None = None,
        accepted: AnyPath | None = None,
        strict: bool = False,
    ) -> "Corpus":
        """Return the corpus of files: M2, one tokenised sentence a line, records, or documents with corrections.

        They are told apart by content; ``read_as`` names the format of all files where that does not say it. Systems
        without names are called after their files; paths may have wildcards. Each of the three takes its part of
        records (CSV, TSV, JSON lines, a workbook), whose ``columns`` are given by role where their names don't say it,
        as in :func:`markscheme.convert`. A file of several people's corrections is one system each,
        ``NAME#ANNOTATOR``, and as references one each. M2 and records carry the source. M2, lines and JSON lines in
        UTF-8, perhaps packed (``.gz``, ``.zst``), and with ``markscheme[parquet]`` Parquet, are read in constant
        memory, when the corpus is scored.

        M2 whose lines are malformed, outside of their sentences or overlap each other is read as ``errant_compare``
        reads it, by metrics that count lines; others leave such sentences out, for all systems. So are those left out
        that a faulty line of brat, NUCLE or W&I may be about, where the source is known all the same. The result lists
        them. With ``strict``, such a file is refused.

        ``accepted`` is a file of accepted alternatives: in a sentence where a system makes one, one more reference
        takes part, numbered after the others.

        Raise DocumentError if a file is missing, ChoiceError where an argument has another shape, or two systems have
        one name.
        """
        corpus = cls.__new__(cls)
        corpus._open(  # noqa: SLF001  # of this class
            _Files(
                named_paths("systems", systems),
                tuple(checked_paths("references", references)),
                None if source is None else checked_path("source", source),
                columns,
                read_as,
                None if accepted is None else checked_path("accepted", accepted),
                strict,
            )
        )
        return corpus

    def _open(self, texts: "_Texts | _Files") -> None:
        self._texts = texts

    def __repr__(self) -> str:
        return f"Corpus({self._texts})"

    @property
    def paths(self) -> tuple[Path, ...]:
        """The corpus's files; none in memory."""
        return self._texts.paths

    def score(
        self,
        metrics: AnyMetric | Sequence[AnyMetric] = DEFAULT_METRIC,
        *,
        metric_settings: MetricSettings | AnyPath | None = None,
        per_sentence: bool = True,
        sentence_scores: AnyPath | None = None,
        tags: TagsUsed = "own",
        judge: Judge | None = None,
        work: Work = Work(),
    ) -> Scores:
        """Score every system under every metric; the corpus is read once.

        ``metric_settings``, a file or the name of one that ships, are those of metrics given by name. With
        ``per_sentence`` memory grows with the corpus. ``sentence_scores`` names a file of JSON lines (perhaps packed)
        or Parquet that is there as a whole or not at all. ``tags``: ``own`` for the types that files give edits, and
        ERRANT's of edits that have none; ``errant`` for ERRANT's of all. Without ``judge``, the language model of
        weighting by one, nothing is asked, whatever the environment says.

        Raise DocumentError if a file can't be used, with its name and line; JudgeError if a language model is needed
        and there is none, or it does not answer; RegistryError if there is no such metric or place to work.
        """
        chosen = metrics_of(metrics, metric_settings)
        request = ScoreRequest(chosen, self._texts.decisions(), per_sentence, judge.settings if judge else None, tags)
        if sentence_scores is not None:
            if len(chosen) > 1:
                raise ChoiceError("sentence_scores has one metric's scores, and metrics names several")
            check_sentence_file(Path(sentence_scores), self.paths)
        if request.needs_judge and (work.has_several_processes or work.journal is not None or sentence_scores):
            raise JudgeError("a language model's answers are not scored in blocks: leave out workers, journal and file")
        files = self._texts.opened(work.models)
        scorer = Scorer(work.models, work.corpus_executor(chosen, files))
        faults: list[Faults] = []
        score = partial(
            scorer.score, files, request, journal=work.journal, notice=faults.append, progress=work.progress
        )
        runs = _answered(score, judge, work) if sentence_scores is None else _written(score, chosen[0], sentence_scores)
        work.notify_of_language(files)
        return Scores(runs, faults[-1])

    def compare(
        self,
        metrics: AnyMetric | Sequence[AnyMetric] = DEFAULT_METRIC,
        *,
        metric_settings: MetricSettings | AnyPath | None = None,
        baseline: str | None = None,
        resamples: int = 1000,
        confidence: float = 0.95,
        seed: int = 1,
        mode: str = "cs",
        by: str | Sequence[str] = (),
        without: str | Sequence[str] = (),
        edits: str | None = None,
        tags: TagsUsed = "own",
        per_sentence: bool = True,
        work: Work = Work(),
    ) -> Comparison:
        """Compare the systems: the scores of :meth:`score` with intervals, and differences with p values.

        At least one reference is needed. Memory grows with the numbers that resampling needs of each sentence, and with
        ``per_sentence`` with its scores, but not with its texts. No language model weighs edits. ``metric_settings``
        are as for :meth:`score`. Rows of the result have p of the difference from the ``baseline``, or else from the
        best.

        ``mode`` is what ERRANT counts, as in ``errant_compare``: ``cs``, ``cse``, ``ds``, ``dt``; or ``type``, where
        edits match that have the same span and type. ``by`` is ``operation``, ``category`` or ``type`` for scores by
        ERRANT's types; or patterns of types, such as ``"R:*"``. Edits of types or patterns in ``without`` take no part
        (``errant_compare -filt``). ``edits`` is ``single`` for at most one token on each side, ``multi`` for the
        others; all if ``None``. ``tags`` is as for :meth:`score`.

        Raise DocumentError and RegistryError as :meth:`score`; ChoiceError if there is no such mode, length or
        baseline, a metric needs a language model, edits are left out where no metric works on edits, or nothing is
        resampled.
        """
        from markscheme.metrics.errant import EditFilter, EditLength
        from markscheme.research.measures import grouping_of
        from markscheme.research.resampling import ResamplingSettings
        from markscheme.research.system_comparison import ComparisonRequest

        if edits is not None and edits not in tuple(EditLength):
            raise ChoiceError(f"there is no length of edits {edits!r}. Choose {' or '.join(EditLength)}")
        request = ComparisonRequest(
            metrics_of(metrics, metric_settings),
            ResamplingSettings(resamples, seed, confidence),
            mode,
            grouping_of([by] if isinstance(by, str) else by),
            EditFilter(
                (without,) if isinstance(without, str) else tuple(without), EditLength(edits) if edits else None
            ),
            per_sentence,
            tags,
        )
        return self._compared(request, baseline, work)

    def _compared(self, request: "ComparisonRequest", baseline: str | None, work: Work) -> Comparison:
        from markscheme.research.system_comparison import SystemComparer

        request.check()
        refuse_judged(request.metrics)
        if self._texts.accepted:
            raise ChoiceError("accepted alternatives have no part in a comparison: read the corpus without them")
        files = self._texts.opened(work.models)
        if baseline is not None and baseline not in files.names:
            raise ChoiceError(f"there is no system {baseline!r}. The systems are {', '.join(files.names)}")
        comparer = SystemComparer(work.models, work.corpus_executor(request.metrics, files))
        faults: list[Faults] = []
        result = comparer.compare(files, request, journal=work.journal, notice=faults.append, progress=work.progress)
        work.notify_of_language(files)
        return Comparison(result, baseline, faults[-1])


def extract_edits(source: str, target: str, *, work: Work = Work()) -> tuple[Edit, ...]:
    """Return ERRANT's edits that lead from one sentence to another, in order.

    Sentences are tokenised first, unless punctuation is parted from words by spaces.

    >>> [edit] = extract_edits("He go to school .", "He goes to school .")
    >>> edit.start, edit.end, edit.replacement, edit.type
    (1, 2, ('goes',), 'R:VERB:SVA')
    """
    for name, text in (("source", source), ("target", target)):
        if not isinstance(text, str):
            raise ChoiceError(f"{name} is {shown(text)}, and not one sentence")
    is_tokenised = looks_tokenised(source) or looks_tokenised(target)
    segment = whitespace_segment if is_tokenised else work.models.segment
    [found] = work.models.edits([(segment(source).tokens, segment(target).tokens)], work.progress)
    return found


def _written(score: Callable[..., tuple[Run, ...]], metric: Metric[Any], path: AnyPath) -> tuple[Run, ...]:
    with sentence_writer(Path(path), metric) as receive:
        return score(receive=receive)


def _answered(score: Callable[[], tuple[Run, ...]], judge: Judge | None, work: Work) -> tuple[Run, ...]:
    """Score; what a language model has not answered is asked first."""
    try:
        return score()
    except Unanswered as missing:
        if judge is None:
            raise
        questions = (OpenQuestion(question, number) for question, number in missing.questions.items())
        _ask(question_places(questions), judge, work.models, work.progress)
        return score()


def _ask(questions: Mapping[ModelQuestion, str], judge: Judge, models: Models, progress: Progress) -> None:
    if not judge.agree(Inquiry.of(questions, judge.settings)):
        raise JudgeError("nothing was sent to the language model")
    from markscheme.inference.judge_panel import ask_now  # few scores need a language model

    ask_now(questions, judge.settings, judge.key, models, progress)


@attrs.frozen
class _Files:
    """The files of a corpus: systems by name; ``source`` where no other file carries it; ``columns``: names by role."""

    named: Mapping[str, Path]
    references: tuple[Path, ...]
    source: Path | None
    columns: Mapping[str, str]
    read_as: str | None
    accepted: Path | None
    strict: bool

    @property
    def paths(self) -> tuple[Path, ...]:
        return tuple(filter(None, (*self.named.values(), *self.references, self.source, self.accepted)))

    def decisions(self) -> Decisions:
        if self.accepted is None:
            return Decisions()
        from markscheme.exercises.decision_files import read_accepted  # few corpora have decisions

        return Decisions(read_accepted(read_text(self.accepted), self.accepted))

    def opened(self, models: Models) -> CorpusFiles:
        """Return the files, each looked through once; raise DocumentError if one can't be used."""
        read = FileOpener(models, self.columns, self.read_as, self.strict).stream
        return CorpusFiles.of(
            tuple(read("hypothesis", name, path) for name, path in self.named.items()),
            tuple(read("reference", path.name, path) for path in self.references),
            None if self.source is None else read("source", "source", self.source),
        )

    def __str__(self) -> str:
        return f"systems={list(self.named)}, references={[path.name for path in self.references]}"


@attrs.frozen
class _Texts:
    """The texts of a corpus in memory, read as files of lines are."""

    source: tuple[str, ...]
    references: Mapping[str, tuple[str, ...]]
    named: Mapping[str, tuple[str, ...]]
    paths: tuple[Path, ...] = ()
    accepted: None = None

    def decisions(self) -> Decisions:
        return Decisions()

    def opened(self, models: Models) -> CorpusFiles:
        del models
        return CorpusFiles.of(
            tuple(_stream(name, text) for name, text in self.named.items()),
            tuple(_stream(f"reference {name}", text) for name, text in self.references.items()),
            _stream("source", self.source),
        )

    def __str__(self) -> str:
        return f"systems={list(self.named)}, references={len(self.references)}"


def _stream(name: str, sentences: Sequence[str]) -> TextStream:
    return line_stream(TextFile.of("".join(f"{sentence}\n" for sentence in sentences)), name)
