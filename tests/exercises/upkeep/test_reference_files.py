"""Empty references, and several files of one annotator: what people are told of them."""

from pathlib import Path

import pytest

import markscheme
from exercises.upkeep.conftest import Review
from markscheme.errors import DocumentError, Reminder
from markscheme.research.agreement import AgreementSettings
from markscheme.research.resampling import ResamplingSettings

QUICK = AgreementSettings(ResamplingSettings(0), with_credit=False, with_verdicts=False)
SOURCE = "She like music .\nHe go home .\n"
RIGHT = "She likes music .\nHe goes home .\n"


@pytest.mark.parametrize(
    ("references", "words"),
    [
        pytest.param({"x.ref.Ana": RIGHT, "x.ref.Jan": ""}, "Jan's correction of x has nothing in it yet", id="empty"),
        pytest.param(
            {"x.ref.Ana": RIGHT, "x.ref.Ana.txt": SOURCE},
            "Ana has 2 corrections of x: x.ref.Ana, x.ref.Ana.txt. Each counts as one of its own; "
            "where annotators are compared, x.ref.Ana stands for all",
            id="two files",
        ),
        pytest.param(
            {"x.ref.Ana": RIGHT, "x.ref.ana": SOURCE}, "Ana and ana count as different annotators of x", id="capitals"
        ),
    ],
)
def test_review_and_agreement_say_it(tmp_path: Path, references: dict[str, str], words: str, review: Review):
    for name, text in {"x.src": SOURCE, "x.hyp.bo": RIGHT, **references}.items():
        (tmp_path / name).write_text(text)
    assert [item.problem for item in review(tmp_path).notices] == [words]
    [problem] = markscheme.agreement([tmp_path], settings=QUICK).pool.problems
    assert isinstance(problem, Reminder)
    assert problem.problem == words


def test_the_missing_source_has_no_persons_name(tmp_path: Path, review: Review):
    (tmp_path / "x.hyp.bo").write_text(RIGHT)
    (tmp_path / "x.ref.Ana").write_text(RIGHT)
    [problem] = review(tmp_path).problems
    assert problem.remedy == "Add the learner's text as x.src, or name it in markscheme.toml"


def test_an_empty_hypothesis_is_left_out_of_a_conversion(tmp_path: Path):
    for name, text in {"x.src": SOURCE, "x.hyp.bo": RIGHT, "x.hyp.cy": "", "x.ref.Ana": RIGHT}.items():
        (tmp_path / name).write_text(text)
    conversion = markscheme.convert(tmp_path, tmp_path / "out.csv")
    assert "x.hyp.cy: it has nothing in it yet" in conversion.losses
    assert "bo" in (tmp_path / "out.csv").read_text()
    with pytest.raises(DocumentError, match="it has 0 sentences"):
        markscheme.convert(tmp_path / "x.hyp.cy", tmp_path / "other.csv")
