"""What a finished game of Forbidden City teaches about a slip."""

from engine.ai.lessons import Slip, expected, lessons
from engine.forbidden_city import RULESET
from engine.forbidden_city.position import Position
from tests.engine.forbidden_city.tables import laid


def taught(before: Position, played: str, better: str, reply: tuple[int, str] | None = None) -> list[str]:
    seat = before.actors[0]
    first, second = (RULESET.read_move(text, before, seat) for text in (played, better))
    after = before.play(seat, first)
    answer = None if reply is None else (reply[0], RULESET.read_move(reply[1], after, reply[0]))
    return [said.text for said in lessons("forbidden_city", Slip(before, seat, first, second, answer))]


def test_a_room_that_could_have_been_closed_is_named_with_its_coins() -> None:
    before = laid(turn="purple", hold="pink7")
    assert taught(before, "lay pink7@0,-2n", "lay pink7@0,-2w") == ["With lay pink7@0,-2w a room would have been closed for 3 coins."]


def test_a_room_closed_for_somebody_else_is_named_with_what_it_pays() -> None:
    before = laid("yellow pink4@0,-2n", turn="purple", hold="green3")
    assert taught(before, "lay green3@-1,-2e", "lay green3@-1,-2n")[0] == "It closed a room that pays yellow 3 coins."


def test_each_seat_may_expect_what_it_has_and_what_its_rooms_would_pay() -> None:
    before = laid(turn="purple", hold="pink7")
    closed = expected("forbidden_city", before.play(0, RULESET.read_move("lay pink7@0,-2w", before, 0)))
    left = expected("forbidden_city", before.play(0, RULESET.read_move("lay pink7@0,-2n", before, 0)))
    assert closed is not None
    assert left is not None
    assert closed[0] > left[0]
