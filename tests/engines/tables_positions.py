"""Compares the columns of `gbr-pgn convert --tables` with python-chess on random positions of all classes of some tables.

    tables_positions.py PROGRAM TABLES NUMBER

The positions are the same each time: men of each table, with either colour the stronger, anywhere on the board, either side to
move, with and without a clock. Prints how much was compared; ends with status 1 at the first position that differs.
"""

import json
import os
import random
import subprocess
import sys
import tempfile

import chess

from tables_agree import NAMES, Judge, TooCoarse


def random_board(dice, name):
    """Men anywhere; None where they cannot stand like that."""
    white, black = name.split("v") if dice.random() < 0.5 else reversed(name.split("v"))
    board = chess.Board(None)
    board.turn = dice.random() < 0.5
    board.halfmove_clock = dice.choice([0, 0, 0, dice.randrange(100)])
    men = [piece.upper() for piece in white] + [piece.lower() for piece in black]
    for square, man in zip(dice.sample(chess.SQUARES, len(men)), men):
        board.set_piece_at(square, chess.Piece.from_symbol(man))
    en_passant(board)
    return board if board.is_valid() else None


def en_passant(board):
    """The pawn that has just come two squares, where it can be taken."""
    rank, step = (4, 8) if board.turn == chess.WHITE else (3, -8)
    for pawn in board.pieces(chess.PAWN, not board.turn):
        if chess.square_rank(pawn) != rank:
            continue
        board.ep_square = pawn + step
        if board.is_valid() and board.has_legal_en_passant():
            board.halfmove_clock = 0
            return
    board.ep_square = None


def told(program, tables, boards):
    """What each line says of the position: value and distance."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "positions.fen")
        with open(file, "w", encoding="ascii") as text:
            text.writelines(f"{board.fen()}\n" for board in boards)
        command = [program, "convert", "-q", "--from", "epd", "--tables", tables, "--to", "jsonl", file]
        output = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode()
    rows = [json.loads(line) for line in output.splitlines()]
    return [(row["wdl"], row["dtz"]) for row in rows]


def main():
    program, tables, number = sys.argv[1], sys.argv[2], int(sys.argv[3])
    dice, judge, boards = random.Random(20), Judge(tables), []
    names = sorted(judge.tables.wdl)
    while len(boards) < number:
        board = random_board(dice, names[len(boards) % len(names)])
        if board is not None:
            boards.append(board)
    coarse = 0
    for board, (value, distance) in zip(boards, told(program, tables, boards), strict=True):
        expected = judge.tables.probe_dtz(board)
        try:
            named = NAMES[judge.value(board, True)]
        except TooCoarse:
            coarse, named = coarse + 1, value
        if (value, distance) != (named, expected):
            print(f"{board.fen()}\n  python: {named}, {expected}\n  ours:   {value}, {distance}")
            sys.exit(1)
    print(f"{number} positions of {len(names)} tables, of which {coarse} are too close to the fifty-move rule to compare values")


if __name__ == "__main__":
    main()
