"""``python -m markscheme.engine SETTINGS PLACE``: the engine process.

SETTINGS is one JSON object; PLACE is the base path of :class:`markscheme.engine.rendezvous.Rendezvous`.
"""

import json
import os
import sys
from pathlib import Path

from markscheme.engine.messages import make_converter
from markscheme.engine.process import run
from markscheme.engine.rendezvous import Rendezvous
from markscheme.scoring.settings import EngineSettings

# POT imports torch if it finds it, and the engine does not need POT's torch backend.
os.environ.setdefault("POT_BACKEND_DISABLE_PYTORCH", "1")
run(make_converter().structure(json.loads(sys.argv[1]), EngineSettings), Rendezvous(Path(sys.argv[2])))
