"""The outcomes of one class, so that its marks can be previewed at each keystroke without marking a text again."""

from pathlib import Path

from markscheme.lsp.editor.options import Options
from markscheme.marking.tasks import Outcome, Task
from markscheme.marking.work import WorkItem

_Key = tuple[Path, str | None, str]


class OutcomeMemory:
    """The newest outcome of each text of a class; those of another class replace them."""

    def __init__(self) -> None:
        self._class_folder: Path | None = None
        self._outcomes: dict[_Key, tuple[Options, Task, Outcome]] = {}

    def outcome(self, item: WorkItem, options: Options) -> Outcome | None:
        """Return the outcome of a text that was marked as it stands now, in the same way; else ``None``."""
        options_then, task, outcome = self._outcomes.get(_key(item), (None, None, None))
        return outcome if task is not None and task == item.task and options_then == options else None

    def keep(self, item: WorkItem, options: Options, outcome: Outcome) -> None:
        """Keep an outcome, unless it is incomplete."""
        folder = item.exercise.class_folder
        if folder != self._class_folder:
            self._class_folder = folder
            self._outcomes.clear()
        if item.task is not None and outcome.review is not None and not outcome.questions:
            self._outcomes[_key(item)] = options, item.task, outcome


def _key(item: WorkItem) -> _Key:
    return item.path, item.author, f"{item.exercise.name}/{item.name}"
