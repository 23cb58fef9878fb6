"""brat's files in an editor: what is found stands at the annotations, and their text is read with them."""

from pathlib import Path

from markscheme.documents.places import LineIndex, Position
from markscheme.languages.segments import Span
from server.lsp.conversation import change_document, open_document, settled
from server.lsp.window import Window

SOURCE = "My friend live in Lima. He like the sea very much.\n"
KIM = (
    "T1\tVerbs 27 31\tlike\n#1\tAnnotatorNotes T1\tlikes\n"
    "T2\tVerbs 10 14\tlive\n#2\tAnnotatorNotes T2\tlives\n"
    "T3\tAdverbs 40 44\tvery\nA1\tDelete T3\n"
)
ROY = "T1\tVerbs 10 14\tlive\nA2\tCorrection T1 lived\nT2\tVerbs 27 31\tlike\nA1\tCorrection T2 likes\n"


def write(folder: Path) -> None:
    for name, annotations in (("kim", KIM), ("roy", ROY)):
        (folder / name).mkdir()
        (folder / name / "essay.txt").write_text(SOURCE)
        (folder / name / "essay.ann").write_text(annotations)
    (folder / "markscheme.toml").write_text(
        '[[exercise]]\nname = "essay"\nreferences = ["kim/essay.ann"]\nhypotheses = ["roy/essay.ann"]\n'
    )


async def test_what_is_found_stands_at_the_annotations(tmp_path: Path, window: Window):
    write(tmp_path)
    async with window(tmp_path, debounce=0) as client:
        text = open_document(client, tmp_path / "kim/essay.txt")
        uri = open_document(client, tmp_path / "roy/essay.ann")
        found = await settled(client, uri)
        index = LineIndex(ROY)
        shown = [
            (
                item.range.start.line,
                Span(
                    index.offset(Position(item.range.start.line, item.range.start.character), "utf-16"),
                    index.offset(Position(item.range.end.line, item.range.end.character), "utf-16"),
                ).of(ROY),
            )
            for item in found
        ]
        change_document(client, text, SOURCE.replace("live", "stay"), 2)
        messages = [item.message for item in await settled(client, uri, 1)]
    assert shown == [(1, "lived"), (3, "likes"), (3, "")]
    assert any("T2 is on 'live', and essay.txt has 'stay' at 10-14" in message for message in messages), messages
