"""annotate, scan and read: what they take, what they give, and what they say of bad input."""

import bz2
import gzip
import lzma
import os
import pathlib
import subprocess
import sys
import threading

import gbr_pgn
import pytest

GAME = b'[White "Ada"]\n[Black "Bob"]\n[WhiteElo "2400"]\n[Result "*"]\n\n1. e4 d5 2. exd5 Qxd5 *\n\n'
BAD = b'[White "Cid"]\n\n1. e4 e5 2. Qh7 *\n\n'


@pytest.fixture
def pa():
    return pytest.importorskip("pyarrow", reason="there is no pyarrow")


def test_annotate_writes_what_the_program_writes(program, samples):
    for path in [*samples.glob("*.pgn"), *samples.glob("*.epd")]:
        out = subprocess.run([program, "annotate", "-q", path], capture_output=True).stdout
        assert gbr_pgn.annotate(path) == gbr_pgn.annotate(str(path)) == gbr_pgn.annotate(path.read_bytes()) == out
        one = subprocess.run([program, "annotate", "-q", "--tags", "GBR", "--claims", "never", path], capture_output=True).stdout
        assert gbr_pgn.annotate(path, tags=["GBR"], claims="never", threads=1) == one


def test_faults_have_their_place_and_end_nothing():
    faults = []
    assert gbr_pgn.annotate(GAME + BAD + GAME, faults=faults).count(b"[GBRFinal ") == 2
    (fault,) = (fault for fault in faults if not fault.is_note)
    assert (fault.kind, fault.file, fault.line, fault.game, fault.players) == ("illegal-move", "<bytes>", 10, 2, "Cid - ?")
    assert str(fault) == "<bytes>:10: game 2 (Cid - ?): ply 3 (2. Qh7): illegal move"


def test_what_cannot_be_read_is_an_error_with_the_name_of_the_file(tmp_path):
    with pytest.raises(FileNotFoundError) as error:
        gbr_pgn.read(tmp_path / "none.pgn")
    assert error.value.filename == str(tmp_path / "none.pgn")
    with pytest.raises(IsADirectoryError):
        gbr_pgn.annotate(tmp_path)
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7\n")
    with pytest.raises(ValueError, match=r"a\.pdf: is a PDF"):
        gbr_pgn.read(tmp_path / "a.pdf")
    with pytest.raises(ValueError, match="zipfile"):
        gbr_pgn.read(b"PK\x03\x04 and so on")
    with pytest.raises(ValueError, match="ends too early at byte"):
        gbr_pgn.annotate(gzip.compress(GAME * 100)[:-10])
    with pytest.raises(TypeError, match="expected a path or bytes, found int"):
        gbr_pgn.read(3)


def test_wrong_arguments_are_told_with_those_that_are_right():
    for call, told in [
        (lambda: gbr_pgn.read(GAME, columns=["whit"]), 'there is no "whit"; there are file, number'),
        (lambda: gbr_pgn.read(GAME, columns=["white", "white"]), 'a column "white" already'),
        (lambda: gbr_pgn.read(GAME, add=["White"]), 'a column "white" already'),
        (lambda: gbr_pgn.read(GAME, add=["Elo:int"]), "expected text, number or date"),
        (lambda: gbr_pgn.read(GAME, columns=[]), "columns: expected one or more, found none"),
        (lambda: gbr_pgn.read(GAME, format="pdf"), "expected one of pgn"),
        (lambda: gbr_pgn.read(GAME, threads=0), "expected 1 or more"),
        (lambda: gbr_pgn.annotate(GAME, threads=-1), "threads: expected 1 or more, found -1"),
        (lambda: gbr_pgn.annotate(GAME, tags=["ECO"]), "expected some of GBR, GBRPosition"),
        (lambda: gbr_pgn.annotate(GAME, claims="yes"), "expected auto, never or always"),
    ]:
        with pytest.raises(ValueError, match=told):
            call()


def test_names_are_a_list_and_not_the_letters_of_one_name():
    for call, found in [
        (lambda: gbr_pgn.read(GAME, columns="white"), "a list of names, found str"),
        (lambda: gbr_pgn.read(GAME, add="ECO"), "a list of names, found str"),
        (lambda: gbr_pgn.annotate(GAME, tags="GBR"), "a list of names, found str"),
        (lambda: gbr_pgn.read(GAME, columns=3), "a list of names, found int"),
        (lambda: gbr_pgn.read(GAME, columns=["white", 3]), "a list of names, each of them a str, found int"),
    ]:
        with pytest.raises(TypeError, match=f"expected {found}"):
            call()
    for names in (("white", "gbr"), iter(["white", "gbr"]), {"white": 1, "gbr": 2}):
        assert gbr_pgn.read(GAME, columns=names).columns == ["white", "gbr"]


def test_packed_files_are_read_as_plain_ones(pa, tmp_path):
    expected = gbr_pgn.annotate(GAME * 3)
    for pack in (gzip.compress, bz2.compress, lzma.compress):
        packed = pack(GAME * 3)
        assert gbr_pgn.annotate(packed) == expected
        (tmp_path / "games").write_bytes(packed)
        assert pa.table(gbr_pgn.read(tmp_path / "games")).num_rows == 3


def test_columns_are_those_that_are_asked_for_in_that_order(pa):
    games = gbr_pgn.read(GAME, columns=["gbrfinal", "white"], add=["WhiteElo", "Round:number"])
    assert games.columns == ["gbrfinal", "white", "whiteelo", "round"]
    assert pa.table(games).to_pylist() == [{"gbrfinal": "4888.77", "white": "Ada", "whiteelo": 2400, "round": None}]


def test_games_can_be_read_again_and_count_what_they_met(pa):
    games = gbr_pgn.read(GAME + BAD + GAME)
    assert games.games == 0
    for _ in range(2):
        rows = pa.table(games)
        assert rows.column("fault").to_pylist() == [None, "illegal-move: ply 3 (2. Qh7): illegal move", None]
        assert (games.games, games.coded, games.fault_count) == (3, 2, 1)
        assert [fault.line for fault in games.faults if not fault.is_note] == [10]


def test_readings_at_the_same_time_count_for_themselves(pa):
    games = gbr_pgn.read(GAME * 40_000, columns=["number"], threads=1)
    readers = [pa.RecordBatchReader.from_stream(games) for _ in range(3)]
    assert [sum(batch.num_rows for batch in batches) for batches in zip(*readers)]
    assert games.games == games.coded == 40_000


def test_strict_ends_at_the_first_fault_with_its_place(pa):
    with pytest.raises(ValueError, match=r"<bytes>:10: game 2 \(Cid - \?\): ply 3"):
        pa.table(gbr_pgn.read(GAME + BAD + GAME, strict=True))


def test_damage_in_the_middle_is_told_by_whoever_reads(pa):
    damaged = gzip.compress(GAME * 20_000, mtime=0)[:-20]
    with pytest.raises(ValueError, match="<bytes>: compressed data ends too early at byte"):
        pa.table(gbr_pgn.read(damaged))


def test_rows_has_a_row_for_each_line_as_the_program(pa, program):
    lines = b"1. e4 e5\n\nrubbish\n8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\t1. c7 Rd6+\n\x1f\x8bx\n"
    out = subprocess.run([program, "rows", "-q", "--to", "tsv"], input=lines, capture_output=True).stdout
    rows = pa.table(gbr_pgn.rows(lines))
    text = lambda value: "" if value is None else " ".join(value) if isinstance(value, list) else str(value)
    written = ["\t".join(map(text, row.values())) for row in rows.to_pylist()]
    assert written == out.decode("latin-1").splitlines()
    assert rows.num_rows == 5


def test_batches_are_bounded(pa):
    reader = pa.RecordBatchReader.from_stream(gbr_pgn.read(GAME * 70_000, columns=["number"]))
    sizes = [batch.num_rows for batch in reader]
    assert sum(sizes) == 70_000 and len(sizes) > 2 and max(sizes) < 40_000


def test_a_reader_that_stops_ends_the_run(pa):
    reader = pa.RecordBatchReader.from_stream(gbr_pgn.read(GAME * 100_000))
    assert reader.read_next_batch().num_rows > 1000
    reader.close()


class Path:
    """A path that is not a pathlib.Path."""

    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        return self.path


def test_any_path_and_any_bytes_are_taken(tmp_path):
    expected = gbr_pgn.annotate(GAME)
    path = tmp_path / "games.pgn"
    path.write_bytes(GAME)
    subclass = type("Bytes", (bytes,), {})
    for given in (path, str(path), Path(str(path)), Path(os.fsencode(path)), bytearray(GAME), subclass(GAME)):
        assert gbr_pgn.annotate(given) == expected


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_read_whole_and_once(pa, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(GAME * 2000))
    writer.start()
    games = gbr_pgn.read(pipe, columns=["number"])
    assert pa.table(games).num_rows == 2000
    writer.join()
    with pytest.raises(ValueError, match="pipe: is a pipe or a device, which was read already"):
        pa.table(games)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes do not fork")
def test_rows_that_another_process_reads_are_an_error_after_a_fork():
    lines = """if True:
        import os, sys, gbr_pgn, pyarrow as pa
        reader = pa.RecordBatchReader.from_stream(gbr_pgn.read(b'1. e4 *\\n' * 80_000, columns=["number"]))
        reader.read_next_batch()
        child = os.fork()
        try:
            rows = reader.read_all().num_rows
            assert child and rows > 40_000
        except ValueError as error:
            assert not child and "another process has begun" in str(error)
            os._exit(0)
        sys.exit(os.waitpid(child, 0)[1])
    """
    pytest.importorskip("pyarrow", reason="there is no pyarrow")
    subprocess.run([sys.executable, "-W", "ignore", "-c", lines], check=True, timeout=60)


def test_scan_takes_text_bytes_and_paths(tmp_path):
    text = "It is won: a7d3 0116.00 b2b3c6d6 3/3+. So é"
    (tmp_path / "eg.txt").write_text(text, encoding="latin-1")
    for given in (text, text.encode(), text.encode("latin-1"), pathlib.Path(tmp_path / "eg.txt")):
        (hit,) = gbr_pgn.scan(given)
        assert (hit.line, hit.column, hit.verdict, str(hit.code)) == (1, 12, "ok", "0116.00")
        assert hit.position == gbr_pgn.Position(hit.text) and hit.fen == hit.position.fen
    assert [hit.text for hit in gbr_pgn.scan("for 0002.01", bare=True)] == ["0002.01"]
