"""One set of models, to mark documents and to score corpora with."""

from collections.abc import Sequence

import attrs

from markscheme.alignment.parallel import parallel_passages
from markscheme.exercises.accepted import Alternatives
from markscheme.formats.parallel import ParallelText, sources_of
from markscheme.marking.accepted import with_accepted
from markscheme.marking.documents import DocumentMarker
from markscheme.metrics import impara, ngrams
from markscheme.progress import Progress, silent
from markscheme.scoring.edit_metrics import EditResult, edit_results
from markscheme.scoring.models import Models
from markscheme.scoring.ngrams import ngram_results
from markscheme.scoring.passage_edits import passage_edits
from markscheme.scoring.provenance import Provenance
from markscheme.scoring.quality import impara_results
from markscheme.scoring.settings import NGRAM_METRICS, EngineSettings, ScoreSettings
from markscheme.text.errors import DocumentError

Result = EditResult | impara.Result | ngrams.Result


@attrs.frozen
class Run:
    """One hypothesis's score under one metric."""

    hypothesis: str
    settings: ScoreSettings
    result: Result
    signature: str


class Engine:
    """Loads models on first need, and keeps what it computes.

    Attributes
    ----------
    models
        The pipeline, the encoder, estimators and the cache.
    documents
        Marks documents.
    """

    def __init__(self, settings: EngineSettings = EngineSettings()) -> None:
        self.models = Models(settings)
        self.documents = DocumentMarker(self.models)
        self._provenance = Provenance(self.models)

    def score(
        self,
        hypotheses: Sequence[ParallelText],
        references: Sequence[ParallelText],
        source: ParallelText | None,
        settings: ScoreSettings = ScoreSettings(),
        progress: Progress = silent,
        accepted: Alternatives = Alternatives(),
    ) -> tuple[Run, ...]:
        """Score parallel hypotheses against the same references; under IMPARA, against the source alone.

        In a sentence where a hypothesis makes an accepted correction, one more reference follows the others.

        Raises
        ------
        DocumentError
            If the texts don't line up, there is no source, there is no reference and the metric needs one, or
            the metric compares no edits and there are accepted ones.
        Cancelled
            If ``progress`` asks for it.
        JudgeError
            If edits are weighed by a language model that has not been asked about all of them yet
            (:class:`~markscheme.judges.errors.Unanswered`), or by none.
        """
        if not references and settings.metric != "impara":
            raise DocumentError("there is no reference text")
        sources = sources_of([*hypotheses, *references], source)
        if not sources:
            given = source or hypotheses[0]
            raise DocumentError("the document has no sentence", path=given.path, line=1)
        passages = [
            passage for hypothesis in hypotheses for passage in parallel_passages(sources, hypothesis, references)
        ]
        judge = None
        if settings.edit_weighting == "llm" and settings.judge is not None:
            judge = self.models.judge_identity(settings.judge)
        made = self._provenance.score(settings, len(references), len(accepted), judge)
        results: Sequence[Result]
        if settings.metric == "impara":
            results = impara_results(passages, len(sources), settings.impara, self.models, progress)
        elif settings.metric in NGRAM_METRICS:
            results = ngram_results(passages, len(sources), settings, progress)
        else:
            edits, _ = with_accepted(passage_edits(passages, self.models, progress), accepted, settings.factors)
            results = edit_results(edits, len(sources), settings, judge, self.models, progress)
        return tuple(
            Run(hypothesis.name, settings, result, made) for hypothesis, result in zip(hypotheses, results, strict=True)
        )
