"""Tables of three and four: few repeated meetings, seats and smaller tables go round, nobody is left out."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.contests.contest import TABLES, Contest, Result, Spec
from service.contests.field_rules import table_sizes
from service.contests.schedule import begun
from service.contests.standings import standings
from tests.service.contests.playing import contest, played


def coins(rng: random.Random):  # type: ignore[no-untyped-def]
    """Forbidden City between people: most coins win."""

    def play(spec: Spec) -> Result:
        scores = tuple(100 - int(one[1:]) + rng.randint(0, 20) for one in spec.entrants)
        return Result(spec.entrants, scores, tuple(seat for seat, score in enumerate(scores) if score == max(scores)))

    return play


def tournament(count: int, seats: int, rounds: int, seed: int = 0, **more: str) -> tuple[Contest, dict[str, Result]]:
    made = contest(count, ruleset="forbidden_city", seats=seats, format=TABLES, rounds=rounds, points="rank", games=1, **more)
    done, facts = played(begun(made, smaller=True), coins(random.Random(seed)))
    return done, dict(facts.results)


def repeats(done: Contest) -> int:
    met = Counter(pair for pairings in done.drawn for one in pairings for pair in combinations(sorted(one.entrants), 2))
    return sum(count - 1 for count in met.values())


@settings(max_examples=20, deadline=None)
@given(st.integers(6, 21), st.sampled_from([3, 4]))
def test_everybody_sits_in_every_round(count: int, seats: int) -> None:
    done, results = tournament(count, seats, 3)
    for pairings in done.drawn:
        assert len([one for pairing in pairings for one in pairing.entrants]) == count
        assert all(len(pairing.entrants) in (seats, seats - 1) for pairing in pairings)
    assert len(results) == 3 * len(done.drawn[0])


def test_few_meetings_are_repeated() -> None:
    assert max(repeats(tournament(16, 4, 4, seed)[0]) for seed in range(4)) <= 4, "of 96 meetings; 80 of the 120 pairs meet at least"
    assert max(repeats(tournament(24, 4, 5, seed)[0]) for seed in range(4)) <= 1
    assert repeats(tournament(64, 4, 5)[0]) == 0


def test_the_organiser_may_rather_have_close_standings() -> None:
    assert repeats(tournament(24, 4, 5, repeats="few")[0]) < repeats(tournament(24, 4, 5, repeats="close")[0])


def test_seats_and_smaller_tables_go_round() -> None:
    done, _ = tournament(16, 4, 4)
    sat = Counter((one, seat) for pairings in done.drawn for pairing in pairings for seat, one in enumerate(pairing.entrants))
    assert max(sat.values()) <= 2
    assert len(sat) >= 16 * 4 - 12, "most have sat in every seat"
    done, _ = tournament(11, 4, 4)
    small = Counter(one for pairings in done.drawn for pairing in pairings if len(pairing.entrants) == 3 for one in pairing.entrants)
    assert max(small.values()) <= 2


@pytest.mark.parametrize("count", [13, 14, 22])
@pytest.mark.parametrize("wish", ["few", "close"])
def test_nobody_sits_at_a_smaller_table_twice_more_than_another(count: int, wish: str) -> None:
    done, _ = tournament(count, 4, 7, repeats=wish)
    small = Counter(one for pairings in done.drawn for pairing in pairings if len(pairing.entrants) == 3 for one in pairing.entrants)
    often = [small[one.id] for one in done.entrants]
    assert max(often) - min(often) <= 1


def test_the_field_decides_the_sizes() -> None:
    assert table_sizes(5, 4, smaller=True) == [4]
    assert table_sizes(6, 4, smaller=True) == [3, 3]
    assert table_sizes(9, 4, smaller=True) == [3, 3, 3]
    assert table_sizes(13, 4, smaller=True) == [4, 3, 3, 3]


def test_points_are_places_and_the_fewest_win() -> None:
    done, results = tournament(8, 4, 3)
    table = standings(done, results)
    assert table[0].per_game is not None
    assert table[-1].per_game is not None
    assert table[0].per_game < table[-1].per_game
    assert sum(line.points for line in table) == 3 * 2 * (1 + 2 + 3 + 4)
