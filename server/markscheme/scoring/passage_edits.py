"""The edits of passages: those that their documents carry, or else ERRANT's."""

from collections.abc import Sequence

from markscheme.alignment.passages import Passage, Side
from markscheme.edits.edit import Edit, Edits
from markscheme.marking.passage import PassageEdits
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models


def passage_edits(passages: Sequence[Passage], models: Models, progress: Progress = silent) -> list[PassageEdits]:
    """Return the edits of each passage's hypothesis and references."""
    pairs = [
        (passage.source.tokens, side.segment.tokens)
        for passage in passages
        for side in (passage.hypothesis, *passage.references)
        if side.annotations is None
    ]
    extracted = iter(models.edits(pairs, progress))

    def edits_of(side: Side) -> Edits:
        if side.annotations is None:
            return next(extracted)
        return tuple(Edit(item.start, item.end, item.replacement, item.type) for item in side.annotations)

    return [
        PassageEdits(
            passage.source.tokens,
            edits_of(passage.hypothesis),
            tuple(edits_of(side) for side in passage.references),
            passage.parallel,
        )
        for passage in passages
    ]
