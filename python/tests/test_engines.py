"""Whatever takes Arrow streams takes Games, without being asked for by the module."""

import subprocess
import sys
import threading
import time

import gbr_pgn
import pytest

CODES = ["0300.10", "0300.10", "0000.11", "0400.11"]


def test_the_module_needs_none_of_them():
    lines = "import sys, gbr_pgn; gbr_pgn.read(b'1. e4 *'); assert not {'polars', 'pandas', 'pyarrow', 'duckdb', 'numpy', 'chess'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", lines], check=True)


def test_polars_takes_it(samples):
    pl = pytest.importorskip("polars", reason="there is no polars")
    rows = pl.DataFrame(gbr_pgn.read(samples / "studies.pgn"))
    assert rows["gbr"].to_list()[:4] == CODES and rows["trail"].dtype == pl.List(pl.String)
    assert rows["plies"].dtype == pl.Int64


def test_pandas_takes_it(samples):
    pd = pytest.importorskip("pandas", "2.2", reason="there is no pandas of 2.2 or later")
    pa = pytest.importorskip("pyarrow", reason="pandas needs pyarrow for it")
    games = gbr_pgn.read(samples / "studies.pgn", columns=["gbr", "plies"])
    # Older ones take it by way of pyarrow.
    rows = pd.DataFrame.from_arrow(games) if hasattr(pd.DataFrame, "from_arrow") else pa.table(games).to_pandas()
    assert list(rows["gbr"])[:4] == CODES and rows["plies"].dtype.kind == "i"


def test_pyarrow_takes_it(samples):
    pa = pytest.importorskip("pyarrow", reason="there is no pyarrow")
    games = gbr_pgn.read(samples / "studies.pgn")
    rows = pa.table(games)
    rows.validate(full=True)
    assert rows.column("gbr").to_pylist()[:4] == CODES
    assert pa.schema(games) == rows.schema and games.columns == rows.schema.names


def test_duckdb_takes_it(samples):
    duckdb = pytest.importorskip("duckdb", reason="there is no duckdb")
    games = gbr_pgn.read(samples / "studies.pgn")  # noqa: F841: DuckDB finds it by its name
    with duckdb.connect() as connection:
        found = connection.sql("SELECT count(*), count(DISTINCT gbr) FROM games WHERE gbr GLOB '0?0?.*'").fetchall()[0]
        again = connection.sql("SELECT gbr FROM games ORDER BY number LIMIT 4").fetchall()
    assert found[0] > 4 and [code for (code,) in again] == CODES


def test_other_threads_run_while_it_reads():
    """A thread counts while annotate works; with the GIL held, it could not."""
    count, stop = [0], threading.Event()

    def go_on():
        while not stop.wait(0.001):
            count[0] += 1

    thread = threading.Thread(target=go_on)
    thread.start()
    games, seconds = b'[White "a"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n' * 2000, 0
    while seconds < 0.3:
        before, begun = count[0], time.monotonic()
        gbr_pgn.annotate(games, threads=1)
        seconds, counted = time.monotonic() - begun, count[0] - before
        games *= 2
    stop.set()
    thread.join()
    assert counted > 20
