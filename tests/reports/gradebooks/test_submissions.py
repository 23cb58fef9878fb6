"""The zip of a class's submissions, from Moodle and from Canvas, and from people with bad intentions."""

import random
import struct
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from markscheme.errors import DocumentError
from markscheme.reports import class_import
from markscheme.reports.class_import import Submissions, read_submissions
from markscheme.reports.school_systems import HandedIn, Line, lines_of_table
from school_systems import CANVAS_TYPED, TYPED, moodle_worksheet, write_zip

ONLINE_TEXT = "Jo Roy_4713_assignsubmission_onlinetext_/onlinetext.html"
Reads = Callable[..., Submissions]


def never(person: str, texts: object) -> HandedIn:
    raise AssertionError(f"{person} is asked about {texts}")


@pytest.fixture
def reads(tmp_path: Path) -> Reads:
    def read(files: Mapping[str, bytes | str], choose: Callable[..., HandedIn] = never, **names: str) -> Submissions:
        table = [Line(0, identifier, (name,)) for identifier, name in names.items()]
        return read_submissions(write_zip(tmp_path / "submissions.zip", files), choose, table)

    return read


def texts_of(submissions: Submissions) -> dict[str, tuple[str, str]]:
    return {text.person: (text.suffix, text.data.decode()) for text in submissions.texts}


def test_moodles_folders(reads: Reads):
    done = reads(
        {
            "Mei Lin_4711_assignsubmission_file_/essay.txt": "I go.",
            "Ana Cruz_4712_assignsubmission_file/drafts/Final Text.TXT": "I went.",
            "Jo Roy_4713_assignsubmission_onlinetext_/onlinetext.html": TYPED.format("<p>We go.</p><p>Now.</p>"),
            "Jo Roy_4713_assignsubmission_file_/photo.jpg": b"\xff\xd8",
        }
    )
    assert done.system.name == "moodle"
    assert texts_of(done) == {
        "Ana Cruz": (".txt", "I went."),
        "Jo Roy": (".txt", "We go.\n\nNow.\n"),
        "Mei Lin": (".txt", "I go."),
    }
    assert [text.identifier for text in done.texts] == ["4712", "4713", "4711"]
    assert done.left_out == ("Jo Roy: photo.jpg was left out; it is no text that can be marked",)


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>I go there.</p><p>It was <em>nice</em>.</p>", "I go there.\n\nIt was nice.\n"),
        ("One line<br>and two", "One line\nand two\n"),
        ("<div>Dear Ann,</div><div><br></div><div>I am fine.</div>", "Dear Ann,\n\nI am fine.\n"),
        ("<ul><li>milk</li><li>eggs</li></ul>", "milk\neggs\n"),
        ("<p>a &lt; b &amp; c&nbsp;d</p><script>alert(1)</script>", "a < b & c d\n"),
        ("<p>caf\u00e9 \u4f60\u597d</p>", "café 你好\n"),
        ("<p>She  like\n it</p>", "She like it\n"),
        ("<p></p><p>&nbsp;</p>", ""),
        ("", ""),
    ],
)
def test_of_what_was_typed_in_a_form_paragraphs_stay_and_tags_go(reads: Reads, page: str, text: str):
    files = {ONLINE_TEXT: TYPED.format(page), "Ana_2_assignsubmission_file_/a.txt": "I went."}
    assert texts_of(reads(files))["Jo Roy"] == (".txt", text)


def test_the_heading_of_canvas_is_no_part_of_a_text_from_canvas(reads: Reads):
    page = CANVAS_TYPED.format("<p>I go there.</p>")
    assert texts_of(reads({"royjo_12347_text.html": page})) == {"royjo": (".txt", "I go there.\n")}
    assert texts_of(reads({ONLINE_TEXT: page})) == {"Jo Roy": (".txt", "Essay: Mei Lin\n\nI go there.\n")}


def test_a_page_that_is_nested_without_end_is_refused(reads: Reads):
    with pytest.raises(DocumentError, match="nested"):
        reads({ONLINE_TEXT: TYPED.format("<b>" * 240 + "x")})


def test_moodles_single_folder_and_a_zip_that_was_packed_again(reads: Reads):
    done = reads(
        {
            "week 3/Mei Lin_4711_assignsubmission_file_my_essay_2.txt": "I go.",
            "__MACOSX/week 3/._Mei Lin_4711_assignsubmission_file_my_essay_2.txt": b"\0",
            "week 3/.DS_Store": b"\0",
            "week 3\\Ana Cruz_4712_assignsubmission_file_\\text.txt": "I went.",
        }
    )
    assert texts_of(done) == {"Ana Cruz": (".txt", "I went."), "Mei Lin": (".txt", "I go.")}
    assert done.left_out == ()


def test_a_text_of_an_older_program_becomes_utf_8(reads: Reads):
    texts = {"Mei": "a “café”".encode("cp1252"), "Ana": "a “café”".encode("utf-16"), "Jo": b"\x81\xff"}
    done = reads(
        {f"{name}_{number}_assignsubmission_file_/a.txt": data for number, (name, data) in enumerate(texts.items())}
    )
    assert {text.person: text.data for text in done.texts} == {**texts, "Mei": "a “café”".encode()}


def test_participants_numbers_keep_marking_blind(reads: Reads):
    done = reads(
        {
            "Participant_4711_assignsubmission_file_/a.txt": "I go.",
            "Participant_4712_assignsubmission_file_/a.txt": "I went.",
        }
    )
    assert [text.person for text in done.texts] == ["Participant 4711", "Participant 4712"]


def test_canvas(reads: Reads):
    done = reads(
        {
            "linmei_LATE_12345_678910_essay-1.txt": "I go.",
            "cruzana_12346_678911_my_essay_2024_7.txt": "I went.",
            "royjo_12347_text.html": CANVAS_TYPED.format("<p>We go.</p>"),
            "kimsu_12348_link.html": "<a href='x'>x</a>",
        },
        **{"12345": "Lin, Mei"},
    )
    assert done.system.name == "canvas"
    assert texts_of(done) == {
        "cruzana": (".txt", "I went."),
        "kimsu": (".txt", ""),
        "Mei Lin": (".txt", "I go."),
        "royjo": (".txt", "We go.\n"),
    }
    assert [text.person for text in done.texts if text.is_late] == ["Mei Lin"]
    assert done.left_out[0] == "kimsu: link.url was left out; a link is no text"


def test_who_handed_in_nothing_readable_is_there_and_moodles_worksheet_says_who_was_late(tmp_path: Path):
    files = {
        "Mei Lin_1_assignsubmission_onlinetext_/onlinetext.html": TYPED.format("<p>&nbsp;</p>"),
        "Ana Cruz_2_assignsubmission_file_/photo.jpg": b"\xff\xd8",
        "Jo Roy_3_assignsubmission_file_/a.txt": "We go.",
    }
    status = {3: "Zur Bewertung abgegeben - 2 Tage 3 Stunden verspätet - Bewertet"}
    sheet = tmp_path / "grading.csv"
    sheet.write_bytes(moodle_worksheet([(1, "Mei Lin"), (2, "Ana Cruz"), (3, "Jo Roy")], "de", statuses=status))
    done = read_submissions(write_zip(tmp_path / "a.zip", files), never, lines_of_table(sheet))
    assert [(text.person, text.data, text.is_late) for text in done.texts] == [
        ("Ana Cruz", b"", False),
        ("Jo Roy", b"We go.", True),
        ("Mei Lin", b"", False),
    ]


def test_canvas_without_names(reads: Reads):
    done = reads({"anon_aB3xZ_678910_essay.txt": "I go.", "LATE_anon_Qq11q_text.html": CANVAS_TYPED.format("I went.")})
    assert [(text.person, text.identifier, text.is_late) for text in done.texts] == [
        ("Student aB3xZ", "aB3xZ", False),
        ("Student Qq11q", "Qq11q", True),
    ]


def test_two_students_of_one_name_are_two(reads: Reads):
    done = reads(
        {
            "Ana Cruz_1_assignsubmission_file_/a.txt": "One.",
            "ana cruz_2_assignsubmission_file_/a.txt": "Two.",
        }
    )
    assert [text.person for text in done.texts] == ["Ana Cruz (1)", "ana cruz (2)"]


def test_several_texts_of_one_student_are_a_question(reads: Reads):
    files = {
        "Mei Lin_1_assignsubmission_file_/draft.txt": "One.",
        "Mei Lin_1_assignsubmission_file_/final.txt": "Two.",
        "Mei Lin_1_assignsubmission_file_/copy of final.txt": "Two.",
        "Mei Lin_1_assignsubmission_onlinetext_/onlinetext.html": TYPED.format("<p>&nbsp;</p>"),
    }
    asked = []

    def choose(person: str, texts: tuple[HandedIn, ...]) -> HandedIn:
        asked.append((person, [item.file for item in texts]))
        return texts[1]

    assert texts_of(reads(files, choose)) == {"Mei Lin": (".txt", "Two.")}
    assert asked == [("Mei Lin", ["draft.txt", "final.txt"])]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("../Mei_1_assignsubmission_file_/a.txt",), "leads out of it"),
        (("Mei_1_assignsubmission_file_/../../a.txt",), "leads out of it"),
        (("/etc/Mei_1_assignsubmission_file_/a.txt",), "leads out of it"),
        (("..\\Mei_1_assignsubmission_file_\\a.txt",), "leads out of it"),
        (("C:\\Mei_1_assignsubmission_file_\\a.txt",), "leads out of it"),
        (("C:/Mei_1_assignsubmission_file_/a.txt",), "leads out of it"),
        (("holiday.txt",), "no file in the zip is named as Moodle or Canvas name submissions"),
        ((), "it is empty"),
        (("Mei_1_assignsubmission_file_/a.pdf",), "nobody handed in a text"),
    ],
)
def test_a_zip_that_no_system_makes_is_refused(reads: Reads, names: tuple[str, ...], message: str):
    with pytest.raises(DocumentError, match=message):
        reads(dict.fromkeys(names, "x"))


def test_a_name_that_stands_twice_is_refused(tmp_path: Path):
    path = tmp_path / "twice.zip"
    with zipfile.ZipFile(path, "w") as file:
        for name in ("a.txt", "b.txt"):
            file.writestr(f"Mei_1_assignsubmission_file_/{name}", name)
    path.write_bytes(path.read_bytes().replace(b"b.txt", b"a.txt"))
    with pytest.raises(DocumentError, match="stands twice"):
        read_submissions(path, never)


def test_a_zip_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for number in range(4):
            file.writestr(f"Mei_{number}_assignsubmission_file_/a.txt", b"a" * 3000)
    monkeypatch.setattr(class_import, "MAX_FILE", 2999)
    with pytest.raises(DocumentError, match="has more than"):
        read_submissions(path, never)
    monkeypatch.setattr(class_import, "MAX_FILE", 3000)
    monkeypatch.setattr(class_import, "MAX_TOTAL", 11_999)
    with pytest.raises(DocumentError, match="the texts have more than"):
        read_submissions(path, never)
    monkeypatch.setattr(class_import, "MAX_MEMBERS", 3)
    with pytest.raises(DocumentError, match="more than 3 files"):
        read_submissions(path, never)


@pytest.mark.parametrize("damage", ["no zip", "cut", "protected", "missing"])
def test_a_zip_that_cant_be_read_is_named(tmp_path: Path, damage: str):
    path = write_zip(tmp_path / "a.zip", {"Mei_1_assignsubmission_file_/a.txt": "I go."})
    data = path.read_bytes()
    if damage == "no zip":
        path.write_bytes(b"Mei went.")
    elif damage == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif damage == "protected":
        central = data.rindex(b"PK\x01\x02")
        flags = struct.pack("<H", 1)
        path.write_bytes(data[:6] + flags + data[8 : central + 8] + flags + data[central + 10 :])
    else:
        path.unlink()
    with pytest.raises(DocumentError) as caught:
        read_submissions(path, never)
    assert caught.value.path == path


def test_a_damaged_zip_is_read_or_refused(tmp_path: Path, seed: int, thorough: bool):
    texts = {f"Mei_{number}_assignsubmission_file_/a.txt": "I go there. " * 9 for number in range(3)}
    data = write_zip(tmp_path / "whole.zip", texts).read_bytes()
    choices = random.Random(seed)
    path = tmp_path / "damaged.zip"
    for _ in range(2000 if thorough else 200):
        damaged = bytearray(data)
        for _ in range(choices.randint(1, 4)):
            damaged[choices.randrange(len(data))] = choices.randrange(256)
        path.write_bytes(damaged[: choices.choice((len(data), choices.randrange(len(data))))])
        with suppress(DocumentError):
            read_submissions(path, lambda _person, items: items[0])
