"""``python -m markscheme.engine SETTINGS``: the engine process; settings are one JSON object."""

import json
import sys

from markscheme.engine.messages import make_converter
from markscheme.engine.process import run
from markscheme.engine.settings import EngineSettings

run(make_converter().structure(json.loads(sys.argv[1]), EngineSettings))
