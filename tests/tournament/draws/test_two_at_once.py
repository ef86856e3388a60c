"""Two people press the button of one draw: the second is told who was first, and nothing is drawn twice."""

import pytest
from django.db.models import QuerySet

from tests.tournament.factories import TEST, make_event, make_stage
from tests.tournament.rounds.swiss import pair_next, swiss_stage, tables
from tournament.actions.draw_groups import draw_groups
from tournament.actions.pair_round import pair_round
from tournament.actions.settle_award import settle_award
from tournament.actions.settle_tie import settle_tie
from tournament.actions.type_lots import open_lots, set_groups, type_lot
from tournament.actions.undo_round import redraw_round, undo_round
from tournament.actions.work import Actor
from tournament.errors import Conflict
from tournament.models import Draw, DrawKind, Entry, StageEntry
from tournament.queries.rounds import rounds_of, rounds_stamp
from tournament.wording import of_error

pytestmark = pytest.mark.django_db
WANG, LI = Actor(name="王主任", source="page"), Actor(name="李老师", source="page")


def told(refused):
    return of_error(refused.value)


def test_groups_are_drawn_once_and_the_second_reads_by_whom():
    stage = make_stage(make_event(pairs=8), drawn=False)
    draw_groups(stage=stage, seed=1, by=WANG, based_on=0, submission="one")
    with pytest.raises(Conflict, match="drawn_by_another") as refused:
        draw_groups(stage=stage, seed=2, by=LI, based_on=0, submission="two")

    assert told(refused).startswith("已由王主任于 ")
    assert "抽签（现在共 1 次），没有再抽" in told(refused)
    assert Draw.objects.get().seed == "1"


@pytest.mark.parametrize("again", [draw_groups, open_lots])
def test_lots_that_are_being_typed_in_are_not_drawn_over(again):
    stage = make_stage(make_event(pairs=8), drawn=False)
    open_lots(stage=stage, by=WANG, based_on=0, submission="one")
    type_lot(stage=stage, number=3, lot="A1", by=WANG)
    seed = {"seed": 1} if again is draw_groups else {}
    with pytest.raises(Conflict, match="lots_opened_by_another") as refused:
        again(stage=stage, by=LI, based_on=0, submission="two", **seed)

    assert "王主任" in told(refused)
    assert StageEntry.objects.get(position=1).pair.number == 3


def test_whole_groups_typed_over_a_draw_that_nobody_saw_are_refused():
    stage = make_stage(make_event(pairs=4), drawn=False)
    draw_groups(stage=stage, seed=1, by=WANG, based_on=0)
    with pytest.raises(Conflict) as refused:
        set_groups(stage=stage, groups=[[1, 2, 3, 4]], by=LI, based_on=0)
    assert "王主任" in told(refused)


def test_a_round_is_paired_once_and_the_second_reads_by_whom():
    stage = swiss_stage(pairs=6)
    pair_round(stage=stage, seed=1, by=WANG, based_on=1, submission="one")
    with pytest.raises(Conflict, match="round_paired_by_another") as refused:
        pair_round(stage=stage, seed=2, by=LI, based_on=1, submission="two")

    assert told(refused).startswith("本轮已编排：第 1 轮由王主任于 ")
    assert Draw.objects.filter(kind=DrawKind.PAIRINGS).count() == 1


@pytest.mark.parametrize("again", [redraw_round, undo_round])
def test_a_round_that_was_drawn_again_is_not_drawn_or_undone_by_an_older_page(again):
    stage = swiss_stage(pairs=6)
    pair_next(stage)
    seen = rounds_stamp(rounds_of(stage, 1))
    redraw_round(stage=stage, number=1, seed=5, by=WANG, based_on=seen, submission="one")
    made = [(one.ns.number, one.ew.number) for one in tables(stage, 1)]
    seed = {"seed": 6} if again is redraw_round else {}
    with pytest.raises(Conflict, match="round_paired_by_another") as refused:
        again(stage=stage, number=1, by=LI, based_on=seen, submission="two", **seed)

    assert "王主任" in told(refused)
    assert [(one.ns.number, one.ew.number) for one in tables(stage, 1)] == made
    assert Draw.objects.filter(kind=DrawKind.PAIRINGS).count() == 2


@pytest.mark.parametrize("kind", [DrawKind.LOTS, DrawKind.CUT])
def test_lots_are_drawn_once_and_the_second_reads_by_whom(kind):
    stage = make_stage(make_event(pairs=4))
    facts = {"stage": stage, "group": None, "kind": kind, "numbers": [1, 2], "based_on": 0}
    settle_tie(**facts, seed=1, by=WANG, submission="one")
    with pytest.raises(Conflict, match="tie_drawn_by_another") as refused:
        settle_tie(**facts, seed=2, by=LI, submission="two")

    assert told(refused).startswith("已由王主任于 ")
    assert Draw.objects.filter(kind=kind).count() == 1


def test_an_award_is_settled_once():
    stage = make_stage(make_event(pairs=4))
    facts = {"stage": stage, "group": None, "numbers": [1, 2], "based_on": 0}
    settle_award(**facts, everybody=True, by=WANG, submission="one")
    with pytest.raises(Conflict, match="tie_drawn_by_another"):
        settle_award(**facts, seed=2, by=LI, submission="two")
    assert Draw.objects.get(kind="award").result == [{"all": [1, 2]}]


def test_without_a_journal_line_it_was_somebody_else():
    stage = make_stage(make_event(pairs=8), drawn=False)
    draw_groups(stage=stage, seed=1, by=TEST)
    QuerySet(Entry).filter(event=stage.event).delete()  # the journal's own refuses
    with pytest.raises(Conflict) as refused:
        draw_groups(stage=stage, seed=2, by=LI, based_on=0)
    assert told(refused).startswith("已由别人")
