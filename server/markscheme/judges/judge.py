"""A language model with its key and the person's consent, for programs and for the command line."""

from collections.abc import Callable

import attrs

from markscheme.judges.inquiry import Inquiry
from markscheme.judges.judge_settings import JudgeSettings


def _always(inquiry: Inquiry) -> bool:
    del inquiry
    return True


@attrs.frozen
class Judge:
    """A language model that may weigh edits.

    Attributes
    ----------
    settings
        Which model, and where.
    key
        The endpoint's key; never shown.
    agree
        Called once before anything is sent, with what will be sent; return false to send nothing.
    """

    settings: JudgeSettings
    key: str | None = attrs.field(default=None, repr=False)
    agree: Callable[[Inquiry], bool] = _always
