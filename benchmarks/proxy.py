"""A wire with a delay: a TCP proxy on loopback that holds every byte back for half a round trip, each way."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from types import TracebackType


class SlowWire:
    """Listens on a free loopback port and hands everything on to another port, later.

    Parameters
    ----------
    target : int
        The port on this machine that answers.
    round_trip : float
        Seconds a question and its answer spend on the wire; may be changed at any time.
    """

    def __init__(self, target: int, round_trip: float = 0.0) -> None:
        self.target = target
        self.round_trip = round_trip
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> SlowWire:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        left = asyncio.all_tasks(self._loop)
        for task in left:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        # Cancelled at the end of the measurement, in the middle of whatever it carries.
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One direction. Reading never waits for the delay, so that it adds time and takes no bandwidth."""
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        delivery = asyncio.ensure_future(self._deliver(under_way, writer))
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                under_way.put_nowait((self._loop.time() + self.round_trip / 2, data))
        under_way.put_nowait((self._loop.time() + self.round_trip / 2, b""))
        await delivery

    async def _deliver(self, under_way: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while True:
                due, data = await under_way.get()
                await asyncio.sleep(max(0.0, due - self._loop.time()))
                if not data:
                    break
                writer.write(data)
                await writer.drain()
        writer.close()
