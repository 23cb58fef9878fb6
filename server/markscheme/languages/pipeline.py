"""A language's spaCy pipeline: loaded once, and run over pre-split or running text.

spaCy's greedy parser is stepped from Python: ``DependencyParser.predict`` releases Python's lock for a whole batch, and
its inner loops take it again some 130 times a step of a sentence. Steps from Python, with the lock held, as in spaCy's
training, need half as long. The numbers are the same.
"""

import hashlib
import json
import re
import warnings
from bisect import bisect_left
from collections.abc import Iterator, Sequence, Sized
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from markscheme.errors import LanguageError
from markscheme.languages.language import Language
from markscheme.languages.segments import Segment, Span
from markscheme.processes import without_package

if TYPE_CHECKING:
    from spacy.language import Language as SpacyPipeline
    from spacy.tokens import Doc


def _greedy(parser: Any, documents: "Sequence[Doc]") -> Any:
    if parser.cfg["beam_width"] != 1:
        return parser.predict(documents)
    states = parser.moves.init_batch(documents)
    unfinished = [state for state in states if not state.is_final()]
    if not unfinished:
        return states
    network = parser.model.predict(documents)
    while unfinished:
        unfinished = parser.transition_states(unfinished, network.predict(unfinished))
    network.clear_memory()
    return states


_SentenceT = TypeVar("_SentenceT", bound=Sized)

BUNDLED = "bundled"
"""The setting that stands for the pipeline installed with the language."""
BATCH_SIZE = 128
"""Sentences tagged at a time."""
_BATCH_TOKENS = 4096
"""Tokens tagged at a time, if there are several sentences."""
_PARSER_TOKENS = 2048
"""Tokens parsed at a time. The parser needs 12 kB for each. The C library keeps up to 32 MB for the next batch."""
_LONGEST_WORD = 300
"""Characters of the longest stretch without white space that is tokenised as a whole."""
_LONG_WORD_PART = 100
"""Characters of a longer one that are tokenised at a time."""
_LONGEST_TEXT = 500_000
"""Characters that are tokenised at a time."""
_LONG_WORD = re.compile(rf"\S{{{_LONGEST_WORD + 1},}}")


def named_folder(name: str) -> Path | None:
    """Return the folder that a model's name stands for; ``None`` for ``bundled`` and for what is no folder."""
    try:
        folder = Path(name).expanduser()
    except RuntimeError:  # ~NAME of no user
        return None
    return folder if name != BUNDLED and folder.is_dir() else None


def pipeline_folder(name: str) -> Path | None:
    """Return the folder that a pipeline's name stands for; an installed package comes first, as in ``spacy.load``."""
    return None if name == BUNDLED or _package_version(name) is not None else named_folder(name)


def _package_version(name: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except (PackageNotFoundError, ValueError):
        return None


def identity(language: Language, name: str = BUNDLED) -> str:
    """Return name and version, for caches and signatures, without spaCy; raise LanguageError if it can't be found.

    A folder's has twelve digits of the SHA-256 of its files: two that were trained differently often say one version.
    """
    if name == BUNDLED:
        return language.pipeline.identity
    if (installed := _package_version(name)) is not None:
        return f"{name}-{installed}"
    if (folder := named_folder(name)) is not None:
        return _folder_identity(folder)
    raise LanguageError(
        f"the spaCy pipeline {name!r} is neither installed nor a folder; install it, name its folder, "
        "or set the pipeline to 'bundled'"
    )


def _folder_identity(folder: Path) -> str:
    try:
        meta = json.loads((folder / "meta.json").read_text("utf-8"))
        title = "{lang}_{name}-{version}".format_map(meta)
        files = sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        whole = hashlib.sha256()
        for path in files:
            with path.open("rb") as stream:
                own = hashlib.file_digest(stream, "sha256").hexdigest()
            whole.update(f"{path.relative_to(folder).as_posix()}\0{own}\n".encode())
    except FileNotFoundError:
        inside = next((path.parent for path in sorted(folder.rglob("config.cfg"))), None)
        remedy = f"name {str(inside)!r}" if inside else "a pipeline's has meta.json and config.cfg"
        raise LanguageError(f"the folder {str(folder)!r} holds no spaCy pipeline; {remedy}") from None
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise LanguageError(f"the spaCy pipeline in {str(folder)!r} can't be read: {error}") from error
    return f"{title}@{whole.hexdigest()[:12]}"


@attrs.frozen
class SentenceSpan:
    """A sentence's tokens as spans of the text, white space left out."""

    tokens: tuple[Span, ...]

    def segment(self, text: str, language: Language) -> Segment:
        """Return the sentence as a segment of its text, whose spans are those of the text as it is. Tokens are as the
        language compares them: a teacher's curly apostrophe is not a student's mistake.
        """
        tokens = tuple(language.compared(span.of(text)) for span in self.tokens)
        return Segment(tokens, self.tokens, self.tokens[0].start)


class Pipeline:
    """A loaded spaCy pipeline of a language."""

    def __init__(self, language: Language, name: str = BUNDLED) -> None:
        """Load it. Raise LanguageError if it is not there, or was made for another version of spaCy."""
        # No component of the bundled pipeline runs on PyTorch; one of a person's own may.
        with without_package("torch") if name == BUNDLED else nullcontext():
            import spacy
        from spacy.pipeline import Sentencizer
        from threadpoolctl import ThreadpoolController

        from markscheme.languages._fast_rules import WordRules, word_components

        self.language = language
        self.identity = identity(language, name)
        location = language.pipeline.folder() if name == BUNDLED else pipeline_folder(name) or name
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)
                self.nlp: SpacyPipeline = spacy.load(location, exclude=["ner"])
        except (OSError, ValueError) as error:
            raise LanguageError(f"the pipeline {name!r} can't be loaded: {error}") from error
        self._sentencizer = Sentencizer(punct_chars=[*Sentencizer.default_punct_chars, *language.sentence_ends])
        _prepare_networks(self.nlp)
        self._word_rules = WordRules(self.nlp, word_components(self.nlp))
        self._parser = _last_parser(self.nlp)
        self._threads = ThreadpoolController()

    def parse(self, sentences: Sequence[tuple[str, ...]]) -> Iterator["Doc"]:
        """Yield the tagged and parsed documents of pre-split sentences, in order; an empty token becomes a space."""
        documents = self.tag(sentences)
        self.add_dependencies(documents)
        yield from documents

    def tag(self, sentences: Sequence[tuple[str, ...]]) -> list["Doc"]:
        """Return the documents of pre-split sentences with tags and lemmas; dependencies can be added later. An empty
        token becomes a space. Sentences that share words take least time if they follow each other.
        """
        from spacy.tokens import Doc

        tagged: list[Doc] = []
        for batch in _batches(sentences):
            documents = [Doc(self.nlp.vocab, words=[token or " " for token in tokens]) for tokens in batch]
            with self._threads.limit(limits=1, user_api="blas"):
                documents = list(self.nlp.pipe(documents, batch_size=BATCH_SIZE))
            self._word_rules.apply(documents)
            tagged += documents
        return tagged

    def add_dependencies(self, documents: Sequence["Doc"]) -> None:
        waiting = [document for document in documents if not document.has_annotation("DEP")]
        if self._parser is None:
            return
        with self._threads.limit(limits=1, user_api="blas"):
            for batch in _batches(waiting, _PARSER_TOKENS):
                self._parser.set_annotations(batch, _greedy(self._parser, batch))

    def split(self, text: str) -> tuple[SentenceSpan, ...]:
        """Return the sentences of one paragraph of running text, each of at least one token. One ends after a full
        stop, question or exclamation mark that is a token by itself, and the quotes and brackets behind. The parser
        plays no part: it splits a student's sentence and its correction at different places. What has no space between
        is tokenised as with one.
        """
        ends = sorted(self.language.run_on_ends(text))
        document = self._sentencizer(self._tokenised(_spaced(self.language.tokenised_as(text), ends)))
        # A space was put in at each end, so the number of ends before a token is what its offset has grown by.
        spaces = [end + number for number, end in enumerate(ends)]
        sentences: list[SentenceSpan] = []
        for sentence in document.sents:
            words = (token for token in sentence if not token.is_space)
            tokens = tuple(
                Span(token.idx, token.idx + len(token)).shifted(-bisect_left(spaces, token.idx)) for token in words
            )
            if tokens:
                sentences.append(SentenceSpan(tokens))
        return tuple(sentences)

    def _tokenised(self, text: str) -> "Doc":
        """Tokenise in parts what has no white space, which takes quadratic time, and more than a million characters."""
        from spacy.tokens import Doc

        parts = list(_parts(text))
        if len(parts) < 2:
            return self.nlp.make_doc(text)
        tokens = [token for part in parts for token in self.nlp.make_doc(part)]
        spaces = [bool(token.whitespace_) for token in tokens]
        return Doc(self.nlp.vocab, words=[token.text for token in tokens], spaces=spaces)


def _batches(sentences: Sequence[_SentenceT], most_tokens: int = _BATCH_TOKENS) -> Iterator[list[_SentenceT]]:
    batch: list[_SentenceT] = []
    tokens = 0
    for sentence in sentences:
        if batch and (len(batch) == BATCH_SIZE or tokens + len(sentence) > most_tokens):
            yield batch
            batch, tokens = [], 0
        batch.append(sentence)
        tokens += len(sentence)
    if batch:
        yield batch


def _parts(text: str) -> Iterator[str]:
    end = 0
    for match in _LONG_WORD.finditer(text):
        yield from _slices(text[end : match.start()], _LONGEST_TEXT)
        yield from _slices(match[0], _LONG_WORD_PART)
        end = match.end()
    yield from _slices(text[end:], _LONGEST_TEXT)


def _slices(text: str, length: int) -> Iterator[str]:
    yield from (text[begin : begin + length] for begin in range(0, len(text), length))


def _spaced(text: str, offsets: Sequence[int]) -> str:
    """Return the text with a space at each of these offsets, which ascend.

    >>> _spaced("it?Well", [3])
    'it? Well'
    """
    cuts = [0, *offsets, len(text)]
    return " ".join(text[start:end] for start, end in pairwise(cuts))


def _prepare_networks(nlp: "SpacyPipeline") -> None:
    """numpy's BLAS is faster than thinc's own; a sentence's matrices are too small to be shared among threads."""
    from thinc.api import Model, NumpyOps

    from markscheme.languages._fast_rules import share_rows

    ops = NumpyOps(use_blis=False)
    for _, component in nlp.pipeline:
        if isinstance(model := getattr(component, "model", None), Model):
            share_rows(model)
            for node in model.walk():
                node.ops = ops


def _last_parser(nlp: "SpacyPipeline") -> Any:
    """Return the parser, taken out of a pipeline that it is the last component of; ``None`` of another pipeline."""
    from spacy.pipeline import DependencyParser

    if nlp.pipeline and isinstance(nlp.pipeline[-1][1], DependencyParser):
        return nlp.remove_pipe(nlp.pipe_names[-1])[1]
    return None
