"""Input of 25 kB, and of 100 kB with ``--thorough``, in shapes that are hard on a reader, an alignment or a report."""

import os
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import pairwise
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

Files = dict[str, bytes]
"""What stands in a folder, by the files' names."""
THOROUGH = bool(os.environ.get("MARKSCHEME_THOROUGH"))
SIZE = 100_000 if THOROUGH else 25_000
BOMB = 2**28 if THOROUGH else 2**26
"""Characters that a bomb unpacks to; 32 MiB are allowed."""
TEXT = "the cat sat on a mat and we have seen it go to work with happy friends in houses that run quickly"
WORDS = TEXT.split()
SOURCE = "She suffer from headaches. It are bad for she. I has been there since two year.\n"
REFERENCE = "She suffers from headaches. It is bad for her. I have been there for two years.\n"


def essay(hypothesis: str, source: str = SOURCE, reference: str = REFERENCE) -> Files:
    texts = {"essay.src.txt": source, "essay.hyp.mei.txt": hypothesis, "essay.ref.kim.txt": reference}
    return {name: text.encode() for name, text in texts.items()}


def prose(seed: int, size: int = SIZE, *, stops: bool = True) -> str:
    random = Random(seed)
    words: list[str] = []
    length = 0
    while length < size:
        words.append(random.choice(WORDS) + ("." if stops and random.random() < 0.06 else ""))
        length += len(words[-1]) + 1
    return " ".join(words) + ".\n"


def invented(seed: int, size: int = SIZE) -> str:
    random = Random(seed)
    words = ("".join(random.choices("abcdeilmnorstu", k=random.randint(2, 8))) for _ in range(size // 6))
    return " ".join(word + ("." if random.random() < 0.06 else "") for word in words) + "\n"


def repeated(unit: str, size: int = SIZE) -> str:
    return unit * (size // len(unit))


def essays() -> Iterator[tuple[str, Files]]:
    """Yield texts of students."""
    for name, unit in (
        ("insertion marks", "{++"),
        ("closing marks", "++}"),
        ("changes", "{++a++}"),
        ("substitutions", "{~~a~>b~~}"),
        ("comments", "{>>a<<}"),
        ("annotations", "{a=>b:::error_type=X}"),
        ("open annotations", "{a=>"),
        ("brackets", "["),
        ("one word", "word "),
        ("one letter", "a "),
        ("one long word", "a"),
        ("punctuation", "?!"),
        ("emoji", "😀"),
        ("line ends", "\n"),
        ("carriage returns", "\r"),
        ("spaces", " "),
        ("short sentences", "A. "),
        ("short lines", "a\n"),
        ("backslashes", "\\"),
        ("combining marks", "e" + "\u0301" * 50),
        ("headings", "### essay_id = 1\n"),
        ("possessives", "friend 's "),
        ("addresses", "http://a.b/c?d=e&"),
    ):
        yield name, essay(repeated(unit))
    third = SIZE // 3
    yield "few marks", essay("{++" * 200)
    yield "unrelated texts", essay(prose(1, third), prose(2, third), prose(3, third))
    yield "unrelated words", essay(invented(1, third), invented(2, third), invented(3, third))
    yield "no sentence ends", essay(*(prose(number, third, stops=False) for number in (1, 2, 3)))
    yield "long sentences", essay(*(long_sentences(number, third) for number in (1, 2, 3)))
    yield "long source", essay("", prose(1))
    yield "long source, short hypothesis", essay("It is.\n", prose(1, SIZE // 2), prose(2, SIZE // 2))
    yield "long reference", essay(SOURCE, SOURCE, prose(1))
    sentences = repeated("It is a cat. ", third)
    yield "one sentence again and again", essay(sentences[:-13], sentences, sentences[13:])
    yield "other sentences again and again", essay(sentences, repeated("We has a dog. ", third), sentences[13:])


def long_sentences(seed: int, size: int) -> str:
    random = Random(seed)
    letters = [chr(number) for number in range(0x3B1, 0x3C9)]
    return "\n".join(" ".join(random.choices(letters, k=250)) + " ." for _ in range(size // 752))


def corpora() -> Iterator[tuple[str, Files]]:
    """Yield files of corpora."""
    words = " ".join(Random(1).choices(WORDS, k=20_000))
    edit = "A {0} {1}|||R:OTHER|||{2}|||REQUIRED|||-NONE-|||{3}\n"
    yield "M2: a long sentence", {"corpus.m2": f"S {words}\n{edit.format(3, 4, 'x', 0)}".encode()}
    many = "".join(edit.format(n, n + 1, "x", 0) for n in range(SIZE // 48))
    yield "M2: many edits", {"corpus.m2": f"S {' '.join(['a'] * (SIZE // 48))}\n{many}".encode()}
    overlapping = "".join(edit.format(0, 1, "x", 0) for _ in range(SIZE // 45))
    yield "M2: overlapping edits", {"corpus.m2": f"S a b\n{overlapping}".encode()}
    people = "".join(edit.format(0, 1, "x", n) for n in range(SIZE // 45))
    yield "M2: many annotators", {"corpus.m2": f"S a b\n{people}".encode()}
    yield "M2: far offsets", {"corpus.m2": ("S a b\n" + edit.format(0, 10**4000, "x", 0)).encode()}
    yield "M2: many sentences", {"corpus.m2": repeated("S a\nA 0 1|||R|||b|||||||||0\n\n").encode()}
    text = repeated("cat ").encode()
    for name, line in (
        ("many edits", "T{0}\tX {1} {2}\tcat\n#{0}\tAnnotatorNotes T{0}\tdog\n"),
        ("insertions", "T{0}\tX {1} {1}\t\n#{0}\tAnnotatorNotes T{0}\ta\n"),
        ("the whole text again and again", f"T{{0}}\tX 0 {len(text)}\n"),
        ("many parts", "T{0}\tX " + ";".join("0 1" for _ in range(SIZE // 40)) + "\n"),
        ("notes without a place", "#{0}\tAnnotatorNotes R{0}\ta\n"),
    ):
        lines = "".join(line.format(n, 4 * n, 4 * n + 3) for n in range(SIZE // len(line)))
        yield f"brat: {name}", {"corpus.ann": lines.encode(), "corpus.txt": text}
    yield "UA-GEC: annotations", {"corpus.uagec": repeated("{a=>b:::error_type=X} ").encode()}
    yield "UA-GEC: arrows", {"corpus.uagec": ("{a=>b} " + repeated("=>")).encode()}
    yield "UA-GEC: braces", {"corpus.uagec": ("{a=>b} " + repeated("{}")).encode()}
    yield "UA-GEC: colons in an error", {"corpus.uagec": ("{" + repeated(":::") + "=>b}").encode()}
    yield "UA-GEC: marks in annotations", {"corpus.uagec": repeated("{:::=>}").encode()}
    yield "UA-GEC: choices", {"corpus.uagec": ("{a=>b" + repeated("|c") + "}").encode()}
    yield "NUCLE: nested", {"corpus.sgml": repeated("<DOC>").encode()}
    teachers = "".join(f'<ANNOTATION teacher_id="{n}">{mistake(0)}</ANNOTATION>' for n in range(SIZE // 160))
    yield "NUCLE: teachers", {"corpus.sgml": nucle(teachers)}
    mistakes = "".join(map(mistake, range(SIZE // 130)))
    yield "NUCLE: mistakes", {"corpus.sgml": nucle(f"<ANNOTATION>{mistakes}</ANNOTATION>")}
    yield "NUCLE: one place", {"corpus.sgml": nucle(f"<ANNOTATION>{mistake(0) * (SIZE // 130)}</ANNOTATION>")}
    yield "TSV: a long line", {"corpus.tsv": ("a\t" + repeated("b ")).encode()}
    yield "TSV: an open quote", {"corpus.tsv": ('a\t"' + repeated("b\tc\n")).encode()}
    yield "JSON lines: nested", {"corpus.jsonl": ("[" * SIZE).encode()}
    yield "JSON lines: nested objects", {"corpus.jsonl": repeated('{"a":').encode()}
    yield "JSON lines: a long number", {"corpus.jsonl": ('{"id": ' + "9" * SIZE + "}").encode()}
    yield "W&I: nested edits", {"corpus.json": ('{"text": "a", "edits": ' + "[" * SIZE).encode()}


def mistake(place: int) -> str:
    places = f'start_par="0" start_off="{2 * place}" end_par="0" end_off="{2 * place + 1}"'
    return f"<MISTAKE {places}><TYPE>X</TYPE><CORRECTION>b</CORRECTION></MISTAKE>\n"


def nucle(annotations: str) -> bytes:
    return f"<DOC><TEXT><P>{'a ' * (SIZE // 130)}a</P></TEXT>{annotations}</DOC>".encode()


def folders() -> Iterator[tuple[str, Files | Callable[[], Files]]]:
    """Yield Word documents and configurations."""
    yield "Word: entities", word(_declared("<w:p><w:r><w:t>&i;</w:t></w:r></w:p>"))
    yield "Word: a bomb", lambda: word(_document("<w:p><w:r><w:t>" + " " * BOMB + "</w:t></w:r></w:p>"))
    yield "Word: nested", word(_document("<w:p>" + "<w:smartTag>" * 200 + "</w:smartTag>" * 200 + "</w:p>"))
    yield "Word: nested deep", word(_document("<w:sdt>" * 50_000 + "</w:sdt>" * 50_000))
    change = '<w:p><w:ins w:author="{0}"><w:r><w:t>a</w:t></w:r></w:ins></w:p>'
    yield "Word: many authors", word(_document("".join(change.format(number) for number in range(10_000))))
    yield "Word: many changes", word(_document("".join(change.format(number % 64) for number in range(20_000))))
    yield "TOML: nested", {**essay(SOURCE), "markscheme.toml": ("a = " + "[" * SIZE).encode()}
    yield "TOML: nested tables", {**essay(SOURCE), "markscheme.toml": ("[" + "a." * (SIZE // 2) + "b]").encode()}
    yield "TOML: many tables", {**essay(SOURCE), "markscheme.toml": repeated("[[exercise]]\n").encode()}
    stars = f'[[exercise]]\nsource = "{"*a" * 60}"\nreferences = ["**/**/**/**/*.txt"]\n'
    yield "TOML: many stars", {**essay(SOURCE), "markscheme.toml": stars.encode()}


def word(document: str) -> Files:
    types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
    relationships = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
        'Target="word/document.xml"/></Relationships>'
    )
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", types)
        archive.writestr("_rels/.rels", relationships)
        archive.writestr("word/document.xml", document)
    return {"essay.docx": packed.getvalue()}


def _document(body: str) -> str:
    namespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    return f'<w:document xmlns:w="{namespace}"><w:body>{body}</w:body></w:document>'


def _declared(body: str) -> str:
    names = "abcdefghi"
    entities = "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in pairwise(names))
    return f'<!DOCTYPE w:document [<!ENTITY a "a">{entities}]>' + _document(body)


SHAPES: dict[str, Callable[[], Files]] = {
    name: files if callable(files) else (lambda files=files: files)
    for kind in (essays, corpora, folders)
    for name, files in kind()
}
