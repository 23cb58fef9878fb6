"""What a language is: all that marking needs to know about it, as one object.

A language is an instance of :class:`Language`, found by its code through :mod:`markscheme.languages.catalogue`. Its
object loads no spaCy, no ERRANT and no model until one of its functions is called.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from markscheme.languages.spacing import Joining
from markscheme.languages.tolerance import Tolerance, Tolerances
from markscheme.registry import Registry

if TYPE_CHECKING:
    from spacy.language import Language as SpacyPipeline


class LanguageError(Exception):
    """A language is not known, or its pipeline can't be loaded; the message says what to do."""


@attrs.frozen
class BundledPipeline:
    """The spaCy pipeline that is installed with the language.

    Attributes
    ----------
    identity
        Name and version, by which edits are cached and which signatures show.
    folder
        Return the pipeline's folder.
    """

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
    """ERRANT's types in words.

    Attributes
    ----------
    missing, unnecessary, replaced
        What an edit does, for ``M``, ``U`` and ``R``; ``{0}`` stands for the category's name.
    categories
        The category's name, by ERRANT's code without its first part, such as ``VERB:SVA``.
    groups
        A group of types in a teacher's words, by the whole code, such as ``M:NOUN``, or by the category's.
    other
        The group of types that are in no other.
    codes
        The short form of each group, for a margin.
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


def _no_offsets(text: str) -> tuple[int, ...]:
    del text
    return ()


def _no_slips(text: str) -> int:
    del text
    return 0


TypeRule = Callable[[Sequence[str], Sequence[str], str], str]
"""Return the type of an edit, given its tokens in the source, its tokens in the target and ERRANT's type."""


def unamended_type(_before: Sequence[str], _after: Sequence[str], error_type: str) -> str:
    """Return ERRANT's type."""
    return error_type


EvidenceRule = Callable[[str, str, str], bool]
"""Return whether the words of a correction show its kind, given the words before and after and ERRANT's type."""


def _always(_before: str, _after: str, _error_type: str) -> bool:
    return True


@attrs.frozen
class Rewritten:
    """Words of a text that another version of it has otherwise.

    Attributes
    ----------
    start, end
        Their tokens in the text: a half-open range.
    other
        What the other version has for them.
    type
        ERRANT's type of the change.
    """

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
    """One language.

    Attributes
    ----------
    code
        The ISO 639-1 code, which settings and signatures carry.
    name
        The language's name for people.
    pipeline
        The spaCy pipeline that the setting ``bundled`` stands for.
    load_errant
        Return ERRANT's annotator for a loaded pipeline: its ``merge`` and ``classify`` hold the language's rules.
        ``merge`` reads tags and lemmas only. ``classify`` is first called without dependencies, and again with them if
        it asks for one.
    amended_type
        ERRANT's types as the language amends them.
    sentence_ends
        Tokens that end a sentence, beside the marks of all scripts that spaCy's ``Sentencizer`` has.
    compared
        Return a token of running text as it is compared, so that typography alone makes no edit.
    joining
        Which words stick to their neighbours in running text.
    error_types
        ERRANT's types in words.
    is_evident
        Which kinds of errors corrections show by their words alone: learners are told of no others.
    agrees
        Which words of a text have the form that they have because of a phrase elsewhere in it.
    sample
        A sentence to check a pipeline with.
    encoder
        The encoder that the setting ``bundled`` stands for.
    judge_prompt
        What a language model is asked about one edit, with the fields ``{sentence}`` and ``{edit}``.
    tolerances
        The differences between corrections that an exercise may ignore, by name.
    tokenised_as
        Return running text as the tokenizer reads it. Each character stays at its offset.
    run_on_ends
        Return the offsets in running text where a sentence ends and no white space follows.
    detected_as
        Codes of languages so close that a detector may take a learner's text for one of them.
    slips
        Return the number of slips that show on the surface of a text, to compare versions of it.
    comments
        The file of its bank of comments for students, as :mod:`markscheme.exercises.comments` reads it; ``None``
        without one.
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
    amended_type: TypeRule = unamended_type
    is_evident: EvidenceRule = _always
    agrees: AgreementRule = no_agreement
    tolerances: Registry[Tolerance] = attrs.field(factory=lambda: Registry[Tolerance]("tolerance", {}))
    tokenised_as: Callable[[str], str] = str
    run_on_ends: Callable[[str], Iterable[int]] = _no_offsets
    detected_as: tuple[str, ...] = ()
    slips: Callable[[str], int] = _no_slips
    comments: Path | None = None

    def tolerances_of(self, names: Iterable[str]) -> Tolerances:
        """Return the tolerances of these names, in the registry's order; names of other languages are left out."""
        wanted = frozenset(names)
        return Tolerances(tuple(self.tolerances.get(name) for name in self.tolerances.names if name in wanted))
