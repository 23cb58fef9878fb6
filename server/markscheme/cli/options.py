"""Options that several commands have, and commands that take what a person asked for as one value.

Each option of a command is declared once, as a field of a frozen class. Options that several commands share are a class
of their own, which is the type of a field in theirs.

An option of a metric that is not given has no value. Then the file of ``--settings`` decides, and else the metric's
default.
"""

import copy
import math
from collections.abc import Callable, Collection, Iterator, Mapping
from enum import StrEnum
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, TypeVar, get_args, get_origin

import attrs
import typer
from typer.models import OptionInfo

from markscheme.errors import RegistryError
from markscheme.inference.judge import ENDPOINT, MODEL
from markscheme.inference.settings import Device, EncoderSettings, EngineSettings, Pooling, Precision
from markscheme.languages.language import DEFAULT_LANGUAGE, find_language, tolerance_names
from markscheme.metrics.base import METRICS, Assumption, Level, Metric, Vectorisation, numbers
from markscheme.metrics.cleme2 import Factors
from markscheme.metrics.credit import CreditSettings
from markscheme.metrics.gleu import Counting
from markscheme.metrics.impara import ImparaSettings
from markscheme.metrics.settings import fields_of
from markscheme.metrics.uot_errant import Cost, Mass, UotErrant
from markscheme.scoring.executor import AUTO, DOCUMENTS_A_WORKER, EXECUTORS, Placement
from markscheme.scoring.executor import Workers as ChosenWorkers
from markscheme.scoring.metric_settings import MetricSettings, read_metric_settings, shipped_settings
from markscheme.settings import TAU

if TYPE_CHECKING:
    from markscheme.marking.local import Engine
    from markscheme.research.resampling import ResamplingSettings


Result = TypeVar("Result")
Request = TypeVar("Request")
INPUT: Final = "Input"
METRIC: Final = "Metric"
DRAW: Final = "Chance"
OUTPUT: Final = "Output"
MODELS: Final = "Models and cache"
WORK: Final = "Where work is done"


def takes_request(command: Callable[..., Result]) -> Callable[..., Result]:
    """Make what Typer registers of a function: its parameters that are classes of options are options, a field each.

    A field is declared as Typer wants a parameter: ``seed: Annotated[int, typer.Option(min=0)] = 1``. One whose type is
    another class of options stands for that class's fields, in its place.

    >>> @attrs.frozen
    ... class Place:
    ...     on: str = "local"
    >>> @attrs.frozen
    ... class Work:
    ...     file: str
    ...     place: Place = Place()
    >>> @takes_request
    ... def work(request: Work) -> str:
    ...     return f"{request.file} {request.place.on}"
    >>> str(signature(work)), work(file="essay", on="ray")
    ("(*, file: str, on: str = 'local')", 'essay ray')
    """
    declared = signature(command).parameters.values()
    options = [option for parameter in declared for option in _options(parameter)]

    @wraps(command)
    def called(**given: Any) -> Result:
        values = {
            one.name: _request(one.annotation, given) if attrs.has(one.annotation) else given[one.name]
            for one in declared
        }
        return command(**values)

    called.__signature__ = signature(command).replace(parameters=options, return_annotation=Parameter.empty)  # type: ignore[attr-defined]
    called.__annotations__ = {option.name: option.annotation for option in options}
    return called


def _options(declared: Parameter, panel: str | None = None) -> Iterator[Parameter]:
    annotation = declared.annotation
    if not attrs.has(annotation):
        yield declared.replace(kind=Parameter.KEYWORD_ONLY, annotation=_in_panel(annotation, panel))
        return
    own = getattr(annotation, "panel", panel)
    for field in attrs.fields(annotation):
        default = Parameter.empty if field.default is attrs.NOTHING else field.default
        yield from _options(Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=field.type), own)


def _in_panel(annotation: Any, panel: str | None) -> Any:
    """Return the declaration of an option with the panel of its class, unless it names one itself."""
    if panel is None or get_origin(annotation) is not Annotated:
        return annotation
    kind, declaration = get_args(annotation)
    if declaration.rich_help_panel is None and isinstance(declaration, OptionInfo):
        declaration = copy.copy(declaration)
        declaration.rich_help_panel = panel
    return Annotated[kind, declaration]


def _request(cls: type[Request], given: Mapping[str, Any]) -> Request:
    """Return a value of a class of options; those that are not given have their defaults."""
    values: dict[str, Any] = {}
    for field in attrs.fields(cls):  # type: ignore[arg-type]
        if attrs.has(field.type):
            values[field.name] = _request(field.type, given)
        elif field.name in given:
            values[field.name] = given[field.name]
    return cls(**values)


class Format(StrEnum):
    """How results are written."""

    TEXT = "text"
    JSON = "json"


MAX_WORKERS = 256
CachePath = Annotated[
    Path | None, typer.Option("--cache", help="The cache file.", show_default="the user's own", rich_help_panel=MODELS)
]
EncoderOption = Annotated[
    str,
    typer.Option(help="'bundled', a folder, or a Hugging Face model id in the local cache.", rich_help_panel=MODELS),
]
PipelineOption = Annotated[
    str, typer.Option(help="'bundled' for the language's own, or an installed spaCy pipeline.", rich_help_panel=MODELS)
]
LanguageOption = Annotated[
    str, typer.Option("--language", help="The code of the texts' language.", rich_help_panel=INPUT)
]
StatedLanguage = Annotated[
    str | None,
    typer.Option(
        "--language",
        help="The code of the texts' language; with it, nothing is said of another.",
        show_default="en",
        rich_help_panel=INPUT,
    ),
]
DeviceOption = Annotated[Device, typer.Option(help="Where the encoder runs.", rich_help_panel=MODELS)]


LayerOption = Annotated[
    int | None,
    typer.Option(
        help="The encoder's layer that weighting by similarity and PT-ERRANT compare.", min=0, rich_help_panel=MODELS
    ),
]
FACTORS_HELP = "CLEME2.0's trade-off factors: hit,wrong,under,over."
FormatOption = Annotated[Format, typer.Option("--format", help="Text for people, or JSON.", rich_help_panel=OUTPUT)]
Output = Annotated[
    Path | None, typer.Option(help="Write to this file instead of standard output.", rich_help_panel=OUTPUT)
]


def executor_name(name: str) -> str:
    """Return the name; refuse one that no executor has."""
    try:
        EXECUTORS.get(name)
    except RegistryError as error:
        raise typer.BadParameter(str(error)) from error
    return name


On = Annotated[
    str,
    typer.Option(
        metavar="local|ray",
        help=r"Where workers are: on this machine, or in a Ray cluster (with markscheme\[ray]).",
        callback=executor_name,
        rich_help_panel=WORK,
    ),
]
Address = Annotated[
    str | None,
    typer.Option(
        metavar="HOST:PORT|auto",
        help="The Ray cluster, from one of its machines; auto: the one that runs on this machine. Without it, a "
        "cluster of this machine alone that ends with the command.",
        rich_help_panel=WORK,
    ),
]
DocumentWorkers = Annotated[
    str | None,
    typer.Option(
        metavar="N|auto",
        show_default="1; on Ray auto",
        help="Processes that mark documents side by side; auto: as many as save time, at most one a core and one for "
        f"each {DOCUMENTS_A_WORKER} documents. Each loads the models itself: about 250 MB while the cache has "
        "everything, 900 MB with the pipeline and the encoder.",
        rich_help_panel=WORK,
    ),
]
ClassWorkers = Annotated[
    str | None,
    typer.Option(
        metavar="N|auto",
        show_default="1",
        help="Processes that mark texts side by side; auto: as many as save time, at most one a core and one for each "
        f"{DOCUMENTS_A_WORKER} texts. Each takes 250 to 900 MB of memory.",
        rich_help_panel=WORK,
    ),
]
ColumnOption = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="ROLE=NAME",
        help="The name of a table's column: source=NAME, hypothesis.MEI=NAME, reference.KIM=NAME or id=NAME; repeat "
        "the option for several.",
        rich_help_panel=INPUT,
    ),
]


def read_column_names(values: list[str] | None) -> dict[str, str]:
    """Return the columns of ``ROLE=NAME``; refuse anything else, and a role twice."""
    names: dict[str, str] = {}
    for value in values or ():
        role, equals, name = value.partition("=")
        if not equals or not role or not name.strip() or role in names:
            fault = f"{role} stands twice" if role in names else f"want ROLE=NAME, such as source=Text, not {value!r}"
            raise typer.BadParameter(fault, param_hint="--column")
        names[role] = name
    return names


def placed_workers(workers: str | None, on: str, address: str | None, *, work: str) -> int | None:
    """Return the number of workers; ``None`` for as many as there is room for. Refuse an address of no cluster.

    Several processes of this machine begin at once to import ``work``, the module of what they do.
    """
    is_elsewhere = EXECUTORS.get(on).is_elsewhere
    if address is not None and not is_elsewhere:
        raise typer.BadParameter("it is the address of a cluster: add --on ray", param_hint="--address")
    if workers is None or (workers == "auto" and is_elsewhere):
        return None
    number = worker_count(workers)
    if number > 1 and not is_elsewhere:
        from markscheme.scoring.worker_pool import prepare_workers

        prepare_workers([work])
    return number


def document_workers(
    workers: str | None, on: str = "local", address: str | None = None, *, work: str = "markscheme.reports.review_work"
) -> ChosenWorkers:
    """Return the number of workers for documents as :func:`placed_workers`; ``auto`` is decided by their number."""
    if workers == AUTO and not EXECUTORS.get(on).is_elsewhere and address is None:
        return AUTO
    return placed_workers(workers, on, address, work=work)


def worker_count(value: str) -> int:
    """Return the number of worker processes of ``N`` or ``auto``; refuse anything else."""
    if value == "auto":
        from markscheme.scoring.worker_pool import available_cores

        return available_cores()
    if not value.isdecimal() or not 1 <= int(value) <= MAX_WORKERS:
        raise typer.BadParameter(f"want 1 to {MAX_WORKERS}, or auto, not {value!r}", param_hint="--workers")
    return int(value)


def read_factors(value: str) -> Factors:
    """Return the factors of ``hit,wrong,under,over``; refuse anything else."""
    try:
        hit, wrong, under, over = (float(part) for part in value.split(","))
    except ValueError:
        raise typer.BadParameter("want four numbers: hit,wrong,under,over", param_hint="--factors") from None
    if not all(0 <= factor < math.inf for factor in (hit, wrong, under, over)):
        raise typer.BadParameter("want finite numbers of at least 0", param_hint="--factors")
    return Factors(hit, wrong, under, over)


SeedOption = Annotated[
    int, typer.Option("--seed", min=0, help="The number that chance begins with.", rich_help_panel=DRAW)
]
ConfidenceOption = Annotated[
    float,
    typer.Option(
        "--confidence",
        min=0.5,
        max=0.999,
        help="The share of the samples that an interval holds.",
        rich_help_panel=DRAW,
    ),
]


def finite(value: float | None) -> float | None:
    """Refuse a value that is not a finite number."""
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(f"{value} is not a finite number")
    return value


def number(words: str, default: object, *names: str, least: float | None = None, most: float | None = None) -> Any:
    """Return the option of a finite number that has no value where it is not given; help shows the default."""
    return typer.Option(*names, help=words, show_default=str(default), min=least, max=most, callback=finite)


def check_tolerances(names: list[str] | None) -> list[str] | None:
    """Refuse a name that no tolerance has."""
    for name in names or ():
        if name not in tolerance_names():
            raise typer.BadParameter(f"there is no {name!r}. The differences are {', '.join(tolerance_names())}")
    return names


def check_choice(value: str, names: Collection[str], option: str | None = None) -> str:
    """Refuse a value that is none of these names, and return it; a callback need not say which option it is of."""
    if value not in names:
        raise typer.BadParameter(f"choose one of {', '.join(names)}", param_hint=option)
    return value


Equal = Annotated[
    list[str] | None,
    typer.Option(
        "--equal",
        metavar="NAME",
        help="A kind of difference that does not count; repeat the option for several: "
        f"{', '.join(find_language().tolerances.names)}.",
        callback=check_tolerances,
    ),
]
Estimator = Annotated[
    str, typer.Option(help="IMPARA: 'bundled', or the folder of a trained quality estimator.", rich_help_panel=MODELS)
]


def engine_settings(
    encoder: EncoderSettings, pipeline: str, cache: Path | None, language: str = DEFAULT_LANGUAGE
) -> EngineSettings:
    """Return the engine's settings from its options."""
    return EngineSettings(pipeline, encoder, str(cache) if cache else None, language=language)


def user_name() -> str:
    """Return the name of the computer's user; empty where it has none."""
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""


_CREDIT = CreditSettings()
_UOT = UotErrant()

METRIC_NAMES = f"<{'|'.join(METRICS.built_in)}>"
"""What help shows for a metric's name."""


SettingsOption = Annotated[
    str | None,
    typer.Option(
        "--settings",
        metavar="FILE|NAME",
        help="Settings of metrics from a file of markscheme eval tune, or from one that ships: "
        f"{', '.join(shipped_settings()) or 'none'}. Other options win over it.",
        rich_help_panel=METRIC,
    ),
]
LevelOption = Annotated[
    Level | None,
    typer.Option(help="Of summed counts, or the mean over sentences.", show_default="corpus", rich_help_panel=METRIC),
]
AssumptionOption = Annotated[
    Assumption | None,
    typer.Option(
        help="CLEME, CLEME2.0: one reference a sentence, or any a chunk.",
        show_default="dependent",
        rich_help_panel=METRIC,
    ),
]


@attrs.frozen
class MetricOptions:
    """Settings that metrics have, by the names of their fields; ``None`` where the option is not given."""

    panel: ClassVar[str] = METRIC

    factors: Annotated[str | None, typer.Option(help=FACTORS_HELP, show_default=numbers(attrs.astuple(Factors())))] = (
        None
    )
    beta: Annotated[float | None, number("Of the F score.", "0.5; 2 for green", least=0.0)] = None
    tau: Annotated[
        float | None,
        number("Credit: how far apart two edits may be and still gain.", f"{_CREDIT.tau:.4g}", least=TAU.minimum),
    ] = None
    floor: Annotated[float | None, number("Credit: the least mass of an edit.", _CREDIT.floor, least=0.0)] = None
    ceiling: Annotated[
        float | None,
        number("Credit: most that two different corrections gain; review has 0.75.", _CREDIT.ceiling, least=0, most=1),
    ] = None
    kept: Annotated[
        float | None,
        number("Credit: mass of what a sentence leaves as it is, which gains all.", _CREDIT.kept, least=0),
    ] = None
    vectorisation: Annotated[
        Vectorisation | None,
        typer.Option("--vectors", help="Edit vectors by removing or by adding an edit.", show_default="removing"),
    ] = None
    mass: Annotated[Mass | None, typer.Option(help="UOT-ERRANT: an edit's mass.", show_default=_UOT.mass)] = None
    cost: Annotated[
        Cost | None, typer.Option(help="UOT-ERRANT: the distance of two edits.", show_default=_UOT.cost)
    ] = None
    regularisation: Annotated[
        float | None, number("UOT-ERRANT: the weight of entropy, epsilon.", _UOT.regularisation, "--reg", least=1e-6)
    ] = None
    relaxation: Annotated[
        float | None,
        number("UOT-ERRANT: the weight of the marginals, lambda.", _UOT.relaxation, "--reg-m", least=1e-6),
    ] = None
    counting: Annotated[
        Counting | None,
        typer.Option("--gleu", help="GLEU: by its formula, or as the official script counts.", show_default="formula"),
    ] = None


@attrs.frozen
class JudgeOptions:
    """The language model that weighs edits, and whether sentences are sent to it without asking."""

    panel: ClassVar[str] = METRIC

    llm_endpoint: Annotated[
        str | None,
        typer.Option(
            help="Weighting llm: the base URL of an OpenAI-compatible endpoint; empty for none.", show_default=ENDPOINT
        ),
    ] = None
    llm_model: Annotated[
        str | None,
        typer.Option(
            help="Weighting llm: a model there; without an endpoint, the path of a model's folder, which begins with "
            "/, ~, ./ or ../.",
            show_default=MODEL,
        ),
    ] = None
    yes: Annotated[
        bool, typer.Option("--yes", help="Weighting llm: send sentences to the endpoint without asking.")
    ] = False


@attrs.frozen
class EstimatorOptions:
    """IMPARA's settings, by the names of its fields; ``None`` where the option is not given."""

    panel: ClassVar[str] = METRIC

    estimator: Annotated[
        str | None,
        typer.Option(help="IMPARA: 'bundled', or the folder of a trained quality estimator.", show_default="bundled"),
    ] = None
    threshold: Annotated[
        float | None,
        number("IMPARA: corrections no more similar to their source than this score 0.", ImparaSettings().threshold),
    ] = None


@attrs.frozen
class EncoderOptions:
    """Which encoder there is, and how it runs."""

    panel: ClassVar[str] = MODELS

    encoder: EncoderOption = "bundled"
    pooling: Annotated[Pooling, typer.Option(help="Of the encoder's token states.")] = "mean"
    device: DeviceOption = "auto"
    precision: Annotated[Precision, typer.Option(help="16 bits on CUDA only.")] = "float32"
    layer: LayerOption = None
    download: Annotated[bool, typer.Option(help="Allow the encoder to be fetched from the hub.")] = False

    @property
    def settings(self) -> EncoderSettings:
        return EncoderSettings(self.encoder, self.pooling, self.device, self.precision, self.download, self.layer)


@attrs.frozen
class EngineOptions:
    """The models that work on texts of the default language, and the cache."""

    encoder: EncoderOption = "bundled"
    device: DeviceOption = "auto"
    pipeline: PipelineOption = "bundled"
    cache: CachePath = None

    @property
    def settings(self) -> EngineSettings:
        return engine_settings(EncoderSettings(self.encoder, device=self.device), self.pipeline, self.cache)

    @property
    def engine(self) -> "Engine":
        from markscheme.marking.local import Engine  # with all that marks a document

        return Engine(self.settings)


@attrs.frozen
class PipelineOptions:
    """The pipeline for texts of the default language, and the cache."""

    pipeline: PipelineOption = "bundled"
    cache: CachePath = None

    @property
    def settings(self) -> EngineSettings:
        return engine_settings(EncoderSettings(), self.pipeline, self.cache)

    @property
    def engine(self) -> "Engine":
        from markscheme.marking.local import Engine  # with all that marks a document

        return Engine(self.settings)


@attrs.frozen
class TextOptions:
    """The pipeline for texts of a language, and the cache."""

    pipeline: PipelineOption = "bundled"
    language: StatedLanguage = None
    cache: CachePath = None

    def engine(self, encoder: EncoderSettings) -> EngineSettings:
        return engine_settings(encoder, self.pipeline, self.cache, self.language or DEFAULT_LANGUAGE)


@attrs.frozen
class WorkOptions:
    """Where blocks of sentences are marked."""

    panel: ClassVar[str] = WORK

    workers: Annotated[
        str | None,
        typer.Option(
            metavar="N|auto",
            show_default="1; on Ray auto",
            help="Processes that mark blocks of sentences side by side; auto: one a core (with --on ray --device cuda, "
            "one a GPU). Each loads the models itself: about 150 MB for edits of M2, 550 MB to extract edits, 900 MB "
            "with an encoder.",
        ),
    ] = None
    on: On = "local"
    address: Address = None
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Keep a journal beside the output (FILE.journal) while the command runs, and go on with one that is "
            "there. A stopped run goes on with the same command.",
        ),
    ] = False

    def placement(self, work: str) -> Placement:
        """Return where to work; ``work`` is as for :func:`placed_workers`."""
        return Placement(placed_workers(self.workers, self.on, self.address, work=work), self.on, self.address)

    def journal(self, output: Path | None, options: str = "--output") -> Path | None:
        """Return the path of the journal of a run that writes this file; the options name one."""
        if not self.resume:
            return None
        if output is None:
            raise typer.BadParameter(
                f"the journal lies beside the output: name a file with {options}", param_hint="--resume"
            )
        return output.with_name(f"{output.name}.journal")


@attrs.frozen
class DocumentWorkOptions:
    """Where documents are marked."""

    workers: DocumentWorkers = None
    on: On = "local"
    address: Address = None

    def count(self, work: str = "markscheme.reports.review_work") -> ChosenWorkers:
        """Return the number of workers; ``work`` is as for :func:`placed_workers`."""
        return document_workers(self.workers, self.on, self.address, work=work)


@attrs.frozen
class DrawOptions:
    """How chance is drawn."""

    seed: SeedOption = 1
    confidence: ConfidenceOption = 0.95

    def settings(self, resamples: int) -> "ResamplingSettings":
        from markscheme.research.resampling import ResamplingSettings  # with numpy

        return ResamplingSettings(resamples, self.seed, self.confidence)


def metric_name(name: str) -> str:
    """Return the name; refuse one that no metric has, or whose package can't be used."""
    try:
        METRICS.get(name)
    except RegistryError as error:
        raise typer.BadParameter(str(error)) from error
    return name


def file_settings(settings: str | None) -> MetricSettings:
    """Return the settings of the file or name of ``--settings``; none without it."""
    return MetricSettings() if settings is None else read_metric_settings(settings)


def metric_from(name: str, given: Mapping[str, object], settings: str | None) -> Metric[Any]:
    """Return the metric of a name, with the options that it has, then the file's settings, then its defaults.

    ``given`` has the options' values by the names of metrics' fields, ``None`` for one that is not given; ``factors``
    are text. ``settings`` is the value of ``--settings``.
    """
    factors = given.get("factors")
    values = dict(given) if factors is None else {**given, "factors": read_factors(str(factors))}
    return file_settings(settings).metric(metric_name(name), values)


def has_setting(name: str, setting: str) -> bool:
    """Return whether the metric of a name has a setting."""
    return setting in fields_of(METRICS.get(name))
