"""English: the bundled pipeline, ERRANT's own rules, and the paper's prompt."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from markscheme.languages.english import merging
from markscheme.languages.english.concord import agrees
from markscheme.languages.english.error_types import ERROR_TYPES
from markscheme.languages.english.evident_kinds import is_evident
from markscheme.languages.english.joining import JOINING
from markscheme.languages.english.judge_prompt import JUDGE_PROMPT
from markscheme.languages.english.punctuation import amended_type
from markscheme.languages.english.run_ons import run_on_ends
from markscheme.languages.english.slips import slips
from markscheme.languages.english.tolerances import TOLERANCES
from markscheme.languages.english.typography import compared, tokenised_as
from markscheme.languages.language import BundledPipeline, Language, Sample
from markscheme_models import ENGLISH_NAME, ENGLISH_VERSION, english_pipeline

if TYPE_CHECKING:
    from spacy.language import Language as SpacyPipeline


def _load_errant(nlp: "SpacyPipeline") -> Any:
    """Return ERRANT's annotator (Bryant et al., 2017) with its classifier for English, and its rules of merging."""
    import errant

    annotator = errant.load("en", nlp)
    annotator.merger = merging
    return annotator


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
    judge_prompt=JUDGE_PROMPT,
    amended_type=amended_type,
    is_evident=is_evident,
    agrees=agrees,
    tolerances=TOLERANCES,
    tokenised_as=tokenised_as,
    run_on_ends=run_on_ends,
    detected_as=("pcm",),
    slips=slips,
    comments=Path(__file__).with_name("comments.toml"),
)
