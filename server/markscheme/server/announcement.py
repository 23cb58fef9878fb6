"""What the server announces, and the modules that do it, which are imported when they are first asked.

It is announced here, not by the handlers' decorators: importing all handlers would double the time to start.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from markscheme.errors import RegistryError
from markscheme.registry import Registry

FIX_ALL = "source.fixAll.markscheme"
OPEN = "source.open.markscheme"
FEEDBACK = "source.feedback.markscheme"
ABOUT_TEXT = "source.comment.markscheme"

LEGEND = types.SemanticTokensLegend(
    [
        "hitCorrection",
        "wrongCorrection",
        "underCorrection",
        "overCorrection",
        "correct",
        "partlyCorrect",
        "different",
        "missed",
        "notNeeded",
        "optional",
    ],
    [],
)
"""Clients know a type by its index: new ones come last."""

EVERY_FILE = "**/*"
"""References may have any name: the exercise decides which files matter."""
_FILE_OPERATIONS = types.FileOperationRegistrationOptions(
    [types.FileOperationFilter(types.FileOperationPattern(EVERY_FILE))]
)
_OPTIONS: Mapping[str, Any] = {
    types.WORKSPACE_DID_CREATE_FILES: _FILE_OPERATIONS,
    types.WORKSPACE_DID_RENAME_FILES: _FILE_OPERATIONS,
    types.WORKSPACE_DID_DELETE_FILES: _FILE_OPERATIONS,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: LEGEND,
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(
        code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL, OPEN, FEEDBACK, ABOUT_TEXT]
    ),
    types.TEXT_DOCUMENT_DIAGNOSTIC: types.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=True, identifier="markscheme"
    ),
}

PULL_METHODS = (types.TEXT_DOCUMENT_DIAGNOSTIC, types.WORKSPACE_DIAGNOSTIC)
"""Announced only to a client that pulls diagnostics."""
_METHODS: Mapping[str, Sequence[str]] = {
    "actions": (types.TEXT_DOCUMENT_CODE_ACTION,),
    "documents": (
        types.WORKSPACE_DID_CHANGE_CONFIGURATION,
        types.TEXT_DOCUMENT_DID_OPEN,
        types.TEXT_DOCUMENT_DID_CHANGE,
        types.TEXT_DOCUMENT_DID_CLOSE,
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
        types.WORKSPACE_DID_CREATE_FILES,
        types.WORKSPACE_DID_RENAME_FILES,
        types.WORKSPACE_DID_DELETE_FILES,
        types.WORKSPACE_TEXT_DOCUMENT_CONTENT,
        *PULL_METHODS,
    ),
    "presentation": (
        types.TEXT_DOCUMENT_HOVER,
        types.TEXT_DOCUMENT_DOCUMENT_LINK,
        types.TEXT_DOCUMENT_CODE_LENS,
        types.TEXT_DOCUMENT_INLAY_HINT,
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        types.TEXT_DOCUMENT_DOCUMENT_SYMBOL,
        types.TEXT_DOCUMENT_FOLDING_RANGE,
    ),
}
"""LSP's methods, by the module that answers them."""
_REQUESTS: Mapping[str, str] = {
    "annotation": "questions adjudication adjudicationChoices",
    "classes": "feedbackChoices",
    "comments": "placeChoices",
    "decisions": "classQuestions nextOpen",
    "documents": "exercises texts views status",
    "marks": "nextFinding previousFinding marks overview places plan progress",
    "set_up": "setUp setUpPreview writeSetUp variants scheme previewScheme writeScheme",
}
"""Our own requests, ``markscheme/NAME``, by module."""
_COMMANDS: Mapping[str, str] = {
    "actions": "moreActions",
    "annotation": "answerQuestion undoAnswer nextQuestion adjudicate exportAdjudication nextOpenSentence",
    "classes": "exportReport exportProgress writeFeedback importSubmissions exportGrades",
    "comments": "comment dropComment restoreComment givePoints restorePoints",
    "decisions": "decide withdraw decideAt nextOpen previousOpen decideAnswer decideSheet callMarkFinal "
    "undoDecision "
    "ignoreFinding ignoreCategory showIgnored",
    "documents": "remark showText status clearCache restartEngine",
    "marks": "markWorkspace nextFinding previousFinding showDetails",
    "set_up": "setUpFolder",
}
"""Our commands, ``markscheme.NAME``, by module."""
_MODULES: Mapping[str, str] = {
    **{method: module for module, methods in _METHODS.items() for method in methods},
    **{f"markscheme/{name}": module for module, names in _REQUESTS.items() for name in names.split()},
    **{f"markscheme.{name}": module for module, names in _COMMANDS.items() for name in names.split()},
}

Handler = Callable[..., Awaitable[Any]]
"""Gets the server, then the parameters of a request or notification, or the arguments of a command one by one."""

HANDLERS: dict[str, Handler] = {}
"""The handlers in the modules that are imported, by method and by command."""


def _fault(method: str, _: object) -> str:
    return "" if method in HANDLERS else f"it is not under markscheme.server.handling.request({method!r})"


REQUESTS: Registry[Handler] = Registry("request", {}, "markscheme.requests", _fault)
"""Requests of installed packages, by method: functions under :func:`markscheme.server.handling.request`."""


def announce(server: LanguageServer) -> None:
    for name in _MODULES:
        if name.startswith("markscheme."):
            server.command(name)(_first_asked(name))
        elif name not in PULL_METHODS:
            announce_method(server, name)


def announce_method(server: LanguageServer, method: str) -> None:
    server.feature(method, _OPTIONS.get(method))(_first_asked(method))


def announce_installed(server: LanguageServer, method: str) -> bool:
    """Return whether an installed package has a request, which is answered from now on."""
    is_installed = not method.startswith("$/") and method in REQUESTS.names
    if is_installed:
        announce_method(server, method)
    return is_installed


def command_handler(name: str) -> Handler | None:
    return _handler(name) if name in _MODULES else None


def _first_asked(name: str) -> Handler:
    # pygls passes the server to a function whose first parameter is ``ls``.
    async def handle(ls: LanguageServer, *arguments: Any) -> Any:
        return await _handler(name)(ls, *arguments)

    return handle


def _handler(name: str) -> Handler:
    if name in _MODULES and name not in HANDLERS:
        import_module(f"markscheme.server.handlers.{_MODULES[name]}")
    elif name not in HANDLERS:
        try:
            REQUESTS.get(name)  # which runs its decorator
        except RegistryError as error:
            raise JsonRpcException(str(error)) from error
    return HANDLERS[name]
