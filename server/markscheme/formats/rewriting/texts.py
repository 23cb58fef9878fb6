"""A stretch of a hypothesis that is a text: the file itself, or the corrected text of a CriticMarkup document."""

from pathlib import Path

from markscheme.formats import critic_markup
from markscheme.formats.critic_markup import CriticDocument
from markscheme.formats.document import Document
from markscheme.formats.m2 import looks_like_m2
from markscheme.formats.rewriting.markup import rewritten_markup
from markscheme.formats.rewriting.replacement import LINE_END, Replacement, line_end
from markscheme.text.errors import DocumentError
from markscheme.text.positions import Span


def rewritten(
    document: Document, file_text: str, span: Span, text: str, markup: CriticDocument | None = None
) -> Replacement:
    r"""What to change in the file so that the hypothesis reads ``text`` where it has ``span``.

    Line breaks of ``text`` become those of the file, unless the stretch reads so already: then nothing changes.
    How a CriticMarkup document is changed is told at :func:`~markscheme.formats.rewriting.markup.rewritten_markup`.

    Parameters
    ----------
    document
        The hypothesis: a text, or the corrected text of a CriticMarkup document; no M2 file and no Word document.
    file_text
        The text of the file that the document was read from.
    span
        Of ``document.text``, in code points.
    markup
        What a CriticMarkup document says, where it was read already.

    Raises
    ------
    DocumentError
        If a plain text would be read as another format with this change, or a CriticMarkup document is malformed.
    """
    own = span.of(document.text)
    words = own if text == own else LINE_END.sub(lambda _: line_end(file_text), text)
    if document.places is not None:
        read = markup or critic_markup.read_critic_markup(file_text, document.path)
        return rewritten_markup(file_text, read, span, words)
    replacement = Replacement(span, words)
    check_still_plain(replacement.applied(file_text), document.path)
    return replacement


def check_still_plain(changed: str, path: Path | None) -> None:
    """See that a changed file is still read as plain text.

    Raises
    ------
    DocumentError
        If it is not.
    """
    if looks_like_m2(changed) or critic_markup.recognises(changed):
        raise DocumentError(
            "with this change the file would no longer be read as plain text",
            path=path,
            remedy="Make it by hand, without marks such as '{++' and '++}'",
        )
