#!/usr/bin/env python3
"""Names the opening of a game: a plugin for gbr-pgn.

    gbr-pgn annotate --plugin "python3 openings.py" games.pgn

The table beside it, openings.tsv, has a name and its moves on each line; the longest line that a game follows from the initial
position names it. Another table can be given as an argument. A game of which no line is known gets no tag.
"""

import json
import os
import sys

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


def table(path):
    """Names by the moves that lead to them."""
    with open(path, encoding="utf-8") as lines:
        rows = (line.rstrip("\n").split("\t") for line in lines if not line.startswith("#"))
        return {tuple(moves.split()): name for name, moves in rows}


def name_of(game, names):
    """The name of the longest line that the game follows; none where nothing is known of it."""
    moves = game["moves"]
    if moves is None or not (game["fen"] or "").startswith(ARRAY):
        return None
    longest = max(map(len, names), default=0)
    lines = (tuple(moves[:count]) for count in range(min(longest, len(moves)), 0, -1))
    return next((names[line] for line in lines if line in names), None)


def main():
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "openings.tsv")
    names = table(sys.argv[1] if len(sys.argv) > 1 else beside)
    # Games come in UTF-8, whatever else this system takes text to be.
    greeting = json.loads(sys.stdin.buffer.readline())
    if greeting.get("gbr-pgn") != 1:
        sys.exit("expected version 1 of the protocol")
    print(json.dumps({"columns": [{"tag": "OpeningName", "key": "openingname"}]}), flush=True)
    for line in sys.stdin.buffer:
        name = name_of(json.loads(line), names)
        print(json.dumps({"OpeningName": name} if name else {}), flush=True)


if __name__ == "__main__":
    main()
