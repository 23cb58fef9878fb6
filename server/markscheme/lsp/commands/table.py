"""Every command that a client can run, in the order in which the server announces them."""

from markscheme.lsp.commands import annotation, engine
from markscheme.lsp.commands.classes import decide_answer, export, import_submissions, mark_workspace, set_up
from markscheme.lsp.commands.command import Command
from markscheme.lsp.commands.places import comment, decide, show
from markscheme.lsp.commands.places.show import more_actions

_COMMANDS: tuple[Command, ...] = (
    engine.REMARK_COMMAND,
    mark_workspace.COMMAND,
    set_up.COMMAND,
    export.EXPORT_REPORT_COMMAND,
    export.EXPORT_PROGRESS_COMMAND,
    export.WRITE_FEEDBACK_COMMAND,
    import_submissions.COMMAND,
    export.EXPORT_GRADES_COMMAND,
    decide_answer.DECIDE_ANSWER,
    decide_answer.DECIDE_SHEET,
    decide_answer.CALL_MARK_FINAL,
    decide_answer.UNDO_DECISION,
    show.NEXT,
    show.PREVIOUS,
    engine.SHOW_TEXT,
    show.SHOW_DETAILS,
    decide.DECIDE,
    decide.ACCEPT,
    decide.WITHDRAW,
    annotation.ANSWER_QUESTION,
    annotation.UNDO_ANSWER,
    annotation.NEXT_QUESTION,
    annotation.ADJUDICATE_COMMAND,
    annotation.EXPORT_ADJUDICATION_COMMAND,
    annotation.SHOW_OPEN_SENTENCE_COMMAND,
    comment.COMMENT,
    comment.DROP_COMMENT,
    comment.RESTORE_COMMENT,
    comment.GIVE_POINTS,
    comment.RESTORE_POINTS,
    decide.IGNORE_FINDING,
    decide.IGNORE_CATEGORY,
    decide.SHOW_IGNORED,
    engine.SHOW_STATUS_COMMAND,
    engine.CLEAR_CACHE_COMMAND,
    engine.RESTART_ENGINE_COMMAND,
)
COMMANDS = (*_COMMANDS, more_actions(_COMMANDS))
