"""What a metric is: what it needs, what one sentence contributes, and how contributions become a score.

:meth:`Metric.statistics` sees one sentence and returns what it contributes against each reference: numbers that can be
kept, sent to another process and resampled. :meth:`Metric.fold` reduces those of a corpus, in order and one at a time,
to a :class:`Score`. Models compute in batches: the driver (:mod:`markscheme.scoring`) collects :meth:`Metric.inputs` of
many sentences and passes the results on. Nothing in this room opens a file or loads a model.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, TypeVar, get_args

import attrs

from markscheme.contract import shape
from markscheme.documents.m2_lines import Lines, View
from markscheme.edits.edit import Chunk, Correction, Partition, PassageEdits
from markscheme.errors import ChoiceError
from markscheme.languages.language import DEFAULT_LANGUAGE, LANGUAGES, find_language
from markscheme.metrics.settings import check_setting, chosen_field, fields_of
from markscheme.registry import Registry
from markscheme.version import full_version

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Vectors = npt.NDArray[np.float32]


_EMPTY = "ε"


@attrs.frozen
class ModelQuestion:
    """A language model's question on an edit (CLEME2.0, Figure 3, Appendix A); texts are tokens joined by spaces."""

    sentence: str
    before: str
    after: str
    language: str = DEFAULT_LANGUAGE

    @property
    def edit(self) -> str:
        """The edit as the paper writes it, with ε for no token.

        >>> ModelQuestion("She go home .", "go", "goes").edit
        'go → goes'
        """
        return f"{self.before or _EMPTY} → {self.after or _EMPTY}"

    @property
    def prompt(self) -> str:
        """The prompt. Braces in a sentence have no meaning; half a surrogate pair, as editors may send it, is `?`."""
        template = find_language(self.language).judge_prompt
        return template.format(sentence=self.sentence, edit=self.edit).encode("utf-8", "replace").decode()


Vectorisation = Literal["removing", "adding"]
"""Enc(all edits) - Enc(all but this one), or Enc(this one alone) - Enc(source) (UOT-ERRANT, Table 2)."""

Level = Literal["corpus", "sentence"]
"""Scores of the corpus's summed counts, or the mean of the sentences' scores."""

Tokens = tuple[str, ...]

TextPair = tuple[str, str]
"""A text and a reference, each its tokens joined by spaces."""

Statistics = TypeVar("Statistics")
Counts = TypeVar("Counts", bound=attrs.AttrsInstance, covariant=True)
Scores = TypeVar("Scores", bound=attrs.AttrsInstance, covariant=True)
OneScores = TypeVar("OneScores", bound=attrs.AttrsInstance)


class Need(StrEnum):
    """What a metric or a weighting works on, besides the source and the hypothesis."""

    TEXTS = "texts"
    REFERENCES = "references"
    EDITS = "edits"
    CHUNKS = "chunks"
    VECTORS = "vectors"
    SIMILARITIES = "similarities"
    ESTIMATOR = "estimator"
    JUDGE = "judge"


@attrs.frozen(cache_hash=True)
class Sentence:
    """One sentence of a hypothesis, with its references; ``passage`` only for a metric that needs edits or chunks."""

    source: Tokens
    hypothesis: Tokens
    references: tuple[Tokens, ...]
    passage: PassageEdits | None = None

    @property
    def edits(self) -> PassageEdits:
        """Return the edits of all sides. Raise ValueError if the metric did not say that it needs them."""
        if self.passage is None:
            raise ValueError("the metric must name 'edits' or 'chunks' in its needs")
        return self.passage

    @cached_property
    def chunks(self) -> Partition:
        return self.edits.cut()


@attrs.frozen
class ModelInputs:
    """What models must compute for a sentence.

    Edit vectors of ``corrections`` (UOT-ERRANT, Equation 1), BERTScore of ``similarities``, a language model's answers
    to ``questions``, the quality q(Y) of ``estimates`` (IMPARA, Equation 2), and sentence vectors of ``texts``.
    """

    corrections: tuple[Correction, ...] = ()
    similarities: tuple[TextPair, ...] = ()
    questions: tuple[ModelQuestion, ...] = ()
    estimates: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


NO_INPUTS = ModelInputs()


@attrs.frozen(eq=False)
class ModelOutputs:
    """What models computed for at least one sentence, each by its input in :class:`ModelInputs`.

    Edit vectors have the shape (edits, d), sentence vectors (d,). Similarities are in [0, 1], judgements from 1 to 5,
    estimates any real number.
    """

    edit_vectors: "Mapping[Correction, Vectors]" = attrs.field(factory=dict)
    similarities: Mapping[TextPair, float] = attrs.field(factory=dict)
    judgements: Mapping[ModelQuestion, int] = attrs.field(factory=dict)
    estimates: Mapping[str, float] = attrs.field(factory=dict)
    sentence_vectors: "Mapping[str, Vectors]" = attrs.field(factory=dict)


class JudgeName(Protocol):
    """What a signature says of a language model."""

    @property
    def model(self) -> str: ...

    @property
    def temperature(self) -> float: ...


class ModelNames(Protocol):
    """What signatures say of models; known without loading one."""

    @property
    def encoder(self) -> str: ...

    @property
    def token_layer(self) -> int: ...

    @property
    def judge(self) -> JudgeName | None: ...

    def estimator(self, name: str) -> str:
        """Return the identity of a trained estimator: ``bundled``, or its folder."""
        ...


@attrs.frozen
class NoCounts:
    """The counts of a metric that counts nothing."""


@attrs.frozen
class SentenceScore(Generic[Counts, Scores]):
    """One sentence's counts and scores.

    ``reference`` is an index among the references given, ``None`` where none is chosen. ``weights`` are summed,
    ``None`` where everything weighs the same. Chunks are weighed against ``weighed_against``, chosen or not.
    """

    reference: int | None
    counts: Counts
    scores: Scores
    weights: attrs.AttrsInstance | None = None
    weighed_against: int | None = None


Receive = Callable[[SentenceScore[Any, Any]], None]


@shape("counts", "scores", "signature", name="LeftOutScore")
@attrs.frozen
class Score(Generic[Counts, Scores]):
    """A hypothesis's score under one metric; counts and weights are summed over sentences.

    ``sentences`` are in order, and empty if they were not kept. ``weights`` is ``None`` where everything weighs the
    same. The driver adds the ``signature`` (:func:`signature`).
    """

    counts: Counts
    """Counts, with the members of ``score``."""
    scores: Scores
    """Scores, with the members of ``score``."""
    sentence_count: int
    sentences: tuple[SentenceScore[Counts, Scores], ...] = ()
    weights: attrs.AttrsInstance | None = None
    signature: str = ""
    """The settings and models that made the score."""
    remark: str = ""
    """What a person must know to read the score, in one sentence; mostly nothing."""


AnyScore = Score[attrs.AttrsInstance, attrs.AttrsInstance]


@attrs.frozen(slots=False, kw_only=True)
class Metric(ABC, Generic[Statistics]):
    """A metric with its settings, which are its fields.

    The driver keeps statistics of a ``costly`` metric in the cache. ``sentence_fields`` is the order in JSON. A metric
    that is not ``is_bounded`` can give more than 1, which reports then say. At the level ``corpus``, scores are those
    of summed counts; at ``sentence``, means of the sentences' scores. A metric with a ``view`` has
    :meth:`line_statistics`, which are those of :meth:`statistics` from less. One that ``counts_lines`` compares edits
    each for itself, as a file states them, so that they may overlap.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    costly: ClassVar[bool] = False
    counts_lines: ClassVar[bool] = False
    lower_is_better: ClassVar[frozenset[str]] = frozenset()
    is_bounded: ClassVar[bool] = True
    sentence_fields: ClassVar[tuple[str, ...]] = ("reference", "counts", "scores", "weights", "weighed_against")

    level: Level = "corpus"

    def __init_subclass__(cls, **options: Any) -> None:
        """Take the view from a class that has statistics of its own, and says nothing of lines."""
        super().__init_subclass__(**options)
        if "statistics" in cls.__dict__ and "line_statistics" not in cls.__dict__:
            cls.view = None  # type: ignore[assignment,method-assign]

    def __attrs_post_init__(self) -> None:
        """Raise ChoiceError if a setting has another type, or is out of its bounds."""
        for name, field in fields_of(type(self)).items():
            try:
                check_setting(field, getattr(self, name))
            except ChoiceError as error:
                raise ChoiceError(f"{self.name}: {error}") from error

    @property
    @abstractmethod
    def needs(self) -> frozenset[Need]:
        """What the metric works on."""

    @property
    def view(self) -> View | None:
        """What the metric reads of edits, if it needs no more of a sentence; ``None`` for all of it."""
        return None

    @property
    def needs_models(self) -> bool:
        return bool(self.needs & {Need.VECTORS, Need.SIMILARITIES, Need.ESTIMATOR})

    @property
    def vectorisation(self) -> "Vectorisation":
        return "removing"

    @property
    def estimator(self) -> str:
        """The trained estimator: ``bundled`` or its folder."""
        return "bundled"

    @property
    def run_settings(self) -> Mapping[str, object]:
        """Settings that the JSON of a score shows beside the level."""
        return {}

    def signature_settings(self, models: ModelNames) -> Mapping[str, object]:
        """Return the settings and models that decide a score, in the signature's order; ``level`` apart."""
        fields = [field.name for field in attrs.fields(type(self)) if field.name != "level"]
        settings: dict[str, object] = {name: getattr(self, name) for name in fields}
        if self.needs & {Need.VECTORS, Need.SIMILARITIES}:
            settings["encoder"] = models.encoder
        return settings

    def inputs(self, sentence: Sentence) -> ModelInputs:
        return NO_INPUTS

    @abstractmethod
    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> Statistics:
        """Return what one sentence contributes against each of its references.

        ``outputs`` hold at least its :meth:`inputs`. The value holds numbers, ``None`` and tuples of these only, and
        means the same to :meth:`fold` after a way through JSON.
        """

    def line_statistics(self, source: str, length: int, hypothesis: Lines, references: Sequence[Lines]) -> Statistics:
        """Return the statistics of a sentence of ``length`` tokens whose edits are as the metric's view shows them."""
        raise NotImplementedError(f"{self.name} has no view of lines")

    @abstractmethod
    def fold(self, statistics: Iterable[Statistics], *, keep_sentences: bool = True) -> AnyScore:
        """Reduce the statistics of a hypothesis's sentences, in order, to its score.

        Without ``keep_sentences`` memory does not grow with the corpus, unless a metric reads an iterator twice. Raise
        ValueError if there is no sentence, or one without a reference that the metric needs.
        """

    def fold_into(self, statistics: Iterable[Statistics], receive: Receive | None) -> AnyScore:
        """Reduce statistics as :meth:`fold`, and hand each sentence's score on; a streaming metric keeps none."""
        score = self.fold(statistics, keep_sentences=receive is not None)
        if receive is not None:
            for sentence in score.sentences:
                receive(sentence)
        return attrs.evolve(score, sentences=())


@attrs.frozen(slots=False, kw_only=True)
class StreamingMetric(Metric[Statistics]):
    """A metric that folds with :meth:`fold_into`."""

    @abstractmethod
    def fold_into(self, statistics: Iterable[Statistics], receive: Receive | None) -> AnyScore: ...

    def fold(self, statistics: Iterable[Statistics], *, keep_sentences: bool = True) -> AnyScore:
        sentences: list[SentenceScore[Any, Any]] = []
        score = self.fold_into(statistics, sentences.append if keep_sentences else None)
        return attrs.evolve(score, sentences=tuple(sentences)) if sentences else score


class RunningMean(Generic[OneScores]):
    """The mean of scores that come one at a time, field by field."""

    def __init__(self) -> None:
        self._kind: type[OneScores] | None = None
        self._sums: list[float] = []
        self._count = 0

    def add(self, scores: OneScores) -> None:
        values = attrs.astuple(scores, recurse=False)
        if self._kind is None:
            self._kind = type(scores)
            self._sums = [0.0] * len(values)
        self._sums = [total + value for total, value in zip(self._sums, values, strict=True)]
        self._count += 1

    def value(self) -> OneScores:
        """Return the mean; raise ValueError if nothing was added."""
        if self._kind is None:
            raise ValueError(NO_SENTENCE)
        return self._kind(*(total / self._count for total in self._sums))


NO_SENTENCE = "there is no sentence to score"


def headline(scores: Sequence[str]) -> str:
    """Return which of a metric's scores it is known by.

    >>> headline(("precision", "recall", "f")), headline(("success", "over_correction")), headline(("a", "b"))
    ('f', 'success', 'b')
    """
    return next((name for name in ("f", "score", "success") if name in scores), scores[-1])


def signature(metric: str, settings: Mapping[str, object]) -> str:
    """Return ``metric:...|setting:value|...|version:...`` in the order given; floats shortest-exact.

    Packages that have the metric or the language stand before the version, with their own.

    Every number travels with the settings and models that made it (Post, 2018).

    >>> signature("errant", {"beta": 0.5}).startswith("metric:errant|beta:0.5|version:")
    True
    """
    language = settings.get("language")
    plugins = METRICS.plugin(metric), LANGUAGES.plugin(language) if isinstance(language, str) else None
    identities = ",".join(dict.fromkeys(plugin.identity for plugin in plugins if plugin is not None))
    parts = {"metric": metric, **settings, "plugins": identities or None, "version": full_version()}
    return "|".join(f"{name}:{value}" for name, value in parts.items() if value is not None)


def numbers(values: Sequence[float]) -> str:
    """Return several numbers as one setting.

    >>> numbers((0.5, 0.4))
    '0.5,0.4'
    """
    return ",".join(f"{value:g}" for value in values)


def common_signature(signatures: Sequence[str]) -> str:
    """Return one signature of several; where they differ in a setting it has each of its values, sorted.

    A setting that is missing in some is ``none`` there.

    >>> common_signature(["metric:cleme2|refs:2|version:1", "metric:cleme2|refs:1|accepted:3|version:1"])
    'metric:cleme2|refs:1/2|accepted:3/none|version:1'
    """
    settings = [dict(part.split(":", 1) for part in item.split("|")) for item in dict.fromkeys(signatures)]
    names: list[str] = []
    for one in settings:
        before = 0
        for name in one:
            if name not in names:
                names.insert(before, name)
            before = names.index(name) + 1
    values = {name: sorted({one.get(name, "none") for one in settings}) for name in names}
    return "|".join(f"{name}:{'/'.join(texts)}" for name, texts in values.items())


def distinct_titles(titles: Sequence[str], signatures: Sequence[str]) -> tuple[str, ...]:
    """Return titles of scores; where two are alike, each says its settings in which they differ.

    >>> distinct_titles(["Credit", "Credit"], ["metric:credit|tau:0.5", "metric:credit|tau:0.5|kept:0.01"])
    ('Credit', 'Credit (kept 0.01)')
    """
    settings = [dict(part.split(":", 1) for part in item.split("|")) for item in signatures]
    distinct: list[str] = []
    for title, own in zip(titles, settings, strict=True):
        alike = [other for other, name in zip(settings, titles, strict=True) if name == title]
        parts = [f"{name} {value}" for name, value in own.items() if any(one.get(name) != value for one in alike)]
        distinct.append(f"{title} ({', '.join(parts)})" if parts else title)
    return tuple(distinct)


Assumption = Literal["dependent", "independent"]
"""Whether one reference is chosen for a whole sentence, or each chunk may follow any (CLEME, Section 3.3)."""

ASSUMPTIONS: dict[str, Assumption] = {name: name for name in get_args(Assumption)}


@shape()
class Category(Enum):
    """What a chunk is (CLEME2.0, Section 3.2): TP, FPne, FN and FPun; the values are LSP diagnostic codes."""

    HIT = "hit-correction"
    WRONG = "wrong-correction"
    UNDER = "under-correction"
    OVER = "over-correction"


COUNTED = (Category.HIT, Category.WRONG, Category.OVER, Category.UNDER, None)
"""The categories in the order in which they are counted: TP, FPne, FPun, FN, TN."""


def dependent_category(chunk: Chunk, reference: int) -> Category | None:
    """Return what the chunk is against one reference; ``None`` where neither side changes it."""
    expected = chunk.references[reference]
    if chunk.hypothesis is None:
        return None if expected is None else Category.UNDER
    if expected is None:
        return Category.OVER
    return Category.HIT if chunk.hypothesis == expected else Category.WRONG


def independent_category(chunk: Chunk) -> Category | None:
    """Return what the chunk is against all references at once: a hit if any has it, missed only if all change it."""
    if chunk.hypothesis is None:
        changed_by_all = bool(chunk.references) and None not in chunk.references
        return Category.UNDER if changed_by_all else None
    if chunk.hypothesis in chunk.references:
        return Category.HIT
    changed_by_any = any(reference is not None for reference in chunk.references)
    return Category.WRONG if changed_by_any else Category.OVER


def category_rows(sentence: Partition, assumption: Assumption) -> list[Sequence[Category | None]]:
    """Return a row of each chunk's category for each reference; one row under independence, and without references."""
    if assumption == "dependent" and sentence.references:
        columns = range(len(sentence.references))
        return [[dependent_category(chunk, column) for chunk in sentence.chunks] for column in columns]
    return [[independent_category(chunk) for chunk in sentence.chunks]]


def _fault(name: str, variant: Any) -> str:
    if not (isinstance(variant, type) and issubclass(variant, Metric)):
        return "it is not a subclass of markscheme.metrics.base.Metric"
    if getattr(variant, "name", None) != name:
        return f"its name is {getattr(variant, 'name', None)!r}, not that of its entry point"
    return ""


METRICS: Registry[type[Metric[Any]]] = Registry(
    "metric",
    {
        "cleme2": "markscheme.metrics.cleme2:Cleme2",
        "cleme": "markscheme.metrics.cleme2:Cleme",
        "errant": "markscheme.metrics.errant:Errant",
        "pt-errant": "markscheme.metrics.overlap:PtErrant",
        "uot-errant": "markscheme.metrics.uot_errant:UotErrant",
        "credit": "markscheme.metrics.credit:Credit",
        "impara": "markscheme.metrics.impara:Impara",
        "gleu": "markscheme.metrics.gleu:Gleu",
        "green": "markscheme.metrics.gleu:Green",
    },
    "markscheme.metrics",
    _fault,
)


def metric(name: str, **settings: Any) -> Metric[object]:
    """Return a metric; without such a name raise RegistryError, without such a setting or value ChoiceError.

    >>> metric("errant", beta=1.0).beta
    1.0
    """
    kind = METRICS.get(name)
    fields = fields_of(kind)
    for setting in settings:
        chosen_field(name, fields, setting)
    return kind(**settings)


def metric_with(name: str, settings: Mapping[str, object]) -> Metric[Any]:
    """Return a metric with its settings among these, unless ``None``; raise RegistryError if there is none."""
    kind = METRICS.get(name)
    names = fields_of(kind)
    chosen: dict[str, Any] = {key: value for key, value in settings.items() if key in names and value is not None}
    return kind(**chosen)
