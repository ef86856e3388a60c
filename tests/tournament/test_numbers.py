"""Numbers as people type them and as addresses hold them."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from tests.tournament.factories import make_event, make_stage, play_round
from tournament.forms.numbers import NumbersField, number_of, numbers_of
from tournament.models import PublicView


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        pytest.param("12", 12, id="plain"),
        pytest.param(" １２ 号", 12, id="F61: full width, with the word for it"),
        pytest.param("", None, id="nothing"),
        pytest.param("-1", None, id="below nothing"),
        pytest.param("1.0", None, id="not whole"),
        pytest.param("十二", None, id="in words"),
        pytest.param("9" * 5000, None, id="more figures than Python reads"),
    ],
)
def test_one_number(typed: str, number: int | None) -> None:
    assert number_of(typed) == number


def test_several_numbers_with_anything_usual_between_them() -> None:
    assert numbers_of("11、30号 7，２；x") == [11, 30, 7, 2, None]
    assert NumbersField().clean("11、30号 7") == [11, 30, 7]


def test_a_part_that_is_no_number_is_named() -> None:
    with pytest.raises(ValidationError, match="“王”不是序号"):
        NumbersField().clean("11、王")


@pytest.mark.django_db
@pytest.mark.parametrize("number", ["9" * 5000, "二", "-1", "1.0"])
def test_round_that_is_no_number_is_a_page_that_is_not_there(client: Client, number: str) -> None:
    stage = make_stage(make_event(pairs=4, public_view=PublicView.LIVE))
    play_round(stage, 1)
    page = f"/e/{stage.event.slug}/stages/1/standings/"
    assert client.get(page).status_code == 200
    assert client.get(page, {"round": number}).status_code == 404
