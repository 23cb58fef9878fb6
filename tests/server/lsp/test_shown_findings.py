"""What a server remembers of the diagnostics that it showed makes it faster and nothing else."""

from collections.abc import Hashable, Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markscheme.documents.files import read_text
from markscheme.exercises.discovery import exercises_of
from markscheme.inference.settings import EngineSettings
from markscheme.marking.driver import ExerciseTasks, TaskSettings
from markscheme.marking.local import Engine
from markscheme.marking.settings import MarkSettings
from markscheme.server.diagnostics import FindingDiagnostics, Presentation, RecentFindings
from markscheme.server.documents import Marked, TextDocument
from markscheme.server.editor import EditorIndex, Locations, uri_of
from markscheme.server.editor_settings import Options, Severities

TEXTS = {
    "e.hyp.mei.txt": "We went to a lakes. It doesn't rains. It didn't rain.\n\nShe can't swims, she say. We was.\n",
    "e.src.txt": "We has went to the lakes. It don't rain. It don't rain.\n\nShe can't swim, she say. We was.\n",
    "e.ref.kim.txt": "We went to a lake. It doesn't rain. It doesn't rain.\n\nShe couldn't swim, she said. We were.\n",
    "e.ref.lee.txt": "We went to the lake. It didn't rain. It didn't rain.\n\nShe cannot swim, she says. We were.\n",
}
PIECES = ["", " ", "not ", "\n\n", "It don't rain. ", "It doesn't rain. ", "🎒", "seas"]
OPTIONS = (
    Options(),
    Options(vocabulary="cleme2"),
    Options(severities=Severities(missed="off", different="error")),
)
PRESENTATIONS = (Presentation(), Presentation(brief=True), Presentation(related=False))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exercise")
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@cache
def engine(folder: Path) -> Engine:
    return Engine(EngineSettings(cache=str(folder / "cache.sqlite")))


class Forgetful(RecentFindings):
    """Remembers nothing, not even of equal sentences in one document."""

    def keys_of(self, context: Hashable, origins: Sequence[object]) -> list[Hashable]:
        return [None] * len(origins)


class Editor:
    """An exercise whose texts change, and what is remembered of its hypothesis's diagnostics."""

    def __init__(self, folder: Path) -> None:
        self.texts = {folder / name: text for name, text in TEXTS.items()}
        self._path = folder / "e.hyp.mei.txt"
        self._engine = engine(folder)
        self._recent = RecentFindings()

    def read(self, path: Path) -> str:
        return self.texts[path] if path in self.texts else read_text(path)

    def check(self, options: Options, presentation: Presentation) -> int:
        """Compare the diagnostics with those of a server that remembers nothing; return their number."""
        marked = self._marked(options)
        remembered, anew = (
            list(FindingDiagnostics(marked, self._locations(), presentation, recent).findings())
            for recent in (self._recent, Forgetful())
        )
        assert remembered == anew
        return len(anew)

    def _locations(self) -> Locations:
        return Locations(self.read, "utf-16")

    def _marked(self, options: Options) -> Marked:
        [exercise] = exercises_of(self._path, self.read)
        [participant] = exercise.hypotheses
        [task] = ExerciseTasks(exercise, self.read, TaskSettings(MarkSettings(), vectors="scheme")).of(participant)
        review = self._engine.documents.mark(task).review
        assert review is not None
        text = self.texts[self._path]
        document = TextDocument(uri_of(self._path), self._path, 1, text)
        return Marked(document, EditorIndex(text, "utf-16"), exercise, task, review, options)


@settings(max_examples=20, deadline=None)
@given(
    changes=st.lists(
        st.tuples(
            st.sampled_from(sorted(TEXTS)),
            st.integers(0, 90),
            st.integers(0, 4),
            st.sampled_from(PIECES),
            st.sampled_from(OPTIONS),
            st.sampled_from(PRESENTATIONS),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_remembered_diagnostics_are_those_of_a_server_that_remembers_nothing(
    folder: Path, changes: list[tuple[str, int, int, str, Options, Presentation]]
):
    """Whichever version changes, and whatever the settings."""
    editor = Editor(folder)
    assert editor.check(OPTIONS[0], PRESENTATIONS[0])
    for name, place, length, piece, options, presentation in changes:
        text = editor.texts[folder / name]
        editor.texts[folder / name] = text[:place] + piece + text[place + length :]
        editor.check(options, presentation)


def test_only_the_changed_passage_is_worded_again(folder: Path, monkeypatch: pytest.MonkeyPatch):
    worded: list[int] = []
    shown = FindingDiagnostics._shown

    def counted(self: FindingDiagnostics, finding: object) -> object:
        worded.append(finding.passage)  # type: ignore[attr-defined]
        return shown(self, finding)  # type: ignore[arg-type]

    editor = Editor(folder)
    editor.check(OPTIONS[0], PRESENTATIONS[0])
    path = folder / "e.hyp.mei.txt"
    editor.texts[path] = editor.texts[path].replace("a lakes", "some lakes")
    marked = editor._marked(OPTIONS[0])
    monkeypatch.setattr(FindingDiagnostics, "_shown", counted)
    list(FindingDiagnostics(marked, editor._locations(), Presentation(), editor._recent).findings())
    assert set(worded) == {0}


def test_links_are_into_the_texts_as_they_stand(folder: Path):
    """A line break in the place of a space moves no word of a later passage, but its line."""
    editor = Editor(folder)
    editor.check(OPTIONS[0], PRESENTATIONS[0])
    for name in ("e.src.txt", "e.ref.kim.txt"):
        text = editor.texts[folder / name]
        assert "\n\n" in text
        editor.texts[folder / name] = text.replace("\n\n", " \n")
        assert editor.check(OPTIONS[0], PRESENTATIONS[0])


def test_each_of_equal_sentences_has_its_own_links(folder: Path):
    editor = Editor(folder)
    for path, text in editor.texts.items():
        word = "don't" if path.name == "e.src.txt" else "didn't" if "hyp" in path.name else "doesn't"
        editor.texts[path] = text + f"It {word} rain. " * 5
    for _ in range(3):
        assert editor.check(OPTIONS[0], PRESENTATIONS[0])


def test_what_is_remembered_has_a_bound_in_bytes(folder: Path, monkeypatch: pytest.MonkeyPatch):
    """Each version of a reference is another context, whose findings would stay."""
    monkeypatch.setattr("markscheme.server.diagnostics._RECENT_BYTES", 30_000)
    editor = Editor(folder)
    reference = next(path for path in editor.texts if ".ref." in path.name)
    for number in range(12):
        editor.texts[reference] += f"More {number}.\n"
        assert editor.check(OPTIONS[0], PRESENTATIONS[0])
        assert editor._recent.currsize <= 30_000
    remembered = [item for passage in editor._recent.values() for item in passage.values() if item is not None]
    assert 0 < len(remembered) < 12 * editor.check(OPTIONS[0], PRESENTATIONS[0])
