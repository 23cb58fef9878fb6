"""What a process remembers of earlier documents has a size in bytes."""

from pathlib import Path

import pytest

from exercise_files import exercise
from markscheme import Work
from markscheme.api.marking import review
from markscheme.inference.settings import EngineSettings
from markscheme.marking import _placement, documents, marks
from markscheme.marking.local import Engine


def test_the_marks_that_stay_in_memory_have_a_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for module, name in ((documents, "MARK"), (marks, "VERDICT"), (_placement, "PLACED")):
        monkeypatch.setattr(module, f"{name}_BYTES_IN_MEMORY", 15_000)
    folder = exercise(
        tmp_path,
        source="She like tea .\n",
        hypotheses={"mei": ""},
        references={"kim": "She likes tea .\n"},
        suffix=".txt",
    )
    engine = Engine(EngineSettings(cache=str(tmp_path / "cache.sqlite")))
    for number in range(12):
        folder.hypothesis("mei").write_text(f"She likes {number} teas .\n")
        review([folder.hypothesis("mei")], work=Work(engine))
    assert 0 < engine.documents.passages_in_memory < 8
