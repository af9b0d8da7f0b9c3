"""Still pictures: one frame as SVG, for where nothing can move (a notebook on GitHub, a printed page)."""

from dpviz.draw.svg.still import of_block, still

__all__ = ["of_block", "still"]
