"""English: the bundled pipeline, ERRANT's own rules, and the paper's prompt."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from markscheme.languages.english import merging
from markscheme.languages.english.error_types import ERROR_TYPES, agrees, amended_type, is_evident, slips
from markscheme.languages.english.writing import JOINING, TOLERANCES, compared, run_on_ends, tokenised_as
from markscheme.languages.language import BundledPipeline, Language, Sample
from markscheme_models import ENGLISH_NAME, ENGLISH_VERSION, english_pipeline

if TYPE_CHECKING:
    from spacy.language import Language as SpacyPipeline


def _load_errant(nlp: "SpacyPipeline") -> Any:
    import errant

    annotator = errant.load("en", nlp)
    annotator.merger = merging
    return annotator


_JUDGE_PROMPT = """\
As an evaluator for grammatical error correction, you are tasked with assessing the importance of each error. \
You will be provided with two lines: the first is an uncorrected sentence, the second shows the edit. \
Then you output the importance score of the given edit.
The scores range from 1 to 5, where a higher score reflects the greater significance of the correction, \
while a lower score indicates minor importance.
- A score of 1 means the correction is almost negligible and unnecessary.
- A score of 2 means the correction has slight influence.
- A score of 3 signifies some impact by the correction.
- A score of 4 means the edit is essential.
- A score of 5 indicates the modification is highly important and necessary.
Next, I'll provide you a sentence with an edit. You should score each edit accordingly. \
The output should only be the score, with no additional explanation.
Example Input:
Uncorrected sentence: Nowadays the technologies were improved a lot compared to the last century.
Edit: were → have
Example Output (1-5):
5
Note that the output must be a number between 1 and 5.
Here is the formal input:
Uncorrected sentence: {sentence}
Edit: {edit}
Example Output (1-5):
"""


ENGLISH = Language(
    code="en",
    name="English",
    pipeline=BundledPipeline(f"{ENGLISH_NAME}-{ENGLISH_VERSION}", english_pipeline),
    load_errant=_load_errant,
    sentence_ends=("..", "..."),
    compared=compared,
    joining=JOINING,
    error_types=ERROR_TYPES,
    sample=Sample(("It", "works", "."), 1, "VBZ"),
    encoder="bundled",
    judge_prompt=_JUDGE_PROMPT,
    amended_type=amended_type,
    is_evident=is_evident,
    agrees=agrees,
    tolerances=TOLERANCES,
    tokenised_as=tokenised_as,
    run_on_ends=run_on_ends,
    detected_as=("pcm",),
    evident_words=frozenset({"the", "and", "that", "this", "with", "which", "from", "they", "their", "would"}),
    slips=slips,
    comments=Path(__file__).with_name("comments.toml"),
)
