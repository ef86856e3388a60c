"""The event's own columns: kept on import, with what they must not hold."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.tournament.entries.pages import address, shown
from tests.tournament.factories import TEST
from tournament.actions.edit_own_columns import (
    add_own_column,
)
from tournament.imports.entries import read_entries
from tournament.imports.own_columns import column_offers
from tournament.models import Event, Pair
from tournament.names.own_columns import (
    MOST_COLUMNS,
    clean_own_text,
    clean_own_title,
    column_id,
    holds_id_number,
    title_from_list,
)

LIST = """选手1,选手2,单位,用餐,*报名费：,身份证号,备注2,发票税号
林徽,梁成,建筑系,素食,=1+1,11010119900307451X,\x0b过敏,913101201990030712
沈从,张兆,文学系,,100,身份证已带,,
"""


def upload(client: Client, data: str = LIST) -> Any:
    file = SimpleUploadedFile("报名.csv", data.encode("utf-8-sig"))
    answer = client.post(address("entries-import"), {"submission": "u1", "file": file}, follow=True)
    assert answer.status_code == 200, shown(answer)
    return answer


def agree(client: Client, page: Any, **more: Any) -> Any:
    form = page.context["form"]
    own = [one.id for one, ticked in form.shown_offers if ticked]
    values = {"submission": "i1", "fates": form.stamp, "own": own, **more}
    return client.post(page.redirect_chain[-1][0], values, follow=True)


@pytest.mark.django_db
def test_unknown_columns_are_offered_and_kept(desk: Client, event: Event) -> None:
    page = upload(desk)

    offered = {one.column: ticked for one, ticked in page.context["form"].shown_offers}
    assert offered == {"用餐": True, "报名费": True, "身份证号": False, "备注2": True, "发票税号": True}
    assert "身份证号、护照号不保留" in shown(page)
    done = agree(desk, page)

    assert "保留为本赛事的列：用餐、报名费、备注2、发票税号" in shown(done)
    event.refresh_from_db()
    assert event.own_columns == ["用餐", "报名费", "备注2", "发票税号"]
    first, second = Pair.objects.filter(event=event, number__gt=8).order_by("number")
    assert first.own == {"用餐": "素食", "报名费": "=1+1", "备注2": "过敏", "发票税号": "913101201990030712"}
    assert second.own == {"报名费": "100"}


@pytest.mark.django_db
def test_a_ticked_column_of_id_numbers_keeps_only_its_other_texts(desk: Client, event: Event) -> None:
    page = upload(desk)
    agree(desk, page, own=[column_id("身份证号")])

    event.refresh_from_db()
    assert event.own_columns == ["身份证号"]
    kept = [pair.own for pair in event.pairs.filter(number__gt=8).order_by("number")]
    assert kept == [{}, {"身份证号": "身份证已带"}]


@pytest.mark.django_db
def test_columns_left_out_are_left_out(desk: Client, event: Event) -> None:
    agree(desk, upload(desk), own=[])

    event.refresh_from_db()
    assert event.own_columns == []
    assert [pair.own for pair in event.pairs.filter(number__gt=8)] == [{}, {}]


@pytest.mark.django_db
def test_a_known_title_goes_below_the_same_column(desk: Client, event: Event) -> None:
    add_own_column(event=event, title="报名费", by=TEST)
    agree(desk, upload(desk), own=[column_id("报名费")])

    event.refresh_from_db()
    assert event.own_columns == ["报名费"]
    assert event.pairs.get(number=10).own == {"报名费": "100"}


@pytest.mark.django_db
def test_more_columns_than_an_event_has_room_for(desk: Client, event: Event) -> None:
    titles = [f"第{n}项" for n in range(MOST_COLUMNS + 5)]
    data = "选手1,选手2," + ",".join(titles) + "\n林徽,梁成," + ",".join("甲" for _ in titles) + "\n"
    page = upload(desk, data)

    ticks = [ticked for _one, ticked in page.context["form"].shown_offers]
    assert ticks == [True] * MOST_COLUMNS + [False] * 5
    refused = agree(desk, page, own=[column_id(title) for title in titles])
    assert refused.status_code == 422
    assert "本赛事的列最多 20 列" in shown(refused)
    assert event.pairs.count() == 8


@pytest.mark.parametrize(
    ("text", "title", "is_id"),
    [
        pytest.param("11010119900307451X", "证件", True, id="18 signs with a birthday"),
        pytest.param("１１０１０１１９９００３０７４５１x", "备注", True, id="full width"),
        pytest.param("本人 110101 19900307 4512", "备注", True, id="spaces, words around"),
        pytest.param("110101900307451", "身份证", True, id="15 figures below such a title"),
        pytest.param("913101201990030712", "发票税号", False, id="a tax number"),
        pytest.param("13800000001", "身份证", False, id="too short"),
        pytest.param("123456789012345678", "流水号", False, id="no birthday in it"),
    ],
)
def test_id_numbers_are_known(text: str, title: str, is_id: bool) -> None:
    assert holds_id_number(text, title) is is_id


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        pytest.param("＊是否用餐：", "是否用餐", id="stars and colons of forms"),
        pytest.param("发票\n抬头", "发票 抬头", id="a line break"),
        pytest.param("很" * 40, "很" * 30, id="cut"),
        pytest.param("——", "", id="only signs"),
    ],
)
def test_titles_from_a_list(typed: str, title: str) -> None:
    assert title_from_list(typed) == title


def test_texts_have_a_limit_and_no_control_characters() -> None:
    assert clean_own_text("过\u200b敏\x07") == ("过敏", None)
    assert clean_own_text("长" * 201) == ("长" * 201, "own_text_too_long")
    assert clean_own_title("长" * 31).problem == "too_long"


def test_a_long_cell_is_cut_and_said() -> None:
    data = f"选手1,选手2,备忘\n林徽,梁成,{'长' * 250}\n"
    (row,) = read_entries(data.encode()).rows

    assert row.extra == (("备忘", "长" * 200),)
    assert [(one.code, one.column) for one in row.warnings] == [("extra_cut", "备忘")]


def test_equal_titles_are_one_offer() -> None:
    data = "选手1,选手2,用餐,用 餐,ＭＥＡＬ,meal\n林徽,梁成,1,2,3,4\n"
    read = read_entries(data.encode())

    assert [one.column for one in column_offers(read, [])] == ["用餐", "ＭＥＡＬ"]
