"""DuckDB finds in Parquet what `gbr-pgn find --count` finds in the games.

    python duckdb_counts.py PROGRAM FILE...

converts each FILE, asks both for the same patterns, and ends with status 1 where they differ.
"""

import subprocess
import sys
import tempfile
import time

import duckdb

PATTERNS = ["0?1?.1*", "0400.*", "4???.??", "0002.01", "0[14]00.[0-2]?", "4888.88", "*.00", "9*"]

# The patterns of find are those of GLOB, in a column and in a list.
WHERE = {
    "start": "gbr GLOB '{}'",
    "final": "gbrfinal GLOB '{}'",
    "any": "list_bool_or([code GLOB '{}' FOR code IN trail])",
}


def output(*command):
    # Status 1 says that there were faults, or that nothing was found.
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)}: status {done.returncode}")
    return done.stdout


def compare(program, file, parquet):
    output(program, "convert", "-q", "--to", "parquet", file, "-o", parquet)
    wrong = 0
    for pattern in PATTERNS:
        for at, where in WHERE.items():
            begun = time.monotonic()
            query = f"SELECT count(*) FROM '{parquet}' WHERE {where.format(pattern)}"
            asked = duckdb.sql(query).fetchall()[0][0]
            spent = (time.monotonic() - begun) * 1000
            found = int(output(program, "find", "-q", "--count", "--at", at, pattern, file))
            verdict = "the same" if asked == found else "WRONG"
            wrong += asked != found
            print(f"{pattern:15} {at:6} duckdb {asked:8} find {found:8} {spent:5.0f} ms  {verdict}")
    return wrong


def main():
    program, *files = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        wrong = sum(compare(program, file, f"{folder}/{n}.parquet") for n, file in enumerate(files))
    print(f"duckdb {duckdb.__version__}: {len(files) * len(PATTERNS) * len(WHERE)} counts, {wrong} wrong")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
