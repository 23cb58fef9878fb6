"""Small pools, read from files."""

from pathlib import Path

from markscheme.documents.files import read_text
from markscheme.exercises.discovery import exercises_in
from markscheme.marking.local import Engine
from markscheme.research.pool import Pool, PooledTexts

LAST = "The weather was nice and we all enjoyed the long evening in the park .\n"
SOURCE = f"""She like music .
He go in home with car yesterday .
I am agree .
{LAST}"""
REFERENCES = f"""S She like music .
A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||1
A 1 2|||R:VERB|||loves|||REQUIRED|||-NONE-|||2

S He go in home with car yesterday .
A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||0
A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||0
A 4 6|||R:OTHER|||by car|||REQUIRED|||-NONE-|||0
A 1 4|||R:OTHER|||drove home|||REQUIRED|||-NONE-|||1
A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||2

S I am agree .
A 1 2|||U:VERB||||||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S {LAST}A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2
"""
"""Three annotators; the third has not seen the third sentence."""
HYPOTHESES = {
    "ada": "She likes music .\nHe went home by car yesterday .\nI agree .\n" + LAST,
    "bo": "She likes music .\nHe goes in home with a car yesterday .\nI agree .\n" + LAST,
    "cy": "She is liking the music .\nHe goes in home with a car , yesterday .\nI am agree .\n" + LAST,
    "di": SOURCE,
}


def write(folder: Path, references: str = REFERENCES, hypotheses: dict[str, str] = HYPOTHESES) -> Path:
    """Write an exercise with its roles in its file names."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "x.src").write_text(SOURCE)
    (folder / "x.ref.m2").write_text(references)
    for name, text in hypotheses.items():
        (folder / f"x.hyp.{name}").write_text(text)
    return folder


def read(folder: Path, engine: Engine) -> Pool:
    """Return the pool of a folder's exercises."""
    return Pool.of([PooledTexts.of(item, read_text) for item in exercises_in(folder)], engine.models)
