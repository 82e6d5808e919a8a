"""Playing a move."""

from service.games import visibility
from service.games.changes import Change
from service.web.answer import Answer, as_json, json_answer
from service.web.call import Call


def play_move(call: Call) -> Answer:
    """The move is played, or with `dry_run` only checked; the answer tells what happened and how the game stands."""
    game, sent, seat = call.path_args["game_id"], call.body, call.body.get("seat")
    me = call.needed_player()

    def told(change: Change) -> str:
        return played_json(call, change, me, seat)

    if call.query["dry_run"]:
        return json_answer(told(Change(call.parts.referee.dry_run(game, sent["turn"], sent["move"], seat, me), [])))
    made = call.parts.referee.play(game, sent["turn"], sent["move"], seat, call.asked(), told)
    return json_answer(made if isinstance(made, str) else told(made), 201)


def played_json(call: Call, change: Change, me: str, seat: int | None) -> str:
    """The entries as the player who moved may see them, and the snapshot."""
    mine = change.game.seats_of(me)
    viewer = seat if seat is not None else mine[0]
    entries = as_json([visibility.entry(change.game.ruleset, stored, viewer, change.game.status) for stored in change.entries])
    return f'{{"entries":{entries},"game":{call.parts.snapshots.of_game(change.game, me)}}}'
