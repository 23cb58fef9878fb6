"""Every command that a client can run, in the order in which the server announces them."""

from markscheme.lsp.commands import clear_cache, remark, restart_engine, show_status, show_text
from markscheme.lsp.commands.annotation import adjudicate, answer_question, export_adjudication, show_open_sentence
from markscheme.lsp.commands.classes import (
    decide_answer,
    export_grades,
    export_progress,
    export_report,
    import_submissions,
    mark_workspace,
    set_up,
    write_feedback,
)
from markscheme.lsp.commands.command import Command
from markscheme.lsp.commands.places import comment, decide, give_points, ignore, show_details, show_finding
from markscheme.lsp.commands.places.more_actions import more_actions

_COMMANDS: tuple[Command, ...] = (
    remark.COMMAND,
    mark_workspace.COMMAND,
    set_up.COMMAND,
    export_report.COMMAND,
    export_progress.COMMAND,
    write_feedback.COMMAND,
    import_submissions.COMMAND,
    export_grades.COMMAND,
    decide_answer.DECIDE_ANSWER,
    decide_answer.DECIDE_SHEET,
    decide_answer.CALL_MARK_FINAL,
    decide_answer.UNDO_DECISION,
    show_finding.NEXT,
    show_finding.PREVIOUS,
    show_text.SHOW_TEXT,
    show_details.SHOW_DETAILS,
    decide.DECIDE,
    decide.ACCEPT,
    decide.WITHDRAW,
    answer_question.ANSWER_QUESTION,
    answer_question.UNDO_ANSWER,
    answer_question.NEXT_QUESTION,
    adjudicate.COMMAND,
    export_adjudication.COMMAND,
    show_open_sentence.COMMAND,
    comment.COMMENT,
    comment.DROP_COMMENT,
    comment.RESTORE_COMMENT,
    give_points.GIVE_POINTS,
    give_points.RESTORE_POINTS,
    ignore.IGNORE_FINDING,
    ignore.IGNORE_CATEGORY,
    ignore.SHOW_IGNORED,
    show_status.COMMAND,
    clear_cache.COMMAND,
    restart_engine.COMMAND,
)
COMMANDS = (*_COMMANDS, more_actions(_COMMANDS))
