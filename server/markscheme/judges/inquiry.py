"""The questions that a language model has to answer, and how much they come to; shown before anything is sent."""

from collections.abc import Iterable

import attrs

from markscheme.judges.judge_settings import JudgeSettings
from markscheme.metrics.question import Question

CHARACTERS_PER_TOKEN = 4
"""Rough length of a token in the prompt."""
TOKENS_PER_ANSWER = 2


@attrs.frozen
class OpenQuestion:
    """A question without an answer yet, and the number of its sentence (1-based)."""

    question: Question
    sentence: int


def question_places(questions: Iterable[OpenQuestion], document: str | None = None) -> dict[Question, str]:
    """Return the questions, each with its sentence's place as error messages name it.

    Parameters
    ----------
    document
        The document's name.
    """
    of = f" of {document}" if document else ""
    return {item.question: f"sentence {item.sentence}{of}" for item in questions}


@attrs.frozen
class Inquiry:
    """How many questions would be sent, and where.

    Attributes
    ----------
    host
        Where sentences go; ``None`` for a model in the engine's process.
    encrypted
        Whether nobody on the way can read the sentences.
    requests
        The number of requests, one an edit without an answer.
    input_tokens, output_tokens
        Estimated numbers of tokens.
    cost
        Estimated cost in the currency of the prices; ``None`` without prices.
    """

    model: str
    host: str | None
    encrypted: bool
    requests: int
    concurrency: int
    input_tokens: int
    output_tokens: int
    cost: float | None

    @classmethod
    def of(cls, questions: Iterable[Question], settings: JudgeSettings) -> "Inquiry":
        """Return the inquiry of these questions."""
        lengths = [len(question.prompt) for question in questions]
        read, written = -(-sum(lengths) // CHARACTERS_PER_TOKEN), len(lengths) * TOKENS_PER_ANSWER
        prices = (settings.input_price, settings.output_price)
        cost = (read * (prices[0] or 0.0) + written * (prices[1] or 0.0)) / 1e6 if prices != (None, None) else None
        encrypted = settings.on_this_machine or (settings.endpoint or "").startswith("https:")
        return cls(
            settings.model,
            settings.host,
            encrypted,
            len(lengths),
            settings.concurrency if settings.endpoint else 1,
            read,
            written,
            cost,
        )

    @property
    def text(self) -> str:
        """The inquiry in words.

        >>> Inquiry("m", "127.0.0.1:1234", True, 2, 4, 800, 4, 0.0125).text[:60]
        '2 requests to 127.0.0.1:1234 (model m), at most 4 at a time,'
        """
        number = f"{self.requests:,} request{'' if self.requests == 1 else 's'}"
        where = f"to {self.host} (model {self.model})" if self.host else f"to the model {self.model} on this machine"
        size = f"about {self.input_tokens:,} tokens in and {self.output_tokens:,} out"
        cost = "" if self.cost is None else f", cost {_rounded(self.cost)} at your prices"
        warning = "" if self.encrypted else "; the connection is not encrypted"
        return f"{number} {where}, at most {self.concurrency} at a time, {size}{cost}{warning}"


def _rounded(cost: float) -> str:
    """Return a cost with few digits and no exponent.

    >>> [_rounded(cost) for cost in (0.0, 0.00001, 0.0125, 0.999, 1234.5)]
    ['about 0', 'less than 0.0001', 'about 0.013', 'about 1.00', 'about 1,234.50']
    """
    if 0 < cost < 0.0001:
        return "less than 0.0001"
    return f"about {cost:,.2f}" if cost >= 0.995 else f"about {cost:.2g}"
