"""The event's own columns: shown, filtered, edited, put into files, never computed."""

from __future__ import annotations

import csv
import io
from typing import Any

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.entries.conftest import director_of
from tests.tournament.entries.pages import NEW, address, numbers, shown
from tests.tournament.factories import TEST, make_event
from tournament.actions.copy_event import copy_event
from tournament.actions.edit_own_columns import (
    add_own_column,
    delete_own_column,
    move_own_column,
    rename_own_column,
)
from tournament.errors import ActionRefused, Conflict
from tournament.lists.entry_columns import columns_named, entry_columns
from tournament.models import Event, Pair
from tournament.names.own_columns import (
    column_id,
)
from tournament.queries.pair_lists import pairs_of


@pytest.fixture
def dinners(event: Event) -> Event:
    """Columns with texts: 用餐 of three kinds, one not given."""
    event.own_columns = ["用餐", "报名费", "2024"]
    event.save()
    for number, meal in ((1, "素食"), (2, "素食"), (3, "清真"), (4, "不用")):
        own = {"用餐": meal, "2024": "是"} if number != 4 else {"用餐": meal}
        event.pairs.filter(number=number).update(own=own)
    return event


MEAL = column_id("用餐")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "found"),
    [
        pytest.param({}, [1, 2, 3, 4, 5, 6, 7, 8], id="only shown"),
        pytest.param({f"own-{MEAL}": "+"}, [1, 2, 3, 4], id="something"),
        pytest.param({f"own-{MEAL}": "-"}, [5, 6, 7, 8], id="nothing"),
        pytest.param({f"own-{MEAL}": "=素食"}, [1, 2], id="just this"),
    ],
)
def test_the_list_filters_by_a_shown_column(
    desk: Client, dinners: Event, asked: dict[str, str], found: list[int]
) -> None:
    page = desk.get(address("entries"), {"col": MEAL, **asked})

    assert numbers(page) == found
    assert ("用餐" in [str(column.header) for column in page.context["table"].columns]) is True
    assert "2024" not in [str(column.header) for column in page.context["table"].columns]


@pytest.mark.django_db
def test_a_title_of_figures_filters_too(desk: Client, dinners: Event) -> None:
    year = column_id("2024")

    assert numbers(desk.get(address("entries"), {"col": year, f"own-{year}": "+"})) == [1, 2, 3]


@pytest.mark.django_db
def test_many_different_texts_are_typed_not_chosen(desk: Client, event: Event) -> None:
    event.own_columns = ["发票抬头"]
    event.save()
    for pair in event.pairs.all():
        event.pairs.filter(pk=pair.pk).update(own={"发票抬头": f"第{pair.number}公司"})
    for number in range(20, 30):
        Pair.objects.create(event=event, number=number, own={"发票抬头": f"（{number}）公司"})
    column = column_id("发票抬头")

    page = desk.get(address("entries"), {"col": column, f"own-{column}-is": "(21)公司"})

    assert numbers(page) == [21]


@pytest.mark.django_db
@pytest.mark.parametrize("pair_count", [4, 12])
def test_the_list_with_own_columns_asks_a_fixed_number_of_queries(
    pair_count: int, django_assert_num_queries: Any
) -> None:
    event = make_event(pairs=pair_count, slug="qiu", own_columns=["用餐", "报名费"])
    event.pairs.update(own={"用餐": "素食"})
    client = director_of(event)
    client.get(address("entries"))
    with django_assert_num_queries(21):
        page = client.get(address("entries"), {"col": [MEAL, column_id("报名费")], f"own-{MEAL}": "+"})
    assert len(numbers(page)) == pair_count


@pytest.mark.django_db
def test_the_list_as_shown_goes_into_files(desk: Client, dinners: Event) -> None:
    dinners.pairs.filter(number=1).update(own={"用餐": "素食", "报名费": "=1+1"})
    asked = {"col": [MEAL, column_id("报名费")], f"own-{MEAL}": "=素食", "sort": "-number"}
    place = reverse("entries-file", args=["qiu", "xlsx"])

    rows = list(openpyxl.load_workbook(io.BytesIO(desk.get(place, asked).content)).active.values)  # type: ignore[union-attr]
    heads = next(index for index, row in enumerate(rows) if row[0] == "序号")
    assert rows[heads][-2:] == ("用餐", "报名费")
    assert [(row[0], *row[-2:]) for row in rows[heads + 1 : heads + 3]] == [
        (2, "素食", None),
        (1, "素食", "=1+1"),
    ]
    text = desk.get(reverse("entries-file", args=["qiu", "csv"]), asked).content.decode("utf-8-sig")
    assert [list(csv.reader(io.StringIO(text)))[-2][index] for index in (0, -2)] == ["2", "素食"]
    assert desk.get(reverse("entries-file", args=["qiu", "pdf"]), asked).content.startswith(b"%PDF")


@pytest.mark.django_db
def test_a_paper_for_staff_has_all_of_it_but_no_phones(desk: Client, dinners: Event) -> None:
    dinners.pairs.get(number=1).players.update(phone="13800000001")
    place = reverse("paper", args=["qiu", "entries-full", "txt"])

    text = desk.get(place).content.decode()

    assert "报名资料表" in text
    assert "素食" in text
    assert "13800000001" not in text


@pytest.mark.django_db
def test_papers_find_every_column_in_one_place(dinners: Event) -> None:
    dinners.pairs.get(number=1).players.filter(seat=1).update(phone="13800000001")
    pair = pairs_of(dinners).get(number=1)

    found = {column.title: column.get(pair) for column in entry_columns(dinners)}

    assert found["序号"] == 1
    assert (found["用餐"], found["报名费"]) == ("素食", None)
    assert found["选手1手机"] == "13800000001"
    assert [column.title for column in entry_columns(dinners) if column.is_personal] == [
        "选手1手机",
        "选手2手机",
        "替补手机",
    ]
    assert [one.key for one in columns_named(dinners, ["unit", "no-such", "number"])] == ["unit", "number"]


def form_of(pair: Pair, **changed: str) -> dict[str, str]:
    first, second = pair.partners
    values = {
        "submission": "e1",
        "based_on": str(pair.version),
        "status": "active",
        "number": str(pair.number),
    }
    return {**values, "player1": first.name, "player2": second.name, "unit": "", **changed}


@pytest.mark.django_db
def test_a_pair_is_edited_with_its_columns(desk: Client, dinners: Event) -> None:
    pair = dinners.pairs.get(number=5)
    values = form_of(pair, **{f"own-{MEAL}": " 素　食\u200b ", f"own-{column_id('报名费')}": "=A1"})

    assert desk.post(address("entry", 5), values).status_code == 302

    pair.refresh_from_db()
    assert pair.own == {"用餐": "素 食", "报名费": "=A1"}
    line = dinners.journal.latest("pk")
    assert "pair.own" in line.codes["fields"]
    assert "=A1" not in str(line.codes)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param("长" * 201, "太长，最多 200 个字。", id="too long"),
        pytest.param("110101199003074514", "身份证号、护照号不保留", id="an ID number"),
    ],
)
def test_a_text_that_cannot_stay_is_refused(desk: Client, dinners: Event, typed: str, said: str) -> None:
    answer = desk.post(address("entry", 1), form_of(dinners.pairs.get(number=1), **{f"own-{MEAL}": typed}))

    assert answer.status_code == 422
    assert said in shown(answer)
    assert typed in shown(answer)
    assert dinners.pairs.get(number=1).own["用餐"] == "素食"


@pytest.mark.django_db
def test_a_column_added_meanwhile_keeps_what_stands_in_it(desk: Client, dinners: Event) -> None:
    values = form_of(dinners.pairs.get(number=1), note="靠窗", **{f"own-{MEAL}": "清真"})

    assert desk.post(address("entry", 1), values).status_code == 302

    assert dinners.pairs.get(number=1).own == {"用餐": "清真", "2024": "是"}


@pytest.mark.django_db
def test_a_new_pair_has_columns_too(desk: Client, dinners: Event) -> None:
    desk.post(address("entry-new"), NEW | {f"own-{MEAL}": "素食"})

    assert dinners.pairs.get(number=9).own == {"用餐": "素食"}


@pytest.mark.django_db
def test_columns_are_renamed_moved_and_deleted(dinners: Event) -> None:
    before = dinners.pairs.get(number=1).version
    rename_own_column(event=dinners, column="用餐", title=" 午餐：", by=TEST)
    move_own_column(event=dinners, column="2024", up=True, by=TEST)
    move_own_column(event=dinners, column="午餐", up=True, by=TEST)

    dinners.refresh_from_db()
    assert dinners.own_columns == ["午餐", "2024", "报名费"]
    pair = dinners.pairs.get(number=1)
    assert pair.own == {"午餐": "素食", "2024": "是"}
    assert pair.version == before + 1, "an open form meets a conflict"
    assert delete_own_column(event=dinners, column="午餐", by=TEST) == 4
    assert dinners.pairs.get(number=4).own == {}
    assert dinners.pairs.get(number=1).own == {"2024": "是"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("title", "code"),
    [
        pytest.param("  ", "own_title_needed", id="blank"),
        pytest.param("长" * 31, "own_title_too_long", id="too long"),
        pytest.param("用　餐", "own_title_taken", id="taken, written otherwise"),
    ],
)
def test_titles_that_are_refused(dinners: Event, title: str, code: str) -> None:
    with pytest.raises(ActionRefused) as refused:
        add_own_column(event=dinners, title=title, by=TEST)

    assert refused.value.code == code


@pytest.mark.django_db
def test_a_column_gone_and_a_page_grown_old(dinners: Event) -> None:
    with pytest.raises(ActionRefused, match="own_column_gone"):
        rename_own_column(event=dinners, column="早餐", title="晚餐", by=TEST)
    with pytest.raises(Conflict):
        delete_own_column(event=dinners, column="用餐", by=TEST, based_on=dinners.version + 1)
    assert dinners.pairs.get(number=1).own["用餐"] == "素食"


@pytest.mark.django_db
def test_the_page_of_columns(desk: Client, dinners: Event) -> None:
    page = desk.get(address("own-columns"))
    assert [(line["title"], line["count"]) for line in page.context["lines"]] == [
        ("用餐", 4),
        ("报名费", 0),
        ("2024", 3),
    ]
    assert "4 队在这一列的内容一起删除" in shown(page)
    sent = {"submission": "a1", "based_on": str(dinners.version), "title": "接站"}
    for _press in range(2):
        assert desk.post(address("own-columns-act", "add"), sent).status_code == 302
    dinners.refresh_from_db()
    assert dinners.own_columns == ["用餐", "报名费", "2024", "接站"]
    taken = {"submission": "r1", "based_on": str(dinners.version), "col": MEAL, "title": "接站"}
    answer = desk.post(address("own-columns-act", "rename"), taken)
    assert answer.status_code == 422
    assert "已有“接站”这一列。" in shown(answer)
    old = {"submission": "r2", "based_on": "1", "col": MEAL}
    assert desk.post(address("own-columns-act", "delete"), old).status_code == 409
    now = {"submission": "r3", "based_on": str(dinners.version), "col": MEAL}
    assert desk.post(address("own-columns-act", "delete"), now).status_code == 302
    dinners.refresh_from_db()
    assert dinners.own_columns == ["报名费", "2024", "接站"]
    assert desk.post(address("own-columns-act", "turn"), now).status_code == 404


@pytest.mark.django_db
def test_next_years_event_has_the_titles_only(dinners: Event) -> None:
    copied = copy_event(source=dinners, name="明年", by=TEST, bring="pairs")

    assert copied.own_columns == ["用餐", "报名费", "2024"]
    assert not copied.pairs.exclude(own={}).exists()
