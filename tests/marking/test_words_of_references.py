"""A finding quotes the words that a reference has at its place."""

import json
from pathlib import Path


def test_a_reference_that_changes_more_between_what_is_shown_has_its_own_words(markscheme, tmp_path: Path):
    source = "Letters came here in winter , that must the house for the old lady be sold to her two young friends ."
    (tmp_path / "a.src.txt").write_text(f"{source}\n")
    (tmp_path / "a.hyp.kim.txt").write_text(f"{source.replace(' for ', ' of ')}\n")
    edits = (
        *((5, 6, "R:PUNCT", ":", 0), (6, 7, "U:DET", "", 0), (10, 11, "R:PREP", "of", 0), (21, 22, "R:PUNCT", "?", 0)),
        *((6, 7, "R:OTHER", "as", 1), (7, 8, "R:OTHER", "to whether", 1), (10, 11, "R:PREP", "of", 1)),
        (14, 14, "M:VERB", "should", 1),
    )
    lines = [
        f"A {first} {last}|||{kind}|||{words}|||REQUIRED|||-NONE-|||{number}"
        for first, last, kind, words, number in edits
    ]
    (tmp_path / "a.ref.m2").write_text("\n".join([f"S {source}", *lines, "", ""]))
    reviewed = markscheme("review", tmp_path, "--format", "json")
    assert reviewed.returncode == 0, reviewed.stderr
    [document] = json.loads(reviewed.stdout)["documents"]
    words = [one["text"] for finding in document["findings"] for one in finding["references"]]
    assert ": must the house of the old lady be sold to her two young friends ?" in words
