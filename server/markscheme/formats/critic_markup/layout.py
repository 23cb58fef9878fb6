"""The pieces of a text that is rewritten, with the comments and highlights that stand in it."""

from collections.abc import Iterator, Sequence

import attrs

from markscheme.formats.critic_markup.parser import Markup
from markscheme.formats.exchange import NOTHING, Piece


@attrs.frozen
class Anchor:
    """A comment or a highlight's mark, and where it is to stand: an offset of the source, and of the new hypothesis."""

    markup: Markup
    source: int
    hypothesis: int

    @property
    def is_comment(self) -> bool:
        return self.markup.mark == "{>>"


@attrs.define
class Track:
    """Pieces of the source and the hypothesis, in order, from an offset of either on."""

    source: int
    hypothesis: int
    pieces: list[Piece]

    def cut(self, anchor: Anchor) -> list[Piece]:
        """Take the pieces before an anchor. A change is parted at a highlight's mark, and left whole by a comment."""
        before: list[Piece] = []
        for piece in self.pieces:
            first, rest = self._parted(piece, anchor)
            if not first:
                break
            before.append(first)
            self.source += len(first.old)
            self.hypothesis += len(first.new)
            if rest:
                self.pieces = [rest, *self.pieces[len(before) :]]
                return before
        self.pieces = self.pieces[len(before) :]
        return before

    def _parted(self, piece: Piece, anchor: Anchor) -> tuple[Piece, Piece]:
        """Return the parts of the next piece before and behind an anchor, either of which may be empty."""
        source, hypothesis = max(anchor.source - self.source, 0), max(anchor.hypothesis - self.hypothesis, 0)
        if len(piece.old) < source:
            return piece, NOTHING
        first, rest = piece.parted(source, hypothesis if piece.is_change else source)
        return (piece, NOTHING) if first and anchor.is_comment and piece.is_change else (first, rest)


def laid_out(path: Track, anchors: Sequence[Anchor]) -> Iterator[Piece | Markup]:
    """Yield pieces and markup in the order in which they are written."""
    comments: list[Anchor] = []
    for anchor in anchors:
        if anchor.is_comment:
            comments.append(anchor)
        else:
            inside = Track(path.source, path.hypothesis, path.cut(anchor))
            yield from _with_comments(inside, comments)
            yield anchor.markup
            comments = []
    yield from _with_comments(path, comments)


def _with_comments(path: Track, comments: Sequence[Anchor]) -> Iterator[Piece | Markup]:
    for comment in comments:
        yield from path.cut(comment)
        yield comment.markup
    yield from path.pieces
