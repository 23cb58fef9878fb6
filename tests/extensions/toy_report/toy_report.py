"""A toy report: each document's name with the number of its findings, and what can't be marked."""

from collections.abc import Callable, Iterable, Iterator

from markscheme.plugins import Piece, Remarks, ReviewedDocument, ReviewFormat


class ToyReport(ReviewFormat):
    """A line a document, in the order in which they come."""

    def piece(self, document: ReviewedDocument) -> Piece:
        review = document.review
        return Piece(f"{document.path.name}: {len(review.findings)}\n", is_estimate=review.marks is None)

    def written(self, pieces: Iterable[Piece], remarks: Callable[[], Remarks]) -> Iterator[str]:
        for piece in pieces:
            yield piece.text
        yield from (f"not marked: {problem.path}\n" for problem in remarks().problems)
