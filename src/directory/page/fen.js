// The FEN of a position on the way: who stands where is known, and what else a FEN says follows from the moves that led there.

// Where a king and a rook must still stand, for each castling right of the start: K is the outermost rook on the king's side.
const castlingSquares = (men, rights) =>
  rights === "-" ? [] : [...rights].map((right) => [right, castlingPlaces(men, right)]).filter(([, places]) => places);

const castlingPlaces = (men, right) => {
  const isWhite = right === right.toUpperCase(), rank = isWhite ? 0 : 56;
  const [king, rook] = isWhite ? ["K", "R"] : ["k", "r"];
  const squares = Array.from({ length: 8 }, (_, file) => rank + file);
  const kingAt = squares.find((square) => men[square] === king);
  const rooks = squares.filter((square) => men[square] === rook);
  const named = { k: rooks.at(-1), q: rooks[0] }[right.toLowerCase()] ?? rank + "abcdefgh".indexOf(right.toLowerCase());
  return kingAt === undefined || named === undefined ? null : [kingAt, named];
};

const pawnsOf = (men) => men.replace(/[^Pp]/g, ".");
const menCount = (men) => men.replaceAll(".", "").length;

// The square that a pawn has just passed over, where another one stands ready to take it.
const passedSquare = (before, after) => {
  for (const [pawn, other, from, step] of [["P", "p", 8, 8], ["p", "P", 48, -8]]) {
    for (let start = from; start < from + 8; start++) {
      const end = start + 2 * step, file = start % 8;
      const hasMoved = before[start] === pawn && after[start] === "." && after[end] === pawn && before[end] === ".";
      const isReady = (file > 0 && after[end - 1] === other) || (file < 7 && after[end + 1] === other);
      if (hasMoved && isReady) return SQUARES[start + step];
    }
  }
  return "-";
};

// A variant with men in hand or checks that count has a FEN that the moves do not tell.
const isPlainFen = (fen) => /^[^\s\[]+ [wb] \S+ \S+ \d+ \d+$/.test(fen);

// The FEN after a move of a playback.
const fenAfter = (playback, node) => {
  const path = [];
  for (let at = node; at > 0; at = playback.nodes[at].parent) path.unshift(at);
  const [, , rights, , clock] = playback.fen.split(" ");
  const start = playback.men(0), castling = new Map(castlingSquares(start, rights));
  let before = start, halfmoves = Number(clock), passed = "-";
  for (const step of path) {
    const after = playback.men(step);
    for (const [square] of playback.nodes[step].changes) {
      for (const [right, places] of castling) if (places.includes(square)) castling.delete(right);
    }
    halfmoves = pawnsOf(before) !== pawnsOf(after) || menCount(before) !== menCount(after) ? 0 : halfmoves + 1;
    passed = passedSquare(before, after);
    before = after;
  }
  const [board, turn] = fenOf(playback.menAt(node), playback.turn(node)).split(" ");
  const number = Math.floor((playback.first + playback.nodes[node].ply) / 2);
  return [board, turn, [...castling.keys()].join("") || "-", passed, halfmoves, number].join(" ");
};
