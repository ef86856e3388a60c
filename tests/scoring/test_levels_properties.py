"""What holds in every match, whatever the deals and the settings."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scoring.levels import Deal, MatchState, play, preview
from scoring.options import Ended, Side
from scoring.rules import Rules, resolve

NS, EW = Side.NS, Side.EW
# Deals by what they gain: a double down, partner third, partner last.
NS3, NS2, NS1 = Deal(NS, 2), Deal(NS, 3), Deal(NS, 4)
EW3, EW2, EW1 = Deal(EW, 2), Deal(EW, 3), Deal(EW, 4)
NS_TO_A = [NS3, NS3, NS3, NS3]  # 2 → 5 → 8 → J → A


def levels(state: MatchState) -> tuple[int, int]:
    return state.ns_level, state.ew_level


PLAYS = st.fixed_dictionaries(
    {
        "pass_condition": st.sampled_from(["partner_not_last", "double_down", "any_win"]),
        "pass_when": st.sampled_from(["in_play", "at_a"]),
        "must_play_a": st.booleans(),
        "ace_failure": st.sampled_from(["carry_on", "back_to_2", "match_lost"]),
        "demotion_at_ace": st.sampled_from(["levels", "failures", "none"]),
        "fall_keeps_gain": st.booleans(),
        "finish_level": st.sampled_from(["5", "10", "A"]),
    }
)
DEALS = st.lists(st.builds(Deal, st.sampled_from(Side), st.integers(2, 4)), max_size=40)


def play_while_it_lasts(deals: list[Deal], rules: Rules) -> list[Deal]:
    played: list[Deal] = []
    for deal in deals:
        if play(played, rules).ended is not None:
            break
        played.append(deal)
    return played


@given(settings=PLAYS, deals=DEALS)
def test_levels_stay_between_2_and_a_and_the_winner_is_in_play(
    settings: dict[str, object], deals: list[Deal]
) -> None:
    rules = resolve(settings)
    state = play(play_while_it_lasts(deals, rules), rules)
    for step in state.history:
        assert isinstance(step.item, Deal)
        assert 2 <= step.ns_level <= rules.play.finish_level
        assert 2 <= step.ew_level <= rules.play.finish_level
        assert step.in_play is step.item.winner
    assert (state.passed_a is not None) == (state.ended is Ended.PASSED_A)
    assert (state.failed is not None) == (state.ended is Ended.ACE_FAILED)


@given(settings=PLAYS, deals=DEALS)
def test_the_same_deals_with_the_seats_swapped_give_the_swapped_match(
    settings: dict[str, object], deals: list[Deal]
) -> None:
    rules = resolve(settings)
    played = play_while_it_lasts(deals, rules)
    state = play(played, rules)
    swapped = play([Deal(deal.winner.other, deal.partner_place) for deal in played], rules)
    assert levels(swapped) == levels(state)[::-1]
    assert (swapped.ns_failures, swapped.ew_failures) == (state.ew_failures, state.ns_failures)
    assert swapped.ended is state.ended


@given(settings=PLAYS, deals=DEALS)
def test_preview_agrees_with_playing_on(settings: dict[str, object], deals: list[Deal]) -> None:
    rules = resolve(settings)
    played = play_while_it_lasts(deals, rules)
    for key in preview(played, rules):
        then = play([*played, Deal(key.winner, key.partner_place)], rules)
        assert (then.level(key.winner), then.ended) == (key.level, key.ended)
        assert key.passes == (then.passed_a is key.winner)
