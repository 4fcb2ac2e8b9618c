"""The jobs of contrib/spark on a real cluster: every row is that of a single machine, also when a worker dies.

    python spark_cluster.py PROGRAM GAMES

PROGRAM is gbr-pgn, GAMES the example of the same name, which makes games. Takes a few minutes, ends with status
1 where a row is lost, doubled or different, and leaves no process behind.
"""

import importlib.util
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
       b'[Event  "two blanks"]\n\n1. g3 *\n\n'
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
        assert self.of_pgn.total() == COUNT + 4
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
            # Not Snappy: where musl is installed beside glibc, Spark's library for it is the wrong one of two.
            pq.write_table(pa.table(part, pa.schema([("Site", pa.string()), ("movetext", pa.string())])),
                           self.table / f"{at}.parquet", compression="zstd")
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

    def submit(self, name, jobs, **more):
        """Starts jobs in one application: to start one takes longer than all that it does."""
        plan = json.dumps({"script": str(JOB), "jobs": [[str(word) for word in words] for words in jobs], **more})
        # The program is carried to the workers by Spark.
        settings = {**SETTINGS, "spark.files": self.program}
        return self.cluster.submit(name, settings, HERE / "spark_jobs.py", plan)

    def finish(self, name, process):
        return [json.loads(line) for line in self.cluster.finish(name, process)]

    def healthy(self):
        """All jobs and a query."""
        inputs, out = self.inputs, {name: self.folder / f"out-{name}" for name in ("pgn", "table", "parts")}
        jobs = [
            ["pgn", inputs.pgn, out["pgn"]],
            ["parquet", inputs.table, out["table"]],
            ["parts", inputs.frames, out["parts"], "--parts", "7"],
        ]
        carried = ["--program", "./" + Path(self.program).name]
        jobs = [job + carried for job in jobs]
        titles = ["PGN text, two workers", "table of moves, two workers", "parts of one .zst, two workers"]
        expected = [inputs.of_pgn, inputs.of_table, inputs.of_pgn]
        if importlib.util.find_spec("gbr_pgn"):
            out |= {name: self.folder / f"out-{name}" for name in ("module-pgn", "module-table")}
            jobs += [["pgn", inputs.pgn, out["module-pgn"]], ["parquet", inputs.table, out["module-table"]]]
            titles += ["PGN text, by the module", "table of moves, by the module"]
            expected += [inputs.of_pgn, inputs.of_table]
        else:
            print("skipped: Spark with the Python module, which is not installed", flush=True)
        process = self.submit("healthy", jobs, file=str(inputs.single), pattern=PATTERN)
        *told, counts = self.finish("healthy", process)
        seconds = [one["seconds"] for one in told]
        return sum(map(judge, titles, expected, out.values(), seconds)) + self.counts(counts)

    def counts(self, asked):
        is_same = asked == self.inputs.counts
        print(f"{PATTERN} in the Parquet of convert: Spark {asked}, find {self.inputs.counts}: "
              f"{'the same' if is_same else 'WRONG'}", flush=True)
        return not is_same

    def with_losses(self):
        """Two of the jobs again, and each loses a worker: at the end none is left of those that were there."""
        inputs, names = self.inputs, ("pgn", "table")
        out = {name: self.folder / f"out-loss-{name}" for name in names}
        slow = {name: self.slow(name) for name in names}
        jobs = [
            ["pgn", inputs.pgn, out["pgn"], "--program", slow["pgn"]],
            ["parquet", inputs.table, out["table"], "--program", slow["table"]],
        ]
        process = self.submit("loss", jobs)
        self.lose(2, "pgn", process)
        self.cluster.add_worker()
        self.lose(1, "table", process)
        told = self.finish("loss", process)
        lost = self.cluster.log("loss").count("Lost executor")
        print(f"executors lost: {lost}, batches begun in all: {[self.begun(name) for name in names]}", flush=True)
        titles = ["PGN text, a worker killed", "table of moves, a worker killed"]
        seconds = [one["seconds"] for one in told]
        return sum(map(judge, titles, [inputs.of_pgn, inputs.of_table], out.values(), seconds)) + (lost < 2)

    def slow(self, name):
        """The program, but slow enough to be stopped in the middle, and counting its batches."""
        path, batches = self.folder / f"slow-{name}", self.folder / f"batches-{name}"
        path.write_text(f'#!/bin/sh\necho >> "{batches}"\nsleep 1\nexec "{self.program}" "$@"\n')
        path.chmod(0o755)
        batches.touch()
        return path

    def begun(self, name):
        return len((self.folder / f"batches-{name}").read_bytes())

    def lose(self, number, name, process):
        """Kills a worker when a good part of the batches is begun, and long before the last one is."""
        wait_for(f"batches of {name}", lambda: self.begun(name) >= 8 or process.poll() is not None)
        kill(self.cluster.workers[number - 1].pid)
        print(f"worker {number} killed after {self.begun(name)} batches of {name} were begun", flush=True)


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
            wrong = run.healthy() + run.with_losses()
    print(f"Spark cluster: {'all rows are there' if wrong == 0 else 'FAILED'}, {time.monotonic() - begun:.0f} s")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
