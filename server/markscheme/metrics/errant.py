"""ERRANT's scores: which edits of a hypothesis are a reference's, as ``errant_compare`` counts them.

Bryant, Felice and Briscoe, *Automatic Annotation and Evaluation of Error Types for Grammatical Error Correction*, ACL
2017. A line that stands twice in M2 counts twice. A passage that was found unclear (``Um``) counts as a deletion where
the line has no correction.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cached_property, partial
from typing import Any, Literal, cast

import attrs

from markscheme.documents.corpus import DETECTION
from markscheme.documents.m2_lines import Lines, View
from markscheme.edits.edit import Edits, PassageEdits
from markscheme.metrics import base
from markscheme.metrics.overlap import Overlap, OverlapMetric, OverlapScore, OverlapStatistics

TypeCounts = Mapping[str, tuple[int, int, int]]
"""TP, FP and FN by error type. The type of a TP is the reference's."""


class EditLength(StrEnum):
    """How many tokens the edits have that take part."""

    SINGLE = "single"
    """At most one token on each side: ``errant_compare``'s ``-single``."""
    MULTI = "multi"
    """Two tokens or more on a side: ``-multi``."""


@attrs.frozen
class EditFilter:
    """Which edits of hypothesis and references take part; all without settings.

    ``without`` holds error types, such as ``R:PUNCT`` (``-filt``), or patterns of them, such as ``*:PUNCT``.
    """

    without: tuple[str, ...] = ()
    """Error types whose edits take no part, or patterns of them."""
    length: EditLength | None = None
    """The length of the edits that take part; ``null`` for any."""

    def __bool__(self) -> bool:
        return bool(self.without) or self.length is not None

    def keeps(self, line: "TypedLine") -> bool:
        """Return whether an edit takes part.

        >>> comma = (3, 3, ",", "M:PUNCT")
        >>> EditFilter(("*:PUNCT",)).keeps(comma), EditFilter(length=EditLength.SINGLE).keeps(comma)
        (False, True)
        """
        start, end, words, kind = line
        if any(map(partial(_is_of, kind), self.without)):
            return False
        # a blank token is none, as in errant_compare
        return self.length is None or (self.length is EditLength.SINGLE) == (max(end - start, len(words.split())) < 2)

    def unmatched(self, types: Collection[str]) -> tuple[str, ...]:
        """Return the types and patterns to be left out that none of the edits' types is of."""
        return tuple(kind for kind in self.without if not any(_is_of(one, kind) for one in types))

    @property
    def settings(self) -> Mapping[str, object]:
        return {
            "without": ",".join(sorted(self.without)) or None,
            "edits": None if self.length is None else self.length.value,
        }


def _is_of(type_: str, kind: str) -> bool:
    return type_ == kind or fnmatchcase(type_, kind)


TypedLine = tuple[int, int, str, str]
"""An edit as :class:`~markscheme.documents.m2_lines.View` ``TYPES`` shows it."""
Key = tuple[object, ...]
"""What two edits must have in common to be equal."""


def typed_lines(edits: Edits) -> list[TypedLine]:
    return [(edit.start, edit.end, " ".join(edit.replacement), edit.type) for edit in edits]


def _tokens(line: TypedLine) -> Iterator[Key]:
    """Yield each token of an edit's span, as ``errant_compare`` does; an insertion's is the one on its right.

    A span that begins at -1 has that place alone, and one that ends before it begins has none.
    """
    start, end = line[:2]
    yield from ((token,) for token in range(start, start + 1 if start in (-1, end) else end))


def _span(line: TypedLine) -> Iterator[Key]:
    yield line[:2]


def _correction(line: TypedLine) -> Iterator[Key]:
    yield line[:3]


def _typed_correction(line: TypedLine) -> Iterator[Key]:
    yield line


def _typed_span(line: TypedLine) -> Iterator[Key]:
    yield line[0], line[1], line[3]


Mode = Literal["cs", "cse", "ds", "dt", "type"]
"""What is counted: corrections, corrections with their types, spans, tokens, or spans with their types."""


@attrs.frozen
class SpanMode:
    """What makes two edits equal: one of their ``keys`` in common. ``counts_detections``: uncorrected ones count."""

    title: str
    keys: Callable[[TypedLine], Iterator[Key]] = attrs.field(repr=False)
    counts_detections: bool = False


MODES: Mapping[str, SpanMode] = {
    "dt": SpanMode("Token-based detection", _tokens, counts_detections=True),
    "ds": SpanMode("Span-based detection", _span, counts_detections=True),
    "cs": SpanMode("Span-based correction", _correction),
    "cse": SpanMode("Span-based correction and classification", _typed_correction),
    "type": SpanMode("Span-based classification, whatever the correction", _typed_span),
}

Count = Literal["tp", "fp", "fn"]
CountedLine = tuple[Count, int, int, TypedLine]
"""What an edit counts as (a ``tp`` is the reference's edit), and where: in ``dt``, one token of it."""


@attrs.frozen(kw_only=True)
class Errant(OverlapMetric):
    """ERRANT's P, R and F of beta.

    At corpus level a sentence's reference is the one that makes the running total's F best, ties broken by more TP,
    fewer FP and fewer FN, as ``errant_compare`` does; at sentence level the one with the best F. ``mode``, ``edits``
    and ``without`` are its ``-dt``, ``-ds``, ``-cs`` and ``-cse``; ``-single`` and ``-multi``; and ``-filt``, with
    commas between types or patterns of them.
    """

    name = "errant"
    title = "ERRANT"
    counts_lines = True
    needs = frozenset({base.Need.REFERENCES, base.Need.EDITS})
    decimals = 4  # as errant_compare

    mode: Mode = "cs"
    edits: Literal["all", "single", "multi"] = "all"
    without: str = ""

    @cached_property
    def chosen(self) -> EditFilter:
        """Which edits take part."""
        without = tuple(kind for part in self.without.split(",") if (kind := part.strip()))
        return EditFilter(without, None if self.edits == "all" else EditLength(self.edits))

    @property
    def view(self) -> View:
        return View.WORDS if self._counts_words else View.TYPES

    @property
    def _counts_words(self) -> bool:
        return self.mode == "cs" and not self.chosen

    def signature_settings(self, models: base.ModelNames) -> Mapping[str, object]:
        mode = {} if self.mode == "cs" else {"mode": self.mode}
        return {**mode, "beta": self.beta, **self.chosen.settings}

    def statistics(self, sentence: base.Sentence, outputs: base.ModelOutputs) -> OverlapStatistics:
        hypothesis, references = self.lines(sentence.edits)
        return self.overlaps(hypothesis, references)

    def line_statistics(
        self, source: str, length: int, hypothesis: Lines, references: Sequence[Lines]
    ) -> OverlapStatistics:
        if self._counts_words:
            return _overlaps(hypothesis, references)
        return self.overlaps(cast("Sequence[TypedLine]", hypothesis), cast("Sequence[Sequence[TypedLine]]", references))

    def lines(self, edits: PassageEdits) -> tuple[list[TypedLine], list[list[TypedLine]]]:
        """Return what a hypothesis and its references state."""
        return typed_lines(edits.counted_hypothesis), list(map(typed_lines, edits.counted_references))

    def overlaps(self, hypothesis: Iterable[TypedLine], references: Iterable[Iterable[TypedLine]]) -> OverlapStatistics:
        """Return what a hypothesis has in common with each reference."""

        def keys(lines: Iterable[TypedLine]) -> list[Hashable]:
            return [key for key, _ in self._keyed(lines)]

        return _overlaps(keys(hypothesis), map(keys, references))

    def _keyed(self, lines: Iterable[TypedLine]) -> Iterator[tuple[Key, TypedLine]]:
        mode, chosen = MODES[self.mode], self.chosen
        for line in lines:
            if (mode.counts_detections or line[3] != DETECTION) and (not chosen or chosen.keeps(line)):
                for key in mode.keys(line):
                    yield key, line

    def counted(self, hypothesis: Iterable[TypedLine], reference: Iterable[TypedLine]) -> Iterator[CountedLine]:
        """Yield what a sentence counts: the hypothesis's edits, then the missing ones."""
        predicted, expected = _by_key(self._keyed(hypothesis)), _by_key(self._keyed(reference))
        for key, lines in predicted.items():
            yield from _counted(key, expected.get(key, lines), "tp" if key in expected else "fp")
        for key, lines in expected.items():
            if key not in predicted:
                yield from _counted(key, lines, "fn")

    def types(self, hypothesis: Iterable[TypedLine], reference: Iterable[TypedLine]) -> TypeCounts:
        """Return what a sentence counts by error type."""
        counts = Counter((line[3], count) for count, _, _, line in self.counted(hypothesis, reference))
        types = dict.fromkeys(kind for kind, _ in counts)
        return {kind: (counts[kind, "tp"], counts[kind, "fp"], counts[kind, "fn"]) for kind in types}


def _by_key(keyed: Iterable[tuple[Key, TypedLine]]) -> dict[Key, list[TypedLine]]:
    """Return the edits by their keys; an edit that stands twice is there twice."""
    by_key: dict[Key, list[TypedLine]] = {}
    for key, line in keyed:
        by_key.setdefault(key, []).append(line)
    return by_key


def _counted(key: Key, lines: Iterable[TypedLine], count: Count) -> Iterator[CountedLine]:
    for line in lines:
        token: Any = key[0]
        start, end = (token, token + 1) if len(key) == 1 else line[:2]
        yield count, start, end, line


def overlap(hypothesis: Edits, reference: Edits) -> Overlap:
    """Return edits in both (as often as in the reference), hypothesis only, reference only; ``UNK`` is left out."""
    [row] = Errant().overlaps(typed_lines(hypothesis), [typed_lines(reference)])
    return Overlap(*row)


def _overlaps(hypothesis: Sequence[Hashable], references: Iterable[Sequence[Hashable]]) -> OverlapStatistics:
    """Return what a hypothesis has in common with each reference; edits are equal if their keys are."""
    if not hypothesis:
        return tuple([(0, 0, len(reference)) for reference in references])
    predicted = set(hypothesis)
    rows: list[tuple[float, float, float]] = []
    for reference in references:
        if predicted.isdisjoint(reference):
            rows.append((0, len(hypothesis), len(reference)))
            continue
        expected = set(reference)
        if len(predicted) < len(hypothesis) or len(expected) < len(reference):
            rows.append(_repeated_overlap(Counter(hypothesis), Counter(reference)))
            continue
        tp = len(predicted & expected)
        rows.append((tp, len(predicted) - tp, len(expected) - tp))
    return tuple(rows)


def _repeated_overlap(predicted: Counter[Hashable], expected: Counter[Hashable]) -> tuple[int, int, int]:
    tp = sum([expected[key] for key in predicted if key in expected])
    fp = sum([count for key, count in predicted.items() if key not in expected])
    fn = sum([count for key, count in expected.items() if key not in predicted])
    return tp, fp, fn


def evaluate(sentences: Iterable[PassageEdits], *, beta: float = 0.5, level: base.Level = "corpus") -> OverlapScore:
    """Return ERRANT's score. Raise ValueError if there is no sentence, or one without a reference."""
    metric = Errant(beta=beta, level=level)
    return cast("OverlapScore", metric.fold(metric.overlaps(*metric.lines(one)) for one in sentences))
