"""The set-up of a folder with one text that several annotators corrected, in a format that carries the source."""

from pathlib import Path

from conftest import Command
from markscheme import EngineSettings, Work, review

TEXT = "Yesterday I {goed=>went:::error_type=G/Tense} to the market with my sister and {her=>our} two old dogs.\n"
LEARNERS = "Yesterday I goed to the market with my sister and her two old dogs.\n"


def test_annotators_files_are_taken_by_their_people(
    tmp_path: Path, markscheme: Command, engine_settings: EngineSettings
):
    (tmp_path / "students").mkdir()
    for person in ("Ana María", "Zoë", "Jan de Vries"):
        (tmp_path / f"0007.{person}.ann").write_text(TEXT)
    for person in ("Lea", "Yuki"):
        (tmp_path / "students" / f"{person}.txt").write_text(LEARNERS.replace("goed", "went"))
    assert markscheme("init", tmp_path).returncode == 0
    assert 'references = ["0007.{teacher}.ann"]' in (tmp_path / "markscheme.toml").read_text()
    [document, _] = review([tmp_path], work=Work(engine_settings)).documents
    assert [item.name for item in document.review.references] == ["Ana María", "Jan de Vries", "Zoë"]
