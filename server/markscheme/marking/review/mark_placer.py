"""Marks of a passage put back into the document, with what each reference has there."""

from collections.abc import Iterator, Mapping

import attrs

from markscheme.alignment.alignment import Alignment
from markscheme.alignment.passages import Passage
from markscheme.edits.edit import apply_edits
from markscheme.formats.document import Document
from markscheme.formats.parallel import Side
from markscheme.marking.passages.marks import (
    AlignedEdit,
    ChunkMark,
    MarkSettings,
    PassageMarks,
    PlaceMark,
    ReferenceMark,
)
from markscheme.marking.review.document_review import PassageReview, PassageScores
from markscheme.marking.review.findings import (
    Finding,
    FindingAlignment,
    FindingChange,
    FindingReference,
    FindingRemainder,
    FindingSuggestion,
    PlaceVerdict,
)
from markscheme.marking.review.placed_passage import PlacedPassage
from markscheme.marking.review.placer import Placer
from markscheme.marking.review.side_words import all_words, characters, in_file, is_absent, place_of, words_of
from markscheme.marking.review.verdict_counts import passage_counts
from markscheme.marking.review.whole_words import ShownWords, whole_words, widened
from markscheme.marking.verdicts.verdict import Place, Remainder, Stretch, Suggestion, Verdict
from markscheme.metrics import cleme2
from markscheme.metrics.categories import Category
from markscheme.metrics.overlap import f_score
from markscheme.scoring.accepted_reference import AcceptedReference
from markscheme.text.segments import Segment


class MarkPlacer(Placer):
    """Places marks, with what each reference has there."""

    def __init__(
        self,
        alignment: Alignment,
        hypothesis: Document,
        accepted: Mapping[int, AcceptedReference],
        settings: MarkSettings,
    ) -> None:
        super().__init__(alignment, hypothesis)
        self._accepted = accepted
        self._settings = settings

    def placed(self, index: int, passage: Passage, marks: PassageMarks) -> PlacedPassage:
        """Return a passage with its places and chunks."""
        return PlacedPassage(
            tuple(self.places(index, passage, marks)),
            tuple(self.finding(index, passage, mark) for mark in marks.marks),
            self.passage(index, passage, marks),
        )

    def passage(self, index: int, passage: Passage, marks: PassageMarks) -> PassageReview:
        """Return a passage with its scores; without, where no reference's author has seen it."""
        if all(side.absent for side in passage.references) and index not in self._accepted:
            return self.placed_passage(passage)
        scores = PassageScores(
            None if marks.reference is None else self._name(index, marks.reference),
            self._followed(index, marks.reference),
            marks.counts,
            marks.weights,
            cleme2.scores_of(marks.weights or marks.counts, self._settings.factors),
            None if marks.credit is None else f_score(marks.credit, self._settings.credit.beta),
            passage_counts(marks),
        )
        return attrs.evolve(self.placed_passage(passage), marks=scores)

    def finding(self, index: int, passage: Passage, mark: ChunkMark) -> Finding:
        """Return a mark at its place."""
        return attrs.evolve(
            self.placed_finding(index, passage, mark.source, mark.target, mark.type),
            category=mark.category,
            weight=mark.weight,
            difference=mark.difference,
            credit=mark.credit,
            references=tuple(self._shown_references(index, passage, mark)),
        )

    def places(self, index: int, passage: Passage, marks: PassageMarks) -> Iterator[Finding]:
        """Yield the places of a passage; one for all of a passage that is rewritten freely."""
        if marks.rewritten:
            yield self._rewritten(index, passage, marks)
            return
        for item in marks.places:
            yield self._place(index, passage, item)

    def _place(self, index: int, passage: Passage, mark: PlaceMark) -> Finding:
        place = mark.place
        verdict = PlaceVerdict(
            place.verdict,
            place.points,
            tuple(self._suggestion(passage, item) for item in place.suggestions),
            tuple(self._remainder(passage, place, item) for item in place.missing),
            place.tolerances,
            place.decided,
            is_alone=place.is_alone,
            needs=place.needs,
        )
        return attrs.evolve(
            self.placed_finding(index, passage, place.source, place.target, place.type),
            category=mark.category,
            weight=mark.weight,
            difference=mark.difference,
            credit=mark.credit,
            references=tuple(self._versions(passage, mark)),
            place=verdict,
            whole=self._whole_deed(passage, place),
        )

    def _whole_deed(self, passage: Passage, place: Place) -> ShownWords | None:
        """Return what the hypothesis does at a place, in whole words: its own where it leaves those of the source."""
        if place.edits:
            return self._whole(passage, place.source, passage.hypothesis, place.target, self.hypothesis.text)
        left = characters(passage.hypothesis, place.target)
        whole = None if left is None else widened(left, self.hypothesis.text)
        if left is None or whole is None or whole == left:
            return None
        words = whole.of(self.hypothesis.text)
        source = passage.source.characters(place.source.start, place.source.end)
        if words != widened(source, self.source.text).of(self.source.text):
            return None
        return ShownWords(words, words, whole.end - left.end)

    def _rewritten(self, index: int, passage: Passage, marks: PassageMarks) -> Finding:
        """Return the one finding of a passage that is rewritten freely, with each reference's words."""
        whole = Stretch(0, len(passage.source.tokens)), Stretch(0, len(passage.hypothesis.segment.tokens))
        references = tuple(
            FindingReference(
                document.name,
                number,
                in_file(document, side.segment.extent),
                all_words(side, document.text),
                None,
                None,
                (),
                all_words(Side(passage.source), self.source.text),
            )
            for number, (document, side) in enumerate(zip(self.references, passage.references, strict=True))
            if not is_absent(passage, side)
        )
        return attrs.evolve(
            self.placed_finding(index, passage, *whole, ""),
            references=references,
            place=PlaceVerdict(Verdict.DIFFERENT, marks.points, rewritten=True, needs=marks.points.due),
        )

    def _suggestion(self, passage: Passage, item: Suggestion) -> FindingSuggestion:
        span = place_of(passage.hypothesis, item.source, item.target)
        first = item.references[0]
        return FindingSuggestion(
            tuple(self.references[number].name for number in item.references),
            in_file(self.hypothesis, span),
            span,
            item.source,
            words_of(passage.hypothesis, item.target, self.hypothesis.text),
            words_of(passage.references[first], item.words, self.references[first].text),
            self._whole_rewording(passage, item.target, first, item.words),
        )

    def _whole(self, passage: Passage, source: Stretch, side: Side, target: Stretch, text: str) -> ShownWords | None:
        """Return what a side has in place of source tokens, in whole words."""
        after = characters(side, target)
        before = passage.source.characters(source.start, source.end)
        return None if after is None else whole_words(before, self.source.text, after, text)

    def _remainder(self, passage: Passage, place: Place, item: Remainder) -> FindingRemainder:
        side, target = passage.hypothesis, item.target
        first = place.versions[0].reference
        return FindingRemainder(
            in_file(self.hypothesis, side.segment.characters(target.start, target.end)),
            words_of(side, target, self.hypothesis.text),
            words_of(passage.references[first], item.words, self.references[first].text),
            self._whole_rewording(passage, target, first, item.words),
        )

    def _whole_rewording(self, passage: Passage, target: Stretch, reference: int, words: Stretch) -> ShownWords | None:
        """Return what a reference has in place of the hypothesis's tokens, in whole words."""
        before, after = characters(passage.hypothesis, target), characters(passage.references[reference], words)
        if before is None or after is None:
            return None
        return whole_words(before, self.hypothesis.text, after, self.references[reference].text)

    def _versions(self, passage: Passage, mark: PlaceMark) -> Iterator[FindingReference]:
        """Yield what each reference has at a place, those that the verdict follows first."""
        for number, (version, reference) in enumerate(zip(mark.place.versions, mark.references, strict=True)):
            side = passage.references[version.reference]
            text = self.references[version.reference].text
            changes = tuple(
                FindingChange(
                    change.edit,
                    self._source_words(passage, change.edit.start, change.edit.end),
                    words_of(side, change.target, text),
                    self._whole(passage, Stretch(change.edit.start, change.edit.end), side, change.target, text),
                )
                for change in version.changes
            )
            yield attrs.evolve(
                self._reference(version.reference, passage, reference),
                source=self._source_words(passage, version.source.start, version.source.end),
                follows=number < mark.place.follows,
                source_tokens=version.source,
                changes=changes,
                is_beside=version.is_beside,
                whole=self._whole(passage, version.source, side, version.target, text),
            )

    def _source_words(self, passage: Passage, start: int, end: int) -> str:
        return passage.source.characters(start, end).of(self.source.text)

    def _name(self, index: int, number: int) -> str:
        return self.references[number].name if number < len(self.references) else self._accepted[index].title()

    def _followed(self, index: int, number: int | None) -> int | None:
        return number if number is None or number < len(self.references) else self._accepted[index].base

    def _shown_references(self, index: int, passage: Passage, mark: ChunkMark) -> Iterator[FindingReference]:
        """Yield what each reference has; the accepted one, which comes last, where something was accepted."""
        for number, reference in enumerate(mark.references):
            if reference is None:
                continue
            if number < len(self.references):
                yield self._reference(number, passage, reference)
            elif self._accepted[index].reaches(mark.source):
                yield self._accepted_reference(self._accepted[index], passage, mark, reference)

    def _accepted_reference(
        self, accepted: AcceptedReference, passage: Passage, mark: ChunkMark, own: ReferenceMark
    ) -> FindingReference:
        """Return the accepted reference's part. It has tokens and no document; a hit's words are the hypothesis's."""
        side = Side(Segment(apply_edits(passage.source.tokens, accepted.edits), (), 0), states_edits=True)
        words = words_of(side, own.target, "")
        if own.category is Category.HIT:
            words = words_of(passage.hypothesis, mark.target, self.hypothesis.text)
        aligned = tuple(self._alignment(passage, side, item, "") for item in own.edits)
        return FindingReference(accepted.title(mark.source), None, None, words, own.category, own.alignment, aligned)

    def _reference(self, number: int, passage: Passage, mark: ReferenceMark) -> FindingReference:
        document, side = self.references[number], passage.references[number]
        return FindingReference(
            document.name,
            number,
            in_file(document, side.segment.characters(mark.target.start, mark.target.end)),
            words_of(side, mark.target, document.text),
            mark.category,
            mark.alignment,
            tuple(self._alignment(passage, side, aligned, document.text) for aligned in mark.edits),
        )

    def _alignment(self, passage: Passage, side: Side, edit: AlignedEdit, text: str) -> FindingAlignment:
        return FindingAlignment(
            self._source_words(passage, edit.source.start, edit.source.end),
            words_of(side, edit.target, text),
            edit.type,
            edit.share,
            edit.gain,
        )
