"""Settings of the language server: what a client may send, how it is read, and what holds for a document."""

import asyncio
import difflib
import getpass
import math
from collections.abc import Awaitable, Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from types import EllipsisType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import attrs
import cattrs
from cattrs.errors import BaseValidationError, ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, override
from cattrs.v import transform_error

from markscheme.encoders.settings import Device, EncoderSettings, Pooling, Precision
from markscheme.estimators.folder import BUNDLED as ESTIMATOR
from markscheme.estimators.folder import estimator_folder
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.patterns import is_excluded
from markscheme.judges.panel import configured_or_none
from markscheme.languages.language import DEFAULT_LANGUAGE, LANGUAGES, tolerance_names
from markscheme.languages.pipeline import BUNDLED
from markscheme.marking.marks import CREDIT, MarkSettings
from markscheme.marking.review.document_review import DEFAULT_VOCABULARY, VocabularyName
from markscheme.metrics.base import Assumption, Level
from markscheme.metrics.cleme2 import Factors
from markscheme.metrics.impara import EstimateSettings, ImparaSettings
from markscheme.metrics.registry import METRICS
from markscheme.metrics.weightings import WeightingName
from markscheme.scoring.settings import EngineSettings
from markscheme.text.errors import DocumentError

Severity = Literal["error", "warning", "information", "hint", "off"]

Listed = Literal["to-check", "all", "none"]

_LISTED: Mapping[Listed, Callable[[bool], bool]] = {
    "to-check": lambda is_fault: is_fault,
    "all": lambda _: True,
    "none": lambda _: False,
}

ALL_METRICS = "all"
MARK_METRICS = (ALL_METRICS, "cleme2", "errant", "credit")
"""Values of the setting ``metric`` that marks have scores for; other metrics are computed beside them."""


@attrs.frozen
class Severities:
    """How each kind of diagnostic is shown; ``off`` hides it.

    The first six are for verdicts, and the next four for CLEME2.0's categories. ``disagreement`` is where references
    differ, ``question`` what annotators have to decide, ``estimate`` an edit that lowers the estimate without a
    reference, ``notice`` about a whole document, ``problem`` for files that can't be used.
    """

    correct: Severity = "hint"
    partly: Severity = "information"
    different: Severity = "warning"
    missed: Severity = "information"
    not_needed: Severity = "hint"
    optional: Severity = "hint"
    hit: Severity = "hint"
    wrong: Severity = "warning"
    under: Severity = "information"
    over: Severity = "warning"
    disagreement: Severity = "hint"
    question: Severity = "hint"
    estimate: Severity = "information"
    notice: Severity = "information"
    problem: Severity = "error"

    def of(self, name: str) -> Severity:
        severity: Severity = getattr(self, name)
        return severity


@attrs.frozen
class Options:
    """A client's settings, all optional; JSON names are in camel case.

    - ``diagnostics``: read once, at the start.
    - ``problems``: the findings with diagnostics; files that can't be used always have one.
    - ``problems_in``: of a workspace that is marked as a whole, only open documents or all.
    - ``debounce``: milliseconds of quiet after a keystroke before a document is marked again.
    - ``references``: names, or patterns of names; all if empty.
    - ``metric``: what lenses show, one of :data:`MARK_METRICS`, shown in CLEME2.0's vocabulary, or any
      metric's name. With ``cleme2`` and ``errant`` no vector is computed.
    - ``assumption``: ``None`` follows one reference in CLEME2.0's numbers, and any in verdicts.
    - ``equal``: names of tolerances, the kinds of differences from a reference that do not count.
    - ``factors``: CLEME2.0's hit, wrong, under, over.
    - ``estimate_margin``: by how much the estimate must rise without an edit for the edit to be shown.
    - ``author``: the name that is written with decisions; the user's name if empty.
    - ``ignore``: patterns of paths, relative to a workspace folder.
    - ``maximum_size``: characters of the longest document that is marked.
    - ``encoder`` to ``layer``: see :class:`markscheme.encoders.settings.EncoderSettings`.
    - ``estimator``, ``pipeline``: ``bundled``, or the folder of a trained estimator, an installed spaCy pipeline.
    - ``cache``: ``None`` for the file in the user's cache folder.
    - ``engine_idle``: minutes after which the engine ends when no window needs it.
    """

    diagnostics: Literal["push", "pull"] = "push"
    vocabulary: VocabularyName = DEFAULT_VOCABULARY
    severities: Severities = Severities()
    problems: Listed = "to-check"
    problems_in: Literal["open-files", "workspace"] = "open-files"
    details: bool = False
    hover: bool = True
    lenses: bool = True
    inlay_hints: bool = True
    symbols: bool = True
    folding: bool = True
    semantic_tokens: bool = True
    links: bool = True
    questions: bool = True
    debounce: int = 300
    references: tuple[str, ...] = ()
    metric: str = ALL_METRICS
    level: Level = "corpus"
    assumption: Assumption | None = None
    equal: tuple[str, ...] = ()
    weighting: WeightingName = "none"
    factors: tuple[float, float, float, float] = (0.50, 0.40, 0.05, 0.05)
    tau: float = CREDIT.tau
    beta: float = CREDIT.beta
    estimate_without_reference: bool = True
    estimate_margin: float = EstimateSettings().margin
    author: str = ""
    ignore: tuple[str, ...] = ()
    maximum_size: int = 500_000
    encoder: str = EncoderSettings().name
    pooling: Pooling = "mean"
    device: Device = "auto"
    precision: Precision = "float32"
    layer: int | None = None
    estimator: str = ImparaSettings().estimator
    language: str = DEFAULT_LANGUAGE
    pipeline: str = BUNDLED
    cache: str | None = None
    engine_idle: float = 5.0

    @property
    def person(self) -> str:
        """Who decides and comments: the setting, or the user's name; may be empty."""
        if self.author:
            return self.author
        try:
            return getpass.getuser()
        except (KeyError, OSError, ImportError):
            return ""

    @property
    def engine(self) -> EngineSettings:
        encoder = EncoderSettings(self.encoder, self.pooling, self.device, self.precision, layer=self.layer)
        return EngineSettings(self.pipeline, encoder, self.cache, language=self.language)

    def marking(self, exercise: Exercise) -> "Options":
        """Return the options for an exercise, whose configuration may name another language."""
        return attrs.evolve(self, language=exercise.marking.language or self.language)

    @property
    def marks(self) -> MarkSettings:
        """How documents are marked.

        The language model comes from the server's environment alone. Settings may come with a folder, and could send
        its sentences anywhere.
        """
        credit = attrs.evolve(CREDIT, tau=self.tau, beta=self.beta)
        return MarkSettings(
            self.assumption,
            Factors(*self.factors),
            credit,
            self.level,
            self.weighting,
            configured_or_none(),
            self._metric,
            self.equal,
        )

    @property
    def _metric(self) -> str:
        """Empty for a metric that marks have anyway."""
        return "" if self.metric in MARK_METRICS else self.metric

    @property
    def estimates(self) -> EstimateSettings:
        """A folder is absolute, since the engine runs elsewhere."""
        name = self.estimator
        estimator = name if name == ESTIMATOR else str(estimator_folder(name).absolute())
        return EstimateSettings(self.estimate_without_reference, ImparaSettings(estimator), self.estimate_margin)

    @property
    def with_vectors(self) -> bool:
        return self.metric not in ("cleme2", "errant")

    def lists(self, *, is_fault: bool) -> bool:
        """Return whether a finding has a diagnostic, unless it is ``off``; ``is_fault``: it is to be checked."""
        return _LISTED[self.problems](is_fault)

    def lists_findings_of(self, version: int | None) -> bool:
        """Return whether findings of a document have diagnostics; ``version`` is ``None`` for one that is not open."""
        return version is not None or self.problems_in == "workspace"

    def leaves_alone(self, path: Path, folders: Iterable[Path]) -> bool:
        above = (folder for folder in folders if self.ignore and path.is_relative_to(folder))
        return any(is_excluded(path.relative_to(folder).as_posix(), self.ignore) for folder in above)

    def check_size(self, size: int, path: Path) -> None:
        """Raise DocumentError if a document has more characters than are marked."""
        if size > self.maximum_size:
            raise DocumentError(
                f"the document has {size:,} characters, and markscheme.maximumSize is {self.maximum_size:,}",
                path=path,
                line=1,
                remedy="Set more to have it marked",
            )

    def uses(self, reference: str) -> bool:
        return not self.references or any(fnmatchcase(reference, pattern) for pattern in self.references)


SECTION = "markscheme"
_CLIENT_KEYS = {"trace", "server", "view", "llm"}
"""Keys of the section that only clients read."""


def section_of(settings: object, default: object = None) -> object:
    """Return Markscheme's section of a client's settings; ``default`` if they have no such section.

    >>> section_of({"markscheme": {"debounce": 50}})
    {'debounce': 50}
    """
    return settings[SECTION] if isinstance(settings, dict) and SECTION in settings else default


def camel(name: str) -> str:
    """Return a field's JSON name.

    >>> camel("semantic_tokens")
    'semanticTokens'
    """
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


_FIELDS = {camel(field.name): field.name for field in attrs.fields(Options)}
_MINIMA = {
    "debounce": 0,
    "tau": 1e-6,
    "beta": 1e-6,
    "maximum_size": 1,
    "engine_idle": 0,
    "layer": 0,
    "estimate_margin": 0,
}

_converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)


@_converter.register_structure_hook
def _strict_bool(value: Any, _: type) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"expected true or false, not {value!r}")
    return value


@_converter.register_structure_hook
def _strict_text(value: Any, _: type) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected a text, not {value!r}")
    return value


@_converter.register_structure_hook
def _strict_number(value: Any, _: type) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"expected a number, not {value!r}")
    return float(value)


@_converter.register_structure_hook
def _strict_integer(value: Any, _: type) -> int:
    number = _strict_number(value, float)
    if not number.is_integer():
        raise ValueError(f"expected a whole number, not {value!r}")
    return int(number)


def _is_choice(wanted: Any) -> bool:
    origin: object = get_origin(wanted)
    return origin is Literal


def _strict_choice(value: Any, choices: Any) -> Any:
    permitted = get_args(choices)
    if value not in permitted:
        raise ValueError(f"expected one of {', '.join(permitted)}, not {value!r}")
    return value


def _is_list(wanted: Any) -> bool:
    origin = get_origin(wanted)
    return isinstance(origin, type) and issubclass(origin, tuple)


def _strict_list(value: Any, wanted: Any) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"expected a list, not {value!r}")
    parameters = get_args(wanted)
    types = parameters[:1] * len(value) if isinstance(parameters[-1], EllipsisType) else parameters
    if len(types) != len(value):
        raise ValueError(f"expected {len(types)} values, not {len(value)}")
    return tuple(_converter.structure(item, kind) for item, kind in zip(value, types, strict=True))


_converter.register_structure_hook_func(_is_choice, _strict_choice)
_converter.register_structure_hook_func(_is_list, _strict_list)
_converter.register_structure_hook(
    Severities,
    make_dict_structure_fn(
        Severities, _converter, _cattrs_forbid_extra_keys=True, not_needed=override(rename=camel("not_needed"))
    ),
)


def read_options(*values: object) -> tuple[Options, str | None]:
    """Return the options in a client's JSON values, and one message about wrong settings; ``None`` if all are right.

    Later values come before earlier ones. A wrong setting is left out, and the others are used.

    >>> options, complaint = read_options({"debounce": 50, "tau": "big"}, {"debounce": 100})
    >>> options.debounce
    100
    >>> complaint
    "Markscheme does not use these settings: markscheme.tau: expected a number, not 'big'"
    """
    settings: dict[str, Any] = {}
    complaints: list[str] = []
    for value in values:
        if value is not None and not isinstance(value, Mapping):
            complaints.append(f"{SECTION}: expected an object, not {value!r}")
            continue
        for key, item in (value or {}).items():
            if key in _CLIENT_KEYS or item is None:
                continue
            try:
                name = _field_name(key)
                settings[name] = _structured(name, item)
            except (BaseValidationError, ValueError, TypeError) as error:
                complaints += _reasons(error, f"{SECTION}.{key}")
    message = f"Markscheme does not use these settings: {'; '.join(dict.fromkeys(complaints))}" if complaints else None
    return Options(**settings), message


def _field_name(key: str) -> str:
    if key in _FIELDS:
        return _FIELDS[key]
    matches = difflib.get_close_matches(key, _FIELDS, 1)
    raise ValueError("there is no such setting" + (f"; did you mean {matches[0]}?" if matches else ""))


def _structured(name: str, value: object) -> Any:
    setting = _converter.structure(value, get_type_hints(Options)[name])
    if name == "language" and setting not in LANGUAGES.names:
        raise ValueError(f"expected one of {', '.join(LANGUAGES.names)}, not {value!r}")
    if name == "metric" and setting not in MARK_METRICS and setting not in METRICS.names:
        raise ValueError(f"expected one of {', '.join(dict.fromkeys((*MARK_METRICS, *METRICS.names)))}, not {value!r}")
    if name == "equal":
        _check_tolerances(setting)
    minimum = _MINIMA.get(name)
    if minimum is not None and setting < minimum:
        raise ValueError(f"expected at least {minimum:g}, not {value!r}")
    return setting


def _check_tolerances(names: Iterable[str]) -> None:
    for name in names:
        if name not in tolerance_names():
            raise ValueError(f"expected any of {', '.join(tolerance_names())}, not {name!r}")


def _reasons(error: Exception, path: str) -> list[str]:
    if not isinstance(error, BaseValidationError):
        return [f"{path}: {error}"]
    messages = transform_error(error, path=path, format_exception=_message)
    return [f"{place}: {reason}" for reason, _, place in (item.rpartition(" @ ") for item in messages)]


def _message(error: BaseException, _: type | None) -> str:
    if isinstance(error, ForbiddenExtraKeysError):
        return f"there is no such setting as {', '.join(sorted(error.extra_fields))}"
    return str(error)


FetchSettings = Callable[[str | None], Awaitable[object]]

SETTINGS_TIMEOUT = 5.0
"""Seconds to wait for a client's answer to ``workspace/configuration``."""


class Configuration:
    """A client's settings: ``initializationOptions``, those of notifications, and of each document.

    ``fetch`` is ``None`` for a client that has no ``workspace/configuration``.
    """

    def __init__(self, initial: object, fetch: FetchSettings | None, show_message: Callable[[str], None]) -> None:
        self._initial = initial
        self._notified: object = None
        self._fetch = fetch
        self._show_message = show_message
        self._options: dict[str | None, asyncio.Future[Options]] = {}
        self._shown_complaints: set[str] = set()
        self.window = self._read()

    async def of(self, uri: str | None) -> Options:
        """Return the options for a document; for ``None`` those of the workspace and the engine."""
        if self._fetch is None:
            return self.window
        options = self._options.get(uri)
        if options is None:
            options = self._options[uri] = asyncio.ensure_future(self._fetched(uri, self._fetch))
        return await asyncio.shield(options)

    def changed(self, settings: object) -> None:
        """Use other settings from now on; ``None`` if the client did not send them."""
        if settings is not None:
            self._notified = settings
        self._options.clear()
        self._shown_complaints.clear()
        self.window = self._read()

    def forget(self, uri: str) -> None:
        self._options.pop(uri, None)

    async def _fetched(self, uri: str | None, fetch: FetchSettings) -> Options:
        try:
            # A late answer still comes: to a cancelled request, pygls would show the person an error.
            section = await asyncio.wait_for(asyncio.shield(fetch(uri)), SETTINGS_TIMEOUT)
        except TimeoutError:
            self._show_message(
                f"The editor did not send its settings within {SETTINGS_TIMEOUT:g} seconds; the defaults are used"
            )
            section = None
        return self._read(section)

    def _read(self, section: object = None) -> Options:
        options, complaint = read_options(self._initial, self._notified, section)
        if complaint is not None and complaint not in self._shown_complaints:
            self._shown_complaints.add(complaint)
            self._show_message(complaint)
        return options
