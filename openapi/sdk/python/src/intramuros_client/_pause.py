"""Waiting, in both worlds: for a while, and for each other."""

import asyncio
import threading
import time

AsyncLock = asyncio.Lock
Lock = threading.Lock


def sleep(seconds: float) -> None:
    time.sleep(seconds)


async def asleep(seconds: float) -> None:
    await asyncio.sleep(seconds)
