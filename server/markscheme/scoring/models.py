"""Edits, splits and vectors, from the cache where they are known and computed where they are not.

What was asked for lately is in memory too: a keystroke changes one of an essay's passages, and asks for all.

The pipeline and the encoder are loaded on first need: a class folder opened again needs neither.
"""

import threading
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cattrs
import numpy as np
from cachetools import LRUCache, cachedmethod

from markscheme.alignment.sentence_alignment import Group, Sentence, align_sentences
from markscheme.edits.edit import Edit, Edits
from markscheme.encoders import encoder as encoders
from markscheme.encoders.edit_vectors import Side, edit_vectors
from markscheme.encoders.encoder import TokenStates, Vectors
from markscheme.encoders.settings import Vectorisation
from markscheme.encoders.token_similarity import similarities
from markscheme.estimators.folder import WEIGHTS, estimator_folder, read_configuration
from markscheme.judges.identity import JudgeIdentity, ModelFiles
from markscheme.judges.judge_settings import JudgeSettings
from markscheme.judges.prompt import Question
from markscheme.languages import pipeline as pipelines
from markscheme.languages.pipeline import SentenceSpan, running_segment
from markscheme.progress import Progress, silent
from markscheme.scoring.settings import EngineSettings
from markscheme.store.cache import Cache, digest
from markscheme.text.positions import Span
from markscheme.text.segments import Segment

if TYPE_CHECKING:
    from markscheme.edits.extraction import Extractor, Pair
    from markscheme.encoders.encoder import Encoder
    from markscheme.estimators.estimator import QualityEstimator
    from markscheme.languages.pipeline import Pipeline

BATCH = 512
"""So many new texts are encoded, and kept, at a time: what a cancelled job did is not lost."""

PASSAGES = 20_000
"""So many passages' edits and marks stay in memory."""

JUDGEMENTS = 200_000
"""So many answers of language models stay in memory."""

TOKENS = 200_000
"""Of so many tokens the sentences last asked for stay in memory."""

_converter = cattrs.Converter()


class Models:
    """The one owner of the pipeline, the encoder and the cache. One thread works in it at a time."""

    def __init__(self, settings: EngineSettings) -> None:
        self.settings = settings
        self.cache = Cache(Path(settings.cache) if settings.cache else None, settings.cache_limit)
        self.pipeline_identity = pipelines.identity(settings.pipeline)
        self.encoder_loads = 0
        self._lock = threading.RLock()
        self._edits: LRUCache[Pair, Edits] = LRUCache(PASSAGES)
        self._splits: LRUCache[Hashable, tuple[Segment, ...]] = LRUCache(TOKENS, _tokens)
        self._alignments: LRUCache[Hashable, tuple[Group, ...]] = LRUCache(PASSAGES, len)
        self._judgements: LRUCache[tuple[str, Question], int] = LRUCache(JUDGEMENTS)
        self._judging = threading.Lock()
        """Of the answers in memory: they come in while another thread works."""
        self._estimators: dict[str, QualityEstimator] = {}
        self._estimator_identities: dict[tuple[Path, int, int], str] = {}

    @property
    def language(self) -> str:
        """The language's code, as signatures show it."""
        return "en"

    @cached_property
    def encoder_identity(self) -> str:
        """The encoder's name, revision, pooling and precision; known without loading it."""
        return encoders.identity(self.settings.encoder)

    @cached_property
    def token_layer(self) -> int:
        """The layer of which token states are compared; known without loading the encoder."""
        return encoders.token_layer(self.settings.encoder)

    @cached_property
    def _pipeline(self) -> "Pipeline":
        return pipelines.Pipeline(self.settings.pipeline)

    @cached_property
    def _extractor(self) -> "Extractor":
        from markscheme.edits.extraction import Extractor

        return Extractor(self._pipeline)

    @cached_property
    def _encoder(self) -> "Encoder":
        self.encoder_loads += 1
        return encoders.Encoder(self.settings.encoder)

    @property
    def pipeline_loaded(self) -> bool:
        return "_pipeline" in self.__dict__

    @property
    def loaded_encoder(self) -> "Encoder | None":
        """The encoder if it was needed already."""
        return self.__dict__.get("_encoder")

    @property
    def loaded_estimators(self) -> int:
        """How many estimators were needed already."""
        return len(self._estimators)

    def edits(self, pairs: Sequence["Pair"], progress: Progress = silent) -> list[Edits]:
        """ERRANT edits of each (source, target) pair of token sequences."""
        changed = dict.fromkeys(pair for pair in pairs if pair[0] != pair[1])
        found = {pair: edits for pair in changed if (edits := self._edits.get(pair)) is not None}
        found.update(self._kept_edits([pair for pair in changed if pair not in found], progress))
        self._edits.update(found)
        return [found.get(pair, ()) for pair in pairs]

    def _kept_edits(self, pairs: Sequence["Pair"], progress: Progress) -> dict["Pair", Edits]:
        """From the cache, or else found now and kept there."""
        keys = {pair: digest("edits", self.pipeline_identity, "\n".join(pair[0]), "\n".join(pair[1])) for pair in pairs}
        known = self.cache.records(list(keys.values())) if keys else {}
        missing = [pair for pair, key in keys.items() if key not in known]
        found = {pair: _structured_edits(known[key]) for pair, key in keys.items() if key in known}
        with self._lock:
            for begin in range(0, len(missing), BATCH):
                batch = missing[begin : begin + BATCH]
                progress("edits", begin, len(missing))
                extracted = self._extractor.extract(batch, _offset(progress, begin, len(missing)))
                found.update(zip(batch, extracted, strict=True))
                self.cache.keep_records({keys[pair]: _converter.unstructure(found[pair]) for pair in batch})
        return found

    @cachedmethod(attrgetter("_splits"))
    def split(self, text: str, offset: int) -> tuple[Segment, ...]:
        """The sentences of one paragraph of running text that stands at ``offset`` in its document."""
        if offset:
            return tuple(segment.shifted(offset) for segment in self.split(text, 0))
        key = digest("split", self.pipeline_identity, text)
        known = self.cache.records([key]).get(key)
        if known is None:
            with self._lock:
                found = self._pipeline.split(text)
            known = [[[span.start, span.end] for span in sentence.tokens] for sentence in found]
            self.cache.keep_records({key: known})
        sentences = (SentenceSpan(tuple(Span(*span) for span in spans)) for spans in known)
        return tuple(running_segment(text, sentence) for sentence in sentences)

    @cachedmethod(attrgetter("_alignments"))
    def line_up(self, source: tuple[Sentence, ...], target: tuple[Sentence, ...]) -> tuple[Group, ...]:
        """Which sentences of two texts belong together."""
        return align_sentences(source, target)

    def vectors(
        self, sides: Sequence[Side], vectorisation: Vectorisation = "removing", progress: Progress = silent
    ) -> list[Vectors]:
        """Each side's edit vectors (UOT-ERRANT, Equation 1), float32, shape (edits, d)."""

        def encode(texts: Sequence[str]) -> Vectors:
            return self.sentence_vectors(texts, progress)

        return edit_vectors(sides, encode, vectorisation)

    def similarities(
        self, pairs: Sequence[tuple[str, str]], progress: Progress = silent
    ) -> dict[tuple[str, str], float]:
        """BERTScore's F1 of each distinct (text, reference); 1 for equal ones.

        The numbers are kept, and not the token states, which are some thousand times as large.
        """
        distinct = dict.fromkeys(pair for pair in pairs if pair[0] != pair[1])
        found = dict.fromkeys((pair for pair in pairs if pair[0] == pair[1]), 1.0)
        owner = f"{self.encoder_identity},{self.token_layer}"
        keys = {pair: digest("similarity", owner, *pair) for pair in distinct}
        known = self.cache.records(list(keys.values())) if keys else {}
        found.update({pair: known[key] for pair, key in keys.items() if key in known})
        missing = sorted((pair for pair in keys if pair not in found), key=lambda pair: (len(pair[1]), pair[1]))
        with self._lock:
            for begin in range(0, len(missing), BATCH):
                batch = missing[begin : begin + BATCH]
                progress("vectors", begin, len(missing))
                own = dict(zip(batch, similarities(batch, self._token_states), strict=True))
                self.cache.keep_records({keys[pair]: value for pair, value in own.items()})
                found.update(own)
        return found

    def _token_states(self, texts: Sequence[str]) -> list[TokenStates]:
        return self._encoder.token_states(texts, self.token_layer)

    def judge_identity(self, judge: JudgeSettings) -> JudgeIdentity:
        """Who answers; to be taken once for all that belongs together, as a folder's files may be replaced.

        Raises
        ------
        JudgeError
            If its folder holds no model.
        """
        if judge.endpoint:
            return JudgeIdentity(judge.model, judge.endpoint.partition("://")[2], judge.temperature)
        files = ModelFiles.of(Path(judge.model))
        key = digest("judge files", files.state)
        known = self.cache.records([key]).get(key)
        if known is None:
            known = files.identity
            self.cache.keep_records({key: known})
        return JudgeIdentity(str(known), "", judge.temperature)

    def judgements(self, questions: Iterable[Question], judge: JudgeIdentity) -> dict[Question, int]:
        """The scores that are known, from 1 to 5; nothing is asked."""
        owner = judge.owner
        distinct = dict.fromkeys(questions)
        with self._judging:
            found = {item: score for item in distinct if (score := self._judgements.get((owner, item))) is not None}
        keys = {digest("judgement", owner, item.prompt): item for item in distinct if item not in found}
        kept = self.cache.records(list(keys)) if keys else {}
        found.update({keys[key]: score for key, score in kept.items()})
        with self._judging:
            self._judgements.update({(owner, item): score for item, score in found.items()})
        return found

    def keep_judgement(self, question: Question, score: int, judge: JudgeIdentity) -> None:
        """What a language model has answered is never asked again."""
        owner = judge.owner
        with self._judging:
            self._judgements[(owner, question)] = score
        self.cache.keep_records({digest("judgement", owner, question.prompt): score})

    def sentence_vectors(self, texts: Sequence[str], progress: Progress = silent) -> Vectors:
        """Each text's own vector, float32, shape (texts, d)."""
        known = self.cache.vectors(self.encoder_identity, texts)
        missing = [index for index in range(len(texts)) if index not in known]
        missing.sort(key=lambda index: len(texts[index]))
        with self._lock:
            for begin in range(0, len(missing), BATCH):
                batch = missing[begin : begin + BATCH]
                progress("vectors", begin, len(missing))
                wanted = [texts[index] for index in batch]
                rows = self._encoder.encode(wanted, _offset(progress, begin, len(missing)))
                self.cache.keep_vectors(self.encoder_identity, wanted, rows)
                known.update(zip(batch, rows, strict=True))
        if not texts:
            return np.zeros((0, 0), dtype=np.float32)
        return np.stack([known[index] for index in range(len(texts))])

    def estimates(self, texts: Sequence[str], estimator: str, progress: Progress = silent) -> list[float]:
        """q(Y) of each text (IMPARA, Equation 2), by a trained estimator: ``bundled``, or its folder.

        Raises
        ------
        DocumentError
            If the folder holds no trained estimator, or its encoder is another one now.
        """
        folder = estimator_folder(estimator)
        owner = self.estimator_identity(estimator)
        keys = {text: digest("estimate", owner, text) for text in texts}
        known = self.cache.records(list(keys.values())) if keys else {}
        missing = sorted((text for text, key in keys.items() if key not in known), key=len)
        with self._lock:
            for begin in range(0, len(missing), BATCH):
                batch = missing[begin : begin + BATCH]
                progress("estimates", begin, len(missing))
                rows = self._estimator(folder, owner).estimates(batch, _offset(progress, begin, len(missing)))
                found = {keys[text]: row for text, row in zip(batch, rows.tolist(), strict=True)}
                self.cache.keep_records(found)
                known.update(found)
        return [known[keys[text]] for text in texts]

    def estimator_identity(self, estimator: str) -> str:
        """What estimates are kept under; a folder's weights are read again only when they have changed.

        Raises
        ------
        DocumentError
            If the folder holds no trained estimator.
        """
        folder = estimator_folder(estimator)
        try:
            seen = (folder / WEIGHTS).stat()
        except OSError:
            return read_configuration(folder).identity
        key = (folder, seen.st_mtime_ns, seen.st_size)
        if key not in self._estimator_identities:
            self._estimator_identities[key] = read_configuration(folder).identity
        return self._estimator_identities[key]

    def _estimator(self, folder: Path, owner: str) -> "QualityEstimator":
        from markscheme.estimators.estimator import QualityEstimator

        if owner not in self._estimators:
            self._estimators[owner] = QualityEstimator(folder, self.settings.encoder.device)
        return self._estimators[owner]


def _tokens(segments: Sequence[Segment]) -> int:
    return sum(len(segment.tokens) for segment in segments)


def _structured_edits(value: Any) -> Edits:
    return _converter.structure(value, tuple[Edit, ...])


def _offset(progress: Progress, begin: int, total: int) -> Progress:
    def told(stage: str, done: int, _: int) -> None:
        progress(stage, min(begin + done, total), total)

    return told
