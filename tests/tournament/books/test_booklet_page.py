"""The page 秩序册资料: what is typed is kept, read, stored, shown; the logo is checked and written anew."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST, make_event
from tournament.actions.copy_event import copy_event
from tournament.actions.edit_booklet import edit_booklet
from tournament.errors import Conflict
from tournament.imports.logo import is_stored_logo
from tournament.models import Event, EventLogo
from tournament.models.booklet import Appointment, Booklet, Office
from tournament.queries.booklet import logo_of

pytestmark = pytest.mark.django_db

FACTS = Booklet(
    subtitle="暨读书节",
    organisers=("市图书馆工会",),
    referees=(Office("裁判长", ("王五",)), Office("临场裁判员", ("赵六",), "1–4 桌")),
    timetable=(Appointment("报到", "4月28日", "8:30", "一楼"),),
)


@pytest.fixture
def event() -> Event:
    return make_event(pairs=4, organiser="市总工会")


def picture(kind: str = "PNG", size: tuple[int, int] = (900, 300), mode: str = "RGB") -> bytes:
    written = BytesIO()
    Image.new(mode, size, "#8c1d4f" if mode != "CMYK" else (0, 99, 0, 0)).save(written, kind)
    return written.getvalue()


def sent(event: Event, **typed: Any) -> dict[str, Any]:
    return {"submission": "a-key", "based_on": str(event.version), **typed}


def post(event: Event, client: Client | None = None, **typed: Any) -> Any:
    return (client or open_desk(event)).post(reverse("booklet", args=[event.slug]), sent(event, **typed))


def test_what_is_typed_is_read_and_stored_in_one_journal_entry(event: Event) -> None:
    answer = post(
        event,
        subtitle="暨读书节",
        organisers="承办单位：市图书馆工会",
        referees="裁判长：王五\n临场裁判员：赵六（1–4 桌）",
        timetable="4月28日 8:30 报到 一楼",
    )

    assert answer.status_code == 302
    event.refresh_from_db()
    assert event.booklet_facts == FACTS
    assert event.booklet == {
        "subtitle": "暨读书节",
        "organisers": ["市图书馆工会"],
        "referees": [
            {"office": "裁判长", "names": ["王五"]},
            {"office": "临场裁判员", "names": ["赵六"], "tables": "1–4 桌"},
        ],
        "timetable": [{"day": "4月28日", "time": "8:30", "what": "报到", "place": "一楼"}],
    }
    assert [entry.verb for entry in event.journal.all()] == ["edit_booklet"]
    assert event.version == 2


def test_the_page_shows_what_stands_and_names_what_is_missing(event: Event) -> None:
    edit_booklet(event=event, booklet=FACTS, by=TEST)

    page = open_desk(event).get(reverse("booklet", args=[event.slug])).content.decode()

    assert "临场裁判员｜赵六｜1–4 桌" in page
    assert "4月28日｜8:30｜报到｜一楼" in page
    assert "还没有填：</strong>组织委员会、仲裁委员会、领队和教练、补充规定、食宿和交通、标志图片。" in page
    assert "“市总工会”" in page


def test_a_leader_of_a_unit_that_did_not_enter_is_pointed_out(event: Event) -> None:
    post(event, leaders="历史系｜张三\n天文系｜李四")

    page = open_desk(event, "another").get(reverse("booklet", args=[event.slug])).content.decode()

    assert "不在报名名单里：天文系。" in page


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"referees": "王五大侠"}, "第 1 行看不出职务：王五大侠。请写成“职务：姓名、姓名”。"),
        ({"jury": "主任："}, "“主任”后面没有姓名。"),
        ({"leaders": "历史系"}, "第 1 行看不出单位和姓名：历史系。"),
        ({"timetable": "4月28日"}, "第 1 行没有写内容：4月28日。"),
        ({"committee": f"主任：{'王' * 51}"}, "有一项太长，最多 50 个字。"),
        ({"hosts": "会" * 81}, "有一项太长，最多 80 个字。"),
    ],
)
def test_a_line_that_cannot_be_read_is_told_and_everything_typed_stays(
    typed: dict[str, str], sentence: str, event: Event
) -> None:
    answer = post(event, subtitle="暨读书节", **typed)

    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    assert next(iter(typed.values())) in page
    assert 'value="暨读书节"' in page
    event.refresh_from_db()
    assert (event.booklet, event.version) == (None, 1)


def test_whoever_was_second_sees_what_stands_and_may_overwrite_it(event: Event) -> None:
    client = open_desk(event)
    edit_booklet(event=Event.objects.get(), booklet=Booklet(subtitle="第一个"), by=TEST)

    answer = post(event, client, subtitle="第二个")

    page = answer.content.decode()
    assert answer.status_code == 409
    assert "现在的内容：第一个" in page
    assert 'value="第二个"' in page
    again = client.post(
        reverse("booklet", args=[event.slug]), {"submission": "b", "based_on": "2", "subtitle": "第二个"}
    )
    assert again.status_code == 302
    event.refresh_from_db()
    assert event.booklet == {"subtitle": "第二个"}


def test_sent_twice_it_has_one_effect_and_an_old_version_is_a_conflict(event: Event) -> None:
    for _press in range(2):
        edit_booklet(event=event, booklet=FACTS, by=TEST, based_on=1, submission="k")
    assert event.journal.count() == 1
    with pytest.raises(Conflict):
        edit_booklet(event=event, booklet=Booklet(), by=TEST, based_on=1)


def test_saving_what_stands_writes_nothing(event: Event) -> None:
    edit_booklet(event=event, booklet=FACTS, by=TEST)
    edit_booklet(event=event, booklet=FACTS, by=TEST)
    assert event.journal.count() == 1


@pytest.mark.parametrize(
    ("drawn", "size", "mode"),
    [
        pytest.param(lambda: picture(), (600, 200), "RGB", id="a large PNG is made smaller"),
        pytest.param(lambda: picture("JPEG"), (600, 200), "RGB", id="a JPEG becomes a PNG"),
        pytest.param(lambda: picture("JPEG", mode="CMYK"), (600, 200), "RGB", id="a printer's JPEG too"),
        pytest.param(
            lambda: picture(size=(80, 60), mode="RGBA"), (80, 60), "RGBA", id="what is clear stays clear"
        ),
        pytest.param(lambda: picture(size=(70, 70), mode="P"), (70, 70), "RGB", id="a palette is no trouble"),
    ],
)
def test_a_logo_is_written_anew_as_a_small_png(
    drawn: Callable[[], bytes], size: tuple[int, int], mode: str, event: Event
) -> None:
    assert post(event, logo=SimpleUploadedFile("logo.png", drawn())).status_code == 302

    event.refresh_from_db()
    stored = logo_of(event)
    assert stored is not None
    assert is_stored_logo(stored)
    with Image.open(BytesIO(stored)) as image:
        assert (image.format, image.size, image.mode) == ("PNG", size, mode)


def test_what_hides_behind_a_picture_does_not_come_along(event: Event) -> None:
    post(event, logo=SimpleUploadedFile("logo.png", picture() + b"<script>alert(1)</script>"))
    event.refresh_from_db()
    assert b"script" not in (logo_of(event) or b"script")


@pytest.mark.parametrize(
    ("drawn", "sentence"),
    [
        pytest.param(lambda: b"<svg/>", "这个文件读不出图片。", id="no picture"),
        pytest.param(lambda: picture("GIF"), "这个文件读不出图片。", id="a GIF"),
        pytest.param(lambda: picture()[:200], "这个文件读不出图片。", id="cut in half"),
        pytest.param(lambda: picture(size=(20, 20)), "图片太小", id="too small to print"),
        pytest.param(lambda: b"\x89PNG" + b"0" * (5 * 1024 * 1024), "图片超过 5 MB", id="too big"),
        pytest.param(lambda: picture(size=(9000, 9000)), "这个文件读不出图片。", id="81 million pixels"),
    ],
)
def test_a_file_that_is_no_logo_is_refused_and_what_was_typed_stays(
    drawn: Callable[[], bytes], sentence: str, event: Event
) -> None:
    answer = post(event, subtitle="暨读书节", logo=SimpleUploadedFile("logo.png", drawn()))

    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    assert "图片要重新选一次" in page
    assert 'value="暨读书节"' in page
    assert not EventLogo.objects.exists()


def test_the_logo_stays_until_it_is_taken_away(event: Event) -> None:
    client = open_desk(event)
    post(event, client, logo=SimpleUploadedFile("logo.png", picture()))
    event.refresh_from_db()
    client.post(reverse("booklet", args=[event.slug]), {"submission": "b", "based_on": "2", "subtitle": "甲"})
    assert EventLogo.objects.count() == 1
    client.post(
        reverse("booklet", args=[event.slug]), {"submission": "c", "based_on": "3", "drop_logo": "on"}
    )
    event.refresh_from_db()
    assert (event.logo_digest, EventLogo.objects.count()) == ("", 0)


def test_everybody_sees_the_logo_of_a_public_event_only(event: Event, client: Client) -> None:
    post(event, logo=SimpleUploadedFile("logo.png", picture()))
    address = reverse("public-logo", args=[event.slug])
    shown = client.get(address)
    Event.objects.update(public_view="nothing", public_revision=9)
    hidden = client.get(address)
    Event.objects.update(public_view="published")

    home = client.get(reverse("event", args=[event.slug])).content.decode()

    assert hidden.status_code == 404
    assert (shown.status_code, shown["Content-Type"]) == (200, "image/png")
    assert shown.content == logo_of(Event.objects.get())
    assert f"{address}?v={Event.objects.get().logo_digest}" in home


def test_next_years_event_has_the_same_facts_without_the_days(event: Event) -> None:
    post(
        event,
        subtitle="暨读书节",
        timetable="4月28日 8:30 报到 一楼",
        logo=SimpleUploadedFile("l.png", picture()),
    )
    event.refresh_from_db()

    new = copy_event(source=event, name="第二届", by=TEST)

    assert new.booklet_facts.subtitle == "暨读书节"
    assert new.booklet_facts.timetable == (Appointment("报到", "", "8:30", "一楼"),)
    assert logo_of(new) == logo_of(event)
    edit_booklet(event=new, booklet=Booklet(), drop_logo=True, by=TEST)
    assert logo_of(event) is not None
