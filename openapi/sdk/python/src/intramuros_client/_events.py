"""Server-Sent Events, read line by line.

>>> reader = EventReader()
>>> [reader.line(text) for text in ("id: 7", "event: snapshot", 'data: {"turn": 3}', "")][-1]
Event(name='snapshot', id='7', data='{"turn": 3}')
>>> reader.line(": still here") is None
True
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Event:
    name: str
    id: str
    data: str


@dataclass
class EventReader:
    """Puts the lines of a stream together; the id of the last event stays, as the standard has it."""

    last_id: str = ""
    _name: str = "message"
    _data: list[str] = field(default_factory=list)

    def line(self, text: str) -> Event | None:
        """The event that this line ends, if it does."""
        if not text:
            return self._ended()
        name, _, value = text.partition(":")
        value = value.removeprefix(" ")
        match name:
            case "data":
                self._data.append(value)
            case "event":
                self._name = value
            case "id":
                self.last_id = value
        return None

    def _ended(self) -> Event | None:
        event = Event(self._name, self.last_id, "\n".join(self._data)) if self._data else None
        self._name, self._data = "message", []
        return event
