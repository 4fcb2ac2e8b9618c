"""GBR codes (Guy, Blandford, Roycroft) for chess databases."""

from os import PathLike
from typing import Any, Iterable, Literal, Optional, Protocol, Union, final

__version__: str
__all__ = [
    "Code",
    "Fault",
    "Games",
    "Hit",
    "Pattern",
    "Position",
    "__version__",
    "annotate",
    "decode",
    "encode",
    "read",
    "rows",
    "scan",
]

class _Board(Protocol):
    """What is wanted of a chess.Board or chess.BaseBoard: its bitboards, and turn where there is one."""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    occupied_co: Any

_Claim = Literal["win", "draw"]
_Claims = Literal["auto", "never", "always"]
_Form = Literal[
    "page", "eg", "caption", "database", "encyclopaedia", "probleemblad", "dutch", "german", "solver", "class"
]
_Format = Literal["pgn", "epd", "gbr"]
_Path = Union[PathLike[str], PathLike[bytes]]
_Source = Union[str, _Path, bytes, bytearray]

@final
class Code:
    """The force on a board as six digits that sort: Code("0116.00")."""

    def __new__(cls, text: str) -> Code: ...
    @staticmethod
    def from_fen(fen: str) -> Code:
        """The code of the position of a FEN."""
    @staticmethod
    def from_board(board: _Board) -> Code:
        """The code of a chess.Board, by its bitboards."""
    @staticmethod
    def from_tablebase_name(name: str) -> Code:
        """The code of a tablebase's name, such as KRBvKNN."""
    @property
    def digits(self) -> tuple[int, int, int, int, int, int]:
        """Queens, rooks, bishops, knights, white pawns, black pawns."""
    @property
    def number(self) -> int:
        """How many codes come before it, in their order."""
    @property
    def tablebase_name(self) -> Optional[str]:
        """The name of the tablebase of its class; None where a digit is 9."""
    @property
    def words(self) -> str:
        """What stands on the board, in words."""
    def reversed(self) -> Code:
        """The class with the colours exchanged."""
    def __eq__(self, value: object, /) -> bool: ...
    def __lt__(self, value: Code, /) -> bool: ...
    def __le__(self, value: Code, /) -> bool: ...
    def __gt__(self, value: Code, /) -> bool: ...
    def __ge__(self, value: Code, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Position:
    """Where the men of a code stand, who is to move and what is claimed: Position("a7d3 0116.00 b2b3c6d6 3/3+.")."""

    def __new__(cls, text: str, *, exact: bool = False) -> Position: ...
    @staticmethod
    def from_fen(fen: str, *, claim: Optional[_Claim] = None) -> Position:
        """The position of a FEN."""
    @staticmethod
    def from_board(board: _Board, *, claim: Optional[_Claim] = None) -> Position:
        """The position of a chess.Board, by its bitboards."""
    @property
    def code(self) -> Code:
        """Its class."""
    @property
    def fen(self) -> str:
        """Board and side to move as FEN; White's, where it is not known."""
    @property
    def kings(self) -> str:
        """The squares of the kings, White's first."""
    @property
    def turn(self) -> Optional[bool]:
        """True for White, False for Black, None where it is not known."""
    @property
    def claim(self) -> Optional[_Claim]:
        """What White is said to achieve."""
    def to_form(self, form: _Form) -> str:
        """Its text in a printed form."""
    def __eq__(self, value: object, /) -> bool: ...
    def __lt__(self, value: Position, /) -> bool: ...
    def __le__(self, value: Position, /) -> bool: ...
    def __gt__(self, value: Position, /) -> bool: ...
    def __ge__(self, value: Position, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Pattern:
    """A set of codes: Pattern("0?1?.1*"), or Pattern("KRPvKR") by the name of a tablebase."""

    def __new__(cls, text: str) -> Pattern: ...
    def matches(self, what: Union[Code, Position, _Board, str]) -> bool:
        """Whether a Code, the text of one, a Position or a chess.Board is in the set."""
    def __contains__(self, key: Union[Code, Position, _Board, str], /) -> bool: ...
    @property
    def needs_material(self) -> bool:
        """Whether a code alone does not decide; then matches() of a code says whether it may be in the set."""
    def reversed(self) -> Pattern:
        """The set with the colours exchanged."""
    def __eq__(self, value: object, /) -> bool: ...
    def __lt__(self, value: Pattern, /) -> bool: ...
    def __le__(self, value: Pattern, /) -> bool: ...
    def __gt__(self, value: Pattern, /) -> bool: ...
    def __ge__(self, value: Pattern, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Fault:
    """What is wrong with a record, or odd about it. The run went on."""

    kind: str
    message: str
    file: str
    line: int
    offset: int
    game: Optional[int]
    players: Optional[str]
    is_note: bool

    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Hit:
    """A notation that was found in a text."""

    line: int
    column: int
    offset: int
    end: int
    page: Optional[int]
    form: _Form
    text: str
    verdict: Literal["ok", "open", "wrong"]
    problem: Optional[str]
    suggestion: Optional[str]
    unread: Optional[str]
    fen: Optional[str]
    code: Optional[Code]
    position: Optional[Position]

@final
class Games:
    """The games of a file as rows, for whatever takes Arrow streams: polars, pandas, pyarrow, DuckDB."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...
    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
    @property
    def games(self) -> int:
        """How many games the last reading has met so far."""
    @property
    def coded(self) -> int:
        """How many of them were coded without a fault."""
    @property
    def fault_count(self) -> int:
        """How many faults the last reading has met so far."""
    @property
    def note_count(self) -> int:
        """How many notes the last reading has met so far."""
    @property
    def faults(self) -> list[Fault]:
        """What is wrong or odd, in the order of the file; of more than 10,000, the first."""

def encode(position: Union[str, _Board], *, form: _Form = "page", claim: Optional[_Claim] = None) -> str:
    """The GBR notation of a FEN or a chess.Board, as the program's encode prints it."""

def decode(text: str, *, exact: bool = False) -> str:
    """The FEN of a text in GBR notation, in any of its printed forms."""

def annotate(
    source: _Source,
    *,
    tags: Optional[Iterable[Literal["GBR", "GBRPosition", "GBRFinal", "GBRFinalPosition"]]] = None,
    claims: _Claims = "auto",
    format: Optional[_Format] = None,
    threads: Optional[int] = None,
    faults: Optional[list[Fault]] = None,
) -> bytes:
    """The same file with the codes put in, as the program's annotate writes it."""

def scan(text: Union[str, bytes, bytearray, _Path], *, bare: bool = False) -> list[Hit]:
    """Finds the codes in any text, with their places, as the program's scan does."""

def read(
    source: _Source,
    *,
    columns: Optional[Iterable[str]] = None,
    add: Iterable[str] = (),
    study: bool = False,
    claims: _Claims = "auto",
    format: Optional[_Format] = None,
    threads: Optional[int] = None,
    strict: bool = False,
) -> Games:
    """The games of a file as rows, with the columns of the program's convert --to parquet."""

def rows(source: _Source, *, threads: Optional[int] = None) -> Games:
    """A row for each line of moves, as the program's rows."""
