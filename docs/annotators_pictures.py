"""Make the pictures of ``docs/annotators.md``, from ``examples/annotation`` in VS Code and in a browser.

It needs what ``make test-editors`` needs. Run it from anywhere: ``python docs/annotators_pictures.py``.
"""

import os
import subprocess

from evening_pictures import DOCS, program, save
from PIL import Image

CLIENT = DOCS.parent / "vscode-client"
TITLE = "Pictures for annotators"
"""The title of the part of ``tests/editor/screen/pictures.test.ts`` that takes the screenshots."""
NAMES = ("document", "questions", "adjudication", "agreement", "coverage")


def main() -> None:
    """Take the screenshots, and keep each as ``annotators-NAME.png``."""
    subprocess.run(
        [program("npm"), "run", "-s", "test:editors", "--", "screen", TITLE],
        cwd=CLIENT,
        env=os.environ | {"MARKSCHEME_PICTURES": "1"},
        check=True,
    )
    for name in NAMES:
        picture = f"annotators-{name}.png"
        save(Image.open(CLIENT / "screenshots" / picture).convert("RGB"), picture)


if __name__ == "__main__":
    main()
