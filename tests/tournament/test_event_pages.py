"""The front page, an event's home, its settings, its end, its journal."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.tournament.factories import TEST, make_director, make_event, make_person, make_stage, play_round
from tournament import wording
from tournament.actions.delete_event import delete_event
from tournament.actions.edit_event import edit_event
from tournament.actions.publish import publish_groups
from tournament.errors import ActionRefused, Conflict
from tournament.models import Entry, Event, Match, Pair, Penalty, PublicView

pytestmark = pytest.mark.django_db

ACTIONS = sorted((Path(__file__).resolve().parents[2] / "tournament" / "actions").glob("*.py"))
SCRIPT = "<script>alert(1)</script>"
SHOWN_SCRIPT = "&lt;script&gt;alert(1)&lt;/script&gt;"


def signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def event() -> Event:
    return make_event(pairs=0, slug="sai", name="中秋赛", public_view=PublicView.PUBLISHED)


@pytest.fixture
def desk(event: Event) -> Client:
    return signed_in(make_director(event))


def settings_form(event: Event, **changed: Any) -> dict[str, Any]:
    """What the page sends when nothing but `changed` was typed."""
    event.refresh_from_db()
    kept = {
        key: getattr(event, key) or ""
        for key in ("name", "slug", "venue", "organiser", "unit_word", "pair_word", "public_view", "checking")
    }
    tables = {f"first_table_{stage.ordinal}": stage.first_table for stage in event.stages.all()}
    return kept | tables | {"based_on": event.version, "submission": "key"} | changed


# -- the front page --


def test_front_page_of_a_new_owner_has_one_action() -> None:
    page = signed_in(make_person(owner=True)).get("/").content.decode()
    assert "还没有赛事" in page
    assert (
        page.count('<a class="button go" href="/new/">新建赛事</a>') == page.count('class="button go"') == 1
    )


def test_director_finds_his_event_and_not_those_of_others(desk: Client) -> None:
    make_event(pairs=0, name="别人的比赛")
    page = desk.get("/").content.decode()
    assert 'href="/e/sai/desk/"' in page
    assert "别人的比赛" not in page


def test_account_without_an_event_is_told_whom_to_ask() -> None:
    assert "请别的赛事负责人" in signed_in(make_person()).get("/").content.decode()


@pytest.mark.parametrize(
    ("view", "published", "shown"),
    [
        pytest.param("published", False, False, id="nothing of it is public yet"),
        pytest.param("published", True, True, id="groups are published"),
        pytest.param("nothing", True, False, id="published, then closed to the public"),
        pytest.param("live", False, True, id="live"),
    ],
)
def test_f70_front_page_names_an_event_only_when_something_of_it_is_public(
    client: Client, view: str, published: bool, shown: bool
) -> None:
    stage = make_stage(make_event(name="中秋赛", public_view=view), published=False)
    if published:
        publish_groups(stage=stage, by=TEST)
    assert ("中秋赛" in client.get("/").content.decode()) is shown


@pytest.mark.parametrize("count", [1, 30])
def test_front_page_query_count(count: int, django_assert_num_queries: Any) -> None:
    for number in range(count):
        make_event(pairs=2, name=f"比赛 {number}", public_view=PublicView.LIVE)
    client = signed_in(make_person(owner=True))
    with django_assert_num_queries(7):
        page = client.get("/").content.decode()
    assert page.count("比赛 ") == count


def test_front_page_sorts_dates_with_empty_ones_last() -> None:
    for name, day in (("甲赛", "2026-05-01"), ("乙赛", None), ("丙赛", "2026-10-01")):
        make_event(pairs=0, name=name, starts_on=day)
    client = signed_in(make_person(owner=True))
    for sort, order in (("starts_on", "甲丙乙"), ("-starts_on", "丙甲乙")):
        page = client.get("/", {"mine-sort": sort}).content.decode()
        assert sorted("甲乙丙", key=lambda one: page.index(f"{one}赛")) == list(order)


# -- the demo --


@pytest.fixture
def demo() -> Event:
    event = make_event(pairs=0, slug="yan-shi", name="演示杯")
    make_stage(event, drawn=False)
    Event.objects.update(is_demo=True)
    return event


def test_owner_removes_the_demo_by_one_click(demo: Event) -> None:
    owner = signed_in(make_person(owner=True))
    assert "删除演示赛事" in owner.get("/").content.decode()
    page = owner.post("/demo/remove/", {"submission": "k"}, follow=True).content.decode()
    assert "演示赛事已删除" in page
    assert not Event.objects.exists()
    assert owner.post("/demo/remove/", {"submission": "k"}).status_code == 302


def test_everybody_signed_in_may_look_at_the_demo_and_nobody_changes_it(demo: Event) -> None:
    visitor = signed_in(make_person())
    assert "删除演示赛事" not in visitor.get("/").content.decode()
    assert visitor.get("/e/yan-shi/desk/").status_code == 200
    response = visitor.post("/e/yan-shi/desk/settings/", settings_form(demo, name="改名", submission="k"))
    assert response.status_code == 422
    assert "演示赛事，只能看" in response.content.decode()
    assert Event.objects.get().name == "演示杯"
    sent = {"typed_name": "演示杯", "submission": "k2"}
    assert "演示赛事，只能看" in visitor.post("/e/yan-shi/desk/settings/delete/", sent).content.decode()
    assert Event.objects.exists()


# -- an event's home --


def test_home_names_the_next_step_once_and_the_tabs(desk: Client, event: Event) -> None:
    page = desk.get("/e/sai/desk/").content.decode()
    assert page.count("录入参赛名单") == 1
    assert 'aria-current="page">下一步</a>' in page


def test_other_pages_of_an_event_name_the_next_step_too(desk: Client) -> None:
    assert "下一步：录入参赛名单" in desk.get("/e/sai/desk/journal/").content.decode()


@pytest.mark.parametrize("pairs", [8, 64])
def test_home_query_count(pairs: int, django_assert_num_queries: Any) -> None:
    stage = make_stage(pairs=pairs, rounds_played=1)
    client = signed_in(make_person(owner=True))
    with django_assert_num_queries(11):
        page = client.get(f"/e/{stage.event.slug}/desk/").content.decode()
    assert f"已录 {pairs // 2} / {pairs // 2} 桌" in page


# -- settings --


def test_settings_are_saved_and_journalled_with_what_stood_before(desk: Client, event: Event) -> None:
    sent = settings_form(
        event, name="中秋杯", starts_on="2026-09-25", ends_on="2026-09-26", unit_word="分工会"
    )
    page = desk.post("/e/sai/desk/settings/", sent, follow=True).content.decode()
    assert "赛事设置已保存" in page
    event.refresh_from_db()
    assert (event.name, str(event.ends_on), event.unit_word) == ("中秋杯", "2026-09-26", "分工会")
    entry = Entry.objects.get(verb="edit_event")
    assert ["event.name", "中秋赛", "中秋杯"] in entry.codes["changes"]
    assert wording.of_entry(entry) == "修改赛事设置：赛事名称、开始日期、结束日期、单位的叫法"


def test_saving_without_a_change_leaves_no_trace(desk: Client, event: Event) -> None:
    desk.post("/e/sai/desk/settings/", settings_form(event))
    revision = event.revision
    event.refresh_from_db()
    assert event.revision == revision
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        pytest.param({"name": " "}, "必填", id="no name"),
        pytest.param(
            {"starts_on": "2026-09-26", "ends_on": "2026-09-25"}, "早于开始日期", id="ends before it starts"
        ),
        pytest.param({"slug": "中 秋"}, "连字符", id="address with characters"),
        pytest.param({"max_per_unit": "0"}, "大于或等于", id="no pair a unit"),
    ],
)
def test_settings_typed_wrongly_keep_what_was_typed(
    desk: Client, event: Event, changed: dict[str, str], sentence: str
) -> None:
    response = desk.post("/e/sai/desk/settings/", settings_form(event, venue="二号馆", **changed))
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert "二号馆" in response.content.decode()
    assert Event.objects.get().venue == ""


def test_two_people_edit_settings_and_the_second_sees_both(desk: Client, event: Event) -> None:
    sent = settings_form(event, venue="一号馆")
    edit_event(event=event, values={"venue": "体育馆"}, by=TEST)

    response = desk.post("/e/sai/desk/settings/", sent)

    assert response.status_code == 409
    page = response.content.decode()
    assert 'value="一号馆"' in page
    assert "现在的内容：体育馆" in page
    event.refresh_from_db()
    assert f'name="based_on" value="{event.version}"' in page
    assert event.venue == "体育馆"
    desk.post("/e/sai/desk/settings/", sent | {"based_on": event.version})
    event.refresh_from_db()
    assert event.venue == "一号馆"


def test_address_changes_until_the_first_publication(desk: Client, event: Event) -> None:
    response = desk.post("/e/sai/desk/settings/", settings_form(event, slug="Zhong-Qiu"))
    assert response["Location"] == "/e/zhong-qiu/desk/settings/"

    event.refresh_from_db()
    stage = make_stage(make_event(slug="other"), published=True)
    with pytest.raises(ActionRefused) as taken:
        edit_event(event=event, values={"slug": "other"}, by=TEST)
    with pytest.raises(ActionRefused) as frozen:
        edit_event(event=stage.event, values={"slug": "new"}, by=TEST)
    assert (taken.value.code, frozen.value.code) == ("slug_taken", "slug_frozen")


def test_first_table_moves_until_the_rounds_are_made(desk: Client, event: Event) -> None:
    stage = make_stage(event, drawn=False)
    desk.post("/e/sai/desk/settings/", settings_form(event, first_table_1="21"))
    stage.refresh_from_db()
    assert stage.first_table == 21
    made = make_stage(make_event())
    with pytest.raises(ActionRefused) as refused:
        edit_event(event=made.event, values={}, first_tables={1: 5}, by=TEST)
    assert refused.value.code == "tables_are_made"


def test_stale_version_is_a_conflict_for_the_action(event: Event) -> None:
    edit_event(event=event, values={"venue": "一号馆"}, by=TEST, based_on=1)
    with pytest.raises(Conflict):
        edit_event(event=event, values={"venue": "二号馆"}, by=TEST, based_on=1)


def test_f72_script_in_the_events_name_is_text_on_every_page(desk: Client, event: Event) -> None:
    Event.objects.update(name=SCRIPT, venue=SCRIPT, organiser=SCRIPT)
    for path in ("", "journal/", "settings/", "settings/delete/", "people/"):
        page = desk.get(f"/e/sai/desk/{path}").content.decode()
        assert SCRIPT not in page
        assert SHOWN_SCRIPT in page
    assert SCRIPT not in desk.get("/").content.decode()


# -- the end of an event --


def test_f76_deleting_says_what_goes_and_wants_the_name() -> None:
    stage = make_stage(pairs=8, rounds_played=1)
    play_round(stage, 2)
    event = stage.event
    Penalty.objects.create(event=event, stage=stage, pair=event.pairs.get(number=3), grade="warning")
    owner = signed_in(make_person(owner=True))
    page = owner.get(f"/e/{event.slug}/desk/settings/delete/").content.decode()
    for count in (8, 12):
        assert f"<dd>{count}</dd>" in page

    wrong = owner.post(f"/e/{event.slug}/desk/settings/delete/", {"typed_name": "图书馆", "submission": "k"})
    assert wrong.status_code == 422
    assert "没有删除" in wrong.content.decode()
    assert Match.objects.count() == 12

    sent = {"typed_name": "图书馆 掼蛋赛", "submission": "k"}
    page = owner.post(f"/e/{event.slug}/desk/settings/delete/", sent, follow=True).content.decode()
    assert "已删除赛事“图书馆掼蛋赛”" in page
    assert not Event.objects.exists()
    assert not Pair.objects.exists()
    assert Entry.objects.get().verb == "delete_event"


def test_deleting_one_event_leaves_the_others() -> None:
    gone, stays = make_stage(pairs=8, rounds_played=1), make_stage(pairs=8, rounds_played=1)
    delete_event(event=gone.event, typed_name=gone.event.name, by=TEST)
    assert Event.objects.get() == stays.event
    assert Pair.objects.count() == 8


# -- the journal --


def test_journal_is_read_in_words_newest_first(desk: Client, event: Event) -> None:
    make_stage(make_event(pairs=8))
    stage = make_stage(event, drawn=False, name="预赛")
    edit_event(event=event, values={"venue": "体育馆"}, by=TEST)
    Entry.objects.create(
        event=event, at="2026-05-01T09:00:00+08:00", actor_name="周晨", source="page", verb="draw_groups",
        codes={"stage": stage.name, "count": 3},
    )  # fmt: skip
    page = desk.get("/e/sai/desk/journal/").content.decode()
    assert page.index("预赛抽签分组（第 3 次）") < page.index("修改赛事设置：地点")
    assert "2026-05-01 09:00:00" in page
    assert "命令行" in page


@pytest.mark.parametrize("count", [3, 120])
def test_journal_query_count(desk: Client, event: Event, count: int, django_assert_num_queries: Any) -> None:
    for number in range(count):
        edit_event(event=event, values={"venue": f"{number} 号馆"}, by=TEST)
    with django_assert_num_queries(15):
        page = desk.get("/e/sai/desk/journal/").content.decode()
    assert page.count("修改赛事设置") == min(count, 50)


def recorded_verbs() -> set[str]:
    """Every verb that an action writes into the journal as a plain text."""
    calls = [node for path in ACTIONS for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    found = {
        str(call.args[2].value)
        for call in calls
        if isinstance(call, ast.Call)
        and getattr(call.func, "id", "") == "record"
        and len(call.args) > 2
        and isinstance(call.args[2], ast.Constant)
    }
    assert len(found) > 10
    return found


@pytest.mark.parametrize("verb", sorted(recorded_verbs()))
def test_every_verb_of_the_journal_has_its_sentence(verb: str) -> None:
    assert verb in wording.VERBS


# -- when something is wrong --


def test_unknown_address_says_so_and_offers_the_login(client: Client) -> None:
    response = client.get("/e/sai/nothing-here/")
    assert response.status_code == 404
    assert "没有这个页面" in response.content.decode()
    assert 'href="/login/?next=/e/sai/nothing-here/"' in response.content.decode()


def test_our_own_fault_is_said_in_chinese(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: Any) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("tournament.views.home.public_events", broken)
    client.raise_request_exception = False
    response = client.get("/")
    assert response.status_code == 500
    assert "这是系统的问题" in response.content.decode()
    assert "RuntimeError" not in response.content.decode()
