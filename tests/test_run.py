"""The test command itself: what it says of a machine that lacks something, and when it fails."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import postgres, run
from tests.run import Outcome


@pytest.mark.parametrize(
    ("required", "passed"),
    [
        pytest.param("", True, id="a laptop: said and passed"),
        pytest.param("browser", True, id="another thing is required"),
        pytest.param("browser, postgres", False, id="it is required"),
    ],
)
def test_what_is_missing_fails_only_where_it_is_required(
    required: str, passed: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GUANSAI_REQUIRE", required)
    monkeypatch.setattr(run, "find_binaries", lambda: None)

    outcome = run.postgres_tests({})

    assert outcome.passed is passed
    assert (
        capsys.readouterr().out.strip() == "--- No PostgreSQL found: the database tests ran on SQLite only."
    )


def test_no_browser_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("GUANSAI_REQUIRE", raising=False)
    monkeypatch.setattr(run, "find_chromium", lambda: None)

    assert run.browser_tests({}).passed
    assert (
        capsys.readouterr().out.strip() == "--- No Chromium or Chrome found: the browser tests were not run."
    )


@pytest.mark.parametrize(
    ("printed", "status", "line"),
    [
        pytest.param(
            "===== 12 passed in 0.50s =====", 0, "===== 12 passed in 0.50s =====", id="pytest's summary"
        ),
        pytest.param(
            "==== 1 failed, 3 passed in 1s ====", 1, "==== 1 failed, 3 passed in 1s ====", id="failure"
        ),
        pytest.param("All checks passed!", 0, "ok in ", id="a check"),
    ],
)
def test_a_step_keeps_the_summary_line(printed: str, status: int, line: str) -> None:
    command = [sys.executable, "-S", "-c", f"import sys; print({printed!r}); sys.exit({status})"]
    outcome = run.step("step", command, os.environ)

    assert outcome.passed is (status == 0)
    assert outcome.line.startswith(line)


def test_what_a_step_prints_comes_as_it_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "import time; print('first', flush=True); time.sleep(3); print('last')"
    path = tmp_path / "output"
    with path.open("wb") as written, path.open(encoding="utf-8") as output:
        running = subprocess.Popen([sys.executable, "-S", "-c", words], stdout=written)
        shown = [capsys.readouterr().out for _ in run.heard(running, output, follow=True)]

    assert "".join(shown) == "first\nlast\n"
    assert "first\n" in shown[:-1]


@pytest.mark.parametrize("follow", [pytest.param(True, id="as it comes"), pytest.param(False, id="whole")])
def test_a_step_that_never_ends_is_stopped_and_fails(
    follow: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "SECOND", 0.05)
    monkeypatch.setattr(run, "LIMIT", 1)
    words = "import time; print('waits', flush=True); time.sleep(600)"

    outcome = run.step("step", [sys.executable, "-S", "-c", words], os.environ, follow=follow)

    assert not outcome.passed
    told = capsys.readouterr().out
    assert told.count("waits\n") == 1
    assert "stopped: it had not ended after 1 s" in told


@pytest.mark.skipif(os.name == "nt", reason="a shell's & is POSIX")
def test_what_a_step_left_running_keeps_nobody_waiting(tmp_path: Path) -> None:
    """A browser that a test forgot holds the output open."""
    command = ["sh", "-c", f"sleep 600 & echo $! > {tmp_path / 'left'}; echo done"]
    began = time.monotonic()

    outcome = run.step("step", command, os.environ)

    os.kill(int((tmp_path / "left").read_text()), signal.SIGKILL)
    assert outcome.passed
    assert time.monotonic() - began < 60


def test_steps_run_side_by_side_and_each_shows_its_output_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each waits for the other's file, so that neither would end alone."""
    wait = (
        "import sys, time; from pathlib import Path; mine, other = map(Path, sys.argv[1:]);"
        "print(mine.name, 'begins', flush=True); mine.touch();"
        "[time.sleep(0.01) for _ in range(3000) if not other.exists()];"
        "print(mine.name, 'ends'); sys.exit(not other.exists() or mine.name == 'a')"
    )

    def run_one(name: str, other: str) -> Outcome:
        command = [sys.executable, "-S", "-c", wait, str(tmp_path / name), str(tmp_path / other)]
        return run.step(name, command, os.environ)

    outcomes = run.side_by_side([lambda: run_one("a", "b")], [lambda: run_one("b", "a")])

    assert [(outcome.name, outcome.passed) for outcome in outcomes] == [("a", False), ("b", True)]
    told = capsys.readouterr().out
    assert "--- a\na begins\na ends\n" in told
    assert "--- b\nb begins\nb ends\n" in told


def test_one_failure_fails_all(capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = [Outcome("mypy", True, "ok in 3 s"), Outcome("tests on SQLite", False, "= 1 failed in 2s =")]

    assert run.report(outcomes) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "Failed: tests on SQLite."
    assert run.report(outcomes[:1]) == 0


def test_the_newest_postgres_is_taken_and_half_an_installation_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version, names in {
        "9.6": ("initdb", "pg_ctl"),
        "15": ("initdb", "pg_ctl"),
        "16": ("pg_ctl",),
    }.items():
        (tmp_path / version / "bin").mkdir(parents=True)
        for name in names:
            (tmp_path / version / "bin" / name).touch()
    monkeypatch.setattr(postgres, "PLACES", (str(tmp_path),))
    monkeypatch.setattr(postgres, "NAMES", ("initdb", "pg_ctl"))
    monkeypatch.setenv("PATH", "")

    assert postgres.find_binaries() == tmp_path / "15" / "bin"
