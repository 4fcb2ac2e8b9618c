"""Code, Position and Pattern, encode and decode; python-chess is the other opinion."""

import copy
import pickle
import random
import subprocess

import pytest
from gbr_pgn import Code, Pattern, Position, decode, encode

chess = pytest.importorskip("chess", reason="there is no python-chess")
import chess.variant  # noqa: E402

FEN = "8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1"


def boards(number, seed=1):
    """Positions that random games come to."""
    chance = random.Random(seed)
    board = chess.Board()
    for _ in range(number):
        if board.is_game_over():
            board.reset()
        board.push(chance.choice(list(board.legal_moves)))
        yield board


def counted(board):
    """The code, by counting men with python-chess."""

    def digit(kind):
        white, black = (len(board.pieces(kind, color)) for color in (chess.WHITE, chess.BLACK))
        return 9 if max(white, black) > 2 else white + 3 * black

    pieces = "".join(str(digit(kind)) for kind in (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT))
    pawns = "".join(str(len(board.pieces(chess.PAWN, color))) for color in (chess.WHITE, chess.BLACK))
    return f"{pieces}.{pawns}"


def test_the_code_of_a_board_is_what_counting_its_men_gives():
    for board in boards(500):
        # Three of a kind are 9; with two a side at most, the digits are sums.
        assert str(Code.from_board(board)) == str(Code.from_fen(board.fen())) == counted(board)


def test_a_board_and_its_fen_are_the_same_position():
    for board in boards(500):
        position = Position.from_board(board)
        assert position == Position.from_fen(board.fen())
        assert encode(board) == encode(board.fen()) == str(position)
        assert position.turn == board.turn


def test_what_is_decoded_is_the_board_that_was_encoded():
    for board in boards(500):
        again = chess.Board(decode(encode(board)))
        assert again.board_fen() == board.board_fen() and again.turn == board.turn


def test_a_board_without_a_turn_does_not_say_who_is_to_move():
    position = Position.from_board(chess.BaseBoard("8/K7/2nn4/8/8/1B1k4/1R6/8"))
    assert position.turn is None and str(position) == "a7d3 0116.00 b2b3c6d6 3/3."


def test_claims_and_forms_are_those_of_the_program(program):
    for form in ("page", "database", "probleemblad", "eg"):
        for claim in ("win", "draw"):
            out = subprocess.check_output([program, "encode", "--form", form, "--claim", claim, FEN], text=True)
            assert encode(FEN, form=form, claim=claim) + "\n" == out


def test_decode_prints_what_the_program_prints(program):
    texts = ["a7d3 0116.00 b2b3c6d6 3/3+.", "a7d3 0116.00 b2b3c6d6 3/3 BTM.", "(+0116.00a7d3b2b3c6d6)", "0116.00.a7d3.b2b3c6d6"]
    for text in texts:
        done = subprocess.run([program, "decode", text], capture_output=True, text=True)
        if done.returncode == 0:
            assert decode(text) + "\n" == done.stdout
        else:
            with pytest.raises(ValueError):
                decode(text)


def test_errors_show_the_place():
    with pytest.raises(ValueError) as error:
        Code("01x6.00")
    assert str(error.value).splitlines()[1:] == ["  01x6.00", "    ^"]
    with pytest.raises(ValueError, match="not a FEN"):
        encode("8/K7/2nn4/8/8/1B1k4/1R6/9 w - - 0 1")
    with pytest.raises(ValueError, match="expected win or draw"):
        encode(FEN, claim="loss")
    with pytest.raises(TypeError, match="expected a FEN or a chess.Board, found int"):
        encode(3)


def test_boards_without_a_notation_are_refused_with_the_reason():
    with pytest.raises(ValueError, match="king"):
        Position.from_board(chess.Board(None))
    board = chess.Board("PPPPPPPP/8/8/8/8/8/P7/K1k5 w - - 0 1")
    with pytest.raises(ValueError, match="pawns"):
        Code.from_board(board)
    board.pawns |= board.kings
    with pytest.raises(ValueError, match="contradict"):
        Code.from_board(board)


@pytest.mark.parametrize(
    "one, other",
    [
        (Code("0116.00"), Code("0116.01")),
        (Position("a7d3 0116.00 b2b3c6d6 3/3+."), Position("b7d3 0116.00 b2b3c6d6 3/3+.")),
        (Pattern("0002.*"), Pattern("KBBBvK")),
    ],
)
def test_values_can_be_compared_hashed_pickled_and_copied(one, other):
    same = type(one)(str(one))
    assert same == one and hash(same) == hash(one) and len({one, same, other}) == 2
    assert one != other and one < other and sorted([other, one]) == [one, other]
    assert one != str(one)
    for value in (one, other):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(value, protocol)) == value
        assert copy.deepcopy(value) == value
        assert eval(repr(value)) == value


def test_boards_that_are_none_are_refused_with_what_is_wrong():
    for call, told in [
        (lambda: Code.from_board(FEN), "expected a chess.Board, found str"),
        (lambda: Position.from_board(None), "expected a chess.Board, found NoneType"),
        (lambda: Pattern("*").matches(3), "expected a Code, its text, a Position or a chess.Board, found int"),
    ]:
        with pytest.raises(TypeError, match=told):
            call()
    for name, value, told in [
        ("pawns", -1, "pawns of the board: expected 64 bits, found -1"),
        ("kings", 1 << 70, "kings of the board: expected 64 bits, found 1180591620717411303424"),
        ("queens", None, "queens of the board: expected 64 bits, found None"),
        ("occupied_co", [0], r"occupied_co\[1\] of the board: expected 64 bits, found \[0\]"),
    ]:
        board = chess.Board()
        setattr(board, name, value)
        with pytest.raises(ValueError, match=told):
            Code.from_board(board)


def test_a_turn_that_is_none_is_not_known():
    board = chess.Board(FEN)
    board.turn = None
    assert Position.from_board(board).turn is None


def test_of_variants_the_men_on_the_board_count_as_in_their_fens():
    for variant in (chess.variant.CrazyhouseBoard, chess.variant.ThreeCheckBoard, chess.variant.AtomicBoard, chess.variant.RacingKingsBoard):
        assert Position.from_board(variant()) == Position.from_fen(variant().fen())
    board = chess.variant.CrazyhouseBoard("k7/8/8/8/8/8/8/K7[Qn] w - - 0 1")
    assert str(Code.from_board(board)) == str(Code.from_fen(board.fen())) == "0000.00"
    for number in (0, 5, 959):
        board = chess.Board.from_chess960_pos(number)
        assert Position.from_board(board) == Position.from_fen(board.fen())


def test_a_pickle_keeps_a_turn_that_the_text_leaves_open():
    position = Position.from_board(chess.BaseBoard("8/K7/2nn4/8/8/1B1k4/1R6/8"), claim="win")
    again = pickle.loads(pickle.dumps(position))
    assert again == position and again.turn is None and again.claim == "win"


def test_codes_have_the_order_of_their_text():
    texts = [str(Code.from_board(board)) for board in boards(300)]
    assert sorted(texts) == [str(code) for code in sorted(map(Code, texts))]


def test_a_pattern_takes_codes_texts_positions_and_boards():
    pattern = Pattern("0?1?.*")
    assert "0116.00" in pattern and Code("0116.00") in pattern and Code("0126.00") not in pattern
    assert Position.from_fen(FEN) in pattern and chess.Board(FEN) in pattern
    assert str(Pattern("KRPvKR")) == "0400.10" and Pattern("KRPvKR").reversed() == Pattern("0400.01")
    three = Pattern("KBBBvK")
    assert three.needs_material and three.matches("0090.00")
    assert not three.matches(chess.Board("k7/8/8/8/8/8/BBBB4/K7 w - - 0 1"))


def test_a_code_knows_its_parts():
    code = Code("0116.00")
    assert code.digits == (0, 1, 1, 6, 0, 0) and code.tablebase_name == "KRBvKNN"
    assert Code.from_tablebase_name("KRBvKNN") == code and str(code.reversed()) == "0332.00"
    assert Code("9000.00").tablebase_name is None and code.words
