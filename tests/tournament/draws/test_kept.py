"""No draw vanishes: not with its group, and not under the next lots."""

import json

import pytest

from tests.tournament.archive.documents import load
from tests.tournament.factories import TEST, make_director, make_event, make_stage
from tests.tournament.rounds.swiss import pair_next, swiss_stage
from tournament import archive
from tournament.actions.commit_draw import commit_round, give_up_commitment, reveal_draw
from tournament.actions.draw_groups import draw_groups
from tournament.actions.make_rounds import undo_draw
from tournament.actions.pair_round import pair_round
from tournament.actions.regroup import merge_groups
from tournament.actions.settle_award import reopen_award, settle_award
from tournament.actions.settle_tie import settle_tie
from tournament.errors import ActionRefused
from tournament.models import Commitment, Draw, DrawKind
from tournament.queries.awards import decisions_of
from tournament.queries.draw_record import draw_lines, lots_in_force

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage():
    """A Swiss in two groups, drawn and paired, nothing public."""
    fields = {"grouping": {"method": "draw", "count": 2}, "pairing": {"method": "swiss", "rounds": 3}}
    made = make_stage(make_event(pairs=8, slug="sai"), drawn=False, **fields)
    draw_groups(stage=made, seed=1, by=TEST)
    pair_round(stage=made, seed=1, by=TEST)
    return made


def record_of(stage):
    """The record, oldest first: what it was about, of which group, the how-manieth, and whether it stands."""
    return [
        (one.draw.kind, one.draw.group_name, one.draw.is_of_former_group, one.count, one.draw.is_current)
        for one in reversed(draw_lines(stage.event))
    ]


def dumped(event):
    return archive.dumps(archive.dump(event))


def loaded_again(data, slug):
    document = json.loads(data)
    document["event"]["slug"] = slug
    return load(document)


def test_draws_of_a_round_outlive_the_groups_they_were_made_in(stage):
    draw_groups(stage=stage, seed=2, by=TEST)
    pair_round(stage=stage, seed=2, by=TEST)

    assert record_of(stage) == [
        ("groups", "", False, 1, False),
        ("pairings", "A", True, 1, False),
        ("pairings", "B", True, 1, False),
        ("groups", "", False, 2, True),
        ("pairings", "A", False, 2, True),
        ("pairings", "B", False, 2, True),
    ]


def test_a_stage_that_is_emptied_keeps_them_too(stage):
    undo_draw(stage=stage, by=TEST)

    assert [one[:3] for one in record_of(stage)][1:] == [("pairings", "A", True), ("pairings", "B", True)]
    assert not Draw.objects.filter(is_current=True).exists()


def test_an_event_whose_rounds_were_drawn_can_be_deleted(stage):
    assert Draw.objects.filter(kind="pairings").exists()
    stage.event.delete()
    assert not Draw.objects.exists()


def test_lots_of_a_group_that_is_merged_are_given_up_under_its_name():
    stage = make_stage(make_event(pairs=6), group_size=3, published=False)
    first, second = stage.groups.order_by("ordinal")
    numbers = list(second.entries.values_list("pair__number", flat=True))[:2]
    settle_tie(stage=stage, group=second, kind=DrawKind.LOTS, numbers=numbers, seed=1, by=TEST)

    merge_groups(group=second, into=first, by=TEST)

    assert record_of(stage)[1:] == [("lots", "B", True, 1, False)]
    assert lots_in_force(stage, DrawKind.LOTS) == {}


def test_a_commitment_that_was_public_outlives_its_group():
    stage = swiss_stage(make_event(pairs=8))
    stage.publications.all().delete()
    told = commit_round(stage=stage, number=1, source="当晚福彩 3D", by=TEST)
    reveal_draw(commitment=told, seed_text="527", by=TEST)

    draw_groups(stage=stage, seed=2, by=TEST)

    kept = Commitment.objects.get()
    assert (kept.group, kept.group_name, kept.is_of_former_group) == (None, "A", True)
    assert kept.draw == Draw.objects.get(kind="pairings")


def test_a_round_committed_to_in_a_former_group_is_drawn_no_more():
    stage = swiss_stage(make_event(pairs=8))
    stage.publications.all().delete()
    told = commit_round(stage=stage, number=1, source="当晚福彩 3D", by=TEST)
    draw_groups(stage=stage, seed=2, by=TEST)

    with pytest.raises(ActionRefused, match="commitment_broken"):
        reveal_draw(commitment=told, seed_text="527", by=TEST)
    with pytest.raises(ActionRefused, match="commitment_stands"):
        pair_round(stage=stage, seed=1, by=TEST)
    give_up_commitment(commitment=told, by=TEST)
    assert pair_next(stage) == 1


def test_former_groups_go_through_a_file_byte_for_byte(stage):
    draw_groups(stage=stage, seed=2, by=TEST)
    pair_round(stage=stage, seed=2, by=TEST)
    once = dumped(stage.event)

    again = loaded_again(once, "sai-2")

    draws = json.loads(once)["event"]["draws"]
    assert [one.get("former", False) for one in draws] == [False, True, True, False, False, False]
    assert dumped(again).replace(b"sai-2", b"sai") == once
    assert record_of(again.stages.get()) == record_of(stage)


@pytest.mark.parametrize(
    ("change", "path", "code"),
    [
        ({"current": True}, "$.event.draws[1].current", "archive_former_stands"),
        ({"group": None}, "$.event.draws[1].former", "archive_former_unnamed"),
    ],
)
def test_a_file_whose_former_draw_stands_or_names_no_group_is_refused(stage, change, path, code):
    draw_groups(stage=stage, seed=2, by=TEST)
    document = json.loads(dumped(stage.event))
    draw = document["event"]["draws"][1] | change
    document["event"]["draws"][1] = {key: value for key, value in draw.items() if value is not None}
    document["event"]["slug"] = "other"

    with pytest.raises(archive.ArchiveRefused) as refused:
        archive.read(json.dumps(document))
    assert (refused.value.code, refused.value.path) == (code, path)


def test_the_record_names_the_former_group(client, stage):
    draw_groups(stage=stage, seed=2, by=TEST)
    client.force_login(make_director(stage.event))

    page = client.get("/e/sai/desk/draws/").content.decode()

    assert page.count("原 A 组") == 1
    assert page.count("原 B 组") == 1


# lots beside each other


def lots(stage, kind, *numbers, group=None):
    return settle_tie(stage=stage, group=group, kind=kind, numbers=numbers, seed=None, by=TEST)


def standing(stage):
    rows = stage.draws.filter(is_current=True).exclude(kind="groups").order_by("pk")
    return [one.result for one in rows]


@pytest.mark.parametrize("kind", [DrawKind.LOTS, DrawKind.CUT])
def test_every_typing_of_lots_is_a_draw_of_its_own(kind):
    stage = make_stage(make_event(pairs=8), group_size=8)
    group = stage.groups.get() if kind == DrawKind.LOTS else None
    lots(stage, kind, 3, 1, group=group)
    lots(stage, kind, 7, 5, group=group)
    assert standing(stage) == [[3, 1], [7, 5]]

    lots(stage, kind, 1, 3, group=group)

    assert standing(stage) == [[7, 5], [1, 3]]
    assert [one.result for one in stage.draws.filter(kind=kind).order_by("pk")] == [[3, 1], [7, 5], [1, 3]]
    assert lots_in_force(stage, kind) == {group.pk if group else None: [7, 5, 1, 3]}


def test_lots_of_which_only_some_are_drawn_again_stay_for_the_others():
    stage = make_stage(make_event(pairs=8), group_size=8)
    lots(stage, DrawKind.CUT, 3, 1, 2)
    lots(stage, DrawKind.CUT, 1, 3)

    assert standing(stage) == [[3, 1, 2], [1, 3]]
    assert lots_in_force(stage, DrawKind.CUT) == {None: [2, 1, 3]}


def test_lots_that_stand_beside_each_other_go_through_a_file():
    stage = make_stage(make_event(pairs=8, slug="sai"), group_size=8)
    group = stage.groups.get()
    lots(stage, DrawKind.LOTS, 3, 1, group=group)
    lots(stage, DrawKind.LOTS, 7, 5, group=group)
    once = dumped(stage.event)

    again = loaded_again(once, "sai-2")

    assert json.loads(once)["stages"][0]["lots"] == {group.name: [3, 1, 7, 5]}
    assert dumped(again).replace(b"sai-2", b"sai") == once
    assert standing(again.stages.get()) == [[3, 1], [7, 5]]


def test_every_decision_about_an_award_is_a_draw_of_its_own():
    stage = make_stage(make_event(pairs=8), group_size=8)

    def settle(*numbers, **how):
        return settle_award(stage=stage, group=None, numbers=numbers, by=TEST, **how)

    settle(3, 1)
    settle(5, 7, everybody=True)
    assert standing(stage) == [[{"order": [3, 1]}], [{"all": [5, 7]}]]
    (decided,) = decisions_of(stage).values()
    assert (decided.orders, decided.shared) == (((3, 1),), ((5, 7),))

    reopen_award(stage=stage, group=None, numbers=[1], by=TEST)

    assert standing(stage) == [[{"all": [5, 7]}]]
    assert Draw.objects.filter(kind="award").count() == 2


def test_decisions_that_a_file_holds_in_one_are_taken_back_one_by_one():
    stage = make_stage(make_event(pairs=8), group_size=8)
    made = settle_award(stage=stage, group=None, numbers=[3, 1], by=TEST)
    made.result = [{"order": [3, 1]}, {"all": [5, 7]}]
    made.save()

    reopen_award(stage=stage, group=None, numbers=[1, 3], by=TEST)

    assert standing(stage) == [[{"all": [5, 7]}]]
    with pytest.raises(ActionRefused, match="award_not_settled"):
        reopen_award(stage=stage, group=None, numbers=[1, 3], by=TEST)
