"""``markscheme annotate adjudicate``: from three annotators to one text, and what each of them is shown."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import markscheme
from markscheme.cli.app import app
from markscheme.errors import DocumentError
from markscheme.exercises.adjudicated_file import AdjudicatedFile
from markscheme.research.agreement import AgreementSettings
from markscheme.research.resampling import ResamplingSettings

QUICK = AgreementSettings(ResamplingSettings(0), with_credit=False, with_verdicts=False)
SOURCE = "I went home, I ate a soup. It was good.\n\nShe like music.\n"
KIM = "I went home. I ate soup. It was good.\n\nShe likes music.\n"
ROY = "I went home, and I ate soup. It was very good.\n\nShe likes music.\n"
LEE = "I went home, and I ate soup. It was good.\n\nShe likes music.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    own = tmp_path / "essay"
    own.mkdir()
    for name, text in {"src": SOURCE, "ref.kim": KIM, "ref.roy": ROY, "ref.lee": LEE}.items():
        (own / f"x.{name}.txt").write_text(text)
    return own


def ran(*arguments: object) -> Result:
    result = CliRunner().invoke(app, ["annotate", "adjudicate", *map(str, arguments)])
    if isinstance(result.exception, DocumentError):
        raise result.exception
    return result


def adjudicate(*arguments: object) -> str:
    """Return what the command prints on standard output."""
    result = ran(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_an_exercise_is_adjudicated_and_exported(folder: Path, tmp_path: Path):
    assert "3 sentences: 1 agreed, 0 decided, 2 open with 2 places" in adjudicate("status", folder)
    assert "2 places in 2 sentences have a version" in adjudicate("take", folder, "--majority", "--dry-run")
    with pytest.raises(DocumentError, match="decides many sentences at once"):
        adjudicate("take", folder, "--majority")
    with pytest.raises(DocumentError, match="2 of 3 sentences are open"):
        adjudicate("export", folder, "--output", tmp_path / "a.m2")
    assert not (tmp_path / "a.m2").exists()
    taken = adjudicate("take", folder, "--sentence", 2, "--annotator", "roy", "--by", "Ms Baker", "--reason", "style")
    assert taken == "2  decided: It was very good .\n"
    filled = ran("export", folder, "--output", tmp_path / "a.md", "--open", "first kim")
    assert "1 sentence not decided; at open places stands the version of kim" in filled.stderr
    assert (tmp_path / "a.md").read_text() == (
        "I went home{~~,~>.~~}{>>R:PUNCT<<} I ate {--a --}{>>U:DET<<}soup. It was {++very ++}{>>M:ADV<<}good.\n\n"
        "She {~~like~>likes~~}{>>R:VERB:SVA<<} music.\n"
    )
    adjudicate("take", folder, "--majority", "--yes", "--by", "Ms Baker")
    adjudicate("export", folder, "--output", tmp_path / "a.m2")
    text = (tmp_path / "a.m2").read_text()
    assert "|||very|||REQUIRED|||from roy; by Ms Baker on " in text
    assert "|||likes|||REQUIRED|||agreed by kim, lee, roy|||0" in text
    adjudicate("export", folder, "--output", tmp_path / "b.src.txt")
    assert (tmp_path / "b.ref.adjudicated.txt").read_text() == ROY
    status = json.loads(adjudicate("status", folder, "--format", "json"))["adjudications"][0]
    assert status["counts"]["decided"] == 2
    assert status["decided_by"] == {"Ms Baker": 2}


def test_everybody_is_shown_what_was_changed(folder: Path, tmp_path: Path):
    adjudicate(
        "take", folder, "--sentence", 2, "--annotator", "roy", "--by", "Ms Baker", "--reason", "it was very good"
    )
    text = adjudicate("report", folder, "--for", "kim")
    assert "   It was [‸] good .\n      nothing is now “very”: the version of roy; decided by Ms Baker" in text
    assert "0 places changed and 1 kept" in adjudicate("report", folder, "--for", "roy")
    assert "0 places changed and 1 kept" in adjudicate("report", folder, "--for", "Roy")
    [row] = csv.DictReader(StringIO(adjudicate("report", folder, "--for", "kim", "--format", "csv")))
    assert (row["result"], row["taken from"], row["reason"]) == ("very", "roy", "it was very good")
    [change] = json.loads(adjudicate("report", folder, "--for", "kim", "--format", "json"))["changes"]
    assert (change["origin"], change["result"]["words"]) == ("annotators", ["very"])
    adjudicate("report", folder, "--for", "kim", "--format", "html", "--output", tmp_path / "kim.html")
    page = (tmp_path / "kim.html").read_text()
    assert "it was very good" in page
    assert "<dt>Yours</dt><dd>nothing</dd>" in page
    with pytest.raises(DocumentError, match="there is no annotator 'mia'"):
        adjudicate("report", folder, "--for", "mia")


def test_decisions_are_withdrawn_and_wording_are_kept(folder: Path):
    assert (
        adjudicate("take", folder, "--sentence", 3, "--words", "She loves music.") == "3  decided: She loves music .\n"
    )
    said = adjudicate("take", folder, "--sentence", 3, "--words", "She adores music .")
    assert said == "3  decided: She adores music .\n"
    assert adjudicate("take", folder, "--sentence", 3, "--withdraw") == "3  agreed: She likes music .\n"
    assert not (folder / "adjudicated.m2").exists()
    assert adjudicate("take", folder, "--sentence", 1, "--leave") == "1  decided: I went home , I ate a soup .\n"
    assert ran("take", folder, "--sentence", 9, "--leave").exit_code == 2
    assert ran("take", folder, "--leave").exit_code == 2
    assert ran("take", folder, "--sentence", 1).exit_code == 2


def test_a_second_annotator_sees_no_corrections(folder: Path, tmp_path: Path):
    printed = adjudicate("prepare", folder, "--into", tmp_path / "blind", "--for", "Mia Lin")
    assert "receive" in printed
    copy = {path.name: path.read_text() for path in (tmp_path / "blind").iterdir()}
    assert copy == {"x.src.txt": SOURCE, "x.ref.Mia Lin.txt": SOURCE}
    (tmp_path / "blind/x.ref.Mia Lin.txt").write_text(LEE)
    adjudicate("receive", folder, tmp_path / "blind", "--for", "Mia Lin")
    assert (folder / "x.ref.Mia Lin.txt").read_text() == LEE
    assert adjudicate("status", folder).startswith(f"{folder / 'adjudicated.m2'}: Mia Lin, kim, lee, roy")
    (tmp_path / "blind/x.src.txt").write_text(KIM)
    with pytest.raises(DocumentError, match="not the source of the exercise"):
        adjudicate("receive", folder, tmp_path / "blind", "--for", "Mia Lin", "--force")


def test_a_second_annotator_fills_in_m2(tmp_path: Path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a/q.ref.m2").write_text("S He go .\nA 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0\n")
    adjudicate("prepare", tmp_path / "a", "--into", tmp_path / "b")
    blank = tmp_path / "b/q.ref.second.m2"
    assert blank.read_text() == "S He go .\n\n"
    blank.write_text("S He goes .\n\n")
    with pytest.raises(DocumentError, match="its source sentence 1 is not that of"):
        adjudicate("receive", tmp_path / "a", tmp_path / "b")
    blank.write_text("S He go .\nA 1 2|||R:VERB|||went|||REQUIRED|||-NONE-|||0\n")
    adjudicate("receive", tmp_path / "a", tmp_path / "b")
    assert "1 open with 1 place" in adjudicate("status", tmp_path / "a")


def test_a_received_file_is_no_reference_until_the_configuration_names_it(tmp_path: Path):
    (tmp_path / "x").mkdir()
    for name, text in {"task": SOURCE, "kim": KIM, "roy": ROY}.items():
        (tmp_path / f"x/{name}.txt").write_text(text)
    lists = 'name = "x"\nsource = "task.txt"\nreferences = ["kim.txt", "roy.txt"]\n'
    (tmp_path / "x/markscheme.toml").write_text(f"[[exercise]]\n{lists}")
    adjudicate("prepare", tmp_path / "x", "--into", tmp_path / "blind", "--for", "mia")
    (tmp_path / "blind/x.ref.mia.txt").write_text(LEE)
    done = ran("receive", tmp_path / "x", tmp_path / "blind", "--for", "mia")
    assert (done.exit_code, (tmp_path / "x/x.ref.mia.txt").read_text()) == (0, LEE)
    assert "x.ref.mia.txt is no reference yet: name it in markscheme.toml" in done.stderr


def test_an_untouched_copy_is_refused(folder: Path, tmp_path: Path):
    adjudicate("prepare", folder, "--into", tmp_path / "blind", "--for", "Mia")
    with pytest.raises(DocumentError, match=r"nothing is changed in this copy .* --unchanged if Mia"):
        adjudicate("receive", folder, tmp_path / "blind", "--for", "Mia")
    assert not (folder / "x.ref.Mia.txt").exists()
    adjudicate("receive", folder, tmp_path / "blind", "--for", "Mia", "--unchanged")
    assert (folder / "x.ref.Mia.txt").read_text() == SOURCE
    (tmp_path / "q").mkdir()
    (tmp_path / "q/q.ref.m2").write_text("S He go .\nA 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0\n")
    adjudicate("prepare", tmp_path / "q", "--into", tmp_path / "r")
    with pytest.raises(DocumentError, match="nothing is changed"):
        adjudicate("receive", tmp_path / "q", tmp_path / "r")


@pytest.mark.parametrize("suffix", [".txt", ""])
def test_a_half_finished_copy_counts_as_far_as_it_was_read(tmp_path: Path, suffix: str):
    sentences = [f"Sentence {number} are here{' ' * (not suffix)}." for number in range(8)]
    source = ("\n" if not suffix else " ").join(sentences) + "\n"
    done = source.replace("are", "is", 2)
    essay, blind = tmp_path / "essay", tmp_path / "blind"
    essay.mkdir()
    (essay / f"x.src{suffix}").write_text(source)
    (essay / f"x.ref.kim{suffix}").write_text(source.replace("are", "is"))
    adjudicate("prepare", essay, "--into", blind, "--for", "Mia")
    name = f"x.ref.Mia{suffix}"
    (blind / name).write_text(done)
    command = ("receive", essay, blind, "--for", "Mia", "--force")
    with pytest.raises(DocumentError, match=r"sentence 2 of 8.*--seen all.*or --seen 2"):
        adjudicate(*command)
    with pytest.raises(DocumentError, match="sentence 2 is changed, so --seen 1"):
        adjudicate(*command, "--seen", 1)
    assert "8 of 8 sentences seen; the last change is in sentence 2" in adjudicate(*command, "--seen", "all")
    assert (essay / name).read_text() == done
    assert "5 of 8 sentences seen" in adjudicate(*command, "--seen", 5)
    own = markscheme.agreement([essay], settings=QUICK)
    assert {item.name: item.sentences for item in own.annotators} == {"Mia": 5, "kim": 8}


def test_a_broken_file_is_named(folder: Path):
    (folder / "adjudicated.m2").write_text("S She like music .\nA 1 2|||X\n")
    with pytest.raises(DocumentError, match=r"adjudicated\.m2:2: an A line reads"):
        adjudicate("status", folder)


def test_the_file_is_no_document_of_the_exercise(folder: Path):
    adjudicate("take", folder, "--sentence", 2, "--annotator", "roy")
    assert not AdjudicatedFile((folder / "adjudicated.m2").read_text()).is_empty
    assert "kim, lee, roy" in adjudicate("status", folder / "adjudicated.m2")
    assert "adjudicated" not in adjudicate("status", folder).partition(": ")[2]


def test_words_for_tokenised_texts_are_tokenised(tmp_path: Path):
    references = (
        "A 2 3|||R:OTHER|||goes|||REQUIRED|||-NONE-|||0",
        "A 2 3|||R:OTHER|||went|||REQUIRED|||-NONE-|||1",
    )
    (tmp_path / "q.ref.m2").write_text("\n".join(("S He don't go home .", *references, "")))
    words = "He don't go home, usually."
    taken = adjudicate("take", tmp_path, "--sentence", 1, "--words", words)
    assert taken == "1  decided: He don't go home , usually .\n"
