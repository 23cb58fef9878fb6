"""A class's answers that no teacher has, over a real connection: asked once, decided, and taken back."""

import datetime
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from exercise_files import ExerciseFiles, exercise
from markscheme.server.editor_settings import plain
from server.lsp.conversation import change_document, open_document, settled

pytestmark = pytest.mark.options(debounce=0, author="Ms Kim")

KIM = "Yesterday he went to school .\nShe likes tea at home .\n"


@pytest.fixture
def files(tmp_path: Path) -> ExerciseFiles:
    walked = KIM.replace("went", "walked")
    return exercise(
        tmp_path,
        source="Yesterday he go to school .\nShe like tea at home .\n",
        hypotheses={"ada": walked, "bo": walked, "cy": KIM.replace("likes", "liked")},
        references={"kim": KIM},
    )


async def questions(client: LanguageClient, **params: object) -> dict[str, Any]:
    answer = plain(await client.protocol.send_request_async("markscheme/classQuestions", params))
    assert isinstance(answer, dict)
    return answer


async def run(client: LanguageClient, command: str, *arguments: object) -> Any:
    params = types.ExecuteCommandParams(command, arguments=list(arguments))
    return plain(await client.workspace_execute_command_async(params))


async def test_a_ruling_moves_every_mark_and_can_be_taken_back(client: LanguageClient, files: ExerciseFiles):
    uri = files.folder.as_uri()
    document = open_document(client, files.hypothesis("ada"))
    asked = await questions(client, uri=uri)
    first = asked["questions"][0]
    assert (first["change"], [one["label"] for one in first["students"]]) == ("go → walked", ["Ada", "Bo"])
    assert asked["open"] == 2

    overview = await client.protocol.send_request_async("markscheme/overview", {"uri": uri})
    [shown] = plain(overview)["classes"]
    assert (shown["to_decide"], [one["to_decide"] for one in shown["assignments"]]) == (2, [2])

    ruled = await run(client, "markscheme.decideAnswer", uri, {"key": first["key"], "ruling": "correct"})
    assert (ruled["ruling"], ruled["change"]) == ("correct", "go → walked")
    assert [(move["label"], move["before"], move["after"]) for move in ruled["moves"]] == [
        ("Ada", "1 to 2 of 2, 1 answer to decide", "2 of 2"),
        ("Bo", "1 to 2 of 2, 1 answer to decide", "2 of 2"),
    ]
    assert ruled["state"]["open"] == 1
    assert "accepted by Ms Kim on" in (files.folder / "accepted.m2").read_text()
    await settled(client, document)

    back = await run(client, "markscheme.undoDecision", uri)
    assert (back["key"], back["ruling"]) == (first["key"], None)
    assert back["state"]["questions"] == asked["questions"]
    assert not (files.folder / "accepted.m2").exists()
    assert await run(client, "markscheme.undoDecision", uri) is None


async def test_the_ruling_of_one_question_can_be_taken_back_though_another_one_is_newer(
    client: LanguageClient, files: ExerciseFiles
):
    uri = files.folder.as_uri()
    open_document(client, files.hypothesis("ada"))
    first, second = [item["key"] for item in (await questions(client, uri=uri))["questions"]]
    await run(client, "markscheme.decideAnswer", uri, {"key": first, "ruling": "correct"})
    alone = (files.folder / "accepted.m2").read_bytes()
    await run(client, "markscheme.undoDecision", uri)
    await run(client, "markscheme.decideAnswer", uri, {"key": second, "ruling": "wrong"})
    decided = (files.folder / "decisions.m2").read_bytes()
    assert await run(client, "markscheme.undoDecision", uri, first) is None
    assert (files.folder / "decisions.m2").read_bytes() == decided

    await run(client, "markscheme.decideAnswer", uri, {"key": first, "ruling": "correct"})
    back = await run(client, "markscheme.undoDecision", uri, second)
    assert (back["key"], [item["key"] for item in back["state"]["questions"]]) == (second, [second])
    assert (files.folder / "accepted.m2").read_bytes() == alone
    assert not (files.folder / "decisions.m2").exists()


async def test_the_workspace_is_asked_about_without_a_uri(client: LanguageClient, files: ExerciseFiles):
    open_document(client, files.hypothesis("ada"))
    asked = await questions(client, limit=1)
    assert (len(asked["questions"]), asked["open"]) == (1, 2)


async def test_a_question_that_is_gone_is_an_error_in_words(client: LanguageClient, files: ExerciseFiles):
    with pytest.raises(JsonRpcException, match="no open question 'gone' here"):
        await run(client, "markscheme.decideAnswer", files.folder.as_uri(), {"key": "gone", "ruling": "wrong"})
    with pytest.raises(JsonRpcException, match="argument 2 is not as it should be"):
        await run(client, "markscheme.decideAnswer", None, {"key": "gone", "ruling": "maybe"})


async def test_a_mark_is_called_final_in_the_editor_and_is_open_again_where_the_text_changes(
    client: LanguageClient, files: ExerciseFiles
):
    uri, path = files.folder.as_uri(), files.hypothesis("ada")
    document = open_document(client, path)
    await settled(client, document)
    asked = await questions(client, uri=uri)
    given = {"text": path.as_uri(), "student": "ada", "open": "highest"}
    ruled = await run(client, "markscheme.callMarkFinal", uri, given)
    assert (ruled["change"], ruled["ruling"]) == ("Ada's mark", "highest")
    assert [(move["before"], move["after"]) for move in ruled["moves"]] == [
        ("1 to 2 of 2, 1 answer to decide", "2 of 2, final")
    ]
    ada = ruled["state"]["marks"][0]
    assert (ada["open"], ada["range"], ada["final"]) == (0, [2, 2], f"Ms Kim, {datetime.date.today()}")
    assert [one["student"] for one in ruled["state"]["questions"][0]["students"]] == ["bo"]
    await settled(client, document)

    change_document(client, document, path.read_text().replace("tea", "milk"), 2)
    [notice] = [item for item in await settled(client, document) if item.code == "mark-reopened"]
    assert "the text has changed since, so it is open again" in notice.message
    changed = await questions(client, uri=uri)
    assert changed["marks"][0]["reopened"] == f"Ms Kim, {datetime.date.today()}"
    change_document(client, document, path.read_text(), 3)

    back = await run(client, "markscheme.undoDecision", uri, ruled["key"])
    assert (back["key"], back["ruling"], back["state"]["questions"]) == (ruled["key"], None, asked["questions"])
    assert not (files.folder / "decisions.m2").exists()
    with pytest.raises(JsonRpcException, match="no student 'dee'"):
        await run(client, "markscheme.callMarkFinal", uri, given | {"student": "dee"})


@pytest.mark.parametrize("ruling", ["correct", "wrong", "either"])
async def test_a_ruling_that_is_kept_already_is_done_where_the_client_sends_it_again(
    client: LanguageClient, files: ExerciseFiles, ruling: str
):
    uri = files.folder.as_uri()
    open_document(client, files.hypothesis("ada"))
    first = (await questions(client, uri=uri))["questions"][0]
    given = {"key": first["key"], "ruling": ruling}
    ruled = await run(client, "markscheme.decideAnswer", uri, given)
    kept = {path.name: path.read_bytes() for path in files.folder.glob("*.m2")}
    again = await run(client, "markscheme.decideAnswer", uri, given)
    assert (again["key"], again["ruling"], again["moves"], again["state"]) == (
        *(ruled["key"], ruling, []),
        ruled["state"],
    )
    assert {path.name: path.read_bytes() for path in files.folder.glob("*.m2")} == kept
    with pytest.raises(JsonRpcException, match="no open question"):
        await run(client, "markscheme.decideAnswer", uri, given | {"ruling": "partly"})


async def test_a_teacher_checks_the_own_correction_before_any_student_hands_in(client: LanguageClient, tmp_path: Path):
    source, kim = "He go to school. The weather was nice.\n", "He went to school. The weather was lovely.\n"
    files = exercise(tmp_path, source=source, references={"kim": kim})
    open_document(client, files.source)
    uri = files.folder.as_uri()
    asked = await questions(client, uri=uri, own_correction=True)
    first, second = asked["questions"]
    assert [item["source"] for item in (first, second)] == ["go", "nice"]
    assert first["rulings"] == ["needed", "either", "taste"]
    given = {"key": first["key"], "ruling": "needed", "own_correction": True, "words": ["walked", "didn't go"]}
    ruled = await run(client, "markscheme.decideAnswer", uri, given)
    assert [item["key"] for item in ruled["state"]["questions"]] == [second["key"]]
    kept = (files.folder / "accepted.m2").read_text()
    assert "A 1 2|||R:VERB|||walked|||REQUIRED|||accepted by Ms Kim" in kept
    assert "|||did n't|||" in kept
    await run(client, "markscheme.decideAnswer", uri, {"key": second["key"], "ruling": "taste", "own_correction": True})
    assert "not counted by Ms Kim" in (files.folder / "decisions.m2").read_text()
    for left in ([second["key"]], [first["key"], second["key"]]):
        back = await run(client, "markscheme.undoDecision", uri, None, True)
        assert [item["key"] for item in back["state"]["questions"]] == left
    assert not list(files.folder.glob("*.m2"))
    with pytest.raises(JsonRpcException, match="these words are those of the text"):
        await run(client, "markscheme.decideAnswer", uri, given | {"words": ["go"]})


async def test_the_answers_of_a_text_in_words_of_its_own_are_decided_together(client: LanguageClient, tmp_path: Path):
    files = exercise(
        tmp_path,
        source="He go to school . She like tea . They has a dog . It rain a lot . We is happy .\n",
        hypotheses={"ada": "He walks to school . She loves tea . They own a dog . It pours a lot . We was happy .\n"},
        references={"kim": "He goes to school . She likes tea . They have a dog . It rains a lot . We are happy .\n"},
    )
    open_document(client, files.hypothesis("ada"))
    uri = files.folder.as_uri()
    asked = await questions(client, uri=uri)
    [sheet] = asked["sheets"]
    assert (sheet["label"], sheet["mark"]) == ("Ada", "0 to 5 of 5, 5 answers to decide")
    assert [item["change"] for item in sheet["answers"]][::4] == ["go → walks", "is → was"]
    assert sheet["answers"][4]["sentence"].endswith("We was happy .")
    rulings = {item["key"]: item["right"] for item in sheet["answers"]} | {sheet["answers"][4]["key"]: "wrong"}
    given = {"key": sheet["key"], "rulings": rulings}
    ruled = await run(client, "markscheme.decideSheet", uri, given)
    assert (ruled["key"], ruled["change"], ruled["ruling"]) == (sheet["key"], "5 answers", "several")
    assert [(move["before"], move["after"]) for move in ruled["moves"]] == [(sheet["mark"], "4 of 5")]
    assert (ruled["state"]["questions"], ruled["state"]["sheets"]) == ([], [])
    again = await run(client, "markscheme.decideSheet", uri, given)
    assert (again["moves"], again["state"]) == ([], ruled["state"])
    back = await run(client, "markscheme.undoDecision", uri, sheet["key"])
    assert back["state"]["sheets"] == asked["sheets"]
    assert not list(files.folder.glob("*.m2"))
    with pytest.raises(JsonRpcException, match="no open question 'gone'"):
        await run(client, "markscheme.decideSheet", uri, {"key": sheet["key"], "rulings": {"gone": "wrong"}})


async def test_a_ruling_that_always_holds_is_the_courses_until_it_is_taken_back(client: LanguageClient, tmp_path: Path):
    for year, rest in (("2025", "help"), ("2026", "new money")):
        source = f"She needs not any {rest} .\n"
        exercise(
            tmp_path / year,
            source=source,
            hypotheses={"ada": source.replace("needs not any", "doesn't need any")},
            references={"kim": source.replace("needs not any", "needs no")},
        )
    (tmp_path / "markscheme.toml").write_text('[marking]\nlanguage = "en"\n')
    document = open_document(client, tmp_path / "2026" / "e.hyp.ada.txt")
    await settled(client, document)
    uri, course = (tmp_path / "2025").as_uri(), tmp_path / "course-decisions.m2"
    [question] = (await questions(client, uri=uri))["questions"]
    await run(client, "markscheme.decideAnswer", uri, {"key": question["key"], "ruling": "correct", "always": True})
    assert course.read_text().startswith("S needs not any\nA 0 3|||")
    await settled(client, document)
    hover = await client.text_document_hover_async(
        types.HoverParams(types.TextDocumentIdentifier(document), types.Position(0, 6))
    )
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert "Decided: accepted, Ms Kim, " in hover.contents.value
    assert "in all exercises" in hover.contents.value
    assert (await questions(client, uri=(tmp_path / "2026").as_uri()))["course"][0]["students"] == ["ada"]

    kept = course.read_bytes()
    given = {"key": question["key"], "ruling": "correct", "always": True}
    again = await run(client, "markscheme.decideAnswer", uri, given)
    assert (again["ruling"], again["moves"], course.read_bytes()) == ("correct", [], kept)

    await run(client, "markscheme.undoDecision", uri)
    assert not course.exists()
    assert not (tmp_path / "2025" / "accepted.m2").exists()
    assert (await questions(client, uri=(tmp_path / "2026").as_uri()))["open"] == 1


async def test_the_light_bulb_takes_a_courses_decision_back_or_decides_otherwise_here(
    client: LanguageClient, tmp_path: Path
):
    source = "She needs not any help .\n"
    files = exercise(
        tmp_path,
        source=source,
        hypotheses={"ada": source.replace("needs not any", "doesn't need any")},
        references={"kim": source.replace("needs not any", "needs no")},
    )
    course = tmp_path / "course-decisions.m2"
    course.write_text("S needs not any\nA 0 3|||R:OTHER|||doesn't need any|||REQUIRED|||wrong by Mr Roy|||0\n")
    document = open_document(client, files.hypothesis("ada"))
    await settled(client, document)

    async def actions() -> dict[str, types.CodeAction]:
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(document),
            types.Range(types.Position(0, 6), types.Position(0, 6)),
            types.CodeActionContext([]),
        )
        found = await client.text_document_code_action_async(params)
        return {item.title: item for item in found or () if isinstance(item, types.CodeAction)}

    async def do(start: str) -> None:
        command = next(item for title, item in (await actions()).items() if title.startswith(start)).command
        assert command is not None
        await run(client, command.command, *(command.arguments or ()))
        await settled(client, document)

    await do("Count as partly correct")
    assert "partly by Ms Kim" in (tmp_path / "decisions.m2").read_text()
    assert course.exists()
    await do("Withdraw: counted as partly correct by Ms Kim")
    await do("Withdraw: counted as wrong by Mr Roy, in all exercises")
    assert not course.exists()
