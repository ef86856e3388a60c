"""loadevent, dumpevent, loaddemo: whole or not at all, and one sentence when not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management.base import CommandError
from django.urls import reverse

from tests.tournament.archive.documents import small
from tests.tournament.commands.commands import run, run_with_notices, write
from tournament.actions.delete_event import remove_demo
from tournament.actions.draw_groups import draw_groups
from tournament.actions.work import COMMAND
from tournament.errors import ActionRefused
from tournament.models import Event, Pair, Publication, Result

pytestmark = pytest.mark.django_db


def test_loadevent_prints_the_slug_and_nothing_else(tmp_path: Path) -> None:
    assert run_with_notices("loadevent", write(tmp_path, small())) == ("library-2013\n", "")


def test_loadevent_takes_another_slug(tmp_path: Path) -> None:
    path = write(tmp_path, small())
    run("loadevent", path)

    assert run("loadevent", path, "--slug", "second") == "second\n"
    assert set(Event.objects.values_list("slug", flat=True)) == {"library-2013", "second"}


def test_loadevent_refuses_a_slug_that_exists_and_names_the_option(tmp_path: Path) -> None:
    path = write(tmp_path, small())
    run("loadevent", path)

    with pytest.raises(CommandError, match="--slug library-2013-2"):
        run("loadevent", path)
    assert Event.objects.count() == 1


def test_loadevent_says_where_the_file_is_wrong(tmp_path: Path) -> None:
    document = small()
    document["stages"][0]["rounds"][0]["matches"][1]["table"] = 1

    with pytest.raises(CommandError) as refused:
        run("loadevent", write(tmp_path, document))
    assert str(refused.value) == "$.stages[0].rounds[0].matches[1].table：第 1 桌在这一轮里用了两次。"
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("missing.json", "没有这个文件。"), ("", "这是文件夹，不是文件。")],
    ids=["no such file", "a folder"],
)
def test_loadevent_says_what_is_wrong_with_the_path(tmp_path: Path, name: str, sentence: str) -> None:
    with pytest.raises(CommandError) as refused:
        run("loadevent", tmp_path / name)
    assert str(refused.value).endswith(sentence)


def test_loadevent_names_the_settings_of_another_edition(tmp_path: Path) -> None:
    run("loadevent", write(tmp_path, small()))
    document = json.loads(run("dumpevent", "library-2013"))
    document["event"] |= {"slug": "older", "rulebook_version": "0", "rulebook_digest": "0" * 64}
    document["event"]["resolved"]["minutes"] = 50

    slug, told = run_with_notices("loadevent", write(tmp_path, document))

    assert slug == "older\n"
    assert "第 0 版" in told
    assert "minutes" in told
    assert Event.objects.get(slug="older").scoring_rules.play.minutes == 50


def test_dumpevent_writes_the_same_bytes_to_a_file_and_to_stdout(tmp_path: Path) -> None:
    run("loadevent", write(tmp_path, small()))

    run("dumpevent", "library-2013", "-o", tmp_path / "out.json")

    assert (tmp_path / "out.json").read_text("utf-8") == run("dumpevent", "library-2013")


def test_dumpevent_hands_out_phones_only_when_asked(tmp_path: Path) -> None:
    document = small()
    document["pairs"][0]["phones"] = ["13800000001"]
    run("loadevent", write(tmp_path, document))

    assert "13800000001" not in run("dumpevent", "library-2013")
    assert "13800000001" in run("dumpevent", "library-2013", "--personal")


@pytest.mark.parametrize("command", ["dumpevent", "standings", "simulate"])
def test_an_unknown_event_is_named(command: str) -> None:
    with pytest.raises(CommandError, match="没有网址为 nowhere 的赛事。"):
        run(command, "nowhere")


def test_the_demo_event_is_loaded_once_and_read_only() -> None:
    run("loaddemo")
    run("loaddemo")

    event = Event.objects.get(is_demo=True)
    with pytest.raises(ActionRefused, match="demo_is_read_only"):
        draw_groups(
            stage=event.stages.create(ordinal=9, name="九", resolved_rules=event.resolved_rules),
            seed=1,
            by=COMMAND,
        )
    with pytest.raises(CommandError, match="演示赛事"):
        run("simulate", "demo")


def test_the_demo_event_shows_an_event_in_full_swing() -> None:
    run("loaddemo")

    demo = Event.objects.get(is_demo=True)
    assert Pair.objects.filter(event=demo).count() == 32
    assert list(demo.stages.values_list("name", flat=True)) == ["预赛", "决赛"]
    assert set(demo.stage(2).groups.values_list("rounds__state", flat=True)) == {
        "closed",
        "published",
        "draft",
    }
    assert Result.objects.filter(match__round__group__stage__event=demo, version=2).count() == 1
    assert Publication.objects.filter(event=demo, kind="standings", is_current=True).count() == 4


def test_the_demo_event_makes_way_for_a_real_event_called_demo(tmp_path: Path) -> None:
    run("loadevent", write(tmp_path, small()), "--slug", "demo")

    run("loaddemo")

    assert Event.objects.get(is_demo=True).slug == "demo-2"


@pytest.mark.parametrize("slug", ["a b", "a/b", "赛", "x" * 61])
def test_loadevent_refuses_what_could_be_no_address(tmp_path: Path, slug: str) -> None:
    with pytest.raises(CommandError, match="不能作网址"):
        run("loadevent", write(tmp_path, small()), "--slug", slug)


def test_a_removed_demo_event_stays_away_until_asked_for() -> None:
    run("loaddemo")

    assert run("loaddemo", "--remove") == "演示赛事已删除。\n"
    run("loaddemo")
    assert not Event.objects.exists()

    run("loaddemo", "--again")
    assert remove_demo(by=COMMAND) == 1


PUBLIC = [
    ("event", ()),
    ("public-rules", ()),
    ("pair", (10,)),
    *(("public-groups", (stage,)) for stage in (1, 2)),
    *(("public-round", (stage, number)) for stage in (1, 2) for number in (1, 2)),
    *(("public-standings", (stage,)) for stage in (1, 2)),
]


def test_every_public_page_of_the_demo_event_opens(client) -> None:
    run("loaddemo")

    answers = {one: client.get(reverse(one[0], args=["demo", *one[1]])).status_code for one in PUBLIC}
    assert answers == dict.fromkeys(PUBLIC, 200)


def test_f70_the_demo_event_keeps_its_unpublished_round_to_itself(client) -> None:
    run("loaddemo")

    assert client.get(reverse("public-round", args=["demo", 2, 3])).status_code == 404
