// Patterns, as `gbr-pgn find` has them: which codes, and where the kings stand.

// A place takes the digits whose bits are set. Pawns are counted to eight.
const ANY_PIECES = 0x3ff, ANY_PAWNS = 0x1ff;

// A code with open places, or the name of a tablebase: its six masks, and the men where a code does not tell them; or null.
const patternOf = (text) => codePatternOf(text) ?? namePatternOf(text);

const codePatternOf = (text) => {
  const masks = [];
  let at = 0;
  const item = (most) => {
    const found = itemAt(text, at, "0".charCodeAt(0), most);
    if (found) [masks[masks.length], at] = found;
    return Boolean(found);
  };
  const star = () => text[at] === "*" && Boolean(++at);
  while (masks.length < 4 && item(9));
  const isShort = masks.length < 4;
  const isOpen = star();
  if (isShort && !isOpen) return null;
  while (masks.length < 4) masks.push(ANY_PIECES);
  if (text[at] === ".") {
    at++;
    while (masks.length < 6 && item(8));
    if (masks.length < 6 && !star()) return null;
    while (masks.length < 6) masks.push(ANY_PAWNS);
  } else {
    masks.push(...(isOpen ? [ANY_PAWNS, ANY_PAWNS] : [1, 1]));
  }
  return at === text.length ? { masks, men: null } : null;
};

// One of several names in a row: itself, `?`, or some in brackets. Returns its mask and where it ends, or null.
const itemAt = (text, at, first, most) => {
  const number = (index) => {
    const number = text.charCodeAt(index) - first;
    return number >= 0 && number <= most ? number : -1;
  };
  if (text[at] === "?") return [2 ** (most + 1) - 1, at + 1];
  if (number(at) >= 0) return [1 << number(at), at + 1];
  if (text[at] !== "[") return null;
  let mask = 0;
  for (at++; text[at] !== "]" || mask === 0; at++) {
    const from = number(at);
    if (from < 0) return null;
    let to = from;
    if (text[at + 1] === "-") {
      to = number(at + 2);
      if (to < from) return null;
      at += 2;
    }
    for (let digit = from; digit <= to; digit++) mask |= 1 << digit;
  }
  return [mask, at + 1];
};

const KINDS = "QRBNP";

const namePatternOf = (text) => {
  const name = text.toUpperCase();
  const found = /^(K[QRBNP]*)V?(K[QRBNP]*)$/.exec(name) || /^(K?[QRBNP]*)V(K?[QRBNP]*)$/.exec(name);
  if (!found || !found[1] || !found[2] || found[1].length + found[2].length > 64) return null;
  const men = [found[1], found[2]].map((side) => [...KINDS].map((kind) => side.split(kind).length - 1));
  const digits = digitsOf(men);
  if (digits[4] > 8 || digits[5] > 8) return null;
  return { masks: digits.map((digit) => 1 << digit), men: digits.includes(9) ? men : null };
};

// The code of men counted by side and kind.
const digitsOf = ([white, black]) => {
  const digits = [0, 1, 2, 3].map((kind) => (white[kind] > 2 || black[kind] > 2 ? 9 : white[kind] + 3 * black[kind]));
  return [...digits, white[4], black[4]];
};

const reversedDigit = (digit) => (digit === 9 ? 9 : 3 * (digit % 3) + Math.floor(digit / 3));

const reversedMask = (mask) => {
  let reversed = 0;
  for (let digit = 0; digit < 10; digit++) if ((mask >> digit) & 1) reversed |= 1 << reversedDigit(digit);
  return reversed;
};

// The same with the colours exchanged.
const reversedPattern = ({ masks, men }) => ({
  masks: [...masks.slice(0, 4).map(reversedMask), masks[5], masks[4]],
  men: men && [men[1], men[0]],
});

// Squares are numbered a1, a2, … h8. In comes `e1?8`, out come the squares of White's king and of Black's, or null.
const kingsOf = (text) => {
  let at = 0;
  const squares = [];
  for (let side = 0; side < 2; side++) {
    const masks = [];
    for (const first of ["a", "1"]) {
      const found = itemAt(text, at, first.charCodeAt(0), 7);
      if (!found) return null;
      [masks[masks.length], at] = found;
    }
    squares.push(Uint8Array.from({ length: 64 }, (_, square) => (masks[0] >> (square >> 3)) & (masks[1] >> (square & 7)) & 1));
  }
  return at === text.length ? squares : null;
};

// The same for the board seen from Black's side.
const reversedKings = ([white, black]) => [black, white].map((squares) => squares.map((_, square) => squares[square ^ 7]));

// Case and accents do not count, nor the strokes of letters that have no other form.
const STROKES = { ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ı: "i", ß: "ss", æ: "ae", œ: "oe", þ: "th" };
const folded = (text) => {
  const lower = text.toLowerCase();
  if (!/[^\x00-\x7f]/.test(lower)) return lower;
  return lower.normalize("NFD").replace(/\p{M}/gu, "").replace(/[øłđðħıßæœþ]/g, (letter) => STROKES[letter]);
};
