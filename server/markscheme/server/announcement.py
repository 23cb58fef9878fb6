"""What the server announces, and the modules that do it, which are imported when they are first asked.

It is announced here, not by the handlers' decorators: importing all handlers would double the time to start.
"""

from collections.abc import Awaitable, Callable, Mapping
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

_METHODS: Mapping[str, str] = {
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: "documents",
    types.TEXT_DOCUMENT_DID_OPEN: "documents",
    types.TEXT_DOCUMENT_DID_CHANGE: "documents",
    types.TEXT_DOCUMENT_DID_CLOSE: "documents",
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: "documents",
    types.WORKSPACE_DID_CREATE_FILES: "documents",
    types.WORKSPACE_DID_RENAME_FILES: "documents",
    types.WORKSPACE_DID_DELETE_FILES: "documents",
    types.TEXT_DOCUMENT_HOVER: "presentation",
    types.TEXT_DOCUMENT_DOCUMENT_LINK: "presentation",
    types.TEXT_DOCUMENT_CODE_LENS: "presentation",
    types.TEXT_DOCUMENT_INLAY_HINT: "presentation",
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: "presentation",
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: "presentation",
    types.TEXT_DOCUMENT_FOLDING_RANGE: "presentation",
    types.TEXT_DOCUMENT_CODE_ACTION: "actions",
    types.WORKSPACE_TEXT_DOCUMENT_CONTENT: "documents",
    "markscheme/nextFinding": "marks",
    "markscheme/previousFinding": "marks",
    "markscheme/exercises": "documents",
    "markscheme/texts": "documents",
    "markscheme/views": "documents",
    "markscheme/marks": "marks",
    "markscheme/overview": "marks",
    "markscheme/places": "marks",
    "markscheme/feedbackChoices": "classes",
    "markscheme/plan": "marks",
    "markscheme/placeChoices": "decisions",
    "markscheme/progress": "marks",
    "markscheme/questions": "annotation",
    "markscheme/classQuestions": "classes",
    "markscheme/status": "documents",
    "markscheme/setUp": "set_up",
    "markscheme/setUpPreview": "set_up",
    "markscheme/writeSetUp": "set_up",
    "markscheme/variants": "set_up",
    "markscheme/scheme": "set_up",
    "markscheme/previewScheme": "set_up",
    "markscheme/writeScheme": "set_up",
    "markscheme/adjudication": "annotation",
    "markscheme/adjudicationChoices": "annotation",
}
PULL_METHODS: Mapping[str, str] = {
    types.TEXT_DOCUMENT_DIAGNOSTIC: "documents",
    types.WORKSPACE_DIAGNOSTIC: "documents",
}
"""Announced only to a client that pulls diagnostics."""
_COMMANDS: Mapping[str, str] = {
    "markscheme.remark": "documents",
    "markscheme.markWorkspace": "marks",
    "markscheme.setUpFolder": "set_up",
    "markscheme.exportReport": "classes",
    "markscheme.exportProgress": "classes",
    "markscheme.writeFeedback": "classes",
    "markscheme.importSubmissions": "classes",
    "markscheme.exportGrades": "classes",
    "markscheme.decideAnswer": "classes",
    "markscheme.decideSheet": "classes",
    "markscheme.callMarkFinal": "classes",
    "markscheme.undoDecision": "classes",
    "markscheme.nextFinding": "marks",
    "markscheme.previousFinding": "marks",
    "markscheme.showText": "documents",
    "markscheme.showDetails": "marks",
    "markscheme.decide": "decisions",
    "markscheme.accept": "decisions",
    "markscheme.withdraw": "decisions",
    "markscheme.answerQuestion": "annotation",
    "markscheme.undoAnswer": "annotation",
    "markscheme.nextQuestion": "annotation",
    "markscheme.adjudicate": "annotation",
    "markscheme.exportAdjudication": "annotation",
    "markscheme.nextOpenSentence": "annotation",
    "markscheme.comment": "decisions",
    "markscheme.dropComment": "decisions",
    "markscheme.restoreComment": "decisions",
    "markscheme.givePoints": "decisions",
    "markscheme.restorePoints": "decisions",
    "markscheme.ignoreFinding": "decisions",
    "markscheme.ignoreCategory": "decisions",
    "markscheme.showIgnored": "decisions",
    "markscheme.status": "documents",
    "markscheme.clearCache": "documents",
    "markscheme.restartEngine": "documents",
    "markscheme.moreActions": "actions",
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
    announce_methods(server, _METHODS)
    for name, module in _COMMANDS.items():
        server.command(name)(_first_asked(name, module))


def announce_methods(server: LanguageServer, methods: Mapping[str, str]) -> None:
    for method, module in methods.items():
        server.feature(method, _OPTIONS.get(method))(_first_asked(method, module))


def announce_installed(server: LanguageServer, method: str) -> bool:
    """Return whether an installed package has a request, which is answered from now on."""
    is_installed = not method.startswith("$/") and method in REQUESTS.names
    if is_installed:
        server.feature(method)(_first_asked(method, ""))
    return is_installed


def command_handler(name: str) -> Handler | None:
    module = _COMMANDS.get(name)
    return None if module is None else _handler(name, module)


def _first_asked(name: str, module: str) -> Handler:
    # pygls passes the server to a function whose first parameter is ``ls``.
    async def handle(ls: LanguageServer, *arguments: Any) -> Any:
        return await _handler(name, module)(ls, *arguments)

    return handle


def _handler(name: str, module: str) -> Handler:
    if name not in HANDLERS and module:
        import_module(f"markscheme.server.handlers.{module}")
    elif name not in HANDLERS:
        try:
            REQUESTS.get(name)  # which runs its decorator
        except RegistryError as error:
            raise JsonRpcException(str(error)) from error
    return HANDLERS[name]
