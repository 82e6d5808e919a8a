"""Who may enter a contest, and when: invitations, and what becomes of them."""

import pytest

from service import problems
from service.accounts.departure import departed
from service.contests.contest import CANCELLED, SERIES, Entrant
from service.contests.entering import MOST_ENTRANTS, enter, invite, leave
from tests.service.contests.playing import contest


def guest(name: str) -> Entrant:
    return Entrant(name, name, player=name)


def test_a_place_of_a_series_is_kept_for_whom_it_was_offered_first() -> None:
    made = contest(0, format=SERIES, entry="list", seats=3, invited=("", "", "bo"))
    kept = invite(enter(made, guest("ada")), "cy")
    assert kept.invited == ("", "cy", "bo")
    with pytest.raises(problems.ContestFull):
        invite(kept, "di")
    with pytest.raises(problems.Forbidden):
        enter(kept, guest("di"))
    assert invite(kept, "cy") == kept


def test_so_many_are_invited_and_no_more() -> None:
    full = contest(0, invited=tuple(f"p{number}" for number in range(MOST_ENTRANTS)))
    with pytest.raises(problems.ContestFull):
        invite(full, "ada")
    assert len(leave(full, "p7").invited) == MOST_ENTRANTS - 1


SOON, LATER = ("2026-12-24T18:00:00.000Z", "2026-12-24T20:00:00.000Z")


@pytest.mark.parametrize(
    ("now", "why"),
    [
        ("2026-12-24T17:59:59.999Z", f"Entries open at {SOON}."),
        (SOON, ""),
        (LATER, ""),
        ("2026-12-24T20:00:00.001Z", f"Entries were open until {LATER}."),
    ],
)
def test_entries_are_open_from_a_time_until_another(now: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.clock.stamp", lambda: now)
    cup = contest(2, entries_from=SOON, entries_until=LATER)
    assert len(enter(cup, guest("ada"), by_organiser=True).entrants) == 3, "its organiser may always"
    if not why:
        assert len(enter(cup, guest("ada")).entrants) == 3
        return
    with pytest.raises(problems.EntryClosed, match=why):
        enter(cup, guest("ada"))


def test_whoever_leaves_the_server_is_invited_to_nothing() -> None:
    assert departed(contest(2, invited=("bo", "cy")), "bo").invited == ("cy",)
    series = departed(contest(0, format=SERIES, invited=("ada", "bo")), "bo")
    assert (series.status, series.invited) == (CANCELLED, ("ada", ""))
