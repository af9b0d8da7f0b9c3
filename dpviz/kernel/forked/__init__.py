"""Kernels that are born ready: forked from a process that has executed the lesson's notebook (Linux).

``process`` is that process, and ``fork_server`` the server's side of it; ``start`` is how a kernel begins where there
is no such process; ``served`` is a kernel on a socket, whose ``frames`` are the messages of its page, byte for byte.
"""
