"""Entering a list: all or nothing, once, within the event's limits (field F33, F51 to F62)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from tests.tournament.factories import TEST, make_event, make_pair
from tests.tournament.imports.files import FIELD, field_file
from tournament.actions.import_pairs import import_pairs
from tournament.actions.pair_values import PairValues
from tournament.errors import ActionRefused
from tournament.imports.doubles import Fate
from tournament.imports.entering import enter_rows, judge_rows
from tournament.models import Event, Pair, Player, Submission

pytestmark = pytest.mark.django_db


def enter(event: Event, number: str, **more) -> list[str]:
    entries = field_file(number)
    return enter_rows(event=event, judgement=judge_rows(event, entries.rows), by=TEST, **more)


def test_plain_list_goes_in_with_phones_units_and_sort_keys() -> None:
    event = make_event(pairs=0)

    assert enter(event, "01") == ["2", "3", "4", "5"]

    first = event.pairs.select_related("unit").get(number=1)
    assert first.unit is not None
    assert first.players.get(seat=1).phone.startswith("138")
    assert all(player.key and player.pinyin.startswith("0") for player in Player.objects.all())


def test_the_journal_keeps_one_line_without_a_name() -> None:
    event = make_event(pairs=0)

    enter(event, "01")

    (line,) = event.journal.all()
    assert (line.verb, line.codes) == ("import_pairs", {"count": 4})


@pytest.mark.parametrize("number", ["01", "07", "14", "15", "22", "24", "36", "38"])
def test_the_same_file_twice_makes_no_second_copy(number: str) -> None:
    event = make_event(pairs=0)
    entered = enter(event, number)
    count = event.pairs.count()

    again = judge_rows(event, field_file(number).rows)

    assert len(entered) == count > 0
    assert {one.fate for one in again.rows if one.row.mark in entered} == {Fate.EXISTING}
    assert enter_rows(event=event, judgement=again, by=TEST) == []
    assert event.pairs.count() == count


def test_f33_two_equal_posts_are_one_import() -> None:
    event = make_event(pairs=0)
    pairs = [PairValues(players=("赵一鸣", "钱小满"))]

    answers = [import_pairs(event=event, pairs=pairs, by=TEST, submission="once") for _ in range(2)]

    assert answers == [1, 1]
    assert event.pairs.count() == Submission.objects.count() == 1


def test_a_list_that_changed_since_it_was_judged_is_refused() -> None:
    event = make_event(pairs=0)
    judgement = judge_rows(event, field_file("01").rows)
    make_pair(event, 9)

    with pytest.raises(ActionRefused) as refused:
        enter_rows(event=event, judgement=judgement, by=TEST)

    assert refused.value.code == "entries_changed"
    assert event.pairs.count() == 1


def test_a_number_that_is_taken_stops_the_whole_import() -> None:
    event = make_event(pairs=2)
    pairs = [PairValues(players=("赵一", "钱二"), number=3), PairValues(players=("孙三", "李四"), number=2)]

    with pytest.raises(ActionRefused) as refused:
        import_pairs(event=event, pairs=pairs, by=TEST)

    assert (refused.value.code, refused.value.params) == ("number_taken", {"number": 2})
    assert event.pairs.count() == 2


def test_numbers_not_given_follow_the_highest() -> None:
    event = make_event(pairs=2)
    pairs = [
        PairValues(players=("赵一", "钱二")),
        PairValues(players=("孙三", "李四"), number=7),
        PairValues(players=("周五", "吴六")),
    ]

    import_pairs(event=event, pairs=pairs, by=TEST)

    assert list(event.pairs.values_list("number", flat=True)) == [1, 2, 7, 8, 9]


def test_units_over_their_number_and_late_entries_need_a_purpose() -> None:
    event = make_event(pairs=1, max_per_unit=1)
    pairs = [PairValues(players=("赵一", "钱二"), unit="历史系")]

    with pytest.raises(ActionRefused) as full:
        import_pairs(event=event, pairs=pairs, by=TEST)
    assert full.value.params == {"unit": "历史系", "count": 2, "limit": 1}

    Event.objects.update(entries_close_at=timezone.now() - timedelta(hours=1))
    with pytest.raises(ActionRefused) as closed:
        import_pairs(event=event, pairs=pairs, by=TEST)
    assert closed.value.code == "entries_closed"

    assert import_pairs(event=event, pairs=pairs, by=TEST, on_purpose=True) == 1


def test_the_command_goes_beyond_the_limits_because_it_is_typed_on_purpose() -> None:
    event = make_event(pairs=0, max_per_unit=1, entries_close_at=timezone.now() - timedelta(hours=1))

    call_command("importpairs", event.slug, str(FIELD / "36_14_pairs.xlsx"))

    assert event.pairs.count() == 14


def test_reserves_do_not_count_against_the_unit() -> None:
    event = make_event(pairs=1, max_per_unit=1)
    reserve = PairValues(players=("赵一", "钱二"), unit="历史系", status="reserve")

    assert import_pairs(event=event, pairs=[reserve], by=TEST) == 1


def test_pairs_of_one_new_unit_in_two_spellings_share_it() -> None:
    event = make_event(pairs=0)
    pairs = [
        PairValues(players=("赵一", "钱二"), unit="城东（老年）大学"),
        PairValues(players=("孙三", "李四"), unit="城东(老年)大学"),
    ]

    import_pairs(event=event, pairs=pairs, by=TEST)

    assert [unit.name for unit in event.units.all()] == ["城东（老年）大学"]
    assert Pair.objects.filter(unit__event=event).count() == 2
