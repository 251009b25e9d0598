"""Runs a command of ours on a bare Debian that is made for it and gone afterwards; needs root.

python3 tools/fresh_machine.py trixie
python3 tools/fresh_machine.py --user sid python3 app.py check
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = "python3,python3-venv,ca-certificates"
# A folder as people name theirs; whoever runs the tests at home has a plain one.
HOME, PROJECT = Path("home/tester"), Path("home/tester/Würfel und Karten")
# How this machine reaches the network and its package index holds for the new one, too.
NETWORK = (
    "etc/hosts", "etc/resolv.conf", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt",
)  # fmt: skip
REACHES = ("PIP_", "SSL_CERT_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
ALONE = ("unshare", "--mount", "--pid", "--fork", "--kill-child")


def main() -> int:
    """Make the machine, run the command on it, remove it."""
    args = arguments().parse_args()
    command = args.command or ["python3", "app.py", "test"]
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        print("This needs root and debootstrap (apt-get install debootstrap).", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the machine goes with it
    folder = args.keep or Path(tempfile.mkdtemp(prefix=f"{args.suite}-", dir="/var/tmp"))
    try:
        make_machine(args.suite, folder)
        copy_project(folder)
        say(f"Running {' '.join(command)} as {'tester' if args.user else 'root'} ...")
        return run(folder, args.user, command)
    finally:
        if not args.keep:
            say(f"Removing {folder} ...")
            shutil.rmtree(folder)


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("suite", help="a Debian release: bookworm, trixie, sid, ...")
    parser.add_argument("--user", action="store_true", help="run as an ordinary user, not as root")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="make the machine here, or use it again"
    )
    parser.add_argument("command", nargs="...", help="what to run (python3 app.py test)")
    return parser


def make_machine(suite: str, folder: Path) -> None:
    """A Debian with Python and an ordinary user; one that was kept is used as it is."""
    if not (folder / HOME).is_dir():
        say(f"Making a bare Debian {suite} in {folder} ...")
        options = ["--variant=minbase", f"--include={PACKAGES}"]
        call("debootstrap", *options, suite, str(folder), stdout=subprocess.DEVNULL)
        call("chroot", str(folder), "useradd", "--create-home", "tester")
    folder.chmod(0o755)  # a temporary folder is its maker's alone
    for name in NETWORK:
        if Path("/", name).exists():
            shutil.copy(Path("/", name), folder / name)


def copy_project(folder: Path) -> None:
    """A clone of what is committed here, as somebody who picks the project up gets it."""
    say("Copying the last commit ...")
    shutil.rmtree(folder / PROJECT, ignore_errors=True)
    call("git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(folder / PROJECT))


def run(folder: Path, user: bool, command: list[str]) -> int:
    """The command's exit code; its processes and mounts end with it."""
    home = f"/{HOME}" if user else "/root"
    owner = "tester:tester" if user else "root:root"
    call("chroot", str(folder), "chown", "-R", owner, f"/{PROJECT}")
    inside = ["chroot", f"--userspec={owner}", str(folder), "env", "-C", f"/{PROJECT}", *command]
    mounts = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec "$@"'
    env = {name: value for name, value in os.environ.items() if name.upper().startswith(REACHES)}
    env |= {"HOME": home, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "TERM": "dumb"}
    return subprocess.call([*ALONE, "sh", "-c", mounts, str(folder), *inside], env=env)


def call(*command: str, stdout: int | None = None) -> None:
    subprocess.run(command, check=True, stdout=stdout)


def say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
