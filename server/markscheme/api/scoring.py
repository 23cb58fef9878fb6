"""The Python API for scores: metrics over parallel text, and as objects of torchmetrics."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from markscheme.api.inputs import AnyPath, CorpusPaths, CorpusWork, metric_of
from markscheme.errors import JudgeError
from markscheme.inference.judge import Inquiry, Judge, OpenQuestion, Unanswered, question_places
from markscheme.inference.models import Models
from markscheme.inference.settings import EngineSettings
from markscheme.marking.local import Engine
from markscheme.metrics.base import Metric, ModelQuestion, Need
from markscheme.progress import Progress, silent
from markscheme.reports.scores import check_sentence_file, sentence_writer
from markscheme.scoring.executor import Placement
from markscheme.scoring.metric_settings import MetricSettings
from markscheme.scoring.scorer import Run, Scorer, ScoreRequest

if TYPE_CHECKING:
    from markscheme.api.torch_metrics import TorchMetric


def score(
    hypotheses: Mapping[str, AnyPath],
    references: Sequence[AnyPath] = (),
    source: AnyPath | None = None,
    *,
    metric: Metric[Any] | str = "cleme2",
    metric_settings: MetricSettings | AnyPath | None = None,
    accepted: AnyPath | None = None,
    columns: Mapping[str, str] = {},
    engine: Engine | EngineSettings | None = None,
    judge: Judge | None = None,
    per_sentence: bool = True,
    sentence_scores: AnyPath | None = None,
    workers: int | None = None,
    on: str = "local",
    address: str | None = None,
    journal: AnyPath | None = None,
    progress: Progress = silent,
    on_notice: Callable[[str], None] | None = None,
) -> tuple[Run, ...]:
    """Score parallel files: one tokenised sentence a line, or M2, told apart by content; or records by their names.

    Of a file of records (CSV, TSV, JSON lines, an Excel workbook), one sentence a record, each of the three takes its
    own part; sentences that are not tokenised are tokenised first. M2, lines and JSON lines in UTF-8, perhaps packed
    (``.gz``, ``.zst``), and with ``markscheme[parquet]`` Parquet are read in constant memory.

    A file of several people's corrections is one hypothesis each, ``NAME#ANNOTATOR``, and as references one each.
    IMPARA needs none; M2 and records may carry the source. ``metric_settings``, a file or the name of one that ships,
    are those of a metric given by name. ``accepted`` is a file of accepted alternatives: in a sentence where a
    hypothesis makes one, one more reference takes part, numbered after the others. ``columns`` is as in
    :func:`convert`.

    Without ``judge``, the language model of weighting by one, nothing is asked, whatever the environment says. With
    ``per_sentence`` memory grows with the corpus. ``sentence_scores`` names a file of JSON lines (perhaps packed) or
    Parquet that is there as a whole or not at all. ``on_notice`` is called if the source is in another language.

    More than one of ``workers`` are started anew, and each loads the models, so a script that asks for them needs
    ``if __name__ == "__main__":``. ``None`` is one here, and on Ray one for each core, or GPU where the encoder's
    device is ``cuda``. ``on`` is ``local``, or ``ray`` with ``markscheme[ray]``. ``address`` is the cluster:
    ``HOST:PORT``, from one of its machines, or ``auto``; ``None`` for one of this machine alone, which ends with the
    call. A connection that the program has already is used. ``journal`` keeps marked blocks, so that the same call goes
    on with a stopped run; delete it when the result is kept.

    Return one run for each hypothesis, in order. Raise DocumentError if a file can't be used, with its name and line,
    or Ray is not installed or does not answer; JudgeError if a language model is needed and there is none, or it does
    not answer; RegistryError if there is no such metric or place to work.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "essay.src").write_text("He go to school .\\n")
    >>> _ = (folder / "essay.hyp").write_text("He goes to school .\\n")
    >>> _ = (folder / "essay.ref").write_text("He goes to the school .\\n")
    >>> [run] = score({"mei": folder / "essay.hyp"}, [folder / "essay.ref"], folder / "essay.src")
    >>> run.result.counts
    Counts(tp=1, fp_ne=0, fp_un=0, fn=1, tn=3)
    """
    corpus = CorpusPaths(hypotheses, references, source, columns, accepted)
    request = ScoreRequest(metric_of(metric, metric_settings), per_sentence=per_sentence)
    work = CorpusWork(engine, Placement(workers, on, address), journal, progress, on_notice)
    return scored(corpus, request, work, sentence_scores=sentence_scores, judge=judge)


def scored(
    corpus: CorpusPaths,
    request: ScoreRequest,
    work: CorpusWork,
    *,
    sentence_scores: AnyPath | None = None,
    judge: Judge | None = None,
) -> tuple[Run, ...]:
    """Return what :func:`score` returns, and raise what it raises; accepted alternatives are the corpus's.

    What a language model has not answered is asked first.
    """
    if sentence_scores is not None:
        check_sentence_file(Path(sentence_scores), corpus.paths)
    request = attrs.evolve(request, accepted=corpus.decisions())
    if Need.JUDGE in request.metric.needs:
        if not work.placement.is_one_process or work.journal is not None or sentence_scores is not None:
            raise JudgeError("a language model's answers are not scored in blocks: leave out workers, journal and file")
        request = attrs.evolve(request, judge=judge.settings if judge is not None else None)
    files = corpus.opened(work.models)
    scorer = Scorer(work.models, work.executor([request.metric]))
    score_files = partial(scorer.score, files, request, journal=work.journal, progress=work.progress)
    if sentence_scores is not None:
        with sentence_writer(Path(sentence_scores), request.metric) as receive:
            runs = score_files(receive=receive)
    else:
        try:
            runs = score_files()
        except Unanswered as missing:
            if judge is None:
                raise
            questions = (OpenQuestion(question, number) for question, number in missing.questions.items())
            _answer(question_places(questions), judge, work.models, work.progress)
            runs = score_files()
    work.notify_of_language(files)
    return runs


def torch_metric(
    metric: Metric[Any] | str = "cleme2",
    *,
    score: str | None = None,
    engine: EngineSettings = EngineSettings(),
    tokenised: bool = True,
    **options: Any,
) -> "TorchMetric":
    """Return a metric as an object of torchmetrics, for a training loop; needs ``markscheme[torchmetrics]``.

    ``compute`` returns ``score``, or all scores by name if ``None``. Objects of one process with the same settings
    share the models. The options are those of ``torchmetrics.Metric``, such as ``sync_on_compute``. Raise ImportError
    without torchmetrics, RegistryError without such a metric, ValueError if a language model weighs edits.

    >>> f = torch_metric("errant", score="f")
    >>> f.update(["He goes to school ."], [["He goes to the school ."]], sources=["He go to school ."])
    >>> round(float(f.compute()), 4)
    0.8333
    """
    from markscheme.api.torch_metrics import TorchMetric

    return TorchMetric(metric_of(metric, None), score=score, engine=engine, tokenised=tokenised, **options)


def _answer(questions: Mapping[ModelQuestion, str], judge: Judge, models: Models, progress: Progress) -> None:
    if not judge.agree(Inquiry.of(questions, judge.settings)):
        raise JudgeError("nothing was sent to the language model")
    from markscheme.inference.judge_panel import ask_now  # few scores need a language model

    ask_now(questions, judge.settings, judge.key, models, progress)
