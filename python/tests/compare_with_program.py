"""Whether the module says what the program says, byte for byte.

    compare_with_program.py PROGRAM [--damaged N] [--seed S] FILE...

Each FILE is annotated, read and scanned by both, then N damaged versions of them: bytes changed, lost, doubled, cut and packed. What the program refuses,
the module must refuse, and the faults must be the same.
"""

import argparse
import bz2
import gzip
import json
import lzma
import pathlib
import random
import subprocess
import sys
import tempfile

import gbr_pgn
import pyarrow as pa
import pyarrow.parquet as pq


def run(program, *words):
    """Status, output and what was said."""
    done = subprocess.run([program, *map(str, words)], capture_output=True)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def tried(call):
    """What a call gives, and the message of its error."""
    try:
        return call(), None
    except (ValueError, OSError) as error:
        return None, str(error)


def told(path):
    with open(path) as lines:
        return [json.loads(line) for line in lines]


def as_dict(fault):
    severity = "note" if fault.is_note else "fault"
    names = ("file", "game", "kind", "line", "message", "offset", "players")
    return {**{name: getattr(fault, name) for name in names}, "severity": severity}


def annotated(program, path, folder):
    """Compares what annotate writes, and the faults that it tells of."""
    log = folder / "faults.jsonl"
    status, out, said = run(program, "annotate", "-q", "--faults", log, path)
    faults = []
    data, error = tried(lambda: gbr_pgn.annotate(path, faults=faults))
    if status == 2:
        return agree(error is not None and error.partition(": ")[2] in said, "annotate: refused", said, error)
    return agree(data == out, "annotate", len(out), data and len(data), error) and agree(
        [as_dict(fault) for fault in faults] == told(log), "faults", told(log), faults
    )


def read(program, path, folder):
    """Compares every cell, name and type of the rows."""
    table = folder / "games.parquet"
    table.unlink(missing_ok=True)
    status, _, said = run(program, "convert", "-q", "--study", "--add", "ECO,WhiteElo,UTCDate", "-o", table, path)
    rows, error = tried(lambda: pa.table(gbr_pgn.read(path, study=True, add=["ECO", "WhiteElo", "UTCDate"])))
    if status == 2:
        return agree(error is not None and error.partition(": ")[2] in said, "read: refused", said, error)
    expected = pq.read_table(table)
    return agree(rows is not None and rows.schema.equals(expected.schema), "types", expected.schema, rows and rows.schema, error) and agree(
        rows.equals(expected), "rows", expected.num_rows, rows.num_rows
    )


def scanned(program, path, _folder):
    status, out, said = run(program, "scan", "-q", "--bare", "--to", "jsonl", path)
    hits, error = tried(lambda: gbr_pgn.scan(path, bare=True))
    if status == 2:
        return agree(error is not None and error.partition(": ")[2] in said, "scan: refused", said, error)
    expected = [json.loads(line) for line in out.splitlines()]
    return agree(hits is not None and [of_hit(path, hit) for hit in hits] == expected, "scan", expected, hits, error)


def of_hit(path, hit):
    names = ("line", "column", "offset", "form", "text", "fen", "verdict", "problem", "suggestion", "page", "unread")
    code = hit.code and str(hit.code)
    return {"file": str(path), "gbr": code, **{name: getattr(hit, name) for name in names}}


def agree(holds, what, *details):
    if not holds:
        print("DIFFERENT:", what, *(str(detail)[:2000] for detail in details), sep="\n  ")
    return holds


def damaged(data, chance):
    """Some bytes changed, lost, doubled, or from elsewhere in the file; now and then, packed."""
    data = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 5, 20])):
        at, length = chance.randrange(len(data) + 1), chance.choice([1, 1, 2, 10, 200])
        other = chance.randrange(len(data) + 1)
        piece = data[other : other + length]
        edit = chance.randrange(6)
        if edit == 0:
            data[at : at + 1] = bytes([chance.randrange(256)])
        elif edit == 1:
            del data[at : at + length]
        elif edit == 2:
            data[at:at] = piece
        elif edit == 3:
            data[at : at + length] = piece
        elif edit == 4:
            data[at:at] = chance.choice([b"{", b"}", b"(", b")", b"\n", b"\r\n\r\n", b'"', b"[", b"]", b"\\", b"\0", b"%", b";", b"\xe9"])
        else:
            del data[at + len(data) // 2 :]
    return packed(bytes(data), chance)


def packed(data, chance):
    pack = chance.choice([None] * 12 + [gzip.compress, bz2.compress, lzma.compress])
    data = pack(data) if pack else data
    # What is packed ends too early now and then.
    return data[: chance.randrange(20, len(data))] if pack and len(data) > 40 and chance.random() < 0.3 else data


def compare(program, path, folder):
    """Whether all three agree."""
    return all([check(program, path, folder) for check in (annotated, read, scanned)])


def is_zip(path):
    """The program reads what is in an archive; the module says that zipfile does."""
    return path.read_bytes()[:4] == b"PK\x03\x04"


def compare_all(program, files, damages, seed, folder):
    """How many were compared, and which differ."""
    files = [path for path in files if not is_zip(path)]
    wrong = [path for path in files if not compare(program, path, folder)]
    chance = random.Random(seed)
    contents = [path.read_bytes() for path in files if 0 < path.stat().st_size < 200_000]
    for number in range(damages):
        path = folder / f"damaged-{number}{chance.choice(['.pgn', '.epd', ''])}"
        path.write_bytes(damaged(chance.choice(contents), chance))
        if not compare(program, path, folder):
            wrong.append(path)
        else:
            path.unlink()
    return len(files) + damages, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--damaged", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp())
    number, wrong = compare_all(args.program, args.files, args.damaged, args.seed, folder)
    print(f"{number} files compared, {len(wrong)} differ", *wrong)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
