"""A bounded cache: what one process has made or read last. Every cache of the server is one of these and hangs on its `Parts`."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Cache(Generic[K, V]):
    """The values kept last, together no heavier than `most`; each weighs 1 unless `weight` says otherwise.

    >>> words = Cache[str, str](10, len)
    >>> words.keep("a", "abbey"), words.keep("b", "tower"), words.keep("c", "inn")
    ('abbey', 'tower', 'inn')
    >>> words.forget("c")
    >>> words.find("a"), words.find("b"), words.find("c")
    (None, 'tower', None)
    """

    def __init__(self, most: int, weight: Callable[[V], int] = lambda _: 1) -> None:
        self._most, self._weight = most, weight
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._weighs = 0

    def find(self, key: K) -> V | None:
        return self._kept.get(key)

    def keep(self, key: K, value: V) -> V:
        """The value, which is the newest now; the oldest ones go while all weigh too much."""
        self.forget(key)
        self._kept[key] = value
        self._weighs += self._weight(value)
        while self._weighs > self._most:
            self._weighs -= self._weight(self._kept.popitem(last=False)[1])
        return value

    def forget(self, key: K) -> None:
        """Nothing is kept there any longer."""
        if (before := self._kept.pop(key, None)) is not None:
            self._weighs -= self._weight(before)
