"""Make the icon font of the extension: ``python docs/signs_font.py``.

VS Code's own icons have a sign of each verdict but one: that of *different*, ``≠``, which this script draws.
"""

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

FONT = Path(__file__).parents[1] / "vscode-client" / "media" / "signs.woff"
UNITS = 1000
CODE = 0xE001
BARS = (
    ((180, 330), (180, 420), (820, 420), (820, 330)),
    ((180, 580), (180, 670), (820, 670), (820, 580)),
    ((300, 180), (620, 820), (700, 820), (380, 180)),
)
"""Corners of the three strokes of ``≠``, clockwise, in a square of ``UNITS``."""


def main() -> None:
    pen = TTGlyphPen(None)
    for first, *others in BARS:
        pen.moveTo(first)
        for corner in others:
            pen.lineTo(corner)
        pen.closePath()
    builder = FontBuilder(UNITS)
    builder.setupGlyphOrder([".notdef", "different"])
    builder.setupCharacterMap({CODE: "different"})
    builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "different": pen.glyph()})
    builder.setupHorizontalMetrics({".notdef": (UNITS, 0), "different": (UNITS, 180)})
    builder.setupHorizontalHeader(ascent=UNITS, descent=0)
    builder.setupNameTable({"familyName": "Markscheme signs", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=UNITS, usWinAscent=UNITS, usWinDescent=0)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    builder.font.flavor = "woff"
    builder.save(FONT)


if __name__ == "__main__":
    main()
