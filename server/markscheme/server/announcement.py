"""What the server announces, and the modules that do it, which are imported when they are first asked.

It is announced here, not by the handlers' decorators: importing all handlers would double the time to start.
"""

from collections.abc import Awaitable, Callable, Mapping
from importlib import import_module
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

FIX_ALL = "source.fixAll.markscheme"
OPEN = "source.open.markscheme"
FEEDBACK = "source.feedback.markscheme"
COMMENT = "source.comment.markscheme"

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
        code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL, OPEN, FEEDBACK, COMMENT]
    ),
    types.TEXT_DOCUMENT_DIAGNOSTIC: types.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=True, identifier="markscheme"
    ),
}

_METHODS: Mapping[str, str] = {
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: "settings",
    types.TEXT_DOCUMENT_DID_OPEN: "documents",
    types.TEXT_DOCUMENT_DID_CHANGE: "documents",
    types.TEXT_DOCUMENT_DID_CLOSE: "documents",
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: "files",
    types.WORKSPACE_DID_CREATE_FILES: "files",
    types.WORKSPACE_DID_RENAME_FILES: "files",
    types.WORKSPACE_DID_DELETE_FILES: "files",
    types.TEXT_DOCUMENT_HOVER: "hover",
    types.TEXT_DOCUMENT_DOCUMENT_LINK: "hover",
    types.TEXT_DOCUMENT_CODE_LENS: "lenses",
    types.TEXT_DOCUMENT_INLAY_HINT: "lenses",
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: "lenses",
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: "lenses",
    types.TEXT_DOCUMENT_FOLDING_RANGE: "lenses",
    types.TEXT_DOCUMENT_CODE_ACTION: "actions",
    types.WORKSPACE_TEXT_DOCUMENT_CONTENT: "files",
    "markscheme/nextFinding": "places",
    "markscheme/previousFinding": "places",
    "markscheme/exercises": "files",
    "markscheme/texts": "files",
    "markscheme/views": "files",
    "markscheme/marks": "marks",
    "markscheme/overview": "marks",
    "markscheme/places": "places",
    "markscheme/feedbackChoices": "class_files",
    "markscheme/plan": "marks",
    "markscheme/placeChoices": "comments",
    "markscheme/progress": "marks",
    "markscheme/questions": "annotation",
    "markscheme/classQuestions": "class_answers",
    "markscheme/status": "settings",
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
    "markscheme.remark": "settings",
    "markscheme.markWorkspace": "marks",
    "markscheme.setUpFolder": "set_up",
    "markscheme.exportReport": "class_files",
    "markscheme.exportProgress": "class_files",
    "markscheme.writeFeedback": "class_files",
    "markscheme.importSubmissions": "class_files",
    "markscheme.exportGrades": "class_files",
    "markscheme.decideAnswer": "class_answers",
    "markscheme.decideSheet": "class_answers",
    "markscheme.callMarkFinal": "class_answers",
    "markscheme.undoDecision": "class_answers",
    "markscheme.nextFinding": "places",
    "markscheme.previousFinding": "places",
    "markscheme.showText": "files",
    "markscheme.showDetails": "places",
    "markscheme.decide": "decisions",
    "markscheme.accept": "decisions",
    "markscheme.withdraw": "decisions",
    "markscheme.answerQuestion": "annotation",
    "markscheme.undoAnswer": "annotation",
    "markscheme.nextQuestion": "annotation",
    "markscheme.adjudicate": "annotation",
    "markscheme.exportAdjudication": "annotation",
    "markscheme.nextOpenSentence": "annotation",
    "markscheme.comment": "comments",
    "markscheme.dropComment": "comments",
    "markscheme.restoreComment": "comments",
    "markscheme.givePoints": "comments",
    "markscheme.restorePoints": "comments",
    "markscheme.ignoreFinding": "decisions",
    "markscheme.ignoreCategory": "decisions",
    "markscheme.showIgnored": "decisions",
    "markscheme.status": "settings",
    "markscheme.clearCache": "settings",
    "markscheme.restartEngine": "settings",
    "markscheme.moreActions": "actions",
}

Handler = Callable[..., Awaitable[Any]]
"""Gets the server, then the parameters of a request or notification, or the arguments of a command one by one."""

HANDLERS: dict[str, Handler] = {}
"""The handlers in the modules that are imported, by method and by command."""


def announce(server: LanguageServer) -> None:
    announce_methods(server, _METHODS)
    for name, module in _COMMANDS.items():
        server.command(name)(_first_asked(name, module))


def announce_methods(server: LanguageServer, methods: Mapping[str, str]) -> None:
    for method, module in methods.items():
        server.feature(method, _OPTIONS.get(method))(_first_asked(method, module))


def command_handler(name: str) -> Handler | None:
    module = _COMMANDS.get(name)
    return None if module is None else _handler(name, module)


def _first_asked(name: str, module: str) -> Handler:
    # pygls passes the server to a function whose first parameter is ``ls``.
    async def handle(ls: LanguageServer, *arguments: Any) -> Any:
        return await _handler(name, module)(ls, *arguments)

    return handle


def _handler(name: str, module: str) -> Handler:
    if name not in HANDLERS:
        import_module(f"markscheme.server.handlers.{module}")
    return HANDLERS[name]
