"""A client's settings: the section ``markscheme``, for one document or for all of them."""

import getpass
from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal

import attrs

from markscheme.encoders.settings import Device, EncoderSettings, Pooling, Precision
from markscheme.estimators.folder import BUNDLED as ESTIMATOR
from markscheme.estimators.folder import estimator_folder
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.patterns import is_excluded
from markscheme.judges.environment import configured_or_none
from markscheme.languages.catalogue import DEFAULT_LANGUAGE
from markscheme.languages.pipeline import BUNDLED
from markscheme.marking.passages.marks import CREDIT, MarkSettings
from markscheme.marking.review.vocabulary import DEFAULT_VOCABULARY, VocabularyName
from markscheme.metrics.base import Level
from markscheme.metrics.categories import Assumption
from markscheme.metrics.cleme2 import Factors
from markscheme.metrics.estimates import EstimateSettings
from markscheme.metrics.impara import ImparaSettings
from markscheme.metrics.weightings.weighting import WeightingName
from markscheme.scoring.settings import EngineSettings
from markscheme.text.errors import DocumentError

Severity = Literal["error", "warning", "information", "hint", "off"]

Listed = Literal["to-check", "all", "none"]
"""Which findings are listed as problems: those that a person has to check, all, or none."""

_LISTED: Mapping[Listed, Callable[[bool], bool]] = {
    "to-check": lambda is_fault: is_fault,
    "all": lambda _: True,
    "none": lambda _: False,
}

ALL_METRICS = "all"
MARK_METRICS = (ALL_METRICS, "cleme2", "errant", "credit")
"""Values of the setting ``metric`` that marks have scores for; other metrics are computed beside them."""


@attrs.frozen
class Severities:
    """How each kind of diagnostic is shown; ``off`` hides it.

    The first six are for verdicts, and the next four for CLEME2.0's categories. ``disagreement`` is for places in a
    reference where references differ, ``question`` for what annotators have to decide, ``estimate`` for edits that
    lower the estimate where there is no reference, ``notice`` for what a person should know of a whole document, and
    ``problem`` for files that can't be used.
    """

    correct: Severity = "hint"
    partly: Severity = "information"
    different: Severity = "warning"
    missed: Severity = "information"
    not_needed: Severity = "hint"
    optional: Severity = "hint"
    hit: Severity = "hint"
    wrong: Severity = "warning"
    under: Severity = "information"
    over: Severity = "warning"
    disagreement: Severity = "hint"
    question: Severity = "hint"
    estimate: Severity = "information"
    notice: Severity = "information"
    problem: Severity = "error"

    def of(self, name: str) -> Severity:
        """Return the severity of one kind, by its field's name."""
        severity: Severity = getattr(self, name)
        return severity


@attrs.frozen
class Options:
    """A client's settings, all optional; JSON names are in camel case.

    Attributes
    ----------
    diagnostics
        Whether the server pushes diagnostics or the client pulls them. Read once, at the start.
    vocabulary
        Whether findings are places with verdicts, or CLEME2.0's chunks.
    severities
        How each kind of diagnostic is shown.
    problems
        Which findings have diagnostics. Files that can't be used always have one.
    problems_in
        Whether only open documents have diagnostics of findings, or all those of a workspace that is marked as a whole.
    details
        Whether hover cards of places have the numbers for researchers: CLEME2.0's category, ERRANT's type, and credit.
    hover, lenses, inlay_hints, symbols, folding, semantic_tokens, links
        Whether the feature is switched on.
    questions
        Whether sources and references that several people correct show what annotators have to decide, and how many of
        them agree.
    debounce
        Milliseconds of quiet after a keystroke before a document is marked again.
    references
        Names, or patterns of names, of the references to use; all if empty.
    metric
        The scores that lenses show: one of :data:`MARK_METRICS`, or any metric's name. The former are shown in
        CLEME2.0's vocabulary. With ``cleme2`` and ``errant`` no vector is computed.
    level
        Whether a document's scores are those of its summed counts or the mean of its sentences' scores.
    assumption
        Whether one reference is followed in a sentence, or any at each place; ``None``: one in CLEME2.0's numbers, and
        any in verdicts.
    equal
        Names of the tolerances: the kinds of differences from a reference that do not count.
    weighting
        How much each edit counts in CLEME2.0.
    factors
        CLEME2.0's trade-off factors: hit, wrong, under, over.
    tau, beta
        Credit's tau; F's beta.
    estimate_without_reference
        Whether corrections are estimated where the exercise names no reference.
    estimate_margin
        By how much the estimate must rise without an edit for the edit to be shown.
    author
        The name that is written with accepted alternatives; the user's name if empty.
    ignore
        Patterns of paths, relative to a workspace folder, of documents that are not marked.
    maximum_size
        Characters of the longest document that is marked.
    encoder, pooling, device, precision, layer
        See :class:`markscheme.encoders.settings.EncoderSettings`.
    estimator
        ``bundled``, or the folder of a trained quality estimator.
    language
        The code of the language that texts are in.
    pipeline
        ``bundled`` for the language's own, or an installed spaCy pipeline.
    cache
        The cache file; ``None`` for the one in the user's cache folder.
    engine_idle
        Minutes after which the engine ends when no window needs it.
    """

    diagnostics: Literal["push", "pull"] = "push"
    vocabulary: VocabularyName = DEFAULT_VOCABULARY
    severities: Severities = Severities()
    problems: Listed = "to-check"
    problems_in: Literal["open-files", "workspace"] = "open-files"
    details: bool = False
    hover: bool = True
    lenses: bool = True
    inlay_hints: bool = True
    symbols: bool = True
    folding: bool = True
    semantic_tokens: bool = True
    links: bool = True
    questions: bool = True
    debounce: int = 300
    references: tuple[str, ...] = ()
    metric: str = ALL_METRICS
    level: Level = "corpus"
    assumption: Assumption | None = None
    equal: tuple[str, ...] = ()
    weighting: WeightingName = "none"
    factors: tuple[float, float, float, float] = (0.50, 0.40, 0.05, 0.05)
    tau: float = CREDIT.tau
    beta: float = CREDIT.beta
    estimate_without_reference: bool = True
    estimate_margin: float = EstimateSettings().margin
    author: str = ""
    ignore: tuple[str, ...] = ()
    maximum_size: int = 500_000
    encoder: str = EncoderSettings().name
    pooling: Pooling = "mean"
    device: Device = "auto"
    precision: Precision = "float32"
    layer: int | None = None
    estimator: str = ImparaSettings().estimator
    language: str = DEFAULT_LANGUAGE
    pipeline: str = BUNDLED
    cache: str | None = None
    engine_idle: float = 5.0

    @property
    def person(self) -> str:
        """The name of the person who decides and comments: the setting, or the user's; may be empty."""
        if self.author:
            return self.author
        try:
            return getpass.getuser()
        except (KeyError, OSError, ImportError):
            return ""

    @property
    def engine(self) -> EngineSettings:
        encoder = EncoderSettings(self.encoder, self.pooling, self.device, self.precision, layer=self.layer)
        return EngineSettings(self.pipeline, encoder, self.cache, language=self.language)

    def marking(self, exercise: Exercise) -> "Options":
        """Return the options for an exercise, whose configuration may name another language."""
        return attrs.evolve(self, language=exercise.marking.language or self.language)

    @property
    def marks(self) -> MarkSettings:
        """How documents are marked.

        The language model comes from the server's environment alone. Settings may come with a folder, and could send
        its sentences anywhere.
        """
        credit = attrs.evolve(CREDIT, tau=self.tau, beta=self.beta)
        return MarkSettings(
            self.assumption,
            Factors(*self.factors),
            credit,
            self.level,
            self.weighting,
            configured_or_none(),
            self._metric,
            self.equal,
        )

    @property
    def _metric(self) -> str:
        """The metric whose score is computed beside the marks; empty for those that marks have anyway."""
        return "" if self.metric in MARK_METRICS else self.metric

    @property
    def estimates(self) -> EstimateSettings:
        """How corrections without a reference are estimated; a folder is absolute, since the engine runs elsewhere."""
        name = self.estimator
        estimator = name if name == ESTIMATOR else str(estimator_folder(name).absolute())
        return EstimateSettings(self.estimate_without_reference, ImparaSettings(estimator), self.estimate_margin)

    @property
    def with_vectors(self) -> bool:
        return self.metric not in ("cleme2", "errant")

    def lists(self, *, is_fault: bool) -> bool:
        """Return whether a finding has a diagnostic, unless its severity is ``off``.

        Parameters
        ----------
        is_fault
            Whether the finding is to be checked.
        """
        return _LISTED[self.problems](is_fault)

    def lists_findings_of(self, version: int | None) -> bool:
        """Return whether findings of a document have diagnostics; ``version`` is ``None`` for one that is not open."""
        return version is not None or self.problems_in == "workspace"

    def leaves_alone(self, path: Path, folders: Iterable[Path]) -> bool:
        """Return whether the settings exclude a document below one of the workspace's folders from marking."""
        above = (folder for folder in folders if self.ignore and path.is_relative_to(folder))
        return any(is_excluded(path.relative_to(folder).as_posix(), self.ignore) for folder in above)

    def check_size(self, size: int, path: Path) -> None:
        """Raise an error if a document has more characters than are marked.

        Raises
        ------
        DocumentError
            If it has more.
        """
        if size > self.maximum_size:
            raise DocumentError(
                f"the document has {size:,} characters, and markscheme.maximumSize is {self.maximum_size:,}",
                path=path,
                line=1,
                remedy="Set more to have it marked",
            )

    def uses(self, reference: str) -> bool:
        """Return whether documents are marked against a reference of this name."""
        return not self.references or any(fnmatchcase(reference, pattern) for pattern in self.references)
