// Positions in GBR notation: where the men stand, and the same as FEN and in words.

// The parts of `a7d3 0116.00 b2b3c6d6 3/3+.`; bare kings have no squares.
const partsOf = (position) => {
  const fields = position.split(" ");
  const turn = /(-[+=]|BTM)\.$/.test(position) ? "b" : "w";
  const claim = /[+=]\.$/.test(position) ? position.at(-2) : "";
  const hasSquares = /^[.a-h]/.test(fields[2]);
  return { kings: fields[0], code: fields[1], squares: hasSquares ? fields[2] : "", turn, claim };
};

// Each man with his square, White's king first, in the order of the notation. A digit 9 does not say how many there are: then the FEN does.
const menOf = (parts, fen) => (fen ? menOfFen(fen) : menOfGbr(parts));

const menOfGbr = ({ kings, code, squares }) => {
  const places = (kings + squares.replace(".", "")).match(/../g);
  const digits = [...code.replace(".", "")].map(Number);
  let men = "Kk";
  for (const [index, kind] of [..."QRBN"].entries()) {
    men += kind.repeat(digits[index] % 3) + kind.toLowerCase().repeat(Math.floor(digits[index] / 3));
  }
  men += "P".repeat(digits[4]) + "p".repeat(digits[5]);
  return [...men].map((man, index) => [man, places[index]]);
};

// Men in hand, and which of those on the board were pawns, are left out: `…/RNBQKBNR[Pp]`, `Q~`.
const menOfFen = (fen) => {
  const men = [];
  for (const [row, rank] of fen.split(/[ []/)[0].replaceAll("~", "").split("/").entries()) {
    let file = 0;
    for (const sign of rank) {
      if (/\d/.test(sign)) file += Number(sign);
      else men.push([sign, "abcdefgh"[file++] + (8 - row)]);
    }
  }
  const rankOf = ([man]) => "KkQqRrBbNnPp".indexOf(man);
  return men.sort((a, b) => rankOf(a) - rankOf(b) || (a[1] < b[1] ? -1 : 1));
};

const fenOf = (men, turn) => {
  const board = new Map(men.map(([man, square]) => [square, man]));
  const rank = (number) => {
    const signs = [..."abcdefgh"].map((file) => board.get(file + number) ?? "1").join("");
    return signs.replace(/1+/g, (empty) => String(empty.length));
  };
  return `${[8, 7, 6, 5, 4, 3, 2, 1].map(rank).join("/")} ${turn} - - 0 1`;
};

// Men by side and kind, as patterns count them.
const countsOf = (men) => {
  const count = (kind) => men.filter(([man]) => man === kind).length;
  return [KINDS, KINDS.toLowerCase()].map((kinds) => [...kinds].map(count));
};

const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

// `White: king a7, rook b2. Black: king d3, knights c6, d6.`
const menInWords = (men) => {
  const side = (kinds) =>
    [...kinds]
      .map((kind) => [kind, men.filter(([man]) => man === kind).map(([, square]) => square)])
      .filter(([, squares]) => squares.length)
      .map(([kind, squares]) => `${NAMES[kind.toLowerCase()]}${squares.length > 1 ? "s" : ""} ${squares.join(", ")}`)
      .join(", ");
  return `White: ${side("KQRBNP")}. Black: ${side("kqrbnp")}.`;
};

const indicatorInWords = ({ turn, claim }) => {
  const words = [turn === "w" ? "White to move" : "Black to move"];
  if (claim) words.push(claim === "+" ? "White wins" : "White draws");
  return words.join(", ");
};

// What the address of an entry is made of.
const nameOf = ({ code, kings, squares }) => [code, kings, squares].filter(Boolean).join("-");
