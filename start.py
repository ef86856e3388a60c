#!/usr/bin/env python3
"""Start 掼赛 with one command: `python3 start.py`; run all its tests: `python3 start.py test`.

Needs nothing but Python. The syntax stays old-fashioned (no f-strings), so that a Python that is too old
still understands this file and can say so.
"""

import argparse
import hashlib
import io
import os
import secrets
import subprocess
import sys
from pathlib import Path

NEEDED = (3, 11)
if sys.version_info < NEEDED:
    sys.exit(
        "需要 Python 3.11 或更新的版本，现在是 {0}.{1}。请到 https://www.python.org/downloads/ 安装。\n"
        "Python 3.11 or newer is needed, this is {0}.{1}: https://www.python.org/downloads/".format(
            *sys.version_info[:2]
        )
    )

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
REQUIREMENTS = {
    "run": ["constraints.txt", "requirements.txt"],
    "test": ["constraints.txt", "requirements.txt", "requirements-dev.txt"],
}
OFFLINE_SIGNS = (
    "NewConnectionError",
    "Connection refused",
    "Connection reset",
    "Failed to establish",
    "name resolution",
    "getaddrinfo failed",
    "Network is unreachable",
    "timed out",
    "ProxyError",
    "ConnectionError",
)


def main() -> None:
    """Make everything ready, then hand over to the server or to the tests."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a console that lacks Chinese still shows the rest
    options = read_arguments()
    try:
        make_venv()
        install(options.what)
        environment = environment_with_key()
    except OSError as error:
        stop("不能写入程序所在的文件夹：{}".format(error), "The folder cannot be written.")
    hand_over(command_for(options), environment)


def read_arguments() -> argparse.Namespace:
    """Read what to do and where to serve."""
    parser = argparse.ArgumentParser(description="掼赛：启动网站；加 test 则运行全部测试。")
    parser.add_argument("what", nargs="?", choices=["run", "test"], default="run", help="run（默认）或 test")
    parser.add_argument("--host", default="0.0.0.0", help="监听的地址，默认全部")
    parser.add_argument("--port", default="8000", help="端口，默认 8000")
    parser.add_argument("--no-browser", action="store_true", help="不打开浏览器")
    parser.add_argument("--no-demo", action="store_true", help="不准备演示赛事")
    options = parser.parse_args()
    if not options.port.isdigit():
        stop("端口应为数字，例如 --port 8080。", "The port is a number, such as --port 8080.")
    return options


def make_venv() -> None:
    """Make `.venv`, again if its Python has gone or changed; say what is missing where that cannot work."""
    if venv_works():
        return
    try:
        import ensurepip  # noqa: F401 - Debian ships Python without it
        import venv
    except ImportError:
        stop(
            "这个 Python 缺少 venv 组件。Debian、Ubuntu 请运行：sudo apt install python3-venv",
            "This Python lacks venv; on Debian and Ubuntu: sudo apt install python3-venv",
        )
    say("第一次启动：准备运行环境（.venv）……")
    try:
        venv.EnvBuilder(with_pip=True, clear=True, symlinks=os.name != "nt").create(str(VENV))
    except subprocess.CalledProcessError:
        stop(
            "运行环境 .venv 没有建成，请删除 .venv 文件夹后再试。",
            "Making .venv failed; delete it and try again.",
        )


def venv_works() -> bool:
    """Say whether `.venv` has a Python of the same version as this one."""
    if not PYTHON.exists():
        return False
    asking = [str(PYTHON), "-c", "import pip, sys; print(sys.version_info[:2])"]
    try:
        answer = subprocess.run(asking, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    except OSError:
        return False
    return answer.stdout.decode().strip() == str(sys.version_info[:2])


def install(what: str) -> None:
    """Install what `what` needs, unless exactly that was installed before."""
    stamp = VENV / "installed-{}.txt".format(what)
    digest = digest_of(REQUIREMENTS[what])
    if stamp.exists() and stamp.read_text() == digest:
        return
    say("安装所需组件（需要网络，约一两分钟）……")
    run_pip(["-r", REQUIREMENTS[what][-1]])
    for done, names in REQUIREMENTS.items():
        if set(names) <= set(REQUIREMENTS[what]):
            (VENV / "installed-{}.txt".format(done)).write_text(digest_of(names))


def digest_of(names: "list[str]") -> str:
    """Digest requirement files, so that a changed line installs again."""
    texts = b"".join((ROOT / name).read_bytes() for name in names)
    return hashlib.sha256(texts).hexdigest()


def run_pip(arguments: "list[str]") -> None:
    """Run pip with a counter instead of its output; on failure say in one sentence what to do."""
    pip = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    command = pip + ["--retries", "2", "--progress-bar", "off"] + arguments
    output = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=str(ROOT)
    ) as running:
        for raw in running.stdout or ():
            line = raw.decode("utf-8", "replace").strip()
            output.append(line)
            show_progress(line, sum(text.startswith("Collecting ") for text in output))
    show_progress("", 0)
    if running.returncode:
        explain_pip(output)


def show_progress(line: str, count: int) -> None:
    """Rewrite one line on a terminal with the package that pip is at; keep quiet in a pipe."""
    if not sys.stdout.isatty():
        return
    doing = line[len("Collecting ") :].split()[0] if line.startswith("Collecting ") else ""
    if doing or not line or line.startswith("Installing collected"):
        text = "  {} {}".format(count, doing or "正在安装……") if line else ""
        sys.stdout.write("\r" + text.ljust(60)[:60] + ("" if line else "\r"))
        sys.stdout.flush()


def explain_pip(output: "list[str]") -> None:
    """Stop with the reason why packages could not be installed."""
    text = "\n".join(output)
    if any(sign in text for sign in OFFLINE_SIGNS):
        stop(
            "没有网络，不能安装组件。请连接互联网后再运行一次；装好以后不再需要网络。",
            "No network: connect once to install, afterwards none is needed.",
        )
    errors = [line for line in output if line.startswith("ERROR")] or output[-3:]
    stop("组件没有装成：" + " ".join(errors), "Installing the packages failed.")


def environment_with_key() -> "dict[str, str]":
    """Return this environment with a SECRET_KEY: the given one, or the one kept in the data folder."""
    environment = dict(os.environ, PYTHONUTF8="1", PYTHONUNBUFFERED="1")
    if environment.get("SECRET_KEY"):
        return environment
    folder = Path(environment.get("GUANSAI_DATA") or ROOT / "data")
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "secret-key.txt"
    if not kept.exists():
        made = os.open(str(kept), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(made, "w") as file:
            file.write(secrets.token_urlsafe(50))
    environment["SECRET_KEY"] = kept.read_text().strip()
    return environment


def command_for(options: argparse.Namespace) -> "list[str]":
    """Return the command that does the work, in `.venv`'s Python."""
    if options.what == "test":
        return [str(PYTHON), "-m", "tests.run"]
    serve = [str(PYTHON), "manage.py", "serve", "--host", options.host, "--port", options.port, "--migrate"]
    return serve + ([] if options.no_demo else ["--demo"]) + ([] if options.no_browser else ["--browser"])


def hand_over(command: "list[str]", environment: "dict[str, str]") -> None:
    """Become `command`; on Windows, which cannot, wait for it and leave with its status."""
    os.chdir(str(ROOT))
    sys.stdout.flush()
    if os.name != "nt":
        os.execve(command[0], command, environment)
    with subprocess.Popen(command, env=environment) as running:
        while running.poll() is None:
            try:
                running.wait()
            except KeyboardInterrupt:
                continue  # Ctrl+C reached the server too; let it end in order
    sys.exit(running.returncode)


def say(sentence: str) -> None:
    """Print one line at once."""
    print(sentence, flush=True)


def stop(sentence: str, english: str) -> None:
    """Leave with one clear sentence, Chinese first."""
    sys.exit(sentence + "\n" + english)


if __name__ == "__main__":
    main()
