"""A class of six for tests, marked by two teachers: texts and Word documents, decisions, comments and a mark scheme."""

import datetime
from pathlib import Path

import docx

from class_folders import correction, draft, revision, write
from markscheme.documents.folders import GIVEN_FILE
from markscheme.exercises.comment_bank import Quote
from markscheme.exercises.decision_files import DecisionFolder, decide
from markscheme.exercises.decisions import Decision, DecisionKind
from markscheme.exercises.given_comments import GivenComment, Subject, give

STUDENTS = ("Ada", "mei_lin", "Chloé", "Dario", "Emre", "Femi")
IN_WORD = ("Emre", "Femi")
MARKET, APPLE, PARK, DAY = (
    tuple(text.split())
    for text in (
        "Yesterday I go to the market with my aunt .",
        "She buy a apple and three pear for us .",
        "Then we was sitting in park near the river .",
        "I am agree that it was very nice day .",
    )
)
CONFIGURATION = """# The class of Ms Kim
[scheme]
max = 10
basis = "%s"
bands = [{from = 7, name = "good"}, {from = 4, name = "pass"}, {from = 0, name = "try again"}]

[[exercise]]
name = "Market"
source = "market/original.txt"
references = ["market/correction {teacher}.txt"]
hypotheses = ["market/students/{student}.txt", "market/students/{student}.docx"]

[people]
mei_lin = "Mei Lin"
"""


def day(number: int) -> datetime.date:
    return datetime.date(2026, 11, number)


def class_of_six(folder: Path, basis: str = "share") -> Path:
    """Write the class; the text of Mei Lin names her, and two hand-ins are Word documents with their authors."""
    texts = {
        "markscheme.toml": CONFIGURATION % basis,
        "market/original.txt": draft(),
        "market/correction Ms Adeyemi.txt": correction(),
    }
    for number, student in enumerate(STUDENTS):
        if student not in IN_WORD:
            texts[f"market/students/{student}.txt"] = revision(number)
    texts["market/students/mei_lin.txt"] += "Yours, Mei\n"
    write(folder, texts)
    for number, student in enumerate(STUDENTS):
        if student in IN_WORD:
            document = docx.Document()
            document.core_properties.author = student
            for line in revision(number).splitlines():
                document.add_paragraph(line)
            document.save(str(folder / "market" / "students" / f"{student}.docx"))
    return folder


def first_teacher(folder: Path) -> None:
    """Decide as Ms Kim."""
    beside = DecisionFolder(folder / "market")
    by = "Ms Kim"
    decide(beside, Decision(DecisionKind.ACCEPTED, APPLE, 1, 2, ("buys",), "R:VERB:SVA", by, day(20)))
    decide(beside, Decision(DecisionKind.WRONG, MARKET, 2, 3, ("have", "gone"), "R:VERB:TENSE", by, day(20)))
    decide(beside, Decision(DecisionKind.OPTIONAL, PARK, 5, 5, ("the",), "M:DET", by, day(20)))
    _comment(folder, "Which tense?", "Mei Lin", by, day(20))
    whole = GivenComment(Subject.WHOLE, "Good work.", exercise="Market", student="Ada", author=by, date=day(20))
    give(folder / "market" / GIVEN_FILE, whole)


def second_teacher(folder: Path, student: str = "Mei Lin") -> None:
    """Decide as Ms Baker; ``student`` is what Mei Lin is called in the folder."""
    beside = DecisionFolder(folder / "market")
    by = "Ms Baker"
    decide(beside, Decision(DecisionKind.PARTLY, APPLE, 1, 2, ("buys",), "R:VERB:SVA", by, day(22)))
    decide(beside, Decision(DecisionKind.ACCEPTED, MARKET, 2, 3, ("have", "gone"), "R:VERB:TENSE", by, day(19)))
    decide(beside, Decision(DecisionKind.OPTIONAL, PARK, 5, 5, ("the",), "M:DET", by, day(21)))
    decide(beside, Decision(DecisionKind.NOT_COUNTED, DAY, 6, 6, (), "", by, day(21)))
    _comment(folder, "Use the simple past.", student, by, day(22))


def _comment(folder: Path, text: str, student: str, by: str, on: datetime.date) -> None:
    quote = Quote("Yesterday I", "go", "to the market with my aunt.")
    comment = GivenComment(Subject.SOURCE, text, "", "Market", student, quote, author=by, date=on)
    give(folder / "market" / GIVEN_FILE, comment)
