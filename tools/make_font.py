"""Cut dpviz/widgets/static/maths.woff2 out of a font of formulas: what lessons write, and what readers may write.

    python3 tools/make_font.py FONT LICENCE

The font is STIX Two Math, under the SIL Open Font License without reserved names; npm's package
@fontsource/stix-two-math has it as files/stix-two-math-latin-400-normal.woff2, and its LICENSE.
Needs `fonttools[woff]`.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.pages.formulas import signs  # noqa: E402

TARGET = ROOT / "dpviz" / "widgets" / "static" / "maths.woff2"
NAME = "dpviz maths"
#: Digits, letters (plain, italic, in script, double-struck) and signs: a teacher's own notebook has more than ours.
USUAL = [
    *(range(0x20, 0x7F), range(0x391, 0x3CA), range(0x1D434, 0x1D468), range(0x1D49C, 0x1D4D0)),
    *(range(0x1D538, 0x1D56C), range(0x1D6E2, 0x1D71C), range(0x2190, 0x2195), range(0x21D0, 0x21D5)),
    *(range(0x2200, 0x220A), range(0x2282, 0x2288)),
    *(range(0x2308, 0x230C), range(0x22EE, 0x22F2), range(0x2061, 0x2065), range(0x27F5, 0x27FB)),
]
SIGNS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻±·×÷¬†′″‖…∏∑−∘√∝∞∥∧∨∩∪∫∼≈≃≠≡≤≥≪≫⊕⊗⊤⊥⋅⟨⟩↦⏞⏟ıȷℂℋℍℎℐℒℓℕℚℛℝℤℬℰℱℳϑϕϵ"
SIGNS += "\u0302\u0303\u0304\u0305\u0307\u0308\u20d7"  # what stands over a letter


def main(source: str, licence: str) -> None:
    """Write the font and its licence."""
    font = TTFont(source)
    options = Options()
    # As an outline, and as what sets formulas: no hints, no letters' pairs, no names of glyphs.
    options.drop_tables += ["GDEF", "GPOS", "GSUB"]
    options.hinting, options.flavor, options.notdef_outline = False, "woff2", True
    wanted = {ord(letter) for letter in signs()} | {ord(letter) for letter in SIGNS}
    cut = Subsetter(options)
    cut.populate(unicodes=wanted.union(*USUAL))
    cut.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 4, 16):
            record.string = NAME
    font.flavor = "woff2"
    font.save(TARGET)
    shutil.copyfile(licence, TARGET.with_name("maths.licence.txt"))
    missing = {letter for letter in signs() if ord(letter) not in font.getBestCmap()}
    print(f"{TARGET.stat().st_size / 1e3:.1f} kB; left to the system's fonts: {missing or 'nothing'}")


if __name__ == "__main__":
    main(*sys.argv[1:])
