"""What another format would lose of a corpus."""

from collections import Counter
from collections.abc import Iterator

from markscheme.formats.annotators import annotator_numbers, corrections_by_annotator
from markscheme.formats.base import CorpusFormat
from markscheme.formats.corpus import Corpus


def losses(corpus: Corpus, target: CorpusFormat) -> Iterator[str]:
    """Yield what the format can't carry of the corpus, a line each, for people."""
    yield from corpus.left_out
    if "ids" not in target.carries and any(entry.id for entry in corpus.entries):
        yield "the texts' ids"
    if "texts" not in target.carries and len(corpus.entries) > 1:
        yield f"that these are {len(corpus.entries)} texts: they are now paragraphs of one"
    yield from _lost_people(corpus, target)
    yield from _lost_edits(corpus, target)
    yield from target.further_losses(corpus)


def _lost_people(corpus: Corpus, target: CorpusFormat) -> Iterator[str]:
    carries = target.carries
    several = next((entry.corrections for entry in corpus.entries if len(entry.corrections) > 1), None)
    if "people" not in carries and several:
        yield f"all corrections but {several[0].name or 'the first'}'s"
    names = _absent(corpus)
    if "absences" not in carries and names:
        yield f"that some texts have no correction by {', '.join(names)}"
    elif "uncorrected" not in carries and names and (count := sum(not item.corrections for item in corpus.entries)):
        yield f"that nobody corrected some texts ({count}); read back, everybody left them as they are"
    if "people" in carries and "sides" not in carries and any(entry.hypotheses for entry in corpus.entries):
        yield "which corrections are hypotheses; read back, all are references"
    if "people" in carries and "names" not in carries:
        numbers = {person: number for person, number in annotator_numbers(corpus).items() if person[1] != str(number)}
        if numbers:
            yield f"names: {', '.join(f'{name or part} is now {n}' for (part, name), n in numbers.items())}"


def _absent(corpus: Corpus) -> tuple[str, ...]:
    """Return the names of people who corrected some texts and not others."""
    people = Counter(person for entry in corpus.entries for person in corrections_by_annotator(entry))
    return tuple(name or part for (part, name), count in people.items() if count < len(corpus.entries))


def _lost_edits(corpus: Corpus, target: CorpusFormat) -> Iterator[str]:
    edits = [edit for entry in corpus.entries for item in entry.corrections for edit in item.edits or ()]
    if target.tokenised and not corpus.tokenised:
        yield "spacing and paragraphs: sentences are tokenised"
    if "edits" not in target.carries and edits:
        yield "the edits: texts alone are kept"
    elif "types" not in target.carries and any(edit.type for edit in edits):
        yield "the edits' types"
    marked = sum(edit.replacement is None for edit in edits)
    if marked and "detections" not in target.carries:
        yield f"errors that are marked without a correction ({marked})"
