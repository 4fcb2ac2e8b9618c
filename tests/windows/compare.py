"""The program for Windows gives the same bytes as the one for this system, and keeps its promises about files.

    compare.py PROGRAM COMMAND...

PROGRAM is gbr-pgn for this system. COMMAND starts the one for Windows: wine64 gbr-pgn.exe. Each case is run by both, in a folder
of its own for each of them; standard output, the messages, the status and in the end all files must be the same.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
SAAVEDRA = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"
ODD = sorted("samples/odd/" + path.name for path in (SAMPLES / "odd").iterdir() if path.suffix != ".tsv")

# Many lines of one record, so that a run can be interrupted in its midst.
GAME = b'[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n\n'

DEVICES = b"".join(
    b'[White "%s"]\n[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]\n[Result "1-0"]\n\n1. c7 1-0\n\n' % name
    for name in [b"CON", b"nul", b"COM1", b"a:b", b"end.", b"R\xc3\xa9ti", b"reti", b"RETI"]
)


def case(*words, feed=None):
    return list(words), feed


STUDIES, GAMES = "samples/studies.pgn", "samples/games.pgn"

CASES = [
    case("annotate", STUDIES),
    case("annotate", feed=STUDIES),
    case("annotate", "-", feed=GAMES),
    case("annotate", "-v", "--all-faults", *ODD),
    case("annotate", "samples/odd/02-crlf.pgn"),
    case("annotate", "samples/odd/03-cr-only.pgn"),
    case("annotate", "samples/odd/04-mixed-line-ends.pgn"),
    case("annotate", "samples/odd/53-ctrl-z.pgn"),
    case("annotate", "samples/odd/53-ctrl-z.pgn", feed="samples/odd/53-ctrl-z.pgn"),
    case("annotate", "samples/studies.epd"),
    case("annotate", "-q", STUDIES, "-o", "coded.pgn"),
    case("strip", "coded.pgn"),
    case("check", "coded.pgn"),
    case("annotate", "-q", STUDIES, "-o", "coded.pgn"),  # again: it is there now
    case("annotate", "-q", STUDIES, GAMES, "-o", "coded.pgn.zst"),
    case("annotate", "-q", STUDIES, "-o", "coded.pgn.gz"),
    case("annotate", "-q", STUDIES, "-o", "coded.pgn.bz2"),
    case("annotate", "-q", STUDIES, "-o", "coded.pgn.xz"),
    case("strip", "--in-place", "coded.pgn.zst"),
    case("annotate", "--in-place", "copy.pgn", "copy.crlf.pgn"),
    case("annotate", "copy.pgn", "-o", "copy.pgn"),  # refused
    case("annotate", "copy.pgn", "-o", "COPY/"),  # refused
    case("annotate", "-q", "with blanks/Réti & Öberg.pgn", "-o", "with blanks/ñandú ♔.pgn"),
    case("annotate", "not there.pgn"),
    case("annotate", "samples"),
    case("annotate", STUDIES, "--faults", "faults.jsonl", "-o", "faultless.pgn"),
    case("annotate", "-q", "--threads", "3", "--part", "2/3", GAMES),
    *(case("convert", "-q", "--to", to, STUDIES) for to in ["pgn", "epd", "fen", "gbr", "csv", "tsv", "jsonl"]),
    case("convert", "-q", "--full", STUDIES, "-o", "studies.parquet"),
    case("convert", "-q", "--add", "Site,Round:number", "--to", "csv", STUDIES),
    case("find", "KRvKR", STUDIES),
    case("find", "-q", "--list", "-e", "KRvKR", "-e", "0000.*", STUDIES),
    case("find", "-q", "--list", "--variations", "KRvKR", STUDIES),
    case("find", "0002", STUDIES),
    case("find", "-q", "--cut", "--to", "pgn", "KRvKR", STUDIES),
    case("find", "KPvKR", "devices.pgn", "--split", "split", "--split-by", "White"),
    case("find", "KPvKR", "devices.pgn", "--split", "split", "--split-by", "White"),  # refused
    case("find", "KPvKR", "devices.pgn", "--split", "split", "--split-by", "White", "--force"),
    case("index", "indexed.pgn"),
    case("find", "-v", "--list", "KRvKR", "indexed.pgn"),
    case("stats", "-q", "indexed.pgn"),
    case("grow", "indexed.pgn"),
    case("index", "indexed.pgn"),
    case("find", "-v", "--list", "KRvKR", "indexed.pgn"),
    case("index", "coded.pgn.zst"),
    case("find", "-v", "--list", "KRvKR", "coded.pgn.zst"),
    case("sort", STUDIES),
    case("sort", "-q", "--unique", "--duplicates", "twice.pgn", STUDIES, STUDIES, "-o", "sorted.pgn"),
    case("sort", "-q", "--memory", "1M", "many.pgn", "-o", "many.sorted.pgn"),
    case("sort", "--check", "sorted.pgn"),
    case("stats", GAMES),
    case("stats", "-q", GAMES, "-o", "stats.svg"),
    case("check", "samples/database.pgn"),
    case("directory", "samples/studies.pgn"),
    case("directory", "-q", STUDIES, "-o", "page.html"),
    case("directory", "-q", "--to", "csv", "samples/database.pgn"),
    case("scan", "samples/magazine.txt"),
    case("scan", "-q", "--to", "epd", feed="samples/magazine.txt"),
    case("encode", SAAVEDRA),
    case("encode", feed=b"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\r\n8/8/8/8/8/8/8/8 w - - 0 1\r\n"),
    case("decode", "--board", "a7d3 0116.00 b2b3c6d6 3/3+."),
    case("decode", "a7d3 0116.00 b2b3c6 3/3+."),
    case("board", SAAVEDRA),
    case("board", SAAVEDRA, "-o", "board.png"),
    case("similar", SAAVEDRA, "--within", "3", STUDIES, "samples/database.pgn"),
    case("verify", "--tables", "samples/tables", STUDIES),
    case("rows", feed=b"1. e4 d5 2. exd5 1-0\r\n\r\n1. e5 *\r\n"),
    case("man", "man"),
    case("completions", "powershell"),
    case("--version"),
    case("--help"),
    case("annotate", "--help"),
    case("annotate"),
    case("studies.pgn"),
]

# Backslashes are Windows' own: there, and only there, they part folders. What they name has the same bytes.
BACKSLASHES = [
    (case("annotate", "-q", r"samples\studies.pgn"), case("annotate", "-q", STUDIES)),
    (
        case("annotate", "-q", r"samples\studies.pgn", "-o", r"with blanks\back slash.pgn"),
        case("annotate", "-q", STUDIES, "-o", "with blanks/back slash.pgn"),
    ),
    (case("annotate", "--in-place", r"with blanks\back slash.pgn"), case("annotate", "--in-place", "with blanks/back slash.pgn")),
    # No shell does this there.
    (case("convert", "-q", "--to", "gbr", r"samples\s*.pgn"), case("convert", "-q", "--to", "gbr", STUDIES)),
    (case("annotate", "-q", STUDIES, "-o", "NUL"), case("annotate", "-q", STUDIES, "-o", "/dev/null")),
    (case("annotate", "-q", "NUL"), case("annotate", "-q", "/dev/null")),
]


class Side:
    """One of the two programs, with a folder of its own."""

    def __init__(self, command, folder):
        self.command, self.folder = command, folder
        shutil.copytree(SAMPLES, folder / "samples")
        for name in ["copy.pgn", "indexed.pgn", "open.pgn"]:
            shutil.copy(SAMPLES / "studies.pgn", folder / name)
        shutil.copy(SAMPLES / "odd/02-crlf.pgn", folder / "copy.crlf.pgn")
        (folder / "with blanks").mkdir()
        shutil.copy(SAMPLES / "studies.pgn", folder / "with blanks/Réti & Öberg.pgn")
        (folder / "devices.pgn").write_bytes(DEVICES)
        (folder / "many.pgn").write_bytes(GAME * 100_000)

    def run(self, words, feed):
        if words[0] == "grow":
            with open(self.folder / words[1], "ab") as file:
                file.write(b"\n" + (SAMPLES / "games.pgn").read_bytes())
            return b"", b"", 0
        if isinstance(feed, str):
            feed = (SAMPLES.parent / feed).read_bytes()
        ran = subprocess.run(self.command + words, input=feed or b"", cwd=self.folder, capture_output=True, timeout=300)
        return ran.stdout, ran.stderr, ran.returncode

    def start(self, *words, **more):
        return subprocess.Popen(self.command + list(words), cwd=self.folder, stderr=subprocess.PIPE, **more)

    def files(self):
        """All files but indexes, which hold which file of the machine they are about."""
        every = [path for path in self.folder.rglob("*") if path.is_file() and path.suffix != ".gbrx"]
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in every}


class Report:
    def __init__(self):
        self.passed, self.failed = 0, []

    def tell(self, name, differences):
        if differences:
            self.failed.append(name)
            print(f"FAILED: {name}\n" + "\n".join("    " + line for line in differences), flush=True)
        else:
            self.passed += 1


def in_words(words, feed):
    shown = " ".join(word if len(word) < 60 else word[:57] + "..." for word in words[:8])
    return shown + (f" < {feed if isinstance(feed, str) else '...'}" if feed else "")


def first_difference(ours, theirs):
    for number, (one, other) in enumerate(zip(ours.split(b"\n"), theirs.split(b"\n")), 1):
        if one != other:
            return f"line {number}: {one[:200]!r} here, {other[:200]!r} there"
    return f"{len(ours)} bytes here, {len(theirs)} there"


def differences(here, there):
    for what, ours, theirs in zip(["output", "messages"], here, map(as_here, there[:2])):
        if ours != theirs:
            yield f"{what}: {first_difference(ours, theirs)}"
    if here[2] != there[2]:
        yield f"status: {here[2]} here, {there[2]} there"


def as_here(text):
    """The system's own words for an error, and the name by which the program was started."""
    not_found = b"File not found. (os error 2)", b"No such file or directory (os error 2)"
    return text.replace(*not_found).replace(b"gbr-pgn.exe", b"gbr-pgn")


def same_bytes(report, here, there):
    for words, feed in CASES:
        report.tell(in_words(words, feed), list(differences(here.run(words, feed), there.run(words, feed))))
    for windows, unix in BACKSLASHES:
        report.tell(in_words(*windows), list(differences(here.run(*unix), there.run(*windows))))
    ours, theirs = here.files(), there.files()
    wrong = [name for name in sorted(ours.keys() | theirs.keys()) if ours.get(name) != theirs.get(name)]
    report.tell(f"all {len(ours)} files", wrong)


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


def temporaries(side):
    return [path.name for path in side.folder.iterdir() if path.name.startswith(".gbr-pgn-")]


def keeps_feeding(process, stop):
    try:
        while not stop.is_set():
            process.stdin.write(GAME * 100)
            process.stdin.flush()
    except OSError:
        pass


def leaves_the_target(report, there, interrupt):
    """Ctrl-C in the midst of -o: the target stays as it was, and nothing else is left."""
    target = there.folder / "target.pgn"
    target.write_bytes(b"as it was\n")
    process = there.start("annotate", "-o", "target.pgn", stdin=subprocess.PIPE, start_new_session=True)
    stop = threading.Event()
    feeder = threading.Thread(target=keeps_feeding, args=(process, stop))
    feeder.start()
    wrong = []
    if not wait_for(lambda: temporaries(there)):
        wrong.append("no temporary file was seen")
    interrupt(process)
    try:
        status = process.wait(60)
    except subprocess.TimeoutExpired:
        process.kill()
        status = "none, it went on"
    stop.set()
    feeder.join()
    if status != 130:
        wrong.append(f"status: {status}")
    wrong += [f"left: {name}" for name in temporaries(there)]
    if target.read_bytes() != b"as it was\n":
        wrong.append("the target is another")
    report.tell("Ctrl-C with an unfinished -o", wrong)


def open_elsewhere(report, there):
    """A file that another program reads is replaced, or stays as it was and that is said; never anything between."""
    target = there.folder / "many.pgn"
    before = target.read_bytes()
    reader = there.start("annotate", "-q", "many.pgn", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    reader.stdout.read(1)
    _, messages, status = there.run(["annotate", "--in-place", "many.pgn"], None)
    after = target.read_bytes()
    is_replaced = status == 0 and len(after) > len(before)
    is_left = status == 2 and after == before and b"many.pgn: cannot be written" in messages
    rest = 1 + len(reader.stdout.read())
    reader.wait(60)
    wrong = [] if is_replaced or is_left else [f"{status} {messages}, {len(before)} bytes, then {len(after)}"]
    if rest < len(before):
        wrong.append("the reader missed something")
    report.tell("a file that another program reads", wrong + [f"left: {name}" for name in temporaries(there)])
    print("a file that another program reads is " + ("replaced" if is_replaced else "left as it was"))


def reader_gone(report, there):
    """A reader that goes away ends it quietly."""
    process = there.start("annotate", "-q", "many.pgn", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    process.stdout.read(1000)
    process.stdout.close()
    messages = process.stderr.read()
    status = process.wait(60)
    report.tell("a reader that goes away", [] if (status, messages) == (0, b"") else [f"{status} {messages}"])


def main():
    program, *command = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        folders = [pathlib.Path(folder) / name for name in ["here", "there"]]
        for each in folders:
            each.mkdir()
        here, there = Side([os.path.abspath(program)], folders[0]), Side(command, folders[1])
        report = Report()
        same_bytes(report, here, there)
        open_elsewhere(report, there)
        reader_gone(report, there)
        leaves_the_target(report, there, lambda process: os.kill(process.pid, 2))
    print(f"{report.passed} passed, {len(report.failed)} failed")
    sys.exit(1 if report.failed else 0)


main()
