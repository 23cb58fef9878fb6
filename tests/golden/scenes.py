"""What the recorded session with the language server does, scene by scene; ``golden.session`` says what is recorded."""

from collections.abc import Callable
from typing import Any

from golden.session import Client, snapshot

BEN = "class/week-1/students/Ben Okoro.txt"
ADA = "class/week-1/students/Ada Pérez.txt"
TASK = "class/week-1/task.txt"
ADLER = "class/week-1/correction Ms Adler.txt"
WHOLE = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}


def at(line: int, character: int) -> dict[str, int]:
    return {"line": line, "character": character}


def place(line: int, start: int, end: int) -> dict[str, Any]:
    return {"start": at(line, start), "end": at(line, end)}


def shown(client: Client, name: str, with_: str = "") -> None:
    """What an editor shows of a document."""
    client.diagnostics(name, with_=with_)
    for method in ("codeLens", "documentSymbol", "foldingRange", "documentLink"):
        client.about(f"textDocument/{method}", name)
    client.about("textDocument/inlayHint", name, range=WHOLE)
    client.about("textDocument/semanticTokens/full", name)


def student(client: Client) -> None:
    """A student's text: what is shown, cards, and an edit that is not saved."""
    client.open(BEN)
    shown(client, BEN)
    for line, character in ((0, 18), (0, 75), (0, 20), (2, 5), (2, 68), (2, 155), (1, 0)):
        client.about("textDocument/hover", BEN, position=at(line, character))
    client.about("markscheme/marks", BEN)
    client.about("markscheme/nextFinding", BEN, position=at(0, 80))
    client.about("markscheme/previousFinding", BEN, position=at(0, 80))
    client.about("markscheme/plan", BEN, position=at(2, 5))
    client.about("markscheme/texts", BEN)
    client.edit(BEN, "funny storys", "interesting stories")
    client.diagnostics(BEN)
    client.about("textDocument/codeLens", BEN)
    client.close(BEN)


def actions(client: Client) -> None:
    """Code actions at findings, and for the whole text."""
    client.open(BEN)
    context: dict[str, Any] = {"diagnostics": []}
    for where in (place(0, 13, 29), place(0, 73, 82), place(2, 66, 71), place(2, 154, 160)):
        client.about("textDocument/codeAction", BEN, range=where, context=context)
    only = {"diagnostics": [], "only": ["source"], "triggerKind": 1}
    client.about("textDocument/codeAction", BEN, range=place(1, 0, 0), context=only)
    client.run("markscheme.nextFinding", client.uri(BEN), at(0, 80))
    client.run("markscheme.previousFinding", client.uri(BEN), at(0, 80))
    client.run("markscheme.showDetails", client.uri(BEN), at(0, 75))
    client.run("markscheme.showText", client.uri(TASK))
    hidden = {"title": "Show what is hidden", "command": "markscheme.showIgnored", "arguments": [client.uri(BEN)]}
    client.run("markscheme.moreActions", [{"title": hidden["title"], "kind": "quickfix", "command": hidden}])
    client.close(BEN)


def teachers(client: Client) -> None:
    """The source and a teacher's correction."""
    for name, message in ((TASK, "2 correct, 1 wrote “is living”"), (ADLER, "Corrections differ")):
        client.open(name)
        shown(client, name, message)
        client.about("textDocument/hover", name, position=at(2, 9))
        client.about(
            "textDocument/codeAction", name, range=place(2, 5, 20), context={"diagnostics": [], "triggerKind": 1}
        )
    client.close(TASK, ADLER)


def decisions(client: Client) -> None:
    """Decisions, hidden findings, comments and points, each taken back."""
    client.open(ADA)
    source = ["I", "am", "looking", "forward", "to", "go", "there", "again", "."]
    change = {"source": source, "start": 5, "end": 6, "replacement": ["go"], "type": "R:VERB:FORM"}
    word = {"source": source, "start": 7, "end": 8, "replacement": ["soon"], "type": "R:ADV"}
    before = snapshot(client.folder)
    for command, what in (
        ("markscheme.decide", {**word, "kind": "wrong"}),
        ("markscheme.decide", word),
        ("markscheme.withdraw", {**word, "kind": "accepted"}),
        ("markscheme.decide", {**change, "kind": "not counted"}),
    ):
        client.run(command, client.uri(ADA), what)
        client.files(before)
        before = snapshot(client.folder)
        client.about("textDocument/codeLens", ADA)
    client.diagnostics(ADA, with_="again → soon", without="left “go”")
    document = {"uri": client.uri(ADA)}
    found = client.ask("markscheme/nextOpen", textDocument=document, position=at(0, 0))
    client.ask("markscheme/nextOpen", textDocument=document, position=at(0, 0), backwards=True)
    client.run("markscheme.nextOpen", client.uri(ADA), at(0, 0))
    client.run("markscheme.previousOpen", client.uri(ADA), at(0, 0))
    place = found["location"]
    chosen = client.run("markscheme.decideAt", place["uri"], {"choice": "optional", "range": place["range"]})
    client.run("markscheme.decideAt", client.uri(ADA), {"choice": "partly", "position": at(90, 0)})
    client.run("markscheme.undoDecision", None, chosen and chosen["key"])
    finding = client.ask("markscheme/nextFinding", textDocument={"uri": client.uri(ADA)}, position=at(0, 90))
    where = finding if "start" in finding else finding["range"]
    client.ask("markscheme/placeChoices", textDocument={"uri": client.uri(ADA)}, range=where)
    client.ask("markscheme/placeChoices", textDocument={"uri": client.uri(ADA)})
    for command, what in (
        ("markscheme.comment", {"range": where, "text": "No article here, {student}.", "code": "Art"}),
        ("markscheme.dropComment", {"range": where}),
        ("markscheme.restoreComment", {"range": where}),
        ("markscheme.givePoints", {"range": where, "points": "−0,5"}),
        ("markscheme.givePoints", {"points": "Content: 2"}),
        ("markscheme.restorePoints", {"range": where}),
        ("markscheme.restorePoints", {"criterion": "Content"}),
    ):
        client.run(command, client.uri(ADA), what)
        client.files(before)
        before = snapshot(client.folder)
        client.about("textDocument/hover", ADA, position=where["start"])
    hidden = {
        "category": "missed", "source": "the", "hypothesis": "the",
        "before": ["house", "without"], "after": ["electricity", "."],
    }  # fmt: skip
    client.run("markscheme.ignoreFinding", client.uri(ADA), hidden)
    client.diagnostics(ADA, without="left “the”")
    client.run("markscheme.ignoreCategory", client.uri(ADA), "missed")
    client.diagnostics(ADA, without="Missed")
    client.run("markscheme.showIgnored", client.uri(ADA))
    client.run("markscheme.remark", client.uri(ADA))
    client.diagnostics(ADA, with_="left “the”")
    client.close(ADA)


def classes(client: Client) -> None:
    """A class as a whole."""
    uri = client.uri("class")
    client.ask("markscheme/exercises")
    client.ask("markscheme/overview", uri=client.uri("class/week-2"))
    client.ask("markscheme/places", uri=uri, student="Ben Okoro", verdict="missed")
    client.ask("markscheme/places", uri=uri, outcome="found", group="verbs")
    client.ask("markscheme/progress", uri=uri)
    client.ask("markscheme/feedbackChoices", uri=uri)
    client.ask("markscheme/views", textDocument={"uri": client.uri("word/note.ref.docx")})
    view = client.ask("markscheme/views", textDocument={"uri": client.uri("word/two.docx")})
    client.ask("workspace/textDocumentContent", uri=view["views"][0]["uri"] if "views" in view else view[0]["uri"])
    before = snapshot(client.folder)
    for command, arguments in (
        ("markscheme.exportReport", [client.uri("class/week-2"), client.uri("report.txt")]),
        ("markscheme.exportProgress", [uri, client.uri("progress.csv")]),
        ("markscheme.writeFeedback", [client.uri("class/week-2"), "html", "hint", {"bundle": "zip"}]),
        ("markscheme.exportGrades", [client.uri("class/week-2"), {"workbook": True}]),
        ("markscheme.importSubmissions", [client.uri("canvas/submissions.zip"), client.uri("canvas/guitar"), {}]),
        ("markscheme.markWorkspace", []),
    ):
        client.run(command, *arguments)
        client.files(before)
        before = snapshot(client.folder)


def folders(client: Client) -> None:
    """The set-up of a folder, and the mark scheme of a class."""
    uri = client.uri("folder")
    client.ask("markscheme/setUp", uri=uri)
    rows = [{"path": "week-3/students/bo.txt", "author": None, "person": "Bo Lind"}]
    client.ask("markscheme/setUpPreview", uri=uri, choices={"files": rows, "answers": {}})
    client.run("markscheme.setUpFolder", uri)
    before = snapshot(client.folder)
    client.ask(
        "markscheme/writeSetUp",
        uri=uri,
        choices={"files": [], "answers": {}},
        overwrite=False,
        scheme="deduct per error",
    )
    client.files(before)
    before = snapshot(client.folder)
    client.ask("markscheme/variants", uri=uri, allow=["contractions"])
    client.files(before)
    before = snapshot(client.folder)
    scheme = client.ask("markscheme/scheme", uri=client.uri("class"))
    table = {"preset": "share of errors found", "points": {"not_needed": -0.5}}
    client.ask("markscheme/previewScheme", uri=client.uri("class"), table=table, student="week-1/Ben Okoro")
    client.ask("markscheme/previewScheme", uri=client.uri("class"), table={"points": {"missed": 1}})
    client.ask("markscheme/writeScheme", uri=client.uri("class"), table=table, digest=scheme["digest"])
    client.files(before)


def class_questions(client: Client) -> None:
    """A class's open answers: one is decided, a mark is called final, a key is checked; all of it is taken back."""
    uri = client.uri("class")
    asked = client.ask("markscheme/classQuestions", uri=uri, limit=2)
    before = snapshot(client.folder)
    client.run("markscheme.decideAnswer", uri, {"key": asked["questions"][0]["key"], "ruling": "partly"})
    client.files(before)
    client.run("markscheme.undoDecision", uri)
    client.run("markscheme.undoDecision", uri, "nothing")
    client.run("markscheme.decideAnswer", uri, {"key": "nothing", "ruling": "wrong"})
    sheet = asked["sheets"][0]
    rulings = {item["key"]: item["right"] for item in sheet["answers"]}
    client.run("markscheme.decideSheet", uri, {"key": sheet["key"], "rulings": rulings})
    client.files(before)
    client.run("markscheme.undoDecision", uri, sheet["key"])
    mark = asked["marks"][0]
    final = {"text": mark["uri"], "student": mark["student"], "open": "highest"}
    client.run("markscheme.callMarkFinal", uri, final)
    client.files(before)
    client.run("markscheme.callMarkFinal", uri, final | {"open": None})
    key = client.uri("class/week-2")
    asked = client.ask("markscheme/classQuestions", uri=key, own_correction=True, limit=1)
    before = snapshot(client.folder)
    needed = {
        "key": asked["questions"][0]["key"],
        "ruling": "needed",
        "own_correction": True,
        "words": ["has been playing"],
    }
    client.run("markscheme.decideAnswer", key, needed)
    client.files(before)
    client.run("markscheme.undoDecision", key, None, True)


def annotators(client: Client) -> None:
    """Open questions, and adjudication."""
    uri, references = client.uri("corpus"), client.uri("corpus/references.m2")
    queue = client.ask("markscheme/questions", uri=uri, limit=2)
    [first, second] = queue["questions"]
    before = snapshot(client.folder)
    client.run("markscheme.nextQuestion", uri, None)
    client.run("markscheme.answerQuestion", first["uri"], {"key": first["key"], "answer": "accept"})
    client.run("markscheme.answerQuestion", second["uri"], {"key": second["key"], "answer": "note", "note": "hm"})
    client.files(before)
    client.ask("markscheme/questions", uri=uri, limit=1, answered=True)
    client.run("markscheme.undoAnswer", first["uri"], first["key"])
    client.open("corpus/references.m2")
    client.about("textDocument/codeLens", "corpus/references.m2")
    client.about("textDocument/codeAction", "corpus/references.m2", range=place(0, 0, 9), context={"diagnostics": []})
    client.ask("markscheme/adjudication", uri=references, states=["open", "decided"], limit=2)
    client.ask("markscheme/adjudicationChoices", uri=references)
    client.run("markscheme.nextOpenSentence", references, at(0, 0))
    key = {"source": ["I", "am", "agree", "with", "you", "."], "number": 1}
    before = snapshot(client.folder)
    whose = client.ask("markscheme/adjudication", uri=references, key=key)
    assert whose
    client.run("markscheme.adjudicate", references, {"action": "leave", "key": key, "reason": "said so"})
    client.run("markscheme.adjudicate", references, {"action": "own", "key": key, "words": ["I", "agree", "."]})
    client.run("markscheme.adjudicate", references, {"action": "majority", "dryRun": True})
    client.run("markscheme.adjudicate", references, {"action": "majority"})
    client.files(before)
    before = snapshot(client.folder)
    export = {"target": client.uri("result.m2"), "format": "m2", "open": "majority"}
    client.run("markscheme.exportAdjudication", references, export)
    client.files(before)
    client.close("corpus/references.m2")


def researchers(client: Client) -> None:
    """The same text in CLEME2.0's vocabulary; then the verdicts again."""
    settings = {"vocabulary": "cleme2", "author": "Ms Kim"}
    client.notify("workspace/didChangeConfiguration", {"settings": {"markscheme": settings}})
    client.open(BEN)
    shown(client, BEN)
    for line, character in ((0, 18), (0, 75), (2, 68)):
        client.about("textDocument/hover", BEN, position=at(line, character))
    client.about("textDocument/codeAction", BEN, range=place(0, 73, 82), context={"diagnostics": []})
    client.about("markscheme/nextFinding", BEN, position=at(0, 80))
    client.ask("markscheme/places", uri=client.uri("class"), category="over-correction")
    client.close(BEN)
    client.open("alone/thanks.hyp.gus.txt")
    shown(client, "alone/thanks.hyp.gus.txt")
    client.about("markscheme/marks", "alone/thanks.hyp.gus.txt")
    client.about("textDocument/hover", "alone/thanks.hyp.gus.txt", position=at(1, 93))
    client.close("alone/thanks.hyp.gus.txt")


def errors(client: Client) -> None:
    """Requests that fail, and documents that can't be marked."""
    client.ask("markscheme/nothing")
    client.ask("markscheme/marks")
    client.ask("markscheme/marks", textDocument={"uri": "file:///nowhere.txt"})
    client.run("markscheme.nothing")
    client.run("markscheme.exportReport")
    client.run("markscheme.decide", client.uri(ADA), {"kind": "odd"})
    client.run("markscheme.adjudicate", client.uri(ADA), {"action": "majority"})
    client.ask("markscheme/setUp", uri=client.uri("missing"))
    client.ask("markscheme/writeSetUp", uri=client.uri("class"), choices={"files": [], "answers": {}}, overwrite=False)
    client.notify("workspace/didChangeConfiguration", {"settings": {"markscheme": {"vocabulary": "words"}}})
    client.ask("markscheme/status", start=False)


def engine(client: Client) -> None:
    """The engine and its cache."""
    client.ask("markscheme/status", start=True)
    client.run("markscheme.status")
    client.run("markscheme.clearCache")
    client.run("markscheme.restartEngine")


def pulled(client: Client) -> None:
    """A client that asks for diagnostics, and has no view of questions."""
    client.open(BEN)
    first = client.about("textDocument/diagnostic", BEN)
    client.about("textDocument/diagnostic", BEN, previousResultId=first["resultId"])
    client.ask("workspace/diagnostic", previousResultIds=[])
    client.open(TASK)
    client.about("textDocument/diagnostic", TASK)
    client.ask("markscheme/questions", uri=client.uri("class/week-1"), limit=1)
    client.about("textDocument/codeAction", BEN, range=place(0, 13, 29), context={"diagnostics": []})
    client.about("textDocument/codeAction", TASK, range=place(2, 3, 14), context={"diagnostics": []})
    client.close(BEN, TASK)


Scene = Callable[[Client], None]
PUSHING: tuple[Scene, ...] = (
    student, actions, teachers, decisions, class_questions, classes, folders, annotators, researchers, errors,
)  # fmt: skip
"""The scenes of one session, in order: later ones see what earlier ones wrote."""
PULLING: tuple[Scene, ...] = (pulled,)
LAST: tuple[Scene, ...] = (engine,)
"""What ends the engine that all sessions share."""
INPUTS = ("class", "canvas", "folder", "corpus", "alone", "formats/word as word")
