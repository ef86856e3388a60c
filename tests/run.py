"""Run every check and test, as `python3 start.py test` does, and end with what came out.

What this machine lacks (a browser, PostgreSQL) is said in one line and passes, unless
GUANSAI_REQUIRE names it.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TextIO

from tests.browser.chromium import find_chromium
from tests.postgres import find_binaries, temporary_postgres

PYTHON = [sys.executable, "-m"]
SUMMARY = re.compile(r"^=+ .*\b(passed|failed|error|errors|no tests ran)\b.* =+$")
CHECKS: dict[str, list[str]] = {
    "ruff": ["ruff", "check", "."],
    "format": ["ruff", "format", "--check", "."],
    "mypy": ["mypy", "."],
    "migrations": ["django", "makemigrations", "--check", "--dry-run"],
    "templates": ["djlint", "templates", "--lint", "--quiet"],
}
COVERAGE = ["--cov", "--cov-report=term-missing:skip-covered"]
PURE = ["tests/scoring", "tests/pairing"]
BROWSER = "tests/browser"
TWO_AT_ONCE = ["-n", "2", "--dist", "worksteal"]
THREE_AT_ONCE = ["-n", "3", "--dist", "worksteal"]  # a browser waits for a third of its time
ENOUGH = ["--maxfail", "20"]  # more failures say nothing more, and in a browser each waits a minute
SECOND = 1.0
LIMIT = 1500  # seconds for one step: what takes longer hangs


@dataclass(frozen=True)
class Outcome:
    """How one step ended: its name, whether it may pass, and the line to show for it."""

    name: str
    passed: bool
    line: str


def main() -> int:
    """Run all steps, also after a failed one, and return the exit status."""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "COLUMNS": "110"}
    # Every worker of every step would compile all tests anew where the machine forbids to keep that.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    checks = [partial(step, name, PYTHON + words, environment) for name, words in CHECKS.items()]
    # Counting branches slows everything down, and only the pure packages are counted.
    pure = ["tests of the pure packages", [*PURE, *TWO_AT_ONCE, *COVERAGE], environment]
    others = [*(f"--ignore={folder}" for folder in (*PURE, BROWSER)), *TWO_AT_ONCE]
    on_sqlite = ["tests on SQLite", others, environment]
    tests = [partial(pytest, *pure), partial(pytest, *on_sqlite)]
    # A browser beside other tests is kept waiting for so long that keys are pressed into the page before.
    tests += [partial(browser_tests, environment), partial(postgres_tests, environment)]
    outcomes = side_by_side(checks, tests)
    return report(outcomes)


def side_by_side(*rows: Sequence[Callable[[], Outcome]]) -> list[Outcome]:
    """Run the rows of steps at once, the steps of a row one after the other; outcomes in the order given.

    mypy has one processor busy: tests work meanwhile.
    """

    def all_of(row: Sequence[Callable[[], Outcome]]) -> list[Outcome]:
        return [run() for run in row]

    with ThreadPoolExecutor(len(rows)) as pool:
        return [outcome for ended in pool.map(all_of, rows) for outcome in ended]


def step(
    name: str, command: Sequence[str], environment: Mapping[str, str], *, follow: bool = False
) -> Outcome:
    """Run one command and show its output: as it comes (`follow`), else whole when it has ended.

    The outcome's line is pytest's summary where there is one. The output goes through a file: a pipe is
    open for as long as anything lives that the command started, a forgotten browser too.
    """
    print(f"... {name}", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder, "output")
        with path.open("wb") as written, path.open(encoding="utf-8", errors="replace") as output:
            running = subprocess.Popen(command, env=environment, stdout=written, stderr=subprocess.STDOUT)
            told = "".join(heard(running, output, follow=follow))
    print(f"\n--- {name}\n{'' if follow else told}", end="", flush=True)
    summaries = [line for line in map(str.strip, told.splitlines()) if SUMMARY.match(line)]
    ended = f"{'ok' if running.returncode == 0 else 'failed'} in {time.monotonic() - began:.0f} s"
    return Outcome(name, running.returncode == 0, summaries[-1] if summaries else ended)


def heard(running: subprocess.Popen[bytes], output: TextIO, *, follow: bool) -> Iterator[str]:
    """Yield what comes into `output` until the command has ended, printing it where one wants to `follow`;
    a command that goes on beyond LIMIT is stopped, and that is said."""
    ends, late = time.monotonic() + LIMIT, ""
    while running.returncode is None:
        with suppress(subprocess.TimeoutExpired):
            running.wait(SECOND)
        if time.monotonic() > ends and running.returncode is None:
            running.kill()
            running.wait()
            late = f"\n--- stopped: it had not ended after {LIMIT} s\n"
        told = output.read() + late
        print(told if follow else "", end="", flush=True)
        yield told


def pytest(name: str, words: Sequence[str], environment: Mapping[str, str]) -> Outcome:
    """Run pytest with `words`."""
    return step(name, [*PYTHON, "pytest", "--no-header", *ENOUGH, *words], environment, follow=True)


def browser_tests(environment: Mapping[str, str]) -> Outcome:
    """Run the tests that drive a browser, where there is one."""
    if find_chromium():
        return pytest("tests in the browser", [BROWSER, *THREE_AT_ONCE], environment)
    return missing("browser", "No Chromium or Chrome found: the browser tests were not run.")


def postgres_tests(environment: Mapping[str, str]) -> Outcome:
    """Run the tests that touch the database again on a PostgreSQL made for them, where it is installed."""
    if not find_binaries():
        return missing("postgres", "No PostgreSQL found: the database tests ran on SQLite only.")
    try:
        with temporary_postgres() as url:
            words = ["-m", "database", f"--ignore={BROWSER}", *TWO_AT_ONCE]
            return pytest("tests on PostgreSQL", words, {**environment, "DATABASE_URL": url})
    except (OSError, subprocess.CalledProcessError) as error:
        return Outcome("postgres", False, f"PostgreSQL did not start: {error}")


def missing(what: str, sentence: str) -> Outcome:
    """Say in one line what was left out; it fails only where GUANSAI_REQUIRE names it."""
    required = what in os.environ.get("GUANSAI_REQUIRE", "").replace(" ", "").split(",")
    print(f"\n--- {sentence}", flush=True)
    return Outcome(what, not required, sentence)


def report(outcomes: Sequence[Outcome]) -> int:
    """Print pytest's own summaries and one line a step; return 0 only when all passed."""
    print("\n--- result")
    print("\n".join(outcome.line for outcome in outcomes if SUMMARY.match(outcome.line)))
    for outcome in outcomes:
        print(f"{'ok    ' if outcome.passed else 'FAILED'} {outcome.name}: {outcome.line.strip('= ')}")
    failed = [outcome.name for outcome in outcomes if not outcome.passed]
    print("All passed." if not failed else f"Failed: {', '.join(failed)}.", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
