"""Small pools from files, for the tests of agreement."""

from pathlib import Path

from markscheme.documents.files import read_text
from markscheme.exercises.discovery import exercises_in
from markscheme.marking.local import Engine
from markscheme.research.pool import Pool, PooledTexts

THREE = """S She like the music .
A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0
A 2 3|||U:DET|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||1
A 1 2|||R:VERB:TENSE|||liked|||REQUIRED|||-NONE-|||2

S He go to home yesterday .
A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||0
A 2 3|||U:PREP|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB|||went|||REQUIRED|||-NONE-|||1
A 2 3|||U:PREP|||-NONE-|||REQUIRED|||-NONE-|||1
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||2

S It is fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A 2 3|||R:ADJ|||good|||REQUIRED|||-NONE-|||2

S We was there in time , I think .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 3 4|||R:PREP|||on|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||1
A 3 4|||UNK|||in|||REQUIRED|||-NONE-|||1
"""
"""Three annotators; the last has not seen the last sentence, and the second marks an error there."""
SYSTEM = "She likes the music .\nHe went home yesterday .\nIt is fine .\nWe was there in time , I think .\n"


def source_of(references: str) -> str:
    return "".join(f"{line[2:]}\n" for line in references.splitlines() if line.startswith("S "))


def corpus(folder: Path, references: str = THREE, **hypotheses: str) -> Path:
    """Write an exercise of parallel lines, with references in M2."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "x.src").write_text(source_of(references))
    (folder / "x.ref.m2").write_text(references)
    for name, text in (hypotheses or {"bo": source_of(references)}).items():
        (folder / f"x.hyp.{name}").write_text(text)
    return folder


def pool_in(folder: Path, engine: Engine) -> Pool:
    return Pool.of([PooledTexts.of(item, read_text) for item in exercises_in(folder)], engine.models)
