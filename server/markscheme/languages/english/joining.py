"""Which English words stick to their neighbours in running text: contractions, and closing marks."""

import re

from markscheme.languages.english.typography import APOSTROPHES
from markscheme.languages.spacing import Joining

_CONTRACTION = rf"(?:n[{APOSTROPHES}]t|[{APOSTROPHES}](?:s|re|ve|ll|d|m))(?!\w)"

JOINING = Joining(
    re.compile(rf"[,;:!?)\]}}%…”»]|\.(?!\w)|{_CONTRACTION}|['’´](?!\w)", re.IGNORECASE),
    frozenset("([{“‘«¿¡$£€"),
    '"',
)
