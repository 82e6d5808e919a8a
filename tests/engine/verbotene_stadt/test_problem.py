"""The problem printed in the rules: 14 officials in exile; whoever enters the green pavilion wins. Can yours, and who else?"""

from engine.verbotene_stadt import RULESET
from engine.verbotene_stadt.problem import reach, reach_json
from tests.engine.verbotene_stadt.tables import play

PROBLEM = """\
verbotene_stadt 2 extra_move=must teams=no
11 11 .. .. ky .. 22 22 22 .. .. .. .. 33 33
11 11 .. .. bb .. 22 22 22 .. .. .. .. 33 33
.. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
.. .. kb .. .. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. .. .. gy .. .. .. ..
88 88 .. .. .. .. .. .. .. .. .. .. .. 44 44
88 88 rr .. .. .. .. .. .. .. .. .. .. 44 44
88 88 .. .. .. .. gb .. .. .. .. .. .. 44 44
.. .. gk .. .. .. .. .. kr .. .. .. .. .. ..
.. .. .. .. .. .. .. .. .. .. .. .. .. kg ..
.. .. .. .. .. gg .. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. kk .. .. .. .. .. .. .. ..
77 77 .. .. .. .. 66 66 66 .. .. .. .. 55 55
77 77 .. .. .. .. 66 66 66 .. .. .. .. 55 55
exile ry rb rg rk yr yy yb yg yk br by bg bk gr
seat 0 bribe red-red cards - moved - claims 0-0 answers 0-0
seat 1 bribe blue-blue cards red-hat moved - claims 0-0 answers 0-0
now move active 0 made 0 pavilion 7 fate -"""


def test_the_drawn_problem_is_solved_with_its_path() -> None:
    assert reach_json(RULESET.read(PROBLEM), 7) == {
        "red-red": ["c8", "c9", "f9", "f11", "c11", "c15", "pavilion"],
        "green-black": ["c10", "c15", "pavilion"],
        "black-black": ["g13", "a13", "pavilion"],
    }


def test_the_solution_wins_the_game() -> None:
    outcome = play(RULESET.read(PROBLEM), "0 slide red-red pavilion").outcome
    assert outcome is not None
    assert outcome.winners == (0,)


def test_others_are_asked_about_as_if_they_were_active() -> None:
    position = RULESET.read(PROBLEM)
    assert {number: len(reach(position, number)) for number in (1, 7)} == {1: 4, 7: 3}
    assert position.pavilion == 7
