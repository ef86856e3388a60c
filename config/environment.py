"""Read settings from the environment; a value that cannot be meant stops the start with one sentence."""

import ipaddress
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, TypeVar
from urllib.parse import SplitResult, urlsplit
from zoneinfo import available_timezones

import dj_database_url
from environs import Env, EnvError

Value = TypeVar("Value")
env = Env()

LAN = "lan"  # in GUANSAI_HOSTS: every private address, see config.hosts
HERE = ["localhost", "127.0.0.1", "[::1]"]
KEY_LENGTH = 32
KEPT_OPEN = 600  # seconds; opening SQLite anew takes a millisecond, three times what a small page asks of it
SQLITE_OPTIONS: dict[str, Any] = {
    # Django's defaults lose most of 100 clients' writes to "database is locked"; IMMEDIATE loses none.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,  # seconds
    # FULL: a result that was answered is on the disk, also when the laptop's battery dies.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}


def refuse(name: str, wanted: str) -> NoReturn:
    """Stop the start: `name` is the variable, `wanted` says in Chinese what it should hold."""
    raise SystemExit(f"环境变量 {name} 的值不对：应为{wanted}。")


def read(name: str, reader: Callable[..., Value], default: Value, wanted: str) -> Value:
    """Read `name` with one of environs' readers; an empty variable counts as not set."""
    try:
        if not env.str(name, "").strip():
            return default
        return reader(name)
    except EnvError:
        refuse(name, wanted)


def words(name: str) -> list[str]:
    """Read a list: commas, full-width ones too, or spaces between; an unset variable is an empty list."""
    text = env.str(name, "").replace("，", ",").replace(",", " ")
    return text.split()


def address(name: str, text: str, wanted: str) -> SplitResult:
    """Take an address apart, refusing one that has no parts."""
    try:
        return urlsplit(text)
    except ValueError:
        refuse(name, wanted)


def flag(name: str) -> bool:
    """Read a switch that is off by default."""
    return read(name, env.bool, False, " 1（开）或 0（关）")


def secret_key() -> str:
    """Read SECRET_KEY; empty when it is not set, which `serve` refuses and other commands do not mind.

    While developing (DEBUG) any key will do.
    """
    key = env.str("SECRET_KEY", "")
    if key and len(key) < KEY_LENGTH and not flag("DEBUG"):
        refuse("SECRET_KEY", f"至少 {KEY_LENGTH} 个字符的随机文字")
    return key


def time_zone() -> str:
    """Read TIME_ZONE, the zone that every clock time on screens and paper stands in."""
    zone = env.str("TIME_ZONE", "") or "Asia/Shanghai"
    if zone not in available_timezones():
        refuse("TIME_ZONE", "时区名称，例如 Asia/Shanghai")
    return zone


def database(data_dir: Path) -> dict[str, Any]:
    """Read DATABASE_URL: PostgreSQL, or SQLite (by default a file in `data_dir`, which is made)."""
    wanted = " postgres://用户:密码@主机:端口/库名，或 sqlite:///文件路径"
    url = env.str("DATABASE_URL", "") or f"sqlite:///{_sqlite_file(data_dir)}"
    if address("DATABASE_URL", url, wanted).scheme not in {"sqlite", "postgres", "postgresql"}:
        refuse("DATABASE_URL", wanted)
    try:
        found: dict[str, Any] = dict(dj_database_url.parse(url))
    except (ValueError, dj_database_url.ParseError):
        refuse("DATABASE_URL", wanted)
    if not found.get("NAME"):
        refuse("DATABASE_URL", wanted)
    if url.startswith("sqlite"):
        return found | {"OPTIONS": found.get("OPTIONS", {}) | SQLITE_OPTIONS, "CONN_MAX_AGE": KEPT_OPEN}
    return found | {"CONN_MAX_AGE": KEPT_OPEN, "CONN_HEALTH_CHECKS": True}


def _sqlite_file(data_dir: Path) -> str:
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
    except OSError:
        refuse("GUANSAI_DATA", f"可以写入的文件夹，{data_dir} 无法建立")
    return (data_dir / "guansai.sqlite3").as_posix()


def cache() -> dict[str, Any]:
    """Read CACHE_URL: Redis for several workers, else the process's own memory."""
    url = env.str("CACHE_URL", "")
    if not url:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "guansai"}
    wanted = " redis://主机:端口/库号"
    parts = address("CACHE_URL", url, wanted)
    if parts.scheme not in {"redis", "rediss"} or not parts.hostname:
        refuse("CACHE_URL", wanted)
    return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url}


def hosts() -> tuple[list[str], bool]:
    """Read GUANSAI_HOSTS (or ALLOWED_HOSTS): the names, and whether private addresses are welcome too.

    Unset means the hall: this computer and every private address. `lan` among names says the same of them.
    """
    name = "GUANSAI_HOSTS" if words("GUANSAI_HOSTS") else "ALLOWED_HOSTS"
    given = words(name)
    for host in given:
        if host == "*" or "/" in host or (":" in host and not _is_ipv6(host)):
            refuse(name, "用逗号分开的主机名或地址，不带 http://、端口和 *")
    names = [host for host in given if host != LAN]
    return [*HERE, *names], LAN in given or not given


def _is_ipv6(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).version == 6
    except ValueError:
        return False


def origins() -> list[str]:
    """Read GUANSAI_ORIGINS: addresses, scheme included, whose pages may post here (a proxy renames hosts)."""
    given = [origin.rstrip("/") for origin in words("GUANSAI_ORIGINS")]
    wanted = "用逗号分开的网址，例如 https://guansai.example.org"
    for origin in given:
        parts = address("GUANSAI_ORIGINS", origin, wanted)
        if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path:
            refuse("GUANSAI_ORIGINS", wanted)
    return given


def proxy() -> str:
    """Read GUANSAI_PROXY: empty, or the scheme (`http`, `https`) by which people reach the proxy."""
    scheme = env.str("GUANSAI_PROXY", "").strip().lower()
    if scheme not in {"", "http", "https"}:
        refuse("GUANSAI_PROXY", " http 或 https，即大家访问代理服务器所用的协议")
    return scheme
