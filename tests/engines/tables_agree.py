"""Compares `gbr-pgn verify --to jsonl` with a judgement of its own, by python-chess and its reader of Syzygy tables.

    tables_agree.py PROGRAM TABLES FILE...

Which records are studies, and where each of them is, is taken from the program; what is proved, failing or open, which move
changes a verdict and which other moves keep a claim is worked out here from the rules of chess and the tables alone. Prints
how much was compared; ends with status 1 at the first record that differs.
"""

import json
import subprocess
import sys

import chess
import chess.pgn
import chess.syzygy

NAMES = {-2: "loss", -1: "blessed loss", 0: "draw", 1: "cursed win", 2: "win"}


class TooCoarse(Exception):
    """Some tables round the distance by one ply, and this reader does not say which."""


class Judge:
    def __init__(self, folder):
        self.tables = chess.syzygy.open_tablebase(folder)
        self.most = max(len(name) - 1 for name in self.tables.wdl)  # KQvKR: a v between the men
        self.asked = 0

    def value(self, board, fifty):
        """White's, from -2 to 2; None where nothing is known."""
        if board.is_checkmate():
            return -2 if board.turn == chess.WHITE else 2
        if board.is_stalemate() or board.is_insufficient_material():
            return 0
        if board.castling_rights or chess.popcount(board.occupied) > self.most + 1:
            return None
        self.asked += 1
        try:
            wdl = self.tables.probe_wdl(board)
            if not fifty:
                wdl = (wdl > 0) * 2 - (wdl < 0) * 2
            elif abs(wdl) == 2 and board.halfmove_clock:
                wdl = self.with_clock(wdl, board)
        except KeyError:
            return None
        return None if wdl is None else (wdl if board.turn == chess.WHITE else -wdl)

    def with_clock(self, wdl, board):
        plies = abs(self.tables.probe_dtz(board)) + board.halfmove_clock
        if plies == 100:
            raise TooCoarse
        return wdl if plies < 100 else wdl // 2


def keeps(value, claim):
    return value == 2 if claim == 2 else value is not None and value > -2


def study(judge, game, claim):
    """The claims that fail, the alternatives of the main line, and what is open: (ply, kind, is, also)."""
    board, found = game.board(), []
    value = judge.value(board, False)
    gone = value is not None and value != claim
    if gone:
        found.append((0, "claim", NAMES[value], None))
    unknown = 0 if value is None else None
    for ply, move in enumerate(game.mainline_moves(), 1):
        before, mover = value, board.turn
        others = []
        if mover == chess.WHITE:
            for other in board.legal_moves:
                if other != move:
                    board.push(other)
                    after = judge.value(board, False)
                    board.pop()
                    if keeps(after, claim):
                        others.append((ply, "alternative", NAMES[after], board.san(other)))
        board.push(move)
        value = judge.value(board, False)
        if value is not None and (mover == chess.WHITE or before is None):
            kept = keeps(value, claim)
            if not kept and (keeps(before, claim) or not gone):
                found.append((ply, "claim", NAMES[value], None))
            gone = not kept
        if value is None and mover == chess.WHITE and unknown is None:
            unknown = ply
        found += others
    if unknown is not None and not any(kind == "claim" for _, kind, _, _ in found):
        found.append((unknown, "open", None, None))
    return found


def played(judge, game, result):
    """The changes and the end of a game: (ply, kind, is, also)."""
    board, found = game.board(), []
    value = judge.value(board, True)
    ply = 0
    for ply, move in enumerate(game.mainline_moves(), 1):
        board.push(move)
        before, value = value, judge.value(board, True)
        if before is not None and value is not None and before != value:
            found.append((ply, "verdict", NAMES[value], None))
    outcome = None if value is None else (value > 1) * 2 - (value < -1) * 2
    if outcome is None:
        found.append((ply, "open", None, None))
    elif result is not None and outcome != result:
        found.append((ply, "result", NAMES[value], None))
    return found


def told(program, tables, file, flags):
    command = [program, "verify", "-q", "--tables", tables, "--to", "jsonl", *flags, file]
    output = subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout.decode()
    found = {}
    for line in output.splitlines():
        row = json.loads(line)
        if row["kind"] != "sideline":
            also = row["also"].split(" ")[1] if row.get("also") else None
            value = None if row["kind"] == "open" else row["is"]
            found.setdefault(row["game"], []).append((row["ply"], row["kind"], value, also))
    return found


def claims(program, file):
    """The sign that each game gets."""
    command = [program, "convert", "-q", "--to", "jsonl", file]
    output = subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout.decode()
    signs = [(json.loads(line).get("gbrpos") or "") for line in output.splitlines()]
    return [2 if "+." in sign else 0 if "=." in sign else None for sign in signs]


def main():
    program, tables, *files = sys.argv[1:]
    judge, games, points = Judge(tables), 0, {}
    for file in files:
        ours, signs = told(program, tables, file, []), claims(program, file)
        with open(file, encoding="utf-8", errors="replace") as text:
            for number, claim in enumerate(signs, 1):
                game = chess.pgn.read_game(text)
                if game.errors or game.headers.get("Variant", "Standard") not in ("Standard", "From Position"):
                    continue
                result = {"1-0": 2, "0-1": -2, "1/2-1/2": 0}.get(game.headers.get("Result"))
                try:
                    theirs = played(judge, game, result) if claim is None else study(judge, game, claim)
                except TooCoarse:
                    continue
                games += 1
                for _, kind, _, _ in theirs:
                    points[kind] = points.get(kind, 0) + 1
                if sorted(theirs, key=str) != sorted(ours.get(number, []), key=str):
                    print(f"{file}: game {number}\n  python: {theirs}\n  ours:   {ours.get(number)}")
                    sys.exit(1)
    print(f"{games} games, {judge.asked} positions asked, {points}")


if __name__ == "__main__":
    main()
