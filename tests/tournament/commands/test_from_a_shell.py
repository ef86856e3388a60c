"""Commands as a shell runs them: with DATABASE_URL alone, on a database that was just migrated."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from tests.hall import migrated
from tests.tournament.archive.documents import small
from tests.tournament.commands.commands import write

ROOT = Path(__file__).resolve().parents[3]
FOREIGN = ("SECRET_KEY", "DEBUG", "DJANGO_SETTINGS_MODULE", "PYTHONIOENCODING", "GUANSAI_")


class Shell:
    """Runs `manage.py` in a process of its own against one database file."""

    def __init__(self, folder: Path) -> None:
        kept = {key: value for key, value in os.environ.items() if not key.startswith(FOREIGN)}
        database = f"sqlite:///{folder / 'db.sqlite3'}"
        self.environment = kept | {"DATABASE_URL": database, "GUANSAI_DATA": str(folder)}

    def run(self, *args: object) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "manage.py", *map(str, args)]
        return subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, timeout=120)


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Shell:
    """A shell with a freshly migrated database."""
    folder = tmp_path_factory.mktemp("shell")
    with django_db_blocker.unblock():
        shutil.copy(migrated(), folder / "db.sqlite3")
    return Shell(folder)


def test_an_event_goes_in_and_comes_out(shell: Shell, tmp_path: Path) -> None:
    loaded = shell.run("loadevent", write(tmp_path, small()), "--slug", "in-and-out")
    ranked = shell.run("standings", "in-and-out", "--format", "json")
    dumped = shell.run("dumpevent", "in-and-out")

    assert (loaded.returncode, loaded.stdout.decode(), loaded.stderr) == (0, "in-and-out\n", b"")
    assert (ranked.returncode, ranked.stderr) == (0, b"")
    assert [row["pair"] for row in json.loads(ranked.stdout)] == [1, 3, 2, 4]
    assert json.loads(dumped.stdout)["event"]["name"] == "图书馆掼蛋赛"


def test_a_refusal_is_one_sentence_on_stderr_and_status_1(shell: Shell, tmp_path: Path) -> None:
    document = small()
    document["pairs"][1]["number"] = 1

    refused = shell.run("loadevent", write(tmp_path, document))

    assert (refused.returncode, refused.stdout) == (1, b"")
    assert refused.stderr.decode() == "$.pairs[1].number：序号 1 用了两次。\n"


def test_a_database_without_tables_is_told_in_a_sentence(tmp_path: Path) -> None:
    refused = Shell(tmp_path).run("dumpevent", "nowhere")

    assert refused.returncode == 1
    assert refused.stderr.decode() == "数据库还没有更新，请先运行 manage.py migrate。\n"
