"""Changing, swapping and deleting pairs; renaming and merging units: the actions."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournament.factories import TEST, make_event, make_pair, make_stage
from tournament.actions.add_pair import add_pair
from tournament.actions.delete_pair import delete_pair
from tournament.actions.edit_pair import edit_pair
from tournament.actions.edit_units import delete_unit, merge_units, rename_unit
from tournament.actions.pair_values import PairValues
from tournament.errors import ActionRefused, Conflict
from tournament.models import Event, Match, Pair, Penalty, Player, Result, Unit

pytestmark = pytest.mark.django_db


def values_of(pair: Pair, **changed) -> PairValues:
    """The pair as it stands, with what is to change."""
    first, second = pair.partners
    return PairValues(
        **{
            "players": (first.name, second.name),
            "unit": pair.unit.name if pair.unit else "",
            "phones": (first.phone, second.phone, ""),
            "status": pair.status,
            **changed,
        }
    )


def code_of(act, **kwargs) -> str:
    with pytest.raises(ActionRefused) as refused:
        act(by=TEST, **kwargs)
    return refused.value.code


def test_a_misspelt_name_is_corrected_after_publication_and_the_public_sees_it() -> None:
    stage = make_stage(pairs=4, rounds_played=1)
    pair = stage.event.pairs.get(number=2)
    before = Event.objects.get().public_revision

    edit_pair(pair=pair, values=values_of(pair, players=("孙佰川", "李清和")), by=TEST)

    assert Pair.objects.get(pk=pair.pk).names == "孙佰川 李清和"
    assert Event.objects.get().public_revision == before + 1
    line = stage.event.journal.first()
    assert (line.verb, line.codes) == ("edit_pair", {"number": 2, "fields": ["pair.players"]})


def test_before_the_publication_the_public_revision_stays() -> None:
    event = make_event(pairs=2)
    pair = event.pairs.get(number=2)

    edit_pair(pair=pair, values=values_of(pair, note="领队"), by=TEST)

    fresh = Event.objects.get()
    assert (fresh.public_revision, fresh.revision) == (event.public_revision, event.revision + 1)


def test_nothing_changed_is_no_journal_line() -> None:
    event = make_event(pairs=2)
    pair = event.pairs.get(number=2)

    edit_pair(pair=pair, values=values_of(pair), by=TEST)

    assert not event.journal.exists()


def test_a_substitute_comes_and_goes_and_keys_follow_the_name() -> None:
    event = make_event(pairs=2)
    pair = event.pairs.get(number=1)

    edit_pair(pair=pair, values=values_of(pair, substitute="曾可", phones=("", "", "13800000009")), by=TEST)
    third = Player.objects.get(pair=pair, seat=3)
    assert (third.key, third.pinyin, third.phone) == ("曾可", "0zeng1ke3", "13800000009")

    edit_pair(pair=Pair.objects.get(pk=pair.pk), values=values_of(pair), by=TEST)
    assert not Player.objects.filter(pair=pair, seat=3).exists()


def test_numbers_and_taking_part_stand_still_after_the_draw() -> None:
    stage = make_stage(pairs=4, published=False)
    pair = stage.event.pairs.get(number=2)

    assert code_of(edit_pair, pair=pair, values=values_of(pair, number=9)) == "number_is_fixed"
    assert code_of(edit_pair, pair=pair, values=values_of(pair, status="reserve")) == "status_is_fixed"


def test_before_the_draw_a_free_number_is_taken_and_a_used_one_refused() -> None:
    event = make_event(pairs=3)
    pair = event.pairs.get(number=2)

    assert code_of(edit_pair, pair=pair, values=values_of(pair, number=3)) == "number_taken"
    assert edit_pair(pair=pair, values=values_of(pair, number=12), by=TEST).number == 12


def test_two_people_editing_one_pair_the_second_is_told() -> None:
    event = make_event(pairs=2)
    pair = event.pairs.get(number=1)
    edit_pair(pair=pair, values=values_of(pair, note="甲"), by=TEST, based_on=1)

    with pytest.raises(Conflict) as conflict:
        edit_pair(pair=pair, values=values_of(pair, note="乙"), by=TEST, based_on=1)

    assert getattr(conflict.value.current, "note", None) == "甲"


def test_a_full_unit_takes_a_moving_pair_only_on_purpose() -> None:
    event = make_event(pairs=9, max_per_unit=2)
    pair = event.pairs.get(number=2)

    assert code_of(edit_pair, pair=pair, values=values_of(pair, unit="历史系")) == "unit_is_full"
    moved = edit_pair(pair=pair, values=values_of(pair, unit="历史系"), by=TEST, on_purpose=True)
    assert moved.unit.name == "历史系"


def test_a_pair_added_after_the_closing_time_needs_a_purpose() -> None:
    event = make_event(pairs=1, entries_close_at=timezone.now() - timedelta(minutes=1))
    values = PairValues(players=("赵一", "钱二"), unit="新单位")

    assert code_of(add_pair, event=event, values=values) == "entries_closed"
    assert not Unit.objects.filter(name="新单位").exists()
    assert add_pair(event=event, values=values, by=TEST, on_purpose=True).number == 2


def test_f76_a_pair_with_results_cannot_be_deleted_but_can_withdraw() -> None:
    stage = make_stage(pairs=4, rounds_played=1)
    before = Pair.objects.count(), Match.objects.count(), Result.objects.count()

    assert code_of(delete_pair, pair=stage.event.pairs.get(number=3)) == "pair_has_results"
    assert (Pair.objects.count(), Match.objects.count(), Result.objects.count()) == before


def test_f76_drawn_pairs_and_pairs_with_rulings_stay() -> None:
    stage = make_stage(pairs=4, rounds_played=0)
    lone = make_pair(stage.event, 9)
    Penalty.objects.create(event=stage.event, pair=lone, grade="warning")

    assert code_of(delete_pair, pair=stage.event.pairs.get(number=3)) == "pair_is_drawn"
    assert code_of(delete_pair, pair=lone) == "pair_has_rulings"


def test_a_pair_that_nothing_speaks_of_goes_with_its_players() -> None:
    event = make_event(pairs=3)

    assert delete_pair(pair=event.pairs.get(number=3), by=TEST) == 3
    assert Player.objects.count() == 4


def test_renaming_a_unit_folds_its_key_and_refuses_one_that_is_there() -> None:
    event = make_event(pairs=8)
    unit = event.units.get(name="历史系")

    renamed = rename_unit(unit=unit, name="  历史（文博）系 ", by=TEST, based_on=1)
    assert (renamed.name, renamed.key) == ("历史（文博）系", "历史(文博)系")
    assert code_of(rename_unit, unit=renamed, name="数学 系") == "unit_name_taken"
    assert code_of(rename_unit, unit=renamed, name=" 无 ") == "unit_name_needed"
    assert code_of(rename_unit, unit=renamed, name="长" * 81) == "unit_name_too_long"


def test_merging_moves_all_pairs_and_leaves_the_draw() -> None:
    stage = make_stage(pairs=16)
    units = {unit.name: unit for unit in stage.event.units.all()}
    places = list(stage.entries.values_list("pair_id", "group_id", "position"))

    merge_units(unit=units["历史系"], into=units["数学系"], by=TEST)

    assert sorted(units["数学系"].pairs.values_list("number", flat=True)) == [1, 2, 9, 10]
    assert not Unit.objects.filter(name="历史系").exists()
    assert list(stage.entries.values_list("pair_id", "group_id", "position")) == places
    assert code_of(merge_units, unit=units["数学系"], into=units["数学系"]) == "unit_into_itself"


def test_only_a_unit_without_pairs_is_deleted() -> None:
    event = make_event(pairs=1)
    empty = Unit.objects.create(event=event, name="空单位", key="空单位")

    assert code_of(delete_unit, unit=event.units.get(name="历史系")) == "unit_has_pairs"
    assert delete_unit(unit=empty, by=TEST) == "空单位"


def test_what_somebody_deleted_meanwhile_is_said_to_be_gone() -> None:
    event = make_event(pairs=2)
    pair, unit = event.pairs.get(number=2), make_pair(event, 3, unit="新单位").unit
    stale_pair, stale_unit = Pair.objects.get(pk=pair.pk), Unit.objects.get(pk=unit.pk)
    delete_pair(pair=pair, by=TEST)
    merge_units(unit=unit, into=event.units.exclude(pk=unit.pk)[0], by=TEST)

    assert code_of(edit_pair, pair=stale_pair, values=values_of(make_pair(event, 4))) == "gone_meanwhile"
    assert code_of(rename_unit, unit=stale_unit, name="别名") == "gone_meanwhile"
    other = event.units.exclude(pk=stale_unit.pk)[0]
    assert code_of(merge_units, unit=other, into=stale_unit) == "gone_meanwhile"


def test_sent_again_after_the_pair_was_deleted_is_told_so() -> None:
    event = make_event(pairs=1)
    pair = event.pairs.get(number=1)
    values = values_of(pair, note="甲")
    edit_pair(pair=pair, values=values, by=TEST, submission="once")
    delete_pair(pair=pair, by=TEST)

    assert code_of(edit_pair, pair=pair, values=values, submission="once") == "gone_meanwhile"
