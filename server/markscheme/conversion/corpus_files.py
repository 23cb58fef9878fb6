"""A corpus as the files of a format."""

from collections.abc import Mapping

import attrs

from markscheme.conversion.losses import losses
from markscheme.conversion.preparation import prepared
from markscheme.formats.base import CorpusFormat
from markscheme.formats.corpus import Corpus, Entry
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models


@attrs.frozen
class CorpusFiles:
    """The contents of files by name, and what the format could not carry, a line each."""

    files: Mapping[str, bytes]
    losses: tuple[str, ...] = ()


def corpus_files(
    corpus: Corpus, form: CorpusFormat, name: str, models: Models, progress: Progress = silent
) -> CorpusFiles:
    """Return the files that hold a corpus in a format.

    Sentences are parted and tokenised, and edits extracted by ERRANT, where the format needs them.

    Parameters
    ----------
    name
        The name of the file to write; for a format with a file for each side, the source's.

    Raises
    ------
    DocumentError
        If the format can't hold the corpus.
    """
    form.check_texts(corpus)
    lost = tuple(losses(corpus, form))
    if "people" not in form.carries:
        corpus = _first_person(corpus)
    preparation = prepared(corpus, form, models, progress)
    files = form.write_corpus(preparation.corpus, name)
    later = [item for item in form.further_losses(preparation.corpus) if item not in lost]
    return CorpusFiles(files, (*lost, *later, *preparation.losses))


def _first_person(corpus: Corpus) -> Corpus:
    """Return a corpus with each text's first correction alone: a reference, where no text has a hypothesis."""
    has_hypotheses = any(entry.hypotheses for entry in corpus.entries)
    entries: list[Entry] = []
    for entry in corpus.entries:
        first = entry.corrections[:1]
        hypotheses, references = (first, ()) if has_hypotheses else ((), first)
        entries.append(attrs.evolve(entry, hypotheses=hypotheses, references=references))
    return attrs.evolve(corpus, entries=tuple(entries))
