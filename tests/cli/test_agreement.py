"""``markscheme annotate agreement`` on the examples, and on what people bring."""

import csv
import json
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from docx import Document
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from class_folders import own_essays
from markscheme.cli.app import app
from markscheme.documents.files import is_product

ROOT = Path(__file__).parents[2]
QUIZ = ROOT / "examples" / "quiz"
SCHEMA = json.loads((ROOT / "docs" / "protocol.schema.json").read_text())


def agreement(*arguments: object, status: int = 0) -> str:
    """Return what the command prints."""
    options = () if "--credit" in arguments else ("--no-credit",)
    result = CliRunner().invoke(app, ["annotate", "agreement", *map(str, arguments), *options, "--resamples", "50"])
    assert result.exit_code == status, result.output
    return result.output


def as_json(*arguments: object) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(agreement(*arguments, "--format", "json"))
    Draft202012Validator({**SCHEMA, "$ref": "#/$defs/AgreementReport"}).validate(report)
    return report


def test_a_reader_sees_who_and_what_at_once():
    text = agreement(QUIZ)
    assert text.startswith("2 annotators, 16 sentences, 15 of them seen by at least two annotators.\n")
    assert "Krippendorff's alpha 0.83 (95 % interval" in text
    assert "pronoun (2 of 6)" in text
    assert "Annotator 1: “told me” (pronoun); Annotator 0: “said” (verb)" in text
    assert "metric:agreement|units:chunks|annotators:2|refs:3|" in text


def test_json_has_the_shape_of_the_contract_and_credit_on_request():
    report = as_json(QUIZ, "--credit")
    assert [item["name"] for item in report["annotators"]] == ["reference#0", "reference#1"]
    assert set(report["left_out"][0]["scores"]) == {"cleme2", "errant", "credit"}
    assert report["percentiles"] == pytest.approx([2.5, 97.5])
    assert "encoder:" in report["signature"]
    assert "encoder:" not in as_json(QUIZ)["signature"]


def test_json_has_figures_and_units_on_request():
    figures, everything = as_json(QUIZ), as_json(QUIZ, "--units")
    assert "listed_units" not in figures
    assert all("example" not in item for name in ("types", "groups", "confusions") for item in figures[name])
    assert all("example" in item for item in everything["confusions"])
    assert [item["sentence"] for item in everything["listed_units"]] == [*range(16)]
    units = [unit for item in everything["listed_units"] for unit in item["units"]]
    assert len(units) == figures["units"]
    assert (
        sum(any(own and own["words"] is not None for own in unit["treatments"]) for unit in units)
        == (figures["changed_units"])
    )
    for name in ("types", "groups", "confusions"):
        for item in everything[name]:
            item.pop("example", None)
    assert {**everything, "listed_units": []} == {**figures, "listed_units": []}
    assert "only JSON lists units" in agreement(QUIZ, "--units", status=2)


def test_intervals_are_of_sentences_or_of_whole_texts(tmp_path: Path):
    for name, text in {"a": "He go home. She like it. I see.", "b": "She like it. We was late. He go."}.items():
        (tmp_path / f"{name}.src.txt").write_text(f"{text}\n")
        (tmp_path / f"{name}.ref.kim.txt").write_text(f"{text.replace('go', 'goes').replace('like', 'likes')}\n")
        (tmp_path / f"{name}.ref.roy.txt").write_text(f"{text.replace('go', 'went').replace('was', 'were')}\n")
    sentences, texts = as_json(tmp_path), as_json(tmp_path, "--by-document")
    alphas = [report["questions"][0]["alpha"] for report in (sentences, texts)]
    assert alphas[0]["value"] == alphas[1]["value"]
    assert alphas[0]["low"] < alphas[1]["low"] <= alphas[1]["high"] < alphas[0]["high"]
    assert "|draws:documents|" in texts["signature"]
    assert "draws" not in sentences["signature"]


class _Page(HTMLParser):
    """Collects what a page loads, its scripts, its shaded cells, and its links with the places that they lead to."""

    def __init__(self) -> None:
        super().__init__()
        self.outside: list[str] = []
        self.cells: list[str] = []
        self.links: set[str] = set()
        self.places: list[str] = []
        self._in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag in ("script", "link", "img", "iframe") or "src" in values or values.get("href", "#")[0] != "#":
            self.outside.append(tag)
        self.links |= {values["href"][1:]} if "href" in values else set()
        self.places += [values["id"]] if "id" in values else []
        if tag == "td" and values.get("class") == "shaded":
            self._in_cell = True
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        self._in_cell = self._in_cell and tag != "td"

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.cells[-1] += data


def test_a_page_loads_nothing_and_every_shaded_cell_has_its_number(tmp_path: Path):
    agreement(QUIZ, "--format", "html", "--output", tmp_path / "agreement.html")
    assert is_product(tmp_path / "agreement.html")
    page = _Page()
    page.feed((tmp_path / "agreement.html").read_text())
    assert page.outside == []
    assert len(page.cells) > 40
    assert all(any(character.isdigit() for character in cell) for cell in page.cells)
    assert len(page.places) == len({*page.places})
    behind = {place for place in page.places if place.startswith(("pairs-", "kinds-", "types-"))}
    assert behind <= page.links <= {*page.places}
    assert len(behind) > 30


def test_csv_has_a_row_for_each_number():
    rows = list(csv.DictReader(StringIO(agreement(QUIZ, "--format", "csv"))))
    [value] = [
        row["value"] for row in rows if (row["row"], row["subject"], row["measure"]) == ("agreement", "type", "alpha")
    ]
    assert float(value) == pytest.approx(0.7428, abs=1e-4)
    assert {row["row"] for row in rows} == {
        *("agreement", "annotator", "left out", "ceiling"),
        *("type", "group", "confusion"),
    }


def test_one_reference_has_no_agreement_and_says_so(tmp_path: Path):
    (tmp_path / "x.src").write_text("He go .\n")
    (tmp_path / "x.ref0").write_text("He goes .\n")
    (tmp_path / "x.hyp.bo").write_text("He goes .\n")
    assert "1 annotator, 1 sentence.\nAgreement needs two annotators at least. If several" in agreement(tmp_path)
    assert as_json(tmp_path)["questions"] == []
    assert "Agreement needs two annotators" in agreement(tmp_path, "--format", "html")


def test_annotators_without_a_text_in_common_are_told_so(tmp_path: Path):
    for name in ("kim", "roy"):
        (tmp_path / f"{name}.src.txt").write_text(f"He go home, {name}.\n")
        (tmp_path / f"{name}.ref.{name}.txt").write_text(f"He goes home, {name}.\n")
    text = agreement(tmp_path)
    assert "No sentence was seen by two annotators, so there is no agreement between them." in text
    assert "kappa" not in text
    assert "Fleiss" not in agreement(tmp_path, "--format", "html")
    assert as_json(tmp_path)["shared_sentences"] == 0


def test_a_document_stands_for_its_exercise():
    assert agreement(QUIZ / "quiz.hyp.sara.m2") == agreement(QUIZ / "quiz.ref.m2") == agreement(QUIZ)


def test_three_annotators_and_eight_hypotheses():
    report = as_json(ROOT / "examples" / "annotation")
    assert [item["name"] for item in report["annotators"]] == ["Adebayo", "Lindqvist", "Moreau"]
    assert [item["sentences"] for item in report["left_out"]] == [48, 44, 48]
    assert [len(item["systems"]) for item in report["ceilings"]] == [8, 8]
    text = agreement(ROOT / "examples" / "annotation")
    assert "3 annotators, 48 sentences, each seen by at least two annotators.\n" in text
    assert "Moreau agrees least with the others" in text
    assert "adverb · spelling: 2 at the same correction, 0 at different ones" in text


def test_empty_lines_are_no_fault(tmp_path: Path):
    (tmp_path / "x.src").write_text("He go .\n\nShe like it .\n")
    (tmp_path / "x.ref0").write_text("He goes .\n\n\n")
    (tmp_path / "x.ref1").write_text("He goes .\n\nShe likes it .\n")
    (tmp_path / "x.hyp.bo").write_text("\n\nShe likes it .\n")
    report = as_json(tmp_path)
    assert report["sentences"] == 3
    assert report["questions"][2]["alpha"]["value"] == 1


@pytest.mark.parametrize("name", ["letter", "postcard", "opinion", "report"])
def test_every_example_with_two_teachers_has_numbers(name: str):
    report = as_json(ROOT / "examples" / name)
    assert len(report["annotators"]) == 2
    assert report["questions"][0]["alpha"]["value"] is not None
    assert report["problems"] == []


def test_word_files_of_several_teachers(tmp_path: Path):
    texts = {
        "src": "He go home. She like it.",
        "ref.kim": "He goes home. She likes it.",
        "ref.roy": "He went home. She likes it.",
        "hyp.bo": "He goes home. She like it.",
    }
    for name, text in texts.items():
        document = Document()
        document.add_paragraph(text)
        document.save(str(tmp_path / f"x.{name}.docx"))
    report = as_json(tmp_path)
    assert [item["name"] for item in report["annotators"]] == ["kim", "roy"]
    assert [item["edits"] for item in report["annotators"]] == [2, 2]


def test_students_own_essays_are_one_set_of_sentences(tmp_path: Path):
    folder = own_essays(tmp_path)
    (folder / "corrected" / "Mr Cruz").mkdir()
    for path in (folder / "corrected" / "Ms Baker").iterdir():
        (folder / "corrected" / "Mr Cruz" / path.name).write_text(path.read_text())
    output = agreement(folder)
    assert output.startswith("2 annotators, 9 sentences, each seen by everybody.\n")
    assert "Pia's text has no teacher's correction yet" in output


def test_an_annotator_of_several_texts_is_one_person(tmp_path: Path):
    for name, text in {"a": "He go home.", "b": "She like it."}.items():
        (tmp_path / f"{name}.src.txt").write_text(f"{text}\n")
        (tmp_path / f"{name}.ref.kim.txt").write_text(f"{text.replace('go', 'goes').replace('like', 'likes')}\n")
        (tmp_path / f"{name}.ref.roy.txt").write_text(f"{text.replace('go', 'went').replace('like', 'likes')}\n")
    report = as_json(tmp_path, "--units")
    assert [(item["name"], item["sentences"]) for item in report["annotators"]] == [("kim", 2), ("roy", 2)]
    assert report["types"][0]["example"]["exercise"] == "a"


def test_another_language_has_general_types(tmp_path: Path):
    source = (
        "Gestern bin ich mit meinen Freunden in dem Kino gewesen und habe ein Film gesehen, der leider sehr langweilig "
        "war, weil niemand darin etwas sagte. Danach sind wir noch lange durch die Stadt gelaufen und haben "
        "über unsere Ferien gesprochen, die bald beginnen.\n"
    )
    (tmp_path / "x.src.txt").write_text(source)
    (tmp_path / "x.ref.kim.txt").write_text(source.replace("ein Film", "einen Film"))
    (tmp_path / "x.ref.roy.txt").write_text(source.replace("ein Film", "einen Film").replace("in dem", "im"))
    report = as_json(tmp_path)
    assert [item["name"] for item in report["types"]] == ["OTHER"]
    assert report["questions"][2]["alpha"]["value"] is not None


def test_what_cannot_be_used_is_said_once_and_ends_with_an_error(tmp_path: Path):
    assert "there is no exercise in this folder" in agreement(tmp_path, status=2)
    (tmp_path / "x.src.txt").write_text("He go.\n")
    (tmp_path / "x.hyp.bo.txt").write_text("He goes.\n")
    assert "Traceback" not in agreement(tmp_path, status=2)
    assert "choose one of text" in agreement(QUIZ, "--format", "docx", status=2)


NUMBERS = ("sentences", "shared_sentences", "units", "annotators", "questions", "left_out", "types", "confusions")
SENTENCES = ["She like music.", "He go home by bus.", "We was in Italy last year.", "They has a dog and two cats."]
TWENTY = " ".join(f"word{number}" for number in range(24)) + " ."


def essays(*texts: str) -> str:
    return "".join(f"### essay_id = {number}\n\n{text}\n\n" for number, text in enumerate(texts))


def m2(*sentences: str) -> str:
    return "".join(f"S {sentence}\nA 1 2|||R:VERB|||had|||REQUIRED|||-NONE-|||0\n\n" for sentence in sentences)


@pytest.mark.parametrize(
    ("source", "kim", "lee", "hypothesis"),
    [
        pytest.param(
            " ".join(SENTENCES),
            " ".join(SENTENCES).replace("like", "likes"),
            " ".join(SENTENCES).replace("go", "goes"),
            ("txt", f"{SENTENCES[0][:-1]}, {SENTENCES[1]} {SENTENCES[3]} {SENTENCES[2]}"),
            id="joins and moves sentences",
        ),
        pytest.param(
            "\n".join(SENTENCES),
            "\n".join(SENTENCES).replace("like", "likes"),
            "\n".join(SENTENCES).replace("go", "goes"),
            ("m2", m2(*SENTENCES)),
            id="numbers sentences",
        ),
        pytest.param(
            essays(" ".join(SENTENCES[:2]), " ".join(SENTENCES[2:])),
            essays("She likes music. He go home by bus.", "We were in Italy last year. They have a dog and two cats."),
            essays("She like music. He goes home by bus.", "We was in Italy last year, they have a dog and two cats."),
            ("txt", essays("She likes music, he goes home by bus.")),
            id="lacks an essay",
        ),
        pytest.param(
            f"{TWENTY}\nHe go .",
            f"{TWENTY.replace('word3 word4', 'three four')}\nHe goes .",
            f"{TWENTY.replace('word4', 'four')}\nHe went .",
            ("txt", f"{TWENTY.replace('word', 'other')}\nHe go ."),
            id="changes twenty words on end",
        ),
    ],
)
def test_annotators_numbers_do_not_depend_on_a_hypothesis_that(
    tmp_path: Path, source: str, kim: str, lee: str, hypothesis: tuple[str, str]
):
    suffix, marked = hypothesis
    texts = {"x.src.txt": source, "x.ref.kim.txt": kim, "x.ref.lee.txt": lee}
    for folder, own in {"alone": texts, "marked": {**texts, f"x.hyp.bo.{suffix}": marked}}.items():
        (tmp_path / folder).mkdir()
        for name, text in own.items():
            (tmp_path / folder / name).write_text(f"{text}\n")
    alone, marked_too = (as_json(tmp_path / folder) for folder in ("alone", "marked"))
    assert [item["hypothesis"] for item in marked_too["ceilings"][0]["systems"]] == ["bo"]
    assert {key: marked_too[key] for key in NUMBERS} == {key: alone[key] for key in NUMBERS}


@pytest.mark.parametrize("there", [(), ("students/mei.txt",)])
def test_hypotheses_that_are_not_there_are_no_fault_of_the_annotators(tmp_path: Path, there: tuple[str, ...]):
    (tmp_path / "students").mkdir()
    for name, text in {
        "s.txt": "He go home. She like it.",
        "kim.txt": "He goes home. She likes it.",
        "lee.txt": "He went home. She likes it.",
        **dict.fromkeys(there, "He goes home. She like it."),
    }.items():
        (tmp_path / name).write_text(f"{text}\n")
    (tmp_path / "markscheme.toml").write_text(
        '[[exercise]]\nname = "w"\nsource = "s.txt"\nreferences = ["kim.txt", "lee.txt"]\n'
        'hypotheses = ["students/*.txt", "system-*.txt"]\n'
    )
    report = as_json(tmp_path)
    assert [item["edits"] for item in report["annotators"]] == [2, 2]
    [problem] = report["problems"]
    assert ("'system-*.txt', and no file is there" if there else "Nobody has handed in w yet") in problem


def test_types_are_the_annotators_own_tags_or_errants(tmp_path: Path):
    own = {"0": "Verb_form", "1": "M:odal"}
    lines = [f"A 1 2|||{tag}|||goes|||REQUIRED|||-NONE-|||{name}" for name, tag in own.items()]
    (tmp_path / "refs.m2").write_text("\n".join(["S He go home .", *lines]) + "\n")
    report = as_json(tmp_path)
    assert [item["types"] for item in report["confusions"]] == [["M:odal", "Verb_form"]]
    assert {item["words"] for item in report["types"]} == {"Verb_form", "M:odal"}
    assert report["tags"]["used"] == "own"
    assert "|tags:own|" in report["signature"]
    assert "Types are the annotators' own tags" in agreement(tmp_path)
    errant = as_json(tmp_path, "--tags", "errant")
    assert [item["types"] for item in errant["confusions"]] == [["VERB:SVA", "VERB:SVA"]]
    assert "|tags:errant|" in errant["signature"]
    assert "Types are ERRANT's, not the annotators' own tags" in agreement(tmp_path, "--tags", "errant")


def test_hypotheses_without_tags_leave_the_annotators_theirs(tmp_path: Path):
    line = "A 1 2|||Verb_form|||goes|||REQUIRED|||-NONE-|||0"
    (tmp_path / "x.src").write_text("He go home .\n")
    (tmp_path / "x.ref.m2").write_text(f"S He go home .\n{line}\n{line[:-1]}1\n")
    (tmp_path / "x.hyp.bo").write_text("He goes to home .\n")
    report = as_json(tmp_path)
    assert report["tags"]["used"] == "own"
    assert [item["words"] for item in report["types"]] == ["Verb_form"]


def test_types_of_an_m2_file_that_are_errants_are_not_called_the_annotators_own():
    assert "\nTypes are ERRANT's.\n" in agreement(ROOT / "examples" / "annotation")
