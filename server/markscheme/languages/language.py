"""What a language is: all that marking needs to know about it, as one object.

:func:`find_language` finds it by its code. It loads no spaCy, ERRANT or model until one of its functions is called.

In text that is tokenised by white space (parallel lines) one space stands between two tokens. In running text
punctuation and contractions stick to the word before them, as the language says.

Tolerances: differences that a teacher may ignore, such as ``colour`` beside ``color``. Each maps the tokens of a place
to a canonical form; corrections are equal enough if these are equal after all that are switched on. So "equal enough"
is symmetric, reflexive and transitive.

Which language a text is in is found out offline by py3langid (after langid.py; Lui and Baldwin, 2012).

A text is in another language only if more than half of its stretches of about twenty words are. Learners' errors and
foreign names do not make English another language, and a quotation does not decide for its essay.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain, combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import attrs

from markscheme.errors import LanguageError, RegistryError
from markscheme.languages.segments import Span
from markscheme.registry import Registry

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier
    from spacy.language import Language as SpacyPipeline

_GAP = re.compile(r"[^\S\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]*")


@attrs.frozen
class Joining:
    """Which words stick to their neighbours in running text. ``sticks_to_before``: matches the beginning of words right
    behind the word before: closing marks, contractions. ``opening``: marks right before the next word. ``quote``: the
    mark that opens and closes a quotation alike.
    """

    sticks_to_before: re.Pattern[str]
    opening: frozenset[str]
    quote: str


def spaced(
    text: str, span: Span, words: str, *, tokenised: bool = False, joining: Joining | None = None
) -> tuple[Span, str]:
    """Return where to put words in place of those under ``span``, and the words with the spaces that they need.

    Other lines are never touched, and white space that is right already stays.

    >>> spaced("in bank", Span(3, 3), "the")
    (Span(start=3, end=3), 'the ')
    >>> spaced("in the bank", Span(3, 6), "")
    (Span(start=3, end=7), '')
    >>> spaced("I do go", Span(5, 5), "n't")
    (Span(start=4, end=5), "n't ")

    ``span``: tokens of ``text``, or an empty span before a token or at a sentence's end. ``words``: the words to put
    there, without white space about them; empty to delete. ``tokenised``: whether one space stands between any two
    tokens, punctuation included. ``joining``: the language's rules; by default those of the default language.
    """
    words = " ".join(words.split()) if tokenised else words.strip()
    place = _Surroundings.of(text, span, tokenised, joining or find_language().joining)
    if words:
        return place.with_words(words)
    return place.without_words() if place.own else (span, "")


@attrs.frozen
class _Surroundings:
    span: Span
    own: str
    before: str
    gap_before: str
    gap_behind: str
    behind: str
    tokenised: bool
    joining: Joining

    @classmethod
    def of(cls, text: str, span: Span, tokenised: bool, joining: Joining) -> "_Surroundings":
        line_start = max(text.rfind(mark, 0, span.start) for mark in "\n\r") + 1
        ends = [end for mark in "\n\r" if (end := text.find(mark, span.end)) >= 0]
        before, behind = text[line_start : span.start], text[span.end : min(ends, default=len(text))]
        gap_before, gap_behind = _gap(before[::-1])[::-1], _gap(behind)
        before, behind = before[: len(before) - len(gap_before)], behind[len(gap_behind) :]
        return cls(
            span,
            span.of(text),
            "" if before[-1:].isspace() else before,
            gap_before,
            gap_behind,
            "" if behind[:1].isspace() else behind,
            tokenised,
            joining,
        )

    def with_words(self, words: str) -> tuple[Span, str]:
        start, end, lead, trail = self.span.start, self.span.end, "", ""
        if self.behind and not self.gap_behind and self._needs_space_behind(words):
            trail = " "
        if self.before and self._sticks_to_before(words) and not self._sticks_to_before(self.own):
            start -= len(self.gap_before)
            trail = (self.gap_before or trail) if trail and not self.own else trail
        elif self.before and not self.gap_before and self._needs_space_before(words):
            lead = " "
        if self.own and self._sticks_to_behind(words) and not self._sticks_to_behind(self.own):
            end += len(self.gap_behind)
        return Span(start, end), lead + words + trail

    def without_words(self) -> tuple[Span, str]:
        start, end, words = self.span.start, self.span.end, ""
        if not self.behind or (self.gap_before and not self.gap_behind and self._sticks_to_before(self.behind)):
            start -= len(self.gap_before) if self.before else 0
        elif not self.before or self.gap_before or self._is_opened:
            end += len(self.gap_behind)
        elif not self.gap_behind and self._runs_together(self.before, self.behind):
            words = " "
        return Span(start, end), words

    def _sticks_to_before(self, words: str) -> bool:
        closes = words.startswith(self.joining.quote) and not words[1:2].isalnum() and self._is_quoted
        return not self.tokenised and bool(closes or self.joining.sticks_to_before.match(words))

    def _sticks_to_behind(self, words: str) -> bool:
        opens = words == self.joining.quote and not self._is_quoted
        return not self.tokenised and (words[-1:] in self.joining.opening or opens)

    @property
    def _is_quoted(self) -> bool:
        return self.before.count(self.joining.quote) % 2 == 1

    @property
    def _is_opened(self) -> bool:
        if self.tokenised:
            return False
        last = self.before[-1]
        return last in self.joining.opening or (last == self.joining.quote and self._is_quoted)

    def _runs_together(self, before: str, behind: str) -> bool:
        return self.tokenised or (before[-1].isalnum() and behind[0].isalnum() and not self._sticks_to_before(behind))

    def _needs_space_before(self, words: str) -> bool:
        if self._is_opened or self._sticks_to_before(words):
            return False
        return not self.own or self._sticks_to_before(self.own) or self._runs_together(self.before, words)

    def _needs_space_behind(self, words: str) -> bool:
        if self._sticks_to_behind(words) or self._sticks_to_before(self.behind):
            return False
        return not self.own or self._sticks_to_behind(self.own) or self._runs_together(words, self.behind)


def _gap(text: str) -> str:
    match = _GAP.match(text)
    return match[0] if match else ""


Tokens = tuple[str, ...]


class CanonicalForm(Protocol):
    """Map the tokens of a place to their canonical form. ``before``, ``after``: the tokens beside the place in its
    passage, not mapped; they decide whether it begins a sentence, ends a quotation or is inside a number.
    """

    def __call__(self, tokens: Tokens, /, *, before: Tokens, after: Tokens) -> Tokens: ...


@attrs.frozen
class Tolerance:
    """A kind of difference that does not count.

    ``remark``: how a correction differs that is equal enough; ``{0}`` stands for the reference's words. ``example`` is
    empty for a tolerance that is not offered where a class is set up, since it also hides errors.
    """

    name: str
    """The name in ``markscheme.toml``."""
    title: str
    """The name for people."""
    remark: str
    canonical: CanonicalForm
    example: str = ""
    """The variants, parted by a semicolon."""

    def explain(self, words: str) -> str:
        """Return how a correction differs from the reference's words, for people.

        >>> Tolerance("toy", "Toys", "another toy than {0}", lambda tokens, *, before, after: tokens).explain("ball")
        'another toy than “ball”'
        """
        return self.remark.format(f"“{words}”")


@attrs.frozen
class Tolerances:
    """The tolerances that are switched on, in the order in which their canonical forms are applied."""

    switched_on: tuple[Tolerance, ...] = ()

    def __iter__(self) -> Iterator[Tolerance]:
        return iter(self.switched_on)

    def __bool__(self) -> bool:
        return bool(self.switched_on)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(tolerance.name for tolerance in self.switched_on)

    def canonical(self, tokens: Tokens, before: Tokens = (), after: Tokens = ()) -> Tokens:
        return _form(tokens, self.switched_on, before, after)

    def equal(
        self, one: Tokens, other: Tokens, before: Tokens = (), after: Tokens = ()
    ) -> tuple[Tolerance, ...] | None:
        """Return the tolerances that make two corrections of a place equal; ``None`` if they are not equal enough.
        ``before``, ``after``: the tokens beside the place, the same for both sides, as the source's are.
        """
        if one == other:
            return ()
        if self.canonical(one, before, after) != self.canonical(other, before, after):
            return None
        return next(
            subset
            for subset in self._subsets()
            if _form(one, subset, before, after) == _form(other, subset, before, after)
        )

    def _subsets(self) -> Iterator[tuple[Tolerance, ...]]:
        for size in range(1, len(self.switched_on) + 1):
            yield from combinations(self.switched_on, size)


def _form(tokens: Tokens, tolerances: Iterable[Tolerance], before: Tokens, after: Tokens) -> Tokens:
    for tolerance in tolerances:
        tokens = tolerance.canonical(tokens, before=before, after=after)
    return tokens


@attrs.frozen
class BundledPipeline:
    """The spaCy pipeline installed with the language; ``identity``: name and version, in signatures and for caches."""

    identity: str
    folder: Callable[[], Path]


@attrs.frozen
class Sample:
    """A sentence that shows whether a pipeline works: its tokens, and the tag of the token at ``index``."""

    tokens: tuple[str, ...]
    index: int
    tag: str


@attrs.frozen
class ErrorTypes:
    """ERRANT's types in words. ``missing``, ``unnecessary``, ``replaced``: what an edit does, for ``M``, ``U`` and
    ``R``; ``{0}`` is the category's name. ``categories``: by ERRANT's code without its first part, such as
    ``VERB:SVA``. ``groups``: in a teacher's words, by the whole code, such as ``M:NOUN``, or by the category's.
    ``other``: the group of types in no other. ``codes``: the short form of each group, for a margin.
    """

    missing: str
    unnecessary: str
    replaced: str
    categories: Mapping[str, str]
    groups: Mapping[str, str] = attrs.field(factory=dict)
    other: str = "other"
    codes: Mapping[str, str] = attrs.field(factory=dict)

    def name(self, error_type: str) -> str:
        """Return a type in words; a type without a name as it is.

        >>> ErrorTypes("{0} missing", "unnecessary {0}", "{0} replaced", {"DET": "determiner"}).name("M:DET")
        'determiner missing'
        """
        operation, _, category = error_type.partition(":")
        template = {"M": self.missing, "U": self.unnecessary, "R": self.replaced}.get(operation)
        if template is None or category not in self.categories:
            return error_type
        return template.format(self.categories[category])

    def group(self, error_type: str) -> str:
        """Return a type's group; of several types joined by ``+``, the first group that says more than ``other``.

        >>> types = ErrorTypes("", "", "", {}, {"VERB:TENSE": "tense", "M:NOUN": "missing words"}, "other wording")
        >>> [types.group(code) for code in ("R:VERB:TENSE", "M:NOUN", "R:OTHER+M:NOUN", "R:NOUN")]
        ['tense', 'missing words', 'missing words', 'other wording']
        """
        groups = [self._group(code) for code in error_type.split("+")]
        return next((group for group in groups if group != self.other), self.other)

    def code(self, group: str) -> str:
        """Return a group's short form for a margin; of a group without one, such as a teacher's own, its name.

        >>> types = ErrorTypes("", "", "", {}, codes={"tense": "T"})
        >>> types.code("tense"), types.code("Our topic")
        ('T', 'Our topic')
        """
        return self.codes.get(group, group)

    def _group(self, code: str) -> str:
        _, _, category = code.partition(":")
        return self.groups.get(code) or self.groups.get(category) or self.other


TypeRule = Callable[[Sequence[str], Sequence[str], str], str]
"""Return the type of an edit, given its tokens in the source, its tokens in the target and ERRANT's type."""


EvidenceRule = Callable[[str, str, str], bool]
"""Return whether the words of a correction show its kind, given the words before and after and ERRANT's type."""


@attrs.frozen
class Rewritten:
    """Words of a text (half-open token range) that another version has otherwise, with ERRANT's type of the change."""

    start: int
    end: int
    other: tuple[str, ...]
    type: str = ""


AgreementRule = Callable[[Sequence[str], Rewritten, Rewritten], bool | None]
"""Return whether some words of a text, the last argument, are as a phrase of it asks; ``None`` if it asks nothing."""


def no_agreement(_text: Sequence[str], _phrase: Rewritten, _words: Rewritten) -> None:
    """Return that the phrase asks nothing of the words."""


@attrs.frozen
class Language:
    """One language, by its ISO 639-1 ``code``, which settings and signatures carry.

    ``pipeline``, ``encoder``: those that the setting ``bundled`` stands for. ``load_errant``: return ERRANT's annotator
    for a loaded pipeline: its ``merge`` and ``classify`` hold the language's rules. ``merge`` reads tags and lemmas
    only. ``classify`` is first called without dependencies, and again with them if it asks for one. ``sentence_ends``:
    beside the marks of all scripts that spaCy's ``Sentencizer`` has. ``compared``: return a token of running text as it
    is compared, so that typography alone makes no edit. ``is_evident``: whether feedback may name a kind of error.
    ``agrees``: which words have the form that they have because of a phrase elsewhere in the text. ``sample``: a
    sentence to check a pipeline with. ``judge_prompt``: with the fields ``{sentence}`` and ``{edit}``.
    ``tokenised_as``: return running text as the tokenizer reads it, each character at its offset. ``run_on_ends``:
    return the offsets in running text where a sentence ends and no white space follows. ``detected_as``: codes of
    languages so close that a detector may take a learner's text for one of them. ``evident_words``:
    frequent words, in lower case, that no other language has so often. ``slips``: return the number of slips that show
    on the surface of a text. ``comments``: the file of its bank of comments for students, as
    :mod:`markscheme.exercises.comment_bank` reads it.
    """

    code: str
    name: str
    pipeline: BundledPipeline
    load_errant: Callable[["SpacyPipeline"], Any]
    sentence_ends: tuple[str, ...]
    compared: Callable[[str], str]
    joining: Joining
    error_types: ErrorTypes
    sample: Sample
    encoder: str
    judge_prompt: str
    amended_type: TypeRule = lambda _before, _after, error_type: error_type
    is_evident: EvidenceRule = lambda _before, _after, _type: True
    agrees: AgreementRule = no_agreement
    tolerances: Registry[Tolerance] = attrs.field(factory=lambda: Registry[Tolerance]("tolerance", {}))
    tokenised_as: Callable[[str], str] = str
    run_on_ends: Callable[[str], Iterable[int]] = lambda _text: ()
    detected_as: tuple[str, ...] = ()
    evident_words: frozenset[str] = frozenset()
    slips: Callable[[str], int] = lambda _text: 0
    comments: Path | None = None

    def tolerances_of(self, names: Iterable[str]) -> Tolerances:
        """Return the tolerances of these names, in the registry's order; names of other languages are left out."""
        wanted = frozenset(names)
        return Tolerances(tuple(self.tolerances.get(name) for name in self.tolerances.names if name in wanted))


_NAMES = """
    af Afrikaans, ar Arabic, az Azerbaijani, be Belarusian, bg Bulgarian, bn Bengali, bs Bosnian, ca Catalan, cs Czech,
    cy Welsh, da Danish, de German, el Greek, en English, es Spanish, et Estonian, eu Basque, fa Persian, fi Finnish,
    fr French, ga Irish, gl Galician, he Hebrew, hi Hindi, hr Croatian, hu Hungarian, hy Armenian, id Indonesian,
    is Icelandic, it Italian, ja Japanese, ka Georgian, kk Kazakh, ko Korean, la Latin, lb Luxembourgish,
    lt Lithuanian, lv Latvian, mk Macedonian, ms Malay, mt Maltese, nl Dutch, nn Norwegian, no Norwegian, pl Polish,
    pt Portuguese, ro Romanian, ru Russian, sk Slovak, sl Slovenian, sq Albanian, sr Serbian, sv Swedish, sw Swahili,
    ta Tamil, th Thai, tl Tagalog, tr Turkish, uk Ukrainian, ur Urdu, vi Vietnamese, zh Chinese
"""
_NAME_OF = dict(entry.split() for entry in _NAMES.split(","))
"""Languages by their ISO 639-1 codes."""


def language_name(code: str) -> str:
    """Return a language's name; of a rarer language its code in quotes.

    >>> language_name("cs"), language_name("vec")
    ('Czech', "the language 'vec'")
    """
    return _NAME_OF.get(code, f"the language {code!r}")


DEFAULT_LANGUAGE: Final = "en"


def _fault(code: str, language: object) -> str:
    if not isinstance(language, Language):
        return "it is not a Language"
    return "" if language.code == code else f"its code is {language.code!r}"


LANGUAGES: Registry[Language] = Registry(
    "language", {"en": "markscheme.languages.english:ENGLISH"}, "markscheme.languages", _fault
)


def find_language(code: str = DEFAULT_LANGUAGE) -> Language:
    """Return the language of a code. Raise LanguageError if there is none, or if its package can't be used."""
    try:
        return LANGUAGES.get(code)
    except RegistryError as error:
        raise LanguageError(str(error)) from error


def tolerance_names() -> tuple[str, ...]:
    names = (name for language in LANGUAGES.variants().values() for name in language.tolerances.names)
    return tuple(dict.fromkeys(names))


def error_types() -> tuple[str, ...]:
    """Return ERRANT's types of all languages, with the operation and without it, in the languages' order."""
    languages = LANGUAGES.variants().values()
    categories = dict.fromkeys(category for language in languages for category in language.error_types.categories)
    return (*categories, *(f"{operation}:{category}" for operation in "MRU" for category in categories))


STRETCH_WORDS: Final = 20
"""Least number of words that are judged together; a text with fewer has no judgement."""
MAX_STRETCHES: Final = 50
"""Most stretches of a text that are judged; of a longer text they stand at even distances."""
_MAX_OWN: Final = 0.05
"""Most probability of the expected language in a stretch of another one."""
_MIN_OTHER: Final = 0.5
"""Least probability of the most likely language in a stretch of it."""

_WORD = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]{1,2}|[^\W\d_]+")
"""A word; in scripts that part no words, two letters."""
_NO_LANGUAGE: Final = "zxx"
"""The detector's code of text that is in no language."""


def sample_step(sentences: int) -> int:
    """Return n for a text with this number of sentences: a sample has every n-th of them."""
    return max(1, sentences // (MAX_STRETCHES * STRETCH_WORDS))


def sample(sentences: Sequence[str]) -> tuple[str, ...]:
    """Return stretches from a text's start to its end, of at least :data:`STRETCH_WORDS`; of a long text only some."""
    step = sample_step(len(sentences))
    words = [word for sentence in sentences[::step] for word in _WORD.findall(sentence)]
    count = len(words) // STRETCH_WORDS
    cuts = [number * len(words) // max(count, 1) for number in range(count + 1)]
    numbers = range(count) if count <= MAX_STRETCHES else [i * count // MAX_STRETCHES for i in range(MAX_STRETCHES)]
    return tuple(" ".join(words[cuts[number] : cuts[number + 1]]) for number in numbers)


@cache
def _identifier() -> "LanguageIdentifier":
    """Load the model, which takes most of a second, once in a process."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


_LEAST_EVIDENT: Final = 2
"""Evident words of a stretch in the expected language."""


def _is_evident(stretch: str, language: Language) -> bool:
    return sum(word in language.evident_words for word in stretch.lower().split(" ")) >= _LEAST_EVIDENT


class LanguageDetector:
    """Detects the language of texts. Its model takes 100 MB; it is loaded on first need, and nothing is fetched."""

    @cached_property
    def identity(self) -> str:
        """The name and version by which results are cached."""
        from importlib.metadata import version

        return f"py3langid-{version('py3langid')}"

    def other_language(self, stretches: Sequence[str], language: Language) -> str:
        """Return the ISO 639 code of the language of a text (its :func:`sample`) that is not in ``language``."""
        if sum(_is_evident(stretch, language) for stretch in stretches) > len(stretches) / 2:
            return ""
        others = Counter(chain.from_iterable(self._other(stretch, language) for stretch in stretches))
        return others.most_common(1)[0][0] if others.total() > len(stretches) / 2 else ""

    def _other(self, stretch: str, language: Language) -> tuple[str, ...]:
        ranking = _identifier().rank(stretch)
        likelihoods = dict(ranking)
        own = sum(likelihoods.get(code, 0.0) for code in (language.code, *language.detected_as))
        code, likelihood = ranking[0]
        return (code,) if own <= _MAX_OWN and likelihood >= _MIN_OTHER and code != _NO_LANGUAGE else ()
