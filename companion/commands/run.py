"""Runs a command of app.py once its environment is ready."""

from __future__ import annotations

import os
import subprocess
import sys

from companion.config import PROJECT, CannotStart

LINT = (("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",))
BROWSER = "tests/browser"
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
# A third of the time tests wait for servers and the clock, so others run meanwhile. A file's
# tests share what is dear; in the order of their names the long ones do not come last.
SIDE_BY_SIDE = ("pytest", "-n", f"{CORES + CORES // 2}", "--dist", "loadfile")
WITHOUT = (*SIDE_BY_SIDE, "--no-loadscope-reorder", f"--ignore={BROWSER}")
# Browsers wait for the clock on the wall, most of the time: they come last, and more at once.
WITHIN = ("pytest", "-n", f"{CORES * 2}", "--dist", "worksteal", BROWSER)
# A browser that got no processor for seconds fails where nothing is wrong: what failed is tried
# once more by itself, and both outcomes are printed. What fails there too has failed.
ONCE_MORE = ("pytest", "--last-failed", "--exitfirst", BROWSER)


def run(command: str, args: list[str]) -> int:
    """Run one command and return its exit code."""
    if command == "test":
        if args:
            return stages(*LINT, ("pytest", *args))
        return stages(*LINT, WITHOUT) or browser_tests()
    if command == "check":
        return stages(*LINT, (*WITHOUT, "-m", "not slow", *args))
    if command == "bench":
        return bench(*args)
    if command == "screenshots":
        return python_module("tools.screenshots", *args)
    try:
        if command == "serve":
            from companion.commands.server import serve

            return serve()
        return flask_command([command, *args])
    except CannotStart as reason:
        print(reason, file=sys.stderr)
        return 1


def stages(*tools: tuple[str, ...]) -> int:
    """Run tools one after another, up to the first that fails."""
    # Tests start the app a hundred times: it is compiled once, whatever the shell says.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for tool in tools:
        print(f"== {' '.join(tool)}", flush=True)
        if code := python_module(*tool):
            return code
    return 0


def browser_tests() -> int:
    code = stages(WITHIN)
    return stages(ONCE_MORE) if code == 1 else code  # pytest ends with 1 if tests have failed


def bench(name: str = "", *args: str) -> int:
    """Run every benchmark that can be run by itself, even after one has failed; or just one."""
    scripts = sorted((PROJECT / "benchmarks").glob("*.py"))
    runnable = [script.stem for script in scripts if "__main__" in script.read_text("utf-8")]
    if name and name not in runnable:
        print(f"There is no benchmark {name!r}, only {', '.join(runnable)}.", file=sys.stderr)
        return 2
    chosen = [name] if name else runnable
    return max((python_module(f"benchmarks.{one}", *args) for one in chosen), default=0)


def python_module(*arguments: str) -> int:
    return subprocess.call([sys.executable, "-m", *arguments], cwd=PROJECT)


def flask_command(args: list[str]) -> int:
    """Hand over to the app's Flask commands."""
    from flask.cli import FlaskGroup

    from companion import create_app
    from companion.database import attach_migrations

    app = create_app()
    if args[0] == "db":
        attach_migrations(app)
    group = FlaskGroup(create_app=lambda: app, add_default_commands=False)
    group.main(args=args, prog_name="app.py")
    return 0
