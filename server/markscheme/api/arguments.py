"""What callers give, checked at the edge: a fault is one sentence that names the argument and the row."""

import math
import re
from collections.abc import Iterable, Mapping
from glob import glob, has_magic
from os import PathLike
from pathlib import Path
from typing import Any, Final, Protocol

from markscheme.documents.files import bare_path
from markscheme.documents.folders import trust_named
from markscheme.errors import ChoiceError, MissingDocument
from markscheme.metrics.base import Metric, Need
from markscheme.scoring.metric_settings import MetricSettings, read_metric_settings
from markscheme.wording import counted

AnyPath = str | PathLike[str]
AnyMetric = Metric[Any] | str
"""A metric, or its name."""
DEFAULT_METRIC: Final = "errant"
"""The metric where none is named, here and in the command line."""


class Named(Protocol):
    """Lists of sentences by name: a mapping, or a data frame, a column each."""

    def items(self) -> Iterable[tuple[object, Iterable[str]]]: ...


_MISSING = ("NAType", "NaTType")
"""The types of what stands for a missing value in a data frame, besides ``None`` and NaN."""
_SHOWN = 40
"""The most characters of a value that a message shows."""
_LINE_END = re.compile(r"[\r\n]")


def shown(value: object) -> str:
    """Return what a value is, after "is", in a message."""
    if value is None or (isinstance(value, float) and math.isnan(value)) or type(value).__name__ in _MISSING:
        return f"missing ({value})"
    if isinstance(value, str):
        text = value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…"
        return f"the string {text!r}"
    if isinstance(value, int | float):
        return f"the number {value}"
    return f"a value of the type {type(value).__name__}"


def sentences(argument: str, value: object) -> tuple[str, ...]:
    """Return sentences, each without the line end that it may have; raise ChoiceError if it is no list of these."""
    if isinstance(value, str | bytes | PathLike | Mapping) or not isinstance(value, Iterable):
        raise ChoiceError(f"{argument} is {shown(value)}, and not a list of sentences; Corpus.read reads files")
    if hasattr(value, "columns"):
        raise ChoiceError(f"{argument} is a data frame, and not a list of sentences: give one of its columns")
    return tuple(_sentence(f"{argument}[{row}]", text) for row, text in enumerate(value))


def _sentence(place: str, text: object) -> str:
    if not isinstance(text, str):
        raise ChoiceError(f"{place} is {shown(text)}, and not a sentence")
    text = text.rstrip("\r\n")
    if _LINE_END.search(text):
        raise ChoiceError(f"{place} has several lines; give one sentence")
    return text


def columns(argument: str, value: object, size: int) -> dict[str, tuple[str, ...]]:
    """Return lists of as many sentences by name; lists without names are called by their places.

    Raise ChoiceError otherwise.
    """
    if isinstance(value, str | bytes | PathLike) or not isinstance(value, Iterable):
        raise ChoiceError(f"{argument} is {shown(value)}, and not lists of sentences; Corpus.read reads files")
    items: Any = getattr(value, "items", None)
    pairs = list(items()) if callable(items) else list(enumerate(value))
    named: dict[str, tuple[str, ...]] = {}
    for name, texts in pairs:
        place = f"{argument}[{name!r}]"
        if isinstance(texts, str):
            raise ChoiceError(f"{place} is {shown(texts)}, and not a list; is {argument} one list itself?")
        named[str(name)] = sentences(place, texts)
        if (found := len(named[str(name)])) != size:
            raise ChoiceError(f"{place} has {counted(found, 'sentence')}, and source has {counted(size, 'sentence')}")
    return named


def checked_path(argument: str, value: object) -> Path:
    """Return a file's path; raise ChoiceError if it is none, MissingDocument if there is no such file."""
    if not isinstance(value, str | PathLike):
        raise ChoiceError(f"{argument} is {shown(value)}, and not a file's name; Corpus(...) takes sentences in memory")
    path = Path(value)
    if not path.exists():
        raise MissingDocument("the file does not exist", path=path)
    trust_named([str(path)])
    return path


def checked_paths(argument: str, value: object) -> list[Path]:
    """Return files' paths, those with wildcards expanded; one path may stand for a list of one."""
    several = [value] if isinstance(value, str | PathLike) else value
    if not isinstance(several, Iterable):
        raise ChoiceError(f"{argument} is {shown(value)}, and not a list of files' names")
    paths: list[Path] = []
    for number, item in enumerate(several):
        place = argument if several is not value else f"{argument}[{number}]"
        paths += [checked_path(place, path) for path in (fitting(item) if isinstance(item, str) else [item])]
    return paths


def fitting(name: str) -> list[Path]:
    """Return the files that a pattern fits, sorted, or the one of this name.

    Raise MissingDocument if a pattern fits none.
    """
    if not has_magic(name) or Path(name).exists():
        return [Path(name)]
    found = sorted(glob(name, recursive=True))  # noqa: PTH207  # the pattern may be absolute
    if not found:
        raise MissingDocument("no file has a name like this", path=Path(name))
    return [Path(path) for path in found]


def document_paths(value: object) -> list[Path]:
    """Return the absolute paths of documents and folders, of which one may stand by itself; there may be none there."""
    several = [value] if isinstance(value, str | PathLike) else value
    if not isinstance(several, Iterable):
        raise ChoiceError(f"paths is {shown(value)}, and not a file, a folder or a list of these")
    paths: list[Path] = []
    for number, item in enumerate(several):
        if not isinstance(item, str | PathLike):
            raise ChoiceError(f"paths[{number}] is {shown(item)}, and not a file or a folder")
        paths.append(Path(item).absolute())
    trust_named(map(str, paths))
    return paths


def named_paths(argument: str, value: object) -> dict[str, Path]:
    """Return files' paths by name, that of the file where none is given; raise ChoiceError if two share one."""
    named: dict[str, Path] = {}
    if isinstance(value, Mapping):
        named = {str(name): checked_path(f"{argument}[{name!r}]", path) for name, path in value.items()}
    else:
        for path in checked_paths(argument, value):
            name = bare_path(path).stem
            if name in named:
                raise ChoiceError(f"{argument} has two files for the name {name!r}: give {{NAME: FILE}}")
            named[name] = path
    if not named:
        raise ChoiceError(f"{argument} is empty: give at least one")
    return named


def metrics_of(
    metrics: AnyMetric | Iterable[AnyMetric], metric_settings: MetricSettings | AnyPath | None = None
) -> tuple[Metric[Any], ...]:
    """Return metrics, those given by name with settings; equal ones once.

    Raise RegistryError for a bad name, DocumentError for a bad file of settings, ChoiceError if there is none.
    """
    by_name = metric_settings or MetricSettings()
    if not isinstance(by_name, MetricSettings):
        by_name = read_metric_settings(Path(by_name))
    several = [metrics] if isinstance(metrics, Metric | str | type) else metrics
    if not isinstance(several, Iterable):
        raise ChoiceError(f"metrics is {shown(metrics)}, and not a metric, its name, or a list of these")
    chosen: list[Metric[Any]] = []
    for item in several:
        if isinstance(item, type) and issubclass(item, Metric):
            raise ChoiceError(f"metrics has the class {item.__name__}: write {item.__name__}()")
        if not isinstance(item, Metric | str):
            raise ChoiceError(f"metrics has {shown(item)}, and not a metric or its name")
        metric = by_name.metric(item) if isinstance(item, str) else item
        if metric not in chosen:
            chosen.append(metric)
    if not chosen:
        raise ChoiceError("metrics is empty: name at least one metric")
    return tuple(chosen)


def refuse_judged(metrics: Iterable[Metric[Any]]) -> None:
    """Raise ChoiceError for a metric that needs a language model."""
    weighed = next((metric for metric in metrics if Need.JUDGE in metric.needs), None)
    if weighed is not None:
        raise ChoiceError(f"{weighed.name} needs a language model here; take another weighting")
