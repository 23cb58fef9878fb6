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

from markscheme import settings
from markscheme.errors import DocumentError
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.patterns import is_excluded
from markscheme.inference.estimator import estimator_folder
from markscheme.inference.judge import configured_or_none
from markscheme.inference.settings import Device, EncoderSettings, EngineSettings, Pooling, Precision
from markscheme.languages.language import LANGUAGES, tolerance_names
from markscheme.languages.pipeline import BUNDLED
from markscheme.marking.settings import CREDIT, DEFAULT_VOCABULARY, MarkSettings, VocabularyName
from markscheme.marking.verdict import Verdict
from markscheme.metrics.base import METRICS, Assumption, Category, Level
from markscheme.metrics.cleme2 import Factors
from markscheme.metrics.impara import EstimateSettings, ImparaSettings
from markscheme.metrics.weightings import WeightingName
from markscheme.settings import Setting, setting, settings_of, shown

Severity = Literal["error", "warning", "information", "hint", "off"]

_Listed = Literal["to-check", "all", "none"]

_LISTED: Mapping[_Listed, Callable[[bool], bool]] = {
    "to-check": lambda is_fault: is_fault,
    "all": lambda _: True,
    "none": lambda _: False,
}

ALL_METRICS = "all"
_MARK_METRICS = (ALL_METRICS, "cleme2", "errant", "credit")
"""Values of the setting ``metric`` that marks have scores for; other metrics are computed beside them."""


def _severity(text: str, default: Severity) -> Any:
    return shown(f"Severity {text}; `off` hides them.", default)


@attrs.frozen
class Severities:
    """How each kind of diagnostic is shown: by verdict, by CLEME2.0's category, and the others."""

    correct: Severity = _severity("of correct places among the problems", "hint")
    partly: Severity = _severity("of partly correct places among the problems", "information")
    different: Severity = _severity("of places that are changed otherwise than by any teacher", "warning")
    missed: Severity = _severity("of missed corrections among the problems", "information")
    not_needed: Severity = _severity("of changes that are not needed", "hint")
    optional: Severity = _severity("of places that at least one teacher leaves as they are", "hint")
    hit: Severity = _severity("of hits among the problems with the vocabulary `cleme2`", "hint")
    wrong: Severity = _severity("of wrong corrections among the problems with the vocabulary `cleme2`", "warning")
    under: Severity = _severity("of under-corrections among the problems with the vocabulary `cleme2`", "information")
    over: Severity = _severity("of over-corrections among the problems with the vocabulary `cleme2`", "warning")
    disagreement: Severity = _severity("of places in a teacher's correction where another one differs", "hint")
    question: Severity = _severity("of what annotators have to decide in a source and its corrections", "hint")
    estimate: Severity = _severity("of changes that lower the estimate where no teacher has corrected", "information")
    notice: Severity = _severity(
        "of notices at a document's start about all of it, such as that it seems to be in another language",
        "information",
    )
    problem: Severity = _severity("of documents that can't be marked", "error")

    def of(self, kind: Verdict | Category) -> Severity:
        severity: Severity = getattr(self, kind.name.lower())
        return severity


def _engine(text: str, default: Any, minimum: float | None = None) -> Any:
    return setting(Setting(text, default, minimum=minimum, place="engine", is_of_machine=True))


_ENCODER = settings_of(EncoderSettings)


@attrs.frozen
class Options:
    """A client's settings, all optional; JSON names are in camel case."""

    diagnostics: Literal["push", "pull"] = "push"
    vocabulary: VocabularyName = shown(
        "The words for findings, in the text and in all views.",
        DEFAULT_VOCABULARY,
        {
            "verdicts": "A verdict for each place: correct, partly correct, different, missed, not needed, optional. "
            "For teachers.",
            "cleme2": "CLEME2.0's categories: hit, wrong, under- and over-correction, with scores. For researchers.",
        },
    )
    severities: Severities = Severities()
    problems: _Listed = setting(
        Setting(
            "Which places the list of problems has. VS Code's text shows all of them, whatever is listed, and a place "
            "that is listed has its message above its card; so there the default is `none`.",
            "to-check",
            {
                "to-check": "Places that you have to look at: different, missed, partly correct and not needed.",
                "all": "Correct and optional places too.",
                "none": "No places. Files that can't be used are always listed.",
            },
            place="shown",
            in_vscode="none",
        )
    )
    problems_in: Literal["open-files", "workspace"] = shown(
        "Whose places the list of problems has after **Mark the Whole Workspace**.",
        "open-files",
        {
            "open-files": "Those of open files. The class is in the view **Exercises** and in the overview.",
            "workspace": "Those of every file.",
        },
    )
    details: bool = shown(
        "Whether hover cards of verdicts end with the numbers for researchers: CLEME2.0's category, ERRANT's type, and "
        "credit. Without them, **More…** on a card has **Show the numbers for researchers**.",
        False,
    )
    hover: bool = shown("Whether to show hover cards.", True)
    lenses: bool = shown("Whether to show code lenses with the marks of the document and of its parts.", True)
    inlay_hints: bool = shown(
        "Whether to show inlay hints with a teacher's words where a correction is missing or different.", True
    )
    text_changes: bool = shown(
        "Whether the light bulb ends with changes of the student's words to a teacher's, and **Fix All** makes all of "
        "them. Without it, nothing in a list of actions changes a student's text.",
        False,
    )
    symbols: bool = shown("Whether to provide document symbols for the outline.", True)
    folding: bool = shown("Whether to provide folding ranges of text without findings that need a look.", True)
    semantic_tokens: bool = shown("Whether to provide semantic tokens, for themes that colour them.", True)
    links: bool = shown("Whether the names of files in `markscheme.toml` are links to them.", True)
    questions: bool = shown(
        "Whether sources and corrections by several people show what annotators have to decide, and how many "
        "of them agree.",
        True,
    )
    debounce: int = shown("Milliseconds without a change before a document is marked again.", 300, minimum=0)
    ignore: tuple[str, ...] = shown("Globs of paths in a workspace folder. Matching documents are not marked.", ())
    maximum_size: int = shown("Maximum number of characters. Longer documents are not marked.", 500_000, minimum=1)
    references: tuple[str, ...] = setting(
        Setting("Names of the teachers' corrections to use, or globs of names. Empty: all.", ())
    )
    metric: str = setting(
        Setting(
            "The scores in code lenses with the vocabulary `cleme2`, or another metric's name, such as `gleu`. "
            "`cleme2` and `errant` have no credit, and need no encoder.",
            ALL_METRICS,
            {
                ALL_METRICS: "CLEME2.0, ERRANT and credit.",
                "cleme2": "CLEME2.0.",
                "errant": "ERRANT: precision, recall, F0.5.",
                "credit": "Credit: how near the corrections are to a teacher's.",
            },
        )
    )
    level: Level = setting(settings.LEVEL)
    assumption: Assumption | None = setting(settings.ASSUMPTION)
    equal: tuple[str, ...] = setting(settings.EQUAL)
    weighting: WeightingName = setting(settings.WEIGHTING)
    factors: tuple[float, float, float, float] = setting(settings.FACTORS)
    tau: float = setting(settings.TAU)
    beta: float = setting(settings.BETA)
    estimate_without_reference: bool = setting(settings.ESTIMATE)
    estimate_margin: float = setting(
        Setting(
            "How much a correction must lower the model's estimate (q, any real number) to be reported. A smaller "
            "value reports more corrections, and more of them wrongly.",
            EstimateSettings().margin,
            minimum=0,
        )
    )
    author: str = setting(
        Setting(
            "Your name. It is stored with your decisions, comments and points. Empty: the name of your account.", ""
        )
    )
    encoder: str = setting(_ENCODER["name"])
    pooling: Pooling = setting(_ENCODER["pooling"])
    device: Device = setting(_ENCODER["device"])
    precision: Precision = setting(_ENCODER["precision"])
    layer: int | None = setting(_ENCODER["layer"])
    estimator: str = _engine(
        "The quality estimator for texts that no teacher has corrected: `bundled`, or the folder of your own.",
        ImparaSettings().estimator,
    )
    language: str = setting(settings.LANGUAGE)
    pipeline: str = _engine(
        "The language pipeline: `bundled`, the name of an installed spaCy pipeline, or a folder with one.", BUNDLED
    )
    cache: str | None = _engine("The cache file. Not set: a file in the user's cache folder.", None)
    engine_idle: float = _engine("Minutes until the engine ends after the last window is closed.", 5.0, minimum=0)

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
        """Without a language model, which only the environment names: a folder's settings could send texts anywhere."""
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
        return "" if self.metric in _MARK_METRICS else self.metric

    @property
    def estimates(self) -> EstimateSettings:
        """A folder is absolute, since the engine runs elsewhere."""
        name = self.estimator
        estimator = name if name == BUNDLED else str(estimator_folder(name).absolute())
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

    def with_references(self, exercise: Exercise) -> Exercise:
        """Return the exercise with the references that are wanted; with a problem where none is."""
        wanted = tuple(item for item in exercise.references if self._uses(item.name))
        if exercise.references and not wanted and exercise.problem is None:
            names = ", ".join(item.name for item in exercise.references)
            problem = DocumentError(
                f"no teacher's correction of the exercise {exercise.name!r} is wanted",
                remedy=f"The setting markscheme.references leaves out all of {names}",
            )
            return attrs.evolve(exercise, problem=problem)
        return attrs.evolve(exercise, references=wanted)

    def _uses(self, reference: str) -> bool:
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


def plain(value: object) -> object:
    """Return a free-form JSON value as dictionaries and lists: pygls has named tuples, and changes some keys."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(item) for name, item in value._asdict().items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def camel(name: str) -> str:
    """Return a field's JSON name.

    >>> camel("semantic_tokens")
    'semanticTokens'
    """
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


_SETTINGS = settings_of(Options)
_FIELDS = {camel(field.name): field.name for field in attrs.fields(Options)}


def _strict(wanted: type, words: str) -> Callable[[Any, type], Any]:
    def structure(value: Any, _: type) -> Any:
        if not isinstance(value, wanted):
            raise ValueError(f"expected {words}, not {value!r}")
        return value

    return structure


def _strict_number(value: Any, _: type) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"expected a number, not {value!r}")
    return float(value)


def _strict_integer(value: Any, _: type) -> int:
    number = _strict_number(value, float)
    if not number.is_integer():
        raise ValueError(f"expected a whole number, not {value!r}")
    return int(number)


def _strict_choice(value: Any, choices: Any) -> Any:
    permitted = get_args(choices)
    if value not in permitted:
        raise ValueError(f"expected one of {', '.join(permitted)}, not {value!r}")
    return value


def _strict_list(value: Any, wanted: Any) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"expected a list, not {value!r}")
    parameters = get_args(wanted)
    types = parameters[:1] * len(value) if isinstance(parameters[-1], EllipsisType) else parameters
    if len(types) != len(value):
        raise ValueError(f"expected {len(types)} values, not {len(value)}")
    return tuple(_converter.structure(item, kind) for item, kind in zip(value, types, strict=True))


def _has_origin(origin: object) -> Callable[[Any], bool]:
    return lambda kind: get_origin(kind) == origin


_converter = cattrs.Converter(forbid_extra_keys=True)
_converter.register_structure_hook(bool, _strict(bool, "true or false"))
_converter.register_structure_hook(str, _strict(str, "a text"))
_converter.register_structure_hook(float, _strict_number)
_converter.register_structure_hook(int, _strict_integer)
_converter.register_structure_hook_func(_has_origin(Literal), _strict_choice)
_converter.register_structure_hook_func(_has_origin(tuple), _strict_list)
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
    found = _converter.structure(value, get_type_hints(Options)[name])
    if name == "language" and found not in LANGUAGES.names:
        raise ValueError(f"expected one of {', '.join(LANGUAGES.names)}, not {value!r}")
    if name == "metric" and found not in _MARK_METRICS and found not in METRICS.names:
        raise ValueError(f"expected one of {', '.join(dict.fromkeys((*_MARK_METRICS, *METRICS.names)))}, not {value!r}")
    if name == "equal":
        _check_tolerances(found)
    declared = _SETTINGS.get(name)
    if declared is not None and not declared.holds(found):
        raise ValueError(f"expected {declared.bounds}, not {value!r}")
    return found


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

_SETTINGS_TIMEOUT = 5.0
"""Seconds to wait for a client's answer to ``workspace/configuration``."""


class Configuration:
    """A client's settings. ``fetch``: ``None`` without ``workspace/configuration``. ``window``: without a document."""

    def __init__(self, initial: object, fetch: FetchSettings | None, show_message: Callable[[str], None]) -> None:
        self._initial = initial
        self._notified: object = None
        self._fetch = fetch
        self._show_message = show_message
        self._options: dict[str | None, asyncio.Future[Options]] = {}
        self._shown_complaints: set[str] = set()
        self.window = self._read()
        self.pushes_diagnostics = self.window.diagnostics == "push"

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
            section = await asyncio.wait_for(asyncio.shield(fetch(uri)), _SETTINGS_TIMEOUT)
        except TimeoutError:
            self._show_message(
                f"The editor did not send its settings within {_SETTINGS_TIMEOUT:g} seconds; the defaults are used"
            )
            section = None
        return self._read(section)

    def _read(self, section: object = None) -> Options:
        options, complaint = read_options(self._initial, self._notified, section)
        if complaint is not None and complaint not in self._shown_complaints:
            self._shown_complaints.add(complaint)
            self._show_message(complaint)
        return options
