"""From a passage's tokens to places in files: what marks and estimates share."""

from markscheme.alignment.alignment import Alignment
from markscheme.alignment.passages import Passage
from markscheme.formats.document import Document
from markscheme.formats.parallel import Side
from markscheme.marking.review.document_review import PassageReview
from markscheme.marking.review.findings import Finding
from markscheme.marking.review.side_words import all_words, in_file, is_absent, passage_text, place_of, words_of
from markscheme.marking.verdicts.verdict import Stretch


class Placer:
    """Places the parts that marks and estimates share."""

    def __init__(self, alignment: Alignment, hypothesis: Document) -> None:
        self.source = alignment.source
        self.hypothesis = hypothesis
        self.references = alignment.references

    def placed_passage(self, passage: Passage) -> PassageReview:
        """Return a passage's texts, without numbers."""
        extent = passage.hypothesis.segment.extent
        return PassageReview(
            in_file(self.hypothesis, extent),
            extent,
            all_words(passage.hypothesis, self.hypothesis.text),
            passage_text(self.source, Side(passage.source)),
            tuple(
                None if is_absent(passage, side) else passage_text(document, side)
                for document, side in zip(self.references, passage.references, strict=True)
            ),
            moved=passage.moved,
            unseen=passage.hypothesis.absent,
        )

    def placed_finding(self, index: int, passage: Passage, source: Stretch, target: Stretch, type_: str) -> Finding:
        """Return a finding at its place, without numbers."""
        side = passage.hypothesis
        span, source_span = place_of(side, source, target), passage.source.characters(source.start, source.end)
        return Finding(
            in_file(self.hypothesis, span),
            in_file(self.source, source_span),
            span,
            source,
            side.segment.tokens[target.start : target.end],
            source_span.of(self.source.text),
            words_of(side, target, self.hypothesis.text),
            type_,
            index,
        )
