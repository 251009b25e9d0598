"""The decisions behind the door, each by itself."""

from __future__ import annotations

import importlib.util
import os
import shutil
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

import pytest

import bootstrap
from companion.commands import run, server
from companion.config import CannotStart, kept_secrets, settings
from companion.web.visitor import visit


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment that looks installed from `requirements`, at a place of its own."""
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "PYTHON", Path(sys.executable))
    (tmp_path / ".venv").mkdir()
    return tmp_path / ".venv"


@pytest.fixture
def requirements(tmp_path: Path) -> Path:
    file = tmp_path / "requirements.txt"
    file.write_text(
        f"pytest=={version('pytest')} \\\n    --hash=sha256:00\n"
        "nonesuch==1.0 ; sys_platform == 'win32' \\\n    --hash=sha256:00\n"
    )
    return file


@pytest.mark.parametrize(
    ("command", "url", "names"),
    [
        ("serve", "", ["requirements.txt"]),
        ("games", "sqlite:///x", ["requirements.txt"]),
        ("test", "", ["requirements.txt", "requirements-dev.txt"]),
        ("check", "", ["requirements.txt", "requirements-dev.txt"]),
        ("serve", "postgres://host/x", ["requirements.txt", "requirements-postgres.txt"]),
    ],
)
def test_each_command_asks_for_what_it_needs(command: str, url: str, names: list[str]) -> None:
    files = bootstrap.requirement_files(command, url)
    assert [file.name for file in files] == names
    assert all(file.exists() for file in files)


def test_an_environment_with_the_pinned_versions_is_enough(requirements: Path) -> None:
    assert bootstrap.is_installed(requirements)


@pytest.mark.parametrize("pin", ["pytest==0.1", "nonesuch==1.0"])
def test_another_version_or_none_is_not(requirements: Path, pin: str) -> None:
    requirements.write_text(f"{pin} \\\n    --hash=sha256:00\n")
    assert not bootstrap.is_installed(requirements)


def test_the_tests_themselves_run_with_the_pinned_versions() -> None:
    assert all(map(bootstrap.is_installed, bootstrap.requirement_files("test", "")))


def test_a_stamp_counts_until_the_requirements_change(venv: Path, requirements: Path) -> None:
    assert not bootstrap.is_stamped(requirements)
    bootstrap.stamp_file(requirements).write_text(bootstrap.stamp_of(requirements))
    assert bootstrap.is_stamped(requirements)
    requirements.write_text("flask==4.0 \\\n")
    assert not bootstrap.is_stamped(requirements)


def test_a_stamp_counts_for_one_python_only(
    venv: Path, requirements: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bootstrap.stamp_file(requirements).write_text(bootstrap.stamp_of(requirements))
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    assert not bootstrap.is_stamped(requirements)


def test_a_stamp_without_a_python_counts_for_nothing(
    venv: Path, requirements: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bootstrap.stamp_file(requirements).write_text(bootstrap.stamp_of(requirements))
    monkeypatch.setattr(bootstrap, "PYTHON", venv / "bin/python")
    assert not bootstrap.is_stamped(requirements)


def test_a_complete_environment_is_left_alone(
    venv: Path, requirements: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bootstrap.stamp_file(requirements).write_text(bootstrap.stamp_of(requirements))
    monkeypatch.delattr(bootstrap, "make_venv")
    bootstrap.prepare([requirements])


@pytest.fixture
def old_venv(venv: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment whose Python cannot be started here."""
    monkeypatch.setattr(bootstrap, "PYTHON", venv / "bin/python")
    (venv / "bin").mkdir()
    (venv / "bin/python").write_bytes(b"\x7fELF of another machine")
    (venv / "bin/python").chmod(0o755)
    return venv


def sentence(requirements: Path) -> str:
    """The one with which an environment is refused."""
    with pytest.raises(SystemExit) as ended:
        bootstrap.prepare([requirements])
    assert "\n" not in str(ended.value)
    return str(ended.value)


def test_missing_venv_is_named_with_its_command(
    old_venv: Path, requirements: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    assert "apt-get install python3-venv" in sentence(requirements)
    assert (old_venv / "bin/python").exists()


@pytest.mark.parametrize("works", [False, True])
def test_a_read_only_folder_is_a_sentence(
    old_venv: Path, requirements: Path, works: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = old_venv if works else old_venv.parent
    monkeypatch.setattr(bootstrap, "venv_works", lambda: works)
    monkeypatch.setattr(os, "access", lambda path, mode: path != folder or mode != os.W_OK)
    assert f"{folder} is read-only" in sentence(requirements)
    assert (old_venv / "bin/python").exists()


@pytest.mark.slow
def test_an_environment_of_another_python_is_made_again(
    old_venv: Path, requirements: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    requirements.write_text("")
    bootstrap.prepare([requirements])
    assert "another Python" in capsys.readouterr().out
    assert bootstrap.venv_works() and bootstrap.is_stamped(requirements)


@pytest.mark.slow
def test_an_environment_without_its_packages_does_not_stay(
    old_venv: Path, requirements: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    requirements.write_text(f"nonesuch==1.0 --hash=sha256:{'0' * 64}\n")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    assert "Check the internet connection" in sentence(requirements)
    assert not old_venv.exists()


def test_an_environment_that_was_interrupted_does_not_stay(
    old_venv: Path, requirements: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_files: list[Path]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bootstrap, "make_venv", lambda: None)
    monkeypatch.setattr(bootstrap, "install", interrupt)
    with pytest.raises(KeyboardInterrupt):
        bootstrap.prepare([requirements])
    assert not old_venv.exists()


def test_of_what_pip_says_the_error_is_passed_on() -> None:
    said = "ERROR: Permission denied: 'x'\nCheck the permissions.\n\n[notice] A new release\n"
    assert bootstrap.last_line(said) == "ERROR: Permission denied: 'x'"
    assert bootstrap.last_line("ERROR: Exception:\nTraceback\nOSError: 5\n") == "OSError: 5"
    assert bootstrap.last_line("") == "nothing"


def test_no_package_index_is_a_sentence(
    venv: Path, requirements: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    requirements.write_text(f"nonesuch==1.0 --hash=sha256:{'0' * 64}\n")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    assert "Check the internet connection" in sentence(requirements)
    assert venv.exists() and not bootstrap.is_stamped(requirements)


def test_a_file_in_the_way_of_the_environment_is_a_sentence(
    tmp_path: Path, requirements: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".venv").write_text("in the way")
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "PYTHON", tmp_path / ".venv/bin/python")
    assert "cannot" in sentence(requirements)
    assert (tmp_path / ".venv").read_text() == "in the way"


def test_missing_libraries_are_noticed() -> None:
    assert bootstrap.has_libraries(())
    assert not bootstrap.has_libraries(("libnonesuch.so.0",))


@pytest.mark.skipif(not shutil.which("dpkg-query"), reason="needs a Debian system")
def test_missing_system_packages_are_noticed() -> None:
    assert bootstrap.missing_packages(["dpkg", "nonesuch"]) == ["nonesuch"]


def test_lint_types_and_tests_stop_at_the_first_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def tool(*arguments: str) -> int:
        ran.append(" ".join(arguments))
        return 3 if arguments[0] == "mypy" else 0

    monkeypatch.setattr(run, "python_module", tool)
    assert run.run("test", []) == 3
    assert ran == ["ruff check .", "ruff format --check .", "mypy"]


def test_further_arguments_go_to_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr(run, "python_module", lambda *arguments: ran.append(arguments))
    assert run.run("test", ["-k", "deck"]) == 0
    assert ran[-1] == ("pytest", "-k", "deck")
    assert run.run("check", ["-x"]) == 0
    assert ran[-1][-1] == "-x"
    assert "not slow" in ran[-1]


def test_only_benchmarks_that_can_run_are_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[str] = []
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks/one.py").write_text('if __name__ == "__main__":\n    pass\n')
    (tmp_path / "benchmarks/shared.py").write_text("")
    monkeypatch.setattr(run, "PROJECT", tmp_path)
    monkeypatch.setattr(run, "python_module", lambda *words: ran.append(" ".join(words)) or 0)
    assert run.run("bench", []) == 0
    assert run.run("bench", ["one", "60"]) == 0
    assert run.run("bench", ["shared"]) == 2
    assert ran == ["benchmarks.one", "benchmarks.one 60"]


def test_the_secret_is_made_once_and_private(tmp_path: Path) -> None:
    (secret,) = kept_secrets(tmp_path / "instance")
    assert len(secret) == 64
    assert kept_secrets(tmp_path / "instance") == [secret]
    kept = tmp_path / "instance/secret_key"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert os.listdir(tmp_path / "instance") == ["secret_key"]


def test_of_several_secrets_made_at_once_one_wins(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        made = pool.map(kept_secrets, [tmp_path / "instance"] * 64)
        assert len({found[0] for found in made}) == 1


def test_an_empty_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch()
    with pytest.raises(CannotStart, match="is empty"):
        kept_secrets(tmp_path)


def test_any_string_may_be_the_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "ünï cöde ' \" 🗝")
    assert settings({}, tmp_path / "unused")["SECRET_KEY"] == "ünï cöde ' \" 🗝"
    assert not (tmp_path / "unused").exists()


def test_phones_are_given_addresses_they_can_reach() -> None:
    assert all(not address.startswith("127.") for address in visit.lan_addresses())


def test_a_chosen_host_is_the_only_address_told() -> None:
    assert server.greeting("::1", 8000) == [
        "Guildbook is open at http://[::1]:8000",
        "Press Ctrl-C to stop it.",
    ]


def test_a_package_this_system_does_not_know_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    brought: list[str] = []

    def install(packages: list[str]) -> bool:
        if "nonesuch" in packages:
            return False
        brought.extend(packages)
        return True

    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(bootstrap, "wanted_packages", lambda: ["chromium", "nonesuch", "xvfb"])
    monkeypatch.setattr(bootstrap, "missing_packages", lambda wanted: wanted)
    monkeypatch.setattr(bootstrap, "apt_install", install)
    bootstrap.bring_system_packages()
    assert brought == ["chromium", "xvfb"]
    assert "nonesuch" in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize("there", [[], ["chromium"]])
@pytest.mark.parametrize("others", [[], ["xvfb"]])
def test_where_the_shell_is_not_to_be_had_the_whole_browser_does(
    there: list[str],
    others: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    brought: list[str] = []

    def install(packages: list[str]) -> bool:
        if "chromium-headless-shell" in packages:
            return False
        brought.extend(packages)
        return True

    wanted = ["chromium-headless-shell", *others]
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(bootstrap, "wanted_packages", lambda: wanted)
    monkeypatch.setattr(
        bootstrap, "missing_packages", lambda names: [one for one in names if one not in there]
    )
    monkeypatch.setattr(bootstrap, "apt_install", install)
    bootstrap.bring_system_packages()
    assert sorted([*brought, *there]) == ["chromium", *others]
    assert "skipped" not in capsys.readouterr().out
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    bootstrap.bring_system_packages()
    said = capsys.readouterr().out
    assert ("chromium" in said) == (not there) and ("xvfb" in said) == bool(others)
