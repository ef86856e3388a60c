"""Reaching the site: from phones by the LAN address, behind a proxy, by unknown names (field case F73)."""

import pytest
from django.conf import LazySettings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.urls import path

from config.hosts import client_address, is_known

PHONE = "192.168.8.109:8000"


def form(request: HttpRequest) -> HttpResponse:
    """Stand for any page with a form: GET hands out a token, POST takes it."""
    return HttpResponse("saved" if request.method == "POST" else get_token(request))


urlpatterns = [path("form", form)]


@pytest.fixture(autouse=True)
def one_form(settings: LazySettings) -> None:
    settings.ROOT_URLCONF = __name__


@pytest.fixture
def phone() -> Client:
    return Client(enforce_csrf_checks=True, headers={"host": PHONE})


def post(client: Client, headers: dict[str, str], *, secure: bool = False) -> HttpResponse:
    """Open the form and send it, as a browser does, with these headers besides."""
    token = client.get("/form", secure=secure).content.decode()
    return client.post("/form", {"csrfmiddlewaretoken": token}, headers=headers, secure=secure)  # type: ignore[return-value]


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"origin": f"http://{PHONE}"}, id="a browser that says its origin"),
        pytest.param({}, id="an old browser that does not"),
        pytest.param({"origin": "null"}, id="a browser inside an app that hides it"),
        pytest.param(
            {"origin": f"http://{PHONE}", "x-forwarded-proto": "https"}, id="with a header of no proxy"
        ),
    ],
)
def test_f73_post_from_a_phone_by_the_lan_address(phone: Client, headers: dict[str, str]) -> None:
    response = post(phone, headers)

    assert (response.status_code, response.content) == (200, b"saved")


@pytest.mark.parametrize("origin", [f"http://{PHONE}", "null", ""], ids=["own", "null", "none"])
def test_f73_no_post_without_a_token(phone: Client, origin: str) -> None:
    response = phone.post("/form", headers={"origin": origin} if origin else {})

    assert response.status_code == 403
    assert "Cookie" in response.content.decode()


def test_f73_https_proxy_that_was_not_announced_names_the_setting(phone: Client) -> None:
    response = post(phone, {"origin": f"https://{PHONE}", "x-forwarded-proto": "https"})

    assert response.status_code == 403
    assert "GUANSAI_PROXY=https" in response.content.decode()


def test_f73_https_proxy_that_was_announced_works(phone: Client, settings: LazySettings) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    response = post(phone, {"origin": f"https://{PHONE}", "x-forwarded-proto": "https"})

    assert response.content == b"saved"


def test_f73_proxy_that_renames_the_host_names_the_setting_and_works_with_it(settings: LazySettings) -> None:
    origin = "https://guansai.example.org"
    refused = post(Client(enforce_csrf_checks=True, headers={"host": "localhost"}), {"origin": origin})
    assert f"GUANSAI_ORIGINS={origin}" in refused.content.decode()

    settings.CSRF_TRUSTED_ORIGINS = [origin]
    assert (
        post(Client(enforce_csrf_checks=True, headers={"host": "localhost"}), {"origin": origin}).content
        == b"saved"
    )


def test_f73_hidden_origin_over_https_says_what_to_do(phone: Client) -> None:
    response = post(phone, {"origin": "null"}, secure=True)

    assert response.status_code == 403
    assert "Referrer-Policy" in response.content.decode()
    assert "same-origin" in response.content.decode()


def test_f73_unknown_name_is_answered_with_the_setting(client: Client) -> None:
    response = client.get("/form", headers={"host": "guansai.example.org"})

    assert response.status_code == 400
    assert "GUANSAI_HOSTS" in response.content.decode()
    assert "guansai.example.org" in response.content.decode()


def test_f72_script_in_the_host_is_shown_as_text(client: Client) -> None:
    response = client.get("/form", headers={"host": "<script>alert(1)</script>"})

    assert response.status_code == 400
    assert "<script>" not in response.content.decode()


@pytest.mark.parametrize(
    ("host", "known"),
    [
        pytest.param("localhost", True, id="this computer"),
        pytest.param("127.0.0.1", True, id="this computer by number"),
        pytest.param("[::1]", True, id="this computer by IPv6"),
        pytest.param("192.168.8.109", True, id="a router's network"),
        pytest.param("10.3.0.7", True, id="a big office's network"),
        pytest.param("172.20.1.9", True, id="a phone's hotspot"),
        pytest.param("169.254.3.4", True, id="a cable without router"),
        pytest.param("[fe80::1]", True, id="a cable without router, IPv6"),
        pytest.param("100.64.12.3", True, id="a campus behind a carrier"),
        pytest.param("8.8.8.8", False, id="the open internet"),
        pytest.param("172.32.0.1", False, id="just beyond the private range"),
        pytest.param("0.0.0.0", False, id="no address"),
        pytest.param("guansai.example.org", False, id="a name that was not announced"),
        pytest.param("192.168.8.109.example.org", False, id="a name that looks like a number"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_hosts_of_the_hall(host: str, known: bool, settings: LazySettings) -> None:
    settings.LAN_HOSTS = True
    assert is_known(host) is known


def test_a_server_that_names_its_hosts_takes_no_numbers(settings: LazySettings) -> None:
    settings.LAN_HOSTS = False
    settings.ALLOWED_HOSTS = ["*", "guansai.example.org"]

    assert is_known("guansai.example.org")
    assert not is_known("192.168.8.109")


@pytest.mark.parametrize(
    ("proxy", "address"),
    [
        pytest.param("", "10.0.0.2", id="no proxy: the header is anybody's word"),
        pytest.param("https", "203.0.113.9", id="behind a proxy: the address it wrote last"),
    ],
)
def test_where_a_request_came_from(proxy: str, address: str, settings: LazySettings) -> None:
    settings.PROXY = proxy
    forwarded = {"x-forwarded-for": "198.51.100.1, 203.0.113.9"}
    request = RequestFactory().get("/", headers=forwarded, REMOTE_ADDR="10.0.0.2")

    assert client_address(request) == address


def test_every_answer_carries_the_strict_policy(phone: Client) -> None:
    response = phone.get("/form")

    assert "default-src 'none'" in response["Content-Security-Policy"]
    assert "unsafe" not in response["Content-Security-Policy"]
    assert response["X-Frame-Options"] == "DENY"
    assert response["Referrer-Policy"] == "same-origin"
