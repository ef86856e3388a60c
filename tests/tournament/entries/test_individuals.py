"""People who entered alone: the list, lots by computer and by hand, taking it back."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook

from pairing.errors import PairingError
from tests.tournament.entries.pages import NEW, address, shown
from tests.tournament.factories import TEST, make_stage
from tournament.actions.draw_partners import draw_individuals, type_partners, undo_partners
from tournament.actions.individuals import PersonValues, add_individual, delete_individual, edit_individual
from tournament.errors import ActionRefused, Conflict
from tournament.imports.doubles import Fate
from tournament.imports.entering import judge_rows
from tournament.imports.entries import EntryRow
from tournament.models import Draw, Event, Individual
from tournament.queries.individuals import waiting_people, waiting_stamp

pytestmark = pytest.mark.django_db

NAMES = ["林一", "何二", "高三", "罗四", "郑五", "梁六", "谢七"]


def alone(event: Event, count: int, **fields: str) -> list[Individual]:
    return [
        add_individual(event=event, values=PersonValues(name, **fields), by=TEST) for name in NAMES[:count]
    ]


def waiting(event: Event) -> list[str]:
    return [one.name for one in event.individuals.filter(pair=None)]


def test_seven_by_lot_make_three_pairs_with_the_next_numbers_and_one_waits(event: Event) -> None:
    alone(event, 7, unit="工会", phone="13800000001")
    made = draw_individuals(event=event, seed=4, by=TEST)

    pairs = event.pairs.filter(individuals__isnull=False).distinct().order_by("number")
    assert [pair.number for pair in pairs] == made.result["pairs"] == [9, 10, 11]
    people = [name for pair in pairs for name in pair.names.split()]
    assert sorted(people + waiting(event)) == sorted(NAMES)
    first = pairs[0]
    assert first.unit is not None
    assert (first.unit.name, first.partners[0].phone) == ("工会", "13800000001")
    assert (made.seed, made.algorithm) == ("4", "guansai-partners-1/guansai-chance-1")
    assert event.journal.first().codes == {"count": 3}


def test_the_same_seed_draws_the_same_and_a_second_press_nothing(event: Event) -> None:
    alone(event, 6)
    stamp = waiting_stamp(waiting_people(event))
    first = draw_individuals(event=event, seed=9, by=TEST, submission="k", based_on=stamp)
    again = draw_individuals(event=event, seed=8, by=TEST, submission="k", based_on=stamp)
    assert (again.pk, event.pairs.count()) == (first.pk, 11)
    undo_partners(event=event, by=TEST)
    second = draw_individuals(event=event, seed=9, by=TEST)
    assert second.result["couples"] == first.result["couples"]
    assert (first.ordinal, second.ordinal) == (1, 2)


def test_typed_lots_pair_equal_numbers_and_leave_the_rest(event: Event) -> None:
    people = alone(event, 5)
    lots = {people[0].pk: 7, people[3].pk: 7, people[1].pk: 2}
    made = type_partners(event=event, lots=lots, by=TEST)
    assert event.pairs.get(number=9).names == "林一 罗四"
    assert waiting(event) == ["何二", "高三", "郑五"]
    assert (made.seed, made.inputs, made.algorithm) == ("", None, "")


def test_typed_lots_of_three_are_refused_and_nothing_changes(event: Event) -> None:
    people = alone(event, 3)
    with pytest.raises(PairingError, match="lot_of_three"):
        type_partners(event=event, lots={one.pk: 1 for one in people}, by=TEST)
    assert (event.pairs.count(), len(waiting(event))) == (8, 3)


def test_undo_lets_everybody_wait_again_until_a_pair_plays(event: Event) -> None:
    alone(event, 4)
    draw_individuals(event=event, seed=1, by=TEST)
    undo_partners(event=event, by=TEST, based_on=1)
    assert (event.pairs.count(), waiting(event)) == (8, NAMES[:4])
    draw_individuals(event=event, seed=2, by=TEST)
    make_stage(event)
    with pytest.raises(ActionRefused) as refused:
        undo_partners(event=event, by=TEST)
    assert (refused.value.code, refused.value.params) == ("partners_play", {"numbers": [9, 10]})


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_to_draw(event: Event, count: int) -> None:
    alone(event, count)
    with pytest.raises(ActionRefused, match="too_few_individuals"):
        draw_individuals(event=event, seed=1, by=TEST)
    with pytest.raises(ActionRefused, match="no_partners_drawn"):
        undo_partners(event=event, by=TEST)


def test_who_looked_at_another_list_is_told(event: Event) -> None:
    people = alone(event, 4)
    with pytest.raises(Conflict, match="individuals_changed"):
        draw_individuals(event=event, seed=1, based_on=waiting_stamp(people[:3]), by=TEST)
    edit_individual(individual=people[0], values=PersonValues("林壹"), by=TEST, based_on=1)
    with pytest.raises(Conflict):
        edit_individual(individual=people[0], values=PersonValues("林乙"), by=TEST, based_on=1)
    draw_individuals(event=event, seed=1, by=TEST)
    with pytest.raises(Conflict):
        undo_partners(event=event, based_on=2, by=TEST)
    with pytest.raises(Conflict):
        type_partners(event=event, lots={people[1].pk: 1}, by=TEST)
    with pytest.raises(ActionRefused, match="individual_is_paired"):
        delete_individual(individual=people[0], by=TEST)


def test_the_page_adds_edits_and_deletes(desk: Client, event: Event) -> None:
    sent = {"submission": "a", "name": " 林　单 ", "unit": "工会", "phone": "１３８００００００１２"}
    for _press in range(2):
        assert desk.post(address("individuals"), sent).status_code == 302
    (person,) = event.individuals.all()
    assert (person.name, person.unit.name, person.phone) == ("林单", "工会", "13800000012")
    asked = desk.post(address("individuals"), sent | {"submission": "b"})
    assert (asked.status_code, "林单已在单独报名、等待搭档的名单中" in shown(asked)) == (422, True)

    edit = {"submission": "c", "who": str(person.pk), "based_on": "1", "name": "林丹"}
    assert desk.post(address("individual", 1), edit).status_code == 302
    stale = desk.post(address("individual", 1), edit | {"submission": "d", "name": "林旦"})
    assert stale.status_code == 409
    gone = {"submission": "e", "who": str(person.pk), "based_on": "2", "delete": "1"}
    assert desk.post(address("individual", 1), gone).status_code == 302
    assert not event.individuals.exists()


def test_a_name_that_is_in_a_pair_must_be_confirmed(desk: Client, event: Event) -> None:
    name = event.pairs.get(number=2).partners[0].name
    sent = {"submission": "a", "name": name}
    asked = desk.post(address("individuals"), sent)
    assert (asked.status_code, f"{name}已在序号 2“" in shown(asked)) == (422, True)
    tick = asked.context["form"].fields["confirm"].widget.attrs["value"]
    assert desk.post(address("individuals"), sent | {"confirm": tick}).status_code == 302


def test_the_page_draws_types_and_takes_back(desk: Client, event: Event) -> None:
    people = alone(event, 5)
    drawn = {"submission": "a", "based_on": waiting_stamp(people), "apart": "1"}
    answers = [desk.post(address("individuals-draw"), drawn, follow=True) for _press in range(2)]
    assert "已配成 9、10 号。还没有搭档：" in shown(answers[0])
    assert Draw.objects.count() == 1
    undo = {"submission": "b", "based_on": "1"}
    assert "已撤销上一次抽签配对" in shown(desk.post(address("individuals-undo"), undo, follow=True))
    wrong = {"submission": "c"} | {f"lot_{one.pk}": "3" for one in people}
    refused = desk.post(address("individuals-lots"), wrong)
    assert (refused.status_code, "一个签号只能有两人" in shown(refused)) == (422, True)
    assert shown(refused).count('value="3"') == 5
    lots = {"submission": "d", f"lot_{people[0].pk}": "３", f"lot_{people[4].pk}": "3"}
    desk.post(address("individuals-lots"), lots)
    assert event.pairs.get(number=9).names == "林一 郑五"


def test_a_lot_that_is_no_number_is_told_at_its_place(desk: Client, event: Event) -> None:
    (person,) = alone(event, 1)
    answer = desk.post(address("individuals-lots"), {"submission": "a", f"lot_{person.pk}": "三"})
    assert (answer.status_code, "请输入签号（数字）。" in shown(answer)) == (422, True)


def crowd(event: Event, count: int) -> None:
    Individual.objects.bulk_create(
        Individual(event=event, name=f"林{at}", key=f"林{at}", pinyin=f"0lin2{at:03}") for at in range(count)
    )


def names(answer: Any) -> list[str]:
    return [row.record.name for row in answer.context["table"].page.object_list]


def test_the_list_is_sorted_by_pinyin_and_paged_by_fifty(desk: Client, event: Event) -> None:
    crowd(event, 52)
    add_individual(event=event, values=PersonValues("安百", "工会", "13812345678", "女子"), by=TEST)

    assert len(names(desk.get(address("individuals")))) == 50
    assert names(desk.get(address("individuals"), {"page": 2})) == ["林50", "林51", "安百"]
    by_name = desk.get(address("individuals"), {"sort": "name"})
    assert names(by_name)[:2] == ["安百", "林0"]
    assert address("individual", 53) in shown(by_name)
    assert "138••••5678" in shown(by_name)
    for column in ("unit", "-unit", "category", "-category"):
        assert names(desk.get(address("individuals"), {"sort": column}))[0] == "安百"


def test_the_list_is_a_paper_too(desk: Client, event: Event) -> None:
    assert "单独报名名单" not in shown(desk.get(address("papers")))
    alone(event, 2, unit="工会", phone="13812345678")
    add_individual(event=event, values=PersonValues("=林", "", "", "女子"), by=TEST)

    assert "单独报名名单" in shown(desk.get(address("papers")))
    text = desk.get(address("paper", "individuals", "txt")).content.decode()
    assert "等待搭档 3 人" in text
    assert "林一" in text
    assert "138" not in text
    sheet = load_workbook(BytesIO(desk.get(address("paper", "individuals", "xlsx")).content)).worksheets[0]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert [3, "=林", None, "女子"] in [row[:4] for row in rows]
    assert desk.get(address("paper", "individuals", "pdf")).content.startswith(b"%PDF")


def test_a_refused_step_shows_the_list_whole(desk: Client, event: Event) -> None:
    crowd(event, 52)
    answer = desk.post(address("individuals-draw"), {"submission": "a", "based_on": "3"})

    assert answer.status_code == 409
    assert "?sort=" not in shown(answer)
    assert "林51" in shown(answer)


@pytest.mark.parametrize("count", [2, 60])
def test_the_page_costs_the_same_for_few_and_many(
    desk: Client, event: Event, count: int, django_assert_num_queries: Any
) -> None:
    crowd(event, count)
    with django_assert_num_queries(16):
        assert desk.get(address("individuals")).status_code == 200


def test_who_draws_partners_second_is_told_who_was_first(event: Event) -> None:
    people = alone(event, 4)
    stamp = waiting_stamp(people)
    first = draw_individuals(event=event, seed=1, by=TEST, based_on=stamp, submission="one")
    with pytest.raises(Conflict, match="partners_drawn_by_another") as told:
        draw_individuals(event=event, seed=2, by=TEST, based_on=stamp, submission="two")
    assert told.value.params["by"] == "测试员"
    with pytest.raises(Conflict, match="by_another"):
        type_partners(event=event, lots={}, by=TEST, based_on=stamp)
    assert list(event.draws.all()) == [first]


def test_a_namesake_of_another_unit_is_only_pointed_out(desk: Client, event: Event) -> None:
    pair = event.pairs.get(number=2)
    sent = {"submission": "a", "name": pair.partners[0].name, "unit": "别的单位"}

    answer = desk.post(address("individuals"), sent, follow=True)

    assert "的选手同名，单位或电话不同，按重名处理" in shown(answer)
    assert event.individuals.count() == 1


def test_who_waits_alone_is_asked_about_before_a_pair_is_added(desk: Client, event: Event) -> None:
    alone(event, 1, unit="建筑系")

    asked = desk.post(address("entry-new"), NEW | {"player2": "林 一"})
    assert asked.status_code == 422
    assert "林一已在单独报名、等待搭档的名单中；一人不能参加两队" in shown(asked)

    tick = asked.context["form"].fields["confirm"].widget.attrs["value"]
    assert desk.post(address("entry-new"), NEW | {"player2": "林 一", "confirm": tick}).status_code == 302
    other = NEW | {"submission": "s2", "player1": "林一", "player2": "白鹭", "unit": "美术系"}
    answer = desk.post(address("entry-new"), other, follow=True)
    assert "按重名处理" in shown(answer)


def test_who_waits_alone_is_asked_about_in_an_imported_list(event: Event) -> None:
    alone(event, 1, unit="建筑系")
    rows = [
        EntryRow(2, players=("林一", "梁成"), unit="建筑系"),
        EntryRow(3, players=("何二", "白鹭"), unit="建筑系"),
    ]

    judged = judge_rows(event, rows).rows

    assert [one.fate for one in judged] == [Fate.CONFIRM, Fate.NEW]
    (remark,) = judged[0].remarks
    assert (remark.code, remark.params["where"], remark.params["person"]) == ("person_twice", "alone", "林一")


def test_who_has_a_partner_by_lot_counts_once(event: Event) -> None:
    alone(event, 2)
    draw_individuals(event=event, seed=1, by=TEST)

    (judged,) = judge_rows(event, [EntryRow(2, players=("林一", "白鹭"))]).rows

    assert [remark.params["where"] for remark in judged.remarks] == ["number"]
