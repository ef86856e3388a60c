"""`start.py`: one command on a fresh computer, and one clear sentence where it cannot work."""

import ast
import importlib.util
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """`start.py` with an empty folder for its `.venv` and data."""
    spec = importlib.util.spec_from_file_location("start", ROOT / "start.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    (tmp_path / ".venv").mkdir()
    monkeypatch.delenv("SECRET_KEY", raising=False)
    monkeypatch.setenv("GUANSAI_DATA", str(tmp_path / "data"))
    return module


@pytest.mark.parametrize("version", [(3, 5, 2), (3, 10, 12)], ids=["3.5", "3.10"])
def test_an_old_python_is_named(version: tuple[int, int, int], tmp_path: Path) -> None:
    pretend = tmp_path / "pretend.py"
    pretend.write_text(
        f"import runpy, sys\nsys.version_info = {version}\nrunpy.run_path({str(ROOT / 'start.py')!r})\n"
    )
    done = subprocess.run([sys.executable, str(pretend)], capture_output=True, encoding="utf-8", env=UTF8)

    assert done.returncode == 1
    assert f"需要 Python 3.11 或更新的版本，现在是 {version[0]}.{version[1]}" in done.stderr
    assert "Traceback" not in done.stderr


UTF8 = os.environ | {"PYTHONUTF8": "1"}


def test_an_old_python_can_read_the_file() -> None:
    tree = ast.parse((ROOT / "start.py").read_text("utf-8"), feature_version=(3, 5))

    assert not [node.lineno for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]


def test_python_without_venv_is_named(start: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "PYTHON", start.VENV / "no-python")
    monkeypatch.setitem(sys.modules, "ensurepip", None)

    with pytest.raises(SystemExit, match="python3-venv"):
        start.make_venv()


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        pytest.param(
            "WARNING: Retrying ... NewConnectionError('Failed to establish a new connection')\n"
            "ERROR: No matching distribution found for Django==5.2.19",
            "没有网络",
            id="no network",
        ),
        pytest.param(
            "ERROR: No matching distribution found for x", "组件没有装成：ERROR: No matching", id="pip's word"
        ),
    ],
)
def test_what_pip_could_not_do_is_one_sentence(start: ModuleType, output: str, sentence: str) -> None:
    with pytest.raises(SystemExit, match=sentence):
        start.explain_pip(output.splitlines())


def test_the_second_start_installs_nothing(start: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    installed: list[list[str]] = []
    monkeypatch.setattr(start, "run_pip", installed.append)

    start.install("run")
    start.install("run")

    assert installed == [["-r", "requirements.txt"]]


def test_tests_need_more_and_make_the_start_ready_too(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed: list[list[str]] = []
    monkeypatch.setattr(start, "run_pip", installed.append)

    start.install("run")
    start.install("test")
    start.install("run")

    assert installed == [["-r", "requirements.txt"], ["-r", "requirements-dev.txt"]]


def test_a_changed_requirement_installs_again(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    installed: list[list[str]] = []
    monkeypatch.setattr(start, "run_pip", installed.append)
    monkeypatch.setattr(start, "ROOT", tmp_path)
    (tmp_path / "constraints.txt").write_text("asgiref==3.13.0")
    for line in ("Django==5.2.18", "Django==5.2.19"):
        (tmp_path / "requirements.txt").write_text(line)
        start.install("run")

    assert len(installed) == 2


def test_the_secret_key_is_made_once_and_kept(start: ModuleType, tmp_path: Path) -> None:
    first = start.environment_with_key()["SECRET_KEY"]

    assert len(first) >= 50
    assert start.environment_with_key()["SECRET_KEY"] == first
    kept = tmp_path / "data" / "secret-key.txt"
    assert kept.read_text() == first
    if os.name != "nt":
        assert kept.stat().st_mode & 0o077 == 0


def test_a_given_secret_key_is_not_replaced(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SECRET_KEY", "k" * 40)

    assert start.environment_with_key()["SECRET_KEY"] == "k" * 40
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param([], ["--port", "8000", "--migrate", "--demo", "--browser"], id="plain"),
        pytest.param(
            ["--no-demo", "--no-browser", "--port", "8123"], ["--port", "8123", "--migrate"], id="bare"
        ),
    ],
)
def test_options_reach_the_server(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, words: list[str], expected: list[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["start.py", *words])

    command = start.command_for(start.read_arguments())

    assert command[1:5] == ["manage.py", "serve", "--host", "0.0.0.0"]
    assert command[5:] == expected


def test_a_port_that_is_no_number_is_one_sentence(start: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["start.py", "--port", "八千"])

    with pytest.raises(SystemExit, match="端口应为数字"):
        start.read_arguments()


def serve(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "serve", *words]
    return subprocess.run(
        command, cwd=ROOT, env=UTF8 | variables, capture_output=True, encoding="utf-8", timeout=60
    )


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_serve_refuses_without_a_key(tmp_path: Path) -> None:
    done = serve(SECRET_KEY="", GUANSAI_DATA=str(tmp_path))

    assert done.returncode == 1
    assert "SECRET_KEY" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_taken_port_is_one_sentence(taken_port: int, tmp_path: Path) -> None:
    done = serve(
        "--host", "127.0.0.1", "--port", str(taken_port), SECRET_KEY="k" * 40, GUANSAI_DATA=str(tmp_path)
    )

    assert done.returncode == 1
    assert f"端口 {taken_port} 已被占用" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_serve_refuses_a_database_without_tables(tmp_path: Path) -> None:
    free = "0"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free = str(probe.getsockname()[1])
    done = serve("--host", "127.0.0.1", "--port", free, SECRET_KEY="k" * 40, GUANSAI_DATA=str(tmp_path))

    assert done.returncode == 1
    assert "manage.py migrate" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
