"""Code actions that change the text, in CLEME2.0's vocabulary: which are offered, and the marks after each."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from exercise_files import exercise
from server.lsp.acting import actions_at, applied, of_diagnostic, offset, text_edit, titled
from server.lsp.conversation import change_document, open_document, settled
from server.lsp.profiles import EMACS, NEOVIM, VS_CODE, for_each, under

FIX_ALL = "source.fixAll.markscheme"
INVOKED, AUTOMATIC = types.CodeActionTriggerKind.Invoked, types.CodeActionTriggerKind.Automatic
HIT = "hit-correction"
EVERYWHERE = types.Range(types.Position(0, 0), types.Position(100_000, 0))
ONE_REFERENCE = {
    "letter/letter.hyp.jonas.txt": "teacher-a",
    "opinion/students/lena.txt": "teacher-kim",
    "report/report.hyp.pavel": "1",
    "postcard/postcard.hyp.lea.md": "okafor",
    "quiz/quiz.hyp.sara.m2": "0",
}
"""A document of each format, and the one reference that is left."""
FASTER = {"metric": "cleme2", "debounce": 0, "textChanges": True}
"""Categories alone: each version has one publication."""

pytestmark = [pytest.mark.options(**FASTER), pytest.mark.cleme2]


CHANGED = ("wrong-correction", "under-correction", "over-correction")


def of_code(diagnostics: list[types.Diagnostic], code: str, count: int | None) -> list[types.Diagnostic]:
    """Return the first diagnostics of a category; all of them if no number is given."""
    return [item for item in diagnostics if item.code == code][:count]


def two_sentences(folder: Path) -> Path:
    """Write an exercise whose references differ at the first error, agree at the second, and leave the third place."""
    return exercise(
        folder,
        source="Yesterday he go to school .\nShe like tea in the morning .\n",
        hypotheses={"mei": "Yesterday he goes to school .\nShe like tea in a morning .\n"},
        references={
            "kim": "Yesterday he went to school .\nShe likes tea in the morning .\n",
            "roy": "Yesterday he walked to school .\nShe likes tea in the morning .\n",
        },
        suffix="",
    ).hypothesis("mei")


def titles(actions: list[types.CodeAction]) -> list[str]:
    return [action.title for action in actions]


def alone(examples: Path, document: str) -> Path:
    """Remove the document's other references, and return its path."""
    path, reference = examples / document, ONE_REFERENCE[document]
    if path.suffix == ".m2":
        references = path.with_name("quiz.ref.m2")
        lines = references.read_text("utf-8").splitlines(keepends=True)
        kept = (line for line in lines if not line.startswith("A ") or line.rstrip().endswith(f"|{reference}"))
        references.write_text("".join(kept).replace("for||over", "for"), "utf-8")
        return path
    for other in examples.rglob("*"):
        if (".ref" in other.name or "teacher" in other.name) and not re.search(rf"{reference}(\.|$)", other.name):
            other.unlink()
    return path


@for_each("versioned_edits", "encoding")
async def test_actions_for_a_finding(client: LanguageClient, tmp_path: Path):
    path = two_sentences(tmp_path)
    uri = open_document(client, path)
    wrong, under_, over = await settled(client, uri, 1)
    offered = await actions_at(client, uri, wrong.range, wrong)
    assert titles(offered) == [
        "Accept as an alternative: goes",
        "Hide this wrong correction: go → goes",
        "Hide every wrong correction in this file",
        "Use “went” (kim)",
        "Use “walked” (roy)",
        "Use the whole sentence (kim)",
        "Use the whole sentence (roy)",
    ]
    assert not any(action.is_preferred for action in offered)
    assert {action.kind for action in offered} == {types.CodeActionKind.QuickFix}
    assert titles(await actions_at(client, uri, under_.range, under_)) == [
        "Hide this under-correction: like",
        "Hide every under-correction in this file",
        "Use “likes” (kim, roy)",
        "Use the whole sentence (kim, roy)",
    ]
    offered = await actions_at(client, uri, over.range, over)
    assert titles(offered) == [
        "Accept as an alternative: a",
        "Hide this over-correction: the → a",
        "Hide every over-correction in this file",
        "Undo this over-correction",
        "Use the whole sentence (kim, roy)",
    ]
    undone = text_edit(client, titled(offered, "Undo"), uri, 1)
    assert applied(path.read_text(), undone, client.encoding).endswith("the morning .\n")


@pytest.mark.options(**FASTER | {"textChanges": False})
async def test_without_the_setting_no_action_changes_a_students_words(client: LanguageClient, tmp_path: Path):
    uri = open_document(client, two_sentences(tmp_path))
    for item in await settled(client, uri, 1):
        offered = await actions_at(client, uri, item.range, item)
        assert offered
        assert not any(action.edit or action.is_preferred for action in offered)
    assert not await actions_at(client, uri, EVERYWHERE, only=[FIX_ALL], trigger=INVOKED)


async def test_actions_for_a_hit(client: LanguageClient, tmp_path: Path):
    path = two_sentences(tmp_path)
    path.write_text("Yesterday he walked to school .\nShe likes tea in the morning .\n")
    uri = open_document(client, path)
    first, second = await settled(client, uri, 1)
    assert titles(await actions_at(client, uri, first.range)) == [
        "Hide this hit: go → walked",
        "Hide every hit in this file",
        "Use the whole sentence (kim)",
    ]
    assert titles(await actions_at(client, uri, second.range)) == [
        "Hide this hit: like → likes",
        "Hide every hit in this file",
    ]


async def test_undoing_a_correction_names_the_reference_that_leaves_the_words(client: LanguageClient, tmp_path: Path):
    path = two_sentences(tmp_path)
    (tmp_path / "e.ref.kim").write_text("Yesterday he went to the school .\nShe likes tea in the morning .\n")
    (tmp_path / "e.ref.roy").write_text("Yesterday he go to school .\nShe likes tea in the morning .\n")
    path.write_text(path.read_text().replace("school", "the school"))
    uri = open_document(client, path)
    first = (await settled(client, uri, 1))[0]
    assert "Undo this wrong correction, as roy left it" in titles(await actions_at(client, uri, first.range))


async def test_a_correction_is_written_into_ua_gec_s_annotation(client: LanguageClient, tmp_path: Path):
    text = "She {like=>liked:::error_type=G/Tense} tea{=>,:::error_type=Punctuation} and he do.\n"
    reference = "She likes tea, and he does.\n"
    files = exercise(tmp_path, source=None, hypotheses={"mei": text}, references={"kim": reference}, suffix=".ann")
    uri = open_document(client, files.hypothesis("mei"))
    wrong, _, missed = await settled(client, uri, 1)
    for finding, expected in (
        (wrong, text.replace("liked:::error_type=G/Tense", "likes")),
        (missed, text.replace(" do.", " {do=>does}.")),
    ):
        use = titled(await actions_at(client, uri, finding.range, finding), "Use “")
        assert applied(text, text_edit(client, use, uri, 1), client.encoding) == expected


async def test_an_action_for_several_findings_is_offered_once(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    lines = [item.range.start.line for item in await settled(client, uri, 1)]
    most = max(lines, key=lines.count)
    line = types.Range(types.Position(most, 0), types.Position(most, 500))
    offered = await actions_at(client, uri, line)
    shared = [title for title in titles(offered) if title.startswith(("Use the whole", "Hide every"))]
    assert len([title for title in titles(offered) if title.startswith("Hide this")]) > 2
    assert len(shared) == len(set(shared)) > 2


async def test_actions_name_their_diagnostics(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    diagnostics = await settled(client, uri, 1)
    offered = await actions_at(client, uri, EVERYWHERE, *diagnostics)
    named = [item for action in offered for item in action.diagnostics or ()]
    assert {str(item.range) for item in named} == {str(item.range) for item in diagnostics}


Place = tuple[int, int, str, str]


def placed(text: str, diagnostic: types.Diagnostic, encoding: str, moved: int = 0) -> Place:
    start, end = (offset(text, at, encoding) for at in (diagnostic.range.start, diagnostic.range.end))
    return start + moved, end + moved, diagnostic.code, diagnostic.message


class Trial:
    """One edit of the document's text, and the diagnostics before and after it."""

    def __init__(self, client: LanguageClient, text: str, edit: types.TextEdit, before: list[types.Diagnostic]) -> None:
        self._encoding, self._text, self._before = client.encoding, text, before
        self.after_text = applied(text, edit, client.encoding)
        self._at = offset(text, edit.range.start, client.encoding)
        self._end = offset(text, edit.range.end, client.encoding)
        self._growth = len(self.after_text) - len(text)

    def _expected(self, passage: int) -> Iterator[Place]:
        for item in self._before:
            if item.data["passage"] != passage:
                start = offset(self._text, item.range.start, self._encoding)
                yield placed(self._text, item, self._encoding, self._growth if start > self._at else 0)

    def check_other_passages(self, passage: int, after: list[types.Diagnostic]) -> None:
        now = [placed(self.after_text, item, self._encoding) for item in after]
        assert set(self._expected(passage)) <= set(now)

    def _place(self, finding: types.Diagnostic) -> tuple[int, int]:
        """Return the place of the new text, with the finding's words where they touch it."""
        start, end, *_ = placed(self._text, finding, self._encoding)
        if end < self._at or self._end < start - 1:
            return self._at, self._end + self._growth
        return min(start, self._at), max(start, end + self._growth, self._end + self._growth)

    def there(self, finding: types.Diagnostic, after: list[types.Diagnostic]) -> list[types.Diagnostic]:
        """Return the diagnostics that have a character or an end there."""
        start, end = self._place(finding)
        now = [(item, placed(self.after_text, item, self._encoding)) for item in after]
        return [item for item, (own_start, own_end, *_) in now if own_start <= end and start <= own_end]

    def inside(self, finding: types.Diagnostic, after: list[types.Diagnostic]) -> list[types.Diagnostic]:
        """Return the diagnostics that have a character there."""
        start, end = self._place(finding)
        now = [(item, placed(self.after_text, item, self._encoding)) for item in after]
        return [item for item, (own_start, own_end, *_) in now if own_start < end and start < own_end]


@pytest.mark.parametrize("document", ONE_REFERENCE)
@under(EMACS)
async def test_a_used_correction_is_a_hit_and_an_undone_one_has_no_mark(
    client: LanguageClient, examples: Path, document: str, thorough: bool
):
    path = alone(examples, document)
    text = path.read_bytes().decode()
    uri = open_document(client, path)
    before = await settled(client, uri, 1)
    version = 1
    tried = set()
    for finding in (item for code in CHANGED for item in of_code(before, code, None if thorough else 3)):
        [correct] = [action for action in await of_diagnostic(client, uri, finding) if action.edit]
        trial = Trial(client, text, text_edit(client, correct, uri, version), before)
        change_document(client, uri, trial.after_text, version + 1)
        after = await settled(client, uri, 1)
        trial.check_other_passages(finding.data["passage"], after)
        is_undone = correct.title.startswith("Undo")
        assert is_undone == (finding.code == "over-correction")
        assert {item.code for item in trial.inside(finding, after)} <= {HIT}
        if not is_undone:
            assert HIT in {item.code for item in trial.there(finding, after)}
        tried.add(finding.code)
        version += 2
        change_document(client, uri, text, version)
        again = await settled(client, uri, 1)
        assert [(item.range, item.message) for item in again] == [(item.range, item.message) for item in before]
    assert tried >= {"under-correction", "wrong-correction"}


@pytest.mark.parametrize(
    ("client", "document"),
    [
        (VS_CODE.name, "letter/letter.hyp.amira.txt"),
        (EMACS.name, "report/report.hyp.mei"),
        (NEOVIM.name, "quiz/quiz.hyp.sara.m2"),
    ],
    indirect=["client"],
)
async def test_a_used_correction_is_a_hit_against_its_reference(client: LanguageClient, examples: Path, document: str):
    """Another reference may be chosen for the changed sentence; against that one the place need not be a hit."""
    path = examples / document
    text = path.read_bytes().decode()
    uri = open_document(client, path)
    before = await settled(client, uri, 1)
    version, tried = 1, 0
    for finding in before[::5]:
        offered = [
            item
            for item in await of_diagnostic(client, uri, finding)
            if item.title.startswith(("Use “", "Add", "Take"))
        ]
        edits = [text_edit(client, action, uri, version) for action in offered]
        for action, edit in zip(offered, edits, strict=True):
            name = re.search(r"” \((.+?)(?:, .+)?\)$", action.title)[1]
            trial = Trial(client, text, edit, before)
            change_document(client, uri, trial.after_text, version + 1)
            after = await settled(client, uri, 1)
            trial.check_other_passages(finding.data["passage"], after)
            marks = await client.protocol.send_request_async("markscheme/marks", {"textDocument": {"uri": uri}})
            for item in trial.inside(finding, after):
                own = {of.reference: of.category for of in marks.chunks[item.data["finding"]].references}
                assert own[name] in (HIT, None), (action.title, finding.message, item.message)
            tried += 1
            version += 2
            change_document(client, uri, text, version)
            before = await settled(client, uri, 1)
    assert tried > 3


async def test_all_corrections_of_a_reference_give_its_sentence(client: LanguageClient, examples: Path):
    path = examples / "report/report.hyp.pavel"
    text = path.read_text("utf-8")
    uri = open_document(client, path)
    await settled(client, uri, 1)
    references = {name: (examples / f"report/report.ref{name}").read_text("utf-8").splitlines() for name in "01"}
    for number, line in enumerate(text.splitlines()):
        place = types.Range(types.Position(number, 0), types.Position(number, len(line)))
        offered = await actions_at(client, uri, place)
        versions = {name: lines[number] for name, lines in references.items()}
        named = "".join(title for title in titles(offered) if title.startswith("Use the whole sentence"))
        for name, version in versions.items():
            assert (re.search(rf"[( ]{name}[,)]", named) is not None) == (version != line and len(offered) > 0)
        for action in offered:
            if action.title.startswith("Use the whole sentence"):
                changed = applied(text, text_edit(client, action, uri, 1), client.encoding).splitlines()
                name = action.title.removeprefix("Use the whole sentence (")[0]
                assert changed == [*text.splitlines()[:number], versions[name], *text.splitlines()[number + 1 :]]


async def test_all_corrections_of_a_reference_give_its_m2_sentence(client: LanguageClient, examples: Path):
    path = alone(examples, "quiz/quiz.hyp.sara.m2")
    text = path.read_text("utf-8")
    uri = open_document(client, path)
    before = await settled(client, uri, 1)
    finding = next(item for item in before if item.code == "under-correction")
    action = titled(await actions_at(client, uri, finding.range), "Use the whole sentence (reference")
    changed = applied(text, text_edit(client, action, uri, 1), client.encoding)
    change_document(client, uri, changed, 2)
    after = await settled(client, uri, 1)
    assert {item.code for item in after if item.data["passage"] == finding.data["passage"]} == {HIT}
    new = [line.split() for line in changed.splitlines() if line not in text.splitlines()]
    assert new
    assert all(int(end.split("|||")[0]) - int(start) <= 2 for _, start, end, *_ in new)


@pytest.mark.parametrize("document", ONE_REFERENCE)
@under(NEOVIM)
async def test_fix_all_leaves_only_hits(client: LanguageClient, examples: Path, document: str):
    path = alone(examples, document)
    text = path.read_bytes().decode()
    uri = open_document(client, path)
    assert {item.code for item in await settled(client, uri, 1)} > {HIT}
    [action] = await actions_at(client, uri, EVERYWHERE, only=[FIX_ALL])
    assert action.kind == FIX_ALL
    changed = applied(text, text_edit(client, action, uri, 1), client.encoding)
    change_document(client, uri, changed, 2)
    assert {item.code for item in await settled(client, uri, 1)} == {HIT}
    assert await actions_at(client, uri, EVERYWHERE, only=[FIX_ALL]) == []


@pytest.mark.parametrize(
    ("only", "trigger", "is_offered"),
    [
        ([FIX_ALL], None, True),
        ([FIX_ALL], AUTOMATIC, True),
        ([FIX_ALL], INVOKED, True),
        (["source.fixAll"], INVOKED, True),
        (["source"], INVOKED, True),
        (["source.fixAll"], AUTOMATIC, False),
        (["source"], AUTOMATIC, False),
        (["source.fixAll"], None, False),
        (["source.organizeImports"], INVOKED, False),
        (["refactor"], INVOKED, False),
        (None, INVOKED, False),
        (None, AUTOMATIC, False),
        (["quickfix"], INVOKED, False),
    ],
)
async def test_fix_all_is_offered_only_on_request(
    client: LanguageClient,
    tmp_path: Path,
    only: list[str] | None,
    trigger: types.CodeActionTriggerKind | None,
    is_offered: bool,
):
    uri = open_document(client, two_sentences(tmp_path))
    await settled(client, uri, 1)
    offered = await actions_at(client, uri, EVERYWHERE, only=only, trigger=trigger)
    kinds = {str(getattr(action.kind, "value", action.kind)) for action in offered}
    assert (FIX_ALL in kinds) == is_offered
    assert ("quickfix" in kinds) == (only in (None, ["quickfix"]))


async def test_no_action_changes_a_source(client: LanguageClient, tmp_path: Path, examples: Path):
    two_sentences(tmp_path)
    lone = tmp_path / "essay.m2"
    lone.write_text("S He go to school .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n")
    for path in (tmp_path / "e.src", lone):
        uri = open_document(client, path)
        await settled(client, uri, 1)
        offered = await actions_at(client, uri, EVERYWHERE)
        assert "Hide every under-correction in this file" in titles(offered)
        assert not any(action.edit for action in offered)
        assert await actions_at(client, uri, EVERYWHERE, only=[FIX_ALL]) == []


async def test_documents_without_marks_have_no_actions(client: LanguageClient, examples: Path, tmp_path: Path):
    stranger = tmp_path / "notes.txt"
    stranger.write_text("He go home.\n")
    for path in (stranger, examples / "letter/letter.ref.teacher-a.txt"):
        uri = open_document(client, path)
        await settled(client, uri, 1)
        assert await actions_at(client, uri, EVERYWHERE) == []
        assert await actions_at(client, uri, EVERYWHERE, only=[FIX_ALL]) == []
    assert await actions_at(client, (tmp_path / "never-opened.txt").as_uri(), EVERYWHERE) == []


async def test_no_action_changes_a_word_document(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "diary/diary.hyp.tom.docx", text="She goed home.\n")
    await settled(client, uri, 1)
    assert not any(action.edit for action in await actions_at(client, uri, EVERYWHERE))


async def test_places_outside_the_text_have_no_actions(client: LanguageClient, tmp_path: Path):
    uri = open_document(client, two_sentences(tmp_path))
    first = (await settled(client, uri, 1))[0]
    for line, character in [(0, 10_000), (1, 10_000), (2, 0), (2, 7), (10_000, 10_000)]:
        at = types.Position(line, character)
        offered = await actions_at(client, uri, types.Range(at, at))
        assert {action.kind for action in offered} == {"source.open.markscheme", "source.feedback.markscheme"}
        assert await actions_at(client, uri, types.Range(at, at), trigger=AUTOMATIC) == []
    backwards = types.Range(first.range.end, first.range.start)
    assert await actions_at(client, uri, backwards) is not None
    assert await actions_at(client, uri, first.range)


async def test_actions_are_for_the_newest_text(client: LanguageClient, tmp_path: Path):
    path = two_sentences(tmp_path)
    uri = open_document(client, path)
    first = (await settled(client, uri, 1))[0]
    change_document(client, uri, "Well , " + path.read_text(), 2)
    for action in await actions_at(client, uri, first.range):
        if action.edit:
            text_edit(client, action, uri, 2)
    await settled(client, uri, 1)
    moved = types.Range(first.range.start, types.Position(0, first.range.end.character + 7))
    assert text_edit(client, titled(await actions_at(client, uri, moved), "Use “went” (kim"), uri, 2)
