#!/usr/bin/env python3
"""Asks a UCI engine for the value of the last position of a game: a plugin for gbr-pgn.

    gbr-pgn annotate --plugin "python3 engine_value.py --nodes 20000 stockfish" games.pgn

The value is White's, in pawns (+1.25, -0.40), or moves to mate (#4, #-2); mate on the board is # and a stalemate 0.00. The
engine thinks for a number of nodes on one thread and forgets all it knew before each game, so that a game gets the same
value in every run. Games of variants, and those that cannot be played to their end, get no tag.
"""

import argparse
import json
import subprocess
import sys


class Engine:
    """A program that speaks UCI."""

    def __init__(self, command, nodes):
        self.nodes = nodes
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.say("uci")
        self.wait_for("uciok")
        self.say("setoption name Threads value 1")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait_for(self, word):
        """All lines up to the one that begins with this word."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.split())
            if lines[-1][:1] == [word]:
                return lines
        sys.exit("the engine has ended")

    def value(self, fen):
        """The value of a position for White, as a text; none where the engine does not say."""
        self.say("ucinewgame")
        self.say("isready")
        self.wait_for("readyok")
        self.say("position fen " + fen)
        self.say("go nodes %d" % self.nodes)
        said = [line for line in self.wait_for("bestmove") if "score" in line]
        # A search that its limit breaks off may end with a bound, which is not a value.
        values = [line for line in said if "lowerbound" not in line and "upperbound" not in line]
        scores = [line[line.index("score") + 1 :][:2] for line in values]
        if not scores:
            return None
        unit, number = scores[-1][0], int(scores[-1][1])
        number = number if fen.split()[1] == "w" else -number
        if unit == "mate":
            return "#%d" % number if number else "#"
        return "%+.2f" % (number / 100) if number else "0.00"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--nodes", type=int, default=20000, help="how far the engine looks [20000]")
    parser.add_argument("engine", nargs="+", help="the engine, and its arguments")
    arguments = parser.parse_args()
    engine = Engine(arguments.engine, arguments.nodes)
    # Games come in UTF-8, whatever else this system takes text to be.
    sys.stdin.buffer.readline()
    print(json.dumps({"columns": [{"tag": "EngineValue", "key": "enginevalue"}]}), flush=True)
    for line in sys.stdin.buffer:
        game = json.loads(line)
        is_chess = game["tags"].get("Variant", "standard").lower() in ("standard", "chess", "normal")
        value = engine.value(game["fenfinal"]) if is_chess and game["fenfinal"] else None
        print(json.dumps({"EngineValue": value} if value else {}), flush=True)
    engine.say("quit")


if __name__ == "__main__":
    main()
