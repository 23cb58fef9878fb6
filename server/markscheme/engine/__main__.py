"""``python -m markscheme.engine SETTINGS``: the engine process; settings are one JSON object."""

import json
import os
import sys

from markscheme.engine.messages import make_converter
from markscheme.engine.process import run
from markscheme.engine.settings import EngineSettings

# POT looks for array libraries when it is imported; finding torch would load it, and nothing here needs it.
os.environ.setdefault("POT_BACKEND_DISABLE_PYTORCH", "1")
run(make_converter().structure(json.loads(sys.argv[1]), EngineSettings))
