"""``python -m markscheme.engine SETTINGS PLACE``: the engine process.

Settings are one JSON object; the place is that of :class:`markscheme.engine.rendezvous.Rendezvous`.
"""

import json
import os
import sys
from pathlib import Path

from markscheme.engine.messages import make_converter
from markscheme.engine.process import run
from markscheme.engine.rendezvous import Rendezvous
from markscheme.scoring.settings import EngineSettings

# POT looks for array libraries when it is imported; finding torch would load it, and nothing here needs it.
os.environ.setdefault("POT_BACKEND_DISABLE_PYTORCH", "1")
run(make_converter().structure(json.loads(sys.argv[1]), EngineSettings), Rendezvous(Path(sys.argv[2])))
