"""What is counted of a corpus, a stretch at a time: enough to say what another format loses of it."""

from collections import Counter

import attrs

from markscheme.formats.annotators import Annotator, corrections_by_annotator
from markscheme.formats.corpus import Corpus


@attrs.define
class Census:
    """Numbers of a corpus.

    Attributes
    ----------
    entries
        Of texts.
    tokenised
        As :attr:`Corpus.tokenised <markscheme.formats.corpus.Corpus.tokenised>`.
    has_ids, has_hypotheses, has_edits, has_types
        Whether a text has an id or a hypothesis, and a correction edits, or edits with types.
    several
        Whose correction is first in the first text with several; ``None`` where no text has several.
    people
        How many texts everybody has corrected, by first appearance.
    uncorrected
        Texts that nobody has corrected.
    detections
        Errors that are marked without a correction.
    """

    entries: int = 0
    tokenised: bool = False
    has_ids: bool = False
    has_hypotheses: bool = False
    has_edits: bool = False
    has_types: bool = False
    several: str | None = None
    people: Counter[Annotator] = attrs.field(factory=Counter)
    uncorrected: int = 0
    detections: int = 0

    @classmethod
    def of(cls, corpus: Corpus) -> "Census":
        """Return the numbers of a whole corpus."""
        census = cls()
        census.add(corpus)
        return census

    def add(self, corpus: Corpus) -> None:
        """Count a stretch of the corpus."""
        self.tokenised = corpus.tokenised
        for entry in corpus.entries:
            self.entries += 1
            self.has_ids |= bool(entry.id)
            self.has_hypotheses |= bool(entry.hypotheses)
            self.people.update(corrections_by_annotator(entry).keys())
            self.uncorrected += not entry.corrections
            if self.several is None and len(entry.corrections) > 1:
                self.several = entry.corrections[0].name
            for edit in (edit for item in entry.corrections for edit in item.edits or ()):
                self.has_edits = True
                self.has_types |= bool(edit.type)
                self.detections += edit.replacement is None
