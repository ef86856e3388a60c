"""What a page says about a round with many broken wishes: those that weigh most first, seats in one line."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from tournament.models import Group, Round
from tournament.wording.clocks import who_plays
from tournament.wording.pairing import said_lines


def seats(pair: int, side: str, more: int = 2) -> dict[str, object]:
    return {"code": "sides_uneven", "pair": pair, "side": side, "more": more}


def test_uneven_seats_stand_last_a_line_for_all_that_have_the_same() -> None:
    second_bye = {"code": "second_bye", "pair": 5, "times": 1}
    notes = [seats(142, "ns"), seats(21, "ew"), seats(7, "ns"), second_bye, seats(3, "ns", more=3)]
    assert said_lines(notes) == [
        "5 号再次轮空（此前 1 次）。",
        "2 队南北、东西坐得不均，坐南北多 2 次：7、142 号。",
        "21 号南北、东西坐得不均：坐东西多 2 次。",
        "3 号南北、东西坐得不均：坐南北多 3 次。",
    ]


@pytest.mark.parametrize(("count", "folded"), [(0, False), (8, False), (9, True), (40, True)])
def test_of_many_lines_the_rest_is_one_press_away(count: int, folded: bool) -> None:
    lines = [f"第 {number} 条。" for number in range(1, count + 1)]
    page = render_to_string("components/lines.html", {"lines": lines})
    assert page.count("<li>") == count
    assert ("<details>" in page) is folded
    assert (f"全部 {count} 条" in page) is folded
    assert page.split("<details>")[0].count("<li>") == (6 if folded else count)


def test_a_clock_is_called_by_its_session_where_all_of_it_started_together() -> None:
    groups = [
        Group(name=name, session=session) for name, session in (("A", "上午"), ("B", "上午"), ("C", ""))
    ]
    first, second, third = (Round(group=group) for group in groups)
    every = [first, second, third]
    first.pk, second.pk, third.pk = 1, 2, 3
    assert who_plays([first, second], every) == "上午"
    assert who_plays([first], every) == "A 组"
    assert who_plays([first, second, third], every) == "上午、C 组"
