"""The jobs of contrib/spark on a real cluster: every row is that of a single machine, also when a worker dies.

    python spark_cluster.py PROGRAM GAMES

PROGRAM is gbr-pgn, GAMES the example of the same name, which makes games. Takes a few minutes, ends with status
1 where a row is lost, doubled or different, and leaves no process behind.
"""

import json
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from cluster import Cluster, kill, wait_for

HERE = Path(__file__).parent
JOB = HERE.parent.parent / "contrib/spark/gbr_spark.py"

COUNT, BAD = 2400, 37
PATTERN = "4???.?*"

# Small pieces, so that there is something to share and to lose.
SETTINGS = {"spark.sql.files.maxPartitionBytes": 1 << 20, "spark.sql.execution.arrow.maxRecordsPerBatch": 100}

# Latin-1, a game without an Event behind another, and more blank lines than one.
ODD = (b'[Event "odd"]\n[White "Andr\xe9"]\n\n1. e4 *\n\n[Site "second"]\n\n1. d4 *\n\n\n\n'
       b'[Event "last"]\n\n1. c4 {\n\nblank } e5 2. Nc3 1-0\n')

# What says where a game was read, and not what it is.
PLACES = {"file", "number", "line", "offset"}


def output(*command, data=None):
    done = subprocess.run(command, input=data, stdout=subprocess.PIPE)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(map(str, command))}: status {done.returncode}")
    return done.stdout


def rows_of(path):
    """Rows without places, as texts that can be counted."""
    names = [name for name in pq.read_schema(sorted(path.glob("*.parquet"))[0] if path.is_dir() else path).names]
    table = pq.read_table(path, columns=[name for name in names if name not in PLACES])
    return Counter(json.dumps(row, sort_keys=True) for row in table.to_pylist())


class Inputs:
    """Games, bad ones among them, as PGN, as frames of it and as a table, with what one machine makes of them."""

    def __init__(self, folder, program, games):
        self.pgn, self.frames, self.table = folder / "games.pgn", folder / "games.pgn.zst", folder / "table"
        text = output(games, "lichess", str(COUNT), str(BAD))
        self.of_table = self.write_table(program, text)
        text += ODD
        self.pgn.write_bytes(text)
        pieces = [text[at : at + (1 << 19)] for at in range(0, len(text), 1 << 19)]
        self.frames.write_bytes(b"".join(pa.compress(piece, "zstd", asbytes=True) for piece in pieces))
        self.single = folder / "single.parquet"
        output(program, "convert", "-q", "--to", "parquet", self.pgn, "-o", self.single)
        self.of_pgn = rows_of(self.single)
        assert self.of_pgn.total() == COUNT + 3
        self.counts = {
            at: int(output(program, "find", "-q", "--count", "--at", at, PATTERN, self.pgn))
            for at in ("start", "final", "any")
        }

    def write_table(self, program, text):
        """A table as Lichess publishes it, in several files; returns the rows that are expected."""
        games = [game.split("\n\n", 1) for game in text.decode().strip().split("\n\n[Event ")]
        sites = [str(n + 1) for n in range(len(games))]
        moves = [game[1].strip() if len(game) > 1 else None for game in games]
        self.table.mkdir()
        for at in range(0, len(games), 300):
            part = {"Site": sites[at : at + 300], "movetext": moves[at : at + 300]}
            pq.write_table(pa.table(part, pa.schema([("Site", pa.string()), ("movetext", pa.string())])),
                           self.table / f"{at}.parquet")
        lines = "".join((move or "").replace("\n", "\r") + "\n" for move in moves)
        rows = output(program, "rows", "-q", "--to", "jsonl", data=lines.encode()).splitlines()
        assert len(rows) == len(games) == COUNT
        rows = [{"Site": site, **json.loads(row)} for site, row in zip(sites, rows)]
        return Counter(json.dumps(row, sort_keys=True) for row in rows)


def sorted_by(path, name):
    """Whether each file is sorted, and the files follow each other."""
    codes = []
    for file in sorted(path.glob("*.parquet")):
        codes += [code or "" for code in pq.read_table(file, columns=[name]).column(name).to_pylist()]
    return codes == sorted(codes)


def judge(title, expected, path, seconds):
    """Compares every row; returns how many are wrong."""
    found = rows_of(path)
    lost, extra = (expected - found).total(), (found - expected).total()
    order = "sorted" if sorted_by(path, "gbrfinal") else "NOT SORTED"
    print(f"{title}: {found.total()} rows of {expected.total()}, rows lost: {lost}, rows too many or different: "
          f"{extra}, {order}, {seconds:.0f} s", flush=True)
    return lost + extra + (order != "sorted")


class Run:
    """What is run on the cluster, one thing after the other."""

    def __init__(self, cluster, folder, program, inputs):
        self.cluster, self.folder, self.program, self.inputs = cluster, folder, program, inputs

    def healthy(self):
        """All jobs and a query, in one application: to start one takes longer than all that it does."""
        inputs, out = self.inputs, {name: self.folder / f"out-{name}" for name in ("pgn", "table", "parts")}
        lines = [
            ["pgn", inputs.pgn, out["pgn"]],
            ["parquet", inputs.table, out["table"]],
            ["parts", inputs.frames, out["parts"], "--parts", "7"],
        ]
        # The program is carried to the workers by Spark, in this one.
        lines = [[*map(str, line), "--program", "./" + Path(self.program).name] for line in lines]
        plan = json.dumps({"jobs": lines, "file": str(inputs.single), "pattern": PATTERN})
        settings = {**SETTINGS, "spark.submit.pyFiles": JOB, "spark.files": self.program}
        process = self.cluster.submit("healthy", settings, HERE / "spark_jobs.py", plan)
        *told, counts = map(json.loads, self.cluster.finish("healthy", process))
        titles = ["PGN text, two workers", "table of moves, two workers", "parts of one .zst, two workers"]
        expected = [inputs.of_pgn, inputs.of_table, inputs.of_pgn]
        seconds = [one["seconds"] for one in told]
        return sum(map(judge, titles, expected, out.values(), seconds)) + self.counts(counts)

    def counts(self, asked):
        is_same = asked == self.inputs.counts
        print(f"{PATTERN} in the Parquet of convert: Spark {asked}, find {self.inputs.counts}: "
              f"{'the same' if is_same else 'WRONG'}", flush=True)
        return not is_same

    def with_loss(self):
        """Kills a worker when a good part of the batches is begun, and long before the last one is."""
        slow, batches = self.folder / "slow", self.folder / "batches"
        slow.write_text(f'#!/bin/sh\necho >> "{batches}"\nsleep 1\nexec "{self.program}" "$@"\n')
        slow.chmod(0o755)
        batches.touch()
        begun = lambda: len(batches.read_bytes())

        def meanwhile(process):
            wait_for("the first batches", lambda: begun() >= 9 or process.poll() is not None)
            kill(self.cluster.workers[1].pid)
            print(f"worker 2 killed after {begun()} batches were begun", flush=True)

        out = self.folder / "out-loss"
        process = self.cluster.submit("loss", SETTINGS, JOB, "pgn", self.inputs.pgn, out, "--program", slow)
        meanwhile(process)
        told = json.loads(self.cluster.finish("loss", process)[-1])
        lost = self.cluster.log("loss").count("Lost executor")
        print(f"executors lost: {lost}, batches begun in all: {begun()}", flush=True)
        return judge("PGN text, a worker killed", self.inputs.of_pgn, out, told["seconds"]) + (lost == 0)


def main():
    program, games = (str(Path(word).resolve()) for word in sys.argv[1:])
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="gbr-spark-") as folder:
        folder = Path(folder)
        inputs = Inputs(folder, program, games)
        with Cluster(folder) as cluster:
            run = Run(cluster, folder, program, inputs)
            wrong = run.healthy() + run.with_loss()
    print(f"Spark cluster: {'all rows are there' if wrong == 0 else 'FAILED'}, {time.monotonic() - begun:.0f} s")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
