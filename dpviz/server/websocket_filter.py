"""What a page may say on the line to its kernel."""

from __future__ import annotations

from typing import Any

from dpviz.kernel.core.message import Unreadable, message_type

#: Messages of widgets. None of them names code to be executed.
ALLOWED = ("comm_open", "comm_close", "comm_msg", "comm_info_request", "kernel_info_request")
#: Bytes of one message. A reader's table comes in pieces of half a megabyte.
LARGEST = 4 * 1024 * 1024


class Sound:
    """Cuts a line that sends rubbish: for a handler of a websocket."""

    close: Any

    def on_message(self, ws_message: str | bytes) -> None:
        """Let messages through that can be read.

        jupyter_server believes a message's offsets: eight bytes that claim 2⁶⁴ parts would keep the whole server busy
        for good.
        """
        if isinstance(ws_message, bytes):
            try:
                message_type(ws_message)
            except Unreadable:
                self.close(1007, "not a message")
                return
        super().on_message(ws_message)  # type: ignore[misc]
