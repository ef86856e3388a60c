"""`manage.py serve`: what it prints, and that a phone reaches the address it prints (field case F73)."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import LazySettings
from django.core.management import call_command

from config.hosts import is_known
from tournament.management import addresses
from tournament.management.commands import serve
from tournament.queries import own_addresses

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("host", "address"),
    [
        pytest.param("0.0.0.0", "http://127.0.0.1:8000/", id="everywhere"),
        pytest.param("127.0.0.1", "http://127.0.0.1:8000/", id="this computer only"),
        pytest.param("192.168.8.109", "http://192.168.8.109:8000/", id="one network"),
        pytest.param("::1", "http://[::1]:8000/", id="IPv6"),
    ],
)
def test_the_address_for_this_computer(host: str, address: str) -> None:
    assert serve.local_address(host, 8000) == address


def test_lan_addresses_are_those_that_others_can_use(monkeypatch: pytest.MonkeyPatch) -> None:
    towards = {"10.255.255.255": "192.168.8.109", "192.0.2.1": "192.168.8.109"}
    monkeypatch.setattr(own_addresses, "_address_towards", towards.__getitem__)
    own = ["127.0.1.1", "169.254.7.7", "192.168.8.109", "10.8.0.2"]
    monkeypatch.setattr(own_addresses, "_addresses_of_own_name", lambda: own)

    assert addresses.lan_addresses() == ["192.168.8.109", "10.8.0.2"]


def test_without_a_network_there_is_no_lan_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_addresses, "_address_towards", lambda _probe: "")
    monkeypatch.setattr(own_addresses, "_addresses_of_own_name", lambda: ["127.0.0.1"])

    assert addresses.lan_addresses() == []


def test_the_qr_code_is_square_and_fits_a_terminal() -> None:
    lines = addresses.qr_lines("http://192.168.8.109:8000/")

    assert {len(line) for line in lines} == {len(lines[0])}
    assert len(lines[0]) <= 60
    assert len(lines) * 2 - len(lines[0]) in {0, 1}  # half blocks: two modules a line


def test_the_printed_addresses_are_let_in(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    settings.LAN_HOSTS, settings.ALLOWED_HOSTS, settings.HALL_ADDRESS = True, ["*"], ""
    monkeypatch.setenv("GUANSAI_HOSTS", "")
    monkeypatch.setenv("GUANSAI_HALL_ADDRESS", "")
    serve.welcome(["202.120.1.9"], "http://202.120.1.9:8000/")

    assert os.environ["GUANSAI_HOSTS"].split(",") == ["lan", *serve.settings.KNOWN_HOSTS, "202.120.1.9"]
    assert os.environ["GUANSAI_HALL_ADDRESS"] == "http://202.120.1.9:8000"
    assert is_known("202.120.1.9")
    assert settings.HALL_ADDRESS == "http://202.120.1.9:8000"


@pytest.mark.parametrize(
    ("host", "found"),
    [
        pytest.param("0.0.0.0", ["http://192.168.8.109:8400/"], id="everywhere"),
        pytest.param("127.0.0.1", [], id="this computer alone"),
        pytest.param("192.168.8.109", [], id="one address"),
    ],
)
def test_phones_have_an_address_where_the_site_listens_for_them(
    host: str, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "lan_addresses", lambda: ["192.168.8.109"])

    assert serve.hall_addresses(host, 8400) == found


@pytest.mark.parametrize(
    ("engine", "processes", "threads"),
    [
        pytest.param("django.db.backends.sqlite3", 1, 8, id="a laptop"),
        pytest.param("django.db.backends.postgresql", os.cpu_count(), 4, id="a server"),
    ],
)
def test_processes_and_threads_for_the_database(
    engine: str, processes: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(serve.settings.DATABASES, "default", {"ENGINE": engine})
    server = serve.make_server("127.0.0.1", 8000, None, None)

    assert (server.workers, server.blocking_threads) == (processes, threads)


def test_the_browser_waits_for_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([False, False, True])
    opened: list[str] = []
    monkeypatch.setattr(serve.time, "sleep", lambda _seconds: None)
    monkeypatch.setattr(serve, "is_answering", lambda _address: next(answers))
    monkeypatch.setattr(serve.webbrowser, "open", opened.append)

    serve.open_when_answering("http://127.0.0.1:8000/first/x/")

    assert opened == ["http://127.0.0.1:8000/first/x/"]
    assert next(answers, "asked until it answered") == "asked until it answered"


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def running(port: int, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The site as start.py starts it, on a database of its own; its first lines have been read."""
    command = [sys.executable, "manage.py", "serve", "--port", str(port), "--migrate", "--demo"]
    own = {"SECRET_KEY": "k" * 40, "GUANSAI_DATA": str(tmp_path), "DATABASE_URL": "", "PYTHONUTF8": "1"}
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | own,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        start_new_session=True,
    )
    yield process
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def read_until(process: subprocess.Popen[str], word: str) -> str:
    assert process.stdout is not None
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line)
        if word in line:
            break
    return "".join(lines)


def until_answering(port: int) -> None:
    while not addresses.is_answering(f"http://127.0.0.1:{port}/"):
        time.sleep(0.05)


def get(port: int, path: str, host: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("GET", path, headers={"Host": host})
    status = connection.getresponse().status
    connection.close()
    return status


def test_f73_the_site_answers_at_the_printed_address_and_stops_in_order(
    running: subprocess.Popen[str], port: int
) -> None:
    said = read_until(running, "Ctrl+C")
    until_answering(port)

    assert f"本机：http://127.0.0.1:{port}/" in said
    assert f"http://127.0.0.1:{port}/first/" in said
    assert get(port, "/", f"192.168.8.109:{port}") == 200
    assert get(port, "/e/demo/rules/", f"192.168.8.109:{port}") == 200
    assert get(port, "/static/tournament/site.css", f"192.168.8.109:{port}") == 200
    assert get(port, "/", f"guansai.example.org:{port}") == 400

    kept_open = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    kept_open.request("GET", "/", headers={"Host": "127.0.0.1"})
    assert kept_open.getresponse().status == 200

    running.send_signal(signal.SIGINT)
    assert "数据都已保存" in running.communicate(timeout=120)[0]
    assert running.returncode == 0


WORKER_AND_FIRST = """
import multiprocessing, signal, time
from config import first_process

def worker():
    first_process.GRACE = 0.1
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # as a worker that waits for a phone to let go
    first_process.stop_with_first_process()
    print("ready", flush=True)
    time.sleep(300)

multiprocessing.get_context("fork").Process(target=worker).start()
time.sleep(300)
"""


def test_a_worker_goes_when_the_first_process_was_killed() -> None:
    first = subprocess.Popen([sys.executable, "-c", WORKER_AND_FIRST], cwd=ROOT, stdout=subprocess.PIPE)
    assert first.stdout is not None
    assert first.stdout.readline() == b"ready\n"
    first.kill()

    assert first.communicate(timeout=60)[0] == b""  # its end of the pipe is shut when the worker is gone


@pytest.mark.django_db
def test_the_demo_is_spoken_of_only_when_it_is_made(
    port: int, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    settings.SECRET_KEY_GIVEN = True
    monkeypatch.setattr(serve, "make_server", lambda *_given: SimpleNamespace(serve=lambda: None))
    monkeypatch.setattr(serve, "welcome", lambda *_given: None)
    said = []
    for _start in range(2):
        out = StringIO()
        call_command("serve", host="127.0.0.1", port=port, demo=True, stdout=out)
        said.append("准备演示赛事" in out.getvalue())

    assert said == [True, False]


def test_what_cannot_work_is_one_plain_sentence(port: int) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
        own = {"SECRET_KEY": "k" * 40, "PYTHONUTF8": "1"}
        done = subprocess.run(
            command, cwd=ROOT, env=os.environ | own, capture_output=True, encoding="utf-8", check=False
        )

    assert done.returncode == 1
    assert done.stderr.startswith(f"端口 {port} 已被占用")
    assert len(done.stderr.splitlines()) == 1
