"""Lessons that are ready before anybody opens them, and the kernels of their pages.

``lessons`` has notebooks executed, ``kernels`` counts the kernels that are forked for pages and gives them back,
``queue`` lets readers in by turns, and ``handlers`` is what pages ask; ``relay`` is a page's line to its kernel.
"""
