"""The adjudicated text as the files of a format."""

from pathlib import Path

from markscheme.annotation.adjudication.adjudication import Adjudication
from markscheme.annotation.adjudication.result import Result, open_choice, result_corpus, result_m2, result_of
from markscheme.annotation.pool import Pool
from markscheme.conversion.corpus_files import CorpusFiles, corpus_files
from markscheme.formats.base import CorpusFormat
from markscheme.formats.m2.m2_format import M2
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models
from markscheme.text.errors import DocumentError


def adjudicated_files(
    pool: Pool,
    adjudication: Adjudication,
    target: Path,
    form: CorpusFormat,
    fill_open: str | None,
    models: Models,
    progress: Progress = silent,
) -> tuple[CorpusFiles, Result]:
    """Return the files of an adjudicated text, and its sentences; M2 has who decided what in its comments.

    Parameters
    ----------
    pool
        The pool of the adjudication's texts.
    target
        The file to write.
    fill_open
        What stands at open places: ``majority``, ``leave`` or ``first NAME``. ``None`` refuses open sentences.

    Raises
    ------
    DocumentError
        If sentences are open, the target is the file of decisions, or the format can't hold the text.
    """
    if target.absolute() == adjudication.path.absolute():
        raise DocumentError("this file holds the decisions", path=target, remedy="Choose another name for the result")
    choice = open_choice(fill_open, adjudication.differences.annotators) if fill_open else None
    result = result_of(adjudication, choice)
    if form is M2:
        return CorpusFiles({target.name: result_m2(result).encode()}), result
    corpus = result_corpus(result, pool, tokenised=form.tokenised)
    return corpus_files(corpus, form, target.name, models, progress), result
