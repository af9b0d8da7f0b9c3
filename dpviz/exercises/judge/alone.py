"""No process and no thread is begun from here on, on Linux: also not by root, whom ``RLIMIT_NPROC`` does not bind.

Nor is memory had that is shared and nobody's, nor keys of the session and sockets to the machine that this one is a
guest of, which no box hides; nor are permissions changed: root's own ``/dev/null`` is the machine's, in every box.
"""

from __future__ import annotations

import ctypes
import platform
import struct
import sys

# Of Linux: the processors by the number that a filter sees, and the calls by their numbers there.
_PROCESSORS = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_REFUSED = {
    # fork, vfork, clone, clone3; unshare, setns; setuid, setgid, setreuid, setregid, setresuid, setresgid, setfsuid and
    # setfsgid: with another user or group the system forgets that the process ends with its parent; shmget, msgget,
    # semget: what no limit counts; add_key, request_key, keyctl; io_uring_setup, whose calls no filter sees; chmod,
    # fchmod, fchmodat, fchmodat2; chown, fchown, lchown, fchownat; setxattr, lsetxattr, fsetxattr and setxattrat, which
    # set permissions too.
    "x86_64": (
        *(57, 58, 56, 435, 272, 308, 105, 106, 113, 114, 117, 119, 122, 123, 29, 68, 64, 248, 249, 250, 425),
        *(90, 91, 268, 452, 92, 93, 94, 260, 188, 189, 190, 463),
    ),
    "aarch64": (
        *(220, 435, 97, 268, 146, 144, 145, 143, 147, 149, 151, 152, 194, 186, 190, 217, 218, 219, 425),
        *(52, 53, 452, 55, 54, 5, 6, 7, 463),
    ),
}
_PRCTL, _SOCKET = {"x86_64": 157, "aarch64": 167}, {"x86_64": 41, "aarch64": 198}
_OTHER_NUMBERS = 0x40000000  # from here on x86 has the same calls once more
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | 11  # as if there were too many processes: EAGAIN
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_CALL, _PROCESSOR, _FIRST = 0, 4, 16  # where the filter finds them
_END_WITH_PARENT, _SET_FILTER, _NO_NEW_PRIVILEGES = 1, 22, 38
_TO_THE_HOST = 40  # a family of sockets that are in no name space
_OUT = -1  # leave out all lines but the last


def _filter(machine: str) -> bytes:
    """A program that allows all other calls."""
    # Each line: what to do, how many lines to leave out if so and if not, a number. The last one refuses.
    lines = [
        (_LOAD, 0, 0, _PROCESSOR),
        (_EQUAL, 0, _OUT, _PROCESSORS[machine]),
        (_LOAD, 0, 0, _CALL),
        (_AT_LEAST, _OUT, 0, _OTHER_NUMBERS),
        *((_EQUAL, _OUT, 0, number) for number in _REFUSED[machine]),
    ]
    for number, first in ((_PRCTL[machine], _END_WITH_PARENT), (_SOCKET[machine], _TO_THE_HOST)):
        lines += [(_EQUAL, 0, 3, number), (_LOAD, 0, 0, _FIRST), (_EQUAL, _OUT, 0, first), (_RETURN, 0, 0, _ALLOW)]
    lines += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE)]
    last = len(lines) - 1
    return b"".join(
        struct.pack("HBBI", what, *(last - place - 1 if jump == _OUT else jump for jump in jumps), number)
        for place, (what, *jumps, number) in enumerate(lines)
    )


def stay_alone() -> bool:
    """Have the system refuse it to this process to begin another or a thread, or to live longer than its parent.

    False where there is no such refusal.
    """
    machine = platform.machine()
    if sys.platform != "linux" or machine not in _PROCESSORS:
        return False
    program = _filter(machine)
    held = ctypes.create_string_buffer(program, len(program))
    request = struct.pack("HP", len(program) // 8, ctypes.addressof(held))
    system = ctypes.CDLL(None)
    nothing = ctypes.c_ulong(0)
    return (
        system.prctl(_NO_NEW_PRIVILEGES, ctypes.c_ulong(1), nothing, nothing, nothing) == 0
        and system.prctl(_SET_FILTER, ctypes.c_ulong(2), request, nothing, nothing) == 0
    )
