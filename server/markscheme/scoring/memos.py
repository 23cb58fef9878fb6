"""The memos of everything that models compute: how each value is keyed and kept, and what stays in memory.

Keys and stored values are those of earlier versions, so that a cache stays valid. The key of sentences changes with the
rules by which text is tokenised.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import cattrs

from markscheme.edits.edit import Edit, Edits
from markscheme.judges.judge import JudgeIdentity
from markscheme.languages.pipeline import SentenceSpan
from markscheme.metrics.base import ModelQuestion, Sentence
from markscheme.store.cache import Cache, digest
from markscheme.store.memo import BATCH_SIZE, Memo, Storage, records, vectors
from markscheme.text.places import Span
from markscheme.version import VERSION

if TYPE_CHECKING:
    from markscheme.edits.extraction import Pair
    from markscheme.encoders.encoder import Vectors

TextPair = tuple[str, str]
Working = AbstractContextManager[Any]
"""The lock of the models: one thread computes at a time."""

PASSAGES_IN_MEMORY = 20_000
"""Passages whose edits, alignment and marks stay in memory."""
JUDGEMENTS_IN_MEMORY = 200_000
LANGUAGES_IN_MEMORY = 1_000
"""Texts whose language stays in memory."""
PAIRS_PER_BATCH = 4096
"""Pairs of texts, of some 600 texts, that are compared and kept at a time."""
SENTENCES_PER_BATCH = 8192
"""Sentences whose statistics are computed and kept at a time."""

_converter = cattrs.Converter()


def edit_memo(cache: Cache, working: Working) -> "Memo[str, Pair, Edits]":
    def key(pipeline: str, pair: "Pair") -> str:
        source, target = pair
        return digest("edits", pipeline, "\n".join(source), "\n".join(target))

    def structure(value: Any) -> Edits:
        return _converter.structure(value, tuple[Edit, ...])

    storage = Storage(cache, key, records(_converter.unstructure, structure))
    return Memo(storage, stage="edits", capacity=PASSAGES_IN_MEMORY, working=working)


def sentence_memo(cache: Cache, working: Working) -> Memo[str, str, tuple[SentenceSpan, ...]]:
    def to_json(sentences: tuple[SentenceSpan, ...]) -> Any:
        return [[[span.start, span.end] for span in sentence.tokens] for sentence in sentences]

    def from_json(value: Any) -> tuple[SentenceSpan, ...]:
        return tuple(SentenceSpan(tuple(Span(*span) for span in spans)) for spans in value)

    def key(pipeline: str, text: str) -> str:
        return digest("split at run-ons", pipeline, text)

    storage = Storage(cache, key, records(to_json, from_json))
    return Memo(storage, stage="sentences", working=working)


def language_memo(cache: Cache, working: Working) -> Memo[str, tuple[str, ...], str]:
    storage: Storage[str, tuple[str, ...], str] = Storage(
        cache, lambda detector, stretches: digest("language", detector, *stretches), records()
    )
    return Memo(storage, stage="language", capacity=LANGUAGES_IN_MEMORY, working=working)


def vector_memo(
    cache: Cache, working: Working, texts: int | Callable[[], int] = BATCH_SIZE
) -> "Memo[str, str, Vectors]":
    """Return the memo of sentence vectors; ``texts``, or what it returns, are encoded and kept at a time."""
    return Memo(Storage(cache, digest, vectors()), stage="vectors", order=len, batch_size=texts, working=working)


def similarity_memo(cache: Cache, working: Working) -> Memo[str, TextPair, float]:
    """Return the memo of similarities, by the encoder's identity with its layer.

    The numbers are kept, not the token states, which are some thousand times as large. They are computed in the order
    in which they are asked for.
    """
    storage: Storage[str, TextPair, float] = Storage(
        cache, lambda encoder, pair: digest("similarity", encoder, *pair), records()
    )
    return Memo(storage, stage="vectors", batch_size=PAIRS_PER_BATCH, working=working)


def estimate_memo(cache: Cache, working: Working) -> Memo[str, str, float]:
    storage: Storage[str, str, float] = Storage(
        cache, lambda estimator, text: digest("estimate", estimator, text), records()
    )
    return Memo(storage, stage="estimates", order=len, working=working)


def statistics_memo(cache: Cache) -> Memo[str, Sentence, Any]:
    def key(metric: str, sentence: Sentence) -> str:
        edits = sentence.edits
        sides = (
            "\n".join(f"{edit.start} {edit.end} {edit.type} {' '.join(edit.replacement)}" for edit in side)
            for side in (edits.hypothesis, *edits.references)
        )
        return digest("statistics", VERSION, metric, "\n".join(edits.source), *sides)

    return Memo(Storage(cache, key, records()), stage="statistics", batch_size=SENTENCES_PER_BATCH)


def judgement_memo(cache: Cache) -> Memo[JudgeIdentity, ModelQuestion, int]:
    storage: Storage[JudgeIdentity, ModelQuestion, int] = Storage(
        cache, lambda judge, question: digest("judgement", judge.owner, question.prompt), records()
    )
    return Memo(storage, capacity=JUDGEMENTS_IN_MEMORY)


def judge_files_memo(cache: Cache) -> Memo[None, str, str]:
    """Return the memo of the identities of language models in folders, by the state of their files."""
    storage: Storage[None, str, str] = Storage(cache, lambda _, state: digest("judge files", state), records(str, str))
    return Memo(storage)
