"""Entering while bluffing is open: the four cases, who is asked, and whose doubt counts."""

from tests.engine.verbotene_stadt.tables import READY, hand, listed, play, refusal, table

ENTER = "0 slide red-red pavilion"


def test_case_1_an_honest_entry_that_all_believe_gets_the_award() -> None:
    before = table(["red-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"})
    after = play(before, ENTER, "1 believe", "* garment coat")
    assert hand(after, 0) == ["red-hat", "green-coat"]
    assert hand(after, 1) == ["blue-hat"]
    assert after.stage == "bribe"
    after = play(after, "0 bribe red-blue", "1 bribe black-black", "* roll 3")
    assert after.active == 1


def test_case_2_a_bluff_that_all_believe_gets_the_award_and_a_whole_new_turn() -> None:
    before = table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"}, made=1)
    after = play(before, ENTER, "1 believe", "* garment hat")
    assert hand(after, 0) == ["red-hat", "green-hat"]
    assert (after.shown, after.again) == ((True, False), True)
    after = play(after, "0 bribe red-blue", "1 bribe black-black", "* roll 3")
    assert (after.active, after.made, after.again) == (0, 0, False)


def test_case_3_a_doubted_honest_entry_gets_the_award_and_a_card_of_the_doubter() -> None:
    before = table(["red-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat white-coat"})
    after = play(before, ENTER, "1 doubt", "* garment trousers")
    assert hand(after, 0) == ["red-hat", "green-trousers"]
    assert listed(after, 0) == ["take seat 1 blue-hat", "take seat 1 white-coat"]
    after = play(after, "0 take seat 1 white-coat")
    assert hand(after, 0) == ["red-hat", "white-coat", "green-trousers"]
    assert hand(after, 1) == ["blue-hat"]


def test_case_4_a_doubted_bluff_gives_the_doubter_the_award_and_a_card_of_the_bluffer() -> None:
    before = table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"})
    after = play(before, ENTER, "1 doubt", "* garment trousers", "1 take seat 0 red-hat")
    assert hand(after, 0) == []
    assert hand(after, 1) == ["red-hat", "blue-hat", "green-trousers"]
    after = play(after, "0 bribe red-blue", "1 bribe black-black", "* roll 3")
    assert after.active == 1


def test_seats_with_a_card_answer_in_turn_order_and_seats_without_believe() -> None:
    before = table(["green-red"] * 4, at=READY, active=2, cards={1: "red-hat", 2: "blue-hat", 3: "brown-hat"})
    asked = play(before, "2 slide red-red pavilion")
    assert asked.actors == (3,)
    assert play(asked, "3 believe").actors == (1,)
    assert play(asked, "3 believe", "1 believe").stage == "garment"


def test_all_answer_also_after_somebody_has_doubted_and_only_then_is_the_selector_shown() -> None:
    before = table(["green-red"] * 4, at=READY, cards={0: "red-hat", 1: "blue-hat", 2: "brown-hat", 3: "brown-coat"})
    asked = play(before, ENTER, "1 doubt")
    assert (asked.actors, asked.doubter, asked.shown) == ((2,), 1, (False,) * 4)
    asked = play(asked, "2 believe")
    assert (asked.actors, asked.shown) == ((3,), (False,) * 4)
    after = play(asked, "3 doubt", "* garment hat")
    assert after.shown == (True, False, False, False)
    assert [after.answers[seat] for seat in (1, 2, 3)] == [(0, 1), (1, 0), (0, 1)]
    assert listed(after, 1) == ["take seat 0 red-hat"], "the first doubter in turn order counts"


def test_in_the_first_version_nobody_else_was_asked_after_a_doubt() -> None:
    before = table(["green-red"] * 3, at=READY, cards={0: "red-hat", 1: "blue-hat", 2: "brown-hat"}, version=1)
    after = play(before, ENTER, "1 doubt", "* garment hat")
    assert after.actors == (1,)
    assert listed(after, 1) == ["take seat 0 red-hat"]


def test_only_the_first_doubter_in_turn_order_counts() -> None:
    before = table(["red-red", "black-black", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat", 2: "brown-hat"})
    after = play(before, ENTER, "1 believe", "2 doubt", "* garment hat")
    assert listed(after, 0) == ["take seat 2 brown-hat"]


def test_the_question_says_who_took_whom_where() -> None:
    asked = play(table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"}), ENTER)
    assert asked.decision(1).prompt == "Believe or doubt: seat 0 took red-red into pavilion 7."
    assert refusal(asked, 1, "stop") == "Now the entry is to be believed or doubted."


def test_only_the_active_selector_is_shown_after_a_bluff_or_a_doubt() -> None:
    for bribe, answer in (("red-red", "doubt"), ("yellow-red", "doubt"), ("yellow-red", "believe")):
        before = table([bribe, "red-red"], at=READY, cards={0: "red-hat", 1: "blue-hat"})
        assert play(before, ENTER, f"1 {answer}").shown == (True, False)


def test_claims_and_answers_are_remembered() -> None:
    before = table(["yellow-red", "black-black"], at=READY, cards={0: "red-hat", 1: "blue-hat"})
    after = play(before, ENTER, "1 doubt")
    assert (after.claims, after.answers) == (((0, 1), (0, 0)), ((0, 0), (0, 1)))


def test_if_the_award_has_just_taken_the_others_last_card_there_is_none_to_choose() -> None:
    empty = "green-hat green-coat"
    before = table(["red-red", "black-black", "black-red"], at=READY, cards={0: "red-hat", 1: "green-trousers"}, gone=empty)
    after = play(before, ENTER, "1 doubt", "2 believe", "0 take seat 1 green-trousers")
    assert after.stage == "bribe"
    assert hand(after, 1) == []
