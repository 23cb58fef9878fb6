"""A language model with all that is needed to ask it, for programs and for the command line."""

from collections.abc import Callable

import attrs

from markscheme.judges.inquiry import Inquiry
from markscheme.judges.judge_settings import JudgeSettings


def _always(inquiry: Inquiry) -> bool:
    del inquiry
    return True


@attrs.frozen
class Judge:
    """Who may be asked what edits weigh.

    Attributes
    ----------
    key
        The endpoint's; shown by nothing.
    agree
        Called once with what is going to be asked, before it is asked; false: nothing is sent.
    """

    settings: JudgeSettings
    key: str | None = attrs.field(default=None, repr=False)
    agree: Callable[[Inquiry], bool] = _always
