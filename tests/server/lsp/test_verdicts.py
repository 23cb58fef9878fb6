"""The vocabulary of verdicts, which is the default: everything that an editor shows of places, and what it offers."""

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from exercise_files import ExerciseFiles, exercise
from markscheme.server.announcement import LEGEND
from markscheme.server.editor_settings import plain
from server.lsp.acting import actions_at, applied, do, of_diagnostic, text_edit, titled, until
from server.lsp.conversation import change_document, hover, open_document, settled, under
from server.lsp.profiles import EMACS, Profile, for_each
from server.lsp.profiles import under as under_profiles
from server.lsp.test_actions import EVERYWHERE, FIX_ALL, ONE_REFERENCE, Trial, titles
from server.lsp.test_actions import alone as one_reference
from server.lsp.test_beside_the_text import hints, tokens
from server.lsp.test_lenses import lenses
from server.lsp.test_settings import configure
from server.lsp.window import Window

FASTER = {"metric": "cleme2", "debounce": 0, "author": "Kim", "textChanges": True}
"""Without vectors: each version has one publication."""
SOURCE = """\
She have a red cat. I likes tea.

He depends of me. They eats the meat. I need an alarm clock more loud.
"""
MEI = """\
She has a red cat. I likes tea.

He depends by me. They eat meat. I need an alarm clock louder.
"""
KIM = """\
She has a red cat. I like tea.

He depends on me. They eat the meat. I need a louder alarm clock.
"""
CRUZ = """\
She had a red cat. I like the tea.

He depends on me. They eat the meat. I need a louder alarm clock.
"""
LAST = "I need an alarm clock louder."
FREE = "Without some big bell nobody here ever wakes up before noon."

pytestmark = pytest.mark.options(**FASTER)


@pytest.fixture
def files(tmp_path: Path) -> ExerciseFiles:
    """Mei does some things right, one in part, one otherwise, one needlessly, and leaves two."""
    return exercise(
        tmp_path,
        source=SOURCE,
        hypotheses={"mei": MEI},
        references={"ms-kim": KIM, "mr-cruz": CRUZ},
    )


async def shown(client: LanguageClient, uri: str) -> list[types.Diagnostic]:
    return await settled(client, uri, 1)


def by_code(diagnostics: list[types.Diagnostic]) -> dict[str, types.Diagnostic]:
    """Return one diagnostic of each code."""
    return {str(item.code): item for item in reversed(diagnostics)}


@for_each("encoding")
async def test_each_place_has_a_verdict_in_a_teachers_words(client: LanguageClient, files: ExerciseFiles):
    diagnostics = await shown(client, open_document(client, files.hypothesis("mei")))
    assert [(item.code, item.severity.name, item.message) for item in diagnostics] == [
        ("correct", "Hint", "Correct (agreement): have → has"),
        ("missed", "Information", "Missed (agreement): left “likes”. Mr Cruz, Ms Kim: like"),
        ("different", "Warning", "Different (prepositions): of → by. Mr Cruz, Ms Kim: on"),
        ("correct", "Hint", "Correct (agreement): eats → eat"),
        (
            "not-needed",
            "Hint",
            "Not needed (articles and determiners): took out “the”. Mr Cruz, Ms Kim: left as it is",
        ),
        ("partly-correct", "Information", diagnostics[-1].message),
    ]
    assert "Still to do: " in diagnostics[-1].message
    assert under(MEI, diagnostics[-1].range, client.encoding) == "louder"
    assert diagnostics[0].data == {"finding": 0, "version": 1, "type": "R:VERB:SVA", "passage": 0}


@pytest.mark.options(**FASTER, severities={"optional": "hint", "notNeeded": "error", "partly": "off"})
async def test_severities_follow_the_settings(client: LanguageClient, files: ExerciseFiles):
    diagnostics = await shown(client, open_document(client, files.hypothesis("mei")))
    severities = {item.code: item.severity.name for item in diagnostics}
    assert (severities["optional"], severities["not-needed"]) == ("Hint", "Error")
    assert "partly-correct" not in severities
    optional = by_code(diagnostics)["optional"]
    assert "Mr Cruz: the" in optional.message
    assert "Ms Kim: nothing there" in optional.message


async def test_an_optional_place_has_nothing_beside_it_and_no_action(client: LanguageClient, files: ExerciseFiles):
    uri = open_document(client, files.hypothesis("mei"), SOURCE)
    diagnostics = await shown(client, uri)
    assert {item.code for item in diagnostics} == {"missed"}
    place = types.Position(0, SOURCE.index("tea"))
    assert "Optional" in await hover(client, uri, place)
    assert not [hint for hint in await hints(client, uri) if "the" in hint.label]
    offered = await actions_at(client, uri, types.Range(place, place))
    assert all(title.startswith(("Use the whole sentence", "Show the numbers")) for title in titles(offered))


async def test_a_sentence_that_is_rewritten_freely_is_one_finding(client: LanguageClient, files: ExerciseFiles):
    text = MEI.replace(LAST, FREE)
    uri = open_document(client, files.hypothesis("mei"), text)
    [*_, rewritten] = await shown(client, uri)
    assert (rewritten.code, rewritten.severity.name) == ("different", "Information")
    assert rewritten.message == "Rewritten freely: read this one yourself"
    assert under(text, rewritten.range, client.encoding) == FREE
    offered = titles(await actions_at(client, uri, rewritten.range))
    assert [title.split(":")[0] for title in offered] == [
        "Count as correct",
        "Count as partly correct",
        "Count as wrong",
        "Count as optional",
        "Don't count this place",
        "Hide this sentence",
        "Hide every place marked “different” in this file",
        "Use the whole sentence (Mr Cruz, Ms Kim)",
    ]
    assert FREE not in "".join(str(hint.label) for hint in await hints(client, uri))
    (_, title), *_ = await lenses(client, uri)
    assert "not comparable: 1 sentence rewritten freely" in title
    source = await settled(client, open_document(client, files.source), 2)
    loud = next(item for item in source if under(SOURCE, item.range, client.encoding).endswith("loud"))
    assert loud.message.endswith(". 1 rewrote the sentence")
    assert "1 correct" in source[0].message


async def test_a_paragraph_has_its_counts_and_the_document_its_share(client: LanguageClient, files: ExerciseFiles):
    uri = open_document(client, files.hypothesis("mei"))
    await shown(client, uri)
    (first, title), *paragraphs = await lenses(client, uri)
    assert first == 0
    verdicts = (await marks_of(client, uri))["marks"]["verdicts"]
    low, high = verdicts["range"]
    assert low < verdicts["earned"] < high
    assert title == f"Mei: {low:g} to {high:g} of {verdicts['due']} points, 3 answers to decide · 1 missed"
    assert paragraphs == [(2, "1 different · 1 partly correct · 1 not needed")]
    for word in ("score", "F0.5", "credit", "hit", "under", "|"):
        assert word not in "".join(text for _, text in await lenses(client, uri))
    symbols = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    outline = await client.text_document_document_symbol_async(symbols)
    assert [symbol.detail for symbol in outline] == [
        "1 correct · 1 missed",
        "1 correct · 1 partly correct · 1 different · 1 not needed",
    ]


@for_each("encoding")
async def test_tokens_have_the_types_of_verdicts(client: LanguageClient, files: ExerciseFiles):
    uri = open_document(client, files.hypothesis("mei"))
    await shown(client, uri)
    assert LEGEND.token_types[:4] == ["hitCorrection", "wrongCorrection", "underCorrection", "overCorrection"]
    assert [(LEGEND.token_types[kind], words) for kind, words in await tokens(client, uri, MEI)] == [
        ("correct", "has"),
        ("missed", "likes"),
        ("different", "by"),
        ("correct", "eat"),
        ("partlyCorrect", "louder"),
    ]


@for_each("encoding")
@pytest.mark.parametrize(
    "document", ["letter/letter.hyp.amira.txt", "letter/letter.hyp.jonas.txt", "report/report.hyp.mei"]
)
async def test_hints_are_what_the_first_suggestions_change(client: LanguageClient, examples: Path, document: str):
    """A hint stands behind words that it replaces, and does not repeat them."""
    path = examples / document
    text = path.read_bytes().decode()
    uri = open_document(client, path)
    await shown(client, uri)
    marks = await client.protocol.send_request_async("markscheme/marks", {"textDocument": {"uri": uri}})
    expected: set[tuple[str, str]] = set()
    for finding in marks.findings:
        if finding.verdict in ("missed", "different", "partly-correct") and finding.suggestions:
            expected.add((finding.suggestions[0].text, finding.suggestions[0].before))
    found = await hints(client, uri)
    assert len(found) > 20
    for hint in found:
        words = hint.label.removeprefix("→ ").removesuffix("…")
        words = words.removeprefix("add “").removesuffix("”") if words.startswith("add “") else words
        assert words
        is_removal = words.startswith("take out")
        assert is_removal or any(words in replacement for replacement, _ in expected)
        before = types.Range(types.Position(hint.position.line, 0), hint.position)
        assert not under(text, before, client.encoding).endswith(f" {words}")
        assert hint.tooltip.splitlines()[0] in ("Missed", "Different", "Partly correct")
        assert len(hint.tooltip.splitlines()) > 1


async def test_places_of_one_phrase_have_one_hint(client: LanguageClient, tmp_path: Path):
    """The student's changes in it are one place, and the teachers differ on it."""
    files = exercise(
        tmp_path,
        source="My sister, who have your same age, is here. She explain me all the things.\n",
        hypotheses={"mei": "My sister, who has the same age as you, is here. She explains me everything.\n"},
        references={
            "kim": "My sister, who is the same age as you, is here. She explains everything.\n",
            "cruz": "My sister, who is your age, is here. She explains everything.\n",
        },
    )
    uri = open_document(client, files.hypothesis("mei"))
    diagnostics = await shown(client, uri)
    different = by_code(diagnostics)["different"]
    assert "have your same age → has the same age as you. Cruz: is your age; Kim: is the same" in different.message
    assert {item.message for item in different.related_information} == {
        "source: have your same age",
        "Cruz: is your age",
        "Kim: is the same age as you",
    }
    found = await hints(client, uri)
    assert [hint.label for hint in found] == ["→ is", "→ take out “me”"]


async def test_a_hint_behind_words_that_stay_says_that_words_are_added(client: LanguageClient, tmp_path: Path):
    """One teacher replaces the word, the other adds one: both are the same place, and its frame is the word's."""
    files = exercise(
        tmp_path,
        source="I am fine, thank for asking.\n",
        hypotheses={"mei": "I am fine, thank for asking.\n"},
        references={"kim": "I am fine, thank you for asking.\n", "cruz": "I am fine, thanks for asking.\n"},
    )
    uri = open_document(client, files.hypothesis("mei"))
    await shown(client, uri)
    assert [hint.label for hint in await hints(client, uri)] == ["→ add “you”"]


async def test_a_diagnostic_is_the_headline_where_the_editor_shows_the_card_too(files: ExerciseFiles, window: Window):
    capabilities = types.ClientCapabilities(
        text_document=types.TextDocumentClientCapabilities(
            hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown]),
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(related_information=True),
        ),
        experimental={"markscheme": {"hoverShowsDiagnostics": True}},
    )
    profile = Profile("both", capabilities)
    async with window(files.folder, profile=profile, **FASTER, severities={"notNeeded": "off"}) as client:
        uri = open_document(client, files.hypothesis("mei"))
        diagnostics = by_code(await shown(client, uri))
        different, partly = diagnostics["different"], diagnostics["partly-correct"]
        assert different.message == "Different (prepositions): of → by"
        assert not different.related_information
        card = await hover(client, uri, different.range.start)
        assert card.startswith("**Different** · prepositions · of → **by**\n\n- Mr Cruz, Ms Kim: **on**")
        assert partly.message.startswith("Partly correct")
        assert "Still to do" in await hover(client, uri, partly.range.start)
        place = types.Position(2, MEI.splitlines()[2].index("meat"))
        assert "**Not needed**" in await hover(client, uri, place)


@for_each("versioned_edits", "encoding")
async def test_actions_for_a_place(client: LanguageClient, files: ExerciseFiles):
    uri = open_document(client, files.hypothesis("mei"))
    found = by_code(await shown(client, uri))
    offered = await actions_at(client, uri, found["different"].range, found["different"])
    assert titles(offered) == [
        "Count as correct: of → by",
        "Count as partly correct: of → by",
        "Count as wrong: of → by",
        "Count as optional: of → by",
        "Don't count this place: of",
        "Hide this place: of → by",
        "Show the numbers for researchers",
        "Hide every place marked “different” in this file",
        "Use “on” (Mr Cruz, Ms Kim)",
        "Use the whole sentence (Mr Cruz, Ms Kim)",
    ]
    assert not any(action.is_preferred for action in offered)
    offered = await actions_at(client, uri, found["not-needed"].range)
    assert titles(offered) == [
        "Count as correct: took out “the”",
        "Count as partly correct: took out “the”",
        "Count as wrong: took out “the”",
        "Count as optional: took out “the”",
        "Don't count this place: the",
        "Hide this place: took out “the”",
        "Show the numbers for researchers",
        "Hide every place marked “not needed” in this file",
        "Undo this change",
        "Use the whole sentence (Mr Cruz, Ms Kim)",
    ]
    undo = titled(offered, "Undo this change")
    assert applied(MEI, text_edit(client, undo, uri, 1), client.encoding) == MEI.replace("eat meat", "eat the meat")
    part = found["partly-correct"]
    use = next(action for action in await actions_at(client, uri, part.range) if action.edit)
    assert applied(MEI, text_edit(client, use, uri, 1), client.encoding) == MEI.replace(LAST, KIM.splitlines()[2][-28:])
    assert any(
        title.startswith("Hide this place") for title in titles(await actions_at(client, uri, found["correct"].range))
    )


async def test_undoing_a_change_names_the_teacher_who_leaves_the_words(client: LanguageClient, files: ExerciseFiles):
    uri = open_document(client, files.hypothesis("mei"), MEI.replace("likes tea", "like those tea"))
    different = by_code(await shown(client, uri))["different"]
    offered = [action.title for action in await actions_at(client, uri, different.range) if action.edit]
    assert offered[:2] == ["Use “the” (Mr Cruz)", "Undo this change, as Ms Kim left it"]


@pytest.mark.parametrize(
    "document", ["letter/letter.hyp.amira.txt", "report/report.hyp.mei", "postcard/postcard.hyp.lea.md"]
)
@under_profiles(EMACS)
async def test_a_used_suggestion_is_correct_and_changes_no_other_sentence(
    client: LanguageClient, examples: Path, document: str
):
    path = examples / document
    text = path.read_bytes().decode()
    uri = open_document(client, path)
    before = await shown(client, uri)
    version, tried = 1, 0
    for finding in before[::4]:
        offered = [action for action in await of_diagnostic(client, uri, finding) if action.edit is not None]
        edits = [text_edit(client, action, uri, version) for action in offered]
        for action, edit in zip(offered, edits, strict=True):
            trial = Trial(client, text, edit, before)
            change_document(client, uri, trial.after_text, version + 1)
            after = await shown(client, uri)
            trial.check_other_passages(finding.data["passage"], after)
            if action is offered[0]:
                assert {item.code for item in trial.inside(finding, after)} <= {"correct"}, action.title
            tried += 1
            version += 2
            change_document(client, uri, text, version)
            before = await shown(client, uri)
    assert tried > 5


@pytest.mark.parametrize("alone", [True, False], ids=["one reference", "all references"])
@pytest.mark.parametrize("document", ONE_REFERENCE)
async def test_fix_all_leaves_nothing_to_do(client: LanguageClient, examples: Path, document: str, alone: bool):
    path = one_reference(examples, document) if alone else examples / document
    text = path.read_bytes().decode()
    uri = open_document(client, path)
    assert {item.code for item in await shown(client, uri)} > {"correct", "missed"}
    [action] = await actions_at(client, uri, EVERYWHERE, only=[FIX_ALL])
    change_document(client, uri, applied(text, text_edit(client, action, uri, 1), client.encoding), 2)
    assert {item.code for item in await shown(client, uri)} == {"correct"}
    assert await actions_at(client, uri, EVERYWHERE, only=[FIX_ALL]) == []


async def test_fix_all_corrects_a_sentence_that_is_rewritten_freely(client: LanguageClient, files: ExerciseFiles):
    text = MEI.replace(LAST, FREE)
    uri = open_document(client, files.hypothesis("mei"), text)
    await shown(client, uri)
    [action] = await actions_at(client, uri, EVERYWHERE, only=[FIX_ALL])
    change_document(client, uri, applied(text, text_edit(client, action, uri, 1), client.encoding), 2)
    assert {item.code for item in await shown(client, uri)} == {"correct"}


@pytest.mark.parametrize("code", ["different", "not-needed", "partly-correct"])
async def test_a_change_is_accepted_until_it_is_withdrawn(client: LanguageClient, files: ExerciseFiles, code: str):
    uri = open_document(client, files.hypothesis("mei"))
    before = await shown(client, uri)
    finding = by_code(before)[code]
    await do(client, titled(await of_diagnostic(client, uri, finding), "Count as correct"))
    after = await until(client, uri, lambda found: code not in {item.code for item in found})
    [accepted] = [item for item in after if item.range == finding.range]
    assert accepted.code == "correct"
    await do(client, titled(await actions_at(client, uri, finding.range), "Withdraw: counted as correct"))
    assert await until(client, uri, lambda found: code in {item.code for item in found}) == before


async def test_a_verdict_is_ignored_until_it_is_shown_again(client: LanguageClient, files: ExerciseFiles):
    uri = open_document(client, files.hypothesis("mei"))
    before = await shown(client, uri)
    correct = by_code(before)["correct"]
    await do(client, titled(await actions_at(client, uri, correct.range), "Hide every place marked “correct”"))
    assert await shown(client, uri) == [item for item in before if item.code != "correct"]
    assert (await marks_of(client, uri))["ignored"] == [0, 4]
    (_, title), *_ = await lenses(client, uri)
    assert title.endswith(" · 2 hidden")
    await do(client, titled(await actions_at(client, uri, correct.range), "Show what is hidden"))
    assert await shown(client, uri) == before


async def marks_of(client: LanguageClient, uri: str) -> dict[str, Any]:
    answer = await client.protocol.send_request_async("markscheme/marks", {"textDocument": {"uri": uri}})
    return plain(answer)


@pytest.mark.parametrize(
    ("listed", "codes"),
    [
        pytest.param("findings", "verdict", id="verdicts"),
        pytest.param("chunks", "category", id="cleme2", marks=pytest.mark.cleme2),
    ],
)
async def test_marks_have_places_and_chunks_in_each_vocabulary(
    client: LanguageClient, files: ExerciseFiles, listed: str, codes: str
):
    uri = open_document(client, files.hypothesis("mei"))
    diagnostics = await shown(client, uri)
    marks = await marks_of(client, uri)
    assert {"correct", "optional"} <= {item["verdict"] for item in marks["findings"]}
    assert {"hit-correction", "under-correction"} <= {item["category"] for item in marks["chunks"]}
    assert [item.code for item in diagnostics] == [marks[listed][item.data["finding"]][codes] for item in diagnostics]
    last = diagnostics[-1]
    await do(client, titled(await of_diagnostic(client, uri, last), "Hide this"))
    await shown(client, uri)
    assert (await marks_of(client, uri))["ignored"] == [last.data["finding"]]
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    assert (await marks_of(client, uri))["ignored"] == [last.data["finding"]]


async def test_another_vocabulary_is_used_at_once(client: LanguageClient, files: ExerciseFiles):
    uri, source = open_document(client, files.hypothesis("mei")), open_document(client, files.source)
    before, places = await shown(client, uri), await settled(client, source, 2)
    configure(client, {**FASTER, "vocabulary": "cleme2"})
    categories = {"hit-correction", "wrong-correction", "under-correction"}
    assert {item.code for item in await shown(client, uri)} == categories
    assert {item.code for item in await settled(client, source, 2)} == {"under-correction"}
    assert "**Hit** · `R:VERB:SVA`" in await hover(client, uri, before[0].range.start)
    (_, title), *_ = await lenses(client, uri)
    assert " hit · " in title
    assert " · score " in title
    configure(client, FASTER)
    assert await shown(client, uri) == before
    assert await settled(client, source, 2) == places


async def test_marks_have_whole_words_where_tokens_are_parts_of_words(client: LanguageClient, tmp_path: Path):
    own = exercise(
        tmp_path,
        source="I can't to sleep at night.\n",
        hypotheses={"mei": "I can't sleep at night.\n"},
        references={"kim": "I couldn't sleep at night.\n"},
    )
    uri = open_document(client, own.hypothesis("mei"))
    await shown(client, uri)
    [verb] = [item for item in (await marks_of(client, uri))["findings"] if item["source"] == "ca"]
    assert verb["whole"] == {"before": "can't", "after": "can't"}
    assert verb["suggestions"][0]["whole"] == {"before": "can't", "after": "couldn't"}
    assert verb["references"][0]["whole"] == {"before": "can't", "after": "couldn't"}


async def test_only_a_source_has_the_number_of_its_students(client: LanguageClient, files: ExerciseFiles):
    student, source = open_document(client, files.hypothesis("mei")), open_document(client, files.source)
    await shown(client, student)
    await settled(client, source, 2)
    assert "students" not in await marks_of(client, student)
    assert (await marks_of(client, source))["students"] == len(list(files.source.parent.glob("*.hyp.*")))


async def test_a_source_shows_what_each_student_did(client: LanguageClient, files: ExerciseFiles):
    diagnostics = await settled(client, open_document(client, files.source), 2)
    assert {item.code for item in diagnostics} == {"missed", "not-needed"}
    messages = {under(SOURCE, item.range, client.encoding): item.message for item in diagnostics}
    assert messages["of"] == "of → on (prepositions). 1 wrote “by”"
    assert messages["likes"] == "likes → like (agreement). 1 left it"
    assert "1 wrote “an alarm clock louder” (partly correct)" in messages["an alarm clock more loud"]
    assert messages["the"] == "Not needed: took out “the” (1 student)"


async def test_no_change_of_a_reference_changes_what_another_rebukes(client: LanguageClient, files: ExerciseFiles):
    """Their names and their order don't matter either: one is read before the other."""
    first = await shown(client, open_document(client, files.hypothesis("mei")))
    kim, cruz = files.reference("ms-kim"), files.reference("mr-cruz")
    texts = kim.read_text(), cruz.read_text()
    uri = files.hypothesis("mei").as_uri()
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    await settled(client, uri, 1)
    kim.write_text(texts[1])
    cruz.write_text(texts[0])
    second = await shown(client, open_document(client, files.hypothesis("mei")))
    assert [(item.code, item.range) for item in second] == [(item.code, item.range) for item in first]
