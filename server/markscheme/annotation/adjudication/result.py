"""The adjudicated text: what is decided, what everybody agrees on, and what a policy says of open sentences."""

from collections.abc import Callable, Iterator, Sequence

import attrs

from markscheme.annotation.adjudication.adjudication import Adjudication, State
from markscheme.annotation.adjudication.differences import Place, PlaceVersion, Sentence
from markscheme.annotation.adjudication.taking import majority, open_places, rulings_of
from markscheme.annotation.pool import Pool, PooledText
from markscheme.edits.edit import Edit
from markscheme.exercises.adjudication.provenance import comment_of
from markscheme.exercises.adjudication.ruling import Ruling
from markscheme.formats.corpus import Corpus, Correction, Entry, TextEdit, apply_edits
from markscheme.formats.m2.annotation_lines import annotation_line, noop_line, written_type
from markscheme.formats.token_edits import text_edits
from markscheme.languages.spacing import spaced
from markscheme.registry import Registry
from markscheme.text.errors import DocumentError
from markscheme.text.positions import Span

ADJUDICATED = "adjudicated"
"""The name of the one who corrected the result."""


@attrs.frozen
class Policy:
    """What stands at the open places of a result.

    Attributes
    ----------
    choose
        Return the version of an open place; ``None`` leaves the source. The last argument is an annotator's name.
    words
        The same in words; ``{0}`` stands for the annotator's name.
    at_version, without_version
        What stands at one place, in words: where the policy chooses a version, and where it has none.
    needs_name
        Whether it is about one annotator.
    """

    choose: Callable[[Sentence, Place, str], PlaceVersion | None]
    words: str
    at_version: str = ""
    without_version: str = "the source"
    needs_name: bool = False


MAJORITY = Policy(
    lambda sentence, place, _: majority(place, len(sentence.annotators)),
    "the version of more than half of the annotators, and the source where there is none",
    "the version of more than half of the annotators",
    "the source: no version has more than half of the annotators",
)
FIRST = Policy(
    lambda _sentence, place, name: place.version_of(name),
    "the version of {0}, and the source where {0} has not seen the sentence",
    "the version of {0}",
    "the source: {0} has not seen the sentence",
    needs_name=True,
)
LEAVE = Policy(lambda *_: None, "the source")

POLICIES: Registry[Policy] = Registry(
    "way to fill in open sentences", {name: f"{__name__}:{name.upper()}" for name in ("majority", "first", "leave")}
)


@attrs.frozen
class OpenChoice:
    """A policy with the annotator that it is about."""

    policy: Policy
    annotator: str = ""

    @property
    def words(self) -> str:
        """What stands at open places."""
        return self.policy.words.format(self.annotator)

    def words_at(self, version: PlaceVersion | None) -> str:
        """Return what stands at an open place with a version; ``None`` without one."""
        words = self.policy.without_version if version is None else self.policy.at_version
        return words.format(self.annotator)

    def chosen(self, sentence: Sentence, place: Place) -> PlaceVersion | None:
        """Return the version that stands at an open place; ``None`` for the source."""
        return self.policy.choose(sentence, place, self.annotator)


def open_choice(text: str, annotators: Sequence[str]) -> OpenChoice:
    """Return the choice of ``majority``, ``leave`` or ``first NAME``.

    Raises
    ------
    DocumentError
        If there is no such policy or annotator.
    """
    name, _, annotator = text.strip().partition(" ")
    if name not in POLICIES.names:
        raise DocumentError(
            f"open sentences can't be filled in by {name!r}", remedy="Write majority, leave or first NAME"
        )
    policy: Policy = POLICIES.get(name)
    if policy.needs_name and annotator.strip() not in annotators:
        raise DocumentError(
            f"there is no annotator {annotator.strip()!r}", remedy=f"The annotators are {', '.join(annotators)}"
        )
    return OpenChoice(policy, annotator.strip())


@attrs.frozen
class ResultEdit:
    """A correction or a mark of the result with the comment that says where it is from."""

    edit: Edit
    comment: str


@attrs.frozen
class ResultSentence:
    """A sentence of the result.

    Attributes
    ----------
    comment
        What is said of the sentence where nothing is changed.
    """

    sentence: Sentence
    edits: tuple[ResultEdit, ...]
    comment: str


@attrs.frozen
class Result:
    """The adjudicated sentences, and how many of them a policy filled in."""

    sentences: tuple[ResultSentence, ...]
    filled: int = 0
    words: str = ""


def result_of(adjudication: Adjudication, choice: OpenChoice | None = None) -> Result:
    """Return the adjudicated sentences.

    Raises
    ------
    DocumentError
        If sentences are open and nobody says what stands there.
    """
    opened = adjudication.open_sentences
    if opened and choice is None:
        first = " ".join(opened[0].source)
        raise DocumentError(
            f"{len(opened)} of {len(adjudication.differences.sentences)} sentences are open; the first one is "
            f"number {opened[0].index + 1}, {first!r}",
            path=adjudication.path,
            remedy="Decide them, or choose with --open majority, --open 'first NAME' or --open leave",
        )
    sentences = tuple(_sentence(adjudication, item, choice) for item in adjudication.differences.sentences)
    return Result(sentences, len(opened), choice.words if choice is not None and opened else "")


def _sentence(adjudication: Adjudication, sentence: Sentence, choice: OpenChoice | None) -> ResultSentence:
    record = adjudication.record(sentence)
    rulings = rulings_of(sentence, record)
    edits = [ResultEdit(_edit(item), comment_of(item.provenance)) for item in rulings if not item.stays]
    left = [comment_of(item.provenance) for item in rulings if item.stays]
    if choice is not None and adjudication.state(sentence) is State.OPEN:
        filled = [(place, choice.chosen(sentence, place)) for place in open_places(sentence, record)]
        edits += (ResultEdit(edit, _open_comment(item, choice)) for _, item in filled if item for edit in item.edits)
        left += (_open_comment(item, choice, place) for place, item in filled if item is None or item.leaves)
    edits.sort(key=lambda item: (item.edit.start, item.edit.end))
    if edits and choice is not None and left:
        edits[0] = attrs.evolve(edits[0], comment="; ".join([edits[0].comment, *filter(_is_open, left)]))
    return ResultSentence(sentence, tuple(edits), "; ".join([*left[:1], *filter(_is_open, left[1:])]))


def _edit(item: Ruling) -> Edit:
    return Edit(item.start, item.end, item.replacement, item.type)


_NOT_DECIDED = "not decided"


def _open_comment(version: PlaceVersion | None, choice: OpenChoice, left: Place | None = None) -> str:
    """Return what is said of an open place: the policy, who has the same there, and which place is left."""
    names = "" if version is None else f" ({', '.join(version.people)})"
    where = "" if left is None else f" at {left.start} {left.end}"
    return f"{_NOT_DECIDED}{where}: {choice.words_at(version)}{names}".replace("|||", "| | |")


def _is_open(comment: str) -> bool:
    return comment.startswith(_NOT_DECIDED)


def result_m2(result: Result) -> str:
    """Return the result as M2 of one annotator, whose comments say who decided what.

    Raises
    ------
    DocumentError
        If M2 can't hold a sentence.
    """
    return "".join(f"{line}\n" for item in result.sentences for line in _m2_lines(item))


def _m2_lines(item: ResultSentence) -> Iterator[str]:
    source = item.sentence.source
    yield f"S {' '.join(source)}"
    if not item.edits:
        yield noop_line(0, comment=item.comment) if item.comment else noop_line(0)
    for one in item.edits:
        edit = one.edit
        kind = (
            written_type([edit.type], source[edit.start : edit.end], edit.replacement) if edit.corrects else edit.type
        )
        try:
            yield annotation_line(edit.start, edit.end, kind, edit.replacement, 0, one.comment)
        except ValueError as error:
            raise DocumentError(f"sentence {item.sentence.index + 1} can't be written as M2: {error}") from None
    yield ""


def result_corpus(result: Result, pool: Pool, *, tokenised: bool) -> Corpus:
    """Return the result as a corpus with one reference.

    Parameters
    ----------
    tokenised
        Whether each sentence is an entry; else each text is one, with the white space of its source.
    """
    if tokenised or all(sentence.passage.parallel for sentence in pool.sentences):
        return Corpus(tuple(map(_sentence_entry, result.sentences)), tokenised=True)
    entries = [_text_entry(number, text, result, pool) for number, text in enumerate(pool.texts)]
    return Corpus(tuple(entries), tokenised=False)


def _sentence_entry(item: ResultSentence) -> Entry:
    source = " ".join(item.sentence.source)
    edits = text_edits(source, tuple(one.edit for one in item.edits))
    return Entry("", source, references=(Correction(ADJUDICATED, apply_edits(source, edits), edits),))


def _text_entry(number: int, text: PooledText, result: Result, pool: Pool) -> Entry:
    source = text.source.text
    edits: list[TextEdit] = []
    for pooled, item in zip(pool.sentences, result.sentences, strict=True):
        for one in item.edits if pooled.text == number else ():
            place = pooled.passage.source.characters(one.edit.start, one.edit.end)
            edits.append(_text_edit(source, place, one.edit, edits[-1].span.end if edits else 0))
    entry_id = text.exercise if len(pool.texts) > 1 else ""
    return Entry(entry_id, source, references=(Correction(ADJUDICATED, apply_edits(source, edits), tuple(edits)),))


def _text_edit(source: str, place: Span, edit: Edit, free: int) -> TextEdit:
    """Return an edit in characters; what lies before ``free`` is changed already."""
    if not edit.corrects:
        return TextEdit(place, None, edit.type)
    span, words = spaced(source, place, " ".join(edit.replacement))
    return TextEdit(Span(max(span.start, free), max(span.end, free)), words, edit.type)
