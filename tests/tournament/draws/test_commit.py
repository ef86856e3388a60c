"""Commit–reveal: the digest first, any text as the seed after it, and nothing in between."""

import pytest

from pairing.errors import PairingError
from pairing.lots import commitment, revealed_seed
from pairing.rerun import run, told_part
from tests.tournament.factories import TEST, make_event, make_pair, make_stage, play_round
from tournament.actions.commit_draw import commit_draw, commit_round, give_up_commitment, reveal_draw
from tournament.actions.draw_groups import draw_groups
from tournament.actions.make_rounds import undo_draw
from tournament.actions.pair_round import pair_round
from tournament.actions.publish import publish_pairings, publish_standings
from tournament.actions.type_lots import open_lots, set_groups
from tournament.errors import ActionRefused
from tournament.models import Commitment, Draw, DrawKind, PairStatus

pytestmark = pytest.mark.django_db
LOTTERY = "6 月 1 日晚福彩 3D 开奖号码"


@pytest.fixture
def stage():
    return make_stage(make_event(pairs=9), drawn=False, grouping={"method": "draw", "size": 4})


def committed(stage):
    return commit_draw(stage=stage, source=LOTTERY, by=TEST)


def test_the_draw_is_made_from_the_published_inputs_and_the_text_that_came_after(stage):
    one = committed(stage)
    assert one.digest == commitment(one.inputs)
    assert one.inputs["entrants"][0][:2] == [1, "历史系"]

    told = reveal_draw(commitment=one, seed_text=" ５２７ ", by=TEST)

    draw = stage.draws.get()
    assert draw.seed == str(revealed_seed(one.digest, "527"))
    assert draw.inputs == one.inputs
    assert told.draw == draw
    assert (told.seed_text, told.is_current) == ("５２７", True)
    assert stage.entries.filter(position__isnull=False).count() == 9


def test_the_same_text_gives_another_draw_to_another_list(stage):
    other = make_stage(make_event(pairs=9), drawn=False, same_unit="ignore")
    one, two = committed(stage), committed(other)
    assert revealed_seed(one.digest, "527") != revealed_seed(two.digest, "527")


def _late_entry(stage):
    make_pair(stage.event, 10)


def _gone(stage):
    stage.event.pairs.filter(number=3).update(status=PairStatus.WITHDRAWN)


def _other_unit(stage):
    pairs = stage.event.pairs
    pairs.filter(number=1).update(unit=pairs.get(number=2).unit)


def _other_plan(stage):
    stage.same_unit = "ignore"
    stage.save()


@pytest.mark.parametrize("change", [_late_entry, _gone, _other_unit, _other_plan])
def test_a_list_that_changed_since_is_refused_and_can_be_committed_to_again(stage, change):
    one = committed(stage)
    change(stage)

    with pytest.raises(ActionRefused) as refused:
        reveal_draw(commitment=one, seed_text="527", by=TEST)

    assert refused.value.code == "commitment_broken"
    one.refresh_from_db()
    assert (one.seed_text, one.revealed_at, Draw.objects.count()) == ("", None, 0)
    again = committed(stage)
    one.refresh_from_db()
    assert not one.is_current
    assert again.digest != one.digest
    reveal_draw(commitment=again, seed_text="527", by=TEST)
    assert stage.draws.get().inputs == again.inputs


@pytest.mark.parametrize(
    "other_way",
    [
        pytest.param(lambda stage: draw_groups(stage=stage, seed=1, by=TEST), id="another seed"),
        pytest.param(lambda stage: open_lots(stage=stage, by=TEST), id="lots by hand"),
        pytest.param(
            lambda stage: set_groups(stage=stage, groups=[[1, 2, 3, 4, 5], [6, 7, 8, 9]], by=TEST),
            id="typed groups",
        ),
    ],
)
def test_while_it_stands_the_groups_are_made_in_no_other_way(stage, other_way):
    one = committed(stage)
    with pytest.raises(ActionRefused) as refused:
        other_way(stage)
    assert refused.value.code == "commitment_stands"
    assert not stage.groups.exists()

    give_up_commitment(commitment=one, by=TEST)
    other_way(stage)
    assert stage.groups.exists()
    assert Commitment.objects.count() == 1  # it stays in the record


def test_a_seed_is_told_once(stage):
    one = committed(stage)
    reveal_draw(commitment=one, seed_text="527", by=TEST)
    undo_draw(stage=stage, by=TEST)
    for again in (
        lambda: reveal_draw(commitment=one, seed_text="528", by=TEST),
        lambda: give_up_commitment(commitment=one, by=TEST),
    ):
        with pytest.raises(ActionRefused) as refused:
            again()
        assert refused.value.code == "commitment_closed"


@pytest.mark.parametrize(
    ("source", "code"),
    [
        pytest.param(" 　", "source_needed", id="nothing"),
        pytest.param("号" * 201, "commitment_text_long", id="long"),
    ],
)
def test_where_the_seed_comes_from_is_told(stage, source, code):
    with pytest.raises(ActionRefused) as refused:
        commit_draw(stage=stage, source=source, by=TEST)
    assert (refused.value.code, refused.value.field) == (code, "source")


def test_no_text_is_no_seed(stage):
    one = committed(stage)
    with pytest.raises(ActionRefused) as refused:
        reveal_draw(commitment=one, seed_text="  ", by=TEST)
    assert (refused.value.code, refused.value.field) == ("seed_text_needed", "seed_text")


def test_what_uses_no_chance_or_no_computer_is_not_committed_to():
    for method, code in (("snake", "draw_uses_no_chance"), ("manual", "grouping_by_hand")):
        stage = make_stage(make_event(pairs=8), drawn=False, grouping={"method": method, "size": 4})
        with pytest.raises(ActionRefused) as refused:
            committed(stage)
        assert refused.value.code == code


def test_one_pair_is_too_few():
    stage = make_stage(make_event(pairs=1), drawn=False)
    with pytest.raises(PairingError, match=r"^too_few_pairs"):
        committed(stage)


def test_groups_that_are_public_are_not_committed_to():
    stage = make_stage(pairs=8)
    with pytest.raises(ActionRefused) as refused:
        committed(stage)
    assert refused.value.code in ("groups_published", "rounds_have_begun")


def test_committing_makes_the_address_stand(stage):
    committed(stage)
    stage.event.refresh_from_db()
    assert stage.event.slug_frozen


# rounds that chance alone decides


def drawn_stage(method, groups=1, pairs=8, **pairing):
    stage = make_stage(
        make_event(pairs=pairs),
        drawn=False,
        grouping={"method": "draw", "count": groups},
        pairing={"method": method, **pairing},
    )
    draw_groups(stage=stage, seed=1, by=TEST)
    return stage


@pytest.mark.parametrize("groups", [1, 2])
@pytest.mark.parametrize("method", ["random", "swiss"])
def test_a_first_round_is_committed_to_for_all_groups_and_drawn_by_one_text(method, groups):
    stage = drawn_stage(method, groups, rounds=3)
    first = commit_round(stage=stage, number=1, source=LOTTERY, by=TEST)
    with pytest.raises(ActionRefused) as refused:
        pair_round(stage=stage, seed=4, by=TEST)
    assert refused.value.code == "commitment_stands"

    reveal_draw(commitment=first, seed_text="527", by=TEST)

    made = list(Commitment.objects.order_by("pk"))
    assert len(made) == groups
    for one in made:
        assert one.draw.seed == str(revealed_seed(one.digest, "527"))
        assert one.draw.inputs == one.inputs
        assert run(one.inputs, revealed_seed(one.digest, "527")) == told_part(one.inputs, one.draw.result)
    assert stage.groups.filter(rounds__number=1).count() == groups


def test_a_pair_that_is_away_breaks_the_commitment_to_a_round():
    stage = drawn_stage("swiss", rounds=3)
    one = commit_round(stage=stage, number=1, source=LOTTERY, by=TEST)
    stage.event.pairs.filter(number=3).update(status=PairStatus.WITHDRAWN)
    with pytest.raises(ActionRefused) as refused:
        reveal_draw(commitment=one, seed_text="527", by=TEST)
    assert refused.value.code == "commitment_broken"
    assert not Draw.objects.filter(kind=DrawKind.PAIRINGS).exists()


@pytest.mark.parametrize(
    ("pairing", "number"),
    [
        pytest.param({"method": "swiss", "rounds": 3, "first_round": "snake"}, 1, id="a first round by seed"),
        pytest.param({"method": "rotation", "rounds": 3}, 1, id="a movement"),
        pytest.param({"method": "swiss", "rounds": 3}, 2, id="a round that is not next"),
    ],
)
def test_a_round_that_is_not_chance_s_is_not_committed_to(pairing, number):
    stage = drawn_stage(**pairing)
    with pytest.raises(ActionRefused) as refused:
        commit_round(stage=stage, number=number, source=LOTTERY, by=TEST)
    assert refused.value.code == "round_not_to_commit"


def test_f70_a_later_round_is_committed_to_once_the_standings_before_it_are_out():
    stage = drawn_stage("random", rounds=2)
    pair_round(stage=stage, seed=1, by=TEST)
    publish_pairings(stage=stage, number=1, by=TEST)
    play_round(stage, 1)
    with pytest.raises(ActionRefused) as refused:
        commit_round(stage=stage, number=2, source=LOTTERY, by=TEST)
    assert refused.value.code == "standings_first"

    publish_standings(stage=stage, number=1, by=TEST)
    one = commit_round(stage=stage, number=2, source=LOTTERY, by=TEST)
    reveal_draw(commitment=one, seed_text="6", by=TEST)
    assert Draw.objects.get(round_number=2).commitment == one


def test_a_bracket_is_committed_to():
    stage = make_stage(
        make_event(pairs=5),
        drawn=False,
        grouping={"method": "one"},
        pairing={"method": "knockout"},
        rules={"level_tie": "extra_deal"},
    )
    reveal_draw(commitment=committed(stage), seed_text="527", by=TEST)
    draw = stage.draws.get()
    assert (draw.inputs or {})["method"] == "bracket"
    assert sorted(number for number in draw.result[0] if number) == [1, 2, 3, 4, 5]
