"""What a page may say on the line to its kernel."""

from __future__ import annotations

from typing import Any

#: Messages of widgets. None of them names code to be executed.
ALLOWED = ("comm_open", "comm_close", "comm_msg", "comm_info_request", "kernel_info_request")
#: Of these a message may have so many: a picture's numbers come in some dozens.
PARTS = 1000
#: Bytes of one message. A reader's table comes in pieces of half a megabyte.
LARGEST = 4 * 1024 * 1024


def sound(message: bytes) -> bool:
    """Whether the offsets at the beginning of a binary message (v1.kernel.websocket.jupyter.org) lead into it.

    jupyter_server believes them: eight bytes that claim 2⁶⁴ parts would keep the whole server busy for good.
    """
    count = int.from_bytes(message[:8], "little")
    if not 6 <= count <= PARTS or len(message) < 8 * (count + 1):
        return False
    offsets = [int.from_bytes(message[at : at + 8], "little") for at in range(8, 8 * (count + 1), 8)]
    return offsets == sorted(offsets) and (offsets[0], offsets[-1]) == (8 * (count + 1), len(message))


class Sound:
    """Cuts a line that sends rubbish: for a handler of a websocket."""

    close: Any

    def on_message(self, ws_message: str | bytes) -> None:
        """Let sound messages through."""
        if isinstance(ws_message, bytes) and not sound(ws_message):
            self.close(1007, "not a message")
            return
        super().on_message(ws_message)  # type: ignore[misc]
