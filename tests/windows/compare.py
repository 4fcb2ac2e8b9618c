"""The program for Windows gives the same bytes as the one for this system, and keeps its promises about files.

    compare.py [--short] PROGRAM WINE EXE

PROGRAM is gbr-pgn for this system, WINE runs EXE, the one for Windows; beside EXE are plugin and plugin.exe. Each case is run by
both, in a folder of its own for each of them; standard output, the messages, the status and in the end all files must be the same.
A wine that hangs is told, and no failure.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

from cases import BACKSLASHES, MORE, QUICK
from side import GAME, SECONDS, Endless, Side, end, finish


class Report:
    def __init__(self):
        self.passed, self.failed = 0, []

    def tell(self, name, differences):
        if differences:
            self.failed.append(name)
            print(f"FAILED: {name}\n" + "\n".join("    " + line for line in differences), flush=True)
        else:
            self.passed += 1


class WineHangs(Exception):
    pass


# What ends with 130 and takes longer than a second to be gone, wine's server ends by SIGKILL; its status is then lost.
INTERRUPTED = 130, -9


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
    """The system's own words and wine's, the name by which the program was started, and paths of what is in folders."""
    not_found = b"File not found. (os error 2)", b"No such file or directory (os error 2)"
    text = text.replace(*not_found).replace(b"gbr-pgn.exe", b"gbr-pgn").replace(b"(exit code: ", b"(exit status: ")
    text = re.sub(rb"(?m)^wine: .*\n", b"", text)
    return re.sub(rb"samples([\\/][\w.-]+)+", lambda path: path[0].replace(b"\\", b"/"), text)


def same_bytes(report, here, there, cases):
    for ours, theirs in cases:
        report.tell(in_words(*theirs), list(compared(here, there, ours, theirs)))
    ours, theirs = here.files(), there.files()
    wrong = [name for name in sorted(ours.keys() | theirs.keys()) if ours.get(name) != theirs.get(name)]
    report.tell(f"all {len(ours)} files", wrong)


def compared(here, there, ours, theirs):
    for side, each in [(here, ours), (there, theirs)]:
        try:
            results = side.run(*each)
        except Endless:
            if not side.is_alive():
                raise WineHangs from None
            return [f"no end after {SECONDS} s, twice"]
        if side is here:
            expected = results
    return differences(expected, results)


def wait_for(condition):
    end = time.monotonic() + SECONDS
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


def keeps_feeding(process, stop):
    try:
        while not stop.is_set():
            process.stdin.write(GAME * 100)
            process.stdin.flush()
    except (OSError, ValueError):
        pass


def status_after_interrupt(process):
    os.kill(process.pid, 2)
    try:
        return process.wait(SECONDS)
    except subprocess.TimeoutExpired:
        end(process)
        return "none, it went on"


def leaves_the_target(there):
    """Ctrl-C in the midst of -o: the target stays as it was, and nothing else is left."""
    target = there.folder / "target.pgn"
    target.write_bytes(b"as it was\n")
    process = there.start("annotate", "-o", "target.pgn", stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    stop = threading.Event()
    feeder = threading.Thread(target=keeps_feeding, args=(process, stop), daemon=True)
    feeder.start()
    wrong = [] if wait_for(there.temporaries) else ["no temporary file was seen"]
    status = status_after_interrupt(process)
    stop.set()
    feeder.join(SECONDS)
    return wrong + left_after(there, status, target, b"as it was\n")


def leaves_what_is_changed(there):
    """Ctrl-C in the midst of --in-place, while a plugin is being waited for: the file is as it was, and the plugin ends."""
    target = there.folder / "changed.pgn"
    target.write_bytes(GAME * 1000)
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    words = ["annotate", "--in-place", "changed.pgn", "--plugin", f"./plugin hang {mark}", "--plugin-timeout", "600"]
    process = there.start(*words, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wrong = [] if wait_for(lambda: plugins(mark)) else ["the plugin was not started"]
    status = status_after_interrupt(process)
    wrong += left_after(there, status, target, GAME * 1000)
    return wrong if wait_for(lambda: not plugins(mark)) else [*wrong, "the plugin goes on"]


def plugins(mark):
    """The plugins that were started with this word, and not the program that has their command among its own."""
    commands = map(words_of, pathlib.Path("/proc").glob("[0-9]*/cmdline"))
    return [words for words in commands if mark.encode() in words and b"annotate" not in words]


def words_of(path):
    try:
        return path.read_bytes()
    except OSError:
        return b""


def left_after(there, status, target, before):
    wrong = [] if status in INTERRUPTED else [f"status: {status}"]
    wrong += [f"left: {name}" for name in there.temporaries()]
    return wrong if target.read_bytes() == before else [*wrong, "the file is another"]


def open_elsewhere(there):
    """A file that another program reads is replaced, or stays as it was and that is said; never anything between."""
    target = there.folder / "many.pgn"
    before = target.read_bytes()
    reader = there.start("annotate", "-q", "many.pgn", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    reader.stdout.read(1)
    _, messages, status = there.run(["annotate", "--in-place", "many.pgn"], None)
    after = target.read_bytes()
    is_replaced = status == 0 and len(after) > len(before)
    is_left = status == 2 and after == before and b"many.pgn: cannot be written" in messages
    rest = 1 + len(finish(reader)[0])
    wrong = [] if is_replaced or is_left else [f"{status} {messages}, {len(before)} bytes, then {len(after)}"]
    if rest < len(before):
        wrong.append("the reader missed something")
    print("a file that another program reads is " + ("replaced" if is_replaced else "left as it was"))
    return wrong + [f"left: {name}" for name in there.temporaries()]


def reader_gone(there):
    """A reader that goes away ends it quietly."""
    with tempfile.TemporaryFile() as messages:
        process = there.start("annotate", "-q", "many.pgn", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=messages)
        process.stdout.read(1000)
        process.stdout.close()
        process.stdout = None
        status = finish(process)[2]
        messages.seek(0)
        said = as_here(messages.read())
    return [] if (status, said) == (0, b"") else [f"{status} {said}"]


PROMISES = [open_elsewhere, reader_gone, leaves_the_target, leaves_what_is_changed]
QUICK_PROMISES = [leaves_the_target, leaves_what_is_changed]


def keeps_promise(report, there, promise):
    """Those hang on moments, so a broken one is tried once more."""
    try:
        wrong = promise(there) and promise(there)
    except (subprocess.TimeoutExpired, Endless):
        if not there.is_alive():
            raise WineHangs from None
        wrong = [f"no end after {SECONDS} s"]
    report.tell(promise.__doc__.split(":")[0], wrong)


def compare(report, folder, is_short, program, wine, exe):
    plugins = [pathlib.Path(exe).with_name(name) for name in ["plugin", "plugin.exe"]]
    here = Side([os.path.abspath(program)], plugins[0], folder / "here")
    there = Side([wine, exe], plugins[1], folder / "there")
    cases = QUICK if is_short else QUICK + MORE
    same_bytes(report, here, there, [(each, each) for each in cases] + [(unix, windows) for windows, unix in BACKSLASHES])
    for promise in QUICK_PROMISES if is_short else PROMISES:
        keeps_promise(report, there, promise)


def main():
    is_short = sys.argv[1] == "--short"
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        try:
            compare(report, pathlib.Path(folder), is_short, *sys.argv[1 + is_short :])
        except WineHangs:
            print("skipped: the rest of the cases for Windows: wine has begun to hang")
    print(f"{report.passed} passed, {len(report.failed)} failed")
    sys.exit(1 if report.failed else 0)


main()
