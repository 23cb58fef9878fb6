"""Annotators' own tags: from their files through agreement, coverage and adjudication, and back into files."""

import json
from pathlib import Path

import pytest

from conftest import Command
from markscheme import EngineSettings
from markscheme.documents.files import read_text
from markscheme.documents.formats import FORMATS, DocumentFile
from markscheme.edits.edit import Tag
from markscheme.exercises.discovery import exercises_in
from markscheme.marking.local import Engine
from markscheme.research.pool import Pool, PooledTexts

TEXT = "We was waiting for bus. It came lately, the the end.\n"
KIM = """T1\tVerb 3 6\twas
#1\tAnnotatorNotes T1\tnumber of the subject
A1\tCorrection T1 were
A2\tSeverity T1 major
T2\tArticles 19 22\tbus
A3\tCorrection T2 the bus
T3\tWord_choice 32 38\tlately
A4\tCheckAgain T3
T7\tRedundant 40 43\tthe
A5\tDelete T7
"""
ROY = """T1\tAgreement 3 6\twas
#1\tAnnotatorNotes T1\twere
T2\tArticles 19 22\tbus
#2\tAnnotatorNotes T2\ta bus
"""
CONFIGURATION = """[[exercise]]
name = "{name}"
references = ["{teacher}/{name}.ann"]
source = "kim/{name}.txt"
"""


@pytest.fixture(scope="module")
def engine(engine_settings: EngineSettings) -> Engine:
    return Engine(engine_settings)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two annotators' folders of brat, with two texts."""
    root = tmp_path / "corpus"
    for person, annotations in (("kim", KIM), ("roy", ROY)):
        (root / person).mkdir(parents=True)
        for name in ("bus", "train"):
            (root / person / f"{name}.txt").write_text(TEXT)
            (root / person / f"{name}.ann").write_text(annotations)
    (root / "markscheme.toml").write_text(CONFIGURATION)
    return root


def pool(folder: Path, engine: Engine, **settings: object) -> Pool:
    return Pool.of([PooledTexts.of(item, read_text) for item in exercises_in(folder)], engine.models, **settings)


def test_an_edit_has_the_tag_that_its_annotator_gave_beside_what_it_is_counted_as(folder: Path, engine: Engine):
    own = pool(folder, engine)
    assert own.tags.words == "Types are the annotators' own tags (brat)."
    kim, roy = own.sentences[0].references
    assert [(edit.type, edit.tag) for edit in kim.edits] == [
        ("Verb", Tag("Verb", "brat")),
        ("Articles", Tag("Articles", "brat")),
    ]
    assert [edit.type for edit in roy.edits] == ["Agreement", "Articles"]
    assert [(edit.type, edit.tag) for edit in own.sentences[1].references[0].detections] == [
        ("UNK", Tag("Word_choice", "brat"))
    ]
    assert own.texts[0].kinds.group("Articles") == "Articles"
    errant = pool(folder, engine, tags="errant")
    assert errant.tags.words == "Types are ERRANT's, not the annotators' own tags (brat)."
    assert [(edit.type, edit.tag) for edit in errant.sentences[0].references[0].edits] == [
        ("R:VERB:SVA", Tag("Verb", "brat")),
        ("M:DET", Tag("Articles", "brat")),
    ]


def test_types_are_errants_where_an_annotator_has_no_tags(folder: Path, engine: Engine):
    (folder / "max.txt").write_text(TEXT.replace("was", "were"))
    references = 'references = ["{teacher}/{name}.ann", "max.txt"]'
    text = CONFIGURATION.replace('references = ["{teacher}/{name}.ann"]', references)
    (folder / "markscheme.toml").write_text(text.replace("{name}", "bus"))
    mixed = pool(folder, engine)
    assert mixed.tags.words == "Types are ERRANT's, not the annotators' own tags (brat): max gave no tags."
    assert {edit.type for edit in mixed.sentences[0].references[0].edits} == {"R:VERB:SVA", "M:DET"}


FORMS = ("brat", "uagec", "xmi", "nucle", "wi", "m2")


def exported(command: Command, folder: Path, target: Path, *options: str) -> str:
    arguments = ["annotate", "adjudicate", "export", str(folder), "--output", str(target), "--open", "first kim"]
    done = command(*arguments, *options)
    assert done.returncode == 0, done.stderr
    return done.stderr


@pytest.mark.parametrize("name", FORMS)
def test_tags_notes_attributes_and_ids_go_through_an_adjudication(
    markscheme: Command, folder: Path, tmp_path: Path, name: str
):
    """What each format loses stands in the table of docs/formats.md."""
    form = FORMATS.corpus(name)
    target = tmp_path / "out" / f"result{form.suffixes[0]}"
    target.parent.mkdir()
    said = exported(markscheme, folder, target, "--to", name)
    assert "Types are the annotators' own tags (brat)." in said
    entries = [
        entry
        for file in sorted(target.parent.glob(f"*{form.suffixes[0]}"))
        for entry in form.read_corpus(DocumentFile(file)).entries
    ]
    edits = [edit for entry in entries for edit in entry.references[0].edits or ()]
    wanted = ["Verb", "Articles", "UNK" if name == "m2" else "Word_choice", "Redundant"] * 2
    assert [edit.type for edit in edits] == wanted
    carries = form.carries
    notes = [edit.details.note for edit in edits if edit.details.note]
    if name == "m2":
        assert [note.endswith("; number of the subject") for note in notes].count(True) == 2
    else:
        assert notes == (["number of the subject"] * 2 if "notes" in carries else [])
    attributes = [pair[0] for edit in edits for pair in edit.details.attributes]
    assert attributes == (["Severity", "CheckAgain"] * 2 if "attributes" in carries else [])
    assert ("the attributes of edits: Severity (2), CheckAgain (2)" in said) == ("attributes" not in carries)
    if name in ("brat", "uagec", "nucle"):
        assert [edit.details.id for edit in edits] == ["T1", "T2", "T3", "T7"] * 2
    assert "the other annotators' tags of 2 corrections" in said


M2 = """S She have two cat .
A 1 2|||{0}|||has|||REQUIRED|||-NONE-|||0
A 3 4|||Noun|||cats|||REQUIRED|||-NONE-|||0
A 1 2|||{1}|||has|||REQUIRED|||-NONE-|||1
A 3 4|||Noun|||cats|||REQUIRED|||-NONE-|||1
A 1 2|||{2}|||has|||REQUIRED|||-NONE-|||2
A 3 4|||Noun|||cats|||REQUIRED|||-NONE-|||2
"""


@pytest.mark.parametrize(
    ("tags", "open_as", "tag", "comment"),
    [
        (("Vform", "Order", "Order"), "leave", "Order", "tags: Vform by 0, Order by 1 and 2"),
        (("Order", "Order", "Vform"), "leave", "Order", "tags: Order by 0 and 1, Vform by 2"),
        (("Vform", "Order", "Agree"), "first refs#2", "Agree", "tags: Vform by 0, Order by 1, Agree by 2"),
        (("Vform", "Order", "Agree"), "leave", "Vform", "tags: Vform by 0, Order by 1, Agree by 2"),
    ],
)
def test_a_correction_has_the_tag_of_most_annotators_and_says_who_called_it_what(
    markscheme: Command, tmp_path: Path, tags: tuple[str, ...], open_as: str, tag: str, comment: str
):
    (tmp_path / "week").mkdir()
    (tmp_path / "week" / "refs.m2").write_text(M2.format(*tags))
    (tmp_path / "week" / "markscheme.toml").write_text('[[exercise]]\nsource = "refs.m2"\nreferences = ["refs.m2"]\n')
    done = markscheme(
        *("annotate", "adjudicate", "export", "week", "--output", "result.m2", "--open", open_as, "--to", "m2")
    )
    assert done.returncode == 0, done.stderr
    first, second = (tmp_path / "result.m2").read_text().splitlines()[1:3]
    assert first.startswith(f"A 1 2|||{tag}|||has|||")
    assert comment in first.replace("Annotator ", "")
    assert "tags:" not in second
    assert "the other annotators' tags of 1 correction, in the sentence 1" in done.stderr


@pytest.fixture
def week(tmp_path: Path) -> Path:
    """Two annotators who agree on both corrections of a sentence, and call the first one differently."""
    (tmp_path / "week").mkdir()
    lines = M2.format("Vform", "Order", "").splitlines()
    (tmp_path / "week" / "refs.m2").write_text("\n".join(lines[:5]) + "\n")
    (tmp_path / "week" / "markscheme.toml").write_text('[[exercise]]\nsource = "refs.m2"\nreferences = ["refs.m2"]\n')
    return tmp_path / "week"


def adjudicate(command: Command, name: str, *arguments: object) -> tuple[str, str]:
    done = command("annotate", "adjudicate", name, *map(str, arguments))
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def first_correction(command: Command, folder: Path) -> tuple[str, str]:
    """Return the first line of the result, and what the export says."""
    target = folder.parent / "result.m2"
    _, said = adjudicate(command, "export", folder, "--output", target, "--force")
    return target.read_text().splitlines()[1], said


def test_a_tag_without_a_majority_is_a_question(markscheme: Command, week: Path):
    text, _ = adjudicate(markscheme, "status", week)
    assert "1 sentence: 0 agreed, 0 decided, 0 open with 0 places, 1 in which only a tag is open" in text
    assert "  1  1 2  have → has: Vform by Annotator 0; Order by Annotator 1\n" in text
    line, said = first_correction(markscheme, week)
    assert line.startswith("A 1 2|||Vform|||has|||")
    assert "no tag of 1 correction is that of more than half of its annotators, in the sentence 1: the first" in said


@pytest.mark.parametrize(
    ("answer", "tag"), [(("--tag", "Agreement"), "Agreement"), (("--annotator", "Annotator 1"), "Order")]
)
def test_a_judge_decides_a_tag(markscheme: Command, week: Path, answer: tuple[str, ...], tag: str):
    place = ("--sentence", 1, "--place", 1, 2)
    said, _ = adjudicate(markscheme, "take", week, *place, *answer, "--by", "Ms Lee", "--reason", "rule 3")
    assert said == "1  decided: She has two cats .\n"
    decisions = (week / "adjudicated.m2").read_text()
    assert f"A 1 2|||{tag}|||has|||REQUIRED|||from refs#0, refs#1; tag decided; by Ms Lee on " in decisions
    assert "; rule 3|||0\nA 3 4|||Noun|||cats|||REQUIRED|||agreed by refs#0, refs#1|||0\n" in decisions
    [state] = json.loads(adjudicate(markscheme, "status", week, "--format", "json")[0])["adjudications"]
    assert (state["counts"]["decided"], state["counts"]["tags"], state["tag_questions"]) == (1, 0, [])
    every = adjudicate(markscheme, "status", week, "--format", "json", "--every-tag")[0]
    [question] = json.loads(every)["adjudications"][0]["tag_questions"]
    assert (question["tags"][0], question["decided"]) == ({"name": "Vform", "annotators": ["refs#0"]}, tag)
    line, said = first_correction(markscheme, week)
    assert line.startswith(f"A 1 2|||{tag}|||has|||")
    assert "no tag" not in said
    assert "the other annotators' tags of 1 correction, in the sentence 1" in said
    adjudicate(markscheme, "take", week, *place, "--withdraw")
    assert not (week / "adjudicated.m2").exists()


def test_a_decided_tag_goes_into_formats_with_annotations(markscheme: Command, folder: Path, tmp_path: Path):
    take = ("take", folder, "--sentence", 1, "--place")
    adjudicate(markscheme, *take, 1, 2, "--tag", "Number")
    exported(markscheme, folder, tmp_path / "result.sgml")
    text = (tmp_path / "result.sgml").read_text()
    assert text.count("<TYPE>Number</TYPE>\n<CORRECTION>were</CORRECTION>\n<COMMENT>number of the subject") == 1
    assert text.count("<TYPE>Verb</TYPE>") == 1


@pytest.mark.parametrize(("place", "tag"), [((0, 1), "Verb"), ((0, 5), "Verb"), ((1, 2), "two words"), ((1, 2), "UNK")])
def test_a_tag_is_one_word_for_one_correction(markscheme: Command, week: Path, place: tuple[int, int], tag: str):
    arguments = ["--sentence", "1", "--place", *map(str, place), "--tag", tag]
    done = markscheme("annotate", "adjudicate", "take", "week", *arguments)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "The sentence has them at 1 2, 3 4" in done.stderr or "A tag is one word" in done.stderr


ESSAYS = """<DOC nid="7">
<TEXT>
<P>
We was waiting for bus. It came lately.
</P>
</TEXT>
<ANNOTATION teacher_id="kim">
<MISTAKE start_par="0" start_off="3" end_par="0" end_off="6" id="k1" severity="major">
<TYPE>SVA</TYPE>
<CORRECTION>were</CORRECTION>
<COMMENT>number</COMMENT>
</MISTAKE>
<MISTAKE start_par="0" start_off="32" end_par="0" end_off="38" id="k2">
<TYPE>Wci</TYPE>
</MISTAKE>
</ANNOTATION>
<ANNOTATION teacher_id="roy">
<MISTAKE start_par="0" start_off="3" end_par="0" end_off="6">
<TYPE>SVA</TYPE>
<CORRECTION>were</CORRECTION>
</MISTAKE>
<MISTAKE start_par="0" start_off="19" end_par="0" end_off="22" id="r2">
<TYPE>ArtOrDet</TYPE>
<CORRECTION>the bus</CORRECTION>
</MISTAKE>
</ANNOTATION>
</DOC>
<DOC nid="9">
<TEXT>
<P>
She go home.
</P>
</TEXT>
<ANNOTATION teacher_id="kim">
<MISTAKE start_par="0" start_off="4" end_par="0" end_off="6" id="k3">
<TYPE>Vform</TYPE>
<CORRECTION>goes</CORRECTION>
</MISTAKE>
</ANNOTATION>
</DOC>
"""
RECORDS = """{"id": "7", "text": "We was waiting for bus. It came lately.", "edits": [[0, [[3, 6, "were", "SVA"], \
[32, 38, null, "Wci"]]], [1, [[3, 6, "were", "SVA"], [19, 22, "the bus", "ArtOrDet"]]]]}
{"id": "9", "text": "She go home.", "edits": [[0, [[4, 6, "goes", "Vform"]]]]}
"""


@pytest.mark.parametrize(
    ("name", "content", "first"), [("essays.sgml", ESSAYS, "kim"), ("essays.json", RECORDS, "Annotator 0 of essays")]
)
def test_a_corpus_of_essays_goes_through_an_adjudication_as_it_is(
    markscheme: Command, tmp_path: Path, name: str, content: str, first: str
):
    folder = tmp_path / "essays"
    folder.mkdir()
    (folder / name).write_text(content)
    (folder / "markscheme.toml").write_text(f'[[exercise]]\nsource = "{name}"\nreferences = ["{name}"]\n')
    status, _ = adjudicate(markscheme, "status", folder)
    assert "3 sentences: 1 agreed, 0 decided, 2 open with 2 places" in status  # one annotator has not seen the last
    target = tmp_path / name
    _, said = adjudicate(markscheme, "export", folder, "--output", target, "--open", f"first {first}")
    form = FORMATS.corpus("nucle" if name.endswith("sgml") else "wi")
    before, after = (form.read_corpus(DocumentFile(path)).entries for path in (folder / name, target))
    assert [(entry.id, entry.source) for entry in after] == [(entry.id, entry.source) for entry in before]
    assert [entry.references[0].edits for entry in after] == [entry.references[0].edits for entry in before]
    assert [one.details for entry in after for one in entry.references[0].edits or ()] == [
        one.details for entry in before for one in entry.references[0].edits or ()
    ]
    assert "can't hold" not in said


def test_the_page_says_what_each_format_loses():
    page = (Path(__file__).parents[3] / "docs" / "formats.md").read_text()
    table = page.partition("<!-- what annotations lose -->\n")[2].partition("<!-- end -->")[0].splitlines()[2:]
    forms = [FORMATS.corpus(name) for name in ("brat", "uagec", "xmi", "nucle", "wi", "m2")]
    for row, form in zip(table, forms, strict=True):
        _, *cells = (cell.strip() for cell in row.strip("|").split("|"))
        carried = [cell.startswith("kept") for cell in cells]
        features = ("types", "detections", "notes", "attributes", "edit ids")
        expected = [feature in form.carries for feature in features]
        expected[1] &= form.name != "m2"
        assert carried == expected, form.name


def test_errants_types_are_written_on_request(markscheme: Command, folder: Path, tmp_path: Path):
    said = exported(markscheme, folder, tmp_path / "result.sgml", "--tags", "errant")
    assert "Types are ERRANT's, not the annotators' own tags (brat)." in said
    text = (tmp_path / "result.sgml").read_text()
    assert "<TYPE>R:VERB:SVA</TYPE>" in text
    assert "<TYPE>Verb</TYPE>" not in text


def test_the_reports_say_which_tags_are_used(markscheme: Command, folder: Path):
    status = markscheme("annotate", "adjudicate", "status", str(folder))
    assert "Types are the annotators' own tags (brat).\nTypes at open places: Articles" in status.stdout
    report = markscheme("annotate", "coverage", str(folder), "--no-credit", "--format", "json")
    assert json.loads(report.stdout)["tags"] == {
        "used": "own",
        "sets": ["brat"],
        "untagged": 0,
        "words": "Types are the annotators' own tags (brat).",
    }
    listed = markscheme("annotate", "questions", str(folder), "--limit", "0", "--tags", "errant")
    assert "Types are ERRANT's, not the annotators' own tags (brat)." in listed.stdout


def test_own_words_have_the_tag_of_what_an_annotator_corrects_there(markscheme: Command, folder: Path, tmp_path: Path):
    take = ["annotate", "adjudicate", "take", str(folder), "--sentence", "1", "--words"]
    assert markscheme(*take, "We were waiting for our bus.").returncode == 0
    exported(markscheme, folder, tmp_path / "result.uagec")
    first = (tmp_path / "result.bus.uagec").read_text()
    assert "{=>our :::error_type=Articles}bus" in first
