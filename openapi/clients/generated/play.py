"""A game played with the client that openapi-python-client generates: `python play.py URL RULESET`.

openapi-python-client generate --path ../../openapi.json --output-path generated_client --meta none
"""

import random
import sys

from generated_client import AuthenticatedClient, Client
from generated_client.api.games import create_game, get_game
from generated_client.api.moves import list_legal_moves, play_move
from generated_client.api.players import create_player
from generated_client.models import (
    GameRequest,
    LegalMoves,
    MoveRequest,
    PlayedAnswer,
    PlayerRequest,
    PlayerWithToken,
    SeatForAI,
    SeatWord,
    SnapshotAnswer,
    VerboteneStadtSlide,
)
from generated_client.models.game_request_ruleset import GameRequestRuleset

url, ruleset = sys.argv[1:3]
me = create_player.sync(client=Client(url), body=PlayerRequest(name="Generated"))
assert isinstance(me, PlayerWithToken), me
client = AuthenticatedClient(url, me.token, timeout=60)
wanted = GameRequest(ruleset=GameRequestRuleset(ruleset), seats=[SeatWord.ME, SeatForAI(ai="random")])
game = create_game.sync(client=client, body=wanted)
assert isinstance(game, SnapshotAnswer), game
tag = '""'

while game.status != "finished":
    for seat in game.you.owe:
        legal = list_legal_moves.sync(game.id, client=client, seat=seat, limit=500)
        assert isinstance(legal, LegalMoves), legal
        doors = [item for item in legal.items if isinstance(item.object_, VerboteneStadtSlide) and item.object_.door]  # else: for ever
        move = MoveRequest(turn=legal.turn, seat=seat, move=random.choice(doors or legal.items).move)
        played = play_move.sync(game.id, client=client, body=move)
        assert isinstance(played, PlayedAnswer), played
    news = get_game.sync_detailed(game.id, client=client, wait=25, if_none_match=tag)
    if isinstance(news.parsed, SnapshotAnswer):
        game, tag = news.parsed, news.headers["ETag"]

print(game.outcome)
