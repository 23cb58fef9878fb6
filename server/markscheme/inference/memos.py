"""The memos of everything that models compute: how each value is keyed and kept, and what stays in memory.

Keys and stored values are those of earlier versions, so that a cache stays valid. The key of sentences changes with the
rules by which text is tokenised.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING, Any

import cattrs

from markscheme.edits.edit import Edit, Edits, edit_lines
from markscheme.inference.cache import Cache, digest
from markscheme.inference.judge import JudgeIdentity
from markscheme.inference.memo import BATCH_SIZE, Memo, records, vectors
from markscheme.languages.pipeline import SentenceSpan
from markscheme.languages.segments import Span
from markscheme.metrics.base import ModelQuestion, Sentence
from markscheme.version import VERSION

if TYPE_CHECKING:
    from markscheme.edits.extraction import Pair
    from markscheme.inference.encoder import Vectors

TextPair = tuple[str, str]
Working = AbstractContextManager[Any]
"""The lock of the models: one thread computes at a time."""

PASSAGES_IN_MEMORY = 20_000
"""Passages whose edits, alignment and marks stay in memory."""
JUDGEMENTS_IN_MEMORY = 200_000
LANGUAGES_IN_MEMORY = 1_000
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

    codec = records(_converter.unstructure, structure)
    return Memo(cache, key, codec, stage="edits", capacity=PASSAGES_IN_MEMORY, working=working)


def sentence_memo(cache: Cache, working: Working) -> Memo[str, str, tuple[SentenceSpan, ...]]:
    def to_json(sentences: tuple[SentenceSpan, ...]) -> Any:
        return [[[span.start, span.end] for span in sentence.tokens] for sentence in sentences]

    def from_json(value: Any) -> tuple[SentenceSpan, ...]:
        return tuple(SentenceSpan(tuple(Span(*span) for span in spans)) for spans in value)

    codec = records(to_json, from_json)
    return Memo(cache, partial(digest, "split at run-ons"), codec, stage="sentences", working=working)


def language_memo(cache: Cache, working: Working) -> Memo[str, tuple[str, ...], str]:
    def key(detector: str, stretches: tuple[str, ...]) -> str:
        return digest("language", detector, *stretches)

    return Memo(cache, key, records(), stage="language", capacity=LANGUAGES_IN_MEMORY, working=working)


def vector_memo(
    cache: Cache, working: Working, texts: int | Callable[[], int] = BATCH_SIZE
) -> "Memo[str, str, Vectors]":
    """Return the memo of sentence vectors; ``texts``, or what it returns, are encoded and kept at a time."""
    return Memo(cache, digest, vectors(), stage="vectors", order=len, batch_size=texts, working=working)


def similarity_memo(cache: Cache, working: Working) -> Memo[str, TextPair, float]:
    """Return the memo of similarities, by encoder and layer; token states, a thousand times as large, are not kept."""

    def key(encoder: str, pair: TextPair) -> str:
        return digest("similarity", encoder, *pair)

    return Memo(cache, key, records(), stage="vectors", batch_size=PAIRS_PER_BATCH, working=working)


def estimate_memo(cache: Cache, working: Working) -> Memo[str, str, float]:
    return Memo(cache, partial(digest, "estimate"), records(), stage="estimates", order=len, working=working)


def statistics_memo(cache: Cache) -> Memo[str, Sentence, Any]:
    def key(metric: str, sentence: Sentence) -> str:
        edits = sentence.edits
        sides = map(edit_lines, (edits.hypothesis, *edits.references))
        return digest("statistics", VERSION, metric, "\n".join(edits.source), *sides)

    return Memo(cache, key, records(), stage="statistics", batch_size=SENTENCES_PER_BATCH)


def judgement_memo(cache: Cache) -> Memo[JudgeIdentity, ModelQuestion, int]:
    def key(judge: JudgeIdentity, question: ModelQuestion) -> str:
        return digest("judgement", judge.owner, question.prompt)

    return Memo(cache, key, records(), capacity=JUDGEMENTS_IN_MEMORY)


def judge_files_memo(cache: Cache) -> Memo[None, str, str]:
    """Return the memo of the identities of language models in folders, by the state of their files."""
    return Memo(cache, lambda _, state: digest("judge files", state), records())
