"""Still pictures: one frame as SVG, for where nothing can move (a notebook on GitHub, a printed page)."""

from dpviz.draw.svg.still import figure_svg, payload_svg

__all__ = ["figure_svg", "payload_svg"]
