"""Faulty lines of brat, W&I, NUCLE and UA-GEC: what they make unreadable is left out and listed; the rest stays."""

import json

import pytest

TEXT = "He go to school . She like cats .\nI has a dog . We is here .\n"
SOUND_ANN = "T1\tVerb 3 5\tgo\n#1\tAnnotatorNotes T1\tgoes\nT2\tVerb 22 26\tlike\n#2\tAnnotatorNotes T2\tlikes\n"
BROKEN_ANN = {
    "garbage": ("this is no annotation\n", 5),
    "outside": ("T3\tVerb 36 3900\thas\n#3\tAnnotatorNotes T3\thave\n", 5),
    "other words": ("T3\tVerb 36 39\twas\n#3\tAnnotatorNotes T3\thave\n", 5),
    "nobody's note": ("#9\tAnnotatorNotes T9\thave\n", 5),
    "overlap": (
        "T3\tVerb 36 39\thas\n#3\tAnnotatorNotes T3\thave\nT4\tVerb 36 41\thas a\n#4\tAnnotatorNotes T4\thad a\n",
        7,
    ),
    "two corrections": ("T3\tVerb 36 39\thas\n#3\tAnnotatorNotes T3\thave\n#4\tAnnotatorNotes T3\thad\n", 7),
}
PLACED = ("overlap", "two corrections")
ESSAYS = ["I has a dog .", "She like cats .", "We is here ."]


def wi(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def essay(text: str, start: int, end: int, correction: str | None) -> str:
    return json.dumps({"id": text[:2], "text": text, "edits": [[0, [[start, end, correction]]]]})


WI = [essay(ESSAYS[0], 2, 5, "have"), essay(ESSAYS[1], 4, 8, "likes"), essay(ESSAYS[2], 3, 5, "are")]
BROKEN_WI = {
    "not JSON": '{"id": "x", "text": ',
    "no text": '{"id": "x", "edits": []}',
    "outside": essay(ESSAYS[1], 4, 800, "likes"),
    "overlap": json.dumps({"id": "x", "text": ESSAYS[1], "edits": [[0, [[4, 8, "likes"], [4, 13, "likes dogs"]]]]}),
}


def doc(number: int, text: str, start: int, end: int, correction: str) -> str:
    return (
        f'<DOC nid="{number}">\n<TEXT>\n<P>\n{text}\n</P>\n</TEXT>\n<ANNOTATION teacher_id="kim">\n'
        f'<MISTAKE start_par="0" start_off="{start}" end_par="0" end_off="{end}">\n<TYPE>SVA</TYPE>\n'
        f"<CORRECTION>{correction}</CORRECTION>\n</MISTAKE>\n</ANNOTATION>\n</DOC>\n"
    )


NUCLE = [doc(1, ESSAYS[0], 2, 5, "have"), doc(2, ESSAYS[1], 4, 8, "likes"), doc(3, ESSAYS[2], 3, 5, "are")]
BROKEN_NUCLE = {
    "outside": (doc(2, ESSAYS[1], 4, 800, "likes"), 8),
    "unclosed": (NUCLE[1].replace("</MISTAKE>\n", ""), 11),
    "no end": (NUCLE[1].replace("</DOC>\n", ""), 1),
    "no text": (NUCLE[1].replace("</P>\n", ""), 5),
}
UAGEC = ["I {has=>have:::error_type=G/Verb} a dog .", "She {like=>likes:::error_type=G/Verb} cats ."]
BROKEN_UAGEC = {"unclosed": "We {is=>are:::error_type=G/Verb here .", "outside": "We is:::error_type=G/Verb here ."}


def converted(markscheme, tmp_path, name: str, broken: str, sound: str, place: str) -> None:
    """Convert a file with a fault and one without what is left out; ``--strict`` refuses."""
    results = []
    for stem, text in (("faulty", broken), ("sound", sound)):
        file = name.replace("NAME", stem)
        (tmp_path / file).write_text(text)
        (tmp_path / f"{stem}.txt").write_text(TEXT)
        done = markscheme("convert", file, f"{stem}.jsonl", "--force")
        assert done.returncode == 0, done.stderr
        listed = [line for line in done.stderr.splitlines() if " is left out" in line]
        assert len(listed) == (stem == "faulty"), done.stderr
        results.append((tmp_path / f"{stem}.jsonl").read_text().replace(stem, ""))
        if stem == "faulty":
            assert place in listed[0]
            refused = markscheme("convert", file, "strict.jsonl", "--strict")
            assert refused.returncode == 2
            assert place in refused.stderr
            assert not (tmp_path / "strict.jsonl").exists()
    assert results[0] == results[1]


@pytest.mark.parametrize("fault", BROKEN_ANN)
def test_brat_annotation_is_left_out(markscheme, tmp_path, fault):
    lines, line = BROKEN_ANN[fault]
    converted(markscheme, tmp_path, "NAME.ann", SOUND_ANN + lines, SOUND_ANN, f"faulty.ann:{line}")


@pytest.mark.parametrize("fault", BROKEN_WI)
def test_wi_line_is_left_out(markscheme, tmp_path, fault):
    for place in (0, 1, 2):
        lines = [*WI[:place], BROKEN_WI[fault], *WI[place:]]
        converted(markscheme, tmp_path, "NAME.json", wi(*lines), wi(*WI), f"faulty.json:{place + 1}")


@pytest.mark.parametrize("fault", BROKEN_NUCLE)
def test_nucle_document_is_left_out(markscheme, tmp_path, fault):
    text, line = BROKEN_NUCLE[fault]
    first = NUCLE[0].count("\n")
    converted(markscheme, tmp_path, "NAME.sgml", NUCLE[0] + text + NUCLE[2], NUCLE[0] + NUCLE[2], "faulty.sgml:")
    done = markscheme("convert", "faulty.sgml", "again.jsonl")
    assert f"faulty.sgml:{first + line}" in done.stderr


@pytest.mark.parametrize("fault", BROKEN_UAGEC)
def test_uagec_line_is_left_out(markscheme, tmp_path, fault):
    text = "\n".join([UAGEC[0], BROKEN_UAGEC[fault], UAGEC[1]])
    converted(markscheme, tmp_path, "NAME.uagec", text, "\n".join(UAGEC), "faulty.uagec:2")


NOTHING_LEFT = {
    "a.ann": "garbage\n",
    "a.json": wi(*BROKEN_WI.values()),
    "a.sgml": BROKEN_NUCLE["outside"][0],
    "a.uagec": BROKEN_UAGEC["unclosed"],
}


@pytest.mark.parametrize("name", NOTHING_LEFT)
def test_a_file_of_which_nothing_is_left_is_refused(markscheme, tmp_path, name):
    (tmp_path / name).write_text(NOTHING_LEFT[name])
    (tmp_path / "a.txt").write_text(TEXT)
    refused = markscheme("convert", name, "b.jsonl")
    assert refused.returncode == 2
    assert f"{name}:" in refused.stderr
    assert refused.stderr.count("\n") == 1


def run_of(result) -> dict:
    assert result.returncode == 0, result.stderr
    [run] = json.loads(result.stdout)["runs"]
    return run


@pytest.mark.parametrize("name", ["r.json", "r.sgml"])
def test_score_leaves_out_the_sentences_of_a_faulty_text(markscheme, tmp_path, name):
    faulty, sound = (
        (wi(WI[0], BROKEN_WI["outside"], WI[2]), wi(WI[0], WI[2]))
        if name == "r.json"
        else (NUCLE[0] + BROKEN_NUCLE["outside"][0] + NUCLE[2], NUCLE[0] + NUCLE[2])
    )
    for stem, own, own_reference in (("faulty", WI, faulty), ("sound", [WI[0], WI[2]], sound)):
        (tmp_path / stem).mkdir()
        (tmp_path / stem / "h.json").write_text(wi(*own))
        (tmp_path / stem / name).write_text(own_reference)
    score = ("--metric", "errant", "--format", "json", "--per-sentence")
    one, other = (
        markscheme("score", f"{stem}/h.json", "--reference", f"{stem}/{name}", *score) for stem in ("faulty", "sound")
    )
    assert "its text is left out" in one.stderr or "its essay is left out" in one.stderr
    assert other.stderr == ""
    assert run_of(one)["counts"] == run_of(other)["counts"]
    assert run_of(one)["sentences"] == 2
    refused = markscheme("score", "faulty/h.json", "--reference", f"faulty/{name}", "--strict")
    assert refused.returncode == 2
    compared = markscheme("eval", "compare", "faulty/h.json", "--reference", f"faulty/{name}", "--resamples", "2")
    assert compared.returncode == 0, compared.stderr
    assert "is left out" in compared.stderr


@pytest.mark.parametrize("fault", BROKEN_ANN)
def test_score_leaves_out_the_sentence_of_a_faulty_brat_annotation(markscheme, tmp_path, fault):
    for name in ("h", "r"):
        (tmp_path / f"{name}.txt").write_text(TEXT)
    sound = SOUND_ANN + "T3\tVerb 36 39\thas\n#3\tAnnotatorNotes T3\thave\n"
    (tmp_path / "h.ann").write_text(sound)
    (tmp_path / "r.ann").write_text(SOUND_ANN + BROKEN_ANN[fault][0])
    result = markscheme("score", "h.ann", "--reference", "r.ann", "--metric", "errant", "--format", "json")
    if fault in PLACED:
        run = run_of(result)
        assert (run["counts"]["tp"], run["counts"]["fp"], run["counts"]["fn"]) == (2, 0, 0)
        assert "its sentence is left out" in result.stderr
    else:
        assert result.returncode == 2
        assert "r.ann:5" in result.stderr


def test_score_refuses_a_file_whose_source_is_not_known(markscheme, tmp_path):
    (tmp_path / "h.json").write_text(wi(*WI))
    (tmp_path / "r.json").write_text(wi(WI[0], BROKEN_WI["not JSON"], WI[2]))
    refused = markscheme("score", "h.json", "--reference", "r.json", "--metric", "errant")
    assert refused.returncode == 2
    assert "r.json:2" in refused.stderr


def annotators(folder, texts=("t1", "t2")) -> None:
    for person in ("anna", "ben"):
        (folder / person).mkdir()
        for text in texts:
            (folder / person / f"{text}.txt").write_text(TEXT)
            (folder / person / f"{text}.ann").write_text(SOUND_ANN)
    (folder / "markscheme.toml").write_text('[[exercise]]\nname = "{name}"\nreferences = ["{teacher}/{name}.ann"]\n')


AGREEMENT = ("annotate", "agreement", ".", "--no-credit", "--no-verdicts", "--resamples", "0")


def test_agreement_is_without_a_faulty_annotation_alone_and_says_so_in_every_form(markscheme, tmp_path):
    annotators(tmp_path)
    sound = markscheme(*AGREEMENT, "--format", "json")
    (tmp_path / "anna/t2.ann").write_text(SOUND_ANN + "T9\tVerb 36 3900\thas\n#9\tAnnotatorNotes T9\thave\n")
    faulty = markscheme(*AGREEMENT, "--format", "json")
    assert faulty.returncode == 0, faulty.stderr
    line = "t2.ann:5: T9 is at 36-3900, outside t2.txt of 61 characters: its annotation is left out"
    assert line in faulty.stderr
    one, other = json.loads(sound.stdout), json.loads(faulty.stdout)
    assert line in " ".join(other.pop("problems"))
    assert other == {name: value for name, value in one.items() if name != "problems"}
    for form in ("text", "html"):
        assert line in markscheme(*AGREEMENT, "--format", form).stdout
    assert markscheme(*AGREEMENT, "--strict").returncode == 2


def test_a_file_with_more_faults_than_annotations_is_left_out_as_a_whole(markscheme, tmp_path):
    annotators(tmp_path)
    (tmp_path / "anna/t2.txt").write_text(TEXT.replace("He go", "Then he go"))
    done = markscheme(*AGREEMENT)
    assert "t2.ann:1: T1 is on 'go'" in done.stderr
    assert "its text is left out" in done.stderr


def test_intervals_over_few_texts_say_so(markscheme, tmp_path):
    annotators(tmp_path)
    done = markscheme(*AGREEMENT[:-1], "20", "--by-document")
    assert "drawn over 2 texts" in done.stdout
    assert "drawn over" not in markscheme(*AGREEMENT[:-1], "20").stdout


M2_OF_TWO = """S the cat sat .
A 1 2|||R:NOUN|||dog|||REQUIRED|||-NONE-|||0
nonsense

S the cat ran .
A 1 2|||R:NOUN|||dog|||REQUIRED|||-NONE-|||0

"""


def test_m2_among_plain_texts_of_a_folder(markscheme, tmp_path):
    (tmp_path / "a.src").write_text("the cat sat .\nthe cat ran .\n")
    (tmp_path / "a.ref.kim").write_text("the dog sat .\nthe dog ran .\n")
    (tmp_path / "a.ref.roy.m2").write_text(M2_OF_TWO)
    (tmp_path / "markscheme.toml").write_text(
        '[[exercise]]\nsource = "a.src"\nreferences = ["a.ref.kim", "a.ref.roy.m2"]\n'
    )
    done = markscheme("convert", ".", "out.jsonl")
    assert done.returncode == 0, done.stderr
    assert "a.ref.roy.m2:3" in done.stderr
    assert "its sentence is left out" in done.stderr
    assert json.loads((tmp_path / "out.jsonl").read_text())["source"] == "the cat ran ."
    refused = markscheme("convert", ".", "strict.jsonl", "--strict")
    assert refused.returncode == 2
