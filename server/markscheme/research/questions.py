"""What annotators have to decide: questions about one place each, in the order of what an answer changes."""

import hashlib
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import Literal

import attrs
from typing_extensions import TypeAliasType

from markscheme.contract import shape
from markscheme.documents.corpus import Document
from markscheme.documents.places import FilePlace
from markscheme.edits.edit import Edit, Edits, apply_edits
from markscheme.exercises.decisions import Words
from markscheme.languages.segments import Span
from markscheme.marking.changes import Change, changes, groups, hull
from markscheme.registry import Registry
from markscheme.research.distinct_corrections import PooledCorrection
from markscheme.research.pool import Pool, PooledSentence, SentenceVersion
from markscheme.wording import deed, person_name, some_of, teacher_name, teacher_names

KEY_LENGTH = 12
"""Hexadecimal digits of a key."""
PersonRole = Literal["reference", "hypothesis"]


QuestionName = TypeAliasType(
    "QuestionName",
    Literal["uncovered-correction", "contradicting-references", "unchanged-reference", "uncorrected-error"],
)
"""The kinds of questions, which are also the codes of diagnostics."""


@shape("before", "after", "type", "references", "hypotheses", "asked", name="QuestionAlternative")
@attrs.frozen
class Alternative:
    """A correction that a question is about.

    ``source``: the tokens of the smallest part of the source, in whole sentences, that holds its place.
    """

    source: Words
    start: int
    end: int
    replacement: Words
    type: str
    """ERRANT's type, or several joined by ``+``; may be empty."""
    references: tuple[str, ...] = ()
    """The annotators who make it, by name."""
    hypotheses: tuple[str, ...] = ()
    """The hypotheses that make it, by name."""
    asked: bool = False
    """Whether an answer without a choice is about it."""

    @property
    def before(self) -> str:
        """The words that it replaces, as tokens; empty where words are added."""
        return " ".join(self.source[self.start : self.end])

    @property
    def after(self) -> str:
        """The words that it puts there, as tokens; empty where words are taken out."""
        return " ".join(self.replacement)


@shape("person", "label", "role", "words", "place", name="QuestionVersion", renamed={"person": "name"})
@attrs.frozen
class PersonVersion:
    """What one person has at a question's place."""

    person: str
    """The person's name."""
    role: PersonRole
    """The person's part in the exercise."""
    words: str | None
    """The person's words; ``null`` for an annotator who has not seen the sentence."""
    place: FilePlace | None = None
    """Where they stand; ``null`` where an editor can't show it."""

    @property
    def label(self) -> str:
        """The name as people read it."""
        return teacher_name(self.person) if self.role == "reference" else person_name(self.person)


LEAST_HYPOTHESES = 2
"""Smallest number of hypotheses that make a correction about which a question is asked."""


@attrs.frozen
class Wanted:
    """What is asked; ``least`` hypotheses make a correction. Credit needs the encoder, quality an estimator."""

    least: int = LEAST_HYPOTHESES
    credit: bool = False
    quality: bool = False


@shape("share", "credit", "quality", name="QuestionLikelihood")
@attrs.frozen
class Likelihood:
    """What the likelihood of ``accept`` is the mean of; each in 0 to 1, and not calibrated."""

    share: float
    """The share of people who make the correction, by Laplace's rule of succession."""
    credit: float | None = None
    """The best credit against a reference's edit; ``null`` where it was not computed."""
    quality: float | None = None
    """The estimated probability that the correction is valid; ``null`` where it was not computed."""

    @property
    def value(self) -> float:
        """How likely ``accept`` is, in 0 to 1."""
        parts = [part for part in (self.share, self.credit, self.quality) if part is not None]
        return sum(parts) / len(parts)


@attrs.frozen
class Question:
    """A question about a place of a source, of a kind in :data:`KINDS`.

    ``source``: the smallest part of the source, in whole sentences, that holds the place; ``start`` and ``end`` are
    tokens there. ``asked``: the tokens in their place; the source's own where the question is about the place as such.
    """

    kind: str
    exercise: str
    """The exercise's name."""
    source: Words
    start: int
    end: int
    asked: Words
    sentence: str
    """The source's sentence."""
    sentence_place: FilePlace
    """The sentence in the source."""
    place: FilePlace
    """The place in the source."""
    alternatives: tuple[Alternative, ...]
    """The corrections among which an answer can choose; the one that is asked about comes first."""
    versions: tuple[PersonVersion, ...]
    """What each person has, references first."""
    effect: int
    """The number of hypotheses whose marks an answer may change."""
    likelihood: Likelihood
    """What the likelihood rests on."""
    why: str = ""
    """What the priority rests on, in words."""

    @cached_property
    def key(self) -> str:
        """A name that depends only on the kind, the source's sentence, the place and what is asked."""
        return key_of(self.kind, self.source, self.start, self.end, self.asked)

    @property
    def about(self) -> tuple[int, ...]:
        """The indices of the alternatives that an answer without a choice is about."""
        return tuple(index for index, item in enumerate(self.alternatives) if item.asked)

    @property
    def priority(self) -> float:
        """The effect times the likelihood."""
        return self.effect * self.likelihood.value

    @property
    def urgency(self) -> tuple[object, ...]:
        """A key that sorts questions: by priority, likelihood and effect, and then by place."""
        order = list(KINDS.names).index(self.kind)
        place = self.exercise, self.place.span.start, self.place.span.end
        return -self.priority, -self.likelihood.value, -self.effect, order, place, self.key

    @property
    def before(self) -> str:
        """The source's words at the place, as tokens."""
        return " ".join(self.source[self.start : self.end])


def key_of(kind: str, source: Words, start: int, end: int, asked: Words) -> str:
    """Return the key of a question.

    >>> key_of("uncovered-correction", ("She", "like", "it"), 1, 2, ("likes",))
    '6562cb977437'
    """
    parts = ("\n".join(part) for part in ((kind,), source, (str(start), str(end)), asked))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:KEY_LENGTH]


@attrs.frozen
class MadeEdit:
    """A correction of a sentence, and the people who make it, by name."""

    edit: Edit
    references: tuple[str, ...]
    hypotheses: tuple[str, ...]

    @property
    def makers(self) -> int:
        return len(self.references) + len(self.hypotheses)


@attrs.frozen
class Asked:
    """A question of a kind, before it has its place and its people. ``start``, ``end``: tokens of the pool's sentence.
    ``words``: those in their place that are asked about; the source's for the place as such. ``about``: the indices of
    the alternatives that an answer is about by default. ``is_whole``: whether it is about the pool's whole sentence,
    which may be several of the source's.
    """

    kind: str
    sentence: int
    start: int
    end: int
    words: tuple[str, ...]
    alternatives: tuple[MadeEdit, ...]
    about: tuple[int, ...]
    effect: int
    likelihood: Likelihood
    why: str
    is_whole: bool = False


@attrs.frozen
class Inquiry:
    """A pool read without decisions, as questions don't depend on answers; ``corrections``: of enough people,
    uncovered.
    """

    pool: Pool
    corrections: tuple[PooledCorrection, ...]

    def sentences(self) -> Iterator[tuple[int, PooledSentence]]:
        """Yield the sentences that have source tokens, with their indices."""
        return ((number, item) for number, item in enumerate(self.pool.sentences) if item.source)

    def question(self, asked: Asked) -> Question:
        sentence = self.pool.sentences[asked.sentence]
        text = self.pool.texts[sentence.text]
        begin, end = (0, len(sentence.source)) if asked.is_whole else sentence.smallest(asked.start, asked.end)
        segment = sentence.passage.source

        def place(start: int, end: int) -> FilePlace:
            return FilePlace(text.source.path, text.source.name, segment.characters(start, end))

        return Question(
            asked.kind,
            text.exercise,
            sentence.source[begin:end],
            asked.start - begin,
            asked.end - begin,
            asked.words,
            segment.characters(begin, end).of(text.source.text),
            place(begin, end),
            place(asked.start, asked.end),
            tuple(
                _alternative(sentence, item, number in asked.about) for number, item in enumerate(asked.alternatives)
            ),
            tuple(self._versions(sentence, asked.start, asked.end)),
            asked.effect,
            asked.likelihood,
            asked.why,
        )

    def made_edits(self, sentence: PooledSentence, wanted: Callable[[Change], bool]) -> list[MadeEdit]:
        """Return the corrections that people make in a sentence, by place and words."""
        edits: dict[tuple[int, int, Words], tuple[Edit, list[str], list[str]]] = {}
        for role, names, versions in (
            (1, self.pool.references, sentence.references),
            (2, self.pool.hypotheses, sentence.hypotheses),
        ):
            for name, version in zip(names, versions, strict=True):
                for change in filter(wanted, changes(sentence.source, version.edits)):
                    people = edits.setdefault(change.key, (change.edit, [], []))[role]
                    assert isinstance(people, list)
                    people.append(name)
        return [MadeEdit(edit, tuple(own), tuple(others)) for _, (edit, own, others) in sorted(edits.items())]

    def _versions(self, sentence: PooledSentence, start: int, end: int) -> Iterator[PersonVersion]:
        text = self.pool.texts[sentence.text]
        everybody = (*sentence.references, *sentence.hypotheses)
        window = _window([item.edits for item in everybody], start, end)
        sides: tuple[tuple[PersonRole, Iterable[tuple[str, SentenceVersion, Document | None]]], ...] = (
            ("reference", zip(self.pool.references, sentence.references, text.references, strict=True)),
            ("hypothesis", zip(self.pool.hypotheses, sentence.hypotheses, text.hypotheses, strict=True)),
        )
        for role, people in sides:
            for person, version, document in people:
                if document is None:
                    continue
                if version.is_absent:
                    yield PersonVersion(person, role, None)
                    continue
                words, span = _words(version, window, document)
                yield PersonVersion(person, role, words, FilePlace(document.path, document.name, span))


def _present(versions: Sequence[SentenceVersion]) -> list[int]:
    return [index for index, item in enumerate(versions) if not item.is_absent]


def _alternative(sentence: PooledSentence, made: MadeEdit, asked: bool) -> Alternative:
    edit = made.edit
    begin, end = sentence.smallest(edit.start, edit.end)
    place = edit.start - begin, edit.end - begin
    return Alternative(
        sentence.source[begin:end], *place, edit.replacement, edit.type, made.references, made.hypotheses, asked
    )


def _window(versions: Iterable[Edits], start: int, end: int) -> tuple[int, int]:
    """Return a place, widened so that no version's edit crosses its ends."""
    edits = sorted({(item.start, item.end) for own in versions for item in own})
    grows = True
    while grows:
        crossing = [(a, b) for a, b in edits if a < end and start < b and not (start <= a and b <= end)]
        start, end = min([start, *(a for a, _ in crossing)]), max([end, *(b for _, b in crossing)])
        grows = bool(crossing)
    return start, end


def _words(version: SentenceVersion, window: tuple[int, int], document: Document) -> tuple[str, Span]:
    start, end = window
    first, last = start, end
    for edit in version.edits:
        growth = len(edit.replacement) - (edit.end - edit.start)
        if _is_inside(edit, window):
            last += growth
        elif edit.end <= start:
            first, last = first + growth, last + growth
    return version.side.words(first, last, document.text), version.side.place(window, (first, last))


def _is_inside(edit: Edit, window: tuple[int, int]) -> bool:
    """What is added at an end belongs only to a place that is a gap."""
    start, end = window
    if edit.start == edit.end:
        return start < edit.start < end or start == end == edit.start
    return start <= edit.start and edit.end <= end


def share(makers: int, people: int) -> float:
    """Return the share of people who make a correction, by Laplace's rule of succession, in [0, 1].

    >>> share(1, 1), share(8, 8), share(0, 0)
    (0.6666666666666666, 0.9, 0.5)
    """
    return (makers + 1) / (people + 2)


def counted_out_of(count: int, people: int, noun: str) -> str:
    """Return how many of some people, in words.

    >>> counted_out_of(3, 8, "hypothesis"), counted_out_of(1, 1, "reference")
    ('3 of 8 hypotheses', 'the only reference')
    >>> counted_out_of(2, 2, "hypothesis"), counted_out_of(4, 4, "annotator")
    ('both hypotheses', 'all 4 annotators')
    """
    plural = {"hypothesis": "hypotheses"}.get(noun, f"{noun}s")
    if people == count == 1:
        return f"the only {noun}"
    if people == count == 2:
        return f"both {plural}"
    return f"all {people} {plural}" if count == people else f"{count} of {people} {plural}"


LEAST_ANNOTATORS = 3
"""Smallest number of annotators whose differences a document shows; two teachers compare where references disagree."""


class QuestionKind(ABC):
    """A kind of question, by its name in JSON and in the file of answers, the code of its diagnostics."""

    name: str
    title: str

    @abstractmethod
    def ask(self, inquiry: "Inquiry") -> "Iterator[Asked]":
        """Yield the questions of this kind about a pool, in the order of its sentences."""

    @abstractmethod
    def message(self, question: Question) -> str:
        """Return what there is to see at the place, without a full stop at its end."""

    @abstractmethod
    def prompt(self, question: Question) -> str:
        """Return what a person has to decide, as a question."""

    def is_settled(self, question: Question, decided: Collection[int]) -> bool:
        """Return whether decisions about some of the alternatives answer the question."""
        del question
        return bool(decided)

    def is_shown(self, question: Question) -> bool:
        """Return whether enough people are concerned for a document to show it; the queue has all questions."""
        return count(question, "reference") >= LEAST_ANNOTATORS


def count(question: Question, role: PersonRole) -> int:
    return sum(item.role == role and item.words is not None for item in question.versions)


KINDS: Registry[QuestionKind] = Registry(
    "kind of question",
    {
        "uncovered-correction": f"{__name__}:UNCOVERED",
        "contradicting-references": f"{__name__}:CONTRADICTION",
        "unchanged-reference": f"{__name__}:UNCHANGED",
        "uncorrected-error": f"{__name__}:UNCORRECTED",
    },
)
"""The kinds by their names, in the order of equally urgent questions."""


LEAST_UNANIMOUS = 2


@attrs.frozen
class Unanimity:
    """How many annotators agree on a sentence; ``agreeing``: the most who have the same words. ``annotators``: those
    who have seen it, at least two. ``places``: in the source's file and in the references' files.
    """

    agreeing: int
    annotators: int
    places: tuple[FilePlace, ...]

    @property
    def is_complete(self) -> bool:
        return self.agreeing == self.annotators


def unanimities(pool: Pool) -> tuple[Unanimity, ...]:
    """Return the agreement on each sentence that at least two annotators have seen, in the order of the source; one who
    gives several corrections agrees with everybody who has one of them.
    """
    agreements: list[Unanimity] = []
    for sentence in pool.sentences:
        texts: dict[int, set[tuple[str, ...]]] = {}
        for index, version in enumerate(sentence.references):
            if not version.is_absent:
                texts.setdefault(pool.first_choices[index], set()).add(apply_edits(sentence.source, version.edits))
        if len(texts) >= LEAST_UNANIMOUS and sentence.source:
            agreeing = max(Counter(text for own in texts.values() for text in own).values())
            agreements.append(Unanimity(agreeing, len(texts), tuple(_places(pool, sentence))))
    return tuple(agreements)


def _places(pool: Pool, sentence: PooledSentence) -> Iterator[FilePlace]:
    text = pool.texts[sentence.text]
    if text.source.path is not None:
        yield FilePlace(text.source.path, text.source.name, sentence.passage.source.extent)
    for version, document in zip(sentence.references, text.references, strict=True):
        if document is not None and document.path is not None and version.side.segment.tokens:
            yield FilePlace(document.path, document.name, version.side.segment.extent)


def agreement_words(items: Sequence[Unanimity]) -> str:
    """Return how many annotators agree on some sentences, in words.

    >>> some, everybody, nobody = Unanimity(3, 4, ()), Unanimity(4, 4, ()), Unanimity(1, 3, ())
    >>> agreement_words([some]), agreement_words([everybody]), agreement_words([nobody])
    ('3 of 4 annotators agree', 'all 4 annotators agree', 'no two of 3 annotators agree')
    >>> agreement_words([everybody, some])
    'all annotators agree on 1 of 2 sentences'
    """
    if len(items) > 1:
        return f"all annotators agree on {sum(item.is_complete for item in items)} of {len(items)} sentences"
    [item] = items
    if item.is_complete:
        return f"all {item.annotators} annotators agree"
    if item.agreeing == 1:
        return f"no two of {item.annotators} annotators agree"
    return f"{item.agreeing} of {item.annotators} annotators agree"


LEAST_OTHERS = 2
"""Smallest number of other annotators, all of whom correct the sentence."""
MOST_DEEDS = 3


class UnchangedReference(QuestionKind):
    """One annotator leaves a sentence that all others, at least two, correct; all their corrections are asked about."""

    name = "unchanged-reference"
    title = "Unchanged reference"

    def ask(self, inquiry: Inquiry) -> Iterator[Asked]:
        for number, sentence in inquiry.sentences():
            seen = _present(sentence.references)
            leaving = [index for index in seen if sentence.references[index].leaves]
            others = [index for index in seen if sentence.references[index].edits]
            annotators, left = inquiry.pool.annotators_of(others), inquiry.pool.annotators_of(leaving)
            if len(left) != 1 or len(annotators) < LEAST_OTHERS or left & annotators:
                continue
            if len(leaving) + len(others) < len(seen):
                continue
            made = [item for item in inquiry.made_edits(sentence, lambda _: True) if item.references]
            count, people = len(annotators), len(annotators | left)
            yield Asked(
                self.name,
                number,
                0,
                len(sentence.source),
                sentence.source,
                tuple(made),
                tuple(range(len(made))),
                len({name for item in made for name in item.hypotheses}),
                Likelihood(share(count, people)),
                f"{count} of {people} annotators correct the sentence",
                is_whole=True,
            )

    def message(self, question: Question) -> str:
        deeds = [deed(item.before, item.after) for item in question.alternatives]
        made = some_of(deeds, MOST_DEEDS)
        return f"{_leaver(question)} leaves this sentence, and all others correct it: {made}"

    def prompt(self, question: Question) -> str:
        return f"Are these corrections needed, which {_leaver(question)} does not make?"

    def is_settled(self, question: Question, decided: Collection[int]) -> bool:
        return len(decided) == len(question.alternatives)


def _leaver(question: Question) -> str:
    makers = {name for item in question.alternatives for name in item.references}
    present = (item for item in question.versions if item.role == "reference" and item.words is not None)
    return teacher_names(item.person for item in present if item.person not in makers)


UNCHANGED = UnchangedReference()


MOST_ALTERNATIVES = 5


class UncorrectedError(QuestionKind):
    """An annotator marked an error and gave no correction; the question is about the correction that most others give,
    or without any about the place alone.
    """

    name = "uncorrected-error"
    title = "Error without a correction"

    def ask(self, inquiry: Inquiry) -> Iterator[Asked]:
        for number, sentence in inquiry.sentences():
            for (start, end), markers in _marked_places(sentence).items():
                yield self._question(inquiry, number, (start, end), markers)

    def _question(self, inquiry: Inquiry, number: int, place: tuple[int, int], markers: Sequence[int]) -> Asked:
        sentence = inquiry.pool.sentences[number]
        made = inquiry.made_edits(sentence, lambda change: _is_at(change, place))
        made.sort(key=lambda item: -item.makers)
        seen = len(_present(sentence.references)) - len(markers) + len(_present(sentence.hypotheses))
        first = made[0].makers if made else 0
        given = f"{counted_out_of(first, seen, 'other')} give the same correction" if first else "nobody corrects it"
        by = teacher_names(inquiry.pool.references[index] for index in markers)
        return Asked(
            self.name,
            number,
            *place,
            sentence.source[place[0] : place[1]],
            tuple(made[:MOST_ALTERNATIVES]),
            (0,) if made else (),
            len({name for item in made for name in item.hypotheses}),
            Likelihood(share(first, seen)),
            f"marked by {by}; {given}",
        )

    def message(self, question: Question) -> str:
        others = [deed(item.before, item.after) for item in question.alternatives]
        have = f"; others have: {', '.join(others)}" if others else ""
        return f"An error is marked here without a correction ({question.why.partition(';')[0]}){have}"

    def prompt(self, question: Question) -> str:
        if not question.alternatives:
            return f"Is “{question.before}” an error?" if question.before else "Is something missing here?"
        [item, *_] = question.alternatives
        return f"Is this the correction: {deed(item.before, item.after)}?"


def _marked_places(sentence: PooledSentence) -> dict[tuple[int, int], list[int]]:
    places: dict[tuple[int, int], list[int]] = {}
    for index, version in enumerate(sentence.references):
        own = changes(sentence.source, version.edits)
        for item in version.detections:
            if not any(_is_at(change, (item.start, item.end)) for change in own):
                places.setdefault((item.start, item.end), []).append(index)
    return dict(sorted(places.items()))


def _is_at(change: Change, place: tuple[int, int]) -> bool:
    start, end = place
    if start < end and change.start < change.end:
        return change.start < end and start < change.end
    return change.start <= end and start <= change.end


UNCORRECTED = UncorrectedError()


LEAST_MAKERS = 3
LEAST_SHARE = 0.2
"""Smallest number, and smallest share, of the hypotheses that make a correction which a document shows: six students of
a class of thirty."""
MOST_NAMES = 6


class UncoveredCorrection(QuestionKind):
    """A correction that at least some number of hypotheses make, and that is correct by no reference."""

    name = "uncovered-correction"
    title = "Correction that no reference has"

    def ask(self, inquiry: Inquiry) -> Iterator[Asked]:
        for item in inquiry.corrections:
            number = item.sentence.number
            sentence = inquiry.pool.sentences[number]
            seen, edit = len(_present(sentence.hypotheses)), item.edit
            credit = f"; its best credit is {item.credit:.0%}" if item.credit is not None else ""
            why = f"{counted_out_of(len(item.people), seen, 'hypothesis')} make it, and no reference does{credit}"
            yield Asked(
                self.name,
                number,
                edit.start,
                edit.end,
                edit.replacement,
                (MadeEdit(edit, (), item.people),),
                (0,),
                len(item.people),
                Likelihood(share(len(item.people), seen), item.credit),
                why,
            )

    def message(self, question: Question) -> str:
        [item] = question.alternatives
        names = [person_name(name) for name in item.hypotheses]
        by = some_of(names, MOST_NAMES)
        return f"No reference has this, and {len(names)} hypotheses do: {deed(item.before, item.after)} ({by})"

    def prompt(self, question: Question) -> str:
        [item] = question.alternatives
        return f"Is this correct: {deed(item.before, item.after)}?"

    def is_shown(self, question: Question) -> bool:
        makers = len(question.alternatives[0].hypotheses)
        return makers >= max(LEAST_MAKERS, LEAST_SHARE * count(question, "hypothesis"))


UNCOVERED = UncoveredCorrection()


MOST_SIDES = 4


@attrs.frozen
class _Side:
    """``changes``: those of the first of the references. ``annotators``: the indices of their authors."""

    text: tuple[str, ...]
    changes: tuple[Change, ...]
    references: tuple[int, ...]
    annotators: frozenset[int]


class ContradictingReferences(QuestionKind):
    """References change a place, and one's words exclude another's: neither does all that the other does, and more.

    The question is about the version of the fewest annotators. Words that a tolerance calls equal don't contradict, nor
    do an annotator's own alternatives.
    """

    name = "contradicting-references"
    title = "Contradicting references"

    def ask(self, inquiry: Inquiry) -> Iterator[Asked]:
        for number, sentence in inquiry.sentences():
            seen = _present(sentence.references)
            own = {index: changes(sentence.source, sentence.references[index].edits) for index in seen}
            for group in groups(change for items in own.values() for change in items):
                region = hull(group)
                inside = {index: tuple(item for item in items if item in group) for index, items in own.items()}
                sides = _sides(inquiry, sentence, inside, region)
                if (asked := _asked(sentence, sides, region)) is not None:
                    yield self._question(inquiry, number, sides, asked, region)

    def _question(
        self, inquiry: Inquiry, number: int, sides: Sequence[_Side], asked: _Side, region: tuple[int, int]
    ) -> Asked:
        sentence = inquiry.pool.sentences[number]
        others = sorted((item for item in sides if item is not asked), key=lambda item: -len(item.annotators))
        annotators = inquiry.pool.annotators_of(_present(sentence.references))
        makers = {item.text: _makers(sentence, item, region) for item in sides}
        leaving = (
            _leaving(sentence, region) if len(_all_references(sides)) == len(_present(sentence.references)) else ()
        )
        own, people = len(asked.annotators), len(annotators)
        verb = "has" if own == 1 else "have"
        why = f"{counted_out_of(own, people, 'annotator')} {verb} it; others have something that excludes it"
        return Asked(
            self.name,
            number,
            *region,
            asked.text,
            tuple(
                MadeEdit(
                    _edit(item, region),
                    tuple(inquiry.pool.references[index] for index in item.references),
                    tuple(inquiry.pool.hypotheses[index] for index in makers[item.text]),
                )
                for item in (asked, *others)
            ),
            (0,),
            len({*makers[asked.text], *leaving}),
            Likelihood(share(own, people)),
            why,
        )

    def message(self, question: Question) -> str:
        sides = [_contradiction_words(item) for item in question.alternatives]
        return f"References exclude one another here: {some_of(sides, MOST_SIDES, '; ', '; and')}"

    def prompt(self, question: Question) -> str:
        asked, *others = question.alternatives
        beside = f" Others have: {'; '.join(map(_contradiction_words, others[:MOST_SIDES]))}." if others else ""
        return f"Is this correct: {_contradiction_words(asked)}?{beside}"


def _sides(
    inquiry: Inquiry, sentence: PooledSentence, inside: dict[int, tuple[Change, ...]], region: tuple[int, int]
) -> list[_Side]:
    sides: dict[tuple[str, ...], _Side] = {}
    for index, own in inside.items():
        if not own:
            continue
        text = apply_edits(sentence.source, own, *region)
        side = sides.setdefault(text, _Side(text, own, (), frozenset()))
        references = (*side.references, index)
        sides[text] = attrs.evolve(side, references=references, annotators=inquiry.pool.annotators_of(references))
    return list(sides.values())


def _asked(sentence: PooledSentence, sides: Sequence[_Side], region: tuple[int, int]) -> _Side | None:
    """Return the version of the fewest annotators that another one excludes, the last of equals; ``None`` if none."""
    excluded = [item for pair in combinations(sides, 2) if _exclude(sentence, *pair, region) for item in pair]
    return min(reversed(excluded), key=lambda item: len(item.annotators), default=None)


def _exclude(sentence: PooledSentence, one: _Side, other: _Side, region: tuple[int, int]) -> bool:
    if one.annotators & other.annotators:
        return False
    keys, other_keys = {item.key for item in one.changes}, {item.key for item in other.changes}
    if keys <= other_keys or other_keys <= keys:
        return False
    own = [item for item in one.changes if item.key not in other_keys]
    if not any(item.meets(change) for item in own for change in other.changes if change.key not in keys):
        return False
    before, after = sentence.source[: region[0]], sentence.source[region[1] :]
    return sentence.rules.equal_enough(one.text, other.text, before, after) is None


def _edit(side: _Side, region: tuple[int, int]) -> Edit:
    types = "+".join(dict.fromkeys(item.type for item in side.changes if item.type))
    return Edit(*region, side.text, types)


def _makers(sentence: PooledSentence, side: _Side, region: tuple[int, int]) -> tuple[int, ...]:
    keys = {item.key for item in side.changes}
    return tuple(
        index
        for index, item in enumerate(sentence.hypotheses)
        if keys == {change.key for change in _at(sentence, item.edits, region)}
    )


def _leaving(sentence: PooledSentence, region: tuple[int, int]) -> tuple[int, ...]:
    present = (index for index, item in enumerate(sentence.hypotheses) if not item.is_absent)
    return tuple(index for index in present if not _at(sentence, sentence.hypotheses[index].edits, region))


def _at(sentence: PooledSentence, edits: tuple[Edit, ...], region: tuple[int, int]) -> list[Change]:
    """Return the changes that meet a place, or fill it where it is a gap."""
    start, end = region
    own = changes(sentence.source, edits)
    return [item for item in own if (item.start < end and start < item.end) or (item.start, item.end) == region]


def _all_references(sides: Sequence[_Side]) -> set[int]:
    return {reference for side in sides for reference in side.references}


def _contradiction_words(item: Alternative) -> str:
    return f"{deed(item.before, item.after)} ({teacher_names(item.references)})"


CONTRADICTION = ContradictingReferences()
