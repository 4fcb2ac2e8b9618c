"""What the tests share: the program to compare with, and the samples."""

import os
import pathlib
import shutil

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def samples():
    return ROOT / "samples"


@pytest.fixture(scope="session")
def program():
    """gbr-pgn of the same source: GBR_PGN, or what cargo has built here."""
    built = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    found = [os.environ.get("GBR_PGN"), built / "debug" / "gbr-pgn", built / "release" / "gbr-pgn"]
    for path in filter(None, found):
        if shutil.which(path):
            return str(path)
    pytest.skip("there is no gbr-pgn to compare with")


def pytest_terminal_summary(terminalreporter):
    """What was skipped, as the other checks say it."""
    reasons = {report.longrepr[2].removeprefix("Skipped: ") for report in terminalreporter.getreports("skipped")}
    for reason in sorted(reasons):
        terminalreporter.write_line(f"skipped: tests of the Python module: {reason}")
