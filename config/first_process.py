"""What becomes of a worker whose first process is gone: it goes too."""

import multiprocessing
import os
import signal
import threading
import time
from typing import Final

GRACE: Final = 3.0  # seconds for what is being answered


def stop_with_first_process() -> None:
    """End this process soon after the one that started it has ended, however that came about.

    A first process that was killed (a task manager, too little memory) leaves its workers behind: they would
    hold the port, so that the site could not be started again, and there is no window to close. Nothing
    happens in a process that is itself the first.
    """
    if (first := multiprocessing.parent_process()) is not None:
        threading.Thread(target=_follow, args=(first,), daemon=True, name="first-process").start()


def _follow(first: multiprocessing.process.BaseProcess) -> None:
    first.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)  # phones keep their connections open
