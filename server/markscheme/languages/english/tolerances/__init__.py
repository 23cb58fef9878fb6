"""The tolerances of English by name, in the order in which they are applied.

The order and the rules are such that one more tolerance never makes a difference count: each rule gives the same
answer whether the tolerances before it are switched on or not.
"""

from markscheme.languages.tolerance import Tolerance
from markscheme.registry import Registry

_ROOM = "markscheme.languages.english.tolerances"

TOLERANCES: Registry[Tolerance] = Registry(
    "tolerance",
    {
        "capital-letters": f"{_ROOM}.capital_letters:CAPITAL_LETTERS",
        "spelling-variants": f"{_ROOM}.spelling_variants:SPELLING_VARIANTS",
        "contractions": f"{_ROOM}.contractions:CONTRACTIONS",
        "quotation-marks": f"{_ROOM}.quotation_marks:QUOTATION_MARKS",
        "for-example-comma": f"{_ROOM}.introductory_comma:FOR_EXAMPLE_COMMA",
        "list-comma": f"{_ROOM}.commas:LIST_COMMA",
        "optional-commas": f"{_ROOM}.commas:OPTIONAL_COMMAS",
    },
)
