"""Everything that a user can call has a recorded output, and each recorded output belongs to a case.

What there is to call is read from the outputs themselves, which ``test_golden.py`` and ``test_session.py`` compare with
the program: from the help of each command, from what the server announces, and from the page about the protocol.
"""

import re
import shlex
from collections.abc import Iterator

from golden.cases import CASES, COMMANDS, WRITTEN
from golden.recorder import OUTPUTS, PROJECT, write_anew
from golden.scenes import LAST, PULLING, PUSHING

PROVIDERS = {
    "hoverProvider": "textDocument/hover",
    "codeActionProvider": "textDocument/codeAction",
    "codeLensProvider": "textDocument/codeLens",
    "documentLinkProvider": "textDocument/documentLink",
    "documentSymbolProvider": "textDocument/documentSymbol",
    "foldingRangeProvider": "textDocument/foldingRange",
    "inlayHintProvider": "textDocument/inlayHint",
    "semanticTokensProvider": "textDocument/semanticTokens/full",
    "diagnosticProvider": "textDocument/diagnostic",
    "executeCommandProvider": "workspace/executeCommand",
}
"""The request for each member of the server's capabilities."""
NOT_REQUESTS = {"positionEncoding", "textDocumentSync", "workspace"}
NOTIFICATIONS = {"markscheme/marksChanged", "markscheme/exercisesChanged"}
NO_CASE = {"serve"}
"""The language server has sessions. Of ``impara train``, which takes minutes, only a fault is recorded."""

DEFAULTS = {"feedback": "html", "comments export": "csv"}
"""The format of a command without ``--format``, where it is not text."""


def help_of(command: str) -> str:
    path = OUTPUTS / "help" / f"{command.replace(' ', '-') or 'markscheme'}.txt"
    return path.read_text("utf-8")


def subcommands(command: str) -> list[str]:
    """Return the commands that the help of a group lists."""
    _, _, box = help_of(command).partition("─ Commands ─")
    return [f"{command} {name}".strip() for name in re.findall(r"^│ ([a-z][\w-]*) ", box, re.MULTILINE)]


def steps() -> Iterator[tuple[str, list[str]]]:
    """Yield each command that the cases run, with its arguments; ``moderate A B`` is ``moderate compare``."""
    for case in CASES.values():
        for step in case.steps:
            words = shlex.split(step)
            pair = " ".join(words[:2])
            name = pair if pair in COMMANDS else words[0]
            if "--help" not in words:
                yield ("moderate compare" if name == "moderate" else name), words


def test_each_command_is_listed():
    found, waiting = {""}, [""]
    while waiting:
        for name in subcommands(waiting.pop()):
            found.add(name)
            if (OUTPUTS / "help" / f"{name.replace(' ', '-')}.txt").is_file():
                waiting.append(name)
    assert found == set(COMMANDS)


def test_each_command_has_a_case():
    run = {name for name, _ in steps()}
    groups = {name for name in COMMANDS if subcommands(name)}
    assert set(COMMANDS) - groups - run == NO_CASE


def formats() -> Iterator[tuple[str, str]]:
    """Yield each command with each of its output formats, as its help names them."""
    for command in COMMANDS:
        text = re.sub(r"[│\s]+", " ", help_of(command))
        for choices, words in re.findall(r" --format <([\w|]+)> (.*?)\.? \[default", text):
            listed = words.rstrip(".") if choices == "str" else choices
            for name in re.split(r", | or |\|", listed):
                yield command, name


def test_each_format_has_a_case():
    run = set()
    for name, words in steps():
        given = [words[place + 1] for place, word in enumerate(words) if word == "--format"]
        run |= {(name, format_) for format_ in given or [DEFAULTS.get(name, "text")]}
    listed = set(formats())
    assert ("compare", "latex") in listed
    assert ("feedback", "pdf") in listed
    assert listed <= run


def test_each_format_of_convert_has_a_case():
    text = re.sub(r"[│\s]+", " ", help_of("convert"))
    [listed] = re.findall(r" --to <str> (.*?); else decided", text)
    assert set(re.findall(r"\w+", listed)) - {"or"} == set(WRITTEN)


def recorded(name: str) -> str:
    return (OUTPUTS / "session" / f"{name}.json").read_text("utf-8")


def test_each_request_of_the_server_is_in_the_session():
    sent = "".join(recorded(scene.__name__) for scene in (*PUSHING, *PULLING, *LAST))
    methods = set(re.findall(r'"request": "([^"]+)"', sent))
    page = (PROJECT / "docs" / "protocol.md").read_text("utf-8")
    assert set(re.findall(r"^### `(markscheme/\w+)`", page, re.MULTILINE)) - NOTIFICATIONS <= methods
    announced = set()
    for name in ("initialize-push", "initialize-pull"):
        _, _, capabilities = recorded(name).partition('"result": {')
        announced |= set(re.findall(r'^   "(\w+)":', capabilities, re.MULTILINE)) - NOT_REQUESTS
    assert announced == set(PROVIDERS)
    assert set(PROVIDERS.values()) <= methods


def test_each_command_of_the_server_is_in_the_session():
    _, _, capabilities = recorded("initialize-push").partition('"executeCommandProvider"')
    announced = set(re.findall(r'"(markscheme\.\w+)"', capabilities))
    sent = "".join(recorded(scene.__name__) for scene in (*PUSHING, *LAST))
    assert announced
    assert announced <= set(re.findall(r'"command": "(markscheme\.\w+)", "arguments"|', sent)) | set(
        re.findall(r'"params": \{\s*"command": "(markscheme\.\w+)"', sent)
    )


def test_no_output_is_stale():
    """In the folder of outputs lies nothing that no case writes. ``make golden`` removes such files."""
    names = {f"{name}.txt" for name in CASES}
    names |= {f"session/{scene.__name__}.json" for scene in (*PUSHING, *PULLING, *LAST)}
    names |= {"session/initialize-push.json", "session/initialize-pull.json"}
    stale = [
        path for path in OUTPUTS.rglob("*") if path.is_file() and path.relative_to(OUTPUTS).as_posix() not in names
    ]
    if write_anew():
        for path in stale:
            path.unlink()
        return
    assert not stale
