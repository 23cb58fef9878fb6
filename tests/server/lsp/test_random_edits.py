"""Random edits, openings, closings and saves at any speed: the diagnostics at rest are those of a fresh review."""

import asyncio
import re
from collections import Counter, deque
from pathlib import Path

import attrs
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from lsprotocol import types
from pytest_lsp import LanguageClient

from markscheme.marking.words import EARLY_END
from server.lsp.conversation import PATIENCE, change_document, open_document, publications
from server.lsp.fresh import PROBLEM, FreshReview, shown
from server.lsp.profiles import REPORTS_FILES
from server.lsp.window import Window, marks, status

TEXTS = {
    "e.src.txt": "He go to school 🎒 every day.\nShe like tea.\n",
    "e.hyp.mei.txt": "He goes to school 🎒 on every day.\nShe like teas.\n",
    "e.hyp.tom.txt": "He went to school 🎒 every day.\nShe likes tea.\n",
    "e.ref.kim.txt": "He goes to school 🎒 every day.\nShe likes tea.\n",
    "e.ref.lee.txt": "He goes to a school 🎒 every day.\nShe liked tea.\n",
}
PIECES = [
    *("go", "goes ", " tea", " likes", "e", "s", ".", " ", "every day", "She like teas. ", "\tHe"),
    *("🎒", "👩‍🏫", "é", "e\u0301", "\u2028", "\u2029", "\f", "\v", "\x85", "\u00a0"),
    *("\n", "\n\n", "\r\n", "\r", "\r\n\r\n", "{++", "~>", ""),
]
LONGEST = 400
"""Characters of a text; an edit cuts off the rest."""
_WITHOUT_WORDS = {PROBLEM, "not-needed", EARLY_END}
"""Codes of diagnostics whose messages need not quote the words that they mark."""
EDITS, THOROUGH_EDITS = 50, 2000
"""Least number of edits in a run, and in a thorough one."""
MOST_ROUNDS = 40
ROUND = settings(
    max_examples=6,
    stateful_step_count=16,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)
"""Rounds of scripts. A round's seed is its number, counted from the run's seed, and from 0 in a thorough run.

A script that fails is not made shorter: that would wait for the server at each try, until the test's time is over and
nobody reads what failed.
"""


@attrs.frozen
class Edit:
    """Replace up to ``length`` characters at ``start`` with words."""

    start: int
    length: int
    words: str

    def of(self, text: str) -> str:
        start = min(self.start, len(text))
        return (text[:start] + self.words + text[start + self.length :])[:LONGEST]


UNDO = Edit(0, 0, "")
edits = st.builds(
    Edit,
    st.one_of(st.integers(0, 80), st.integers(0, LONGEST)),
    st.sampled_from([0, 0, 0, 1, 1, 2, 5, 12, LONGEST]),
    st.sampled_from(PIECES),
)
steps = st.one_of(edits, edits, edits, st.just(UNDO))
bursts = st.one_of(
    st.lists(steps, min_size=1, max_size=4),
    *[st.lists(steps, min_size=20, max_size=50)] * 3,
)
names = st.sampled_from([*TEXTS, "e.hyp.mei.txt", "e.ref.kim.txt"])
paces = st.sampled_from([0.0, 0.0, 0.001, 0.02])
"""Seconds between two edits."""


class Opened:
    """An open document, with the text of each version."""

    def __init__(self, text: str) -> None:
        self.texts = {1: text}
        self.published = 0

    @property
    def version(self) -> int:
        return max(self.texts)

    @property
    def text(self) -> str:
        return self.texts[self.version]


class Desk:
    """An editor with the exercise, and all publications that it received."""

    def __init__(self, client: LanguageClient, folder: Path) -> None:
        self.client = client
        self.folder = folder
        self.edits = 0
        self.opened: dict[str, Opened] = {}
        self._openings: dict[str, deque[Opened]] = {name: deque() for name in TEXTS}
        self._checked = 0

    def text(self, name: str) -> str:
        """Return the text in the editor, or on disk if the document is closed."""
        return self.opened[name].text if name in self.opened else (self.folder / name).read_bytes().decode()

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str) -> None:
        self.opened[name] = Opened(self.text(name))
        self._openings[name].append(self.opened[name])
        open_document(self.client, self.folder / name)

    def close(self, name: str) -> None:
        identifier = types.TextDocumentIdentifier(self.uri(name))
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))
        del self.opened[name]

    def change(self, name: str, text: str) -> None:
        document = self.opened[name]
        document.texts[document.version + 1] = text
        change_document(self.client, self.uri(name), text, document.version)
        self.edits += 1

    def save(self, name: str, text: str) -> None:
        """Save as another program does, if the document is closed."""
        (self.folder / name).write_bytes(text.encode())
        event = types.FileEvent(self.uri(name), types.FileChangeType.Changed)
        self.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))

    async def clear(self) -> None:
        """Close all documents, and drop the publications."""
        for name in list(self.opened):
            self.close(name)
        # Its answer comes after all that was said before.
        await status(self.client)
        self.client.published.clear()
        self._checked = 0
        for openings in self._openings.values():
            openings.clear()

    def check_publications(self) -> None:
        """Check that each new publication is of an existing version, no older than the last one, and fits its text."""
        for params in self.client.published[self._checked :]:
            openings = self._openings[Path(params.uri).name]
            if params.version is None:
                assert list(params.diagnostics) == []
                openings.popleft()
                continue
            document = openings[0]
            assert document.published <= params.version <= document.version
            document.published = params.version
            for item in params.diagnostics:
                words = under(document.texts[params.version], item.range).split()
                # Where references correct parts of a place, the message has the words of the parts.
                is_quoted = not words or any(word in item.message for word in words)
                is_quoted = is_quoted or item.message.startswith("Rewritten freely")
                assert item.code in _WITHOUT_WORDS or is_quoted
        self._checked = len(self.client.published)


class Editing(RuleBasedStateMachine):
    """One person at one exercise."""

    desk: Desk
    fresh: FreshReview
    loop: asyncio.AbstractEventLoop

    @initialize(opened=st.sets(names, min_size=2))
    def begin(self, opened: set[str]) -> None:
        for name, text in TEXTS.items():
            self.desk.save(name, text)
        for name in sorted({"e.hyp.mei.txt"} | opened):
            self.desk.open(name)

    @rule(name=names, burst=bursts, pace=paces)
    def edit(self, name: str, burst: list[Edit], pace: float) -> None:
        if name not in self.desk.opened:
            self.desk.open(name)
        self._edit(name, burst, pace)

    @rule(edited=st.lists(st.tuples(names, edits), min_size=10, max_size=50), pace=paces)
    def edit_several(self, edited: list[tuple[str, Edit]], pace: float) -> None:
        for name, edit in edited:
            if name in self.desk.opened:
                self._edit(name, [edit], pace)

    def _edit(self, name: str, burst: list[Edit], pace: float) -> None:
        document = self.desk.opened[name]
        for edit in burst:
            undone = document.texts[max(1, document.version - 1)]
            self.desk.change(name, undone if edit is UNDO else edit.of(document.text))
            self.loop.run_until_complete(asyncio.sleep(pace))

    @rule(name=names)
    def open_or_close(self, name: str) -> None:
        if name in self.desk.opened:
            self.desk.close(name)
        else:
            self.desk.open(name)

    @rule(name=names, edit=edits)
    def save(self, name: str, edit: Edit) -> None:
        """The editor saves an open document; another program saves a closed one."""
        text = self.desk.text(name)
        self.desk.save(name, text if name in self.desk.opened else edit.of(text))

    @rule(metric=st.sampled_from(["cleme2", "cleme2", "cleme2", "all"]), debounce=st.sampled_from([0, 0, 10]))
    def configure(self, metric: str, debounce: int) -> None:
        options = {"markscheme": {"metric": metric, "debounce": debounce}}
        self.desk.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(options))

    @rule()
    def rest(self) -> None:
        self.loop.run_until_complete(self._rest())

    def teardown(self) -> None:
        try:
            self.rest()
        finally:
            self.loop.run_until_complete(self.desk.clear())

    async def _rest(self) -> None:
        texts = {name: self.desk.text(name) for name in TEXTS}
        for name, document in self.desk.opened.items():
            uri = self.desk.uri(name)
            answer = await marks(self.desk.client, uri)
            wanted = self.fresh.shown(texts, name)
            if name == "e.src.txt":
                # Its hypotheses' marks come after its own.
                await self._until_shown(uri, document.version, wanted)
            last = publications(self.desk.client, uri)[-1]
            assert last.version == document.version
            assert shown(last.diagnostics) == wanted
            if answer is not None:
                assert answer.version == document.version
                places = (item for item in answer.findings if item.verdict != "optional")
                own = Counter((item.verdict, str_of(item.range)) for item in places)
                assert own <= wanted
        self.desk.check_publications()

    async def _until_shown(self, uri: str, version: int, wanted: Counter[tuple[str, str]]) -> None:
        client = self.desk.client
        try:
            async with asyncio.timeout(PATIENCE):
                while (last := publications(client, uri)[-1]).version != version or shown(last.diagnostics) != wanted:
                    client.news.clear()
                    await client.news.wait()
        except TimeoutError:
            return


def under(text: str, place: types.Range) -> str:
    """Return the words under a range, without the server's own line index."""
    lines = [line.encode("utf-16-le") for line in re.split("\r\n|\r|\n", text)]
    first, last = place.start.line, place.end.line
    assert place.start <= place.end
    assert 2 * place.start.character <= len(lines[first])
    assert 2 * place.end.character <= len(lines[last])
    lines[last] = lines[last][: 2 * place.end.character]
    lines[first] = lines[first][2 * place.start.character :]
    return "\n".join(line.decode("utf-16-le") for line in lines[first : last + 1])


def str_of(place: object) -> str:
    return f"{place.start.line}:{place.start.character}-{place.end.line}:{place.end.character}"


@pytest.mark.timeout(600)
def test_diagnostics_at_rest_are_those_of_a_fresh_review(tmp_path: Path, seed: int, thorough: bool, window: Window):
    first, fewest = (0, THOROUGH_EDITS) if thorough else (seed, EDITS)
    with asyncio.Runner() as runner:
        loop = runner.get_loop()
        (tmp_path / "exercise").mkdir()
        (tmp_path / "fresh").mkdir()
        session = window(tmp_path / "exercise", profile=REPORTS_FILES, debounce=0, metric="cleme2")
        client = runner.run(session.__aenter__())
        desk = Desk(client, tmp_path / "exercise")

        class AtThisDesk(Editing):
            """Hypothesis makes a machine for each script; they share one server."""

        AtThisDesk.desk, AtThisDesk.fresh, AtThisDesk.loop = desk, FreshReview(tmp_path / "fresh"), loop
        try:
            for number in range(first, first + MOST_ROUNDS):
                run_state_machine_as_test(seeded(number)(AtThisDesk), settings=ROUND)
                if desk.edits >= fewest:
                    break
        finally:
            runner.run(session.__aexit__(None, None, None))
        print(f"{desk.edits} edits")
        assert desk.edits >= fewest
