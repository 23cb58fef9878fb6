"""The page of a mark scheme over the protocol: the form, a preview that writes nothing, and the written file."""

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from server.lsp.conversation import open_document, settled
from server.lsp.test_classes import ask, refusal

TASK = "On Monday we was at the lake. My brother go to the islnd and he losed his hat.\n"
RIGHT = "On Monday we were at the lake. My brother went to the island and he lost his hat.\n"
HEAD = '# Class 8c, spring\n\nexclude = ["old/**"]   # not these\n\n'
SCHEME = """[scheme]  # as we agreed
# all of it counts
basis = "deduct"
max = 10  # the best
weights = { spelling = 0.5 }
bands = [
  # names for parents
  { from = 9, name = "A" },  # rarely
  { from = 5, name = "B", text = "Well done." },
]
"""
TABLE = """
# the lake
[[exercise]]
name = "lake"
source = "task.txt"  # ours
references = ["kim.txt"]
hypotheses = ["students/{student}.txt"]
"""


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    (tmp_path / "students").mkdir()
    texts = {
        "task.txt": TASK,
        "kim.txt": RIGHT,
        "students/Ada.txt": RIGHT,
        "students/Bo.txt": TASK.replace("was", "were").replace("losed", "lost"),
        "markscheme.toml": HEAD + SCHEME + TABLE,
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def points(preview: Any, moment: str) -> dict[str, float | None]:
    return {one["name"]: one[moment] and one[moment]["points"] for one in preview["students"]}


async def test_a_form_has_the_table_as_written_and_the_values_that_hold(client: LanguageClient, lake: Path):
    form = await ask(client, "scheme", uri=(lake / "students").as_uri())
    assert form["configuration"] == (lake / "markscheme.toml").as_uri()
    assert form["table"] == {
        "basis": "deduct",
        "max": 10,
        "weights": [{"kind": "spelling", "value": 0.5}],
        "bands": [{"lowest": 9, "name": "A", "text": ""}, {"lowest": 5, "name": "B", "text": "Well done."}],
    }
    assert (form["inherited"]["basis"], form["inherited"]["points"]["not_needed"]) == ("share", -0.25)
    assert (form["effective"]["basis"], form["effective"]["rounding"]) == ("deduct", 0.01)
    assert [item["name"] for item in form["presets"]][:2] == ["share of errors found", "deduct per error"]
    assert {"tense", "spelling"} <= set(form["groups"])
    assert [(item["exercise"], item["name"], item["written"]) for item in form["targets"]] == [
        (None, lake.name, True),
        (0, "lake", False),
    ]
    own = await ask(client, "scheme", uri=lake.as_uri(), exercise=0)
    assert (own["table"], own["inherited"]["basis"]) == (None, "deduct")


async def test_a_preview_shows_the_class_and_one_sum_and_writes_nothing(client: LanguageClient, lake: Path):
    uri, before = lake.as_uri(), (lake / "markscheme.toml").read_text()
    form = await ask(client, "scheme", uri=uri)
    same = await ask(client, "previewScheme", uri=uri, table=form["table"])
    assert points(same, "before") == points(same, "after") == {"Ada": 10, "Bo": 8.5}
    bo = next(one for one in same["students"] if one["name"] == "Bo")
    table = {**form["table"], "points": {"correct": 2}, "max": 20}
    preview = await ask(client, "previewScheme", uri=uri, table=table, student=bo["id"])
    assert (points(preview, "before")["Bo"], points(preview, "after")["Bo"]) == (8.5, 17)
    shown = preview["sum"]
    assert (shown["id"], shown["uri"]) == (bo["id"], (lake / "students/Bo.txt").as_uri())
    assert (shown["mark"]["points"], shown["mark"]["band"]["name"]) == (17, "A")
    assert sum(row["points"] for row in shown["rows"]) == 17
    lines = [line for row in shown["rows"] for line in row["lines"]]
    assert sum(line["points"] for line in lines) == 17
    spelling = next(line for line in lines if line.get("weight") == 0.5)
    assert (spelling["points"], spelling["range"]["start"]["character"]) == (-1, TASK.index("islnd") + 1)
    assert (lake / "markscheme.toml").read_text() == before


async def test_a_preview_takes_a_text_as_it_stands_in_the_editor(client: LanguageClient, lake: Path):
    path = lake / "students/Bo.txt"
    uri = open_document(client, path, text=RIGHT)
    await settled(client, uri)
    preview = await ask(client, "previewScheme", uri=lake.as_uri(), table={})
    assert points(preview, "before")["Bo"] == 10


async def test_faults_are_at_their_fields_and_nothing_is_written(client: LanguageClient, lake: Path):
    uri, before = lake.as_uri(), (lake / "markscheme.toml").read_text()
    form = await ask(client, "scheme", uri=uri)
    table = {
        "max": 0,
        "weights": [{"kind": "tense", "value": 2}, {"kind": "speling", "value": 1}],
        "points": {"not_needed": 1},
        "bands": [{"lowest": 1, "name": "", "text": ""}],
    }
    preview = await ask(client, "previewScheme", uri=uri, table=table)
    assert preview["sum"] is None
    assert set(points(preview, "after").values()) == {None}
    faults = {tuple(fault["path"]): fault["message"] for fault in preview["faults"]}
    assert faults["max",] == "The best mark must be a number above 0"
    assert ("points", "not_needed") in faults
    assert ("bands", 0, "name") in faults
    written = await ask(client, "writeScheme", uri=uri, table=table, digest=form["digest"])
    assert not written["written"]
    assert {tuple(fault["path"]) for fault in written["faults"]} == set(faults)
    unknown = await ask(client, "previewScheme", uri=uri, table={"weights": table["weights"]})
    assert [fault["path"] for fault in unknown["faults"]] == [["weights", 1]]
    assert (lake / "markscheme.toml").read_text() == before


async def test_what_is_not_changed_is_kept_byte_for_byte(client: LanguageClient, lake: Path):
    uri, path = lake.as_uri(), lake / "markscheme.toml"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    form = await ask(client, "scheme", uri=uri)
    table = {**form["table"], "max": 20, "rounding": 0.5, "bands": form["table"]["bands"][:1]}
    written = await ask(client, "writeScheme", uri=uri, table=table, digest=form["digest"])
    assert written == {"written": True, "faults": []}
    changed = SCHEME.replace("max = 10", "max = 20").replace('  { from = 5, name = "B", text = "Well done." },\n', "")
    assert path.read_bytes().decode().replace("\r\n", "\n") == f"{HEAD}{changed}rounding = 0.5\n{TABLE}"
    again = await ask(client, "scheme", uri=uri)
    assert again["table"] == table
    own = await ask(client, "writeScheme", uri=uri, exercise=0, table={"max": 5, "bands": []}, digest=again["digest"])
    assert own["written"]
    exercise = await ask(client, "scheme", uri=uri, exercise=0)
    assert (exercise["table"], exercise["effective"]["max"]) == ({"max": 5, "bands": []}, 5)
    await ask(client, "writeScheme", uri=uri, exercise=0, table=None, digest=exercise["digest"])
    assert path.read_bytes().decode().replace("\r\n", "\n").strip() == f"{HEAD}{changed}rounding = 0.5\n{TABLE}".strip()


async def test_a_file_that_changed_elsewhere_is_not_written(client: LanguageClient, lake: Path):
    uri, path = lake.as_uri(), lake / "markscheme.toml"
    form = await ask(client, "scheme", uri=uri)
    arguments = {"uri": uri, "table": {"max": 5}, "digest": form["digest"]}
    text = path.read_text()
    opened = open_document(client, path, text=text + "# not saved\n")
    assert "open with changes that are not saved" in await refusal(client, "writeScheme", **arguments)
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(opened)))
    path.write_text(text + "# by hand\n")
    assert "has changed since this page read it" in await refusal(client, "writeScheme", **arguments)
    assert path.read_text() == text + "# by hand\n"
    dotted = text.replace(SCHEME, "scheme.max = 10\n")
    path.write_text(dotted)
    form = await ask(client, "scheme", uri=uri)
    written_otherwise = await refusal(client, "writeScheme", uri=uri, table={"max": 5}, digest=form["digest"])
    assert "Change it in the file itself" in written_otherwise


async def test_a_folder_without_a_configuration_is_to_be_set_up_before(client: LanguageClient, lake: Path):
    (lake / "markscheme.toml").unlink()
    assert "Set up marking in it before" in await refusal(client, "scheme", uri=lake.as_uri())
