"""GLEU and GREEN over parallel passages, by gec-metrics where it is installed."""

from collections.abc import Sequence
from importlib import metadata

from markscheme.alignment.passages import Passage
from markscheme.formats.parallel import Side
from markscheme.metrics import ngrams
from markscheme.progress import Progress
from markscheme.scoring.settings import ScoreSettings
from markscheme.text.errors import DocumentError


def library() -> str:
    """The library that counts, with its version.

    Raises
    ------
    DocumentError
        If it is not installed.
    """
    try:
        return f"gec-metrics-{metadata.version('gec-metrics')}"
    except metadata.PackageNotFoundError:
        raise DocumentError(
            "GLEU and GREEN are computed by the library gec-metrics, which is not installed",
            remedy="Install it: pip install 'markscheme[comparison]'",
        ) from None


def ngram_results(
    passages: Sequence[Passage], sentences: int, settings: ScoreSettings, progress: Progress
) -> list[ngrams.Result]:
    """One result a hypothesis.

    Parameters
    ----------
    passages
        Of one hypothesis after the other, ``sentences`` each.

    Raises
    ------
    DocumentError
        If gec-metrics can't be imported.
    """
    results: list[ngrams.Result] = []
    for at in range(0, len(passages), sentences):
        progress("ngrams", at, len(passages))
        results.append(_result(passages[at : at + sentences], settings))
    return results


def _result(passages: Sequence[Passage], settings: ScoreSettings) -> ngrams.Result:
    references = zip(*(map(_text, passage.references) for passage in passages), strict=True)
    try:
        return ngrams.evaluate(
            [" ".join(passage.source.tokens) for passage in passages],
            [_text(passage.hypothesis) for passage in passages],
            list(references),
            metric="green" if settings.metric == "green" else "gleu",
            level=settings.level,
            settings=settings.ngrams,
        )
    except ImportError as error:
        raise DocumentError(
            f"the library gec-metrics can't be used: {error}",
            remedy="Install it with all that it needs: pip install 'markscheme[comparison]'",
        ) from error


def _text(side: Side) -> str:
    return " ".join(side.segment.tokens)
