"""A game played with the client that openapi-python-client generates: `python play.py URL RULESET`.

openapi-python-client generate --path ../../openapi.json --output-path intramuros_client --meta none
"""

import random
import sys

from intramuros_client import AuthenticatedClient, Client
from intramuros_client.api.games import create_game, get_game
from intramuros_client.api.moves import list_legal_moves, play_move
from intramuros_client.api.players import create_player
from intramuros_client.models import GameRequest, LegalMoves, MoveRequest, NewPlayerAnswer, PlayedAnswer, PlayerRequest, SnapshotAnswer
from intramuros_client.models.game_request_ruleset import GameRequestRuleset
from intramuros_client.models.game_request_seats_item_type_0 import GameRequestSeatsItemType0 as Someone
from intramuros_client.models.game_request_seats_item_type_1 import GameRequestSeatsItemType1 as Machine

url, ruleset = sys.argv[1:3]
me = create_player.sync(client=Client(url), body=PlayerRequest(name="Generated"))
assert isinstance(me, NewPlayerAnswer), me
client = AuthenticatedClient(url, me.token, timeout=60)
wanted = GameRequest(ruleset=GameRequestRuleset(ruleset), seats=[Someone.ME, Machine(ai="random")])
game = create_game.sync(client=client, body=wanted)
assert isinstance(game, SnapshotAnswer), game
tag = '""'

while game.status != "finished":
    for seat in game.you.owe:
        legal = list_legal_moves.sync(game.id, client=client, seat=seat, limit=500)
        assert isinstance(legal, LegalMoves), legal
        doors = [item for item in legal.items if item.object_.additional_properties.get("door")]  # the others wander for ever
        move = MoveRequest(turn=legal.turn, seat=seat, move=random.choice(doors or legal.items).move)
        played = play_move.sync(game.id, client=client, body=move)
        assert isinstance(played, PlayedAnswer), played
    news = get_game.sync_detailed(game.id, client=client, wait=25, if_none_match=tag)
    if isinstance(news.parsed, SnapshotAnswer):
        game, tag = news.parsed, news.headers["ETag"]

print(game.outcome)
