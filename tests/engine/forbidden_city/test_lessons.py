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


def test_a_room_that_could_have_been_led_is_named_with_its_worth() -> None:
    before = laid(turn="purple", hold="green5")
    said = taught(before, "lay green5@1,2e", "lay green5@2,0s")
    assert said == ["With lay green5@2,0s purple would have had the most advisors in a green room worth 3 coins."]


def test_a_room_made_richer_for_its_leader_is_told() -> None:
    before = laid("yellow green1@-2,1n", "red pink2@-1,2w", turn="purple", hold="green2")
    said = taught(before, "lay green2@-2,0w", "lay green2@-1,-2e")
    assert said == ["It made a green room in which yellow has the most advisors worth 4 coins."]


def test_a_lead_that_was_lost_by_joining_two_rooms_is_told() -> None:
    before = laid("purple green5@-2,1e", "red green1@-2,-1n", turn="purple", hold="green2")
    said = taught(before, "lay green2@-2,0e", "lay green2@-2,2n")
    assert said == ["It cost purple the most advisors in a green room worth 3 coins."]


def test_where_no_room_tells_of_it_the_better_tile_is_named() -> None:
    before = laid(turn="purple", hold="white1")
    assert taught(before, "lay white1@-1,2n", "lay white1@1,2n") == ["Better was lay white1@1,2n."]


def test_each_seat_may_expect_what_it_has_and_what_its_rooms_would_pay() -> None:
    before = laid(turn="purple", hold="pink7")
    closed = expected("forbidden_city", before.play(0, RULESET.read_move("lay pink7@0,-2w", before, 0)))
    left = expected("forbidden_city", before.play(0, RULESET.read_move("lay pink7@0,-2n", before, 0)))
    assert closed is not None
    assert left is not None
    assert closed[0] > left[0]
