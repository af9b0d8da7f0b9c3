"""Keep a few lessons ready in the background, without a storm at the start.

Voilà can start kernels ahead of the first visitor, but it starts one for every notebook of the folder at once.
Here they start one after the other, after the gallery is up, and only for the lessons that were asked for.
"""

from __future__ import annotations

import asyncio
from typing import Any

from voila.voila_kernel_manager import voila_kernel_manager_factory


def warm_kernel_manager(base: type) -> type:
    """A subclass of a multi-kernel manager with Voilà's preheating, one kernel at a time.

    Nothing starts before `preheat` is awaited.
    """
    voila_manager: Any = voila_kernel_manager_factory(base, True, 1)

    class WarmKernelManager(voila_manager):
        def __init__(self, **kwargs: Any) -> None:
            super().__init__(**kwargs)
            self._turn = asyncio.Lock()
            self._begun: set[Any] = set()

        def _notebook_filter(self, nb_path: Any) -> bool:
            return False  # Nothing at construction: `preheat` names what is wanted.

        async def preheat(self, notebooks: list[str]) -> None:
            """Start one kernel for each notebook, in turn."""
            for name in notebooks:
                self.fill_if_needed(delay=0, notebook_name=name)

        async def _initialize(self, notebook_path: str, kernel_id: str | None = None, **kwargs: Any) -> Any:
            """Hold the turn from the start of the kernel until its page is rendered."""
            await self._turn.acquire()
            task = asyncio.current_task()
            self._begun.add(task)

            def over(_: object = None) -> None:
                self._turn.release()
                self._begun.discard(task)

            try:
                ready = await super()._initialize(notebook_path, kernel_id, **kwargs)
            except BaseException:
                over()
                raise
            ready["task"].add_done_callback(over)
            return ready

        def get_pool_size(self, notebook_name: str) -> int:
            """Kernels a visitor can have now: those ready or on their way, not those still queueing."""
            pool = self._pools.get(notebook_name, [])
            failed = [item for item in pool if item.done() and (item.cancelled() or item.exception())]
            for item in failed:
                pool.remove(item)
            return sum(1 for item in pool if item.done() or item in self._begun)

        async def get_rendered_notebook(self, notebook_name: str, **kwargs: Any) -> Any:
            """Voilà takes the first of the pool; put one that is ready there."""
            self._pools[notebook_name].sort(key=lambda item: (not item.done(), item not in self._begun))
            return await super().get_rendered_notebook(notebook_name, **kwargs)

    return WarmKernelManager
