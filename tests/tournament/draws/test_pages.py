"""The record of draws, commit–reveal by hand, and the public pages on which anybody draws again."""

import hashlib
import json

import pytest
from django.db.models import F
from django.urls import reverse

from pairing.lots import seed_from_text
from tests.tournament.factories import (
    TEST,
    make_director,
    make_event,
    make_pair,
    make_stage,
    play_round,
    publish_all,
)
from tournament.actions.add_pair import add_pair
from tournament.actions.commit_draw import commit_draw
from tournament.actions.draw_groups import draw_groups
from tournament.actions.pair_round import pair_round
from tournament.actions.pair_values import PairValues
from tournament.actions.publish import (
    publish_groups,
    publish_pairings,
    publish_standings,
    withdraw_publication,
)
from tournament.actions.settle_tie import settle_tie
from tournament.actions.type_lots import set_groups
from tournament.models import Commitment, DrawKind, Player, PublicView

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage():
    return make_stage(make_event(pairs=9), drawn=False, grouping={"method": "draw", "size": 4})


@pytest.fixture
def desk(client, stage):
    client.force_login(make_director(stage.event))
    return client


def text(response):
    return response.content.decode()


def address(name, stage, *more):
    return reverse(name, args=[stage.event.slug, *more])


def drawn(stage, seed=7):
    draw_groups(stage=stage, seed=seed, by=TEST)
    return (stage.ordinal, "groups", 0, stage.draws.count())


# the desk


def test_every_draw_is_listed_whatever_became_of_it(desk, stage):
    drawn(stage)
    drawn(stage, seed=8)
    set_groups(stage=stage, groups=[[1, 2, 3, 4, 5], [6, 7, 8, 9]], by=TEST)
    settle_tie(stage=stage, group=None, kind=DrawKind.CUT, numbers=[5, 3], seed=None, by=TEST)

    page = desk.get(address("draws", stage))

    rows = [["" if cell is None else str(cell) for cell in row] for row in page.context["table"].as_values()][
        1:
    ]
    assert [(row[2], row[3], row[4], row[5], row[8]) for row in rows] == [
        ("晋级名额", "1", "人工录入", "", "有效"),
        ("分组", "3", "人工录入", "", "有效"),
        ("分组", "2", "电脑抽签", "8", "已作废"),
        ("分组", "1", "电脑抽签", "7", "已作废"),
    ]


@pytest.mark.parametrize("count", [2, 60])
def test_the_record_costs_the_same_however_long_it_is(desk, stage, count, django_assert_num_queries):
    for seed in range(count):
        drawn(stage, seed)
    with django_assert_num_queries(20):
        page = desk.get(address("draws", stage))
    assert len(page.context["table"].rows) == count


def test_commit_and_reveal_on_the_desk(desk, stage):
    commit, record = address("draw-commit", stage, 1), address("draws", stage)
    refused = desk.post(commit, {"submission": "a", "source": ""})
    assert refused.status_code == 422
    assert "这个字段是必填项" in text(refused) or "必填" in text(refused)

    desk.post(commit, {"submission": "b", "source": "当晚福彩 3D 号码"})
    assert "当晚福彩 3D 号码" in text(desk.get(record))

    reveal = address("draw-reveal", stage, 1)
    make_pair(stage.event, 10)
    broken = desk.post(reveal, {"submission": "c", "seed_text": "５２7"})
    assert broken.status_code == 422
    assert "参赛名单或抽签办法变了" in text(broken)
    assert "５２7" in text(broken)  # what was typed stays

    desk.post(address("commitment-give-up", stage, 1), {"submission": "d"})
    desk.post(commit, {"submission": "e", "source": "当晚福彩 3D 号码"})
    done = desk.post(address("draw-reveal", stage, 2), {"submission": "f", "seed_text": "527"})
    assert done.status_code == 302
    assert Commitment.objects.get(seed_text="527").draw == stage.draws.get()


def test_a_form_whose_place_is_gone_says_so_above_everything(desk, stage):
    commit = address("draw-commit", stage, 1)
    desk.post(commit, {"submission": "b", "source": "骰子"})
    desk.post(address("commitment-give-up", stage, 1), {"submission": "c"})
    late = desk.post(address("draw-reveal", stage, 1), {"submission": "d", "seed_text": "6"})
    assert late.status_code == 422
    assert "这份摘要已经用过或已经作废" in text(late)
    assert (
        desk.post(address("draw-reveal", stage, 9), {"submission": "e", "seed_text": "6"}).status_code == 404
    )


# the public


def test_f70_a_draw_is_seen_when_its_groups_are_published_and_no_longer_when_they_are_taken_down(
    client, stage
):
    place = drawn(stage)
    pages = [address("public-draw", stage, *place), address("public-draw-inputs", stage, *place)]
    seed = stage.draws.get().seed
    assert [client.get(page).status_code for page in pages] == [404, 404]
    assert "/draws/1/groups/" not in text(client.get(address("public-draws", stage)))

    made = publish_groups(stage=stage, by=TEST)
    assert [client.get(page).status_code for page in pages] == [200, 200]
    assert seed in text(client.get(pages[0]))

    withdraw_publication(publication=made, by=TEST)
    assert [client.get(page).status_code for page in pages] == [404, 404]
    assert "/draws/1/groups/" not in text(client.get(address("public-draws", stage)))


def test_f70_a_seed_that_is_told_is_not_shown_before_the_groups_are(desk, stage):
    desk.post(address("draw-commit", stage, 1), {"submission": "b", "source": "骰子"})
    desk.post(address("draw-reveal", stage, 1), {"submission": "c", "seed_text": "天王盖地虎"})
    for page in (address("public-draws", stage), address("public-commitment", stage, 1)):
        assert "天王盖地虎" not in text(desk.get(page))
    publish_groups(stage=stage, by=TEST)
    shown = text(desk.get(address("public-draw", stage, 1, "groups", 0, 1)))
    assert "天王盖地虎" in shown
    assert "重抽的结果与公布的完全相同" in shown


def test_anybody_draws_again_with_the_seed_or_another_one(client, stage):
    place = drawn(stage)
    publish_groups(stage=stage, by=TEST)
    page = address("public-draw", stage, *place)

    shown = client.get(page)
    assert shown.context["again"].same if shown.context and "again" in shown.context else True
    assert "重抽的结果与公布的完全相同" in text(shown)
    assert "重算一致" in text(shown)
    assert "重抽的结果与公布的完全相同" in text(client.get(page, {"seed": "７"}))

    other = text(client.get(page, {"seed": "今晚 527"}))
    assert "换了种子，结果就不同。当时的种子是“7”。" in other
    assert 'value="今晚 527"' in other
    spoken = text(client.get(page, {"seed": str(seed_from_text("今晚 527"))}))
    body = other.split("</form>")[1].split("</section>")[0]
    assert body == spoken.split("</form>")[1].split("</section>")[0]


def test_an_old_draw_is_run_again_though_the_entry_list_has_changed(client, stage):
    place = drawn(stage)
    publish_groups(stage=stage, by=TEST)
    make_pair(stage.event, 10)
    stage.event.pairs.filter(number=2).update(unit=None)
    stage.event.refresh_from_db()
    assert "重抽的结果与公布的完全相同" in text(client.get(address("public-draw", stage, *place)))


def test_pairs_moved_by_hand_after_the_draw_are_told(client, stage):
    place = drawn(stage)
    one, two = stage.entries.filter(position=1).order_by("group__ordinal")[:2]
    one.position = 90
    one.save()
    two.position, home, away = 91, one.group, two.group
    two.save()
    one.group, one.position, two.group, two.position = away, 1, home, 1
    two.save()
    one.save()
    publish_groups(stage=stage, by=TEST)
    assert "调整过位置" in text(client.get(address("public-draw", stage, *place)))


def test_a_downloaded_file_has_the_published_digest(desk, stage):
    desk.post(address("draw-commit", stage, 1), {"submission": "b", "source": "骰子"})
    file = desk.get(address("public-commitment-inputs", stage, 1)).content
    one = Commitment.objects.get()
    assert hashlib.sha256(file).hexdigest() == one.digest
    assert json.loads(file)["inputs"] == one.inputs
    desk.post(address("draw-reveal", stage, 1), {"submission": "c", "seed_text": "6"})
    publish_groups(stage=stage, by=TEST)
    again = desk.get(address("public-draw-inputs", stage, 1, "groups", 0, 1)).content
    assert again == file


def test_a_plain_draw_s_file_has_its_digest(client, stage):
    place = drawn(stage)
    publish_groups(stage=stage, by=TEST)
    file = client.get(address("public-draw-inputs", stage, *place)).content
    assert hashlib.sha256(file).hexdigest() == stage.draws.get().inputs_digest


def test_nothing_personal_stands_in_what_is_public(client, stage):
    Player.objects.update(phone="13812345678")
    desk_side = commit_and_publish(stage)
    for page in desk_side:
        assert "13812345678" not in text(client.get(page))


def commit_and_publish(stage):
    place = drawn(stage)
    publish_groups(stage=stage, by=TEST)
    return [
        address("public-draw", stage, *place),
        address("public-draw-inputs", stage, *place),
        address("public-draws", stage),
    ]


def test_lots_are_public_with_the_standings_that_were_published_after_them(client):
    stage = make_stage(pairs=8, rounds_played=3)
    group = stage.groups.first()
    numbers = list(group.entries.values_list("pair__number", flat=True))[:2]
    publish_standings(stage=stage, number=3, by=TEST)
    settle_tie(stage=stage, group=group, kind=DrawKind.LOTS, numbers=numbers, seed=3, by=TEST)
    page = reverse("public-draw", args=[stage.event.slug, 1, "lots", group.ordinal, 1])
    assert client.get(page).status_code == 404
    publish_standings(stage=stage, number=3, reason="抽签", by=TEST)
    assert "重抽的结果与公布的完全相同" in text(client.get(page))


def test_hand_drawn_groups_are_listed_and_say_so(client, stage):
    set_groups(stage=stage, groups=[[1, 2, 3, 4, 5], [6, 7, 8, 9]], by=TEST)
    publish_groups(stage=stage, by=TEST)
    assert "人工录入" in text(client.get(address("public-draws", stage)))
    page = client.get(address("public-draw", stage, 1, "groups", 0, 1))
    assert page.status_code == 200
    assert "重抽" not in text(page).split("<h2>这次抽签</h2>")[1].split("</main>")[0]


@pytest.mark.parametrize("name", ["public-draws", "public-draw", "public-draw-inputs"])
def test_an_event_that_shows_nothing_shows_no_draws(client, stage, name):
    place = drawn(stage)
    publish_groups(stage=stage, by=TEST)
    type(stage.event).objects.update(public_view=PublicView.NOTHING)
    assert client.get(address(name, stage, *(() if name == "public-draws" else place))).status_code == 404


def test_f72_a_hostile_unit_or_source_is_text(desk, stage):
    make_pair(stage.event, 10, unit="<script>alert(1)</script>")
    desk.post(address("draw-commit", stage, 1), {"submission": "b", "source": "<img src=x>"})
    for page in (address("public-commitment", stage, 1), address("draws", stage)):
        assert "<script>alert(1)" not in text(desk.get(page))
        assert "<img src=x>" not in text(desk.get(page))


def test_the_public_page_says_that_the_entries_changed_and_which_digest_holds(desk, stage):
    first, second = (address("public-commitment", stage, ordinal) for ordinal in (1, 2))
    desk.post(address("draw-commit", stage, 1), {"submission": "a", "source": "开奖号码"})
    assert "得到种子以后当场抽签" in text(desk.get(first))
    values = PairValues(players=("白露", "林深"))
    add_pair(event=stage.event, values=values, by=TEST)
    assert "名单或抽签办法有变动：这份摘要对应的是公布时的内容" in text(desk.get(first))

    desk.post(address("draw-commit", stage, 1), {"submission": "b", "source": "开奖号码"})
    old = text(desk.get(first))
    assert "公布以后名单或抽签办法有变动" in old
    assert f'href="{second}"' in old
    assert "公布的摘要为准" in old
    assert "有变动" not in text(desk.get(second))

    desk.post(address("draw-commit", stage, 1), {"submission": "c", "source": "别的号码"})
    assert "只重新公布了一次" in text(desk.get(second))


@pytest.mark.parametrize("pairs", [8, 64])
def test_an_open_commitment_costs_the_same_for_any_field(client, pairs, django_assert_num_queries):
    stage = make_stage(pairs=pairs, drawn=False)
    commit_draw(stage=stage, source="开奖号码", by=TEST)
    with django_assert_num_queries(10):
        client.get(address("public-commitment", stage, 1))


@pytest.mark.parametrize("pairs", [8, 64])
def test_the_public_page_costs_the_same_for_any_field(client, pairs, django_assert_num_queries):
    stage = make_stage(pairs=pairs, published=False)
    publish_all(stage)
    with django_assert_num_queries(10):
        client.get(reverse("public-draw", args=[stage.event.slug, 1, "groups", 0, 1]), {"seed": "1"})


def test_a_swiss_round_is_run_again_by_anybody_once_the_standings_before_it_are_out(client):
    stage = make_stage(
        make_event(pairs=9), drawn=False, grouping={"method": "one"}, pairing={"method": "swiss", "rounds": 3}
    )
    draw_groups(stage=stage, seed=1, by=TEST)
    pages = [reverse("public-draw", args=[stage.event.slug, 1, "pairings", 1, number]) for number in (1, 2)]
    for number in (1, 2):
        pair_round(stage=stage, seed=number, by=TEST)
        publish_pairings(stage=stage, number=number, by=TEST)
        play_round(stage, number)

    assert "重抽的结果与公布的完全相同" in text(client.get(pages[0]))
    assert client.get(pages[1]).status_code == 404  # its inputs tell the points after round 1
    publish_standings(stage=stage, number=1, by=TEST)
    shown = text(client.get(pages[1]))
    assert "重抽的结果与公布的完全相同" in shown
    assert "<h3>轮空</h3>" in shown


def test_a_bracket_is_run_again_with_its_empty_places(client):
    stage = make_stage(
        make_event(pairs=5), drawn=False, grouping={"method": "one"}, pairing={"method": "knockout"},
        rules={"level_tie": "extra_deal"},
    )  # fmt: skip
    draw_groups(stage=stage, seed=3, by=TEST)
    publish_groups(stage=stage, by=TEST)
    shown = text(client.get(reverse("public-draw", args=[stage.event.slug, 1, "groups", 0, 1])))
    assert "重抽的结果与公布的完全相同" in shown
    assert "调整过位置" not in shown


def test_a_file_with_odd_draws_does_not_break_the_pages(desk, stage):
    place = drawn(stage)
    publish_groups(stage=stage, by=TEST)
    odd = [({"draw": "groups"}, [[1]]), ({"x": 1}, 5), ({"draw": "pairings"}, {"tables": 3})]
    for inputs, result in odd:
        stage.draws.update(inputs=inputs, result=result)
        type(stage.event).objects.update(public_revision=F("public_revision") + 1)
        for page in (address("public-draw", stage, *place), address("draws", stage)):
            assert desk.get(page).status_code == 200


def test_a_round_is_committed_to_on_the_desk(client):
    stage = make_stage(
        make_event(pairs=8),
        drawn=False,
        grouping={"method": "draw", "count": 2},
        pairing={"method": "random"},
    )
    draw_groups(stage=stage, seed=1, by=TEST)
    publish_groups(stage=stage, by=TEST)
    client.force_login(make_director(stage.event))
    commit = address("round-commit", stage, 1, 1)
    assert client.post(commit, {"submission": "a", "source": ""}).status_code == 422

    client.post(commit, {"submission": "b", "source": "骰子"})
    shown = text(client.get(address("draws", stage)))
    assert shown.count("用这个种子抽签") == 1  # one text for both groups
    assert text(client.get(address("public-draws", stage))).count("等待种子") == 2

    client.post(address("draw-reveal", stage, 1), {"submission": "c", "seed_text": "六"})
    assert list(Commitment.objects.values_list("seed_text", "draw__round_number")) == [("六", 1), ("六", 1)]
