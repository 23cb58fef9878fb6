"""The pool: every sentence of one or several exercises with every person's version of it, lined up all together, with
everybody's edits extracted.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from markscheme.contract import shape
from markscheme.documents.corpus import DETECTION, ERRANT_TYPE, Document, Side, StatedEdit
from markscheme.documents.files import TextSource
from markscheme.documents.folders import CONFIGURATION
from markscheme.documents.formats import FORMATS
from markscheme.edits.annotations import with_stated_edits, without_shared_ends
from markscheme.edits.edit import Correction, Edit, Edits, PassageEdits, Tag, TagsUsed, detections, generally_typed
from markscheme.edits.passages import Alignment, Passage, is_long_rest, paragraphs
from markscheme.errors import DocumentError, NoHypothesis, NoRevision, NothingToMark, OtherText, Reminder
from markscheme.exercises.configuration import OnProblem
from markscheme.exercises.decisions import Decisions, Placed
from markscheme.exercises.discovery import exercises_in, exercises_of, no_exercise
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.material import ExerciseMaterials, Material
from markscheme.exercises.schemes import ErrorGroups, ErrorKinds
from markscheme.exercises.upkeep import reference_reminders
from markscheme.languages.segments import Segment
from markscheme.marking.changes import Rules, rules_with
from markscheme.marking.driver import TaskSettings, nothing_to_mark
from markscheme.marking.settings import MarkSettings
from markscheme.progress import Progress, silent
from markscheme.wording import counted as with_noun
from markscheme.wording import numbered_name

if TYPE_CHECKING:
    from markscheme.inference.models import Models


ERRANT = "ERRANT"
"""The name of ERRANT's types as a tag set."""


@shape("used", "sets", "untagged", "words")
@attrs.frozen
class Tags:
    """By what the errors of a pool are called: the types of its edits."""

    used: TagsUsed = "errant"
    """``own``: the annotators' own tags; ``errant``: ERRANT's types."""
    sets: tuple[str, ...] = ()
    """The tag sets of the annotators' files, by first appearance."""
    untagged: int = 0
    """The number of the annotators' corrections that have no tag of their own."""
    without: tuple[str, ...] = ()
    """The annotators who have corrections, and no tags, where others have tags."""
    are_complete: bool = False
    """Whether hypotheses, where there are any, have tags too."""

    @classmethod
    def of_all(cls, parts: Iterable["Tags"]) -> "Tags":
        """Return those of several pools, which are made in the same tags."""
        tags = list(parts)
        return cls(
            "own" if any(item.used == "own" for item in tags) else "errant",
            tuple(dict.fromkeys(name for item in tags for name in item.sets)),
            sum(item.untagged for item in tags),
            tuple(dict.fromkeys(name for item in tags for name in item.without)),
            all(item.are_complete for item in tags),
        )

    @property
    def are_errant(self) -> bool:
        """Whether the types are ERRANT's, given by the annotators' files or not."""
        return self.used == "errant" or set(self.sets) <= {ERRANT}

    @property
    def words(self) -> str:
        """Which tags are used, and why, in a sentence for people."""
        if self.used == "own":
            untagged = f"; {with_noun(self.untagged, 'correction')} without one" if self.untagged else ""
            own = (
                "ERRANT's"
                if {*self.sets} == {ERRANT}
                else f"the annotators' own tags ({' and '.join(self.sets) or 'none'})"
            )
            return f"Types are {own}{untagged}."
        if set(self.sets) <= {ERRANT}:
            return "Types are ERRANT's."
        why = f": {' and '.join(map(numbered_name, self.without))} gave no tags" if self.without else ""
        return f"Types are ERRANT's, not the annotators' own tags ({' and '.join(self.sets)}){why}."


@attrs.frozen
class SentenceVersion:
    """One person's version of a sentence: its tokens and their places in the person's document. ``edits``: in source
    order, disjoint; where too many are on end, neighbours count as one (:mod:`markscheme.marking.marks`).
    ``detections``: errors marked without a correction.
    """

    side: Side
    edits: Edits = ()
    detections: Edits = ()

    @property
    def is_absent(self) -> bool:
        return self.side.absent

    @property
    def leaves(self) -> bool:
        return not (self.side.absent or self.edits or self.detections)


@attrs.frozen
class PooledText:
    """An exercise's text in a pool. ``references``, ``hypotheses``: ``None`` for people who have none here."""

    exercise: str
    source: Document
    references: tuple[Document | None, ...]
    hypotheses: tuple[Document | None, ...]
    settings: MarkSettings = MarkSettings()
    kinds: ErrorKinds = ErrorKinds()


@attrs.frozen
class PooledSentence:
    """A sentence of a source with all versions of it; several sentences where a version joins or parts them.

    ``text``: the index of its text in :attr:`Pool.texts`. ``passage``: its source with the source itself as the
    hypothesis, and every reference's and then every hypothesis's side as references. ``references``, ``hypotheses``: in
    the order of the pool's people; a person who has no document here is absent. ``starts``: the tokens at which the
    source's own sentences begin, ascending; the first is 0.
    """

    text: int
    passage: Passage
    references: tuple[SentenceVersion, ...]
    hypotheses: tuple[SentenceVersion, ...]
    rules: Rules = Rules()
    starts: tuple[int, ...] = (0,)

    @property
    def source(self) -> tuple[str, ...]:
        return self.passage.source.tokens

    @property
    def decisions(self) -> tuple[Placed, ...]:
        return self.rules.decisions

    def smallest(self, start: int, end: int) -> tuple[int, int]:
        """Return the tokens of the fewest whole sentences of the source that hold a place.

        A gap between two sentences belongs to the first of them.

        >>> from markscheme.documents.corpus import Side
        >>> from markscheme.languages.segments import whitespace_segment
        >>> source = whitespace_segment("I ran . He sat . We left .")
        >>> sentence = PooledSentence(0, Passage(source, Side(source), ()), (), (), starts=(0, 3, 6))
        >>> sentence.smallest(4, 5), sentence.smallest(3, 3), sentence.smallest(2, 4)
        ((3, 6), (0, 3), (0, 6))
        """
        begin = max((item for item in self.starts if item < start or (item == start < end)), default=0)
        return begin, min((item for item in self.starts if item >= end and item > begin), default=len(self.source))

    def edits(self, marked: SentenceVersion, references: Sequence[SentenceVersion]) -> PassageEdits:
        return PassageEdits(
            self.source,
            marked.edits,
            tuple(item.edits for item in references),
            self.passage.parallel,
            frozenset(index for index, item in enumerate(references) if item.is_absent),
        )

    def marked(self, marked: SentenceVersion, references: Sequence[SentenceVersion]) -> Passage:
        return Passage(self.passage.source, marked.side, tuple(item.side for item in references), self.passage.parallel)


@attrs.frozen
class Pool:
    """All sentences with all versions, in the order of the texts, and of each source.

    ``references``, ``hypotheses``: the people's names, in order of first appearance, over all exercises. An annotator
    who gives several acceptable corrections of an edit (``a||b`` in M2) is several references. ``first_choices``: for
    each reference, the index of the one that has the same annotator's first corrections. By default every reference is
    another annotator's. ``notices``: which hypotheses are left out because they are other texts than their exercises'.
    They are no faults.
    """

    references: tuple[str, ...]
    hypotheses: tuple[str, ...]
    texts: tuple[PooledText, ...]
    sentences: tuple[PooledSentence, ...]
    problems: tuple[DocumentError, ...] = ()
    first_choices: tuple[int, ...] = attrs.field(
        default=attrs.Factory(lambda self: tuple(range(len(self.references))), takes_self=True)
    )
    notices: tuple[DocumentError, ...] = ()
    tags: Tags = Tags()

    @classmethod
    def of(
        cls,
        texts: Sequence["PooledTexts"],
        models: "Models",
        progress: Progress = silent,
        people: "PeopleOrder | None" = None,
        tags: TagsUsed | None = None,
        *,
        are_trimmed: bool = False,
    ) -> "Pool":
        """Return the pool of some exercises; one that can't be lined up is left out, with its problem. ``people``:
        everybody in order, ``None``: of first appearance. ``tags``: the types of edits; ``None`` for the annotators'
        own where all who correct something have them. ``are_trimmed``: whether words that both sides of an edit share
        at its ends are left out, as running text has them. Raise Cancelled if ``progress`` raises it.
        """
        problems = [problem for item in texts for problem in item.problems]
        aligned: list[_Aligned] = []
        for item in texts:
            try:
                own = _aligned(item, models, are_trimmed=are_trimmed)
            except DocumentError as problem:
                problems.append(problem)
                continue
            problems += (problem for problem in own.alignment.problems if problem not in problems)
            problems += _early_ends(own.alignment)
            aligned.append(own)
        if people is None:
            people = PeopleOrder(
                tuple(dict.fromkeys(name for own in aligned for name in own.references)),
                tuple(dict.fromkeys(name for own in aligned for name in own.hypotheses)),
            )
        used = _tags(aligned, tags)
        sentences: list[PooledSentence] = []
        for number, own in enumerate(aligned):
            sentences += _sentences(number, own, people, models, progress, used)
        firsts = {name: first for own in aligned for name, first in own.first_choices.items()}
        return cls(
            people.references,
            people.hypotheses,
            tuple(own.pooled(people, models.language, used) for own in aligned),
            tuple(sentences),
            tuple(problems),
            tuple(people.references.index(firsts.get(name, name)) for name in people.references),
            tuple(notice for item in texts for notice in item.notices),
            used,
        )

    @property
    def unused(self) -> tuple[DocumentError, ...]:
        """All that is not in the pool and why: the problems, then the notices."""
        return (*self.problems, *self.notices)

    @property
    def annotators(self) -> tuple[int, ...]:
        """The indices of the references that have an annotator's first corrections: one for each annotator."""
        return tuple(index for index, first in enumerate(self.first_choices) if index == first)

    def annotators_of(self, references: Iterable[int]) -> frozenset[int]:
        """Return the annotators of some references, each by the index of the first choice."""
        return frozenset(self.first_choices[reference] for reference in references)

    def others(self, annotator: int) -> tuple[int, ...]:
        """Return the indices of the references that are by other annotators, with all their choices."""
        return tuple(index for index, first in enumerate(self.first_choices) if first != annotator)

    def received(self) -> "ReceivedFile":
        """Return how far a file is corrected, where the pool is of one text, and the file is its last reference."""
        sentences = [(item, item.references[-1]) for item in self.sentences if item.source]
        ends = _ends(self.sentences)
        changed = (number for number, (_, own) in zip(ends, sentences, strict=True) if own.edits or own.detections)
        return ReceivedFile(
            ends[-1] if ends else 0,
            sum(len(item.starts) for item, own in sentences if not own.is_absent),
            max(changed, default=0),
            any(own.side.states_edits and not own.is_absent for _, own in sentences),
            self._is_running,
        )

    def seen_part(self, text: str, seen: int) -> str:
        """Return a text (the plain one of the last reference) without the sentences behind the first ``seen`` ones
        of the source; lines stay, empty. The sentences of a passage that goes on behind them stay.
        """
        unseen = list(self._behind(seen))
        if not unseen:
            return text
        start = unseen[0].side.segment.start
        if self._is_running:
            return text[:start].rstrip() + "\n"
        return text[:start] + "\n" * text[start:].count("\n")

    @property
    def _is_running(self) -> bool:
        return not all(item.passage.parallel for item in self.sentences)

    def _behind(self, seen: int) -> Iterator[SentenceVersion]:
        end = 0
        for item in self.sentences:
            if end >= seen:
                yield item.references[-1]
            end += len(item.starts) if item.source else 0


@attrs.frozen
class Contribution:
    """A person's correction, or a file with several people's.

    ``person``: the name in all exercises, else that of the file.
    """

    person: str
    document: Document


@attrs.frozen
class PooledTexts:
    """One exercise's source with all references and hypotheses. ``material``: without hypotheses. ``tokenised``: one
    tokenised sentence a line; ``None``: look at them. ``states_language``: whether a person said the language.
    ``notices``: which hypotheses are left out, without a fault, because they are other texts than the exercise's.
    ``strict``: whether a faulty line leaves out the file, and not its sentence of M2, or annotation of brat, alone.
    """

    exercise: str
    material: Material
    references: tuple[Contribution, ...]
    hypotheses: tuple[Contribution, ...]
    settings: MarkSettings = MarkSettings()
    tokenised: bool | None = None
    states_language: bool = False
    problems: tuple[DocumentError, ...] = ()
    groups: ErrorGroups = ErrorGroups()
    notices: tuple[DocumentError, ...] = ()
    strict: bool = True

    @classmethod
    def of(
        cls, exercise: Exercise, read: TextSource, settings: TaskSettings = TaskSettings(), *, strict: bool = True
    ) -> "PooledTexts":
        """Return the texts of an exercise. What can't be used of the hypotheses, or is not there, is left out, with its
        problem. Raise DocumentError if the exercise has another problem or no
        reference, or there is no source.
        """
        settings.check_language(exercise)
        problems: list[DocumentError] = []
        notices: list[DocumentError] = []
        if isinstance(exercise.problem, NoHypothesis):
            notices += [] if isinstance(exercise.problem, NoRevision) else [exercise.problem]
            exercise = attrs.evolve(exercise, problem=None)
        materials = ExerciseMaterials(exercise, read, strict=strict)
        marked = list(_marked(materials, exercise.hypotheses, problems, notices))
        own = attrs.evolve(marked[0][1], hypothesis=None) if marked else materials.of(None)[0]
        _, unreadable = own.read_decisions()
        return cls(
            exercise.name,
            own,
            tuple(_references(materials.exercise.references, own.references)),
            tuple(Contribution(person, item.marked) for person, item in marked),
            settings.marks_of(exercise),
            exercise.tokenised,
            (settings.overrides.language or exercise.marking.language) is not None,
            (*own.problems, *problems, *unreadable, *reference_reminders(exercise, read)),
            exercise.groups,
            tuple(notices),
            strict,
        )

    @property
    def decisions(self) -> Decisions:
        """What was decided about single places; the files that can't be read are among the problems."""
        return self.material.read_decisions()[0]

    @property
    def undecided(self) -> "PooledTexts":
        return attrs.evolve(self, material=attrs.evolve(self.material, accepted=None, decisions=None))


def exercises_at(path: Path, read: TextSource, on_problem: OnProblem) -> tuple[Exercise, ...]:
    """Return the exercises of a folder, or those that a document is in. The search goes on after ``on_problem``, unless
    it raises.
    """
    folder = path.parent if path.name == CONFIGURATION else path
    is_whole = os.path.isdir(folder)
    try:
        exercises = exercises_in(folder, read, on_problem) if is_whole else exercises_of(path, read)
    except DocumentError as problem:
        on_problem(problem)
        return ()
    if not exercises:
        on_problem(no_exercise(folder) if is_whole else nothing_to_mark(path, exercises, read))
    return tuple(exercises)


def texts_at(
    path: Path, read: TextSource, settings: TaskSettings, on_problem: OnProblem, *, strict: bool = True
) -> Iterator[PooledTexts]:
    """Yield the texts of each exercise that a path stands for (:func:`exercises_at`)."""
    for exercise in exercises_at(path, read, on_problem):
        try:
            yield PooledTexts.of(exercise, read, settings, strict=strict)
        except DocumentError as problem:
            on_problem(problem)


def _marked(
    materials: ExerciseMaterials,
    participants: Sequence[Participant],
    problems: list[DocumentError],
    notices: list[DocumentError],
) -> Iterator[tuple[str, Material]]:
    for participant in participants:
        try:
            own = materials.of(participant)
        except OtherText as problem:
            name = participant.path.name
            words = f"{name} is left out: it does not look like a version of the text"
            notices.append(OtherText(words, path=problem.path))
            continue
        except NothingToMark:
            continue
        except DocumentError as problem:
            problems.append(problem)
            continue
        for item in own:
            yield participant.identity if len(own) == 1 else item.marked.name, item


def _references(participants: Sequence[Participant], documents: Sequence[Document]) -> Iterator[Contribution]:
    for participant in participants:
        own = [item for item in documents if item.path == participant.path and _is_by(participant, item)]
        is_one = sum(not document.choice for document in own) == 1
        for document in own:
            yield Contribution(participant.identity if is_one else document.name, document)


def _is_by(participant: Participant, document: Document) -> bool:
    return participant.person is None or participant.person in (document.author, document.name, *document.authors)


_NOBODY = SentenceVersion(Side(Segment((), (), 0), states_edits=True, absent=True))


@attrs.frozen
class PeopleOrder:
    """The names of a pool's references and hypotheses, in the order in which they stand."""

    references: tuple[str, ...] = ()
    hypotheses: tuple[str, ...] = ()
    """The hypotheses' names."""


@attrs.frozen
class _Aligned:
    """An exercise's texts, lined up; the numbers are indices among the alignment's references."""

    texts: PooledTexts
    alignment: Alignment
    references: dict[str, int]
    hypotheses: dict[str, int]
    first_choices: dict[str, str]

    @property
    def tag_sets(self) -> tuple[str, ...]:
        """The tag set of each of the alignment's references."""
        return tuple(self._tag_set(index, item) for index, item in enumerate(self.alignment.references))

    def _tag_set(self, index: int, document: Document) -> str:
        edits = [item for passage in self.alignment.passages for item in passage.references[index].edits]
        if all(map(ERRANT_TYPE.fullmatch, (name for item in edits for name in item.tags))):
            return ERRANT
        named = (one.details.tag_set for item in edits for one in item.annotations if one.details.tag_set)
        return next(named, FORMATS.of(document).label)

    def pooled(self, people: PeopleOrder, language: str, tags: Tags) -> PooledText:
        documents = self.alignment.references
        references, hypotheses = (
            tuple(None if place is None else documents[place] for place in places) for places in self.places(people)
        )
        texts = self.texts
        kinds = ErrorKinds(language, texts.groups, are_tags=not tags.are_errant)
        return PooledText(texts.exercise, self.alignment.source, references, hypotheses, texts.settings, kinds)

    def places(self, people: PeopleOrder) -> tuple[list[int | None], list[int | None]]:
        references = [self.references.get(name) for name in people.references]
        return references, [self.hypotheses.get(name) for name in people.hypotheses]


def _aligned(texts: PooledTexts, models: "Models", *, are_trimmed: bool) -> _Aligned:
    everybody = [item.document for item in (*texts.references, *texts.hypotheses)]
    aligned = models.aligner.align(
        texts.material.source,
        None,
        everybody,
        tokenised=texts.tokenised,
        complete=[item.document for item in texts.hypotheses],
        strict=texts.strict,
    )
    if not aligned.passages:
        raise (*aligned.problems, DocumentError("there is no sentence in this exercise"))[0]
    stated = with_stated_edits(aligned.passages, aligned.source.text, aligned.references)
    aligned = attrs.evolve(aligned, passages=without_shared_ends(stated) if are_trimmed else stated)
    references, first_choices = _places(texts.references, aligned)
    hypotheses, _ = _places(texts.hypotheses, aligned)
    return _Aligned(texts, aligned, references, hypotheses, first_choices)


def _tags(aligned: Sequence[_Aligned], wanted: TagsUsed | None) -> Tags:
    sets: dict[str, None] = {}
    untagged = 0
    without: dict[str, bool] = {}
    are_complete = True
    for own in aligned:
        people = {index: name for name, index in own.references.items()}
        for index in range(len(own.alignment.references)):
            stated = [item for passage in own.alignment.passages for item in passage.references[index].edits]
            corrections = [item for item in stated if item.corrects]
            has_tags = any(item.tags for item in stated)
            corrects = bool(corrections) or any(
                not side.states_edits and side.segment.tokens != passage.source.tokens
                for passage in own.alignment.passages
                for side in [passage.references[index]]
            )
            if index not in people:
                are_complete &= has_tags or not corrects
                continue
            if has_tags:
                sets[own.tag_sets[index]] = None
                untagged += sum(not item.tags for item in corrections)
            name = own.first_choices.get(people[index], people[index])
            if corrects:
                without[name] = without.get(name, True) and not has_tags
    lacking = tuple(name for name, lacks in without.items() if lacks)
    used: TagsUsed = wanted or ("errant" if lacking or not sets else "own")
    return Tags(used, tuple(sets), untagged, lacking, are_complete)


@attrs.frozen
class _Typing:
    """Gives stated edits their annotators' tags, and the types that are used."""

    sets: Sequence[str]
    tags: Tags
    models: "Models"
    is_foreign: bool

    def typed(
        self, passages: Sequence[Passage], edits: Sequence[PassageEdits], progress: Progress
    ) -> Iterator[PassageEdits]:
        tagged = [
            attrs.evolve(
                own,
                references=tuple(map(self._tagged, own.references, passage.references, self.sets)),
                reference_lines=tuple(map(self._tagged_lines, own.reference_lines, passage.references, self.sets)),
            )
            for passage, own in zip(passages, edits, strict=True)
        ]
        untyped = [
            Correction(own.source, side)
            for own in tagged
            for side in own.references
            if self.tags.used == "errant" and not all(edit.type for edit in side)
        ]
        types = iter(self._errant(untyped, progress))

        def with_types(side: Edits) -> Edits:
            if self.tags.used == "own" or all(edit.type for edit in side):
                return side
            return tuple(attrs.evolve(edit, type=one.type) for edit, one in zip(side, next(types), strict=True))

        for own in tagged:
            yield attrs.evolve(own, references=tuple(map(with_types, own.references)))

    def _tagged(self, edits: Edits, side: Side, set_name: str) -> Edits:
        if not side.states_edits:
            return edits
        return tuple(self._own(edit, item, set_name) for edit, item in zip(edits, side.edits, strict=True))

    def _tagged_lines(self, lines: Edits | None, side: Side, set_name: str) -> Edits | None:
        if lines is None:
            return None
        return tuple(self._own(edit, item, set_name) for edit, item in zip(lines, side.edit_lines, strict=True))

    def _own(self, edit: Edit, stated: StatedEdit, set_name: str) -> Edit:
        tag = Tag("+".join(stated.tags), set_name) if stated.tags else None
        if not edit.corrects:
            return attrs.evolve(edit, type=DETECTION, tag=tag)
        if self.tags.used == "own":
            return attrs.evolve(edit, type=tag.name if tag is not None else "", tag=tag)
        return attrs.evolve(edit, type=edit.type if ERRANT_TYPE.fullmatch(edit.type) else "", tag=tag)

    def _errant(self, corrections: Sequence[Correction], progress: Progress) -> Iterable[Edits]:
        if not self.is_foreign:
            return self.models.typed(corrections, progress)
        return (generally_typed(item.edits) for item in corrections)


def _early_ends(aligned: Alignment) -> list[Reminder]:
    paths = (aligned.references[end.reference].path for end in aligned.early_ends)
    return [Reminder(words, path=path) for words, path in zip(aligned.early_end_words, paths, strict=True)]


def _places(contributions: Sequence[Contribution], aligned: Alignment) -> tuple[dict[str, int], dict[str, str]]:
    places: dict[str, int] = {}
    first_choices: dict[str, str] = {}
    for item in contributions:
        documents = [(index, own) for index, own in enumerate(aligned.references) if _is_from(own, item.document)]
        is_one = sum(not own.choice for _, own in documents) == 1
        first = item.person
        for index, own in documents:
            if own.choice:
                name = f"{first} ({own.choice + 1})"
                first_choices.setdefault(name, first)
            else:
                name = first = item.person if is_one else own.name
            places.setdefault(name, index)
    return places, first_choices


def _is_from(document: Document, file: Document) -> bool:
    return attrs.evolve(document, name=file.name, choice=file.choice) == file


def _sentences(
    number: int, own: _Aligned, people: PeopleOrder, models: "Models", progress: Progress, tags: Tags
) -> Iterator[PooledSentence]:
    from markscheme.scoring.statistics import passage_edits  # as below

    texts, passages, places = own.texts, own.alignment.passages, own.places(people)
    starts = _sentence_starts(own.alignment, models)
    rules = rules_with(models.language, texts.settings.equal, texts.settings.verdict_assumption)
    decisions = texts.decisions
    is_foreign = _is_foreign(texts, passages, models)
    edits = passage_edits(passages, models, progress, general_types=is_foreign)
    typed = _Typing(own.tag_sets, tags, models, is_foreign).typed(passages, edits, progress)
    for whole, found in zip(passages, typed, strict=True):
        passage = _with_absences(whole, found)
        versions = _versions(passage, found)
        references, hypotheses = (
            tuple(_NOBODY if place is None else versions[place] for place in side) for side in places
        )
        decided = attrs.evolve(rules, decisions=decisions.of(passage.source.tokens))
        yield PooledSentence(number, passage, references, hypotheses, decided, _own_starts(passage, starts))


def _sentence_starts(aligned: Alignment, models: "Models") -> frozenset[int]:
    if aligned.parallel:
        return frozenset()
    text = aligned.source.text
    return frozenset(
        sentence.extent.start
        for paragraph in paragraphs(text)
        for sentence in models.split(paragraph.of(text), paragraph.start)
    )


def _own_starts(passage: Passage, starts: frozenset[int]) -> tuple[int, ...]:
    return (0, *(token for token, span in enumerate(passage.source.spans) if token and span.start in starts))


def _is_foreign(texts: PooledTexts, passages: Sequence[Passage], models: "Models") -> bool:
    if texts.states_language:
        return False
    return bool(models.other_language([" ".join(passage.source.tokens) for passage in passages]))


def _versions(passage: Passage, edits: PassageEdits) -> list[SentenceVersion]:
    from markscheme.marking.marks import with_joined_changes  # imports models, which the language server does without

    scored = with_joined_changes(edits.scored())
    return [
        SentenceVersion(side) if side.absent else SentenceVersion(side, own, detections(stated))
        for side, own, stated in zip(passage.references, scored.references, edits.counted_references, strict=True)
    ]


def _with_absences(passage: Passage, edits: PassageEdits) -> Passage:
    """Make each side absent that no mark would count as a reference; in parallel texts also lines without words."""
    present = set(edits.present_references)
    sides = (
        side if index in present else attrs.evolve(side, absent=True) for index, side in enumerate(passage.references)
    )
    return attrs.evolve(passage, references=tuple(sides))


@attrs.frozen
class ReceivedFile:
    """A second annotator's file, lined up with its source. Sentences are the source's, numbered from 1; ``seen`` of
    them are in the file. ``last_change``: the last that is changed, or marked as an error; 0 for none. ``is_whole``:
    whether the file has every sentence, seen or not, as M2 does. ``is_running``: running text, whose author has seen
    all but a long rest.
    """

    sentences: int
    seen: int
    last_change: int
    is_whole: bool
    is_running: bool

    @property
    def rest(self) -> int:
        """Number of sentences behind the last change that the file has as the source has them."""
        return self.seen - self.last_change

    @property
    def may_be_unfinished(self) -> bool:
        """Whether many of the last sentences are unchanged, so that the annotator may have stopped before them."""
        return is_long_rest(self.rest, self.sentences)

    def seen_of(self, read: int) -> int:
        """Return how many sentences count as seen by an annotator who has read this number of them."""
        if self.is_whole or (self.is_running and not is_long_rest(self.sentences - read, self.sentences)):
            return self.seen
        return min(read, self.seen)


def _ends(sentences: Sequence[PooledSentence]) -> list[int]:
    return list(accumulate(len(item.starts) for item in sentences if item.source))
