"""Everything that a user can call has a recorded output, and each recorded output belongs to a case.

What there is to call is read from the outputs themselves, which ``test_golden.py`` and ``test_session.py`` compare with
the program: from the help of each command, from what the server announces, and from the examples of the protocol.
"""

import json
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
NOTIFICATIONS = {"markscheme/marksChanged", "markscheme/exercisesChanged", "markscheme/decided"}
NO_CASE = {"serve", "class review", "eval score"}
"""The language server has sessions; ``review`` and ``score`` are the same commands."""

DEFAULTS = {"class feedback": "html", "class comments export": "csv"}
"""The format of a command without ``--format``, where it is not text."""


def help_of(command: str) -> str:
    path = OUTPUTS / "help" / f"{command.replace(' ', '-') or 'markscheme'}.txt"
    return path.read_text("utf-8")


def steps() -> Iterator[tuple[str, list[str]]]:
    """Yield each command that the cases run, with its arguments; ``class moderate A B`` is ``... compare A B``."""
    for case in CASES.values():
        for step in case.steps:
            words = shlex.split(step)
            if "--help" not in words:
                names = [" ".join(words[:count]) for count in (3, 2, 1)]
                name = next((name for name in names if name in COMMANDS), "")
                yield {"class moderate": "class moderate compare"}.get(name, name), words


def test_each_command_has_a_case():
    run = {name for name, _ in steps()}
    groups = {name for name in COMMANDS if any(other.startswith(f"{name} ".lstrip()) for other in COMMANDS if other)}
    assert set(COMMANDS) - groups - run == NO_CASE


def formats() -> Iterator[tuple[str, str]]:
    """Yield each command with each of its output formats, as its help names them."""
    for command in COMMANDS:
        text = re.sub(r"[│\s]+", " ", help_of(command))
        for choices, words in re.findall(r" --format (?:<([\w|]+)>|NAME) (.*?)(?:\.? \[default|; else as)", text):
            listed = words.rstrip(".") if choices in ("", "str") else choices
            for name in re.split(r", | or |\|", listed):
                yield command, name


def test_each_format_has_a_case():
    run = set()
    for name, words in steps():
        given = [words[place + 1] for place, word in enumerate(words) if word == "--format"]
        run |= {(name, format_) for format_ in given or [DEFAULTS.get(name, "text")]}
    listed = set(formats())
    assert ("eval compare", "latex") in listed
    assert ("class feedback", "pdf") in listed
    assert {pair for pair in listed if pair[0] not in NO_CASE} <= run


def test_each_format_of_convert_has_a_case():
    text = re.sub(r"[│\s]+", " ", help_of("convert"))
    [listed] = re.findall(r" --to <str> (.*?); else decided", text)
    assert set(re.findall(r"\w+", listed)) - {"or"} == set(WRITTEN)


def recorded(name: str) -> str:
    return (OUTPUTS / "session" / f"{name}.json").read_text("utf-8")


def test_each_request_of_the_server_is_in_the_session():
    sent = "".join(recorded(scene.__name__) for scene in (*PUSHING, *PULLING, *LAST))
    methods = set(re.findall(r'"request": "([^"]+)"', sent))
    examples = json.loads((PROJECT / "docs" / "protocol.examples.json").read_text("utf-8"))
    assert {name for name in examples if name.startswith("markscheme/")} - NOTIFICATIONS <= methods
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
