"""`manage.py serve`: the site for a hall or a server."""

import argparse
import io
import os
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from tournament.actions.load_demo import demo_stands, demo_was_loaded
from tournament.backups import places
from tournament.backups.gate import open_again
from tournament.backups.itself import copy_hourly
from tournament.imports.uploads import sweep_uploads
from tournament.making.jobs import sweep as sweep_makings
from tournament.management.addresses import is_answering, lan_addresses, port_trouble, qr_lines
from tournament.management.sentences import SentenceCommand

STOP_AFTER = 3  # seconds: phones keep their connections open, and nobody waits for them to let go
EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - compared, not bound


class Command(SentenceCommand):
    """Start granian with the settings measured for the database in use."""

    help = "Serves the site; prints its local and LAN address with a QR code."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take where to listen and, from start.py, what to make ready first."""
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")  # noqa: S104
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--workers", type=int, help="processes (default: 1, on PostgreSQL one per core)")
        parser.add_argument("--threads", type=int, help="threads each (default: 8, on PostgreSQL 4)")
        parser.add_argument("--migrate", action="store_true", help="bring the database up to date first")
        parser.add_argument(
            "--demo", action="store_true", help="load the demo event first, if it is not there"
        )
        parser.add_argument("--browser", action="store_true", help="open this computer's browser")

    def work(self, **options: Any) -> None:
        """Refuse what cannot work, make ready, say the addresses, serve until stopped."""
        host, port = options["host"], options["port"]
        refuse_unready(host, port)
        if options["migrate"]:
            self.say(_("检查数据库……"))
            with database_reached():
                call_command("migrate", verbosity=0, interactive=False)
        refuse_old_database()
        if options["demo"] and not (demo_stands() or demo_was_loaded()):
            self.say(_("准备演示赛事……"))
            call_command("loaddemo", stdout=io.StringIO())
        sweep_makings()
        sweep_uploads()
        start = local_address(host, port) + first_owner_path().lstrip("/")
        self.say_addresses(host, port, start)
        welcome(lan_addresses(), next(iter(hall_addresses(host, port)), ""))
        server = make_server(host, port, options["workers"], options["threads"])
        if options["browser"] and has_screen():
            threading.Thread(target=open_when_answering, args=(start,), daemon=True).start()
        if places.database_file() is not None:
            open_again()
            # Not in the workers: there may be several, and one hour needs one copy.
            threading.Thread(target=copy_hourly, daemon=True, name="hourly-backup").start()
        server.serve()
        self.say(_("已停止。数据都已保存。"))

    def say(self, line: str) -> None:
        """Print one line at once, also where the output is a pipe."""
        self.stdout.write(line)
        self.stdout.flush()

    def say_addresses(self, host: str, port: int, start: str) -> None:
        """Print where this computer and the hall's phones find the site."""
        local = local_address(host, port)
        lan = hall_addresses(host, port)
        if start != local:
            self.say(_("第一次使用，请在本机打开此地址设立站点负责人（只能用一次）：") + start)
        self.say(_("本机：") + local)
        for address in lan:
            self.say(_("局域网（手机连同一个 Wi-Fi）：") + address)
        if lan:
            self.say("\n".join(qr_lines(lan[0])))
        elif host in EVERYWHERE:
            self.say(_("没有找到局域网地址：连接 Wi-Fi 或网线后重新启动，手机才能访问。"))
        self.say(_("按 Ctrl+C 停止。"))


def refuse_unready(host: str, port: int) -> None:
    """Refuse to start without a secret key or on a port that another program holds."""
    if not settings.SECRET_KEY_GIVEN:
        raise CommandError(
            _("没有设置环境变量 SECRET_KEY（至少 32 个字符）：请先设置它，或用 python3 start.py 启动。")
        )
    if not 0 < port < 65536:
        raise CommandError(_("端口 %(port)s 不对：应为 1 至 65535。") % {"port": port})
    reason = port_trouble(host, port)
    if reason == "taken":
        raise CommandError(
            _("端口 %(port)s 已被占用，可能已经启动过一次：请关闭那个窗口，或换端口，例如 --port %(other)s。")
            % {"port": port, "other": port + 1 if port < 65535 else 8000}
        )
    if reason:
        raise CommandError(
            _("不能在 %(host)s 端口 %(port)s 上服务：%(reason)s")
            % {"host": host, "port": port, "reason": reason}
        )


@contextmanager
def database_reached() -> Iterator[None]:
    """Turn a database that does not answer into one sentence, without its password."""
    try:
        yield
    except OperationalError as error:
        reason = str(error).strip().split("\n")[0]
        raise CommandError(
            _("数据库不能使用，请检查 DATABASE_URL：%(reason)s") % {"reason": reason}
        ) from error


def refuse_old_database() -> None:
    """Refuse to serve a database that lacks migrations."""
    with database_reached():
        executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError(_("数据库还没有更新，请先运行 manage.py migrate，或用 python3 start.py 启动。"))


def local_address(host: str, port: int) -> str:
    """Return the address that works in this computer's own browser, with a closing slash."""
    name = "127.0.0.1" if host in EVERYWHERE else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def hall_addresses(host: str, port: int) -> list[str]:
    """Return the addresses for phones, with a closing slash, the likeliest first; none on a closed host."""
    return [f"http://{address}:{port}/" for address in lan_addresses()] if host in EVERYWHERE else []


def first_owner_path() -> str:
    """Return the one-time path of the first owner, empty when the site has an owner."""
    answer = io.StringIO()
    call_command("firstowner", stdout=answer)
    return answer.getvalue().strip()


def open_when_answering(address: str) -> None:
    """Open the browser once the server, which takes a moment to start, answers at `address`."""
    for _attempt in range(150):
        time.sleep(0.2)
        if is_answering(address):
            webbrowser.open(address)
            return


def has_screen() -> bool:
    """Say whether a browser window can open; without a screen some systems start one in the terminal."""
    return sys.platform in {"win32", "darwin"} or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def welcome(addresses: Sequence[str], hall: str) -> None:
    """Let the printed addresses in, also where a campus gives its computers public ones; hand on the first.

    Granian's workers are processes of their own. Forked ones keep the settings of this process, spawned ones
    read them anew from the environment: both are told.
    """
    if not settings.LAN_HOSTS:
        return
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *addresses]
    settings.HALL_ADDRESS = hall.rstrip("/")
    os.environ["GUANSAI_HOSTS"] = ",".join(["lan", *settings.KNOWN_HOSTS, *addresses])
    os.environ["GUANSAI_HALL_ADDRESS"] = settings.HALL_ADDRESS


def make_server(host: str, port: int, workers: int | None, threads: int | None) -> Any:
    """Build granian: one process, eight threads for SQLite; a process a core, four each for PostgreSQL."""
    big = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")
    return Granian(
        "config.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers or ((os.cpu_count() or 1) if big else 1),
        blocking_threads=threads or (4 if big else 8),
        log_level=LogLevels.error,
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_AFTER,
    )
