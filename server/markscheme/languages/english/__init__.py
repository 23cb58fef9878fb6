"""English: the bundled pipeline, ERRANT's own rules, and the paper's prompt."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from markscheme.languages.english import merging
from markscheme.languages.english.concord import agrees
from markscheme.languages.english.conventions import (
    JOINING,
    JUDGE_PROMPT,
    amended_type,
    compared,
    run_on_ends,
    tokenised_as,
)
from markscheme.languages.english.error_types import ERROR_TYPES, is_evident, slips
from markscheme.languages.english.tolerances import TOLERANCES
from markscheme.languages.language import BundledPipeline, Language, Sample
from markscheme_models import ENGLISH_NAME, ENGLISH_VERSION, english_pipeline

if TYPE_CHECKING:
    from spacy.language import Language as SpacyPipeline


def _load_errant(nlp: "SpacyPipeline") -> Any:
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
