"""From the texts of exercises to the pool: lined up all together, with everybody's edits extracted."""

from collections.abc import Iterator, Sequence

import attrs

from markscheme.documents.corpus import Document, Side
from markscheme.documents.formats import corpus_format
from markscheme.documents.m2_format import M2
from markscheme.edits.edit import PassageEdits, detections
from markscheme.edits.passages import Alignment, Passage, paragraphs
from markscheme.errors import DocumentError, Reminder
from markscheme.exercises.adjudicated_file import ADJUDICATED_FILE
from markscheme.exercises.scheme.scheme import ErrorKinds
from markscheme.inference.models import Models
from markscheme.languages.segments import Segment
from markscheme.marking.changes import rules_with
from markscheme.marking.marks import with_joined_changes
from markscheme.progress import Progress, silent
from markscheme.research.adjudicated import Result, ResultExport, open_choice, result_corpus, result_m2, result_of
from markscheme.research.adjudication import Adjudication
from markscheme.research.differences import Differences, differences_of
from markscheme.research.pool import Contribution, Pool, PooledSentence, PooledText, PooledTexts, Version
from markscheme.scoring.corpora import CorpusFiles, corpus_files
from markscheme.scoring.statistics import passage_edits

_NOBODY = Version(Side(Segment((), (), 0), states_edits=True, absent=True))


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

    def pooled(self, people: PeopleOrder, language: str) -> PooledText:
        documents = self.alignment.references
        references, hypotheses = (
            tuple(None if place is None else documents[place] for place in places) for places in self.places(people)
        )
        texts = self.texts
        kinds = ErrorKinds(language, texts.groups)
        return PooledText(texts.exercise, self.alignment.source, references, hypotheses, texts.settings, kinds)

    def places(self, people: PeopleOrder) -> tuple[list[int | None], list[int | None]]:
        references = [self.references.get(name) for name in people.references]
        return references, [self.hypotheses.get(name) for name in people.hypotheses]


def pool_of(
    texts: Sequence[PooledTexts], models: Models, progress: Progress = silent, people: PeopleOrder | None = None
) -> Pool:
    """Return the pool of some exercises; one that can't be lined up is left out, with its problem. ``people``:
    everybody in order, ``None``: of first appearance. Raise Cancelled if ``progress`` raises it.
    """
    problems = [problem for item in texts for problem in item.problems]
    aligned: list[_Aligned] = []
    for item in texts:
        try:
            own = _aligned(item, models)
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
    sentences: list[PooledSentence] = []
    for number, own in enumerate(aligned):
        sentences += _sentences(number, own, people, models, progress)
    firsts = {name: first for own in aligned for name, first in own.first_choices.items()}
    return Pool(
        people.references,
        people.hypotheses,
        tuple(own.pooled(people, models.language) for own in aligned),
        tuple(sentences),
        tuple(problems),
        tuple(people.references.index(firsts.get(name, name)) for name in people.references),
        tuple(notice for item in texts for notice in item.notices),
    )


def _aligned(texts: PooledTexts, models: Models) -> _Aligned:
    everybody = [item.document for item in (*texts.references, *texts.hypotheses)]
    aligned = models.aligner.align(
        texts.material.source,
        None,
        everybody,
        tokenised=texts.tokenised,
        complete=[item.document for item in texts.hypotheses],
    )
    if not aligned.passages:
        raise (*aligned.problems, DocumentError("there is no sentence in this exercise"))[0]
    references, first_choices = _places(texts.references, aligned)
    hypotheses, _ = _places(texts.hypotheses, aligned)
    return _Aligned(texts, aligned, references, hypotheses, first_choices)


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
    number: int, own: _Aligned, people: PeopleOrder, models: Models, progress: Progress
) -> Iterator[PooledSentence]:
    texts, passages, places = own.texts, own.alignment.passages, own.places(people)
    starts = _sentence_starts(own.alignment, models)
    rules = rules_with(models.language, texts.settings.equal, texts.settings.verdict_assumption)
    decisions = texts.decisions
    edits = passage_edits(passages, models, progress, general_types=_is_foreign(texts, passages, models))
    for whole, found in zip(passages, edits, strict=True):
        passage = _with_absences(whole, found)
        versions = _versions(passage, found)
        references, hypotheses = (
            tuple(_NOBODY if place is None else versions[place] for place in side) for side in places
        )
        decided = attrs.evolve(rules, decisions=decisions.of(passage.source.tokens))
        yield PooledSentence(number, passage, references, hypotheses, decided, _own_starts(passage, starts))


def _sentence_starts(aligned: Alignment, models: Models) -> frozenset[int]:
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


def _is_foreign(texts: PooledTexts, passages: Sequence[Passage], models: Models) -> bool:
    if texts.states_language:
        return False
    return bool(models.other_language([" ".join(passage.source.tokens) for passage in passages]))


def _versions(passage: Passage, edits: PassageEdits) -> list[Version]:
    scored = with_joined_changes(edits.scored())
    return [
        Version(side) if side.absent else Version(side, own, detections(stated))
        for side, own, stated in zip(passage.references, scored.references, edits.counted_references, strict=True)
    ]


def _with_absences(passage: Passage, edits: PassageEdits) -> Passage:
    """Make each side absent that no mark would count as a reference; in parallel texts also lines without words."""
    present = set(edits.present_references)
    sides = (
        side if index in present else attrs.evolve(side, absent=True) for index, side in enumerate(passage.references)
    )
    return attrs.evolve(passage, references=tuple(sides))


def pooled_differences(
    texts: Sequence[PooledTexts], models: "Models", progress: Progress = silent
) -> tuple[Pool, Differences]:
    """Return the pool of some texts, and where its annotators differ; an adjudicated file is no annotator."""
    pool = pool_of(texts, models, progress)
    return pool, differences_of(pool, {ADJUDICATED_FILE})


def adjudicated_files(
    pool: Pool, adjudication: Adjudication, export: ResultExport, models: Models, progress: Progress = silent
) -> tuple[CorpusFiles, Result]:
    """Return the files of an adjudicated text, and its sentences; M2 has who decided what in its comments. Raise
    DocumentError if sentences are open, the target is the file of decisions, or the format can't hold the text.
    """
    target, form = export.target, corpus_format(export.format)
    if target.absolute() == adjudication.path.absolute():
        raise DocumentError("this file holds the decisions", path=target, remedy="Choose another name for the result")
    choice = open_choice(export.fill_open, adjudication.differences.annotators) if export.fill_open else None
    result = result_of(adjudication, choice)
    if form is M2:
        return CorpusFiles({target.name: result_m2(result).encode()}), result
    corpus = result_corpus(result, pool, tokenised=form.tokenised)
    return corpus_files(corpus, form, target.name, models, progress), result
