"""The application: the tree of commands, each imported when it is run.

Help of a group, suggestions and completion of commands come from the tree alone.
"""

import inspect
import shlex
from collections.abc import Iterator, Mapping, MutableMapping
from difflib import get_close_matches
from functools import cached_property
from importlib import import_module
from itertools import pairwise, takewhile
from typing import Annotated, Any, Final, NoReturn

import attrs
import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from markscheme.errors import MarkschemeError, installing, is_installed
from markscheme.version import full_version


@attrs.frozen
class Leaf:
    """A command: the module of its function, what it does, and how it is called.

    The function's docstring, if it has one, is what its help says beside the summary.
    """

    module: str
    function: str
    summary: str
    examples: tuple[str, ...] = ()
    panel: str = "Commands"
    extra: str | None = None
    """The extra without which nothing of it works."""


@attrs.frozen
class Branch:
    """A group of commands; ``default`` is the one that runs where none is named."""

    summary: str
    commands: Mapping[str, "Leaf | Branch"]
    default: str | None = None
    panel: str = "Commands"


INPUT: Final = "Input"
"""Where help shows the options of what is read."""
FIRST, MANY, MACHINE = "Begin with these", "Groups of commands", "This machine"

_REVIEW = Leaf(
    "exercises",
    "review",
    "Mark documents, or the exercises of folders, and show what is right and what is not.",
    (
        "markscheme review week-5/",
        "markscheme review week-5/students/mei.txt --vocabulary cleme2",
        "markscheme review week-5/ --format json --output marks.json",
    ),
)
_SCORE = Leaf(
    "corpora",
    "score",
    "Score corrections against references by one or more metrics.",
    (
        "markscheme score AMU=amu.m2 CAMB=camb.m2 --reference refs.m2",
        "markscheme score 'systems/*.txt' --source src.txt --reference ref0.txt --metric errant,gleu",
        "markscheme score system.m2 --reference refs.m2 --metric errant --set errant.beta=1 --format json",
    ),
)

TREE: Final = Branch(
    "Mark corrections of learners' texts against teachers' references.",
    {
        "review": attrs.evolve(_REVIEW, panel=FIRST),
        "score": attrs.evolve(_SCORE, panel=FIRST),
        "convert": Leaf(
            "corpora",
            "convert",
            "Convert texts with their corrections to another format, and say what it can't carry.",
            (
                "markscheme convert essay.m2 essay.jsonl",
                "markscheme convert lines/ essay.m2",
                "markscheme convert class.csv class.m2 --column source=Text",
            ),
            panel=FIRST,
        ),
        "init": Leaf(
            "exercises",
            "init",
            "Write a folder's markscheme.toml, and print each file's role with the reason for it.",
            (
                "markscheme init week-5/",
                "markscheme init week-5/ --scheme 'deduct per error' --yes",
            ),
            panel=FIRST,
        ),
        "class": Branch(
            "What a class hands in, is given back and is told. Only files are read and written; nothing is sent.",
            {
                "import": Leaf(
                    "classes",
                    "import_submissions",
                    "Make an exercise of a class's submissions: a text a student, and a table in markscheme.toml.",
                    ("markscheme class import submissions.zip --into week-5",),
                ),
                "review": _REVIEW,
                "decide": Leaf(
                    "decide",
                    "decide",
                    "Decide about the answers that no teacher has: equal ones once, those that move most marks first.",
                    (
                        "markscheme class decide week-5/",
                        "markscheme class decide week-5/ --list",
                    ),
                ),
                "feedback": Leaf(
                    "classes",
                    "feedback",
                    "Write feedback for each student: their text with what was right and what is left to do.",
                    ("markscheme class feedback week-5/ --format docx --mode hint",),
                ),
                "progress": Leaf(
                    "classes",
                    "progress",
                    "Show what each student and the class found and missed, text by text, for each kind of error.",
                    ("markscheme class progress autumn/ --format html --output progress.html",),
                ),
                "export": Leaf(
                    "classes",
                    "export_marks",
                    "Mark a class, and write its marks and feedback as the school's system reads them.",
                    ("markscheme class export week-5/ --worksheet grades.csv --feedback-format html",),
                ),
                "comments": Branch(
                    "The bank of comments for students.",
                    {
                        "list": Leaf(
                            "classes",
                            "list_comments",
                            "Print every comment: its code, key and text, the places that it is for, and an example.",
                            ("markscheme class comments list week-5/",),
                        ),
                        "export": Leaf(
                            "classes",
                            "export_comments",
                            "Write the comments as a table, which any spreadsheet opens, or as TOML.",
                            ("markscheme class comments export week-5/ --output bank.csv",),
                        ),
                        "import": Leaf(
                            "classes",
                            "import_comments",
                            "Write comments.toml from a table; it switches comments on for the folder's exercises.",
                            ("markscheme class comments import bank.csv week-5/",),
                        ),
                        "key": Leaf(
                            "classes",
                            "key",
                            "Print the key for students: each code with its meaning.",
                            ("markscheme class comments key week-5/ --output key.txt",),
                        ),
                        "schema": Leaf(
                            "classes",
                            "schema",
                            "Print the JSON schema of comments.toml, for editors.",
                            ("markscheme class comments schema --given",),
                        ),
                    },
                ),
                "moderate": Branch(
                    "A second marking: markscheme class moderate A B compares the folders of two people, teachers or "
                    "annotators, and merges their decisions; prepare makes the second person's folder.",
                    {
                        "compare": Leaf(
                            "moderate",
                            "compare",
                            "Show where two people differ, with both marks; with --merge, write their decisions as "
                            "one.",
                            (
                                "markscheme class moderate mine/ theirs/ --format html --output moderation.html",
                                "markscheme class moderate mine/ theirs/ --merge --in-place",
                            ),
                        ),
                        "prepare": Leaf(
                            "moderate",
                            "prepare",
                            "Copy a class for a second teacher, without the first one's decisions, comments and marks.",
                            ("markscheme class moderate prepare week-5/ --into for-kim --for Kim --sample 10",),
                        ),
                    },
                    default="compare",
                ),
            },
            panel=MANY,
        ),
        "annotate": Branch(
            "Several annotators of one text: how far they agree, what they miss, and what counts where they differ.",
            {
                "agreement": Leaf(
                    "annotators",
                    "agreement",
                    "Show how far annotators agree: each marked against the others, kappa and alpha, by kind of error.",
                    ("markscheme annotate agreement corpus/ --format csv --output agreement.csv",),
                ),
                "coverage": Leaf(
                    "annotators",
                    "coverage",
                    "Show how many of the hypotheses' corrections the references cover, and which they miss.",
                    ("markscheme annotate coverage corpus/ --least 2",),
                ),
                "questions": Leaf(
                    "annotators",
                    "questions",
                    "List what annotators have to decide, the most urgent first, or answer it.",
                    (
                        "markscheme annotate questions corpus/ --limit 10",
                        "markscheme annotate questions corpus/ --answer 1a2b=accept",
                    ),
                ),
                "adjudicate": Branch(
                    "Decide between annotators of one text. Decisions stand in adjudicated.m2 beside the references.",
                    {
                        "status": Leaf(
                            "annotators",
                            "status",
                            "Show how many sentences agree, are decided and are open, by whom, with which errors.",
                            ("markscheme annotate adjudicate status corpus/",),
                        ),
                        "report": Leaf(
                            "annotators",
                            "report",
                            "Show an annotator what was changed of theirs, to what, by whom and why.",
                            ("markscheme annotate adjudicate report corpus/ --for Asta --format html",),
                        ),
                        "export": Leaf(
                            "annotators",
                            "export",
                            "Write the adjudicated text; M2 has who decided what in its comments.",
                            ("markscheme annotate adjudicate export corpus/ --output adjudicated.m2 --open majority",),
                        ),
                        "take": Leaf(
                            "annotators",
                            "take",
                            "Decide about sentences, or a place of one: take a version, write words, leave the "
                            "source, or withdraw.",
                            (
                                "markscheme annotate adjudicate take corpus/ --sentence 3 --annotator Asta",
                                "markscheme annotate adjudicate take corpus/ --majority --dry-run",
                            ),
                        ),
                        "prepare": Leaf(
                            "annotators",
                            "prepare",
                            "Copy the sources for a second annotator, to correct without anybody's corrections.",
                            ("markscheme annotate adjudicate prepare corpus/ --into for-mia --for Mia",),
                        ),
                        "receive": Leaf(
                            "annotators",
                            "receive",
                            "Put what a second annotator corrected beside the references, as one more reference.",
                            ("markscheme annotate adjudicate receive corpus/ for-mia/ --for Mia",),
                        ),
                    },
                ),
            },
            panel=MANY,
        ),
        "eval": Branch(
            "Systems beside each other, and metrics beside people.",
            {
                "score": _SCORE,
                "compare": Leaf(
                    "systems",
                    "compare",
                    "Compare systems: scores with bootstrap intervals, and whether they differ by more than chance.",
                    (
                        "markscheme eval compare A=a.m2 B=b.m2 --reference refs.m2 --metric errant,cleme2",
                        "markscheme eval compare 'systems/*.m2' --reference refs.m2 --format latex --output a.tex",
                    ),
                ),
                "meta": Leaf(
                    "systems",
                    "meta",
                    "Compare metrics with people's judgements: correlations over systems, agreement on sentences.",
                    (
                        "markscheme eval meta seeda --data SEEDA --metric errant --metric cleme2",
                        "markscheme eval meta gjg15 --data gjg15 --format latex --output table.tex",
                    ),
                    extra="encoder",
                ),
                "tune": Leaf(
                    "systems",
                    "tune",
                    "Choose settings of metrics by people's judgements, and write them with the evidence (TOML).",
                    ("markscheme eval tune --on gjg15 --data gjg15 --metric credit --output credit.toml",),
                    extra="encoder",
                ),
                "impara": Branch(
                    "Train a quality estimator (IMPARA), which needs no reference.",
                    {
                        "build-data": Leaf(
                            "corpora",
                            "build_data",
                            "Make supervision data from parallel text.",
                            ("markscheme eval impara build-data source.txt corrected.txt data.jsonl",),
                        ),
                        "train": Leaf(
                            "corpora",
                            "train",
                            "Train a quality estimator, or continue an interrupted run.",
                            ("markscheme eval impara train data.jsonl estimator --adapter 8",),
                            extra="encoder",
                        ),
                    },
                ),
            },
            panel=MANY,
        ),
        "serve": Leaf(
            "serve",
            "serve_command",
            "Start the language server (see: markscheme serve --stdio | --tcp HOST:PORT).",
            (
                "markscheme serve --stdio",
                "markscheme serve --tcp 127.0.0.1:7777",
            ),
            panel=MACHINE,
        ),
        "doctor": Leaf(
            "machine",
            "doctor",
            "Check the installation; print the remedy and exit with status 1 if something is missing.",
            ("markscheme doctor --format json",),
            panel=MACHINE,
        ),
        "plugins": Leaf(
            "machine",
            "plugins",
            "List what installed packages add: metrics, formats, languages, reports and requests.",
            ("markscheme plugins", "markscheme plugins --format json"),
            panel=MACHINE,
        ),
        "cache": Branch(
            "Show, clear or check the cache of edits and vectors.",
            {
                "stats": Leaf(
                    "machine",
                    "cache_stats",
                    "Show the contents and the place of the cache.",
                    ("markscheme cache stats",),
                ),
                "clear": Leaf(
                    "machine", "cache_clear", "Delete all entries of the cache.", ("markscheme cache clear",)
                ),
                "verify": Leaf(
                    "machine",
                    "cache_verify",
                    "Check the cache file; exit with status 1 if it is damaged.",
                    ("markscheme cache verify",),
                ),
            },
            panel=MACHINE,
        ),
    },
)
FORMER: Final = {"evaluate": "eval meta", "schema": "init --schema"}
"""Commands by names that they had, where their last word is another one now."""


def paths(branch: Branch = TREE, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the names that lead to every group and every command."""
    for name, node in branch.commands.items():
        yield (*path, name)
        if isinstance(node, Branch):
            yield from paths(node, (*path, name))


def meant(path: tuple[str, ...], name: str) -> list[str]:
    """Return the commands that a person may have meant by an unknown name behind a path of known ones."""
    if not path and name in FORMER:
        return [FORMER[name]]
    below = [found for found in paths() if found[: len(path)] == path and len(found) > len(path)]
    [close] = get_close_matches(name, {found[-1] for found in below}, n=1) or [""]
    fitting = [found for found in below if found[-1] in (name, close)]
    shortest = min(map(len, fitting), default=0)
    return [" ".join(found) for found in fitting if len(found) == shortest]


_GIVEN: Final = f"{__name__}.given"


def chosen_metrics(context: Any) -> list[str]:
    """Return the names behind ``--metric`` of a command whose arguments may not be read to the end."""
    given: list[str] = context.meta.get(_GIVEN, [])
    values = [value for option, value in pairwise(given) if option == "--metric"]
    values += [one.removeprefix("--metric=") for one in given if one.startswith("--metric=")]
    return [name for value in values for name in value.split(",")]


class Command(TyperCommand):
    """A command that takes each option with one value once; help shows ``--help`` beside the last options."""

    extra: str | None = None

    def get_help_option(self, ctx: Any) -> Any:
        option: Any = super().get_help_option(ctx)
        if option is not None and self.params:
            option.rich_help_panel = getattr(self.params[-1], "rich_help_panel", None)
        return option

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Show help; where it lists metrics, those of installed packages too, which only help looks for."""
        from markscheme.metrics.base import METRICS

        built_in = ", ".join(METRICS.built_in)
        option: Any
        for option in self.params:
            if built_in in (text := getattr(option, "help", None) or ""):
                option.help = text.replace(built_in, ", ".join(METRICS.names))
        super().format_help(ctx, formatter)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.meta[_GIVEN] = [*args]
        if self.extra is not None and not {*args} & {*ctx.help_option_names} and not is_installed(self.extra):
            raise MarkschemeError(f"{ctx.command_path} needs the extra {self.extra}. {installing(self.extra)}")
        if not ctx.resilient_parsing:
            _, _, order = self.make_parser(ctx).parse_args(args=[*args])
            for one in order:
                if order.count(one) > 1 and not one.multiple and not getattr(one, "is_flag", False):
                    raise typer.TyperException(
                        f"{max(one.opts, key=len)} is given {order.count(one)} times; give it once"
                    )
            self._refuse_spilled(args)
        return super().parse_args(ctx, args)

    def _refuse_spilled(self, args: list[str]) -> None:
        """Refuse an argument directly behind an input option's file: a shell makes it of ``--reference ref*.txt``."""
        if not any(one.param_type_name == "argument" and one.nargs < 0 for one in self.params):
            return
        files: dict[str, Any] = {
            name: one
            for one in self.params
            if getattr(one, "rich_help_panel", None) == INPUT and str(one.metavar).endswith("FILE")
            for name in one.opts
            if name.startswith("-")
        }
        given = args[: args.index("--")] if "--" in args else args
        for name, file, behind in zip(given, given[1:], given[2:], strict=False):
            if name in files and not behind.startswith("-"):
                remedy = f"write {name} before each of them, or {name} '{_pattern(file, behind)}'"
                remedy = (
                    f"{remedy if files[name].multiple else f'{name} takes one file'}; systems stand before the options"
                )
                raise typer.TyperException(f"{behind} stands behind {name} {file}: {remedy}")


def _pattern(one: str, other: str) -> str:
    """Return the pattern that fits both names."""
    begin = _shared(one, other)
    end = _shared(one[len(begin) :][::-1], other[len(begin) :][::-1])[::-1]
    return f"{begin}*{end}"


def _shared(one: str, other: str) -> str:
    """Return the characters with which both begin."""
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return "".join(character for character, _ in pairs)


class Deferred(TyperCommand):
    """What stands for a command until it is run: its name and summary."""

    def __init__(self, name: str, leaf: Leaf) -> None:
        super().__init__(name, help=leaf.summary, short_help=leaf.summary, rich_help_panel=leaf.panel)
        self._leaf = leaf

    @cached_property
    def command(self) -> Any:
        """The command, whose module is imported now."""
        leaf, name = self._leaf, self.name
        function = getattr(import_module(f"markscheme.cli.commands.{leaf.module}"), leaf.function)
        parent = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        parent.callback()(lambda: None)
        details = inspect.getdoc(function)
        help_text = f"{leaf.summary}\n\n{details}" if details else leaf.summary
        epilog = "\n".join(("Examples:", *leaf.examples)).replace("[", r"\[") if leaf.examples else None
        parent.command(name, cls=Command, help=help_text, short_help=leaf.summary, epilog=epilog)(function)
        group = get_command(parent)
        assert isinstance(group, TyperGroup)  # it has a callback
        command: Any = group.commands[str(name)]
        command.extra = leaf.extra
        return command


class Group(TyperGroup):
    """A group of commands that are imported when they are run."""

    branch: Branch = TREE
    path: tuple[str, ...] = ()

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands: MutableMapping[str, Any] = {
            name: Deferred(name, node) if isinstance(node, Leaf) else _group(name, node, (*self.path, name))
            for name, node in self.branch.commands.items()
        }

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        default = self.branch.default
        if default is not None and args and args[0] not in {*self.commands, *ctx.help_option_names}:
            args = [default, *args]
        return super().parse_args(ctx, args or ["--help"])

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        command = self.commands.get(args[0])
        if command is None and not ctx.resilient_parsing:
            _refuse(self.path, args[0])
        return args[0], command.command if isinstance(command, Deferred) else command, args[1:]


def _group(name: str, branch: Branch, path: tuple[str, ...]) -> Group:
    cls = type("Group", (Group,), {"branch": branch, "path": path})
    group: Group = cls(name=name, help=branch.summary, rich_markup_mode="rich", rich_help_panel=branch.panel)
    return group


def _refuse(path: tuple[str, ...], name: str) -> NoReturn:
    commands = " or ".join(f"markscheme {command}" for command in meant(path, name))
    remedy = f"it is {commands}" if commands else f"{' '.join(['markscheme', *path, '--help'])} lists what there is"
    raise typer.TyperException(f"there is no {shlex.join(['markscheme', *path, name])}; {remedy}")


app = typer.Typer(
    cls=Group,
    help=TREE.summary,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"markscheme {full_version()}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Mark corrections of learners' texts against teachers' references."""
