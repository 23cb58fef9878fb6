"""What a process remembers of earlier documents has a size in bytes."""

from pathlib import Path

import pytest

from exercise_files import exercise
from markscheme.documents.files import read_text
from markscheme.exercises.discovery import exercises_of
from markscheme.inference.settings import EngineSettings
from markscheme.marking import _placement, documents, marks
from markscheme.marking.driver import ExerciseTasks, TaskSettings
from markscheme.marking.local import Engine


def test_the_marks_that_stay_in_memory_have_a_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for module, name in ((documents, "MARK"), (marks, "VERDICT"), (_placement, "PLACED")):
        monkeypatch.setattr(module, f"{name}_BYTES_IN_MEMORY", 15_000)
    files = exercise(
        tmp_path,
        source="She like tea .\n",
        hypotheses={"mei": ""},
        references={"kim": "She likes tea .\n"},
        suffix=".txt",
    )
    marker = Engine(EngineSettings(cache=str(tmp_path / "cache.sqlite"))).documents
    for number in range(12):
        files.hypothesis("mei").write_text(f"She likes {number} teas .\n")
        [found] = exercises_of(files.hypothesis("mei"))
        [task] = ExerciseTasks(found, read_text, TaskSettings(vectors="scheme")).of(found.hypotheses[0])
        assert marker.mark(task).review
    assert 0 < marker.passages_in_memory < 8
