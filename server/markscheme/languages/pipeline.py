"""The language pipeline that ERRANT reads: found, loaded once, and run over pre-split or raw text."""

import unicodedata
import warnings
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from markscheme.text.positions import Span
from markscheme.text.segments import Segment

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

BUNDLED = "bundled"
BATCH = 128
_PLAIN = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "\u00ad": None, "\u200b": None})


class PipelineError(Exception):
    """The language pipeline can't be loaded; the message says what to do."""


def identity(name: str = BUNDLED) -> str:
    """A pipeline's name and version, what edits are kept under and signatures show; loads no spaCy.

    Raises
    ------
    PipelineError
        If the pipeline is not installed.
    """
    if name == BUNDLED:
        import markscheme_models

        return f"{markscheme_models.ENGLISH_NAME}-{markscheme_models.ENGLISH_VERSION}"
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"{name}-{version(name)}"
    except PackageNotFoundError:
        raise PipelineError(
            f"the spaCy pipeline {name!r} is not installed; install it, or set the pipeline to 'bundled'"
        ) from None


@attrs.frozen
class SentenceSpan:
    """A sentence's tokens as spans of the text, white space left out."""

    tokens: tuple[Span, ...]


class Pipeline:
    """A loaded spaCy pipeline."""

    def __init__(self, name: str = BUNDLED) -> None:
        """Load it.

        Raises
        ------
        PipelineError
            If it is not installed, or was made for another spaCy.
        """
        import spacy
        from spacy.pipeline import Sentencizer
        from threadpoolctl import ThreadpoolController

        self.identity = identity(name)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)
                self.nlp: Language = spacy.load(_location(name), exclude=["ner"])
        except (OSError, ValueError) as error:
            raise PipelineError(f"the pipeline {name!r} can't be loaded: {error}") from error
        self._sentencizer = Sentencizer(punct_chars=[*Sentencizer.default_punct_chars, "..", "..."])
        _use_numpy_blas(self.nlp)
        self._threads = ThreadpoolController()

    def parse(self, sentences: Sequence[tuple[str, ...]]) -> Iterator["Doc"]:
        """Tagged and parsed documents of pre-split sentences, in order, in batches."""
        from spacy.tokens import Doc

        documents = [Doc(self.nlp.vocab, words=list(tokens)) for tokens in sentences]
        for begin in range(0, len(documents), BATCH):
            with self._threads.limit(limits=1, user_api="blas"):
                parsed = list(self.nlp.pipe(documents[begin : begin + BATCH], batch_size=BATCH))
            yield from parsed

    def split(self, text: str) -> tuple[SentenceSpan, ...]:
        """The sentences of one paragraph of running text, each of at least one token.

        A sentence ends after a full stop, question or exclamation mark that is a token by itself, and the
        quotes and brackets that follow. The parser is not asked: it parts a student's sentence and its
        correction at different places.
        """
        document = self._sentencizer(self.nlp.make_doc(text))
        sentences: list[SentenceSpan] = []
        for sentence in document.sents:
            tokens = tuple(Span(token.idx, token.idx + len(token)) for token in sentence if not token.is_space)
            if tokens:
                sentences.append(SentenceSpan(tokens))
        return tuple(sentences)


def _use_numpy_blas(nlp: "Language") -> None:
    """Multiply matrices with numpy's BLAS, faster than thinc's own on one thread; a sentence's matrices are
    too small to be shared out, and several threads make it slower than that."""
    from thinc.api import Model, NumpyOps

    ops = NumpyOps(use_blis=False)
    for _, component in nlp.pipeline:
        if isinstance(model := getattr(component, "model", None), Model):
            for node in model.walk():
                node.ops = ops


def _location(name: str) -> str:
    if name != BUNDLED:
        return name
    import markscheme_models

    return str(markscheme_models.english_pipeline())


def running_segment(text: str, sentence: SentenceSpan) -> Segment:
    """A sentence of running text as a segment of that text.

    Tokens are compared in NFC and with plain quotes and hyphens, so that a teacher's curly apostrophe is
    not a student's mistake; spans stay those of the text as it is.
    """
    tokens = tuple(plain(span.of(text)) for span in sentence.tokens)
    return Segment(tokens, sentence.tokens, sentence.tokens[0].start)


def plain(token: str) -> str:
    """A token as it is compared: NFC, plain quotes and hyphens, nothing invisible.

    >>> plain("don’t")
    "don't"
    """
    return unicodedata.normalize("NFC", token).translate(_PLAIN) or token
