"""Makes the environment the first time, then hands over; standard library only."""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

HELP = """\
python3 app.py [command]

  serve          install what is missing and serve (the same without a command)
  test [...]     run lint, types and every test (other arguments go to pytest)
  check [...]    run the quick part: no browser, load or slow tests
  bench [...]    run all benchmarks, or one: bench live 60
  games check    list every fault in the games' data
  games          add a game: games new SLUG, watch SLUG, schema FOLDER
  score          score a game from a file: score SLUG CHAPTER FILE [--json]
  samples        make a sample PDF of every printout: samples [FOLDER]
  screenshots    take the README's pictures of a sample game: screenshots [FOLDER]
  backup         save the database and its secret, also while serving: backup FILE
  restore        replace both with those of a backup: restore FILE
  export         save games as files: export [NUMBER...] FOLDER
  import         open saved games here: import FILE...
  tables         manage saved games: list, link NUMBER (a new host link), delete NUMBER, expire DAYS
  db             manage the database: db upgrade, db current, ...

Environment: HOST (0.0.0.0), PORT (8000), DATABASE_URL (SQLite in instance/),
SECRET_KEY (made once, saved in instance/), LOG_LEVEL (warning, or info in public)."""

COMMANDS = (
    "serve", "test", "check", "bench", "games", "score", "samples", "screenshots", "backup",
    "restore", "export", "import", "tables", "db",
)  # fmt: skip
PDF_LIBRARIES = ("libpango-1.0.so.0", "libpangoft2-1.0.so.0")
PDF_PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0", "fonts-dejavu")
# Tests take the shell without windows; where a system does not have it, the whole browser does.
INSTEAD = {"chromium-headless-shell": "chromium"}
PINNED = re.compile(r"^([\w.-]+)(?:\[[\w,]+\])?==(\S+) \\$", re.MULTILINE)


def main(argv: list[str]) -> int:
    """Run one command in an environment that has what it needs."""
    command, args = (argv[0], argv[1:]) if argv else ("serve", [])
    if command in ("-h", "--help", "help"):
        print(HELP)
        return 0
    if command not in COMMANDS:
        print(f"There is no command {command!r}.\n\n{HELP}", file=sys.stderr)
        return 2
    if sys.version_info < (3, 11):  # noqa: UP036 - an older Python gets this far and is told
        sys.exit(f"Guildbook needs Python 3.11 or newer. This is {sys.version.split()[0]}.")
    if command == "test":
        bring_system_packages()
    files = requirement_files(command, os.environ.get("DATABASE_URL", ""))
    if not ready_here(files):
        prepare(files)
        hand_over([str(PYTHON), str(ROOT / "app.py"), command, *args])
    if command == "serve":
        mention_pango()
    from companion.commands.run import run

    return run(command, args)


def requirement_files(command: str, database_url: str) -> list[Path]:
    """The pinned files this command needs, the app's own first."""
    names = ["requirements.txt"]
    if command in ("test", "check", "bench", "screenshots"):
        names.append("requirements-dev.txt")
    if database_url.startswith("postgres"):
        names.append("requirements-postgres.txt")
    return [ROOT / name for name in names]


def ready_here(files: list[Path]) -> bool:
    """Whether the Python that is running can do the work itself."""
    if VENV.exists() and os.path.samefile(sys.prefix, VENV):
        return all(map(is_stamped, files))
    return all(map(is_installed, files))


def is_installed(file: Path) -> bool:
    """Whether this environment has every pinned version that all platforms share."""
    try:
        return all(version(name) == pin for name, pin in PINNED.findall(file.read_text("utf-8")))
    except PackageNotFoundError:
        return False


def stamp_of(file: Path) -> str:
    """What the stamp of an installed requirements file says."""
    python = "{}.{}".format(*sys.version_info)
    return hashlib.sha256(python.encode() + file.read_bytes()).hexdigest()


def stamp_file(file: Path) -> Path:
    return VENV / f"{file.stem}.stamp"


def is_stamped(file: Path) -> bool:
    """Whether .venv already holds exactly this file's packages for this Python."""
    stamp = stamp_file(file)
    return os.access(PYTHON, os.X_OK) and stamp.exists() and stamp.read_text() == stamp_of(file)


def prepare(files: list[Path]) -> None:
    """Bring .venv up to the given files, one line of progress for each stage."""
    missing = [file for file in files if not is_stamped(file)]
    if not missing:
        return
    fresh = not venv_works()
    check_place(fresh)
    try:
        if fresh:
            make_venv()
        install(files)
        for file in missing:
            stamp_file(file).write_text(stamp_of(file))
    except OSError as problem:
        sys.exit(f"Guildbook cannot set up {VENV}: {problem.strerror or problem}.")
    finally:
        if fresh and not all(map(is_stamped, files)):  # half an environment helps nobody
            shutil.rmtree(VENV, ignore_errors=True)


def check_place(fresh: bool) -> None:
    """End with a sentence where .venv cannot be made or added to, before anything is changed."""
    if fresh and importlib.util.find_spec("ensurepip") is None:
        sys.exit("Python's venv module is incomplete. Run: apt-get install python3-venv")
    folder = VENV.parent if fresh else VENV
    if not os.access(folder, os.W_OK):
        sys.exit(f"Guildbook cannot set up {VENV}: the folder {folder} is read-only for you.")


def make_venv() -> None:
    """Make .venv, in the place of what may be there."""
    if VENV.exists():
        say("The environment in .venv is incomplete or for another Python.")
    say("Making the environment in .venv ...")
    done = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", str(VENV)], capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"Guildbook cannot make {VENV}: {last_line(done.stderr or done.stdout)}")


def venv_works() -> bool:
    """Whether .venv has a pip, and a Python of the version that is running."""
    probe = "import sys, pip; print('{}.{}'.format(*sys.version_info))"
    try:
        done = subprocess.run([str(PYTHON), "-c", probe], capture_output=True, text=True)
    except OSError:
        return False
    return done.stdout.strip() == "{}.{}".format(*sys.version_info)


def install(files: list[Path]) -> None:
    """Install pinned packages, all files in one go so that pip sees them together."""
    names = " and ".join(file.name for file in files)
    say(f"Installing {names} (once; about a minute at most) ...")
    started = time.monotonic()
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--require-hashes"]
    options = [option for file in files for option in ("-r", str(file))]
    done = subprocess.run(
        [*pip, "--disable-pip-version-check", "--retries", "2", *options],
        stderr=subprocess.PIPE,
        text=True,
    )
    if done.returncode:
        sys.exit(
            "The packages could not be installed. Check the internet connection. "
            f"pip says: {last_line(done.stderr)}"
        )
    say(f"Installed in {time.monotonic() - started:.0f} s.")


def last_line(text: str) -> str:
    """The last line that tells what went wrong, rather than what to do about it."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and "notice" not in line]
    errors = [line for line in lines if line.lower().startswith("error") and line[-1] != ":"]
    return (errors or lines or ["nothing"])[-1]


def hand_over(command: list[str]) -> None:
    """Become another program, or where a system cannot, wait for it."""
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


def mention_pango() -> None:
    """Say how PDFs come to work; everything else does without."""
    if sys.platform == "linux" and not has_libraries(PDF_LIBRARIES):
        say(f"PDFs need Pango. To add it: apt-get install {' '.join(PDF_PACKAGES)}")


def has_libraries(names: tuple[str, ...]) -> bool:
    try:
        return all(ctypes.CDLL(name) for name in names)
    except OSError:
        return False


def bring_system_packages() -> None:
    """Install what the tests need of the system where we may; say what stays missing."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-query")):
        return
    missing = missing_packages(wanted_packages())
    if not missing:
        return
    if os.geteuid() != 0:
        gone = [name for name in missing if missing_packages([INSTEAD.get(name, name)])]
        if gone:
            say(f"Tests that need {' '.join(gone)} are skipped. Only root can install them.")
    else:
        say(f"Installing system packages: {' '.join(missing)} ...")
        if not apt_install(missing):  # one that this system does not know holds up no other
            gone = [name for name in missing if not installed_alone(name, of=missing)]
            if gone:
                say(f"Not available here, so tests that need them are skipped: {' '.join(gone)}.")


def installed_alone(name: str, of: list[str]) -> bool:
    """Whether it, or what does instead, is to be had without the others."""
    if of != [name] and apt_install([name]):
        return True
    other = INSTEAD.get(name)
    return other is not None and (not missing_packages([other]) or apt_install([other]))


def wanted_packages() -> list[str]:
    wanted = list(PDF_PACKAGES)
    if importlib.util.find_spec("ensurepip") is None:
        wanted.append("python3-venv")
    if (ROOT / "tests/browser").is_dir():
        wanted += ["chromium-headless-shell", "webkit2gtk-driver", "xvfb"]
    if not shutil.which("nginx"):
        wanted.append("nginx-light")
    return wanted


def missing_packages(wanted: list[str]) -> list[str]:
    query = ["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\\n", *wanted]
    found = subprocess.run(query, capture_output=True, text=True).stdout.splitlines()
    return [name for name in wanted if f"{name} installed" not in found]


def apt_install(packages: list[str]) -> bool:
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    steps = (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", *packages])
    for step in steps:
        done = subprocess.run(["apt-get", *step], env=env, stdout=subprocess.DEVNULL)
    return done.returncode == 0


def say(line: str) -> None:
    print(line, flush=True)
