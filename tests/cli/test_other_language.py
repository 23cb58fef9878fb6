"""``score`` says on standard error, once, that the sentences are in another language; its scores stay."""

import subprocess
from collections.abc import Callable
from pathlib import Path

Command = Callable[..., "subprocess.CompletedProcess[str]"]

SENTENCES = [
    "Včera jsem šel s bratrem na trh , protože jsme už neměli žádný chleba .",
    "Maminka chtěla uvařit polévka pro celou rodina a pro naše sousedy .",
]
FILES = ["--hypothesis", "e.hyp", "--reference", "e.ref", "--source", "e.src"]


def test_score_says_it_once_and_prints_the_same(markscheme: Command, tmp_path: Path):
    (tmp_path / "e.src").write_text("\n".join(SENTENCES) + "\n")
    for name in ("e.hyp", "e.ref"):
        (tmp_path / name).write_text("\n".join(SENTENCES).replace("polévka", "polévku") + "\n")
    noticed, stated = (markscheme("score", *FILES, *more) for more in ([], ["--language", "en"]))
    assert noticed.returncode == stated.returncode == 0
    assert noticed.stderr.startswith("markscheme: e.src: The source seems to be in Czech, not in English.")
    assert noticed.stderr.count("\n") == 1
    assert stated.stderr == ""
    assert noticed.stdout == stated.stdout
