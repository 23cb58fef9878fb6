"""The models of an engine, and everything that they compute: each value once, from the cache if it is there.

Pipeline, encoder and estimators are loaded on first need, and what works with vectors is imported then: a class folder
that is opened again needs none, nor does a corpus whose edits are given.
"""

import threading
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
from cachetools import LRUCache, cachedmethod

from markscheme.edits.edit import Correction, Edits, retyped
from markscheme.edits.passages import Aligner
from markscheme.edits.sentence_alignment import align_moved_sentences
from markscheme.edits.shared_words import Group, Sentence
from markscheme.errors import DocumentError
from markscheme.inference import memo
from markscheme.inference.cache import Cache
from markscheme.inference.estimator import WEIGHTS, estimator_folder, read_configuration
from markscheme.inference.judge import JudgeIdentity, JudgeSettings, ModelFiles
from markscheme.inference.settings import Device, EncoderSettings, EngineSettings
from markscheme.languages import pipeline as pipelines
from markscheme.languages.language import LanguageDetector, find_language, sample
from markscheme.languages.pipeline import BUNDLED, SentenceSpan
from markscheme.languages.segments import Segment
from markscheme.metrics.base import Metric, ModelNames, ModelQuestion, Need, TextPair, Vectorisation, signature
from markscheme.metrics.impara import Calibration
from markscheme.processes import before_loading
from markscheme.progress import Progress, silent

if TYPE_CHECKING:
    from markscheme.edits.extraction import Extractor, Pair
    from markscheme.inference.encoder import Encoder, Vectors
    from markscheme.inference.estimator import QualityEstimator
    from markscheme.languages.pipeline import Pipeline


PIPELINE = "pipeline"
ENCODER = "encoder"
TOKENS_IN_MEMORY = 100_000
"""Total tokens of the most recently used paragraphs whose sentences stay in memory, of some 140 bytes each."""
GROUPS_IN_MEMORY = 10_000
"""Groups of sentences of the most recently used alignments, of some 900 bytes each."""


class Models:
    """The one owner of the pipeline, the encoder, the estimators and the cache.

    One thread works with the models at a time; a judge's answers come from any. Raises LanguageError if the settings
    name no known language, or a pipeline that is not installed.
    """

    def __init__(self, settings: EngineSettings) -> None:
        self.settings = settings
        self._language = find_language(settings.language)
        self.pipeline_identity = pipelines.identity(self._language, settings.pipeline)
        self.encoder_loads = 0
        self._has_encoder = False
        self._working = threading.RLock()
        self._opening = threading.Lock()
        self._detector = LanguageDetector()
        self._splits: LRUCache[Hashable, tuple[Segment, ...]] = LRUCache(TOKENS_IN_MEMORY, _count_tokens)
        self._alignments: LRUCache[Hashable, tuple[Group, ...]] = LRUCache(GROUPS_IN_MEMORY, len)
        self._estimators: dict[str, QualityEstimator] = {}
        self._estimator_identities: dict[tuple[Path, int, int], str] = {}

    @cached_property
    def cache(self) -> Cache:
        """The store, which is opened on first need."""
        with self._opening:
            if "cache" not in self.__dict__:
                path = Path(self.settings.cache) if self.settings.cache else None
                self.__dict__["cache"] = Cache(path, self.settings.cache_limit)
            opened: Cache = self.__dict__["cache"]
            return opened

    @cached_property
    def _memos(self) -> memo.Memos:
        return memo.Memos(self.cache, self._working, lambda: self._encoder.texts_at_a_time)

    def with_cache(self, path: Path) -> "Models":
        """Return models with their own cache and memory that share what is loaded but no lock: use one or the other."""
        models = Models(attrs.evolve(self.settings, cache=str(path)))
        shared = ("_pipeline", "_extractor", "_encoder")
        models.__dict__.update({name: value for name, value in self.__dict__.items() if name in shared})
        models._estimators = self._estimators
        return models

    @property
    def passages_in_memory(self) -> int:
        """About how many sentences with their edits, or alignments, are remembered."""
        return max(len(self._memos.edits), len(self._alignments))

    def forget(self) -> None:
        """Drop what is remembered; the cache and the loaded models stay."""
        if "_memos" in self.__dict__:
            self._memos.forget()
        self._splits.clear()
        self._alignments.clear()

    @property
    def language(self) -> str:
        return self._language.code

    @cached_property
    def encoder_settings(self) -> EncoderSettings:
        """With the language's default encoder in place of ``bundled``."""
        encoder = self.settings.encoder
        return attrs.evolve(encoder, name=self._language.encoder) if encoder.name == BUNDLED else encoder

    @property
    def has_encoder(self) -> bool:
        """Whether the extra ``encoder`` is installed: once it is there it stays, until then it can be added."""
        self._has_encoder = self._has_encoder or not self.encoder_settings.is_missing
        return self._has_encoder

    @property
    def device(self) -> Device:
        return self.settings.encoder.device

    @cached_property
    def encoder_identity(self) -> str:
        """The encoder's name, revision, pooling and precision; does not load it."""
        from markscheme.inference.encoder import identity

        return identity(self.encoder_settings)

    @cached_property
    def token_layer(self) -> int:
        """The layer whose token states are compared; does not load the encoder."""
        from markscheme.inference.encoder import token_layer

        return token_layer(self.encoder_settings)

    def names(self, judge: JudgeIdentity | None = None) -> ModelNames:
        """Return what signatures say of these models and a language model; loads none."""
        return _ModelNames(self, judge)

    @property
    def edit_settings(self) -> Mapping[str, str]:
        """What decides the edits that are extracted, as signatures have it."""
        return {"language": self.language, "pipeline": self.pipeline_identity}

    def signature(
        self,
        metric: Metric[Any],
        references: int = 0,
        *,
        accepted: int = 0,
        judge: JudgeIdentity | None = None,
        edits: Mapping[str, object] = {},
    ) -> str:
        """Return the signature of a score; ``edits``: what chose the edits that take part, without ``None`` values."""
        needs_edits = bool(metric.needs & {Need.EDITS, Need.CHUNKS})
        settings: dict[str, object] = {}
        if Need.REFERENCES in metric.needs:
            settings |= {"level": metric.level, "refs": references}
        if needs_edits:
            settings["accepted"] = accepted or None
        settings |= {**metric.signature_settings(self.names(judge)), **edits}
        if needs_edits:
            settings |= self.edit_settings
        return signature(metric.name, settings)

    def load(self, model: str) -> None:
        """Load the model of this name now, as :func:`~markscheme.processes.before_loading` has it."""
        if model == PIPELINE:
            _ = self._extractor
        elif model == ENCODER:
            _ = self._encoder
        else:
            self._estimator(Path(model), self.estimator_identity(model))

    @cached_property
    def _pipeline(self) -> "Pipeline":
        before_loading(PIPELINE)
        return pipelines.Pipeline(self._language, self.settings.pipeline)

    @cached_property
    def _extractor(self) -> "Extractor":
        from markscheme.edits.extraction import Extractor

        return Extractor(self._pipeline)

    @cached_property
    def _encoder(self) -> "Encoder":
        before_loading(ENCODER)
        from markscheme.inference.encoder import Encoder

        self.encoder_loads += 1
        return Encoder(self.encoder_settings)

    @property
    def pipeline_loaded(self) -> bool:
        return "_pipeline" in self.__dict__

    @property
    def loaded_encoder(self) -> "Encoder | None":
        return self.__dict__.get("_encoder")

    @property
    def loaded_estimators(self) -> int:
        return len(self._estimators)

    def edits(self, pairs: Sequence["Pair"], progress: Progress = silent) -> list[Edits]:
        """Return the ERRANT edits of each (source, target) pair; the language amends some of ERRANT's cached types."""
        changed = [pair for pair in pairs if pair[0] != pair[1]]
        edits: dict[Pair, Edits] = {}
        if changed:  # else nothing is loaded, nor the cache opened
            edits = self._memos.edits.values(
                self.pipeline_identity, changed, lambda batch, report: self._extractor.extract(batch, report), progress
            )
        return [retyped(pair[0], edits.get(pair, ()), self._language.amended_type) for pair in pairs]

    def typed(self, corrections: Sequence[Correction], progress: Progress = silent) -> list[Edits]:
        """Return each correction's edits, with ERRANT's types where they have none. Nothing is cached."""
        if all(edit.type for item in corrections for edit in item.edits):
            return [item.edits for item in corrections]
        with self._working:
            return self._extractor.typed(corrections, progress)

    def other_language(self, sentences: Sequence[str]) -> str:
        """Return the code of another language that a text seems to be in; else nothing."""

        def detect(batch: Sequence[tuple[str, ...]], _: Progress) -> list[str]:
            return [self._detector.other_language(stretches, self._language) for stretches in batch]

        if not (stretches := sample(sentences)):
            return ""
        owner = f"{self._detector.identity},{self.language}"
        return self._memos.languages.values(owner, [stretches], detect)[stretches]

    @cachedmethod(attrgetter("_splits"))
    def split(self, text: str, offset: int) -> tuple[Segment, ...]:
        if offset:
            return tuple(segment.shifted(offset) for segment in self.split(text, 0))

        def split(batch: Sequence[str], _: Progress) -> list[tuple[SentenceSpan, ...]]:
            return [self._pipeline.split(paragraph) for paragraph in batch]

        owner = f"{self.language},{self.pipeline_identity}"
        sentences = self._memos.sentences.values(owner, [text], split)[text]
        return tuple(sentence.segment(text, self._language) for sentence in sentences)

    def segment(self, text: str) -> Segment:
        """Return a text's tokens as one sentence, however many it holds; its places are not the text's."""
        segments = self.split(" ".join(text.split()), 0)
        tokens = tuple(token for part in segments for token in part.tokens)
        return Segment(tokens, tuple(span for part in segments for span in part.spans), 0)

    @cached_property
    def aligner(self) -> Aligner:
        return Aligner(self.split, self._line_up)

    @cachedmethod(attrgetter("_alignments"))
    def _line_up(self, source: tuple[Sentence, ...], target: tuple[Sentence, ...]) -> tuple[Group, ...]:
        return align_moved_sentences(source, target)

    def vectors(
        self, corrections: Sequence[Correction], vectorisation: Vectorisation = "removing", progress: Progress = silent
    ) -> "list[Vectors]":
        """Return each correction's edit vectors (UOT-ERRANT, Equation 1), float32, shape (edits, d)."""
        from markscheme.inference.encoder import edit_vectors

        return edit_vectors(corrections, lambda texts: self.sentence_vectors(texts, progress), vectorisation)

    def sentence_vectors(self, texts: Sequence[str], progress: Progress = silent) -> "Vectors":
        import numpy as np

        vectors = self._memos.vectors.values(
            self.encoder_identity, texts, lambda batch, report: self._encoder.encode(batch, report), progress
        )
        return np.stack([vectors[text] for text in texts]) if texts else np.zeros((0, 0), dtype=np.float32)

    def similarities(self, pairs: Sequence[TextPair], progress: Progress = silent) -> dict[TextPair, float]:
        """Return BERTScore's F1 of each distinct (text, reference); 1 for equal ones."""
        from markscheme.inference.encoder import in_groups, similarities

        def compare(batch: Sequence[TextPair], _: Progress) -> list[float]:
            return similarities(batch, lambda texts: self._encoder.token_states(texts, self.token_layer))

        equal = dict.fromkeys((pair for pair in pairs if pair[0] == pair[1]), 1.0)
        different = in_groups(pair for pair in pairs if pair[0] != pair[1])
        owner = f"{self.encoder_identity},{self.token_layer}"
        return equal | self._memos.similarities.values(owner, different, compare, progress)

    def judge_identity(self, judge: JudgeSettings) -> JudgeIdentity:
        """Return who answers; take it once for answers that belong together. Raise JudgeError if there is no model."""
        if judge.endpoint:
            return JudgeIdentity(judge.model, judge.endpoint.partition("://")[2], judge.temperature)
        files = ModelFiles.of(Path(judge.model))
        [model] = self._memos.judge_files.values(None, [files.state], lambda *_: [files.identity]).values()
        return JudgeIdentity(model, "", judge.temperature)

    def judgements(self, questions: Iterable[ModelQuestion], judge: JudgeIdentity) -> dict[ModelQuestion, int]:
        """Return the scores, from 1 to 5, of the questions that are answered already."""
        return self._memos.judgements.find(judge, questions)

    def keep_judgement(self, question: ModelQuestion, score: int, judge: JudgeIdentity) -> None:
        self._memos.judgements.keep(judge, {question: score})

    def estimates(self, texts: Sequence[str], estimator: str, progress: Progress = silent) -> list[float]:
        """Return each text's q(Y) (IMPARA, Equation 2); DocumentError without an estimator or with another encoder."""
        folder = estimator_folder(estimator)
        owner = self.estimator_identity(estimator)

        def estimate(batch: Sequence[str], progress: Progress) -> list[float]:
            estimates: list[float] = self._estimator(folder, owner).estimates(batch, progress).tolist()
            return estimates

        estimates = self._memos.estimates.values(owner, texts, estimate, progress)
        return [estimates[text] for text in texts]

    def estimator_identity(self, estimator: str) -> str:
        """Return an estimator's identity, its weights read again if changed; raise DocumentError for a bad folder."""
        folder = estimator_folder(estimator)
        try:
            state = (folder / WEIGHTS).stat()
        except OSError:
            return read_configuration(folder).identity
        key = (folder, state.st_mtime_ns, state.st_size)
        if key not in self._estimator_identities:
            self._estimator_identities[key] = read_configuration(folder).identity
        return self._estimator_identities[key]

    def calibration(self, estimator: str) -> Calibration:
        """Return the map from a gain of q(Y) to a chance of being valid; raise DocumentError without an estimator."""
        return read_configuration(estimator_folder(estimator)).calibration or Calibration()

    def _estimator(self, folder: Path, owner: str) -> "QualityEstimator":
        if owner not in self._estimators:
            before_loading(str(folder))
            from markscheme.inference.estimator import QualityEstimator

            self._estimators[owner] = QualityEstimator(folder, self.device)
        return self._estimators[owner]


def _count_tokens(segments: Sequence[Segment]) -> int:
    return sum(len(segment.tokens) for segment in segments)


@attrs.frozen
class _ModelNames:
    models: Models
    judge: JudgeIdentity | None = None

    @property
    def encoder(self) -> str:
        return self.models.encoder_identity

    @property
    def token_layer(self) -> int:
        return self.models.token_layer

    def estimator(self, name: str) -> str:
        return self.models.estimator_identity(name)


@attrs.frozen
class ExpectedModels:
    """Metrics with their signatures under the expected models; loads none. It can be sent to another process."""

    signatures: tuple[tuple[Metric[Any], str], ...]

    @classmethod
    def of(cls, metrics: Iterable[Metric[Any]], models: Models) -> "ExpectedModels":
        return cls(tuple((metric, models.signature(metric)) for metric in metrics))

    def check(self, models: Models) -> None:
        """Raise DocumentError if a process has other models."""
        for metric, expected in self.signatures:
            found = models.signature(metric)
            if found != expected:
                raise DocumentError(
                    f"a worker has other models than this command: {found} and not {expected}",
                    remedy="Install the same versions, and put encoders' and estimators' folders at the same place, "
                    "on all machines",
                )
