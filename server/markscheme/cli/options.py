"""Options that several commands have, and commands that take what a person asked for as one value.

Each option of a command is declared once, as a field of a frozen class. Options that several commands share are a class
of their own, which is the type of a field in theirs; its ``panel``, or the option's own, is where help shows it.

An option of a metric that is not given has no value. Then ``--set`` decides, and else the metric's default.
"""

import copy
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, TypeVar, get_args, get_origin

import attrs
import typer
from typer.models import OptionInfo

from markscheme.cli.app import INPUT
from markscheme.edits.edit import TagsUsed
from markscheme.errors import ChoiceError, RegistryError
from markscheme.inference.settings import Device, EncoderSettings, EngineSettings
from markscheme.languages.language import DEFAULT_LANGUAGE, LANGUAGES, find_language, tolerance_names
from markscheme.metrics.base import METRICS, Assumption, Level
from markscheme.metrics.cleme2 import Cleme2, Factors
from markscheme.metrics.settings import chosen_field, fields_of, read_setting
from markscheme.scoring.executor import AUTO, EXECUTORS, Placement
from markscheme.scoring.executor import Workers as ChosenWorkers
from markscheme.scoring.metric_settings import MetricSettings, read_metric_settings, shipped_settings

if TYPE_CHECKING:
    from markscheme.marking.local import Engine
    from markscheme.research.resampling import ResamplingSettings


Result = TypeVar("Result")
Request = TypeVar("Request")
Part = TypeVar("Part", bound="attrs.AttrsInstance")
METRIC: Final = "Metric"
DRAW: Final = "Resampling"
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


def complete_language(incomplete: str) -> list[str]:
    return [name for name in LANGUAGES.names if name.startswith(incomplete)]


CachePath = Annotated[
    Path | None,
    typer.Option("--cache", metavar="FILE", help="The cache; without it, the user's own.", rich_help_panel=MODELS),
]
EncoderOption = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="'bundled', a folder, or a Hugging Face id in the local cache.",
        show_default=False,
        rich_help_panel=MODELS,
    ),
]
StrictOption = Annotated[
    bool,
    typer.Option("--strict", help="Refuse a file with a malformed line, or edits that overlap.", rich_help_panel=INPUT),
]
PipelineOption = Annotated[
    str,
    typer.Option(
        metavar="NAME|PATH",
        help="'bundled', an installed spaCy pipeline, or a folder with one.",
        show_default=False,
        rich_help_panel=MODELS,
    ),
]
LanguageOption = Annotated[
    str,
    typer.Option(
        "--language",
        metavar="CODE",
        help="The texts' language.",
        autocompletion=complete_language,
        rich_help_panel=INPUT,
    ),
]
StatedLanguage = Annotated[
    str | None,
    typer.Option(
        "--language",
        metavar="CODE",
        help="The texts' language, else en; with it, no note on another.",
        autocompletion=complete_language,
        rich_help_panel=INPUT,
    ),
]
DeviceOption = Annotated[
    Device,
    typer.Option(
        metavar="NAME",
        help="auto, cpu, cuda or mps: where the encoder runs.",
        show_default=False,
        rich_help_panel=MODELS,
    ),
]


FACTORS_HELP = "CLEME2.0: hit,wrong,under,over."
TABLES: Final = ("text", "json", "csv", "tsv", "md", "latex", "html")
"""The formats of reports of scores."""
ENDINGS: Final = {"text": "txt", "latex": "tex"}
"""The usual endings of files in formats that have other names."""
BY_SUFFIX: Final = {ending: name for name, ending in ENDINGS.items()} | {"htm": "html", "markdown": "md"}
PLAIN: Final = ("", "txt", "log")
"""The endings of files for which a report's first format is written."""


def format_option(*names: str) -> Any:
    """Return the option of a report's formats; ``None`` where it is not given (:func:`chosen_format`)."""
    return typer.Option(
        "--format",
        metavar="NAME",
        help=f"{', '.join(names[:-1])} or {names[-1]}; else as --output ends.",
        autocompletion=lambda incomplete: _begins_with(incomplete, names),
        rich_help_panel=OUTPUT,
    )


def chosen_format(given: str | None, output: Path | None, names: Collection[str]) -> str:
    """Return the format that is given, or as which the output's name ends, or the first; refuse one that none has."""
    if given is not None:
        return check_choice(given, names, "--format")
    ending = output.suffix.lower().removeprefix(".") if output is not None else ""
    named = BY_SUFFIX.get(ending, ending)
    if ending not in PLAIN and named not in names:
        endings = [f".{ENDINGS.get(name, name)}" for name in names]
        raise typer.BadParameter(
            f"{output}: no format here ends in .{ending}; end the name in {', '.join(endings)}, or give --format",
            param_hint="--output",
        )
    return named if named in names else next(iter(names))


TableForm = Annotated[str | None, format_option(*TABLES)]
FormatOption = Annotated[Format, typer.Option("--format", help="Text for people, or JSON.", rich_help_panel=OUTPUT)]
Output = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write to this file; without it, to standard output.", rich_help_panel=OUTPUT),
]


def executor_name(place: str) -> str:
    """Return the place; refuse one whose name no executor has, and an address of no cluster."""
    name, colon, _ = place.partition(":")
    try:
        executor = EXECUTORS.get(name)
    except RegistryError as error:
        raise typer.BadParameter(str(error)) from error
    if colon and not executor.is_elsewhere:
        raise typer.BadParameter(f"only a cluster has an address, as ray:HOST:PORT, and {name} has none")
    return place


On = Annotated[
    str,
    typer.Option(
        "--on",
        metavar="PLACE",
        help="local, ray, ray:auto or ray:HOST:PORT (with markscheme\\[ray]).",
        show_default=False,
        callback=executor_name,
        rich_help_panel=WORK,
    ),
]
DocumentWorkers = Annotated[
    str | None,
    typer.Option(
        metavar="N|auto", help="Processes of 250 to 900 MB each; auto: as many as save time.", rich_help_panel=WORK
    ),
]
ColumnOption = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="ROLE=NAME",
        help="A table's column, as source=Text or reference.KIM=Kim.",
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


def placed_workers(workers: str | None, on: str, *, work: str) -> int | None:
    """Return the number of workers; ``None`` for as many as there is room for.

    Several processes of this machine begin at once to import ``work``, the module of what they do.
    """
    is_elsewhere = EXECUTORS.get(on).is_elsewhere
    if workers is None or (workers == "auto" and is_elsewhere):
        return None
    number = worker_count(workers)
    if number > 1 and not is_elsewhere:
        from markscheme.scoring.worker_pool import prepare_workers

        prepare_workers(work)
    return number


def document_workers(
    workers: str | None, on: str = "local", *, work: str = "markscheme.reports.review_work"
) -> ChosenWorkers:
    """Return the number of workers for documents as :func:`placed_workers`; ``auto`` is decided by their number."""
    if workers == AUTO and not EXECUTORS.get(on).is_elsewhere:
        return AUTO
    return placed_workers(workers, on, work=work)


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
        return read_setting(fields_of(Cleme2)["factors"], value)  # type: ignore[no-any-return]
    except ChoiceError as error:
        raise typer.BadParameter(str(error), param_hint="--factors") from error


SeedOption = Annotated[
    int, typer.Option("--seed", min=0, metavar="N", help="The number that chance begins with.", rich_help_panel=DRAW)
]
ConfidenceOption = Annotated[
    float,
    typer.Option(
        "--confidence",
        metavar="SHARE",
        min=0.5,
        max=0.999,
        help="The share of samples in an interval.",
        rich_help_panel=DRAW,
    ),
]


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


METRIC_NAMES = ", ".join(METRICS.built_in)


def metric_name(name: str) -> str:
    """Return the name; refuse one that no metric has, or whose package can't be used."""
    try:
        METRICS.get(name)
    except RegistryError as error:
        raise typer.BadParameter(str(error)) from error
    return name


def _metric_names(values: list[str] | None) -> list[str] | None:
    """Return the names that values have, apart by commas, each once."""
    names = [name.strip() for value in values or () for name in value.split(",") if name.strip()]
    return list(dict.fromkeys(map(metric_name, names))) or None


def _begins_with(incomplete: str, names: Collection[str]) -> list[str]:
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in names if name.startswith(last)]


def metric_option(default: str) -> Any:
    """Return the option of metrics; one after another, or several apart by commas."""
    return typer.Option(
        "--metric",
        metavar="NAME,...",
        help=f"{METRIC_NAMES}. Without it, {default}.",
        callback=_metric_names,
        autocompletion=lambda incomplete: _begins_with(incomplete, METRICS.names),
        rich_help_panel=METRIC,
    )


SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME.KEY=VALUE",
        help="A setting: errant.beta=1, encoder.layer=9; a file"
        f"{''.join(f', or {name}' for name in shipped_settings())}.",
        rich_help_panel=METRIC,
    ),
]


@attrs.frozen
class Choices:
    """What ``--set`` says: settings of metrics, and of other parts by their names."""

    metrics: MetricSettings = MetricSettings()
    parts: Mapping[str, Mapping[str, Any]] = {}

    @classmethod
    def read(cls, values: Sequence[str] | None, parts: Mapping[str, type], metrics: Collection[str] = ()) -> "Choices":
        """Return what values say. ``parts`` are those that are no metrics; with ``metrics`` others are refused."""
        base, of_metrics = MetricSettings(), []
        found: dict[str, dict[str, Any]] = {}
        for value in values or ():
            target, is_setting, text = value.partition("=")
            name, _, key = target.strip().partition(".")
            if not is_setting:
                base = read_metric_settings(value)
            elif name in parts:
                field = chosen_field(name, fields_of(parts[name]), key)
                found.setdefault(name, {})[key] = read_setting(field, text.strip())
            else:
                of_metrics.append(value)
        try:
            return cls(base.with_choices(of_metrics, metrics), found)
        except ChoiceError as error:
            raise typer.BadParameter(str(error), param_hint="--set") from error

    def part(self, name: str, default: Part) -> Part:
        """Return a part with its settings, and the default's others."""
        return attrs.evolve(default, **self.parts.get(name, {}))  # type: ignore[misc]


TagsOption = Annotated[
    TagsUsed | None,
    typer.Option(
        "--tags",
        metavar="own|errant",
        help="What errors are called: the annotators' own tags, or ERRANT's types.",
        show_default="own where all annotators have them",
    ),
]
TypesOption = Annotated[
    TagsUsed,
    typer.Option(
        "--tags",
        metavar="own|errant",
        help="The files' types of edits, or ERRANT's of all.",
        rich_help_panel=METRIC,
    ),
]
LevelOption = Annotated[
    Level | None,
    typer.Option(
        metavar="NAME", help="corpus (summed counts, the default) or sentence (the mean).", rich_help_panel=METRIC
    ),
]
AssumptionOption = Annotated[
    Assumption | None,
    typer.Option(
        metavar="NAME",
        help="CLEME, CLEME2.0: dependent (the default) or independent.",
        rich_help_panel=METRIC,
    ),
]


@attrs.frozen
class JudgeChoice:
    """The language model that weighs edits, as ``--set judge.KEY=VALUE`` names it; else the environment does."""

    endpoint: str | None = None
    model: str | None = None


YesOption = Annotated[
    bool, typer.Option("--yes", help="Weighting llm: send sentences without asking.", rich_help_panel=MODELS)
]


@attrs.frozen
class EngineOptions:
    """The models that work on texts of the default language, and the cache."""

    encoder: EncoderOption = "bundled"
    device: DeviceOption = "auto"
    pipeline: PipelineOption = "bundled"
    cache: CachePath = None

    @property
    def settings(self) -> EngineSettings:
        return self.settings_for(None, Choices())

    def settings_for(self, language: str | None, choices: Choices) -> EngineSettings:
        """Return the settings for texts of a language, with what ``--set`` says of the encoder."""
        encoder = choices.part("encoder", EncoderSettings(self.encoder, device=self.device))
        return engine_settings(encoder, self.pipeline, self.cache, language or DEFAULT_LANGUAGE)

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
class WorkOptions:
    """Where blocks of sentences are marked."""

    panel: ClassVar[str] = WORK

    workers: Annotated[
        str | None,
        typer.Option(metavar="N|auto", help="Processes of 150 to 900 MB each; auto: one a core or GPU."),
    ] = None
    place: On = "local"
    resume: Annotated[
        bool, typer.Option("--resume", help="Keep a journal beside the output; go on with one there is.")
    ] = False

    @property
    def on(self) -> str:
        return self.place.partition(":")[0]

    @property
    def address(self) -> str | None:
        return self.place.partition(":")[2] or None

    def placement(self, work: str) -> Placement:
        """Return where to work; ``work`` is as for :func:`placed_workers`."""
        return Placement(placed_workers(self.workers, self.on, work=work), self.on, self.address)

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
    place: On = "local"

    @property
    def on(self) -> str:
        return self.place.partition(":")[0]

    @property
    def address(self) -> str | None:
        return self.place.partition(":")[2] or None

    def count(self, work: str = "markscheme.reports.review_work") -> ChosenWorkers:
        """Return the number of workers; ``work`` is as for :func:`placed_workers`."""
        return document_workers(self.workers, self.on, work=work)


@attrs.frozen
class DrawOptions:
    """How chance is drawn."""

    seed: SeedOption = 1
    confidence: ConfidenceOption = 0.95

    def settings(self, resamples: int) -> "ResamplingSettings":
        from markscheme.research.resampling import ResamplingSettings  # with numpy

        return ResamplingSettings(resamples, self.seed, self.confidence)
