"""A class as people over exercises: ``markscheme/overview``'s classes, and ``markscheme/places`` behind each number."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from class_folders import STUDENTS, class_of_eight, own_essays
from server.lsp.conversation import hover, open_document, settled
from server.lsp.test_classes import ask, refusal

NO_ESTIMATES = pytest.mark.options(estimateWithoutReference=False)


def verdicts(counts: Any) -> Counter[str]:
    return Counter({item["verdict"]: item["count"] for item in counts})


def groups(totals: Any) -> dict[str, Counter[str]]:
    return {item["group"]: verdicts(item["counts"]) for item in totals["groups"]}


def summed(several: Iterator[Any]) -> dict[str, Counter[str]]:
    sums: dict[str, Counter[str]] = {}
    for own in several:
        for group, counts in own.items():
            sums.setdefault(group, Counter()).update(counts)
    return sums


async def places(client: LanguageClient, **wanted: object) -> list[Any]:
    found: list[Any] = (await ask(client, "places", **wanted))["places"]
    return found


async def test_a_student_with_two_essays_is_one_person(client: LanguageClient, tmp_path: Path):
    folder = class_of_eight(tmp_path)
    overview = await ask(client, "overview", uri=folder.as_uri())
    [one] = overview["classes"]
    assert (one["name"], one["uri"]) == (folder.name, folder.as_uri())
    assert [item["name"] for item in one["assignments"]] == ["Diary", "Market"]
    assert [item["name"] for item in one["people"]] == list(STUDENTS)
    for person in one["people"]:
        assert [essay["assignment"] for essay in person["essays"]] == ["Diary", "Market"]
        own = [overview["exercises"][essay["exercise"]]["students"][essay["student"]] for essay in person["essays"]]
        assert {item["name"] for item in own} == {person["name"]}
        marks = [item["marks"]["verdicts"] for item in own]
        assert verdicts(person["verdicts"]["counts"]) == sum((verdicts(item["counts"]) for item in marks), Counter())
        assert person["verdicts"]["due"] == sum(item["due"] for item in marks)
        assert person["verdicts"]["earned"] == sum(item["earned"] for item in marks)


async def test_a_classes_numbers_are_its_students_and_its_places(client: LanguageClient, tmp_path: Path):
    """The counts of the class are the sums of its students', and each count is the number of its places."""
    folder = class_of_eight(tmp_path).as_uri()
    [one] = (await ask(client, "overview", uri=folder))["classes"]
    assert groups(one) == summed(groups(item) for item in one["assignments"])
    every = await places(client, uri=folder)
    assert set(groups(one)) >= {"Articles", "Verbs"}
    by_verdict = sum((verdicts(person["verdicts"]["counts"]) for person in one["people"]), Counter())
    assert Counter(item["verdict"] for item in every) == by_verdict
    for person in one["people"]:
        own = await places(client, uri=folder, student=person["name"])
        assert Counter(item["verdict"] for item in own) == verdicts(person["verdicts"]["counts"])
        for verdict, count in verdicts(person["verdicts"]["counts"]).items():
            assert len(await places(client, uri=folder, student=person["name"], verdict=verdict)) == count
    for assignment in one["assignments"]:
        for group, counts in groups(assignment).items():
            found = await places(client, folder=folder, assignment=assignment["name"], group=group)
            assert Counter(item["verdict"] for item in found) == counts
            assert {item["assignment"] for item in found} == {assignment["name"]}


@pytest.mark.options(vocabulary="cleme2")
async def test_each_count_of_a_type_is_the_number_of_its_places(client: LanguageClient, tmp_path: Path):
    folder = class_of_eight(tmp_path).as_uri()
    [one] = (await ask(client, "overview", uri=folder))["classes"]
    for item in one["types"]:
        found = await places(client, uri=folder, type=item["type"])
        counts = Counter(place["category"] for place in found)
        assert counts == {category: count for category, count in item["counts"].items() if count}
    [first, *_] = found
    assert (first["verdict"], first["group"]) == (None, "")


async def test_a_place_has_its_sentence_and_what_the_teacher_has(client: LanguageClient, tmp_path: Path):
    folder = class_of_eight(tmp_path)
    every = await places(client, uri=folder.as_uri(), student="Ben")
    for place in every:
        path = Path(place["uri"].removeprefix("file://").replace("%C3%A9", "é"))
        line = path.read_text("utf-8").split("\n")[place["range"]["start"]["line"]]
        begin, end = place["range"]["start"]["character"], place["range"]["end"]["character"]
        assert place["before"] + place["words"] + place["after"] == line
        assert (line[:begin], line[begin:end]) == (place["before"], place["words"])
        assert (place["student"], place["label"], place["lines"], place["author"]) == ("Ben", "Ben", True, None)
        assert {item["names"] for item in place["references"]} == {
            "Mr Cruz" if place["assignment"] == "Diary" else "Ms Baker"
        }
    missed = next(item for item in every if item["verdict"] == "missed" and item["words"] == "go")
    assert (missed["group"], missed["change"]) == ("Verbs", "left “go”")
    assert [item["text"] for item in missed["references"]] == ["went"]


@NO_ESTIMATES
async def test_own_essays_are_one_class_and_who_lacks_something_is_listed(client: LanguageClient, tmp_path: Path):
    overview = await ask(client, "overview", uri=own_essays(tmp_path).as_uri())
    [one] = overview["classes"]
    assert [item["name"] for item in one["assignments"]] == ["Diary"]
    listed = {}
    for person in one["people"]:
        [essay] = person["essays"]
        student = overview["exercises"][essay["exercise"]]["students"][essay["student"]]
        listed[person["label"]] = (student["marks"] is not None, student["problem"], person["verdicts"] is not None)
    assert listed == {
        "Mei Lin": (True, None, True),
        "Noor": (True, None, True),
        "Olek": (False, "Olek has no revision yet", False),
        "Pia": (False, "Pia's text has no teacher's correction yet", False),
    }
    exercises = await ask(client, "exercises")
    assert [(item["assignment"], item["student"], item["problem"]) for item in exercises] == [
        ("Diary", "Mei Lin", None),
        ("Diary", "Noor", None),
        ("Diary", "Olek", "Olek has no revision yet"),
        ("Diary", "Pia", "Pia's text has no teacher's correction yet"),
    ]
    assert {item["folder"] for item in exercises} == {tmp_path.as_uri()}


async def test_a_draft_without_a_revision_is_no_problem(client: LanguageClient, tmp_path: Path):
    folder = own_essays(tmp_path)
    assert await settled(client, open_document(client, folder / "drafts/Olek.txt"), 1) == []
    draft = {"uri": (folder / "drafts/Olek.txt").as_uri()}
    assert "Olek has no revision yet" in await refusal(client, "marks", textDocument=draft)


async def test_a_card_names_the_teachers_own_group(client: LanguageClient, tmp_path: Path):
    uri = open_document(client, class_of_eight(tmp_path) / "market/students/Ben.txt")
    messages = [item.message for item in await settled(client, uri)]
    assert any("(Verbs)" in message for message in messages)
    assert not any("tense" in message for message in messages)
    card = await hover(client, uri, types.Position(0, 12))
    assert card is not None
    assert "Verbs" in card


async def test_an_essay_without_a_correction_is_estimated(client: LanguageClient, tmp_path: Path):
    overview = await ask(client, "overview", uri=own_essays(tmp_path).as_uri())
    [pia] = [item for one in overview["exercises"] for item in one["students"] if item["name"] == "Pia"]
    assert (pia["marks"], pia["problem"]) == (None, None)
    assert pia["estimate"] is not None


async def test_students_of_two_folders_are_two_classes(client: LanguageClient, tmp_path: Path):
    own_essays(tmp_path / "monday")
    own_essays(tmp_path / "friday")
    overview = await ask(client, "overview", uri=tmp_path.as_uri())
    assert [item["name"] for item in overview["classes"]] == ["friday", "monday"]
    friday = await places(client, uri=tmp_path.as_uri(), folder=(tmp_path / "friday").as_uri())
    assert friday
    assert all("/friday/" in item["uri"] for item in friday)
