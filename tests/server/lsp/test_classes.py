"""Requests for a client's own panels: exercises, the overview of a class, texts to compare, marks of closed files."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import docx
import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

import markscheme.decisions
from class_folders import class_of_eight, revision
from exercise_files import exercise
from markscheme.contract import shown
from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.places import TextEdit, corrected_text
from markscheme.documents.word_writing import write_corpus
from markscheme.languages.segments import Span
from markscheme.server.editor_settings import plain
from server.lsp.conversation import PATIENCE, open_document, settled
from server.lsp.profiles import VS_CODE
from server.lsp.window import Window, read_plain_results

FAILED, CANCELLED = -32803, -32800
SOURCE = "She like music."
M2 = (
    "S She like music .\nA 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0\n"
    "A 1 2|||R:VERB|||enjoys|||REQUIRED|||-NONE-|||1\n"
)


async def ask(client: LanguageClient, method: str, **params: object) -> Any:
    read_plain_results(client)
    answer = client.protocol.send_request(f"markscheme/{method}", params)
    return plain(await asyncio.wait_for(asyncio.wrap_future(answer), PATIENCE))


async def of(client: LanguageClient, method: str, path: Path, **params: object) -> Any:
    """Return the answer to a request about a document."""
    return await ask(client, method, textDocument={"uri": path.as_uri()}, **params)


async def refusal(client: LanguageClient, method: str, **params: object) -> str:
    with pytest.raises(JsonRpcException) as refused:
        await ask(client, method, **params)
    assert refused.value.code == FAILED
    return refused.value.message


def music(folder: Path, **hypotheses: str) -> Path:
    """Write an exercise of one sentence, and return the folder."""
    lines = {name: f"{text}\n" for name, text in hypotheses.items()}
    exercise(folder, stem="a", source=f"{SOURCE}\n", hypotheses=lines, references={"kim": "She likes music.\n"})
    return folder


ALTERNATIVES = {"Mei": (Span(4, 8), "likes"), "Ben": (Span(4, 8), "liked")}


def two_authors(changes: dict[str, tuple[Span, str]] = ALTERNATIVES) -> bytes:
    corrections = tuple(
        Correction(name, corrected_text(SOURCE, [edit]), (edit,))
        for name, edit in ((name, TextEdit(*change)) for name, change in changes.items())
    )
    return write_corpus(Corpus((Entry("", SOURCE, references=corrections),), tokenised=False))


def students(overview: Any) -> dict[str, Any]:
    return {item["name"]: item for found in overview["exercises"] for item in found["students"]}


async def test_every_example_is_listed_by_folder_and_name(client: LanguageClient, examples: Path):
    answer = await ask(client, "exercises")
    names = ["annotation", "diary", "excuse", "letter", "opinion", "postcard", "quiz", "report"]
    assert [item["name"] for item in answer] == names
    opinion = answer[4]
    assert opinion["uri"] == (examples / "opinion").as_uri()
    assert opinion["source"] == (examples / "opinion/task.txt").as_uri()
    assert opinion["hypotheses"] == [
        {
            "name": name,
            "label": name,
            "uri": (examples / f"opinion/students/{name.lower()}.txt").as_uri(),
            "lines": True,
            "author": None,
            "view": None,
        }
        for name in ("Lena", "Tomas")
    ]
    assert [item["name"] for item in opinion["references"]] == ["Ms Kim", "Mr Roy"]
    assert answer[5]["source"] is None


async def test_an_exercise_outside_the_workspace_is_listed_while_it_is_open(tmp_path: Path, window: Window):
    inside, outside = music(tmp_path / "in"), music(tmp_path / "out", mei="She likes music.")
    async with window(inside) as client:
        assert [item["uri"] for item in await ask(client, "exercises")] == [inside.as_uri()]
        open_document(client, outside / "a.hyp.mei.txt")
        assert [item["uri"] for item in await ask(client, "exercises")] == [inside.as_uri(), outside.as_uri()]
        glance = await ask(client, "overview")
        assert list(students(glance)) == ["mei"]


async def test_ignored_documents_are_neither_listed_nor_in_the_class(tmp_path: Path, window: Window):
    folder = music(tmp_path, mei="She likes music.", ben="She like music.")
    music(tmp_path / "old", kit="She likes music.")
    async with window(folder, ignore=["old", "*.ben.txt"]) as client:
        [answer] = await ask(client, "exercises")
        assert [item["name"] for item in answer["hypotheses"]] == ["mei"]
        assert list(students(await ask(client, "overview"))) == ["mei"]
        assert await of(client, "marks", folder / "a.hyp.ben.txt") is None


async def test_a_broken_configuration_hides_its_own_folder_only(client: LanguageClient, tmp_path: Path):
    music(tmp_path / "good", mei="She likes music.")
    broken = music(tmp_path / "broken", ben="She likes music.") / "markscheme.toml"
    broken.write_text("[[exercise]]\nname = 'x'\n")
    assert [item["uri"] for item in await ask(client, "exercises")] == [(tmp_path / "good").as_uri()]
    glance = await ask(client, "overview", uri=tmp_path.as_uri())
    assert list(students(glance)) == ["mei"]
    assert glance["problems"] == ["markscheme.toml:1: " + "the exercise names no teachers' corrections"
                                  '. Add references = ["teacher-*.txt"]']  # fmt: skip
    assert "markscheme.toml:1" in await refusal(client, "overview", uri=broken.parent.as_uri())
    assert "markscheme.toml:1" in await refusal(
        client, "marks", textDocument={"uri": (broken.parent / "a.hyp.ben.txt").as_uri()}
    )
    open_document(client, broken, text="")
    assert list(students(await ask(client, "overview"))) == ["ben", "mei"]


async def test_a_class_has_the_marks_of_review(client: LanguageClient, examples: Path, thorough: bool):
    if not thorough:
        shutil.rmtree(examples / "annotation")
    report = markscheme.review([examples])
    glance = await ask(client, "overview", uri=None)
    expected = {document.path.as_uri(): document for document in report.documents}
    everyone = [item for one in glance["exercises"] for item in one["students"]]
    marked = [item for item in everyone if item["estimate"] is None]
    assert [item["uri"] for item in marked] == list(expected)
    estimated = [item["uri"] for item in everyone if item["estimate"] is not None]
    assert estimated == [document.path.as_uri() for document in report.estimated]
    for item in marked:
        marks = shown(expected[item["uri"]].review.marks)
        for part in ("verdicts", "counts", "scores", "errant", "references"):
            assert item["marks"][part] == marks[part]
        assert (item["marks"]["credit"], item["problem"]) == (None, None)
    for one in glance["exercises"]:
        totals = [sum(item["counts"].values()) for item in one["types"]]
        reviews = [expected[item["uri"]].review for item in one["students"] if item["uri"] in expected]
        assert sum(totals) == sum(len(review.chunks) for review in reviews)
        places = sum(count["count"] for group in one["groups"] for count in group["counts"])
        rewritten = sum(review.marks.verdicts.rewritten for review in reviews)
        assert places == sum(len(review.findings) for review in reviews) - rewritten
    assert glance["signature"].startswith("metric:cleme2|level:corpus|")


async def test_unsaved_text_counts_and_an_unusable_document_has_its_problem(client: LanguageClient, tmp_path: Path):
    folder = music(tmp_path, mei="She like music.", ben="", zoe="She likes music.")
    (folder / "a.hyp.zoe.txt").write_bytes(b"\xff\n")
    open_document(client, folder / "a.hyp.mei.txt", text="She likes music.\n")
    answer = students(await ask(client, "overview"))
    assert answer["mei"]["marks"]["counts"]["tp"] == 1
    assert (answer["ben"]["marks"], answer["ben"]["problem"]) == (None, "ben's text for a has nothing in it yet")
    assert answer["zoe"]["problem"] == "line 1: the file is not UTF-8 text (byte 0xff). Save it as UTF-8"


async def test_a_class_and_a_report_use_the_references_of_the_settings(tmp_path: Path, window: Window):
    folder = music(tmp_path, mei="She adores music.")
    (folder / "a.ref.roy.txt").write_text("She adores music.\n")
    async with window(folder, references=["kim"]) as client:
        [overview] = (await ask(client, "overview"))["exercises"]
        assert (overview["references"], overview["students"][0]["marks"]["counts"]["fp_ne"]) == (1, 1)
        export = types.ExecuteCommandParams(
            "markscheme.exportReport", [folder.as_uri(), (tmp_path / "report.json").as_uri()]
        )
        await client.workspace_execute_command_async(export)
        [document] = json.loads((tmp_path / "report.json").read_text())["documents"]
        assert document["marks"]["counts"]["fp_ne"] == 1


async def test_two_exercises_of_a_folder_share_alternatives_but_not_students(client: LanguageClient, tmp_path: Path):
    folder = music(tmp_path, mei="She enjoys music.", ben="She enjoys music.", kit="She like music.")
    home = "He goes home.\n"
    exercise(folder, stem="b", source=home, hypotheses={"mei": home}, references={"kim": home})
    accepted, source = markscheme.decisions.DecisionKind.ACCEPTED, ("She", "like", "music", ".")
    mine = markscheme.decisions.Decision(accepted, source, 1, 2, ("enjoys",), "R:VERB", "Ms Kim")
    markscheme.decisions.decide(markscheme.decisions.DecisionFolder(folder), mine)
    first, second = (await ask(client, "overview", uri=folder.as_uri()))["exercises"]
    assert [(first["name"], first["references"]), (second["name"], second["accepted"])] == [("a", 1), ("b", [])]
    assert first["accepted"] == [
        {"source": "like", "replacement": "enjoys", "type": "R:VERB", "by": ["Ms Kim"], "students": ["ben", "mei"]}
    ]
    assert first["types"] == [
        {"type": "R:VERB:SVA", "counts": {"hit-correction": 0, "wrong-correction": 0, "under-correction": 1,
                                          "over-correction": 0}},
        {"type": "R:VERB", "counts": {"hit-correction": 2, "wrong-correction": 0, "under-correction": 0,
                                      "over-correction": 0}},
    ]  # fmt: skip


async def test_an_unreadable_reference_is_reported_beside_the_marks(client: LanguageClient, tmp_path: Path):
    folder = music(tmp_path, mei="She likes music.")
    (folder / "a.ref.roy.txt").write_bytes(b"\xff")
    [overview] = (await ask(client, "overview"))["exercises"]
    assert (overview["references"], overview["students"][0]["marks"]["counts"]["tp"]) == (1, 1)
    assert overview["problems"] == ["a.ref.roy.txt:1: the file is not UTF-8 text (byte 0xff). Save it as UTF-8"]
    texts = await of(client, "texts", folder / "a.src.txt")
    assert texts["references"][1] == {
        "name": "roy",
        "label": "Roy",
        "uri": (folder / "a.ref.roy.txt").as_uri(),
        "view": None,
        "text": None,
        "whole": False,
        "problem": f"{folder / 'a.ref.roy.txt'}:1: the file is not UTF-8 text (byte 0xff). Save it as UTF-8",
    }


@pytest.mark.parametrize("name", ["a.hyp.m2", "a.hyp.docx"])
async def test_each_correction_in_a_file_is_a_student(client: LanguageClient, tmp_path: Path, name: str):
    (tmp_path / "a.ref.kim.m2").write_text(M2.rpartition("A ")[0])
    authors = ["0", "1"] if name.endswith("m2") else ["Mei", "Ben"]
    names = ["hypothesis#0", "hypothesis#1"] if name.endswith("m2") else authors
    if name.endswith("m2"):
        (tmp_path / name).write_text(M2)
    else:
        (tmp_path / "a.ref.kim.m2").unlink()
        (tmp_path / "a.ref.kim.txt").write_text("She likes music.\n")
        (tmp_path / name).write_bytes(two_authors())
    [listed] = await ask(client, "exercises")
    lines = name.endswith("m2")
    expected = [(item, author, lines) for item, author in zip(names, authors, strict=True)]
    assert [(item["name"], item["author"], item["lines"]) for item in listed["hypotheses"]] == expected
    listed_students = (await ask(client, "overview"))["exercises"][0]["students"]
    assert [(item["name"], item["author"], item["lines"]) for item in listed_students] == expected
    assert [item["marks"]["counts"]["tp"] for item in listed_students] == [1, 0]
    for author, hits in zip([None, *authors], (1, 1, 0), strict=True):
        marks = await of(client, "marks", tmp_path / name, **({"author": author} if author else {}))
        assert (marks["author"], marks["marks"]["counts"]["tp"]) == (author or authors[0], hits)
        texts = await of(client, "texts", tmp_path / name, author=author)
        assert texts["hypothesis"]["name"] == names[authors.index(author or authors[0])]
    assert marks["lines"] is lines
    message = await refusal(client, "marks", textDocument={"uri": (tmp_path / name).as_uri()}, author="Nobody")
    assert "there is no correction by 'Nobody'" in message


async def test_word_documents_are_texts_and_colleagues_one_correction(client: LanguageClient, tmp_path: Path):
    folder = music(tmp_path)
    essay = docx.Document()
    essay.add_paragraph("She enjoys music.")
    essay.save(folder / "a.hyp.mei.docx")
    (folder / "a.hyp.pair.docx").write_bytes(two_authors({"Mei": (Span(4, 8), "likes"), "Ben": (Span(9, 14), "art")}))
    [listed] = await ask(client, "exercises")
    expected = [("mei", None, False), ("pair", None, False)]
    assert [(item["name"], item["author"], item["lines"]) for item in listed["hypotheses"]] == expected
    in_class = students(await ask(client, "overview"))
    assert [(name, item["marks"]["counts"]["fp_ne"]) for name, item in in_class.items()] == [("mei", 1), ("pair", 1)]
    for name, text in (("mei", "She enjoys music."), ("pair", "She likes art.")):
        path = folder / f"a.hyp.{name}.docx"
        assert (await of(client, "texts", path))["hypothesis"]["text"] == text
        marks = await of(client, "marks", path)
        assert (marks["author"], marks["lines"], marks["passages"][0]["text"]) == (None, False, text)


async def test_a_closed_document_is_marked_like_an_open_one(client: LanguageClient, examples: Path):
    path = examples / "letter/letter.hyp.jonas.txt"
    closed = await of(client, "marks", path)
    assert (closed["version"], closed["complete"]) == (None, False)
    assert {item["weight"] for item in closed["findings"]} == {None}
    await settled(client, open_document(client, path))
    opened = await of(client, "marks", path)
    assert opened["passages"][0].keys() == {"range", "text", "verdicts", "counts", "score", "credit"}
    assert [item["text"] for item in opened["passages"]] == [item["text"] for item in closed["passages"]]
    for one, other in zip(opened["findings"], closed["findings"], strict=True):
        assert all(one[name] == other[name] for name in ("category", "range", "type", "passage"))
    counted = [item["counts"] for item in opened["passages"]]
    assert opened["marks"]["counts"] == {name: sum(own[name] for own in counted) for name in counted[0]}


@pytest.mark.parametrize(("name", "text"), [("a.hyp.m2", "She enjoys music ."), ("a.hyp.md", "She enjoys music.")])
async def test_a_passages_text_is_the_hypothesis_without_markup(
    client: LanguageClient, tmp_path: Path, name: str, text: str
):
    (tmp_path / "a.ref.kim.m2").write_text("S She like music .\nA 1 2|||R:VERB|||likes|||REQUIRED|||-NONE-|||0\n")
    if name.endswith("md"):
        music(tmp_path)
        (tmp_path / "a.ref.kim.m2").unlink()
    content = "She {~~like~>enjoys~~} music." if name.endswith("md") else M2.replace("likes|||", "enjoys|||")
    (tmp_path / name).write_text(content)
    marks = await of(client, "marks", tmp_path / name)
    assert [item["text"] for item in marks["passages"]] == [text]
    texts = await of(client, "texts", tmp_path / name)
    assert (texts["hypothesis"]["text"].strip(), texts["hypothesis"]["whole"]) == (text, False)


async def test_unusable_documents_are_refused_and_others_have_no_marks(client: LanguageClient, tmp_path: Path):
    folder = music(tmp_path / "class", ben="")
    (tmp_path / "notes.txt").write_text("Hello.\n")
    (folder / "a.hyp.roy.docx").write_bytes(b"no Word document")
    for name in ("a.hyp.ben.txt", "a.hyp.roy.docx"):
        assert name in await refusal(client, "marks", textDocument={"uri": (folder / name).as_uri()})
    open_document(client, folder / "a.hyp.ben.txt", text=" \n")
    message = await refusal(client, "marks", textDocument={"uri": (folder / "a.hyp.ben.txt").as_uri()})
    assert "has nothing in it yet" in message
    strangers = [(tmp_path / "notes.txt").as_uri(), (tmp_path / "no/such.txt").as_uri()]
    for uri in [*strangers, "untitled:Untitled-1", f"git:{folder / 'a.hyp.ben.txt'}"]:
        for method in ("marks", "texts"):
            assert await ask(client, method, textDocument={"uri": uri}) is None
    assert await of(client, "marks", folder / "a.ref.kim.txt") is None


async def test_a_missing_folder_and_a_uri_without_a_path_are_refused(client: LanguageClient, tmp_path: Path):
    assert "no such file or folder" in await refusal(client, "overview", uri=(tmp_path / "no").as_uri())
    with pytest.raises(JsonRpcException) as refused:
        await ask(client, "overview", uri="untitled:a")
    assert refused.value.code == -32602
    assert await ask(client, "overview", uri=tmp_path.as_uri()) == {
        "classes": [],
        "exercises": [],
        "signature": "",
        "problems": [],
        "notices": [],
    }


async def test_a_source_opened_alone_has_its_own_marks_and_texts(tmp_path: Path, window: Window):
    folder = music(tmp_path)
    async with window() as client:
        uri = open_document(client, folder / "a.src.txt")
        await settled(client, uri)
        marks = await of(client, "marks", folder / "a.src.txt")
        assert [item["category"] for item in marks["findings"]] == ["under-correction"]
        texts = await of(client, "texts", folder / "a.src.txt")
        assert (texts["hypothesis"], texts["source"]["text"], texts["source"]["whole"]) == (None, f"{SOURCE}\n", True)
        assert [item["text"] for item in texts["references"]] == ["She likes music.\n"]
        [overview] = (await ask(client, "overview"))["exercises"]
        assert (overview["students"], overview["types"], overview["references"]) == ([], [], 1)


async def test_texts_are_the_editors(client: LanguageClient, tmp_path: Path):
    folder = music(tmp_path, mei="She likes music.")
    open_document(client, folder / "a.hyp.mei.txt", text="She adores music.\n")
    texts = await of(client, "texts", folder / "a.ref.kim.txt")
    assert texts["hypothesis"] is None
    texts = await of(client, "texts", folder / "a.hyp.mei.txt")
    assert texts["hypothesis"]["text"] == "She adores music.\n"
    (folder / "a.src.txt").write_bytes(b"\xff")
    assert "a.src.txt:1" in await refusal(client, "texts", textDocument={"uri": texts["hypothesis"]["uri"]})


async def test_a_client_cancels_the_overview_and_gets_progress_under_its_token(tmp_path: Path, window: Window):
    folder = music(tmp_path)
    learner = "".join(f"The pupil number {number} go to glances.\n" for number in range(400))
    exercise(
        folder,
        stem="a",
        source=learner,
        hypotheses={name: learner.replace(" go ", f" go{name} ") for name in "abcdefgh"},
        references={"kim": learner.replace(" go ", " goes ")},
    )
    async with window(folder, profile=VS_CODE) as client:
        reports = client.progress_reports["mine"] = []
        params = {"uri": folder.as_uri(), "workDoneToken": "mine"}
        for stop in (
            lambda: client.cancel_request(types.CancelParams("glance")),
            lambda: client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams("mine")),
        ):
            reports.clear()
            waiting = client.protocol.send_request("markscheme/overview", params, msg_id="glance")
            async with asyncio.timeout(PATIENCE):
                while not reports:
                    await asyncio.sleep(0.01)
            stop()
            with pytest.raises(JsonRpcException) as refused:
                await asyncio.wait_for(asyncio.wrap_future(waiting), PATIENCE)
            assert refused.value.code == CANCELLED
            assert isinstance(reports[-1], types.WorkDoneProgressEnd)
        assert set(client.progress_reports) == {"mine"}
        for name in "bcdefgh":
            (folder / f"a.hyp.{name}.txt").unlink()
        reports.clear()
        answer = await ask(client, "overview", **params)
        assert answer["exercises"][0]["students"][0]["marks"]["counts"]["fp_ne"] == 400
        assert [type(item).__name__ for item in reports] == [
            "WorkDoneProgressBegin", "WorkDoneProgressReport", "WorkDoneProgressEnd"
        ]  # fmt: skip
        assert reports[1].message == "a (1 of 1)"


async def test_the_status_starts_no_engine(tmp_path: Path, window: Window):
    folder = music(tmp_path, mei="She likes music.")
    async with window(folder, cache=str(tmp_path / "own.sqlite"), metric="cleme2") as client:
        assert await ask(client, "status", start=False) is None
        await settled(client, open_document(client, folder / "a.hyp.mei.txt"), 1)
        assert (await ask(client, "status", start=False))["clients"] == 1
        with pytest.raises(JsonRpcException):
            await ask(client, "status", start="no")


async def test_the_overview_is_the_same_when_it_is_requested_again(
    client: LanguageClient, examples: Path, tmp_path: Path
):
    copy = Path(shutil.copytree(examples / "letter", tmp_path / "copy"))
    first = await ask(client, "overview", uri=copy.as_uri())
    assert await ask(client, "overview", uri=copy.as_uri()) == first
    assert await ask(client, "overview", uri=(copy / "letter.hyp.jonas.txt").as_uri()) == first


async def test_a_file_that_fits_no_pattern_is_a_notice_and_no_fault(client: LanguageClient, tmp_path: Path):
    folder = class_of_eight(tmp_path)
    (folder / "market/late Ivo.txt").write_text(revision(3))
    head = f"1 file of {folder.name} fits no pattern of markscheme.toml: late Ivo.txt"
    notice = f"{head}. Set the folder up again to take it in"
    overview = await ask(client, "overview", uri=folder.as_uri())
    assert (overview["notices"], overview["problems"]) == ([notice], [])
    listed = await ask(client, "exercises")
    assert {text for item in listed for text in item["notices"]} == {notice}


async def test_of_two_versions_by_one_student_one_counts(client: LanguageClient, tmp_path: Path):
    folder = class_of_eight(tmp_path)
    with (folder / "markscheme.toml").open("a") as stream:
        stream.write('\n[people]\n"Ada (2)" = "Ada"\n')
    before = await ask(client, "overview", uri=folder.as_uri())
    (folder / "market/students/Ada (2).txt").write_text((folder / "market/students/Ada.txt").read_text())
    after = await ask(client, "overview", uri=folder.as_uri())
    [was], [now] = ([item for item in one["classes"][0]["people"] if item["name"] == "Ada"] for one in (before, after))
    assert (len(was["essays"]), len(now["essays"])) == (2, 3)
    assert was["verdicts"] == now["verdicts"]
    assert "Ada (2).txt counts" in after["notices"][0]
