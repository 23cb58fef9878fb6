"""A stretch of a hypothesis that is a text: the file itself, or the corrected text of a CriticMarkup document."""

from markscheme.documents.document import Document
from markscheme.documents.errors import DocumentError
from markscheme.documents.formats import critic_markup
from markscheme.documents.formats.m2 import looks_like_m2
from markscheme.documents.positions import Span
from markscheme.documents.rewriting.markup import rewritten_markup
from markscheme.documents.rewriting.replacement import LINE_END, Replacement, line_end


def rewritten(document: Document, file_text: str, span: Span, text: str) -> Replacement:
    r"""What to change in the file so that the hypothesis reads ``text`` where it has ``span``.

    Line breaks of ``text`` become those of the file, unless the stretch reads so already: then nothing changes.
    How a CriticMarkup document is changed is told at :func:`~markscheme.documents.rewriting.markup.rewritten_markup`.

    Parameters
    ----------
    document
        The hypothesis: a text, or the corrected text of a CriticMarkup document; no M2 file and no Word document.
    file_text
        The text of the file that the document was read from.
    span
        Of ``document.text``, in code points.

    Raises
    ------
    DocumentError
        If a plain text would be read as another format with this change.
    """
    own = span.of(document.text)
    words = own if text == own else LINE_END.sub(lambda _: line_end(file_text), text)
    if document.places is not None:
        return rewritten_markup(file_text, document.path, span, words)
    replacement = Replacement(span, words)
    _check_still_plain(document, replacement)
    return replacement


def _check_still_plain(document: Document, replacement: Replacement) -> None:
    changed = replacement.applied(document.text)
    if looks_like_m2(changed) or critic_markup.recognises(changed):
        raise DocumentError(
            "with this change the file would no longer be read as plain text",
            path=document.path,
            remedy="Make it by hand, without marks such as '{++' and '++}'",
        )
