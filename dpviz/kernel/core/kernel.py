"""The comms of widgets: ids from a counter, messages to a function."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import comm
from comm.base_comm import BaseComm, CommManager
from ipywidgets import Widget

from dpviz.kernel.core.cells import Executed, execute
from dpviz.widgets import page

CONTROL = "jupyter.widget.control"


class Message(NamedTuple):
    """What a widget says to the page, or the page to a widget."""

    kind: str  # ``comm_open``, ``comm_msg`` or ``comm_close``
    comm_id: str  # the widget's
    data: dict[str, Any]  # what the protocol of ipywidgets says
    buffers: Sequence[Any] = ()


class Kernel:
    """The widgets of this process, which has one kernel and no Jupyter.

    ``send(message)`` hears what widgets say to the page; without it they speak to nobody.
    """

    def __init__(self) -> None:
        self.send: Callable[[Message], object] | None = None
        self._manager = CommManager()
        self._manager.register_target(CONTROL, Widget.handle_control_comm_opened)
        ids = (f"w{number}" for number in itertools.count(1))

        def create(*arguments: Any, comm_id: str | None = None, **keys: Any) -> BaseComm:
            return Comm(self._publish, *arguments, comm_id=comm_id or next(ids), **keys)

        comm.create_comm = create  # the hooks of that package
        comm.get_comm_manager = lambda: self._manager
        page.page_ids = (f"page{number}" for number in itertools.count(1))

    def execute(self, cells: Sequence[str]) -> Executed:
        """Execute the code cells of a notebook, before anybody listens: `states` tells what there is afterwards."""
        return execute(cells)

    def states(self) -> Message:
        """Everything that a page must know to show the widgets: what the protocol calls ``update_states``."""
        sent: list[Message] = []
        send, self.send = self.send, sent.append
        try:
            asked: dict[str, Any] = {"comm_id": "states", "target_name": CONTROL, "data": {}}
            self._manager.comm_open(None, "", {"content": asked, "metadata": {"version": "1.0.0"}})  # type: ignore[arg-type]
            self.receive(Message("comm_msg", "states", {"method": "request_states"}))
            self.receive(Message("comm_close", "states", {}))
        finally:
            self.send = send
        return next(message for message in sent if message.data.get("method") == "update_states")

    def receive(self, message: Message) -> None:
        """What the page says to a widget; what goes wrong is logged, or said in the page."""
        content = {"comm_id": message.comm_id, "data": message.data}
        handle = self._manager.comm_close if message.kind == "comm_close" else self._manager.comm_msg
        handle(None, "", {"content": content, "metadata": {}, "buffers": list(message.buffers)})  # type: ignore[arg-type]

    def _publish(self, message: Message) -> None:
        if self.send is not None:
            self.send(message)


class Comm(BaseComm):
    """A widget's line to the page."""

    #: Widgets hold messages back where there is no kernel.
    kernel = object()

    def __init__(self, publish: Callable[[Message], object], *arguments: Any, **keys: Any) -> None:
        self._publish = publish
        super().__init__(*arguments, **keys)

    def publish_msg(
        self,
        msg_type: str,
        data: Any = None,
        metadata: Any = None,  # noqa: ARG002
        buffers: Any = None,
        **keys: Any,  # noqa: ARG002
    ) -> None:
        self._publish(Message(msg_type, self.comm_id, data or {}, list(buffers or ())))
