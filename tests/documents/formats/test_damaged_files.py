"""Damaged files: what is sound is read as before, or the file has a fault, or is refused."""

from pathlib import Path
from random import Random

import pytest

from markscheme.documents.brat import BRAT
from markscheme.documents.formats import CorpusFormat, DocumentFile
from markscheme.documents.nucle import NUCLE
from markscheme.documents.records import WI
from markscheme.documents.uagec import UAGEC
from markscheme.errors import DocumentError

TEXT = "He go to school . She like cats .\nI has a dog . We is here .\n"
ESSAY = """<DOC nid="1">
<TEXT>
<P>
She like cats .
</P>
</TEXT>
<ANNOTATION teacher_id="kim">
<MISTAKE start_par="0" start_off="4" end_par="0" end_off="8">
<TYPE>SVA</TYPE>
<CORRECTION>likes</CORRECTION>
</MISTAKE>
</ANNOTATION>
</DOC>
"""
FILES: dict[str, tuple[CorpusFormat, str]] = {
    "a.ann": (BRAT, "T1\tVerb 3 5\tgo\n#1\tAnnotatorNotes T1\tgoes\nT2\tVerb 22 26\tlike\nA1\tDelete T2\n"),
    "a.uagec": (UAGEC, "I {has=>have:::error_type=G} a dog .\nShe {like=>likes} cats .\n"),
    "a.sgml": (NUCLE, ESSAY * 3),
    "a.json": (WI, '{"id": "1", "text": "I has it .", "edits": [[0, [[2, 5, "have"]]]]}\n' * 3),
}
MARKS = [
    "{",
    "}",
    "|",
    "\t",
    "\n",
    "<",
    ">",
    "/",
    "=",
    "9",
    '"',
    "[",
    "\u2028",
    "\r",
    "T1\t",
    "{a=>",
    "</DOC>",
    "<DOC>",
]


def damaged(text: str, random: Random) -> str:
    characters = list(text)
    for _ in range(random.randint(1, 5)):
        place = random.randrange(len(characters))
        characters[place : place + random.choice((0, 1, 20))] = random.choice(MARKS)
    return "".join(characters)


@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_is_read_whole_or_has_a_fault(name: str, seed: int):
    random = Random(seed)
    form, text = FILES[name]
    is_partly_read = False
    for _ in range(150):
        broken = damaged(text, random)
        file = DocumentFile(Path(name), lambda path, own=broken: TEXT if path.suffix == ".txt" else own)
        try:
            strict = form.read_corpus(file)
        except DocumentError:
            strict = None
        try:
            tolerant = form.read_tolerantly(file).sound
        except DocumentError:
            assert strict is None, broken
            continue
        if strict is None:
            assert tolerant.faults, broken
            is_partly_read |= bool(tolerant.entries)
        else:
            assert (tolerant.entries, tolerant.faults.count) == (strict.entries, 0), broken
    assert is_partly_read
