"""Make the pictures of a teacher's evening for the README, from ``examples/evening``.

It needs Chromium and LibreOffice. Run it from anywhere: ``python docs/evening_pictures.py``.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image, ImageChops

DOCS = Path(__file__).parent
EXAMPLE = DOCS.parent / "examples" / "evening"
STUDENT = "Chloé Martin"
COLOURS = 64
"""Colours of a picture; few keep it small."""
GAP, WHITE = 34, 250
"""Rows of white above a heading, and the darkest value of a white pixel."""
MARGIN = 16
"""Pixels of white around a picture."""


def main() -> None:
    """Write ``feedback.png``, ``practice.png`` and ``gradebook.png``."""
    with TemporaryDirectory() as name:
        folder = Path(shutil.copytree(EXAMPLE, Path(name) / "evening"))
        for arguments in (
            ("class", "import", "submissions.zip", "--into", "week-5"),
            ("class", "feedback", "week-5"),
            ("class", "feedback", "week-5", "--format", "pdf"),
            ("class", "export", "week-5", "--workbook"),
        ):
            subprocess.run([sys.executable, "-m", "markscheme", *arguments], cwd=folder, check=True)
        reports = folder / "week-5" / "markscheme-reports"
        page = _screenshot(reports / "feedback" / f"{STUDENT}.html", folder / "page.png")
        fold = _fold(page)
        save(page.crop((0, 0, page.width, fold)), "feedback.png")
        save(page.crop((0, fold, page.width, page.height)), "practice.png")
        [workbook] = reports.glob("*.xlsx")
        save(_first_page(workbook, folder), "gradebook.png")


def _screenshot(page: Path, target: Path) -> Image.Image:
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=860,2600"]
    subprocess.run(
        [program("chromium"), *options, f"--screenshot={target}", page.as_uri()], check=True, capture_output=True
    )
    return Image.open(target).convert("RGB")


def program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise SystemExit(f"{name} is not installed")
    return path


def _fold(page: Image.Image) -> int:
    """Return the row in the middle of the white above a heading, nearest to two thirds of the page's content."""
    ink = [any(value < WHITE for value in row) for row in _rows(page)]
    last = max(number for number, has_ink in enumerate(ink) if has_ink)
    gaps: list[int] = []
    for row in range(GAP, last):
        if not any(ink[row - GAP : row]) and ink[row]:
            gaps.append(row - GAP // 2)
    return min(gaps, key=lambda gap: abs(gap - last * 2 // 3))


def _rows(page: Image.Image) -> Iterator[bytes]:
    grey = page.convert("L")
    data = grey.tobytes()
    for start in range(0, len(data), grey.width):
        yield data[start : start + grey.width]


def _first_page(workbook: Path, folder: Path) -> Image.Image:
    """Return the first sheet as LibreOffice prints it."""
    subprocess.run(
        [program("soffice"), "--headless", "--convert-to", "pdf", "--outdir", folder, workbook],
        check=True,
        capture_output=True,
    )
    [document] = folder.glob("*.pdf")
    image: Image.Image = pypdfium2.PdfDocument(document)[0].render(scale=1.4).to_pil().convert("RGB")
    return image


def save(image: Image.Image, name: str) -> None:
    """Cut the white from around a picture, and keep it with few colours."""
    box = ImageChops.difference(image, Image.new("RGB", image.size, "white")).getbbox() or (0, 0, *image.size)
    box = (
        max(box[0] - MARGIN, 0),
        max(box[1] - MARGIN, 0),
        min(box[2] + MARGIN, image.width),
        min(box[3] + MARGIN, image.height),
    )
    image.crop(box).quantize(COLOURS).save(DOCS / "pictures" / name, optimize=True)


if __name__ == "__main__":
    main()
