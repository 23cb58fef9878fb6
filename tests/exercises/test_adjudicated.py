"""``adjudicated.m2``: what is written is read back, other lines stay byte for byte, and broken lines are named."""

import datetime
import subprocess
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.errors import DocumentError
from markscheme.exercises.adjudicated_file import (
    AdjudicatedFile,
    Origin,
    Provenance,
    SentenceKey,
    read_comment,
    skeleton,
)

DAY = datetime.date(2026, 11, 22)
FROM_KIM = Provenance(Origin.ANNOTATORS, ("Kim",), "Ms Lee", DAY)
SHE = SentenceKey(("She", "like", "music", "."))
HE = SentenceKey(("He", "go", "home", "."))
HE_AGAIN = SentenceKey(HE.source, 2)
KEYS = (SHE, HE, HE_AGAIN)
DECIDED = "S {}\nA 1 2|||R:VERB:SVA|||{}|||REQUIRED|||from Kim; by Ms Lee on 2026-11-22|||0\n\n"
LIKES = AdjudicatedFile(DECIDED.format("She like music .", "likes")).records[SHE]
GOES = AdjudicatedFile(DECIDED.format("He go home .", "goes")).records[HE]

_texts = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=12)
_names = _texts.map(str.strip).filter(bool)


@given(
    st.sampled_from(Origin),
    st.lists(_names, min_size=1, max_size=3),
    st.one_of(st.just(""), _names),
    st.one_of(st.none(), st.just(DAY)),
    st.one_of(_texts, st.sampled_from(["tag decided", "tag decided; why"])),
    st.booleans(),
)
def test_a_comment_is_read_as_it_was_written(
    origin: Origin, names: list[str], author: str, date: datetime.date | None, reason: str, decides_tag: bool
):
    people = () if origin is Origin.OWN else tuple(names)
    provenance = Provenance(origin, people, author, date, " ".join(reason.split()), decides_tag)
    comment = provenance.comment
    assert "|||" not in comment
    assert read_comment(comment) == provenance


def test_a_decision_changes_its_own_sentence_only():
    text = AdjudicatedFile("").with_records({SHE: LIKES}, KEYS)
    assert text == (
        "S She like music .\n"
        "A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||from Kim; by Ms Lee on 2026-11-22|||0\n\n"
        "S He go home .\n\nS He go home .\n\n"
    )
    file = AdjudicatedFile(text)
    [ruling] = file.records[SHE].rulings
    assert (ruling.start, ruling.end, ruling.replacement, ruling.type) == (1, 2, ("likes",), "R:VERB:SVA")
    assert (ruling.provenance, file.records[SHE].is_decided) == (FROM_KIM, True)
    assert file.records == {SHE: LIKES}
    both = AdjudicatedFile(file.with_records({HE_AGAIN: GOES}, KEYS))
    assert both.records == {SHE: LIKES, HE_AGAIN: GOES}
    assert both.with_bodies({HE_AGAIN: file.body(HE_AGAIN)}, KEYS) == text
    assert both.with_records({HE_AGAIN: None}, KEYS) == text


def test_what_a_person_wrote_stays():
    text = "\r\n".join(
        [
            "S She like music .",
            "A 1 2|||R:VERB|||loves|||REQUIRED|||-NONE-|||0",
            "",
            "",
            "S Old one .",
            "A -1 -1|||noop|||-NONE-|||REQUIRED|||left; by Ms Lee|||0",
        ]
    )
    file = AdjudicatedFile(text)
    assert file.records[SHE].rulings[0].provenance == Provenance(Origin.OWN)
    after = file.with_records({HE: GOES}, KEYS)
    assert after.startswith(text)
    assert "\n" not in after.replace("\r\n", "")
    assert set(AdjudicatedFile(after).records) == {SHE, HE, SentenceKey(("Old", "one", "."))}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("A 1 2|||R:VERB|||likes|||REQUIRED|||Kim said so|||0", "does not say whose"),
        ("A 1 2|||R:VERB|||likes|||REQUIRED|||from Kim|||3", "of annotator 3"),
        ("A 1 9|||R:VERB|||likes|||REQUIRED|||from Kim|||0", "outside its sentence"),
        ("A 1 9|||noop|||-NONE-|||REQUIRED|||left|||0", "outside its sentence"),
        ("A 1 2|||R:VERB|||likes", "an A line reads"),
        ("<<<<<<< ours", "begins with neither"),
        ("A 1 2|||R:VERB|||likes|||REQUIRED|||from Kim; by Lee on 2026-13-01|||0", "is no date"),
    ],
)
def test_a_broken_line_is_named_and_the_file_stays(tmp_path: Path, line: str, message: str):
    path = tmp_path / "adjudicated.m2"
    text = f"S She like music .\n{line}\n"
    path.write_text(text)
    with pytest.raises(DocumentError, match=message) as failure:
        AdjudicatedFile.rewrite(path, lambda file: file.with_records({HE: GOES}, KEYS))
    assert (failure.value.path, failure.value.line) == (path, 2)
    assert path.read_text() == text


def test_two_lines_for_one_place_are_refused(tmp_path: Path):
    lines = [
        "S She like music .",
        "A 1 2|||R:VERB|||likes|||REQUIRED|||from Kim|||0",
        "A 1 2|||noop|||-NONE-|||REQUIRED|||left|||0",
    ]
    (tmp_path / "adjudicated.m2").write_text("\n".join(lines))
    with pytest.raises(DocumentError, match="overlaps"):
        AdjudicatedFile.read(tmp_path / "adjudicated.m2")


def test_decisions_of_two_people_about_different_sentences_merge(tmp_path: Path):
    base = AdjudicatedFile("").with_records({SHE: LIKES}, KEYS)
    sides = {
        "base": base,
        "one": AdjudicatedFile(base).with_records({HE: GOES}, KEYS),
        "other": AdjudicatedFile(base).with_records({HE_AGAIN: GOES}, KEYS),
    }
    for name, text in sides.items():
        (tmp_path / name).write_text(text)
    command = ["git", "merge-file", "-p", "one", "base", "other"]
    merged = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert AdjudicatedFile(merged).records == {SHE: LIKES, HE: GOES, HE_AGAIN: GOES}


def test_a_file_without_a_decision_is_removed(tmp_path: Path):
    path = tmp_path / "adjudicated.m2"
    AdjudicatedFile.rewrite(path, lambda file: file.with_records({SHE: LIKES}, KEYS))
    assert path.exists()
    AdjudicatedFile.rewrite(path, lambda file: file.with_records({SHE: None}, KEYS))
    assert list(tmp_path.iterdir()) == []


def test_a_sentence_that_m2_cannot_hold_is_refused_and_others_are_kept():
    odd = SentenceKey(("a b", "c"))
    assert skeleton((odd, SHE)) == "S She like music .\n\n"
    with pytest.raises(DocumentError, match="can't be kept"):
        AdjudicatedFile("").with_records({odd: GOES}, (odd, SHE))


def test_a_place_that_stays_is_kept_beside_a_correction():
    provenance = Provenance(Origin.LEFT, ("Roy",), "Ms Lee", DAY, 'she said: "no"')
    [likes] = LIKES.rulings
    left = attrs.evolve(likes, start=2, end=2, replacement=(), type="noop", provenance=provenance)
    record = attrs.evolve(LIKES, rulings=(likes, left), is_decided=False)
    file = AdjudicatedFile(AdjudicatedFile("").with_records({SHE: record}, KEYS))
    assert file.records == {SHE: record}
    assert "|||1\n" in file.text
