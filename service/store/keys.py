"""Keys: where everything is in Redis.

Keys of one game, or of one player, share a hash tag, so they live in one slot of a cluster and one script may touch them.

>>> game_key("k3f9")
'game:{k3f9}'
"""

from service.store.identifiers import digest

NEWS = "intramuros:news:"
"""How the channels begin on which changes are published."""
THINKING = "intramuros:thinking"
ENDED = "intramuros:ended"
"""The finished games in Redis, by when they ended."""
DEADLINES = "intramuros:deadlines"
"""The games whose clocks run, by when to look at them."""
SECRET = "intramuros:secret"
"""What the tokens are made with that must come out the same again."""
NOTICES = "intramuros:notices"
"""Who has come to owe a decision and may have to be told by a webhook: `player game revision time`, by when to look."""
DELIVERIES = "intramuros:deliveries"
"""Notices to webhooks on their way, by when to try next."""
HOOKED = "intramuros:hooked"
"""The players who have webhooks, or had them: written before a webhook is, so that no note is taken for nobody's."""

DEPARTED = "intramuros:departed"
"""Players who leave, with their names, until nothing tells of them any more."""

AUDIT = "intramuros:audit"
"""What the operator has done, as a stream."""
SLOW = "intramuros:slow"
"""The last requests that took long, the newest first."""
FROZEN = "intramuros:frozen"
"""What is frozen, `player …` or `game …`, since when and why."""
BLOCKS, BLOCKS_VERSION = "intramuros:{blocks}", "intramuros:{blocks}:version"
"""The addresses that are blocked, and a number that rises with every change of them."""

CONTESTS = "intramuros:contests"
"""The contests that are not over, by when somebody looks at them again."""

UNRATED = "intramuros:unrated"
"""The rated games that are not counted yet, by when somebody looks at them again; written before such a game is."""


def game_key(game: str) -> str:
    return f"game:{{{game}}}"


def news_channel(kind: str, name: str) -> str:
    """Where the changes of something are published, in its own slot."""
    return f"{NEWS}{kind}:{{{name}}}"


def journal_key(game: str) -> str:
    return f"game:{{{game}}}:journal"


def commitments_key(player: str) -> str:
    """A player's unused commitments, by when they lapse."""
    return f"intramuros:commitments:{{{player}}}"


def commitment_key(player: str, commitment: str) -> str:
    return f"intramuros:commitments:{{{player}}}:{commitment}"


def once_key(game: str, player: str, key: str) -> str:
    """Where the answer to a player's request with an Idempotency-Key is kept."""
    return f"game:{{{game}}}:once:{player}:{digest(key)[:32]}"


def request_key(caller: str, key: str) -> str:
    """Where the answer to a caller's request with an Idempotency-Key is kept that changes no game."""
    return f"intramuros:once:{digest(caller)[:32]}:{digest(key)[:32]}"


def kept_key(caller: str) -> str:
    """Which answers are kept for a caller, by when they were given."""
    return f"intramuros:kept:{{{caller}}}"


def player_key(player: str) -> str:
    return f"player:{{{player}}}"


def named_key(name: str) -> str:
    """The players who bear a name, given by its digest, by since when."""
    return f"intramuros:named:{{{name}}}"


def games_of_player_key(player: str) -> str:
    return f"player:{{{player}}}:games"


def owed_key(player: str) -> str:
    """The games where the player owes a decision, each with the revision that last changed what it owes there."""
    return f"player:{{{player}}}:owed"


def order_key(player: str) -> str:
    """The decisions that the player owes, `game/seat`, by their urgency."""
    return f"player:{{{player}}}:owed:order"


def unsettled_key(player: str) -> str:
    """The games that will change, or have changed, and are not in that order as they are then, each with its revision then."""
    return f"player:{{{player}}}:owed:unsettled"


def inbox_version_key(player: str) -> str:
    """What changes whenever that order does."""
    return f"player:{{{player}}}:owed:version"


def webhooks_key(player: str) -> str:
    return f"player:{{{player}}}:webhooks"


def webhook_key(player: str, webhook: str) -> str:
    return f"player:{{{player}}}:webhook:{webhook}"


def deliveries_key(player: str, webhook: str) -> str:
    """The last attempts to deliver to a webhook."""
    return f"player:{{{player}}}:webhook:{webhook}:deliveries"


def rate_key(kind: str, who: str) -> str:
    """How many requests a caller may still send."""
    return f"rate:{kind}:{{{who}}}"


def refused_key(piece: int) -> str:
    """How often callers were refused in one of the pieces that an hour is cut into."""
    return f"intramuros:refused:{piece}"


QUARANTINE = "intramuros:quarantine"
"""Games whose text cannot be read."""


def quota_key(kind: str, who: str) -> str:
    """What a caller has going of one kind."""
    return f"quota:{kind}:{{{who}}}"


def list_key(status: str) -> str:
    """The listed games with a status, newest first by score."""
    return f"intramuros:games:{status}"


def contest_key(contest: str) -> str:
    return f"contest:{{{contest}}}"


def contest_games_key(contest: str) -> str:
    """What is known of a contest's games: "" for one that exists, its result for one that is over."""
    return f"contest:{{{contest}}}:games"


def contests_key(kind: str) -> str:
    """The listed contests of a kind, newest first by score."""
    return f"intramuros:contests:{kind}"


def organised_key(player: str) -> str:
    """The contests that a player has organised and that are not over."""
    return f"player:{{{player}}}:organised"


def contests_of_player_key(player: str) -> str:
    """The contests that a player takes part in."""
    return f"player:{{{player}}}:contests"


def all_of_player(player: str) -> list[str]:
    """Everything that lies in Redis under a player's name but the player itself."""
    lists = (games_of_player_key, owed_key, webhooks_key, organised_key, contests_of_player_key, commitments_key)
    return [name(player) for name in lists]


def ratings_key(ruleset: str) -> str:
    """Everybody's rating in a ruleset."""
    return f"ratings:{{{ruleset}}}"


def rated_games_key(ruleset: str) -> str:
    """What of each rated game counts, by when it ended."""
    return f"ratings:{{{ruleset}}}:games"


def last_rated_key(ruleset: str) -> str:
    """The last of the games that are in the ratings."""
    return f"ratings:{{{ruleset}}}:last"


def late_ratings_key(ruleset: str) -> str:
    """Whether a game was counted after later ones, so that the ratings have to be worked out again."""
    return f"ratings:{{{ruleset}}}:late"


def working_key(ruleset: str) -> str:
    """Whether somebody works the ratings out again."""
    return f"ratings:{{{ruleset}}}:working"


def board_key(ruleset: str) -> str:
    """The leaderboard of a ruleset."""
    return f"ratings:{{{ruleset}}}:board"


def rating_history_key(ruleset: str, subject: str) -> str:
    return f"ratings:{{{ruleset}}}:history:{subject}"


POOLS = "intramuros:pools"
"""The pools of seeks in which somebody may wait."""


def pool_key(pool: str) -> str:
    """What those in a pool would play."""
    return f"seeks:{{{pool}}}:wish"


def waiting_key(pool: str) -> str:
    """The seeks that wait in a pool."""
    return f"seeks:{{{pool}}}:waiting"


def interest_key(pool: str) -> str:
    """When each of them was looked at last."""
    return f"seeks:{{{pool}}}:interest"


def seek_end_key(pool: str, seek: str) -> str:
    """What became of a seek."""
    return f"seeks:{{{pool}}}:end:{seek}"


LADDER = "intramuros:ladder"
"""Held by whoever has looked after the ladders last, for a moment."""


def ladder_key(ruleset: str) -> str:
    """The last game of a ruleset's ladder."""
    return f"ladder:{{{ruleset}}}"


UNLISTED = "intramuros:unlisted"
"""The players who are on no leaderboard."""


WORKERS = "intramuros:workers"
"""The workers that have shown a sign of life, with what they play."""
HEARTBEAT, OUTAGES = "intramuros:{heartbeat}", "intramuros:{heartbeat}:outages"
"""When an API was alive last, and the times when none was."""
PROBE = "intramuros:probe"
"""Written to see whether the store takes changes."""
HOSTS, DISMISSED = "intramuros:hosts", "intramuros:hosts:dismissed"
"""The AI hosts that have a key, and those that had one."""


def offers_key(ai: str) -> str:
    """The turns that a hosted AI owes."""
    return f"intramuros:work:{{{ai}}}"


def failed_key(offer: str) -> str:
    """The hosts that have failed at a turn."""
    return f"intramuros:failed:{offer.replace(' ', ':')}"


def lease_key(lease: str) -> str:
    return f"intramuros:lease:{lease}"


def failures_key(ai: str) -> str:
    """What went wrong with an AI."""
    return f"intramuros:ai:{{{ai}}}:log"


def hint_key(game: str, turn: int, seat: int) -> str:
    return f"{game_key(game)}:hint:{turn}:{seat}"


def analysis_key(game: str) -> str:
    return f"{game_key(game)}:analysis"
