"""Which language a text is in, found out offline by py3langid (after langid.py; Lui and Baldwin, 2012).

A text is in another language only if more than half of its stretches of about twenty words are. Learners' errors and
foreign names do not make English another language, and a quotation does not decide for its essay.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache, cached_property
from importlib.metadata import version
from itertools import chain
from typing import TYPE_CHECKING, Final

from markscheme.languages.language import Language

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

STRETCH_WORDS: Final = 20
"""Least number of words that are judged together; a text with fewer has no judgement."""
MAX_STRETCHES: Final = 50
"""Most stretches of a text that are judged; of a longer text they stand at even distances."""
MAX_OWN: Final = 0.05
"""Most probability of the expected language in a stretch of another one."""
MIN_OTHER: Final = 0.5
"""Least probability of the most likely language in a stretch of it."""

_WORD = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]{1,2}|[^\W\d_]+")
"""A word; in scripts that part no words, two letters."""
_NO_LANGUAGE: Final = "zxx"
"""The detector's code of text that is in no language."""


def sample_step(sentences: int) -> int:
    """Return n for a text with this number of sentences: a sample has every n-th of them."""
    return max(1, sentences // (MAX_STRETCHES * STRETCH_WORDS))


def sample(sentences: Sequence[str]) -> tuple[str, ...]:
    """Return stretches from a text's start to its end, of at least :data:`STRETCH_WORDS`; of a long text only some."""
    step = sample_step(len(sentences))
    words = [word for sentence in sentences[::step] for word in _WORD.findall(sentence)]
    count = len(words) // STRETCH_WORDS
    cuts = [number * len(words) // max(count, 1) for number in range(count + 1)]
    numbers = range(count) if count <= MAX_STRETCHES else [i * count // MAX_STRETCHES for i in range(MAX_STRETCHES)]
    return tuple(" ".join(words[cuts[number] : cuts[number + 1]]) for number in numbers)


@cache
def _identifier() -> "LanguageIdentifier":
    """Load the model, which takes most of a second, once in a process."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


class LanguageDetector:
    """Detects the language of texts. Its model, about 5 MB, is loaded on first need; nothing is fetched."""

    @cached_property
    def identity(self) -> str:
        """The name and version by which results are cached."""
        return f"py3langid-{version('py3langid')}"

    def other_language(self, stretches: Sequence[str], language: Language) -> str:
        """Return the ISO 639 code of the language of a text (its :func:`sample`) that is not in ``language``."""
        others = Counter(chain.from_iterable(self._other(stretch, language) for stretch in stretches))
        return others.most_common(1)[0][0] if others.total() > len(stretches) / 2 else ""

    def _other(self, stretch: str, language: Language) -> tuple[str, ...]:
        ranking = _identifier().rank(stretch)
        likelihoods = dict(ranking)
        own = sum(likelihoods.get(code, 0.0) for code in (language.code, *language.detected_as))
        code, likelihood = ranking[0]
        return (code,) if own <= MAX_OWN and likelihood >= MIN_OTHER and code != _NO_LANGUAGE else ()
