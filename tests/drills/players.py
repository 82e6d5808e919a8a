"""Players who go on whatever happens to the server, each in a game against an AI, with a new game whenever one is over."""

import threading
import time

import requests

from tests.service.steadfast import PATIENCE, Steadfast


class Players:
    """Threads of steadfast players, from the beginning of the block to its end."""

    def __init__(self, url: str, count: int, ai: str = "easy", patience: float = PATIENCE) -> None:
        self.url, self.ai, self.patience = url, ai, patience
        self.over = threading.Event()
        self.errors: list[BaseException] = []
        self.all: list[Steadfast] = []
        self.at: list[Steadfast] = [self.begin() for _ in range(count)]
        self.threads = [threading.Thread(target=self.play, args=(number,)) for number in range(count)]

    def begin(self) -> Steadfast:
        """Somebody in a new game, however often it has to be asked for."""
        deadline = time.monotonic() + self.patience
        while True:
            try:
                found = Steadfast.against(self.url, self.ai)
            except (requests.RequestException, KeyError, AssertionError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
                continue
            found.patience = self.patience
            self.all.append(found)
            return found

    def play(self, number: int) -> None:
        try:
            while not self.over.is_set():
                player = self.at[number]
                snapshot = player.ask("GET", "").json()
                if snapshot["status"] == "finished":
                    self.at[number] = self.begin()
                elif snapshot["you"]["owe"]:
                    player.move()
                else:
                    time.sleep(0.05)  # the AI thinks, or moves again because nothing of ours fits
        except BaseException as error:
            self.errors.append(error)

    def moves(self) -> int:
        """The moves that were acknowledged so far."""
        return sum(len(player.acknowledged) for player in self.all)

    def await_moves(self, count: int, seconds: float = 90) -> None:
        """Returns when so many more moves have been acknowledged, or a player has given up."""
        goal, deadline = self.moves() + count, time.monotonic() + seconds
        while self.moves() < goal and not self.errors:
            assert time.monotonic() < deadline, "play does not go on"
            time.sleep(0.05)

    def check(self) -> None:
        """Play goes on, and nothing that was acknowledged is missing or there twice."""
        if not self.over.is_set():
            self.await_moves(2 * len(self.threads))
            self.stop()
        for error in self.errors:
            raise AssertionError(f"a player has given up: {error!r}") from error
        for player in self.all:
            player.check()

    def stop(self) -> None:
        self.over.set()
        for thread in self.threads:
            thread.join()

    def __enter__(self) -> "Players":
        for thread in self.threads:
            thread.start()
        self.await_moves(len(self.threads))
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        for player in self.all:
            player.client.session.close()
