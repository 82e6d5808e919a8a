"""Play on an Intramuros server, or host an opponent for it. These names are stable; whatever starts with `_` is not.

from intramuros_client import Client

with Client("http://127.0.0.1:8000", name="Ada") as client:
    game = client.create_game("cathedral", ["me", {"ai": "easy"}])
    for turn in client.turns(game):
        turn.play(turn.moves()[0])
"""

from intramuros_client import problems, types
from intramuros_client._async.client import AsyncClient
from intramuros_client._async.game import AsyncGame
from intramuros_client._async.turn import AsyncTurn
from intramuros_client._sync.client import Client
from intramuros_client._sync.game import Game
from intramuros_client._sync.turn import Turn
from intramuros_client.ai import AI, Budget, View, read_work
from intramuros_client.board import Board
from intramuros_client.hosting import Host
from intramuros_client.moves import Move
from intramuros_client.problems import IllegalMove, Problem, StaleTurn, Unreachable
from intramuros_client.webhooks import BadSignature, Notice, verify_webhook

__all__ = [
    "AI",
    "AsyncClient",
    "AsyncGame",
    "AsyncTurn",
    "BadSignature",
    "Board",
    "Budget",
    "Client",
    "Game",
    "Host",
    "IllegalMove",
    "Move",
    "Notice",
    "Problem",
    "StaleTurn",
    "Turn",
    "Unreachable",
    "View",
    "problems",
    "read_work",
    "types",
    "verify_webhook",
]
