"""What a client may set: the ``markscheme`` section of its settings, for a document or for all of them."""

import difflib
import math
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from types import EllipsisType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import attrs
import cattrs
from cattrs.errors import BaseValidationError, ForbiddenExtraKeysError
from cattrs.v import transform_error

from markscheme.encoders.settings import Device, EncoderSettings, Pooling, Precision
from markscheme.estimators.folder import BUNDLED as ESTIMATOR
from markscheme.estimators.folder import estimator_folder
from markscheme.exercises.patterns import is_excluded
from markscheme.judges.judge_settings import configured_or_none
from markscheme.languages.pipeline import BUNDLED
from markscheme.marking.marks import MarkSettings
from markscheme.metrics.cleme2 import Assumption, Factors, Level
from markscheme.metrics.settings import CreditSettings, EstimateSettings, ImparaSettings, Weighting
from markscheme.scoring.settings import EngineSettings
from markscheme.text.errors import DocumentError

SECTION = "markscheme"
_CLIENTS_OWN = {"trace", "server", "view", "llm"}
"""Keys of the section that extensions keep for themselves."""

Severity = Literal["error", "warning", "information", "hint", "off"]


@attrs.frozen
class Severities:
    """How each kind of diagnostic is shown; ``off``: not at all.

    ``disagreement`` is of places where references differ, in a reference; ``estimate`` of edits that lower the
    estimate where there is no reference; ``problem`` of what can't be used.
    """

    hit: Severity = "hint"
    wrong: Severity = "warning"
    under: Severity = "information"
    over: Severity = "warning"
    disagreement: Severity = "hint"
    estimate: Severity = "information"
    problem: Severity = "error"


@attrs.frozen
class Options:
    """A client's settings, all optional; JSON names are in camel case.

    Attributes
    ----------
    diagnostics
        Whether the server pushes diagnostics, or waits to be asked for them. Read once, at the start.
    severities
        How each kind of diagnostic is shown.
    hover, lenses, inlay_hints, symbols, folding, semantic_tokens, links
        Whether the feature is there.
    debounce
        Milliseconds of quiet after a keystroke before a document is marked again.
    references
        Names, or patterns of names, of the references to use; all if empty.
    metric
        The scores that lenses show; without credit, no vector is computed.
    level
        Whether a document's scores are those of summed counts, or the mean of its sentences'.
    assumption
        Whether one reference is chosen a sentence, or each chunk may follow any.
    weighting
        How much each edit counts in CLEME2.0.
    factors
        CLEME2.0's trade-off factors: hit, wrong, under, over.
    tau, beta
        Credit's tau; F's beta.
    estimate_without_reference
        Whether corrections are estimated where the exercise names no reference.
    estimate_margin
        By how much more the sentence without an edit must be estimated for the edit to be told of.
    author
        Whose name stands with accepted alternatives; the user's own if empty.
    ignore
        Patterns of paths, relative to a workspace folder, of documents that are left alone.
    maximum_size
        Characters of the longest document that is marked.
    encoder, pooling, device, precision, layer
        See :class:`markscheme.encoders.settings.EncoderSettings`.
    estimator
        ``bundled``, or the folder of a trained quality estimator.
    pipeline
        ``bundled``, or an installed spaCy pipeline.
    cache
        The cache file; the user's own if not set.
    engine_idle
        Minutes after which the engine ends when no window needs it.
    """

    diagnostics: Literal["push", "pull"] = "push"
    severities: Severities = Severities()
    hover: bool = True
    lenses: bool = True
    inlay_hints: bool = True
    symbols: bool = True
    folding: bool = True
    semantic_tokens: bool = True
    links: bool = True
    debounce: int = 300
    references: tuple[str, ...] = ()
    metric: Literal["all", "cleme2", "errant", "credit"] = "all"
    level: Level = "corpus"
    assumption: Assumption = "dependent"
    weighting: Weighting = "none"
    factors: tuple[float, float, float, float] = (0.50, 0.40, 0.05, 0.05)
    tau: float = CreditSettings().tau
    beta: float = CreditSettings().beta
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
    pipeline: str = BUNDLED
    cache: str | None = None
    engine_idle: float = 5.0

    @property
    def engine(self) -> EngineSettings:
        encoder = EncoderSettings(self.encoder, self.pooling, self.device, self.precision, layer=self.layer)
        return EngineSettings(self.pipeline, encoder, self.cache)

    @property
    def marks(self) -> MarkSettings:
        """How documents are marked. The language model is the server's own, of its environment: settings may come with
        a folder, and would say where its sentences are sent."""
        credit = CreditSettings(tau=self.tau, beta=self.beta)
        return MarkSettings(
            self.assumption, Factors(*self.factors), credit, self.level, self.weighting, configured_or_none()
        )

    @property
    def estimates(self) -> EstimateSettings:
        """How corrections without a reference are estimated; a folder is said so that the engine finds it too."""
        name = self.estimator
        estimator = name if name == ESTIMATOR else str(estimator_folder(name).absolute())
        return EstimateSettings(self.estimate_without_reference, ImparaSettings(estimator), self.estimate_margin)

    @property
    def with_vectors(self) -> bool:
        return self.metric in ("all", "credit")

    def leaves_alone(self, path: Path, folders: Iterable[Path]) -> bool:
        """Whether a document below one of the workspace's folders is not marked, whatever its exercise."""
        above = (folder for folder in folders if self.ignore and path.is_relative_to(folder))
        return any(is_excluded(path.relative_to(folder).as_posix(), self.ignore) for folder in above)

    def check_size(self, size: int, path: Path) -> None:
        """Refuse a document of more characters than are marked.

        Raises
        ------
        DocumentError
            If it has more.
        """
        if size > self.maximum_size:
            raise DocumentError(
                f"the document has {size:,} characters, and markscheme.maximumSize is {self.maximum_size:,}",
                path=path,
                line=1,
                remedy="Set more to have it marked",
            )

    def uses(self, reference: str) -> bool:
        """Whether a reference of this name is marked against."""
        return not self.references or any(fnmatchcase(reference, pattern) for pattern in self.references)


def section_of(settings: object, default: object = None) -> object:
    """Return Markscheme's section of a client's settings; ``default`` if they have no such section.

    >>> section_of({"markscheme": {"debounce": 50}})
    {'debounce': 50}
    """
    return settings[SECTION] if isinstance(settings, dict) and SECTION in settings else default


def camel(name: str) -> str:
    """A field's JSON name.

    >>> camel("semantic_tokens")
    'semanticTokens'
    """
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


_FIELDS = {camel(field.name): field.name for field in attrs.fields(Options)}
_LEAST = {
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
    known = get_args(choices)
    if value not in known:
        raise ValueError(f"expected one of {', '.join(known)}, not {value!r}")
    return value


def _is_list(wanted: Any) -> bool:
    origin = get_origin(wanted)
    return isinstance(origin, type) and issubclass(origin, tuple)


def _strict_list(value: Any, wanted: Any) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"expected a list, not {value!r}")
    own = get_args(wanted)
    types = own[:1] * len(value) if isinstance(own[-1], EllipsisType) else own
    if len(types) != len(value):
        raise ValueError(f"expected {len(types)} values, not {len(value)}")
    return tuple(_converter.structure(item, kind) for item, kind in zip(value, types, strict=True))


_converter.register_structure_hook_func(_is_choice, _strict_choice)
_converter.register_structure_hook_func(_is_list, _strict_list)


def read_options(*values: object) -> tuple[Options, str | None]:
    """The options in a client's JSON values, later ones before earlier ones, and one clear message of what is wrong.

    A setting that is wrong is left out, and the others are used.

    >>> options, complaint = read_options({"debounce": 50, "tau": "big"}, {"debounce": 100})
    >>> options.debounce
    100
    >>> complaint
    "Markscheme does not use these settings: markscheme.tau: expected a number, not 'big'"
    """
    known: dict[str, Any] = {}
    complaints: list[str] = []
    for value in values:
        if value is not None and not isinstance(value, Mapping):
            complaints.append(f"{SECTION}: expected an object, not {value!r}")
            continue
        for key, item in (value or {}).items():
            if key in _CLIENTS_OWN or item is None:
                continue
            try:
                name = _field_name(key)
                known[name] = _structured(name, item)
            except (BaseValidationError, ValueError, TypeError) as error:
                complaints += _reasons(error, f"{SECTION}.{key}")
    message = f"Markscheme does not use these settings: {'; '.join(dict.fromkeys(complaints))}" if complaints else None
    return Options(**known), message


def _field_name(key: str) -> str:
    if key in _FIELDS:
        return _FIELDS[key]
    meant = difflib.get_close_matches(key, _FIELDS, 1)
    raise ValueError("there is no such setting" + (f"; did you mean {meant[0]}?" if meant else ""))


def _structured(name: str, value: object) -> Any:
    found = _converter.structure(value, get_type_hints(Options)[name])
    least = _LEAST.get(name)
    if least is not None and found < least:
        raise ValueError(f"expected at least {least:g}, not {value!r}")
    return found


def _reasons(error: Exception, path: str) -> list[str]:
    if not isinstance(error, BaseValidationError):
        return [f"{path}: {error}"]
    told = transform_error(error, path=path, format_exception=_told)
    return [f"{place}: {reason}" for reason, _, place in (item.rpartition(" @ ") for item in told)]


def _told(error: BaseException, _: type | None) -> str:
    if isinstance(error, ForbiddenExtraKeysError):
        return f"there is no such setting as {', '.join(sorted(error.extra_fields))}"
    return str(error)
