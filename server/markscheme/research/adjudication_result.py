"""What adjudication leaves: the exported text, its edits, their origin, and what was changed of each annotator's."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from markscheme.documents.corpus import Corpus, Correction, Entry, StatedEdit, parted, text_edits
from markscheme.documents.files import TextSource
from markscheme.documents.folders import ADJUDICATED_FILE, CONFIGURATION
from markscheme.documents.formats import safe_name
from markscheme.documents.m2 import annotation_line, noop_line
from markscheme.documents.m2_format import comment_of
from markscheme.documents.places import NO_DETAILS, Details, TextEdit
from markscheme.edits.edit import Edit, Edits, TagsUsed, apply_edits, joined_spans
from markscheme.errors import DocumentError
from markscheme.exercises.adjudicated_file import Origin, Provenance, Record, Ruling
from markscheme.exercises.decisions import Words
from markscheme.exercises.discovery import exercises_in, exercises_of, no_exercise
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.moderation import adjudicated_path
from markscheme.languages.language import spaced
from markscheme.languages.segments import Span
from markscheme.marking.driver import TaskSettings
from markscheme.progress import Progress, silent
from markscheme.registry import Registry
from markscheme.research.adjudication import NOBODY, Adjudication, State
from markscheme.research.differences import (
    Differences,
    GivenTag,
    Place,
    PlaceVersion,
    Sentence,
    Signature,
    annotators_of,
    edit_of,
    has_majority,
    most_given,
    signature_of,
    stretches_of,
    words_at,
)
from markscheme.research.pool import Pool, PooledSentence, PooledText, PooledTexts, SentenceVersion, Tags
from markscheme.wording import counted as with_noun
from markscheme.wording import numbered_name, some_of

if TYPE_CHECKING:
    from markscheme.inference.models import Models
    from markscheme.scoring.corpora import CorpusFiles


@attrs.frozen
class AdjudicatedTexts:
    """Texts, without hypotheses, that share a file of decisions (``path``, there or not).

    ``problems``: why others can't be used.
    """

    path: Path
    texts: tuple[PooledTexts, ...]
    problems: tuple[DocumentError, ...] = ()


def adjudicated_exercises(place: Path, read: TextSource) -> tuple[Exercise, ...]:
    """Return the exercises of a folder or a document, with those that share a file of decisions with them. Raise
    DocumentError if there is none with references, or a configuration is broken.
    """
    if os.path.isdir(place) or place.name == CONFIGURATION:
        folder = place if os.path.isdir(place) else place.parent
        chosen = exercises_in(folder, read)
        if not chosen:
            raise no_exercise(folder)
    elif place.name == ADJUDICATED_FILE:
        near = exercises_in(place.parent, read)
        chosen = tuple(item for item in near if item.references and adjudicated_path(item) == place)
    else:
        chosen = exercises_of(place, read)
    chosen = tuple(item for item in chosen if item.references)
    if not chosen:
        raise DocumentError("there is no exercise with references here", path=place)
    paths = {adjudicated_path(item) for item in chosen}
    everything = dict.fromkeys(item for folder in {one.class_folder for one in chosen} for item in exercises_in(folder))
    shared = [item for item in everything if item.references and adjudicated_path(item) in paths]
    return tuple(shared if set(chosen) <= set(shared) else chosen)


def adjudicated_texts(
    exercises: Iterable[Exercise], read: TextSource, settings: TaskSettings = TaskSettings()
) -> tuple[AdjudicatedTexts, ...]:
    """Return the usable texts of exercises by the files of their decisions; raise DocumentError if there is none."""
    groups: dict[Path, list[PooledTexts]] = {}
    problems: list[DocumentError] = []
    for exercise in exercises:
        alone = attrs.evolve(exercise, hypotheses=())
        try:
            groups.setdefault(adjudicated_path(exercise), []).append(PooledTexts.of(alone, read, settings))
        except DocumentError as problem:
            problems.append(problem)
    groups = {path: texts for path, texts in groups.items() if texts}
    if not groups:
        raise (*problems, DocumentError("there is no exercise with references here"))[0]
    first = next(iter(groups))
    return tuple(
        AdjudicatedTexts(path, tuple(texts), tuple(problems) if path == first else ()) for path, texts in groups.items()
    )


def several(path: Path, adjudications: Sequence[object], names: str = "") -> DocumentError:
    """Return why a folder with several adjudications is not one of them."""
    return DocumentError(
        f"there are {len(adjudications)} adjudications in this folder{names}",
        path=path,
        remedy="Name a document of one of them",
    )


CONTEXT = 4
"""Tokens on either side that show where a place is."""


@attrs.frozen
class Change:
    """A place at which the result is not an annotator's version. ``sentence``: from 1. ``source``: the whole sentence.
    ``start``, ``end``: source tokens. ``their_types``, ``result_types``: with ``UNK`` for an error that is only marked.
    ``provenance``: whose version the result has, who decided, when and why.
    """

    sentence: int
    source: Words
    start: int
    end: int
    theirs: Words
    result: Words
    their_types: tuple[str, ...]
    result_types: tuple[str, ...]
    provenance: Provenance

    @property
    def context(self) -> tuple[Words, Words]:
        return self.source[max(0, self.start - CONTEXT) : self.start], self.source[self.end : self.end + CONTEXT]

    @property
    def words(self) -> Words:
        return self.source[self.start : self.end]


@attrs.frozen
class AnnotatorChanges:
    """What was changed of an annotator's, over all decided sentences; ``seen``: how many of them the annotator has
    seen. ``kept``: the number of places in them where the annotator's correction or mark stands in the result.
    """

    annotator: str
    seen: int
    kept: int
    changes: tuple[Change, ...]


def changes_of(adjudication: Adjudication, annotator: str) -> AnnotatorChanges:
    seen = kept = 0
    changes: list[Change] = []
    for sentence in adjudication.differences.sentences:
        record = adjudication.record(sentence)
        if record is None or not record.is_decided or annotator not in sentence.annotators:
            continue
        seen += 1
        for item in _compared(sentence, record, annotator):
            kept += item is None
            changes += [item] if item is not None else []
    return AnnotatorChanges(annotator, seen, kept, tuple(changes))


def _compared(sentence: Sentence, record: Record, annotator: str) -> Iterator[Change | None]:
    """Yield each place of an annotator's: its change, or ``None`` where the annotator's version stands there."""
    edits = sentence.edits_of(annotator)
    rulings = [item for item in record.rulings if not item.is_whole]
    changed: list[tuple[int, int]] = []
    for start, end in stretches_of((edits, tuple(map(edit_of, rulings)))):
        theirs, final = _inside(edits, start, end), _inside(_corrections(rulings), start, end)
        if signature_of(final) not in {signature_of(theirs), *_alternatives(sentence, annotator, start, end)}:
            changed.append((start, end))
        elif theirs:
            yield None
    for start, end in joined_spans(changed):
        theirs, final = _inside(edits, start, end), _inside(_corrections(rulings), start, end)
        yield Change(
            sentence.index + 1,
            sentence.source,
            start,
            end,
            words_at(sentence.source, theirs, start, end),
            words_at(sentence.source, final, start, end),
            tuple(dict.fromkeys(item.type for item in theirs)),
            tuple(dict.fromkeys(item.type for item in final)),
            _provenance([item for item in rulings if item.is_within(start, end)], record),
        )


def _inside(edits: Edits, start: int, end: int) -> Edits:
    return tuple(item for item in edits if start <= item.start and item.end <= end)


def _corrections(rulings: Sequence[Ruling]) -> Edits:
    return tuple(edit_of(item) for item in rulings if not item.stays)


def _alternatives(sentence: Sentence, annotator: str, start: int, end: int) -> Iterator[Signature]:
    for place in sentence.stretches:
        if place.start <= start and end <= place.end:
            versions = (item for item in place.versions if annotator in item.alternatives)
            yield from (signature_of(_inside(item.edits, start, end)) for item in versions)


def _provenance(inside: Sequence[Ruling], record: Record) -> Provenance:
    decided = [item.provenance for item in inside if item.provenance.origin is not Origin.AGREED]
    others = [item.provenance for item in record.rulings if item.provenance.origin is not Origin.AGREED]
    return next(iter([*decided, *(attrs.evolve(item, origin=Origin.LEFT, annotators=()) for item in others)]), NOBODY)


ADJUDICATED = "adjudicated"


@attrs.frozen
class Policy:
    """What stands at the open places of a result. ``choose`` gets an annotator's name last, and returns ``None`` to
    leave the source. ``words``: ``{0}`` is the annotator's name. ``at_version``, ``without_version``: what stands at
    one place, in words: where the policy chooses a version, and where it has none.
    """

    choose: Callable[[Place, str], PlaceVersion | None]
    words: str
    at_version: str = ""
    without_version: str = "the source"
    needs_name: bool = False


MAJORITY = Policy(
    lambda place, _: place.majority,
    "the version of more than half of the annotators, and the source where there is none",
    "the version of more than half of the annotators",
    "the source: no version has more than half of the annotators",
)
FIRST = Policy(
    Place.version_of,
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

    def words_at(self, version: PlaceVersion | None) -> str:
        words = self.policy.without_version if version is None else self.policy.at_version
        return words.format(numbered_name(self.annotator))


def _open_choice(text: str, differences: Differences) -> OpenChoice:
    """Return the choice of ``majority``, ``leave`` or ``first NAME``; raise DocumentError for an unknown one."""
    name, _, annotator = text.strip().partition(" ")
    if name not in POLICIES.names:
        raise DocumentError(
            f"open sentences can't be filled in by {name!r}", remedy="Write majority, leave or first NAME"
        )
    policy: Policy = POLICIES.get(name)
    return OpenChoice(policy, differences.annotator(annotator.strip()) if policy.needs_name else "")


@attrs.frozen
class ResultEdit:
    """A correction or a mark of the result with the comment that says where it is from.

    ``details``: what the first of those whose tag it has says of it besides. ``annotations``: as they stand in that
    annotator's file, by the characters of the source, where it is running text.
    """

    edit: Edit
    comment: str
    decides_tag: bool = False
    details: Details = NO_DETAILS
    annotations: tuple[TextEdit, ...] = ()


@attrs.frozen
class ResultSentence:
    """A sentence of the result. ``comment``: what is said of the sentence where nothing is changed."""

    sentence: Sentence
    edits: tuple[ResultEdit, ...]
    comment: str


@attrs.frozen
class Result:
    """The adjudicated sentences, and how many of them a policy filled in.

    ``other_tags``: the numbers of the sentences, from 1, of corrections that some annotators call by another tag;
    ``undecided_tags``: of those among them whose tag has no majority, and is not decided.
    """

    sentences: tuple[ResultSentence, ...]
    filled: int = 0
    words: str = ""
    tags: Tags = Tags()
    other_tags: tuple[int, ...] = ()
    undecided_tags: tuple[int, ...] = ()

    @property
    def undecided_words(self) -> str:
        """What stands in place of tags that nobody decided, for people; empty where there are none."""
        if not self.undecided_tags:
            return ""
        return (
            f"no tag of {with_noun(len(self.undecided_tags), 'correction')} is that of more than half of its "
            f"annotators{_in_sentences(self.undecided_tags)}: the first annotator's stands there, or that of the one "
            "whom --open names; markscheme annotate adjudicate take --tag decides it"
        )


@attrs.frozen
class ResultExport:
    """The file for a result, and its format; ``fill_open``: ``majority``, ``leave``, ``first NAME``, or ``None`` to
    refuse open sentences.
    """

    target: Path
    format: str
    fill_open: str | None = None


def result_of(adjudication: Adjudication, choice: OpenChoice | None = None) -> Result:
    """Raise DocumentError if sentences are open and nobody says what stands there."""
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
    words = choice.policy.words.format(numbered_name(choice.annotator)) if choice is not None and opened else ""
    return Result(sentences, len(opened), words)


def _sentence(adjudication: Adjudication, sentence: Sentence, choice: OpenChoice | None) -> ResultSentence:
    record = adjudication.record(sentence)
    rulings = sentence.rulings(record)
    edits = [
        ResultEdit(edit_of(item), _comment(item), item.provenance.decides_tag) for item in rulings if not item.stays
    ]
    left = [_comment(item) for item in rulings if item.stays]
    if choice is not None and adjudication.state(sentence) is State.OPEN:
        filled = [(place, choice.policy.choose(place, choice.annotator)) for place in sentence.open_places(record)]
        edits += (ResultEdit(edit, _open_comment(item, choice)) for _, item in filled if item for edit in item.edits)
        left += (_open_comment(item, choice, place) for place, item in filled if item is None or item.leaves)
    edits.sort(key=lambda item: (item.edit.start, item.edit.end))
    if edits and choice is not None and left:
        edits[0] = attrs.evolve(edits[0], comment="; ".join([edits[0].comment, *filter(_is_open, left)]))
    return ResultSentence(sentence, tuple(edits), "; ".join([*left[:1], *filter(_is_open, left[1:])]))


def _comment(ruling: Ruling) -> str:
    """Return where a ruling is from, with annotators' names as they are shown."""
    provenance = ruling.provenance
    return attrs.evolve(provenance, annotators=tuple(map(numbered_name, provenance.annotators))).comment


_NOT_DECIDED = "not decided"


def _open_comment(version: PlaceVersion | None, choice: OpenChoice, left: Place | None = None) -> str:
    names = "" if version is None else f" ({', '.join(map(numbered_name, version.people))})"
    where = "" if left is None else f" at {left.start} {left.end}"
    return f"{_NOT_DECIDED}{where}: {choice.words_at(version)}{names}".replace("|||", "| | |")


def _is_open(comment: str) -> bool:
    return comment.startswith(_NOT_DECIDED)


def _as_annotated(result: Result, pool: Pool, preferred: str) -> Result:
    """Return the result with the annotations that its corrections are from. A correction has the tag that was decided,
    or that of most of its annotators; of as many, that of the annotator ``preferred``, or of the first.
    """
    people = {person.name: person for person in annotators_of(pool)}
    other_tags: list[int] = []
    undecided: list[int] = []
    sentences: list[ResultSentence] = []
    for pooled, item in zip(pool.sentences, result.sentences, strict=True):
        edits: list[ResultEdit] = []
        for one in item.edits:
            given = item.sentence.given_tags(one.edit)
            if not given:
                edits.append(_named(one, pooled, pool.tags))
                continue
            chosen = most_given(given, preferred)
            is_decided = one.decides_tag and pool.tags.used == "own"
            if is_decided:
                chosen = next((tag for tag in given if tag.name == one.edit.type), chosen)
            if len(given) > 1:
                other_tags.append(item.sentence.index + 1)
                undecided += [] if is_decided or has_majority(given) else [item.sentence.index + 1]
                one = attrs.evolve(one, comment=f"{one.comment}; {_tag_comment(given)}")
            if one.edit.corrects and not is_decided:
                one = attrs.evolve(one, edit=attrs.evolve(one.edit, type=chosen.name))
            versions = (version for name in chosen.annotators for version in people[name].versions(pooled))
            stated = next(filter(None, (_stated(pooled.source, version, one.edit) for version in versions)), ())
            keeps_types = pool.tags.used == "own" and (chosen.name == one.edit.type or not one.edit.corrects)
            edits.append(_annotated(one, stated, keeps_types=keeps_types))
        sentences.append(attrs.evolve(item, edits=tuple(edits)))
    return attrs.evolve(
        result,
        sentences=tuple(sentences),
        tags=pool.tags,
        other_tags=tuple(other_tags),
        undecided_tags=tuple(undecided),
    )


def _tag_comment(given: Iterable[GivenTag]) -> str:
    """Return who calls a correction what, as a part of a comment.

    >>> _tag_comment([GivenTag(0, 1, "Noun", ("Ben",)), GivenTag(0, 1, "", ("Anna", "Cleo"))])
    'tags: Noun by Ben, none by Anna and Cleo'
    """
    parts = (f"{item.name or 'none'} by {' and '.join(map(numbered_name, item.annotators))}" for item in given)
    return f"tags: {', '.join(parts)}".replace("|||", "| | |")


def _other_tags(sentences: Sequence[int]) -> str:
    """Return what is lost where annotators call a correction by different tags, and where.

    >>> _other_tags([2, 5, 5])
    "the other annotators' tags of 3 corrections, in the sentences 2, 5"
    """
    return f"the other annotators' tags of {with_noun(len(sentences), 'correction')}{_in_sentences(sentences)}"


def _in_sentences(numbers: Sequence[int]) -> str:
    """Return where something is, as a part of a sentence.

    >>> _in_sentences([2, 5, 5]), _in_sentences([1])
    (', in the sentences 2, 5', ', in the sentence 1')
    """
    named = list(map(str, dict.fromkeys(numbers)))
    return f", in the sentence{'s' * (len(named) > 1)} {some_of(named, MOST_SENTENCES)}"


MOST_SENTENCES = 10
"""Sentences whose numbers are named where annotators' tags differ."""


def _stated(source: Words, version: SentenceVersion, edit: Edit) -> tuple[StatedEdit, ...]:
    """Return the edits that an annotator's file states for one of the result; none where it states no such."""
    inside = [item for item in version.side.edits if edit.start <= item.start and item.end <= edit.end]
    exact = [item for item in inside if (item.start, item.end, item.replacement) == edit.key]
    same = tuple(item for item in exact or inside if item.corrects == edit.corrects)
    is_same = bool(same) and apply_edits(source, same, edit.start, edit.end) == edit.replacement
    return same if is_same else ()


def _named(one: ResultEdit, pooled: PooledSentence, tags: Tags) -> ResultEdit:
    """Return words that no annotator has with the tag of what an annotator corrects or marks there."""
    edit = one.edit
    if tags.are_errant or not edit.corrects:
        return one
    stated = (item for version in pooled.references for item in version.side.edits)
    names = (_tags([item]) for item in stated if item.start <= edit.end and edit.start <= item.end)
    return attrs.evolve(one, edit=attrs.evolve(edit, type="+".join(next(filter(None, names), ()))))


def _tags(stated: Iterable[StatedEdit]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for item in stated for name in item.tags))


def _annotated(one: ResultEdit, stated: Sequence[StatedEdit], *, keeps_types: bool) -> ResultEdit:
    annotations = tuple(annotation for item in stated for annotation in item.annotations)
    if not keeps_types:
        annotations = tuple(attrs.evolve(item, type=one.edit.type) for item in annotations)
    return attrs.evolve(one, details=Details.of_all(item.details for item in stated), annotations=annotations)


def _result_m2(result: Result) -> str:
    """Return M2 of one annotator, with who decided what in comments; raise DocumentError for what M2 can't hold."""
    return "".join(f"{line}\n" for item in result.sentences for line in _m2_lines(item))


def _m2_lines(item: ResultSentence) -> Iterator[str]:
    source = item.sentence.source
    yield f"S {' '.join(source)}"
    if not item.edits:
        yield noop_line(0, comment=item.comment) if item.comment else noop_line(0)
    for one in item.edits:
        try:
            comment = "; ".join(filter(None, (one.comment, comment_of(one.details))))
            yield annotation_line(one.edit, source, 0, comment)
        except ValueError as error:
            raise DocumentError(f"sentence {item.sentence.index + 1} can't be written as M2: {error}") from None
    yield ""


def _result_corpus(result: Result, pool: Pool, name: str, *, tokenised: bool) -> Corpus:
    """Return a corpus of one reference of this name; ``tokenised``: by sentence, else by text as the source has it."""
    if tokenised or all(sentence.passage.parallel for sentence in pool.sentences):
        return Corpus(tuple(_sentence_entry(item, name) for item in result.sentences), tokenised=True)
    entries: list[Entry] = []
    for number, text in enumerate(pool.texts):
        entry = _text_entry(number, text, result, pool, name)
        entries += parted(entry, text.source.parts) if text.source.parts else [entry]
    return Corpus(tuple(entries), tokenised=False)


def _sentence_entry(item: ResultSentence, name: str) -> Entry:
    source = " ".join(item.sentence.source)
    edits = tuple(
        attrs.evolve(edit, details=one.details)
        for edit, one in zip(text_edits(source, tuple(one.edit for one in item.edits)), item.edits, strict=True)
    )
    return Entry("", source, references=(Correction.of(name, source, edits),))


def _text_entry(number: int, text: PooledText, result: Result, pool: Pool, name: str) -> Entry:
    source = text.source.text
    edits: list[TextEdit] = []
    for pooled, item in zip(pool.sentences, result.sentences, strict=True):
        for one in item.edits if pooled.text == number else ():
            free = edits[-1].span.end if edits else 0
            if one.annotations and one.annotations[0].start >= free:
                edits += one.annotations
                continue
            place = pooled.passage.source.characters(one.edit.start, one.edit.end)
            edits.append(attrs.evolve(_text_edit(source, place, one.edit, free), details=one.details))
    entry_id = text.exercise if len(pool.texts) > 1 else ""
    return Entry(entry_id, source, references=(Correction.of(name, source, edits),))


def _text_edit(source: str, place: Span, edit: Edit, free: int) -> TextEdit:
    """Return an edit in characters; what lies before ``free`` is changed already."""
    if not edit.corrects:
        return TextEdit(place, None, edit.type)
    span, words = spaced(source, place, " ".join(edit.replacement))
    return TextEdit(Span(max(span.start, free), max(span.end, free)), words, edit.type)


def pooled_differences(
    texts: Sequence[PooledTexts], models: "Models", progress: Progress = silent, tags: TagsUsed | None = None
) -> tuple[Pool, Differences]:
    """Return the pool of some texts, and where its annotators differ; an adjudicated file is no annotator. ``tags``: as
    for :meth:`~markscheme.research.pool.Pool.of`.
    """
    pool = Pool.of(texts, models, progress, tags=tags)
    return pool, Differences.of(pool, {ADJUDICATED_FILE})


def adjudicated_files(
    pool: Pool, adjudication: Adjudication, export: ResultExport, models: "Models", progress: Progress = silent
) -> tuple["CorpusFiles", Result]:
    """Return the files of an adjudicated text, and its sentences; M2 has who decided what in its comments. Raise
    DocumentError if sentences are open, the target is the file of decisions, or the format can't hold the text.
    """
    from markscheme.documents.formats import FORMATS
    from markscheme.documents.m2_format import M2
    from markscheme.scoring.corpora import CorpusFiles, corpus_files, corpus_losses

    target, form = export.target, FORMATS.corpus(export.format)
    if target.absolute() == adjudication.path.absolute():
        raise DocumentError("this file holds the decisions", path=target, remedy="Choose another name for the result")
    choice = _open_choice(export.fill_open, adjudication.differences) if export.fill_open else None
    result = _as_annotated(result_of(adjudication, choice), pool, choice.annotator if choice is not None else "")
    person = ADJUDICATED if "names" in form.carries else "0"
    tags = [_other_tags(result.other_tags)] if result.other_tags else []
    if form is M2:
        lost = corpus_losses(_result_corpus(result, pool, person, tokenised=False), form)
        return CorpusFiles({target.name: _result_m2(result).encode()}, (*lost, *tags)), result
    corpus = _result_corpus(result, pool, person, tokenised=form.tokenised)
    parts = [(corpus, target.name)]
    if "texts" not in form.carries and len(corpus.entries) > 1 and not corpus.tokenised:
        parts = [
            (attrs.evolve(corpus, entries=(attrs.evolve(entry, id=""),)), _text_file(target, entry))
            for entry in corpus.entries
        ]
    files: dict[str, bytes] = {}
    losses = dict.fromkeys(tags)
    for part, name in parts:
        written = corpus_files(part, form, name, models, progress)
        files |= written.files
        losses |= dict.fromkeys(written.losses)
    return CorpusFiles(files, tuple(losses)), result


def _text_file(target: Path, entry: Entry) -> str:
    """Return the name of the file of one of several texts, where a format holds one."""
    return f"{target.stem}.{safe_name(entry.id)}{target.suffix}"
