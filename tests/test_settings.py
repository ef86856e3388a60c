"""Settings from the environment: what is taken, and the one sentence for what cannot be meant."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config import environment

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("name", "value"),
    [
        pytest.param("SECRET_KEY", "short", id="a key that can be guessed"),
        pytest.param("DEBUG", "perhaps", id="neither on nor off"),
        pytest.param("TIME_ZONE", "Beijing", id="no such zone"),
        pytest.param("DATABASE_URL", "mysql://a@b/c", id="a database that is not kept"),
        pytest.param("DATABASE_URL", "postgres://host", id="no database name"),
        pytest.param("DATABASE_URL", "postgres://user:p[ss@host/name", id="not an address"),
        pytest.param("CACHE_URL", "memcached://x", id="a cache that is not kept"),
        pytest.param("CACHE_URL", "redis://", id="no cache host"),
        pytest.param("GUANSAI_HOSTS", "http://guansai.example.org", id="an address for a host"),
        pytest.param("GUANSAI_HOSTS", "guansai.example.org:8000", id="a host with port"),
        pytest.param("GUANSAI_HOSTS", "*", id="everybody"),
        pytest.param("GUANSAI_ORIGINS", "guansai.example.org", id="an origin without scheme"),
        pytest.param("GUANSAI_ORIGINS", "https://guansai.example.org/e/", id="an origin with path"),
        pytest.param("GUANSAI_PROXY", "yes", id="a proxy without scheme"),
    ],
)
def test_bad_value_stops_the_start_with_one_sentence(name: str, value: str, tmp_path: Path) -> None:
    done = start_django({name: value, "GUANSAI_DATA": str(tmp_path)})

    assert done.returncode == 1
    assert done.stderr.startswith(f"环境变量 {name} 的值不对：应为")
    assert done.stderr.strip().endswith("。")
    assert len(done.stderr.strip().splitlines()) == 1


def start_django(
    variables: dict[str, str], code: str = "import config.settings"
) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if key not in OURS}
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=ROOT, env=kept | variables | {"PYTHONUTF8": "1"}, capture_output=True, encoding="utf-8"
    )


OURS = {"SECRET_KEY", "DEBUG", "TIME_ZONE", "DATABASE_URL", "CACHE_URL", "ALLOWED_HOSTS"}


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = start_django({"GUANSAI_DATA": str(tmp_path / "file" / "data")})

    assert done.returncode == 1
    assert done.stderr.startswith("环境变量 GUANSAI_DATA 的值不对：")


def test_commands_run_without_any_variable(tmp_path: Path) -> None:
    done = start_django({"GUANSAI_DATA": str(tmp_path)})

    assert (done.returncode, done.stderr) == (0, "")


SERVER = {
    "SECRET_KEY": "Kq7-vw2Zr9_Lm4xTb8Yc1Nf6Hd3Gs5Jp0Wa-EuRiOoQyXt_7VzBk",
    "GUANSAI_PROXY": "https",
    "GUANSAI_HOSTS": "guansai.example.org",
}


def test_a_server_behind_https_has_nothing_left_to_warn_of(tmp_path: Path) -> None:
    kept = {key: value for key, value in os.environ.items() if key not in OURS}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=kept | SERVER | {"GUANSAI_DATA": str(tmp_path), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("proxy", "told"),
    [
        pytest.param("", "0 False False", id="the hall: http"),
        pytest.param("https", "2592000 True True", id="a server behind https"),
    ],
)
def test_cookies_and_names_are_held_to_https_behind_it(proxy: str, told: str, tmp_path: Path) -> None:
    asked = "s.SECURE_HSTS_SECONDS, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE"
    variables = {"GUANSAI_PROXY": proxy, "GUANSAI_DATA": str(tmp_path)}
    done = start_django(variables, f"import config.settings as s; print({asked})")
    assert done.stdout.strip() == told


@pytest.fixture
def set_variable(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in OURS | {"GUANSAI_HOSTS", "GUANSAI_ORIGINS", "GUANSAI_PROXY"}:
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_sqlite_is_the_default_and_does_not_lose_writes(
    set_variable: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = environment.database(tmp_path / "new")

    assert found["NAME"] == (tmp_path / "new" / "guansai.sqlite3").as_posix()
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert found["OPTIONS"]["timeout"] == 20
    assert "journal_mode=WAL" in found["OPTIONS"]["init_command"]
    assert "synchronous=FULL" in found["OPTIONS"]["init_command"]


def test_postgres_by_address(set_variable: pytest.MonkeyPatch, tmp_path: Path) -> None:
    set_variable.setenv("DATABASE_URL", "postgres://guansai:geheim@db.example.org:5433/events")

    found = environment.database(tmp_path)

    assert (found["ENGINE"], found["HOST"], found["PORT"], found["NAME"]) == (
        "django.db.backends.postgresql",
        "db.example.org",
        5433,
        "events",
    )


@pytest.mark.parametrize(
    ("value", "names", "lan"),
    [
        pytest.param("", [], True, id="unset: the hall"),
        pytest.param("guansai.example.org", ["guansai.example.org"], False, id="a server's name only"),
        pytest.param("lan, a.example.org", ["a.example.org"], True, id="both"),
        pytest.param(
            "a.example.org，b.example.org", ["a.example.org", "b.example.org"], False, id="full width"
        ),
    ],
)
def test_hosts(value: str, names: list[str], lan: bool, set_variable: pytest.MonkeyPatch) -> None:
    set_variable.setenv("GUANSAI_HOSTS", value)

    assert environment.hosts() == ([*environment.HERE, *names], lan)


def test_allowed_hosts_is_understood_as_well(set_variable: pytest.MonkeyPatch) -> None:
    set_variable.setenv("ALLOWED_HOSTS", "guansai.example.org")

    assert environment.hosts() == ([*environment.HERE, "guansai.example.org"], False)


def test_cache_in_memory_or_shared(set_variable: pytest.MonkeyPatch) -> None:
    assert environment.cache()["BACKEND"].endswith("LocMemCache")
    set_variable.setenv("CACHE_URL", "redis://cache.example.org:6379/1")
    assert environment.cache()["LOCATION"] == "redis://cache.example.org:6379/1"
