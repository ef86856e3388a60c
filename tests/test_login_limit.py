"""Guessing passwords is slowed down, for one name from one address; nobody else in the hall is locked out."""

import pytest
from django.conf import LazySettings
from django.contrib.auth import authenticate, login
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from tournament.models import Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("throttled_logins", "one_login", "organiser")]


def login_page(request: HttpRequest) -> HttpResponse:
    """Stand for the login page."""
    person = authenticate(request, username=request.POST["username"], password=request.POST["password"])
    if person:
        login(request, person)
    return HttpResponse("in" if person else "wrong")


urlpatterns = [path("login", login_page)]


@pytest.fixture
def one_login(settings: LazySettings) -> None:
    settings.ROOT_URLCONF = __name__


@pytest.fixture
def organiser() -> Person:
    return Person.objects.create_user(username="organiser", password="a long secret", name="钱小满")


def attempt(password: str, *, name: str = "organiser", address: str = "192.168.8.20") -> HttpResponse:
    return Client(REMOTE_ADDR=address).post("/login", {"username": name, "password": password})  # type: ignore[return-value]


def fail(times: int) -> HttpResponse:
    return [attempt("wrong") for _ in range(times)][-1]


def test_the_right_password_still_works_after_a_few_slips(settings: LazySettings) -> None:
    fail(settings.AXES_FAILURE_LIMIT - 1)

    assert attempt("a long secret").content == b"in"


def test_too_many_failures_are_answered_in_words(settings: LazySettings) -> None:
    response = fail(settings.AXES_FAILURE_LIMIT)

    assert response.status_code == 429
    assert "请 15 分钟后再登录" in response.content.decode()
    assert attempt("a long secret").status_code == 429


def test_others_are_not_locked_out(settings: LazySettings) -> None:
    fail(settings.AXES_FAILURE_LIMIT)

    assert attempt("a long secret", address="192.168.8.21").content == b"in"
    assert attempt("wrong", name="scorer").content == b"wrong"


def test_a_login_begins_the_count_anew(settings: LazySettings) -> None:
    for _ in range(2):
        fail(settings.AXES_FAILURE_LIMIT - 1)
        assert attempt("a long secret").content == b"in"
