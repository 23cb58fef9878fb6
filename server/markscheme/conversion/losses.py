"""What another format would lose of a corpus."""

from collections.abc import Iterator

from markscheme.conversion.census import Census
from markscheme.formats.annotators import annotator_numbers
from markscheme.formats.base import CorpusFormat
from markscheme.formats.corpus import Corpus


def losses(corpus: Corpus, target: CorpusFormat) -> Iterator[str]:
    """Yield what the format can't carry of the corpus, a line each, for people."""
    yield from corpus.left_out
    yield from counted_losses(Census.of(corpus), target)
    yield from target.further_losses(corpus)


def counted_losses(census: Census, target: CorpusFormat) -> Iterator[str]:
    """Yield what any format with these features can't carry of a corpus of these numbers."""
    if "ids" not in target.carries and census.has_ids:
        yield "the texts' ids"
    if "texts" not in target.carries and census.entries > 1:
        yield f"that these are {census.entries} texts: they are now paragraphs of one"
    yield from _lost_people(census, target)
    yield from _lost_edits(census, target)


def _lost_people(census: Census, target: CorpusFormat) -> Iterator[str]:
    carries = target.carries
    if "people" not in carries and census.several is not None:
        yield f"all corrections but {census.several or 'the first'}'s"
    names = tuple(name or part for (part, name), count in census.people.items() if count < census.entries)
    if "absences" not in carries and names:
        yield f"that some texts have no correction by {', '.join(names)}"
    elif "uncorrected" not in carries and names and census.uncorrected:
        yield f"that nobody corrected some texts ({census.uncorrected}); read back, everybody left them as they are"
    if "people" in carries and "sides" not in carries and census.has_hypotheses:
        yield "which corrections are hypotheses; read back, all are references"
    if "people" in carries and "names" not in carries:
        numbers = annotator_numbers(census.people).items()
        renamed = {person: number for person, number in numbers if person[1] != str(number)}
        if renamed:
            yield f"names: {', '.join(f'{name or part} is now {n}' for (part, name), n in renamed.items())}"


def _lost_edits(census: Census, target: CorpusFormat) -> Iterator[str]:
    if target.tokenised and not census.tokenised:
        yield "spacing and paragraphs: sentences are tokenised"
    if "edits" not in target.carries and census.has_edits:
        yield "the edits: texts alone are kept"
    elif "types" not in target.carries and census.has_types:
        yield "the edits' types"
    if census.detections and "detections" not in target.carries:
        yield f"errors that are marked without a correction ({census.detections})"
