"""The questions of annotators over a real connection: the queue, its answers, and what documents show of them."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient
from typer.testing import CliRunner

from exercise_files import ExerciseFiles, exercise
from markscheme import ReviewSettings, Work
from markscheme.api import marking
from markscheme.cli.app import app
from markscheme.marking.local import Engine
from markscheme.server.editor_settings import plain
from server.lsp.acting import actions_at, do, titled, until
from server.lsp.conversation import open_document, settled
from server.lsp.profiles import VS_CODE
from server.lsp.window import connected

pytestmark = pytest.mark.options(debounce=0, author="Ms Kim", severities={"optional": "hint"})

EXAMPLE = Path(__file__).parents[3] / "examples" / "annotation"
HOLES = 10 if settings().max_examples > 100 else 3
"""Answers that a test gives, each of which marks every hypothesis again."""

SOURCE = "Yesterday he go to school .\nShe like tea at home .\nThe weather was nice .\nI see him last week .\n"
KIM = "Yesterday he went to school .\nShe likes tea at home .\nThe weather was nice .\nI saw him last week .\n"
HYPOTHESIS = "Yesterday he walked to school .\nShe like tea at home .\nThe weather was nice .\nI see him last week .\n"


def class_of_four(folder: Path) -> ExerciseFiles:
    """Write an exercise in which three hypotheses make a correction that no reference has."""
    return exercise(
        folder,
        source=SOURCE,
        hypotheses={
            "ada": HYPOTHESIS,
            "bo": HYPOTHESIS.replace("like", "likes"),
            "cy": HYPOTHESIS.replace("like", "liked"),
            "di": KIM,
        },
        references={
            "kim": KIM,
            "lee": KIM.replace("likes", "liked").replace("nice", "very nice"),
            "roy": KIM.replace("saw", "see").replace("nice", "so nice"),
        },
        suffix="",
    )


async def queue(client: LanguageClient, uri: str, **more: object) -> dict[str, Any]:
    answer = plain(await client.protocol.send_request_async("markscheme/questions", {"uri": uri, **more}))
    assert isinstance(answer, dict)
    return answer


async def run(client: LanguageClient, command: str, *arguments: object) -> Any:
    params = types.ExecuteCommandParams(f"markscheme.{command}", arguments=list(arguments))
    return plain(await client.workspace_execute_command_async(params))


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def of_kind(questions: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [item for item in questions["questions"] if item["kind"] == kind]


def verdicts(folder: Path, engine: Engine) -> dict[str, list[str]]:
    """Return the verdicts of every hypothesis as the command line has them."""
    report = marking.review([folder], work=Work(engine), settings=ReviewSettings(vectors="scheme"))
    return {item.student: [finding.code for finding in item.review.findings] for item in report.reviewed}


def codes(diagnostics: list[types.Diagnostic]) -> list[str]:
    return [str(item.code) for item in diagnostics]


async def test_the_queue_has_every_kind_with_places_in_all_files(client: LanguageClient, tmp_path: Path):
    files = class_of_four(tmp_path)
    own = await queue(client, tmp_path.as_uri())
    assert {key: own[key] for key in ("author", "open", "skipped", "answered", "problems")} == {
        "author": "Ms Kim",
        "open": len(own["questions"]),
        "skipped": 0,
        "answered": 0,
        "problems": [],
    }
    [walked] = of_kind(own, "uncovered-correction")
    assert own["questions"][0] == walked
    assert (walked["before"], walked["effect"], walked["sentence"]) == ("go", 3, "Yesterday he go to school .")
    assert walked["place"] == {
        "uri": files.source.as_uri(),
        "range": {"start": {"line": 0, "character": 13}, "end": {"line": 0, "character": 15}},
    }
    assert [(item["name"], item["words"]) for item in walked["versions"]] == [
        ("kim", "went"),
        ("lee", "went"),
        ("roy", "went"),
        ("ada", "walked"),
        ("bo", "walked"),
        ("cy", "walked"),
        ("di", "went"),
    ]
    assert all(item["place"]["range"]["start"] == {"line": 0, "character": 13} for item in walked["versions"])
    assert [item["name"] for item in walked["answers"]] == ["accept", "reject", "optional", "stands", "skip", "note"]
    assert [item["before"] for item in of_kind(own, "contradicting-references")] == ["like", ""]
    leaving = {item["message"].partition(",")[0] for item in of_kind(own, "unchanged-reference")}
    assert leaving == {"Kim leaves this sentence", "Roy leaves this sentence"}
    assert (await queue(client, tmp_path.as_uri(), limit=1))["questions"] == [walked]


async def test_an_answer_changes_every_mark_concerned_and_taking_all_back_restores_everything(
    client: LanguageClient, tmp_path: Path
):
    files = class_of_four(tmp_path)
    engine = Engine()
    hypotheses = {name: open_document(client, files.hypothesis(name)) for name in ("ada", "bo", "cy", "di")}
    before = {name: await settled(client, uri, 1) for name, uri in hypotheses.items()}
    by_hand = "S I see him last week .\nA 1 2|||R:VERB|||met|||REQUIRED|||partly by Roy|||3\n"
    (tmp_path / "decisions.m2").write_text(by_hand)
    await asyncio.sleep(0)
    untouched, marks = contents(tmp_path), verdicts(tmp_path, engine)
    own = await queue(client, tmp_path.as_uri())
    answers = ["accept", "reject", "optional", "stands", "skip", "note"]
    keys: list[str] = []
    for number, item in enumerate(own["questions"]):
        name = answers[number % len(answers)] if item is not own["questions"][0] else "accept"
        result = await run(client, "answerQuestion", item["uri"], {"key": item["key"], "answer": name, "note": "see"})
        assert result["question"]["key"] == item["key"]
        assert result["question"]["replies"][-1]["author"] == "Ms Kim"
        keys.append(item["key"])
    for name in ("ada", "bo", "cy"):
        after = await until(client, hypotheses[name], lambda found: codes(found)[0] == "correct")
        assert codes(before[name])[0] == "different"
        assert codes(after)[1:] != [] or name == "di"
    decided = verdicts(tmp_path, engine)
    assert all(decided[name][0] == "correct" for name in ("ada", "bo", "cy"))
    assert all(marks[name][0] == "different" for name in ("ada", "bo", "cy"))
    for name, uri in hypotheses.items():
        shown = await until(client, uri, lambda found, name=name: codes(found) == decided[name])
        assert codes(shown) == decided[name]
    answered = await queue(client, tmp_path.as_uri(), answered=True)
    assert answered["open"] + answered["answered"] == len(keys)
    for key in (keys[2], *keys[:2], *reversed(keys[3:])):
        await run(client, "undoAnswer", own["questions"][0]["uri"], key)
    assert contents(tmp_path) == untouched
    assert verdicts(tmp_path, engine) == marks
    for name, uri in hypotheses.items():
        # The same verdicts may come before the last answer is taken back, with other references beside them.
        await until(client, uri, lambda found, name=name: found == before[name])
        assert codes(before[name]) == marks[name]
    assert await queue(client, tmp_path.as_uri()) == own


def printed_marks(folder: Path) -> dict[str, list[str]]:
    """Return the verdicts of every hypothesis that ``markscheme review`` prints, by its URI."""
    result = CliRunner().invoke(app, ["review", str(folder), "--format", "json"])
    assert result.exit_code == 0, result.output
    return {
        document["uri"]: [finding["verdict"] for finding in document["findings"]]
        for document in json.loads(result.stdout)["documents"]
    }


def top_holes(questions: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """Return the first uncovered corrections of words that every reference leaves."""
    holes = [
        item
        for item in of_kind(questions, "uncovered-correction")
        if all(own["words"] in (item["before"], None) for own in item["versions"] if own["role"] == "reference")
    ]
    return holes[:number]


@pytest.mark.thorough
async def test_accepted_holes_change_all_marks_concerned_in_the_editor_and_on_the_command_line(
    client: LanguageClient, tmp_path: Path
):
    folder = tmp_path / "annotation"
    shutil.copytree(EXAMPLE, folder)
    paths = sorted(folder.glob("hypotheses/*.txt"))
    uris = [open_document(client, path) for path in paths]
    shown = {uri: await settled(client, uri, 1) for uri in uris}
    untouched, marks = contents(folder), printed_marks(folder)
    assert {uri: codes(found) for uri, found in shown.items()} == marks
    own = await queue(client, folder.as_uri(), limit=1000)
    holes = top_holes(own, HOLES)
    assert len(holes) == HOLES
    for item in holes:
        await run(client, "answerQuestion", item["uri"], {"key": item["key"], "answer": "accept", "note": ""})

    decided = printed_marks(folder)
    concerned = {
        version["place"]["uri"]
        for item in holes
        for version in item["versions"]
        if version["role"] == "hypothesis" and version["words"] == item["alternatives"][0]["after"]
    }
    assert concerned
    assert {uri for uri in uris if decided[uri] != marks[uri]} == concerned
    for uri in uris:
        await until(client, uri, lambda found, uri=uri: codes(found) == decided[uri])

    for item in holes:
        await run(client, "undoAnswer", item["uri"], item["key"])
    assert contents(folder) == untouched
    assert printed_marks(folder) == marks
    for uri in uris:
        assert await until(client, uri, lambda found, uri=uri: codes(found) == marks[uri]) == shown[uri]
    assert await queue(client, folder.as_uri(), limit=1000) == own


async def test_a_skipped_question_is_last_for_its_author_alone(client: LanguageClient, tmp_path: Path):
    class_of_four(tmp_path)
    first, *others = (await queue(client, tmp_path.as_uri()))["questions"]
    result = await run(client, "answerQuestion", first["uri"], {"key": first["key"], "answer": "skip"})
    assert result["next"] == others[0]["key"]
    own = await queue(client, tmp_path.as_uri())
    assert [item["key"] for item in own["questions"]] == [*(item["key"] for item in others), first["key"]]
    assert (own["skipped"], own["questions"][-1]["state"]) == (1, "skipped")
    text = (tmp_path / "questions.m2").read_text()
    assert "skipped (uncovered-correction) by Ms Kim on " in text
    (tmp_path / "questions.m2").write_text(text.replace("Ms Kim", "Mr Roy"))
    own = await queue(client, tmp_path.as_uri())
    assert own["questions"][0]["key"] == first["key"]
    assert (own["skipped"], own["questions"][0]["state"]) == (0, "open")


async def test_an_answer_in_place_of_somebody_elses_names_it_and_gives_it_back(client: LanguageClient, tmp_path: Path):
    class_of_four(tmp_path)
    first, *_ = (await queue(client, tmp_path.as_uri()))["questions"]
    await run(client, "answerQuestion", first["uri"], {"key": first["key"], "answer": "accept"})
    accepted = tmp_path / "accepted.m2"
    accepted.write_text(accepted.read_text().replace("Ms Kim", "dana"))
    before = contents(tmp_path)
    answer = {"key": first["key"], "answer": "reject"}
    result = await run(client, "answerQuestion", first["uri"], answer)
    [replaced] = result["replaced"]
    assert replaced.startswith("Dana accepted this on ")
    assert replaced.endswith("; your answer replaces it")
    assert not accepted.exists()
    assert (await run(client, "undoAnswer", first["uri"], first["key"]))["replaced"] == []
    assert contents(tmp_path) == before


async def test_documents_show_questions_and_agreement_where_several_people_correct(
    client: LanguageClient, tmp_path: Path
):
    files = class_of_four(tmp_path)
    uri = open_document(client, files.source)
    found = await until(client, uri, lambda items: "uncovered-correction" in codes(items))
    assert {"contradicting-references", "unchanged-reference"} <= {*codes(found)}
    [uncovered] = [item for item in found if item.code == "uncovered-correction"]
    assert uncovered.message == "No reference has this, and 3 hypotheses do: go → walked (Ada, Bo, Cy)"
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri)))
    titles = {lens.range.start.line: lens.command.title for lens in lenses or ()}
    assert titles[0].endswith("all 3 annotators agree")
    assert titles[1].endswith("2 of 3 annotators agree")
    assert titles[2].endswith("no two of 3 annotators agree")
    reference = open_document(client, files.reference("lee"))
    found = await until(client, reference, lambda items: "contradicting-references" in codes(items))
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(reference)))
    assert [lens.command.title for lens in lenses or ()][:2] == ["all 3 annotators agree", "2 of 3 annotators agree"]
    offered = await actions_at(client, reference, uncovered.range)
    await do(client, titled(offered, "Accept: Is this correct: go → walked?"))
    assert "walked" in (tmp_path / "accepted.m2").read_text()
    await until(client, uri, lambda items: "uncovered-correction" not in codes(items))


async def test_the_next_question_is_shown(client: LanguageClient, tmp_path: Path):
    class_of_four(tmp_path)
    own = await queue(client, tmp_path.as_uri())
    keys = [item["key"] for item in own["questions"]]
    shown = await run(client, "nextQuestion", tmp_path.as_uri())
    assert shown["key"] == keys[0]
    assert (await run(client, "nextQuestion", tmp_path.as_uri(), keys[0]))["key"] == keys[1]
    assert (await run(client, "nextQuestion", tmp_path.as_uri(), keys[-1]))["key"] == keys[0]
    assert client.shown_documents[0].uri == own["questions"][0]["place"]["uri"]


async def test_a_question_whose_text_has_changed_is_gone(client: LanguageClient, tmp_path: Path):
    files = class_of_four(tmp_path)
    [first, *_] = (await queue(client, tmp_path.as_uri()))["questions"]
    files.source.write_text(SOURCE.replace("Yesterday", "Today"))
    with pytest.raises(JsonRpcException, match="text has changed"):
        await run(client, "answerQuestion", first["uri"], {"key": first["key"], "answer": "accept"})
    for wrong in ({"key": first["key"], "answer": "perhaps"}, {"answer": "accept"}, None):
        with pytest.raises(JsonRpcException):
            await run(client, "answerQuestion", first["uri"], wrong)
    assert not (tmp_path / "accepted.m2").exists()


async def test_a_file_broken_by_hand_is_named_and_stays(client: LanguageClient, tmp_path: Path):
    class_of_four(tmp_path)
    (tmp_path / "decisions.m2").write_text("no M2\n")
    own = await queue(client, tmp_path.as_uri())
    assert any("decisions.m2" in problem for problem in own["problems"])
    [first, *_] = own["questions"]
    with pytest.raises(JsonRpcException):
        await run(client, "answerQuestion", first["uri"], {"key": first["key"], "answer": "reject"})
    assert (tmp_path / "decisions.m2").read_text() == "no M2\n"


async def test_no_answer_is_lost_when_the_server_is_killed(tmp_path: Path):
    words = [f"word{number}" for number in range(100)]
    files = exercise(
        tmp_path,
        source="".join(f"I see {word} here .\n" for word in words),
        hypotheses={name: "".join(f"I saw {word} here .\n" for word in words) for name in ("ada", "bo")},
        references={"kim": "".join(f"I see {word} here .\n" for word in words)},
        suffix="",
    )
    uri = files.source.as_uri()
    for part in range(2):
        client = await connected(VS_CODE, {"debounce": 0, "author": "Ms Kim"})
        questions = (await queue(client, uri))["questions"]
        assert len(questions) == 100 - 50 * part
        for item in questions[:50]:
            await run(client, "answerQuestion", uri, {"key": item["key"], "answer": "accept"})
        client._server.kill()
        await client._server.wait()
    text = (tmp_path / "accepted.m2").read_text()
    assert text.count("accepted by Ms Kim") == 100
    assert all(f"see {word} here" in text for word in words)
