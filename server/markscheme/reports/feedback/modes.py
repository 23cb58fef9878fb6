"""How much feedback gives away: a teacher's choice. Each mode is an object in a registry."""

import attrs

from markscheme.registry import Registry


@attrs.frozen
class Mode:
    """What a student is shown.

    Attributes
    ----------
    name
        As the command line calls it.
    title
        It in words.
    shows_advice
        Whether the teachers' words are shown.
    tracks_changes
        Whether a student's own Word document has the teachers' words as tracked changes, too.
    """

    name: str
    title: str
    shows_advice: bool = True
    tracks_changes: bool = False


DIRECT = Mode("direct", "with the teachers' words")
TRACKED = Mode("tracked", "with the teachers' words, in Word as tracked changes too", tracks_changes=True)
HINT = Mode("hint", "with hints only", shows_advice=False)

MODES: Registry[Mode] = Registry(
    "feedback mode",
    {"direct": f"{__name__}:DIRECT", "tracked": f"{__name__}:TRACKED", "hint": f"{__name__}:HINT"},
    group="markscheme.feedback_modes",
)
