"""GBR codes of chess games on a Spark cluster: the module gbr_pgn where the workers have it, or the program gbr-pgn, started by every task.

    spark-submit gbr_spark.py parquet INPUT OUTPUT     a table with a column of moves, as Lichess publishes
    spark-submit gbr_spark.py pgn INPUT OUTPUT         PGN text, in any file system that Spark reads
    spark-submit gbr_spark.py parts FILE OUTPUT        one big file, plain or of pzstd, that every worker sees

OUTPUT is Parquet, range-partitioned and sorted by code. Each batch of rows is checked: the program must end
well, and as many rows come out of a table as went in, or the task fails and Spark does it again. README.md has the rest.
"""

import argparse
import bisect
import io
import json
import subprocess
import tempfile
import time

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
from pyspark import StorageLevel
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

# What separates the records of PGN text, in part: the reader takes it away, and we put it back.
EVENT = b"[Event "

NUMBERS = {"plies"}
ROW = ["gbr", "gbrpos", "gbrfinal", "gbrfinalpos", "fenfinal", "plies", "trail", "fault"]
# Of a table of convert: where a game is in a batch says nothing, so that is left out.
GAME = [
    "event", "site", "date", "round", "white", "black", "result", "plies",
    "gbr", "gbrpos", "fen", "gbrfinal", "gbrfinalpos", "fenfinal", "trail", "trailply", "fault",
]  # fmt: skip


def sql_type(name):
    return {"plies": "bigint", "trail": "array<string>", "trailply": "array<bigint>"}.get(name, "string")


def schema(names):
    return ", ".join(f"`{name}` {sql_type(name)}" for name in names)


# One batch: by the module, or by one run of the program


def module(program):
    """The module, where this worker has it and nobody has named a program."""
    if program is not None:
        return None
    try:
        import gbr_pgn
    except ImportError:
        return None
    return gbr_pgn


def command(program, *words):
    return [program or "gbr-pgn", *words, "-q", "-j", "1"]


def coded_lines(program, data):
    """The columns of each line of moves."""
    found = module(program)
    if found:
        return typed(pa.table(found.rows(data, threads=1)), ROW)
    return finished(table(run(command(program, "rows"), data, allowed=(0,)), ROW, heading=False), ROW)


def coded_games(program, data):
    """The columns of each game in PGN, and where it begins."""
    found = module(program)
    if found:
        rows = pa.table(found.read(data, columns=[*GAME, "offset"], format="pgn", threads=1))
        return typed(rows, GAME), rows.column("offset").to_pylist()
    out = run(command(program, "convert", "--to", "tsv", "--full", "--from", "pgn"), data, allowed=(0, 1))
    rows = table(out, [*GAME, "offset"], heading=True)
    return finished(rows, GAME), rows.column("offset").to_pylist()


def typed(rows, names):
    """The columns in their order, of the types that Spark knows."""
    lists = {"trail": pa.list_(pa.string()), "trailply": pa.list_(pa.int64())}
    columns = {name: rows.column(name).combine_chunks() for name in names}
    return [columns[name].cast(lists.get(name, columns[name].type)) for name in names]


def run(command, data, allowed):
    """Standard output of a program that has read all of `data` and ended well."""
    done = subprocess.run(command, input=data, capture_output=True)
    if done.returncode not in allowed:
        told = done.stderr.decode(errors="replace")[-2000:]
        raise RuntimeError(f"{command[0]} ended with status {done.returncode}: {told}")
    return done.stdout


def csv_options(names):
    """How tables with tabs are read: nothing is quoted, and an empty cell is none."""
    types = {name: pa.int64() if name in NUMBERS | {"offset"} else pa.string() for name in names}
    return {
        "parse_options": pa.csv.ParseOptions(delimiter="\t", quote_char=False, ignore_empty_lines=False),
        "convert_options": pa.csv.ConvertOptions(
            column_types=types, include_columns=names, strings_can_be_null=True, null_values=[""]
        ),
    }


def table(out, names, heading):
    """The rows that the program wrote."""
    if not out:
        return pa.table({name: pa.array([], pa.string()) for name in names})
    read = pa.csv.ReadOptions(column_names=None if heading else names, block_size=max(len(out), 1 << 20))
    return pa.csv.read_csv(io.BytesIO(out), read_options=read, **csv_options(names))


def finished(rows, names):
    """The columns in their order and types."""
    columns = []
    for name in names:
        column = rows.column(name)
        if isinstance(column, pa.ChunkedArray):
            column = column.combine_chunks()
        if name in ("trail", "trailply"):
            column = pc.split_pattern(column.cast(pa.string()), " ")
            column = column.cast(pa.list_(pa.int64())) if name == "trailply" else column
        elif name in NUMBERS:
            column = column.cast(pa.int64())
        columns.append(column)
    return columns


# A table with a column of moves


def text_of(batch, name):
    """A column of text that fits on a line; line ends within moves stay what they are, as CR."""
    if name is None:
        return pa.repeat(pa.scalar(""), batch.num_rows)
    column = batch.column(name)
    text = pc.fill_null(column.cast(pa.string()), "")
    return pc.replace_substring_regex(text, "\r?\n", "\r")


def coded_rows(program, moves, fen):
    """Adds the codes to batches of a table: a row out for each row in."""

    def work(batches):
        for batch in batches:
            fens = pc.replace_substring_regex(text_of(batch, fen), "[\t\r]", " ")
            lines = pc.binary_join_element_wise(fens, text_of(batch, moves), "\t")
            data = "".join(f"{line}\n" for line in lines.to_pylist()).encode()
            coded = coded_lines(program, data)
            if len(coded[0]) != batch.num_rows:
                raise RuntimeError(f"{batch.num_rows} games in, {len(coded[0])} rows out")
            kept = [name for name in batch.schema.names if name not in (moves, fen)]
            columns = [batch.column(name) for name in kept] + coded
            yield pa.RecordBatch.from_arrays(columns, names=kept + ROW)

    return work


def parquet_job(spark, args):
    games = spark.read.parquet(*args.input)
    names = [field.name for field in games.schema.fields]
    lost = [name for name in [args.moves, args.fen, *args.keep] if name and name not in names]
    if lost:
        raise SystemExit(f"{args.input}: no column {', '.join(lost)}; there are {', '.join(names)}")
    keep = [name for name in args.keep if name not in (args.moves, args.fen)]
    chosen = games.select(*keep, *[name for name in (args.moves, args.fen) if name])
    kept = [f"`{field.name}` {field.dataType.simpleString()}" for field in chosen.select(*keep).schema.fields]
    coded = chosen.mapInArrow(coded_rows(args.program, args.moves, args.fen), ", ".join([*kept, schema(ROW)]))
    return coded, games.count()


# PGN text


def restored(record):
    """A record with the part of its first tag that the reader took for a separator: it begins with what is left of it."""
    line = record.split(b"\n", 1)[0].strip()
    is_cut = line.startswith(b'"') or line.endswith(b"]") and b"[" not in line
    return EVENT + record if is_cut else record


def coded_records(program):
    """Records of PGN in batches, with their file, into rows of games: one for each game in a record,
    and one with a fault for a record without any."""

    def work(batches):
        for batch in batches:
            records = [restored(record) for record in batch.column("record").to_pylist()]
            data, starts, at = [], [], 0
            for record in records:
                starts.append(at)
                data.append(record + b"\n\n")
                at += len(data[-1])
            coded, offsets = coded_games(program, b"".join(data))
            owners = [bisect.bisect_right(starts, offset) - 1 for offset in offsets]
            named = set(owners)
            empty = [n for n, record in enumerate(records) if n not in named and record.strip()]
            yield with_file(coded, batch, owners)
            if empty:
                fault = pa.array(["not-a-game: text that is no game"] * len(empty))
                none = pa.table({name: pa.nulls(len(empty), pa.string()) for name in GAME})
                none = none.set_column(GAME.index("fault"), "fault", fault)
                yield with_file(finished(none, GAME), batch, empty)

    return work


def with_file(columns, batch, owners):
    file = batch.column("file").take(pa.array(owners, pa.int64()))
    return pa.RecordBatch.from_arrays([file, *columns], names=["file", *GAME])


def pgn_job(spark, args):
    end = {"lf": "\n", "crlf": "\r\n"}[args.line_end]
    reader = spark.read.option("lineSep", f"{end}{end}{EVENT.decode()}")
    text = reader.text(args.input).select(
        F.col("_metadata.file_path").alias("file"), F.col("value").cast("binary").alias("record")
    )
    return text.mapInArrow(coded_records(args.program), schema(["file", *GAME])), None


# Parts of one file


def coded_parts(program, file, parts):
    """Each part of a file as batches of rows, as they come."""

    def work(batches):
        for batch in batches:
            for part in batch.column("id").to_pylist():
                yield from coded_part(program, file, f"{part + 1}/{parts}")

    return work


def coded_part(program, file, part):
    words = command(program, "convert", "--to", "tsv", "--full", "--part", part, file)
    with tempfile.TemporaryFile() as told, subprocess.Popen(words, stdout=subprocess.PIPE, stderr=told) as run:
        read = pa.csv.ReadOptions(block_size=4 << 20)
        # The heading is there in any case, so that an empty part is no error.
        for rows in pa.csv.open_csv(run.stdout, read_options=read, **csv_options(GAME)):
            place = pa.repeat(pa.scalar(f"{file} part {part}"), rows.num_rows)
            yield pa.RecordBatch.from_arrays([place, *finished(rows, GAME)], names=["file", *GAME])
        if run.wait() not in (0, 1):
            told.seek(0)
            raise RuntimeError(f"{words[0]} ended with status {run.returncode}: {told.read()[-2000:]}")


def parts_job(spark, args):
    if len(args.input) > 1:
        raise SystemExit(f"parts reads one file, not {len(args.input)}: {' '.join(args.input)}")
    parts = args.parts or spark.sparkContext.defaultParallelism * 4
    numbers = spark.range(0, parts, 1, parts)
    return numbers.mapInArrow(coded_parts(args.program, args.input[0], parts), schema(["file", *GAME])), None


# The whole


def write(spark, args, coded, expected):
    """Writes what was coded in the order of the codes, and counts it."""
    # To find the ranges, Spark looks at all rows before it writes them: the games must not be played twice.
    coded = coded.persist(StorageLevel.DISK_ONLY)
    rows = coded.count()
    if expected is not None and rows != expected:
        raise RuntimeError(f"{expected} games in, {rows} rows out")
    ranged = coded.repartitionByRange(args.files, args.by) if args.files else coded.repartitionByRange(args.by)
    ranged.sortWithinPartitions(args.by).write.mode(args.mode).option("compression", "zstd").parquet(args.output)
    written = spark.read.parquet(args.output)
    if written.count() != rows:
        raise RuntimeError(f"{rows} rows coded, {written.count()} rows written")
    coded.unpersist()
    return rows, written.where("fault IS NOT NULL").count()


def arguments(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("input", nargs="+", help="what to read")
    common.add_argument("output", help="folder to write")
    common.add_argument("--program", help="the program, as the workers find it [the module gbr_pgn, or else gbr-pgn]")
    common.add_argument("--by", default="gbrfinal", choices=["gbr", "gbrfinal"], help="code to sort by")
    common.add_argument("--files", type=int, help="how many files to write [Spark's shuffle partitions]")
    common.add_argument("--mode", default="error", choices=["error", "overwrite"], help="if OUTPUT is there")
    jobs = parser.add_subparsers(dest="job", required=True)
    job = jobs.add_parser("parquet", parents=[common], help="a table with a column of moves")
    job.add_argument("--moves", default="movetext", help="the column of moves [movetext]")
    job.add_argument("--fen", help="the column of positions to start from [none]")
    job.add_argument("--keep", nargs="*", default=["Site"], help="columns to keep [Site]")
    job.set_defaults(make=parquet_job)
    job = jobs.add_parser("pgn", parents=[common], help="PGN text")
    job.add_argument("--line-end", default="lf", choices=["lf", "crlf"], help="how its lines end [lf]")
    job.set_defaults(make=pgn_job)
    job = jobs.add_parser("parts", parents=[common], help="one big file")
    job.add_argument("--parts", type=int, help="how many tasks [four for each core]")
    job.set_defaults(make=parts_job)
    return parser.parse_args(words)


def main(words=None):
    args = arguments(words)
    spark = SparkSession.builder.appName(f"gbr-pgn {args.job}").getOrCreate()
    begun = time.monotonic()
    coded, expected = args.make(spark, args)
    rows, faults = write(spark, args, coded, expected)
    seconds = round(time.monotonic() - begun, 1)
    print(json.dumps({"job": args.job, "rows": rows, "faults": faults, "seconds": seconds}), flush=True)


if __name__ == "__main__":
    main()
