"""Ctrl-C ends what the module does, soon."""

import os
import signal
import subprocess
import sys
import time

import pytest

GAMES = "b'[White \"a\"]\\n\\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\\n\\n' * 2_000_000"

# Not DuckDB: it asks for rows on threads of its own, and looks for Ctrl-C when it sees fit.
CALLS = {
    "annotate": "gbr_pgn.annotate(games, threads=1)",
    "scan": "gbr_pgn.scan(games * 10)",
    "pyarrow": "pa.table(gbr_pgn.read(games, threads=1))",
    "polars": "pl.DataFrame(gbr_pgn.read(games, threads=1))",
}
IMPORTS = {"annotate": "gbr_pgn", "scan": "gbr_pgn", "pyarrow": "pyarrow as pa", "polars": "polars as pl"}


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on Unix")
@pytest.mark.parametrize("by", CALLS)
def test_ctrl_c_ends_a_run(by):
    if IMPORTS[by] != "gbr_pgn":
        pytest.importorskip(by, reason=f"there is no {by}")
    # The first time, engines import others, some of which take Ctrl-C for a missing module.
    lines = f"import gbr_pgn\nimport {IMPORTS[by]}\ngames = b'1. e4 *'\n{CALLS[by]}\ngames = {GAMES}\nprint('ready', flush=True)\n{CALLS[by]}\nprint('done')"
    run = subprocess.Popen([sys.executable, "-c", lines], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout.readline() == "ready\n"
    time.sleep(0.3)
    run.send_signal(signal.SIGINT)
    begun = time.monotonic()
    out, said = run.communicate(timeout=60)
    assert "done" not in out and run.returncode != 0
    assert "KeyboardInterrupt" in said or "nterrupt" in said, said
    assert time.monotonic() - begun < 20
