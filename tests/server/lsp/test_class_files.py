"""A teacher's evening over the protocol: submissions in, progress, feedback and grades out."""

import csv
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from zipfile import ZipFile

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from class_folders import STUDENTS, class_of_eight, correction, draft, revision
from markscheme.api import marking
from markscheme.reports.progress import progress_of
from markscheme.server.editor_settings import plain
from school_systems import moodle_worksheet, write_zip
from server.lsp.conversation import open_document
from server.lsp.test_classes import ask
from server.lsp.test_commands import run

PEOPLE = ((11, "Mei Lin"), (12, "Jonas Weber"))


@pytest.fixture
def eight(tmp_path: Path) -> Path:
    return class_of_eight(tmp_path / "Evening class")


def paths(files: Any) -> list[Path]:
    return [Path(unquote(urlsplit(file).path)) for file in files]


async def command(client: LanguageClient, name: str, *arguments: object) -> Any:
    return plain(await run(client, f"markscheme.{name}", *arguments))


async def test_progress_has_the_numbers_of_the_command_line(client: LanguageClient, eight: Path):
    answer = await ask(client, "progress", uri=eight.as_uri())
    [shown], [computed] = answer["classes"], progress_of(marking.review([eight]))
    assert shown["name"] == "Evening class"
    assert tuple(shown["assignments"]) == computed.assignments == ("Market", "Diary")
    assert tuple(person["label"] for person in shown["people"]) == STUDENTS
    for course, own in zip([shown["whole"], *shown["people"]], [computed.whole, *computed.people], strict=True):
        assert [(item["made"], item["found"], item["missed"]) for item in course["totals"]] == [
            (item.made, item.found, item.missed) for item in own.totals if item
        ]
        assert [item["group"] for item in course["groups"]] == [group for group, _ in own.tallies]
    assert answer["missing"] == []


async def test_progress_says_what_is_missing_and_follows_the_editor(client: LanguageClient, eight: Path):
    (eight / "diary/revisions/Ada.txt").unlink()
    path = eight / "market/students/Ada.txt"
    open_document(client, path, text=correction())
    answer = await ask(client, "progress", uri=eight.as_uri())
    [ada] = [person for person in answer["classes"][0]["people"] if person["name"] == "Ada"]
    assert ada["totals"] == [{"made": 8, "found": 8, "missed": 0}, None]
    assert any("Ada" in sentence for sentence in answer["missing"])


async def test_the_places_behind_a_number_of_progress_are_as_many(client: LanguageClient, eight: Path):
    uri = eight.as_uri()
    [shown] = (await ask(client, "progress", uri=uri))["classes"]
    ben = next(person for person in shown["people"] if person["name"] == "Ben")
    group = ben["groups"][0]
    for outcome in ("made", "found", "missed"):
        wanted = {"folder": shown["uri"], "assignment": "Diary", "student": "Ben", "outcome": outcome}
        places = (await ask(client, "places", uri=uri, **wanted))["places"]
        assert len(places) == ben["totals"][1][outcome]
        places = (await ask(client, "places", uri=uri, group=group["group"], **wanted))["places"]
        assert len(places) == group["tallies"][1][outcome]


async def test_progress_is_written_as_csv(client: LanguageClient, eight: Path):
    [file] = paths([(await command(client, "exportProgress", eight.as_uri()))["uri"]])
    assert file == eight / "markscheme-reports/progress.csv"
    assert {row["name"] for row in csv.DictReader(StringIO(file.read_text()))} == {"The class", *STUDENTS}
    with pytest.raises(JsonRpcException, match="CSV, a page or text"):
        await command(client, "exportProgress", eight.as_uri(), (eight / "progress.doc").as_uri())


async def test_the_choices_for_feedback_need_no_marks(client: LanguageClient, eight: Path):
    choices = await ask(client, "feedbackChoices", uri=eight.as_uri())
    assert [student["label"] for student in choices["students"]] == [*STUDENTS]
    assert sorted(choices["assignments"]) == ["Diary", "Market"]
    assert choices["groups"][:2] == ["Articles", "Verbs"]
    one = await ask(client, "feedbackChoices", uri=(eight / "diary/revisions/Ben.txt").as_uri())
    assert one["students"] == [{"name": "Ben", "label": "Ben"}]


async def test_feedback_is_for_chosen_students_and_an_assignment(client: LanguageClient, eight: Path):
    options = {"students": ["Ada", "Ben"], "assignment": "Diary"}
    written = await command(client, "writeFeedback", eight.as_uri(), "html", "direct", options)
    assert sorted(path.name for path in paths(written["files"])) == ["Ada.html", "Ben.html"]
    assert written["texts"] == 2


async def test_feedback_is_bundled_and_limited_to_kinds_of_errors(client: LanguageClient, eight: Path):
    options = {"assignment": "Market", "bundle": "zip", "focus": ["Articles"]}
    written = await command(client, "writeFeedback", eight.as_uri(), "html", "direct", options)
    [archive] = paths(written["files"])
    assert written["texts"] == len(STUDENTS)
    with ZipFile(archive) as packed:
        assert sorted(packed.namelist()) == [f"{name}.html" for name in sorted(STUDENTS)]
        assert "Ms Baker: the." in packed.read("Ada.html").decode()
    [together] = paths(
        (await command(client, "writeFeedback", eight.as_uri(), "html", "hint", {"bundle": "together"}))["files"]
    )
    assert together.name == "class.html"
    with pytest.raises(JsonRpcException, match="'Artikles' is no kind of error\\. Did you mean 'Articles'"):
        await command(client, "writeFeedback", eight.as_uri(), "html", "direct", {"focus": ["Artikles"]})
    with pytest.raises(JsonRpcException, match="way to bundle feedback"):
        await command(client, "writeFeedback", eight.as_uri(), "html", "direct", {"bundle": "tar"})


def submissions(folder: Path, second: str | None = None) -> Path:
    """Write a zip as Moodle gives it, of two students; with a second text of the first one."""
    files: dict[str, str] = {
        f"{name}_{number}_assignsubmission_file/essay.txt": revision(number) for number, name in PEOPLE
    }
    if second is not None:
        files[f"{PEOPLE[0][1]}_{PEOPLE[0][0]}_assignsubmission_file/final.txt"] = second
    folder.mkdir(parents=True, exist_ok=True)
    return write_zip(folder / "submissions.zip", files)


async def test_an_evening_from_submissions_to_the_worksheet(client: LanguageClient, tmp_path: Path):
    folder = tmp_path / "Market"
    folder.mkdir()
    (folder / "original.txt").write_text(draft())
    (folder / "correction Ms Baker.txt").write_text(correction())
    archive = submissions(tmp_path / "downloads")
    imported = await command(client, "importSubmissions", archive.as_uri(), folder.as_uri())
    assert imported == {
        "folder": folder.as_uri(),
        "assignment": "Market",
        "system": "Moodle",
        "texts": 2,
        "left_out": [],
        "complete": True,
    }
    worksheet = tmp_path / "downloads/grades.csv"
    worksheet.write_bytes(moodle_worksheet(PEOPLE))
    options = {"worksheet": worksheet.as_uri(), "workbook": True, "feedback": "html"}
    exported = await command(client, "exportGrades", folder.as_uri(), options)
    written = paths(file["uri"] for file in exported["files"])
    assert {path.suffix for path in written} == {".csv", ".zip", ".xlsx"}
    assert all(path.exists() for path in written)
    rows = [*csv.DictReader(StringIO((folder / "markscheme-reports/grades.csv").read_text()))]
    assert all(float(row["Grade"]) >= 0 for row in rows)
    assert exported["kept"] == []
    typed_in = worksheet.read_text().replace('grading",,', 'grading",99.00,')
    worksheet.write_text(typed_in)
    exported = await command(client, "exportGrades", folder.as_uri(), {"worksheet": worksheet.as_uri()})
    assert "the grade 99.00 stays" in exported["kept"][0]
    assert "--" not in " ".join(exported["kept"])


async def test_an_import_says_how_far_it_is(client: LanguageClient, tmp_path: Path):
    archive = submissions(tmp_path / "downloads")
    client.progress_reports["import"] = []
    uris = (archive.as_uri(), (tmp_path / "Market").as_uri())
    assert (await command(client, "importSubmissions", *uris, {"workDoneToken": "import"}))["texts"] == 2
    begun, *reports, ended = client.progress_reports["import"]
    assert (begun.kind, ended.kind) == ("begin", "end")
    messages = [report.message for report in reports]
    assert "submissions 1/2" in messages
    assert messages[-1].startswith("files ")


async def test_a_student_with_two_texts_and_texts_that_are_there_are_questions(client: LanguageClient, tmp_path: Path):
    folder = tmp_path / "Market"
    answers = ["final.txt", "Not now", "Replace"]

    @client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
    def answer(_: types.ShowMessageRequestParams) -> types.MessageActionItem:
        return types.MessageActionItem(answers.pop(0))

    await command(
        client, "importSubmissions", submissions(tmp_path / "one", "A first text.\n").as_uri(), folder.as_uri()
    )
    mei = folder / "students/Mei Lin.txt"
    assert mei.read_text() == "A first text.\n"
    other = submissions(tmp_path / "two")
    assert await command(client, "importSubmissions", other.as_uri(), folder.as_uri()) is None
    assert mei.read_text() == "A first text.\n"
    assert (await command(client, "importSubmissions", other.as_uri(), folder.as_uri()))["texts"] == 2
    assert mei.read_text() == revision(11)
