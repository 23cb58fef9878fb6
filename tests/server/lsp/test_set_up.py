"""A folder's set-up over the protocol: the guess, a preview with choices, the file, and the command by questions."""

from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from class_folders import SENTENCES, companions, correction, draft, revision, write
from markscheme.documents.folders import CONFIGURATION
from markscheme.exercises.discovery import exercises_in
from server.lsp.conversation import open_document, settled
from server.lsp.test_commands import ask, run

KITE = "On Sunday we flied our kite at hill. The wind have been very strong and the string was broke.\n"
FLEW = "On Sunday we flew our kite on the hill. The wind was very strong and the string broke.\n"


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """Write a class folder without a configuration, in which one student handed in twice."""
    folder = tmp_path / "Evening class"
    (folder / "hand-ins").mkdir(parents=True)
    (folder / "original.txt").write_text(KITE)
    (folder / "correction Ms Baker.txt").write_text(FLEW)
    for name in ("Mei", "Jonas", "Jonas 2", "Amira"):
        (folder / f"hand-ins/{name}.txt").write_text(KITE.replace("flied", "flew"))
    return folder


def rows(set_up: object) -> dict[str, tuple[str, str | None]]:
    return {row.path: (row.role, row.person) for row in set_up.files}


async def test_the_guess_can_be_corrected_and_written(client: LanguageClient, evening: Path):
    uri = evening.as_uri()
    guess = await ask(client, "markscheme/setUp", uri=uri)
    assert guess.summary == "3 students, one teacher, one exercise: Evening class."
    assert not guess.exists
    assert rows(guess)["correction Ms Baker.txt"] == ("reference", "Ms Baker")
    [question] = guess.questions
    assert (question.text, question.answer) == ("Jonas has 2 versions. Which one counts?", "hand-ins/Jonas 2.txt")
    choices = {
        "answers": {question.id: "hand-ins/Jonas.txt"},
        "files": [
            {"path": "hand-ins/Mei.txt", "author": None, "role": "none"},
            {"path": "hand-ins/Amira.txt", "person": "Amira Haddad"},
        ],
    }
    preview = await ask(client, "markscheme/setUpPreview", uri=uri, choices=choices)
    assert rows(preview)["hand-ins/Mei.txt"] == ("none", "Mei")
    assert rows(preview)["hand-ins/Amira.txt"] == ("hypothesis", "Amira Haddad")
    assert rows(preview)["hand-ins/Jonas.txt"] == ("hypothesis", "Jonas")
    assert rows(preview)["hand-ins/Jonas 2.txt"][0] == "none"
    assert [row.path for row in preview.files if row.chosen] == ["hand-ins/Amira.txt", "hand-ins/Mei.txt"]
    written = await ask(client, "markscheme/writeSetUp", uri=uri, choices=choices, overwrite=False)
    assert (evening / CONFIGURATION).read_text() == written.toml == preview.toml
    scheme = "deduct per error"
    marked = await ask(client, "markscheme/setUpPreview", uri=uri, choices=choices, scheme=scheme)
    assert 'basis = "deduct"' in marked.toml
    assert "[scheme]" not in preview.toml
    [exercise] = exercises_in(evening)
    assert {item.identity for item in exercise.hypotheses} == {"Amira Haddad", "Jonas"}


async def test_files_that_markscheme_keeps_are_no_documents(client: LanguageClient, tmp_path: Path):
    folder = write(
        tmp_path / "Market",
        {
            "markscheme.toml": '[[exercise]]\nname = "Market"\nsource = "original.txt"\n'
            'references = ["correction {teacher}.txt"]\nhypotheses = ["students/{student}.txt"]\n',
            "original.txt": draft(),
            "correction Kim.txt": correction(),
            "students/Ada.txt": revision(0),
        },
    )
    kept = companions(folder, len(SENTENCES) - 1)
    shown = await ask(client, "markscheme/setUp", uri=folder.as_uri())
    assert sorted(row.path for row in shown.files) == ["correction Kim.txt", "original.txt", "students/Ada.txt"]
    overview = await ask(client, "markscheme/overview", uri=folder.as_uri())
    assert (list(overview.notices), list(overview.problems)) == ([], [])
    for path in kept:
        found = await settled(client, open_document(client, path), 1)
        assert [item.message for item in found] == [], path.name


async def test_settings_of_marking_and_groups_stay_when_the_file_is_replaced(client: LanguageClient, evening: Path):
    settings = '[marking]\nequal = ["contractions"]  # as we agreed\n\n[groups]\n"Articles" = ["DET"]\n'
    (evening / CONFIGURATION).write_text(f'exclude = ["old/**"]\n\n{settings}\n[[exercise]]\nsource = "gone.txt"\n')
    choices = {"answers": {}, "files": []}
    guess = await ask(client, "markscheme/setUp", uri=evening.as_uri())
    assert guess.exists
    written = await ask(client, "markscheme/writeSetUp", uri=evening.as_uri(), choices=choices, overwrite=True)
    assert settings in written.toml
    assert "gone.txt" not in written.toml
    assert "old/**" not in written.toml
    [exercise] = exercises_in(evening)
    assert exercise.source == evening / "original.txt"


async def test_a_file_that_is_there_is_replaced_only_on_demand(client: LanguageClient, evening: Path):
    (evening / CONFIGURATION).write_text("# mine\n")
    params = {"uri": evening.as_uri(), "choices": {"files": [], "answers": {}}}
    assert (await ask(client, "markscheme/setUp", uri=params["uri"])).exists
    with pytest.raises(JsonRpcException, match=r"has a markscheme\.toml already"):
        await ask(client, "markscheme/writeSetUp", **params, overwrite=False)
    assert (evening / CONFIGURATION).read_text() == "# mine\n"
    await ask(client, "markscheme/writeSetUp", **params, overwrite=True)
    assert len(exercises_in(evening)) == 1


async def test_the_command_asks_and_writes_what_is_wanted(client: LanguageClient, evening: Path):
    questions: list[types.ShowMessageRequestParams] = []
    answers: list[str | None] = [None, "hand-ins/Jonas.txt", "Not now", "hand-ins/Jonas 2.txt", "Write it"]

    @client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
    def answer(params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
        questions.append(params)
        title = answers.pop(0)
        return types.MessageActionItem(title) if title else None

    for _ in range(2):
        assert await run(client, "markscheme.setUpFolder", evening.as_uri()) is None
        assert not (evening / CONFIGURATION).exists()
    del questions[:]
    result = await run(client, "markscheme.setUpFolder", evening.as_uri())
    assert result["uri"] == (evening / CONFIGURATION).as_uri()
    assert [item.message for item in questions] == [
        "Jonas has 2 versions. Which one counts?",
        "3 students, one teacher, one exercise: Evening class.",
    ]
    assert [item.title for item in questions[1].actions or ()] == ["Write it", "Show the file", "Not now"]
    [exercise] = exercises_in(evening)
    assert {item.path.name for item in exercise.hypotheses} == {"Amira.txt", "Jonas 2.txt", "Mei.txt"}


async def test_variants_say_what_hangs_on_them_and_are_allowed(client: LanguageClient, evening: Path):
    (evening / "hand-ins/Mei.txt").write_text(KITE.replace("flied", "flew").replace("On Sunday", "On Sunday,"))
    params = {"uri": evening.as_uri(), "choices": {"files": [], "answers": {}}}
    await ask(client, "markscheme/writeSetUp", **params, overwrite=False)
    listed = (await ask(client, "markscheme/variants", uri=params["uri"])).variants
    by_name = {item.name: (item.allowed, item.answers, item.students) for item in listed}
    assert by_name["for-example-comma"] == (False, 1, 1)
    assert by_name["spelling-variants"] == (False, 0, 0)
    allow = ["for-example-comma", "contractions"]
    listed = (await ask(client, "markscheme/variants", uri=params["uri"], allow=allow)).variants
    assert [item.name for item in listed if item.allowed] == ["contractions", "for-example-comma"]
    assert 'equal = ["contractions", "for-example-comma"]' in (evening / CONFIGURATION).read_text()
    assert {item.name: item.answers for item in listed}["for-example-comma"] == 1
    await ask(client, "markscheme/variants", uri=params["uri"], allow=[])
    assert "equal = []" in (evening / CONFIGURATION).read_text()
    with pytest.raises(JsonRpcException, match="there is no variant 'capital-letters'"):
        await ask(client, "markscheme/variants", uri=params["uri"], allow=["capital-letters"])
