"""Which English words stick to their neighbours in running text: contractions, and closing marks."""

import re

from markscheme.languages.spacing import Joining

JOINING = Joining(
    re.compile(r"[,;:!?)\]}%…”»]|\.(?!\w)|(?:n['’]t|['’](?:s|re|ve|ll|d|m))(?!\w)|['’](?!\w)", re.IGNORECASE),
    frozenset("([{“‘«¿¡$£€"),
    '"',
)
