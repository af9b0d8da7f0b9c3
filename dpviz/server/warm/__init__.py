"""Kernels that are born ready: forked from a process that has executed the lesson's notebook (Linux).

``process`` is that process, and ``parents`` the server's side of it; ``provisioner`` is how a Jupyter server starts a
kernel there, and ``start`` how one starts where there is no such process. ``kernels`` counts them, and ``handlers`` is
what pages ask.
"""
