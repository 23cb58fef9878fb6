"""Class folders for tests: a class with two assignments, and an assignment of own essays."""

from pathlib import Path

SENTENCES = (
    ("Yesterday I go to the market with my aunt.", "Yesterday I went to the market with my aunt."),
    ("She buy a apple and three pear for us.", "She bought an apple and three pears for us."),
    ("Then we was sitting in park near the river.", "Then we sat in the park near the river."),
    ("I am agree that it was very nice day.", "I agree that it was a very nice day."),
)
"""What a learner writes, and how a teacher corrects it."""
OTHER_WAYS = (
    "Yesterday I have gone to the market with my aunt.",
    "She buys an apple and three pears for us.",
    "Then we were sitting in a park near to the river.",
    "I am agreeing that it was the very nice day.",
)
STUDENTS = ("Ada", "Ben", "Chloé", "Dario", "Emre", "Femi", "Greta", "Hana")


def draft(sentences: int = len(SENTENCES)) -> str:
    return "\n".join(learner for learner, _ in SENTENCES[:sentences]) + "\n"


def correction(sentences: int = len(SENTENCES)) -> str:
    return "\n".join(corrected for _, corrected in SENTENCES[:sentences]) + "\n"


def revision(number: int) -> str:
    """Return a student's revision: each sentence as the teacher has it, otherwise corrected, or left as it is."""
    versions = (
        (corrected, other, learner)[(number + place * (number + 1)) % 3]
        for place, ((learner, corrected), other) in enumerate(zip(SENTENCES, OTHER_WAYS, strict=True))
    )
    return "\n".join(versions) + "\n"


def write(folder: Path, texts: dict[str, str]) -> Path:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def class_of_eight(folder: Path) -> Path:
    """Write a class of eight students with two assignments: a text that all share, and a diary of their own."""
    texts = {
        "markscheme.toml": '[[exercise]]\nname = "Market"\nsource = "market/original.txt"\n'
        'references = ["market/correction {teacher}.txt"]\nhypotheses = ["market/students/{student}.txt"]\n\n'
        '[[exercise]]\nname = "Diary"\nsource = "diary/drafts/{student}.txt"\n'
        'references = ["diary/corrected/{teacher}/{student}.txt"]\nhypotheses = ["diary/revisions/{student}.txt"]\n\n'
        '[groups]\n"Articles" = ["DET"]\n"Verbs" = ["VERB", "VERB:TENSE", "VERB:FORM", "VERB:SVA"]\n',
        "market/original.txt": draft(),
        "market/correction Ms Baker.txt": correction(),
    }
    for number, student in enumerate(STUDENTS):
        texts |= {
            f"market/students/{student}.txt": revision(number),
            f"diary/drafts/{student}.txt": draft(),
            f"diary/corrected/Mr Cruz/{student}.txt": correction(),
            f"diary/revisions/{student}.txt": revision(number + 1),
        }
    return write(folder, texts)


def own_essays(folder: Path) -> Path:
    """Write an assignment of four students with their own essays; one has no revision, another no correction yet."""
    texts = {
        "markscheme.toml": '[[exercise]]\nname = "Diary"\nsource = "drafts/{student}.txt"\n'
        'references = ["corrected/{teacher}/{student}.txt"]\nhypotheses = ["revisions/{student}.txt"]\n\n'
        '[people]\nmei_lin = "Mei Lin"\n',
    }
    for number, student in enumerate(("mei_lin", "Noor", "Olek", "Pia")):
        texts[f"drafts/{student}.txt"] = draft(2 + number % 3)
        if student != "Olek":
            texts[f"revisions/{student}.txt"] = revision(number)
        if student != "Pia":
            texts[f"corrected/Ms Baker/{student}.txt"] = correction(2 + number % 3)
    return write(folder, texts)


def companions(folder: Path, sentences: int = len(SENTENCES)) -> list[Path]:
    """Write every file that Markscheme keeps beside an exercise of drafts, and return their paths."""
    blocks = []
    for learner, corrected in SENTENCES[:sentences]:
        tokens = learner.replace(".", " .")
        blocks.append(
            f"S {tokens}\nA 0 1|||R:OTHER|||{corrected.split()[0]}|||REQUIRED|||{{}} by Kim on 2026-01-01|||0\n"
        )
    m2 = "\n".join(blocks)
    notes = '{\n  "generator": "Markscheme",\n  "schema": 1,\n  "about": "a class",\n  "students": []\n}\n'
    texts = {
        "accepted.m2": m2.format(*["accepted"] * sentences),
        "decisions.m2": m2.format(*["wrong"] * sentences),
        "questions.m2": m2.format(*["skipped"] * sentences),
        "adjudicated.m2": m2.format(*["from Kim;"] * sentences),
        "comments.toml": f'[[comment]]\ncode = "T"\ntext = "{draft().splitlines()[0]}"\n',
        "teacher-comments.toml": f'[[comment]]\nabout = "whole"\ntext = "{draft().splitlines()[0]}"\n',
        **dict.fromkeys(("markscheme-class.json", "markscheme-key.json", "markscheme-second-marking.json"), notes),
    }
    write(folder, texts)
    return [folder / name for name in texts]
