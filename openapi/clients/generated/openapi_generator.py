"""A game played with the Python client that openapi-generator makes: `python openapi_generator.py URL RULESET OPTIONS`.

../../generate python FOLDER
"""

import json
import random
import sys
import time

from openapi_client import ApiClient, Configuration, GameRequest, GamesApi, MoveRequest, MovesApi, PlayerRequest, PlayersApi
from openapi_client.models import GameRequestSeatsInner, OptionsRequest, SeatForAI, SeatWord

url, ruleset, options = [*sys.argv[1:], "{}"][:3]
me = PlayersApi(ApiClient(Configuration(host=url))).create_player(PlayerRequest(name="Generated"))
client = ApiClient(Configuration(host=url, access_token=me.token))
games, moves = GamesApi(client), MovesApi(client)
seats = [GameRequestSeatsInner(SeatWord.ME), GameRequestSeatsInner(SeatForAI(ai="random"))]
game = games.create_game(GameRequest(ruleset=ruleset, seats=seats, options=OptionsRequest.from_json(options)))
assert json.loads(options).items() <= game.options.to_dict().items(), game.options

while game.status != "finished":
    for seat in game.you.owe:
        legal = moves.list_legal_moves(game.id, seat=seat, limit=500)
        game = moves.play_move(game.id, MoveRequest(turn=legal.turn, seat=seat, move=random.choice(legal.items).move)).game
    if game.status != "finished" and not game.you.owe:
        time.sleep(game.poll.after_ms / 10_000)
        game = games.get_game(game.id)

print(game.outcome)
