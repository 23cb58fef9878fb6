"""``review`` and its Python function: the marks, the settings that apply, and the report."""

import json
import shlex
import subprocess
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

import pytest

import markscheme as api
from exercise_files import exercise
from markscheme import decisions
from markscheme.documents.corpus import Corpus, Correction, Entry
from markscheme.documents.places import TextEdit
from markscheme.documents.word_writing import write_corpus
from markscheme.exercises.schemes import PRESETS
from markscheme.languages.segments import Span

Command = Callable[..., "subprocess.CompletedProcess[str]"]

EXAMPLES = Path(__file__).parents[2] / "examples"
SOURCE = "She like music."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    exercise(
        tmp_path,
        stem="a",
        source=f"{SOURCE}\n",
        hypotheses={"mei": "She likes the music.\n"},
        references={"kim": "She likes music.\n", "roy": "She like the music.\n"},
    )
    return tmp_path


def categories(report: api.Report) -> list[str]:
    return [finding.category.value for document in report.documents for finding in document.review.chunks]


def test_what_is_corrected_in_a_moved_paragraph_counts(tmp_path: Path):
    first = "My sister live in Rome. She work in a big bank."
    second = "We was there in May. The weather were wonderful."
    third = "I ate many icecream. The sea was cold."
    files = exercise(
        tmp_path,
        source="\n\n".join([first, second, third]),
        hypotheses={"mei": "\n\n".join([third, second, first.replace("work", "works")])},
        references={"kim": "\n\n".join([first.replace("work", "works"), second.replace("We was", "We were"), third])},
    )
    [document] = api.review([files.hypothesis("mei")]).documents
    text = files.hypothesis("mei").read_text()
    assert [
        (finding.verdict.value, finding.span.of(text), finding.source_span.of(files.source.read_text()))
        for finding in document.review.findings
    ] == [("missed", "was", "was"), ("correct", "works", "work")]
    assert document.review.findings[1].span.start == text.index("works")


def test_each_place_at_which_a_teacher_parts_a_run_on_is_a_finding(tmp_path: Path):
    files = exercise(
        tmp_path,
        source="He is my friend, he lives in Prague, he work in a bank, he have two childs and a dog.",
        hypotheses={"mei": "He is my friend, he lives in Prague, he works in a bank, he has two children and a dog."},
        references={"kim": "He is my friend. He lives in Prague. He works in a bank. He has two children and a dog."},
    )
    [document] = api.review([files.hypothesis("mei")]).documents
    text = files.hypothesis("mei").read_text()
    assert [(finding.verdict.value, finding.span.of(text)) for finding in document.review.findings] == [
        ("missed", ", he"),
        ("missed", ", he"),
        ("correct", "works"),
        ("missed", ", he"),
        ("correct", "has"),
        ("correct", "children"),
    ]


@pytest.mark.parametrize("name", ["letter", "opinion", "report", "postcard", "diary", "quiz"])
def test_every_example_has_marks_of_every_category(name: str):
    report = api.review([EXAMPLES / name])
    assert report.problems == ()
    assert set(categories(report)) == {"hit-correction", "wrong-correction", "under-correction", "over-correction"}
    for document in report.documents:
        assert all(finding.source or finding.hypothesis for finding in document.review.findings if finding.credit)
        starts = [finding.span.start for finding in document.review.findings]
        assert starts == sorted(starts)


def test_options_come_before_the_configuration_and_that_before_defaults(markscheme: Command, folder: Path):
    def scored(*options: str) -> str:
        done = markscheme("review", "a.hyp.mei.txt", "--format", "json", *options)
        [document] = json.loads(done.stdout)["documents"]
        return document["marks"]["signature"]

    assert "assumption:dependent" in scored()
    (folder / "markscheme.toml").write_text(
        '[[exercise]]\nsource = "a.src.txt"\nhypotheses = ["a.hyp.*"]\nreferences = ["a.ref.*"]\n'
        'assumption = "independent"\ntau = 0.9\n'
    )
    assert "assumption:independent" in scored()
    assert "tau:0.9" in scored()
    assert "assumption:dependent" in scored("--assumption", "dependent")
    assert "tau:0.9" in scored("--assumption", "dependent")


def test_differences_that_do_not_count_are_in_the_signature(markscheme: Command, folder: Path):
    def signature(*options: str) -> str:
        [document] = json.loads(markscheme("review", "a.hyp.mei.txt", "--format", "json", *options).stdout)["documents"]
        return document["marks"]["signature"]

    assert "equal" not in signature()
    (folder / "markscheme.toml").write_text(
        '[[exercise]]\nsource = "a.src.txt"\nhypotheses = ["a.hyp.*"]\nreferences = ["a.ref.*"]\n'
        'equal = ["contractions"]\n'
    )
    assert "|equal:contractions|" in signature()
    given = signature("--equal", "spelling-variants", "--equal", "capital-letters")
    assert "|equal:capital-letters,spelling-variants|" in given


def test_an_unknown_difference_is_a_usage_error(markscheme: Command, folder: Path):
    done = markscheme("review", "a.hyp.mei.txt", "--equal", "speling")
    assert done.returncode == 2
    assert "capital-letters" in done.stderr


def test_each_author_is_named(markscheme: Command, folder: Path):
    corrections = tuple(
        Correction(name, SOURCE.replace("like", new), (TextEdit(Span(4, 8), new),))
        for name, new in [("Mei", "likes"), ("Ben", "liked")]
    )
    corpus = Corpus((Entry("", SOURCE, references=corrections),), tokenised=False)
    (folder / "a.hyp.docx").write_bytes(write_corpus(corpus))
    done = markscheme("review", "a.hyp.docx")
    assert [line for line in done.stdout.splitlines() if "corrections)" in line] == [
        "a.hyp.docx by Mei  (a, 2 teachers' corrections)",
        "a.hyp.docx by Ben  (a, 2 teachers' corrections)",
    ]
    documents = json.loads(markscheme("review", "a.hyp.docx", "--format", "json").stdout)["documents"]
    assert [document["author"] for document in documents] == ["Mei", "Ben"]


TASK = "She like music. He go home. We was late. They has a dog."


def colleagues(*pairs: tuple[str, list[tuple[str, str]]]) -> bytes:
    """A Word document in which people replace words."""
    corrections = []
    for name, changes in pairs:
        edits = tuple(TextEdit(Span(TASK.index(old), TASK.index(old) + len(old)), new) for old, new in changes)
        corrections.append(Correction.of(name, TASK, edits))
    return write_corpus(Corpus((Entry("", TASK, references=tuple(corrections)),), tokenised=False))


KIM = ("Ms Kim", [("like", "likes"), ("go", "goes")])
ROY = ("Mr Roy", [("was", "were"), ("has", "have")])


def test_who_changes_nothing_where_colleagues_share_the_work_misses_everything(markscheme: Command, tmp_path: Path):
    (tmp_path / "b.ref.docx").write_bytes(colleagues(KIM, ROY))
    (tmp_path / "b.hyp.idle.docx").write_bytes(colleagues())
    (tmp_path / "b.hyp.ana.txt").write_text("She likes music. He goes home. We were late. They has a dog.")
    ana, idle = api.review([tmp_path / "b.hyp.ana.txt", tmp_path / "b.hyp.idle.docx"]).documents
    assert (ana.review.marks.counts.tp, ana.review.marks.counts.fn) == (3, 1)
    assert (idle.review.marks.counts.tp, idle.review.marks.counts.fn, idle.review.marks.errant.f) == (0, 4, 0.0)
    heading = markscheme("review", "b.hyp.idle.docx").stdout.splitlines()[0]
    assert heading == "b.hyp.idle.docx  (b, 1 teacher's correction: Ms Kim and Mr Roy together)"


@pytest.mark.parametrize(
    ("references", "heading"),
    [
        (["b.docx"], "b.docx  (b, 1 teacher's correction: Ms Kim and Mr Roy together)"),
        (["b.docx#*"], "b.docx  (b, 1 teacher's correction: Ms Kim and Mr Roy together)"),
        (["b.docx#Ms Kim"], "b.docx  (b, 1 teacher's correction)"),
        (["b.docx#Ms Kim", "b.docx#Mr Roy"], "b.docx  (b, 2 teachers' corrections: Ms Kim or Mr Roy)"),
    ],
)
def test_the_heading_says_how_the_authors_of_the_references_share_the_work(
    markscheme: Command, tmp_path: Path, references: list[str], heading: str
):
    (tmp_path / "b.docx").write_bytes(colleagues(KIM, ROY))
    (tmp_path / "markscheme.toml").write_text(
        f'[[exercise]]\nname = "b"\nsource = "b.docx"\nreferences = {json.dumps(references)}\n'
    )
    assert markscheme("review", "b.docx").stdout.splitlines()[0] == heading


def test_a_hypothesis_by_several_who_share_the_work_is_one(markscheme: Command, tmp_path: Path):
    (tmp_path / "b.ref.kim.docx").write_bytes(colleagues(KIM))
    (tmp_path / "b.hyp.docx").write_bytes(colleagues(("Mei", KIM[1][:1]), ("Ben", KIM[1][1:])))
    lines = markscheme("review", "b.hyp.docx").stdout.splitlines()
    assert lines[:2] == ["b.hyp.docx by Mei and Ben together  (b, 1 teacher's correction)", "2 correct · 2 of 2 points"]


def test_a_missing_reference_sentence_has_no_say(folder: Path):
    files = exercise(
        folder,
        stem="b",
        source="He like tea .\nShe like music .\n",
        hypotheses={"mei": "He likes tea .\nShe loves music .\n"},
        references={"kim": "He likes tea .\nShe likes music .\n", "roy": "He likes tea .\n\n"},
        suffix="",
    )
    [document] = api.review([files.hypothesis("mei")]).documents
    names = [[reference.reference for reference in finding.references] for finding in document.review.findings]
    assert names == [["kim", "roy"], ["kim"]]


@pytest.mark.parametrize(
    ("name", "content", "remedy"),
    [
        ("notes.txt", "Hello.\n", "Name it STEM.hyp.NAME.txt beside STEM.src.txt"),
        ("notes.md", "Hello {++you++}.\n", "Name it STEM.hyp.NAME.md beside STEM.src.md"),
        ("class.jsonl", '{"source": "a"}\n', "markscheme convert class.jsonl class.src.txt"),
        ("class.tsv", "source\na\n", "markscheme convert class.tsv class.src.txt"),
    ],
)
def test_a_document_of_no_exercise_gets_a_remedy(
    monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, content: str, remedy: str
):
    monkeypatch.chdir(folder)
    (folder / name).write_text(content)
    [problem] = api.review([folder / name]).problems
    assert problem.problem == "this document belongs to no exercise"
    assert remedy in problem.remedy


def test_a_configuration_names_one_of_several_annotators(folder: Path):
    m2 = (
        "S She like music .\nA 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0\n"
        "A 1 2|||R:VERB|||enjoys|||REQUIRED|||-NONE-|||1\n"
    )
    (folder / "b.m2").write_text(m2)
    (folder / "markscheme.toml").write_text('[[exercise]]\nhypotheses = ["b.m2#1"]\nreferences = ["b.m2#0"]\n')
    [document] = api.review([folder / "b.m2"]).documents
    [finding] = document.review.findings
    assert (finding.category.value, finding.verdict.value) == ("wrong-correction", "different")
    assert finding.hypothesis == "enjoys"
    assert [reference.text for reference in finding.references] == ["likes"]


def test_a_hypothesis_with_several_annotators_is_one_hypothesis_each(markscheme: Command, folder: Path):
    (folder / "b.hyp.m2").write_text(
        "S She like music .\nA 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||2\n"
        "A 1 2|||R:VERB|||enjoys|||REQUIRED|||-NONE-|||0\n"
    )
    (folder / "b.ref.kim.m2").write_text("S She like music .\nA 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0\n")
    documents = api.review([folder / "b.hyp.m2"]).documents
    assert [(item.author, item.review.findings[0].category.value) for item in documents] == [
        ("0", "wrong-correction"),
        ("2", "hit-correction"),
    ]
    titles = [
        line for line in markscheme("review", "b.hyp.m2").stdout.splitlines() if "1 teacher's correction)" in line
    ]
    assert titles == ["b.hyp.m2 by 0  (b, 1 teacher's correction)", "b.hyp.m2 by 2  (b, 1 teacher's correction)"]


def test_passages_have_scores_and_findings_name_their_passage(markscheme: Command, folder: Path):
    exercise(
        folder,
        stem="a",
        source=f"It rains. {SOURCE}\n",
        hypotheses={"mei": "It rains. She likes music now.\n"},
        references={"kim": "It rains. She likes music.\n"},
    )
    (folder / "a.ref.roy.txt").unlink()
    [document] = json.loads(markscheme("review", ".", "--format", "json").stdout)["documents"]
    first, second = document["passages"]
    assert [item["text"] for item in document["passages"]] == ["It rains.", "She likes music now."]
    assert (first["counts"]["tp"], second["counts"]["tp"], second["counts"]["fp_un"]) == (0, 1, 1)
    assert second["range"] == {"start": {"line": 0, "character": 10}, "end": {"line": 0, "character": 30}}
    assert 0 < second["score"] < 1
    assert 0 < second["credit"] < 1
    assert [item["passage"] for item in document["findings"]] == [1, 1]
    assert document["lines"] is True


def test_a_broken_configuration_in_one_folder_does_not_stop_others(markscheme: Command, folder: Path):
    (folder / "broken").mkdir()
    (folder / "broken/markscheme.toml").write_text("references = 1\n")
    done = markscheme("review", ".")
    assert (done.returncode, "a.hyp.mei.txt" in done.stdout) == (2, True)
    assert "broken/markscheme.toml:1:1: unknown key 'references'" in done.stderr


def test_accepted_alternatives_count(markscheme: Command, folder: Path):
    before = markscheme("review", "a.hyp.mei.txt")
    source, day = ("She", "like", "music", "."), date(2026, 11, 21)
    mine = decisions.Decision(decisions.DecisionKind.ACCEPTED, source, 1, 2, ("likes", "the"), "R:VERB", "Kim", day)
    decisions.decide(decisions.DecisionFolder(folder), mine)
    [document] = json.loads(markscheme("review", ".", "--format", "json").stdout)["documents"]
    [finding] = document["chunks"]
    assert (finding["category"], finding["credit"]) == ("hit-correction", pytest.approx(1.0))
    assert finding["references"][-1]["reference"] == "accepted (Kim, 2026-11-21)"
    assert finding["references"][-1]["text"] == finding["hypothesis"]
    assert document["marks"]["references"] == 2
    decided = [(item["verdict"], item["decided"]) for item in document["findings"]]
    assert ("correct", "accepted, Kim, 2026-11-21") in decided
    assert {verdict for verdict, _ in decided} == {"correct"}
    decisions.withdraw(decisions.DecisionFolder(folder), mine)
    assert markscheme("review", "a.hyp.mei.txt").stdout == before.stdout


def test_a_broken_file_of_alternatives_is_reported_beside_the_marks(markscheme: Command, folder: Path):
    before = markscheme("review", ".")
    (folder / "accepted.m2").write_text("S a\nA 0 9|||R|||x|||REQUIRED|||-NONE-|||0\n")
    done = markscheme("review", ".")
    assert (done.returncode, done.stdout) == (2, before.stdout)
    assert "accepted.m2:2: the span 0 9 is outside its sentence" in done.stderr


def test_the_file_of_alternatives_cannot_be_marked(markscheme: Command, folder: Path):
    decisions.decide(
        decisions.DecisionFolder(folder), decisions.Decision(decisions.DecisionKind.ACCEPTED, ("a",), 0, 1, ("b",), "R")
    )
    done = markscheme("review", "accepted.m2")
    assert done.returncode == 2
    assert "these are accepted alternatives; there is nothing to mark" in done.stderr


def test_the_file_of_decisions_cannot_be_marked(markscheme: Command, folder: Path):
    decisions.decide(
        decisions.DecisionFolder(folder), decisions.Decision(decisions.DecisionKind.OPTIONAL, ("a",), 0, 1, ("b",), "R")
    )
    done = markscheme("review", "decisions.m2")
    assert done.returncode == 2
    assert "these are teachers' decisions; there is nothing to mark" in done.stderr


def test_a_broken_file_of_decisions_is_reported_beside_the_marks(markscheme: Command, folder: Path):
    before = markscheme("review", ".")
    (folder / "decisions.m2").write_text("S a\nA 0 1|||R|||x|||REQUIRED|||maybe by Kim on 2026-11-22|||0\n")
    done = markscheme("review", ".")
    assert (done.returncode, done.stdout) == (2, before.stdout)
    assert "decisions.m2:2: the comment 'maybe by Kim on 2026-11-22' is no decision" in done.stderr


@pytest.mark.parametrize("weighting", ["none", "length", "similarity", "vector"])
def test_findings_have_the_weights_that_the_scores_add_up(markscheme: Command, folder: Path, weighting: str):
    (folder / "markscheme.toml").write_text(
        '[marking]\nweighting = "vector"\n[[exercise]]\nsource = "a.src.txt"\nhypotheses = ["a.hyp.*"]\n'
        'references = ["a.ref.kim.txt"]\n'
    )
    (folder / "a.hyp.mei.txt").write_text("She likes music now.\n")
    done = markscheme("review", ".", "--format", "json", "--weighting", weighting)
    [document] = json.loads(done.stdout)["documents"]
    marks = document["marks"]
    hit, over = document["chunks"]
    assert [item["weight"] for item in document["findings"]] == [hit["weight"], over["weight"]]
    assert [hit["category"], over["category"]] == ["hit-correction", "over-correction"]
    assert marks["weighting"] == weighting
    assert f"weighting:{weighting}" in marks["signature"].split("|")
    if weighting == "none":
        assert marks["weights"] is None
        assert marks["scores"]["over"] == 0.5
        return
    assert (marks["weights"]["tp"], marks["weights"]["fp_un"]) == (hit["weight"], over["weight"])
    assert marks["scores"]["over"] == over["weight"] / (hit["weight"] + over["weight"])
    if weighting == "similarity":
        assert hit["difference"] > 0 > over["difference"]
    else:
        assert (hit["difference"], over["difference"]) == (None, None)


def test_the_configuration_sets_the_weighting(markscheme: Command, folder: Path):
    (folder / "markscheme.toml").write_text(
        '[[exercise]]\nsource = "a.src.txt"\nhypotheses = ["a.hyp.*"]\nreferences = ["a.ref.*"]\nweighting = "length"\n'
    )
    [document] = api.review([folder]).documents
    assert document.review.marks.weighting == "length"
    assert all(0.75 <= finding.weight <= 1.25 for finding in document.review.chunks)


@pytest.fixture
def unreferenced(folder: Path) -> Path:
    """Write a class with one exercise that has no reference."""
    exercise(
        folder,
        stem="b",
        source="She gives me good advice.\nThey live here since two years.\n",
        hypotheses={"mei": "She gives me good advices.\nThey have lived here for two years.\n"},
    )
    return folder


def test_a_correction_without_a_reference_is_estimated_and_the_report_begins_with_that(
    markscheme: Command, unreferenced: Path
):
    done = markscheme("review", "b.hyp.mei.txt")
    assert (done.returncode, done.stderr) == (0, "")
    first, *others = done.stdout.splitlines()
    assert first.startswith("No teacher's correction was used.")
    assert "b.hyp.mei.txt  (b, no teacher's correction)" in others
    assert "3 corrections, 1 of them lowers it" in " ".join(done.stdout.split())
    assert sum("Lowers the estimate" in line for line in others) == 1


def test_estimates_stand_apart_from_marks(markscheme: Command, unreferenced: Path):
    report = json.loads(markscheme("review", ".", "--format", "json").stdout)
    assert [document["exercise"] for document in report["documents"]] == ["a"]
    [estimated] = report["estimated"]
    assert estimated["exercise"] == "b"
    assert [edit["hypothesis"] for edit in estimated["estimate"]["edits"] if edit["lowers"]] == ["advices"]
    lines = markscheme("review", ".").stdout.splitlines()
    assert lines[0].startswith("a.hyp.mei.txt")
    assert any(line.startswith("No teacher's correction") for line in lines)


@pytest.mark.parametrize("configured", [False, True])
def test_an_estimate_can_be_declined(markscheme: Command, unreferenced: Path, configured: bool):
    if configured:
        (unreferenced / "markscheme.toml").write_text(
            '[marking]\nestimate = false\n\n[[exercise]]\nsource = "b.src.txt"\nhypotheses = ["b.hyp.*"]\n'
        )
    done = markscheme("review", "b.hyp.mei.txt", *([] if configured else ["--no-estimate"]))
    assert done.returncode == 2
    assert "has no teacher's correction" in done.stderr
    if configured:
        assert markscheme("review", "b.hyp.mei.txt", "--estimate").returncode == 0


def test_the_margin_and_the_estimator_are_options(markscheme: Command, unreferenced: Path):
    lax = markscheme("review", "b.hyp.mei.txt", "--set", "estimate.margin=50")
    assert "Lowers" not in lax.stdout
    done = markscheme("review", "b.hyp.mei.txt", "--set", "impara.estimator=nowhere")
    assert (done.returncode, done.stdout.strip()) == (2, "")
    assert "this folder holds no trained quality estimator" in done.stderr


def test_a_document_that_carries_its_source_is_estimated(unreferenced: Path):
    (unreferenced / "c.hyp.mei.md").write_text("She gives me good {~~advice~>advices~~}.\n")
    [document] = api.review([unreferenced / "c.hyp.mei.md"]).estimated
    [edit] = document.review.lowering
    assert edit.span.of(document.text) == "advices"


def test_without_a_source_nothing_can_be_estimated(unreferenced: Path):
    (unreferenced / "b.src.txt").unlink()
    report = api.review([unreferenced / "b.hyp.mei.txt"])
    assert (report.documents, report.estimated) == ((), ())
    [problem] = report.problems
    assert "has no source" in problem.problem


ESSAYS = (
    {"id": "1", "text": "She like music.", "edits": [[0, [[4, 8, "likes"]]]]},
    {"id": "2", "text": "He go home.\n\nBye.", "edits": [[0, [[3, 5, "goes"]]]]},
)


@pytest.mark.parametrize(
    ("name", "records"),
    [
        ("A.dev.json", ESSAYS),
        ("my class.json", ESSAYS),
        ("one.json", ESSAYS[:1]),
        ("namesakes.json", [{**record, "id": "1"} for record in ESSAYS]),
        ("sides.jsonl", [{"source": "He go.", "hypothesis": "He goes.", "reference": "He went."}] * 2),
    ],
)
def test_the_conversion_that_a_review_of_a_corpus_names_can_be_made(
    markscheme: Command, folder: Path, name: str, records: Sequence[dict[str, object]]
):
    corpora = folder / "corpora"
    corpora.mkdir()
    (corpora / name).write_text("".join(json.dumps(record) + "\n" for record in records))
    done = markscheme("review", f"corpora/{name}")
    assert done.returncode == 2
    _, _, command = done.stderr.partition("Convert it to files that can be marked: markscheme ")
    arguments = shlex.split(command)
    assert markscheme(*arguments).returncode == 0
    reviewed = markscheme("review", arguments[2])
    assert (reviewed.returncode, reviewed.stderr) == (0, "")
    assert "She like" in (folder / arguments[2]).read_text() or "He go" in (folder / arguments[2]).read_text()


def test_a_review_of_a_malformed_corpus_names_its_fault(markscheme: Command, folder: Path):
    (folder / "a.json").write_text('{"text": "He go.", "edits": 1}\n')
    done = markscheme("review", "a.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "a.json:1: edits is not a list" in done.stderr


def test_marks_are_shown_by_a_preset_before_one_is_chosen(folder: Path, markscheme: Command):
    settings = folder / "markscheme.toml"
    settings.write_text("[scheme]\nmax = 5\n")
    shown = {name: markscheme("review", folder, "--scheme", name).stdout for name in PRESETS.names}
    assert "of 10" in shown["share of errors found"]
    assert "of 20" in shown["deduct per error"]
    assert "of 5" in markscheme("review", folder).stdout
    assert settings.read_text() == "[scheme]\nmax = 5\n"
    refused = markscheme("review", folder, "--scheme", "school")
    assert refused.returncode == 2
    assert "choose one of" in refused.stderr


def test_more_errors_than_a_best_mark_has_points_for_are_said(tmp_path: Path, markscheme: Command):
    wrong, right = "She like music. " * 30, "She likes music. " * 30
    exercise(tmp_path, source=wrong, hypotheses={"mei": f"She likes music. {wrong[16:]}"}, references={"kim": right})
    shown = " ".join(markscheme("review", tmp_path, "--scheme", "deduct per error").stdout.split())
    assert "0 of 20" in shown
    assert "More errors than the best mark has points for: no mark is below 0" in shown
    share = markscheme("review", tmp_path, "--scheme", "share of errors found").stdout
    assert "More errors" not in share


@pytest.mark.parametrize("form", [pytest.param("text", marks=pytest.mark.thorough), "json"])
def test_a_pipe_of_a_narrow_encoding_gets_what_it_lacks_escaped(tmp_path: Path, markscheme_process: Command, form: str):
    exercise(tmp_path, source=f"{SOURCE}\n", hypotheses={"mei": "She likes 😀 music.\n"}, references={"kim": "Mmm.\n"})
    done = markscheme_process("review", tmp_path, "--format", form, encoding="cp1252")
    assert (done.returncode, done.stderr) == (0, "")
    if form == "json":
        [document] = json.loads(done.stdout)["documents"]
        assert "😀" in document["passages"][0]["text"]
    else:
        assert r"\u2192" in done.stdout


def test_no_temporary_file_is_needed(markscheme: Command, folder: Path, monkeypatch: pytest.MonkeyPatch):
    (folder / "b.src.txt").write_text(f"{SOURCE}\n")
    (folder / "b.hyp.tom.txt").write_text("She likes music.\n")

    def full() -> str:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr("tempfile.gettempdir", full)
    for form in ("text", "json"):
        done = markscheme("review", ".", "--format", form)
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
        assert "tom" in done.stdout
