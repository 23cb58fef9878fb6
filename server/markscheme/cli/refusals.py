"""What a command can't take, in our words; those of Typer, and of the library that checks values, stay inside."""

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from difflib import get_close_matches
from typing import Any, Final

import typer
from typer.core import TyperArgument

from markscheme.cli.app import chosen_metrics

_ONE_OF = re.compile(r"'(?P<value>.*)' is not one of (?P<names>.*?)\.?$")
_PEERS: Final = {
    "--refs": "--reference",
    "--hyps": "--hypothesis",
    "--hypotheses": "--hypothesis",
    "--src": "--source",
    "--system": "--hypothesis",
    "--systems": "--hypothesis",
}
"""What other programs call an option."""
SIMILAR: Final = 0.75
"""How like an option's name another must be, of 1, for a person to have meant it."""
_BOUNDS: Final = {
    r"greater than or equal to (.*)": "want at least {}",
    r"less than or equal to (.*)": "want at most {}",
    r"greater than (.*)": "want more than {}",
    r"less than (.*)": "want less than {}",
    r"valid integer": "want a whole number",
    r"valid number": "want a number",
    r"valid boolean": "want true or false",
    r"finite number": "want a finite number",
}


def refusal(error: typer.TyperException) -> str:
    """Return one line that says what is wrong with a command, and what to do."""
    context: Any = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "markscheme"
    command = path.removeprefix("markscheme ")
    parameter: Any = getattr(error, "param", None)
    kind = type(error).__name__
    if kind == "NoSuchOption":
        return _unknown_option(path, str(getattr(error, "option_name", "")), context)
    if kind == "MissingParameter":
        return f"{command} needs {_name(parameter)}; {path} --help shows examples"
    if kind == "BadOptionUsage":
        option = getattr(error, "option_name", "")
        if found := re.search(r"requires (\d+) arguments", error.message):
            return f"{option} needs {found[1]} values"
        return f"{option} takes no value" if "does not take" in error.message else f"{option} needs a value"
    if found := re.search(r"unexpected extra arguments?\S* \((.*)\)", error.message):
        return f"{command} takes no {found[1]}; {path} --help says what it takes"
    hint = getattr(error, "param_hint", None) or (_name(parameter) if parameter is not None else "")
    return f"{hint}: {_words(error.message)}" if hint else _words(error.message)


def _name(parameter: Any) -> str:
    if isinstance(parameter, TyperArgument):
        return str(parameter.metavar or parameter.name.upper())
    return str(max(parameter.opts, key=len))


def _unknown_option(path: str, option: str, context: Any) -> str:
    command = path.removeprefix("markscheme ")
    names = [name for parameter in context.command.params for name in parameter.opts if name.startswith("--")]
    key = option.removeprefix("--").replace("-", "_")
    if "--set" in names and (metrics := _metrics_with(key, chosen_metrics(context))):
        settings = " or ".join(f"--set {metric}.{key}=VALUE" for metric in metrics)
        return f"{command} has no option {option}; it is a setting: {settings}"
    if meant := _meant(option, names):
        return f"{command} has no option {option}; did you mean {meant}?"
    return f"{command} has no option {option}; {path} --help lists its options"


def _meant(option: str, names: list[str]) -> str | None:
    """Return the option that a person may have meant by an unknown one."""
    if _PEERS.get(option) in names:
        return _PEERS[option]
    begun = [name for name in names if name.startswith(option)]
    if len(begun) == 1:
        return begun[0]
    bare = [name.removeprefix("--") for name in names]
    close = get_close_matches(option.removeprefix("--"), bare, n=1, cutoff=SIMILAR)
    return f"--{close[0]}" if close else None


def _metrics_with(setting: str, chosen: Collection[str]) -> list[str]:
    """Return the chosen metrics that have a setting, or else all."""
    import attrs

    from markscheme.errors import RegistryError
    from markscheme.metrics.base import METRICS

    def having(names: Iterable[str]) -> Iterator[str]:
        for name in names:
            with suppress(RegistryError):
                if setting in attrs.fields_dict(METRICS.get(name)):
                    yield name

    return [*having(chosen)] or [*having(METRICS.built_in)]


def _words(message: str) -> str:
    if found := _ONE_OF.search(message):
        names = found["names"].replace("'", "")
        return f"choose one of {names}, not {found['value']!r}"
    for pattern, words in _BOUNDS.items():
        if message.startswith("Input should be") and (found := re.search(pattern, message)):
            return words.format(*(part.partition(",")[0] for part in found.groups()))
    return message.removeprefix("Value error, ")
