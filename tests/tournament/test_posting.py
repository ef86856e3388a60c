"""Addresses that only take a form, opened by themselves."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournament.addresses import ADDRESSES
from tests.tournament.test_visitors import event, visitor
from tournament.models import Event

__all__ = ["event"]
pytestmark = pytest.mark.django_db


def test_an_address_that_takes_a_form_leads_who_opens_it_to_a_page(event: Event) -> None:
    """A refusal is drawn at the form's own address: loaded anew, that is a page and not a 405."""
    client = visitor("owner", event)
    led = {name: one for name, one in ADDRESSES.items() if one.get == 302 and one.post != 405}
    assert len(led) > 60
    told = {
        name: client.get(reverse(name, args=address.args) + "?session=", follow=True)
        for name, address in led.items()
    }
    assert {name for name, page in told.items() if page.status_code != 200} == {
        "award-remove",  # this event has no award,
        "screen-remove",  # and one screen
    }
    on_the_front_page = {name for name, page in told.items() if page.request["PATH_INFO"] == "/"}
    assert on_the_front_page == {"remove-demo"}
