"""The edits of passages: those that their documents carry, or else ERRANT's."""

from collections.abc import Sequence

from markscheme.alignment.passages import Passage
from markscheme.edits.edit import Edit, Edits
from markscheme.formats.parallel import Side
from markscheme.marking.passage import PassageEdits
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models


def passage_edits(passages: Sequence[Passage], models: Models, progress: Progress = silent) -> list[PassageEdits]:
    """Return the edits of each passage's hypothesis and references."""
    pairs = [
        (passage.source.tokens, side.segment.tokens)
        for passage in passages
        for side in (passage.hypothesis, *passage.references)
        if not side.states_edits
    ]
    extracted = iter(models.edits(pairs, progress))

    def edits_of(side: Side) -> Edits:
        if not side.states_edits:
            return next(extracted)
        return tuple(Edit(item.start, item.end, item.replacement, item.type) for item in side.edits)

    return [
        PassageEdits(
            passage.source.tokens,
            edits_of(passage.hypothesis),
            tuple(edits_of(side) for side in passage.references),
            passage.parallel,
        )
        for passage in passages
    ]
