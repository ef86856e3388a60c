"""The first owner, signing in from a phone, forgotten passwords, people of an event."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tests.tournament.factories import TEST, make_director, make_event, make_person
from tournament.actions.make_first_owner import issue_first_owner_link, make_first_owner
from tournament.actions.manage_members import add_member
from tournament.actions.set_password import issue_password_link
from tournament.errors import ActionRefused
from tournament.models import Entry, Membership, OneTimeLink, Person, Role

pytestmark = pytest.mark.django_db

PASSWORD = "qingchen-8-zhang"
PHONE = "192.168.8.109:8000"


def printed(*command: str) -> str:
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue().strip()


def owner_form(**changed: str) -> dict[str, str]:
    typed = {"username": "zhouchen", "name": "周晨", "password": PASSWORD, "again": PASSWORD}
    return typed | {"submission": "first-owner-key"} | changed


# -- the first owner --


def test_first_owner_comes_through_the_printed_address_and_is_signed_in(client: Client) -> None:
    path = printed("firstowner")
    assert re.fullmatch(r"/first/[\w-]{32}/", path)
    assert client.get(path).status_code == 200

    response = client.post(path, owner_form())

    assert response["Location"] == "/"
    assert Person.objects.get(username="zhouchen").is_owner
    assert "周晨" in client.get("/").content.decode()


def test_only_the_digest_of_the_address_is_stored() -> None:
    token = printed("firstowner").split("/")[2]
    link = OneTimeLink.objects.get()
    assert token not in {link.digest, str(link.pk)}
    assert len(link.digest) == 64


def test_no_address_is_printed_when_there_is_an_owner() -> None:
    make_person(owner=True)
    assert printed("firstowner") == ""


def test_nobody_gets_in_by_another_address(client: Client) -> None:
    printed("firstowner")
    response = client.post("/first/guessed-token/", owner_form())
    assert response.status_code == 404
    assert not Person.objects.exists()


def test_a_new_address_ends_the_earlier_one(client: Client) -> None:
    earlier, path = printed("firstowner"), printed("firstowner")
    assert client.post(earlier, owner_form()).status_code == 404
    assert client.post(path, owner_form()).status_code == 302


def test_address_expires(client: Client) -> None:
    path = printed("firstowner")
    OneTimeLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    response = client.get(path)
    assert response.status_code == 404
    assert "重新启动" in response.content.decode()


def test_second_owner_cannot_come_the_same_way(client: Client) -> None:
    token = issue_first_owner_link(by=TEST)
    make_first_owner(token=token, username="a", name="甲", password=PASSWORD, by=TEST)
    with pytest.raises(ActionRefused) as refused:
        make_first_owner(token=token, username="b", name="乙", password=PASSWORD, by=TEST)
    assert refused.value.code == "link_not_valid"
    assert Person.objects.count() == 1


def test_f33_first_owner_sent_twice_is_one_owner_signed_in_by_the_password(client: Client) -> None:
    path = printed("firstowner")
    client.post(path, owner_form())
    again = Client()
    assert again.post(path, owner_form())["Location"] == "/"
    assert Person.objects.count() == 1
    assert "_auth_user_id" in again.session


def test_submission_of_the_first_owner_signs_nobody_in_without_the_password() -> None:
    path = printed("firstowner")
    Client().post(path, owner_form())
    stranger = Client()
    other = "ling-yi-ge-mima-7"
    response = stranger.post(path, owner_form(password=other, again=other))
    assert response["Location"] == "/login/"
    assert "_auth_user_id" not in stranger.session


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        pytest.param({"again": "different-8-zi"}, "两次输入的密码不一样", id="typed differently"),
        pytest.param({"password": "12345", "again": "12345"}, "密码", id="too short and too common"),
        pytest.param({"username": "zhou chen"}, "不含空格", id="a space in the account"),
        pytest.param({"name": ""}, "必填", id="no name"),
    ],
)
def test_first_owner_typed_wrongly_keeps_the_address(
    client: Client, changed: dict[str, str], sentence: str
) -> None:
    path = printed("firstowner")
    response = client.post(path, owner_form(**changed))
    assert response.status_code == 422
    page = response.content.decode()
    assert sentence in page
    assert f'value="{owner_form(**changed)["username"]}"' in page
    assert client.post(path, owner_form()).status_code == 302


def test_front_page_without_an_owner_says_where_the_address_is(client: Client) -> None:
    assert "第一次使用" in client.get("/").content.decode()
    make_person(owner=True)
    assert "第一次使用" not in client.get("/").content.decode()


# -- signing in and out --


def test_f73_sign_in_from_a_phone_by_the_lan_address() -> None:
    make_person("zhouchen")
    phone = Client(enforce_csrf_checks=True, headers={"host": PHONE})
    page = phone.get("/login/").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page).group(1)
    sent = {"username": "zhouchen", "password": "mimamima1", "csrfmiddlewaretoken": token, "next": ""}
    response = phone.post("/login/", sent, headers={"origin": f"http://{PHONE}"})
    assert response.status_code == 302
    assert phone.get("/").content.decode().count("王编排") == 1


def test_wrong_password_is_said_in_chinese_and_keeps_the_account(client: Client) -> None:
    make_person("zhouchen")
    response = client.post("/login/", {"username": "zhouchen", "password": "wrong"})
    assert response.status_code == 422
    assert "账号或密码不对" in response.content.decode()
    assert 'value="zhouchen"' in response.content.decode()


@pytest.mark.usefixtures("throttled_logins")
def test_eighth_wrong_password_locks_this_name_from_this_address(client: Client) -> None:
    make_person("zhouchen")
    answers = [client.post("/login/", {"username": "zhouchen", "password": "wrong"}) for _ in range(8)]
    assert [one.status_code for one in answers[:7]] == [422] * 7
    assert answers[7].status_code == 429
    assert "15 分钟" in answers[7].content.decode()
    right = client.post("/login/", {"username": "zhouchen", "password": "mimamima1"})
    assert right.status_code == 429


def test_leaving_says_so(client: Client) -> None:
    client.force_login(make_person(), backend="django.contrib.auth.backends.ModelBackend")
    assert "已退出登录" in client.post("/logout/").content.decode()
    assert "_auth_user_id" not in client.session


def test_login_never_leads_to_another_site(client: Client) -> None:
    make_person("zhouchen")
    sent = {"username": "zhouchen", "password": "mimamima1", "next": "https://example.org/"}
    assert client.post("/login/", sent)["Location"] == "/"


# -- forgotten passwords --


def test_forgotten_password_is_mended_by_the_command_once(client: Client) -> None:
    person = make_person("zhouchen")
    elsewhere = Client()
    elsewhere.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    path = printed("passwordlink", "zhouchen")
    assert "zhouchen" in client.get(path).content.decode()

    response = client.post(path, {"password": PASSWORD, "again": PASSWORD, "submission": "k"})

    assert "新密码已设好" in response.content.decode()
    person.refresh_from_db()
    assert person.check_password(PASSWORD)
    assert client.get(path).status_code == 404
    assert "退出登录" not in elsewhere.get("/").content.decode()


def test_password_command_names_the_accounts_when_the_name_is_wrong() -> None:
    make_person("zhouchen")
    with pytest.raises(CommandError, match="zhouchen"):
        call_command("passwordlink", "zhuochen")


def test_password_like_the_account_is_refused(client: Client) -> None:
    path = printed("passwordlink", make_person("zhouchen2026").username)
    sent = {"password": "zhouchen2026", "again": "zhouchen2026", "submission": "k"}
    assert client.post(path, sent).status_code == 422
    assert client.get(path).status_code == 200


def test_address_of_an_account_that_was_closed_is_dead(client: Client) -> None:
    person = make_person("zhouchen")
    path = printed("passwordlink", "zhouchen")
    Person.objects.filter(pk=person.pk).update(is_active=False)
    response = client.post(path, {"password": PASSWORD, "again": PASSWORD, "submission": "k"})
    assert response.status_code == 404
    assert not Person.objects.get(pk=person.pk).check_password(PASSWORD)


# -- people of an event --


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(
        make_director(make_event(pairs=0, slug="sai", name="中秋赛")),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    return client


def test_new_director_gets_an_address_to_set_a_password(desk: Client) -> None:
    response = desk.post("/e/sai/desk/people/", {"username": "chenlu", "name": "陈露", "submission": "k"})
    page = response.content.decode()
    path = re.search(r"http://testserver(/password/[\w-]+/)", page).group(1)
    assert "陈露" in page
    assert "还没有设密码" in page

    Client().post(path, {"password": PASSWORD, "again": PASSWORD, "submission": "k2"})
    theirs = Client()
    assert theirs.login(request=response.wsgi_request, username="chenlu", password=PASSWORD)
    assert theirs.get("/e/sai/desk/").status_code == 200


def test_account_that_exists_is_added_without_a_new_password(desk: Client) -> None:
    person = make_person("chenlu")
    response = desk.post("/e/sai/desk/people/", {"username": "CHENLU", "submission": "k"}, follow=True)
    assert "已添加王编排" in response.content.decode()
    assert Membership.objects.filter(person=person, role=Role.DIRECTOR).exists()
    assert not OneTimeLink.objects.exists()


def test_f61_account_typed_in_full_width_is_the_same_account(desk: Client) -> None:
    make_person("chenlu")
    desk.post("/e/sai/desk/people/", {"username": "ｃｈｅｎｌｕ", "name": "陈露", "submission": "k"})
    assert Membership.objects.filter(person__username="chenlu").exists()
    assert Person.objects.filter(username__startswith="chen").count() == 1


@pytest.mark.parametrize("path", ["people/remove/", "people/"])
def test_rubbish_from_a_script_is_no_fault_of_ours(desk: Client, path: str) -> None:
    sent = {"username": "a\x00b", "role": "emperor", "submission": "k" * 500}
    response = desk.post(f"/e/sai/desk/{path}", sent)
    assert response.status_code in {302, 422}
    assert Membership.objects.count() == 1


def test_new_account_needs_a_name(desk: Client) -> None:
    response = desk.post("/e/sai/desk/people/", {"username": "chenlu", "submission": "k"})
    assert response.status_code == 422
    assert "请写上姓名" in response.content.decode()
    assert 'value="chenlu"' in response.content.decode()


def test_f33_adding_twice_is_one_account_and_a_second_press_says_so(desk: Client) -> None:
    sent = {"username": "chenlu", "name": "陈露", "submission": "k"}
    desk.post("/e/sai/desk/people/", sent)
    assert desk.post("/e/sai/desk/people/", sent).status_code == 200
    assert Membership.objects.filter(person__username="chenlu").count() == 1
    person = Person.objects.get(username="chenlu")
    person.set_password(PASSWORD)
    person.save()
    response = desk.post("/e/sai/desk/people/", sent | {"submission": "k2"})
    assert "已经在名单里" in response.content.decode()


def test_lost_address_is_replaced_while_no_password_is_set(desk: Client) -> None:
    sent = {"username": "chenlu", "name": "陈露", "submission": "k"}
    first = desk.post("/e/sai/desk/people/", sent).content.decode()
    second = desk.post("/e/sai/desk/people/", {"username": "chenlu", "submission": "k2"}).content.decode()
    old, new = (re.search(r"http://testserver(/password/[\w-]+/)", page).group(1) for page in (first, second))
    assert Client().get(old).status_code == 404
    assert Client().get(new).status_code == 200
    assert "重新生成陈露设密码的链接" in desk.get("/e/sai/desk/journal/").content.decode()


def test_removed_director_sees_nothing_any_more_and_the_journal_says_who(desk: Client) -> None:
    event = Membership.objects.get().event
    other = make_director(event, username="chenlu")
    sent = {"username": "chenlu", "role": "director", "submission": "k"}
    assert "已移除" in desk.post("/e/sai/desk/people/remove/", sent, follow=True).content.decode()

    theirs = Client()
    theirs.force_login(other, backend="django.contrib.auth.backends.ModelBackend")
    assert theirs.get("/e/sai/desk/").status_code == 404
    assert Entry.objects.get(verb="remove_member").codes == {"role": "director", "account": other.pk}
    assert "移除赛事负责人：李负责" in desk.get("/e/sai/desk/journal/").content.decode()


def test_nobody_removes_himself(desk: Client) -> None:
    sent = {"username": "director", "role": "director", "submission": "k"}
    assert "不能移除自己" in desk.post("/e/sai/desk/people/remove/", sent, follow=True).content.decode()
    assert desk.get("/e/sai/desk/").status_code == 200


def test_f76_removed_account_keeps_its_name_in_the_journal(desk: Client) -> None:
    event = Membership.objects.get().event
    add_member(event=event, username="chenlu", name="陈露", role=Role.DIRECTOR, by=TEST)
    Person.objects.get(username="chenlu").delete()
    assert "添加赛事负责人：已删除的账号" in desk.get("/e/sai/desk/journal/").content.decode()
    Person.objects.get(username="director").delete()
    assert Entry.objects.get(verb="add_member").actor_name == "测试员"


def test_f72_script_in_a_name_is_text_on_the_pages_of_people(desk: Client) -> None:
    script = "<script>alert(1)</script>"
    event = Membership.objects.get().event
    event.name = script
    event.save()
    page = desk.post(
        "/e/sai/desk/people/", {"username": "x", "name": script, "submission": "k"}
    ).content.decode()
    assert script not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 2


def test_password_addresses_are_for_one_person(client: Client) -> None:
    first, second = make_person("a"), make_person("b")
    token = issue_password_link(person=first, by=TEST)
    issue_password_link(person=second, by=TEST)
    client.post(f"/password/{token}/", {"password": PASSWORD, "again": PASSWORD, "submission": "k"})
    second.refresh_from_db()
    assert not second.check_password(PASSWORD)
