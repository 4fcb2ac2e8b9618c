"""One of the two programs, with a folder of its own; no call of it lasts longer than its time."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

from cases import ROOT, SAMPLES

# Far more than any case takes, on a machine that has other things to do as well.
SECONDS = 60

# One short record, many times, so that a run can be interrupted in its midst.
GAME = b'[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n\n'

DEVICES = b"".join(
    b'[White "%s"]\n[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]\n[Result "1-0"]\n\n1. c7 1-0\n\n' % name
    for name in [b"CON", b"nul", b"COM1", b"a:b", b"end.", b"R\xc3\xa9ti", b"reti", b"RETI"]
)


class Endless(Exception):
    """It had not ended in its time, twice."""


class Side:
    def __init__(self, command, plugin, folder):
        self.command, self.folder = command, folder
        folder.mkdir()
        shutil.copytree(SAMPLES, folder / "samples")
        for name in ["copy.pgn", "indexed.pgn", "open.pgn"]:
            shutil.copy(SAMPLES / "studies.pgn", folder / name)
        shutil.copy(SAMPLES / "odd/02-crlf.pgn", folder / "copy.crlf.pgn")
        (folder / "with blanks").mkdir()
        shutil.copy(SAMPLES / "studies.pgn", folder / "with blanks/Réti & Öberg.pgn")
        for place in [folder, folder / "with blanks"]:
            shutil.copy(plugin, place / plugin.name)
        (folder / "devices.pgn").write_bytes(DEVICES)
        (folder / "many.pgn").write_bytes(GAME * 100_000)

    def run(self, words, feed):
        """Output, messages and status of a case; one that does not end is tried once more."""
        if words[0] == "grow":
            return self.grow(words[1])
        if isinstance(feed, str):
            feed = (ROOT / feed).read_bytes()
        for _ in range(2):
            try:
                return self.once(words, feed or b"")
            except subprocess.TimeoutExpired:
                pass
        raise Endless

    def once(self, words, feed):
        # Files, and not pipes: what wine leaves running may hold these open for ever.
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as messages:
            process = self.start(*words, stdin=subprocess.PIPE, stdout=output, stderr=messages)
            status = finish(process, feed)[2]
            return content(output), content(messages), status

    def grow(self, name):
        with open(self.folder / name, "ab") as file:
            file.write(b"\n" + (SAMPLES / "games.pgn").read_bytes())
        return b"", b"", 0

    def start(self, *words, **streams):
        return subprocess.Popen(self.command + list(words), cwd=self.folder, start_new_session=True, **streams)

    def is_alive(self):
        """Whether wine still runs the least of programs."""
        if len(self.command) == 1:
            return True
        words = [self.command[0], "cmd", "/c", "ver"]
        try:
            return subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=SECONDS).returncode == 0
        except subprocess.TimeoutExpired:
            return False

    def files(self):
        """All files but indexes, which hold which file of the machine they are about, and the plugins."""
        every = [path for path in self.folder.rglob("*") if path.is_file() and path.suffix != ".gbrx" and path.stem != "plugin"]
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in every}

    def temporaries(self):
        return [path.name for path in self.folder.iterdir() if path.name.startswith(".gbr-pgn-")]


def finish(process, feed=None):
    """What it still has to say, and its status; it is ended where it does not end by itself."""
    try:
        output, messages = process.communicate(feed, timeout=SECONDS)
        return output, messages, process.returncode
    except subprocess.TimeoutExpired:
        end(process)
        raise


def end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(SECONDS)
    except (ProcessLookupError, subprocess.TimeoutExpired):
        pass


def content(file):
    file.seek(0)
    return file.read()
