"""``python -m markscheme.server.engine SETTINGS PLACE``: the engine process.

SETTINGS is one JSON object; PLACE is the base path of :class:`markscheme.server.engine.endpoint.Endpoint`.
"""

import json
import os
import sys
from pathlib import Path

from markscheme.processes import begin_own_process

begin_own_process()

from markscheme.inference.settings import EngineSettings  # noqa: E402
from markscheme.server.engine.endpoint import Endpoint  # noqa: E402
from markscheme.server.engine.process import run  # noqa: E402
from markscheme.server.engine.protocol import make_converter  # noqa: E402  # these import what may be left out

# POT imports torch if it finds it, and the engine does not need POT's torch backend.
os.environ.setdefault("POT_BACKEND_DISABLE_PYTORCH", "1")
run(make_converter().structure(json.loads(sys.argv[1]), EngineSettings), Endpoint(Path(sys.argv[2])))
