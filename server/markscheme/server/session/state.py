"""What a session shares with the marking of its documents: texts, results, engines, and what the person has decided."""

from collections.abc import Callable, Iterable
from pathlib import Path

from lsprotocol import types

from markscheme.documents.files import TextSource, read_text
from markscheme.documents.formats import has_lines
from markscheme.errors import DocumentError
from markscheme.exercises.material import file_text
from markscheme.inference.settings import EngineSettings
from markscheme.reports.rulings import Rulings
from markscheme.server.editor import Editor
from markscheme.server.engine.client import EngineClient
from markscheme.server.locations import EditorIndex, Locations
from markscheme.server.options import Configuration, Options
from markscheme.server.session.annotation.document_questions import DocumentQuestions
from markscheme.server.session.annotation.question_desk import QuestionDesk
from markscheme.server.session.consent import Consent
from markscheme.server.session.ignored import Ignored, IgnoredStore
from markscheme.server.session.marked import (
    Diagnosed,
    Marked,
    OpenDocuments,
    OutcomeMemory,
    RecentFindings,
    ResultChange,
    Results,
    TextDocument,
)
from markscheme.server.views import View


class SessionState:
    """One editor's documents, results and engines. ``new_engine`` gets the idle seconds after which an engine ends."""

    def __init__(
        self,
        editor: Editor,
        configuration: Configuration,
        new_engine: Callable[[EngineSettings, float], EngineClient],
        on_results: Callable[[ResultChange], None],
    ) -> None:
        self.editor = editor
        self.configuration = configuration
        self.documents = OpenDocuments()
        self.read = self.documents.read
        self.snapshot = self.documents.snapshot
        self.results = Results(self.documents)
        self.class_outcomes = OutcomeMemory()
        self.shown_findings = RecentFindings()
        self.desk = QuestionDesk(self.documents, self.engine)
        self.rulings = Rulings()
        self.consent = Consent(editor, self.show_error_once)
        self._ignored = IgnoredStore()
        self._new_engine = new_engine
        self._on_results = on_results
        self._engines: dict[EngineSettings, EngineClient] = {}
        self._shown_errors: set[str] = set()

    def engine(self, options: Options) -> EngineClient:
        if options.engine not in self._engines:
            self._engines[options.engine] = self._new_engine(options.engine, options.engine_idle * 60)
        return self._engines[options.engine]

    def text_of_view(self, view: View) -> str:
        """Return a view's text, as its file is on disk; raise DocumentError if there is none, or it can't be read."""
        if has_lines(view.path):
            raise DocumentError("this file is text, which an editor opens itself", path=view.path)
        return file_text(view.path, view.author, read_text).document.text

    def index(self, text: str) -> EditorIndex:
        return EditorIndex(text, self.editor.encoding)

    def locations(self, read: TextSource | None = None) -> Locations:
        """Return places in files as they stand in the editor now, or as another source has them."""
        return Locations(read or self.read, self.editor.encoding, with_views=self.editor.shows_views)

    def ignored_in(self, path: Path) -> Ignored:
        """Return what is ignored; nothing, and a message to the person, if that can't be read."""
        try:
            return self._ignored.of(path)
        except DocumentError as problem:
            self.show_error_once(str(problem))
            return Ignored()

    def show(
        self,
        document: TextDocument,
        diagnostics: Iterable[types.Diagnostic],
        marked: Marked | None = None,
        problem: DocumentError | None = None,
        questions: DocumentQuestions = DocumentQuestions(),
    ) -> None:
        """Publish a version's results, unless the document has changed since; ``problem`` is why it can't be marked."""
        newest = self.documents.get(document.uri)
        if document.version != (newest.version if newest else None):
            return
        if newest is None and not document.path.exists():
            return
        to_check = 0 if marked is None else marked.to_check
        diagnosed = Diagnosed(document.path, document.version, tuple(diagnostics), False, problem, to_check, questions)
        self._on_results(self.results.put(document, diagnosed, marked))
        self.results.notify()

    def show_error_once(self, message: str) -> None:
        if message not in self._shown_errors:
            self._shown_errors.add(message)
            self.editor.show_message(message)
