"""The page of rights says what the guards do: every address of the staff is in it, once."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.addresses import ADDRESSES, EVERYBODY, OWNER, SIGNED_IN
from tests.tournament.factories import make_event, make_person, make_stage
from tournament.lists.rights import may_in_words
from tournament.models import Membership, Role
from tournament.permissions import DEEDS, Right, guards, right_for
from tournament.wording.rights import STATES, WORDS

NOT_STAFF = {EVERYBODY, OWNER, SIGNED_IN}


def test_every_address_of_the_staff_is_in_one_deed() -> None:
    named = Counter(name for deed in DEEDS for name in deed.addresses)
    assert dict(named) == dict.fromkeys(guards(), 1)


def test_the_guards_ask_for_what_the_walk_of_all_visitors_proves() -> None:
    walked = {name: one.who for name, one in ADDRESSES.items() if one.who not in NOT_STAFF}
    assert {name: right.value for name, right in guards().items()} == walked


def test_every_deed_is_worded_and_no_word_is_left_over() -> None:
    codes = [deed.code for deed in DEEDS]
    assert sorted(WORDS) == sorted(f"deed.{code}" for code in codes)
    assert set(STATES) <= set(codes)
    assert all(isinstance(right_for(deed), Right) for deed in DEEDS)


@pytest.mark.parametrize(
    ("role", "code", "said"),
    [
        pytest.param(Role.DIRECTOR, "undo_rounds", "可以", id="director: everything"),
        pytest.param(Role.CHIEF_REFEREE, "enter_results", "可以", id="chief referee: corrects closed rounds"),
        pytest.param(Role.SCORER, "enter_results", "本轮结束前可以", id="scorer: results of open rounds"),
        pytest.param(Role.SCORER, "rule", "–", id="scorer: no penalties"),
        pytest.param(Role.REFEREE, "print", "–", id="referee: nothing at the desk"),
    ],
)
def test_what_a_role_may(role: Role, code: str, said: str) -> None:
    (deed,) = [one for one in DEEDS if one.code == code]
    assert str(may_in_words(role, deed)) == said


@pytest.mark.django_db
def test_a_scorer_reads_the_page_which_leads_to_no_page_that_is_not_his() -> None:
    event = make_stage(make_event(pairs=4), rounds_played=1).event
    person = make_person("scorer")
    Membership.objects.create(person=person, event=event, role=Role.SCORER)
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")

    shown = client.get(reverse("rights", args=[event.slug])).content.decode()

    assert "本轮结束前可以" in shown
    assert "要输入赛事名称" in shown
    assert f'href="{reverse("people", args=[event.slug])}"' not in shown
