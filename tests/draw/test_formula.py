"""Formulas as MathML, and powers that are typed in a text."""

from __future__ import annotations

import re

import pytest

from dpviz._text import raised, raised_html
from dpviz.draw.formula import formula, mathml


def inside(markup: str) -> str:
    """A formula without its frame."""
    return re.sub(r"^<math[^>]*><mrow>|</mrow></math>$", "", markup)


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"a/b", "<mi>a</mi><mo>/</mo><mi>b</mi>"),
        (r"|A|", "<mo>|</mo><mi>A</mi><mo>|</mo>"),
        (r"\|w\|", "<mo>‖</mo><mi>w</mi><mo>‖</mo>"),
        (r"x\sim D", "<mi>x</mi><mo>∼</mo><mi>D</mi>"),
        (r"e^2\Pr[A]", "<msup><mi>e</mi><mn>2</mn></msup>_<mi>Pr</mi><mo>[</mo><mi>A</mi><mo>]</mo>"),
        (r"2\ln k", "<mn>2</mn>_<mi>ln</mi>_<mi>k</mi>"),
        (r"2\ln(k)", "<mn>2</mn>_<mi>ln</mi><mo>(</mo><mi>k</mi><mo>)</mo>"),
        (r"\log_2 n", "<msub><mi>log</mi><mn>2</mn></msub>_<mi>n</mi>"),
        (r"2\,\ln k", "<mn>2</mn>_<mi>ln</mi>_<mi>k</mi>"),
        (r"\mathbb R", '<mi mathvariant="normal">ℝ</mi>'),
        (r"\mathbb A", '<mi mathvariant="normal">𝔸</mi>'),
    ],
)
def test_what_tex_sets_is_set(latex: str, expected: str) -> None:
    made = inside(mathml(latex)).replace('<mspace width="0.167em"></mspace>', "_")
    assert re.sub(r"(<mo)[^>]*(>[][/|()‖])", r"\1\2", made) == expected


def test_a_slash_has_no_room_and_only_left_and_right_make_tall() -> None:
    assert 'lspace="0" rspace="0">/<' in mathml("a/b")
    assert mathml(r"\left\|w\right\|").count('stretchy="true"') == 2
    assert mathml(r"\|w\|").count('stretchy="false"') == 2


def test_limits_stand_below_in_a_block_and_beside_in_a_line() -> None:
    assert "<munder><mo>max</mo><mi>h</mi></munder>" in mathml(r"\max_h L", "block")
    assert "<msub><mo>max</mo><mi>h</mi></msub>" in mathml(r"\max_h L")
    assert '<mn data-slot="k"></mn>' in formula(r"e^{\text{@k}}<1")
    assert "&lt;" in formula("a<b")


def test_powers_in_texts_are_raised() -> None:
    assert raised("2^64, e^(−ε/2), (1 − α)^n, x^(a(b)c)") == (
        "2<sup>64</sup>, e<sup>−ε/2</sup>, (1 − α)<sup>n</sup>, x<sup>a(b)c</sup>"
    )
    assert raised("1e-5, 3.1e-07 or 2e+20") == "10<sup>−5</sup>, 3.1 × 10<sup>−7</sup> or 2 × 10<sup>20</sup>"
    assert raised("v1.2e3x, 0x1e5, x ^ y") == "v1.2e3x, 0x1e5, x ^ y"
    page = "<p>2^8 <code>2^8</code> <a href='#x^2'>1e-5</a> <math>2^8</math></p>"
    assert raised_html(page) == (
        "<p>2<sup>8</sup> <code>2^8</code> <a href='#x^2'>10<sup>−5</sup></a> <math>2^8</math></p>"
    )
