// Phrases of a search: men in words, years, diagrams, a FEN. What is left over is read word by word.

const MEN = { queen: 0, rook: 1, bishop: 2, knight: 3, pawn: 4 };
const COUNTS = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8 };
const MAN = "(?:(?:an?|one|two|three|four|five|six|seven|eight|[1-8]) +)?(?:queen|rook|bishop|knight|pawn)s?";
const PARTY = `(?:${MAN}(?:(?: *, *| +and +| *& *| *\\+ *| +)${MAN})*|(?:bare +)?king|nothing)`;
const FORCE = new RegExp(`\\b(${PARTY}) +(?:v|vs|versus|against)\\.? +(${PARTY})(?![a-z])`, "i");
const LONE = new RegExp(`\\b(${MAN})(?![a-z])`, "i");

const PHRASES = [
  [/(?:^|\s)((?:[KQRBNPkqrbnp1-8]{1,8}\/){7}[KQRBNPkqrbnp1-8]{1,8})((?: +[wb])?)(?: +(?:-|[KQkqA-Ha-h]{1,4})(?: +(?:-|[a-h][36])(?: +\d+){0,2})?)?(?=\s|$)/, (entries, found) => fenPhrase(entries, found)],
  [/(?:^|\s)(\d{4}) ?[-–] ?(\d{4})(?=\s|$)/, (entries, [, ...years]) => yearsPhrase(entries, ...years.map(Number).sort((a, b) => a - b))],
  [/(?:^|\s)(?:#|no\.? *|diagram +(?:number +)?)(\d+)(?=\s|$)/i, (entries, [, number]) => diagramPhrase(entries, number)],
  [FORCE, (entries, [, white, black]) => forcePhrase(entries, white, black)],
  [LONE, (entries, [man]) => manPhrase(entries, man)],
];

const phrasesOf = (entries, text) => {
  const phrases = [];
  let rest = text;
  for (const [pattern, read] of PHRASES) {
    for (let found; (found = pattern.exec(rest)); ) {
      phrases.push(read(entries, found));
      rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`;
    }
  }
  return { rest, phrases };
};

const same = (test) => [test, test];

// How many men of each kind White has, then Black: ten numbers for each entry, made when they are first needed.
let menNumbers = null;
const menCounts = (entries) => (menNumbers ??= countMen(entries));

// A digit 9 does not say how many there are.
const countMen = ({ count, digits, positions, fens }) => {
  const men = new Uint8Array(count * 10);
  for (let entry = 0, from = 0, to = 0; entry < count; entry++, from += 6, to += 10) {
    let hasNine = false;
    for (let kind = 0; kind < 4; kind++) {
      const digit = digits[from + kind];
      hasNine ||= digit === 9;
      men[to + kind] = digit % 3;
      men[to + 5 + kind] = (digit / 3) | 0;
    }
    men[to + 4] = digits[from + 4];
    men[to + 9] = digits[from + 5];
    if (hasNine) men.set(countsOf(menOf(partsOf(positions[entry]), fens[entry])).flat(), to);
  }
  return men;
};

const partyOf = (text) => {
  const counts = [0, 0, 0, 0, 0];
  for (const [, count, man, s] of text.toLowerCase().matchAll(/(?:(an?|one|two|three|four|five|six|seven|eight|[1-8]) +)?(queen|rook|bishop|knight|pawn)(s?)/g)) {
    counts[MEN[man]] += COUNTS[count] ?? (Number(count) || (s ? 2 : 1));
  }
  return counts;
};

const partyInWords = (counts, pawns) => {
  const words = Object.keys(MEN).filter((man) => counts[MEN[man]]).map((man) => `${counts[MEN[man]]} ${man}${counts[MEN[man]] > 1 ? "s" : ""}`);
  return [...words, ...pawns].join(", ") || "the king alone";
};

// Those men and no others; pawns count only where some are named.
const forcePhrase = (entries, white, black) => {
  const wanted = [partyOf(white), partyOf(black)];
  const kinds = wanted.some((counts) => counts[4]) ? 5 : 4;
  const men = menCounts(entries);
  const isForce = ([first, second]) => (entry) => {
    const at = entry * 10;
    for (let kind = 0; kind < kinds; kind++) if (men[at + kind] !== first[kind] || men[at + 5 + kind] !== second[kind]) return false;
    return true;
  };
  const pawns = kinds === 4 ? ["any pawns"] : [];
  return {
    term: [isForce(wanted), isForce([wanted[1], wanted[0]])],
    reading: `White has ${partyInWords(wanted[0], pawns)}, Black ${partyInWords(wanted[1], pawns)}`,
  };
};

const manPhrase = (entries, text) => {
  const counts = partyOf(text), kind = counts.findIndex(Boolean);
  const men = menCounts(entries), wanted = counts[kind];
  const test = (entry) => men[entry * 10 + kind] >= wanted || men[entry * 10 + 5 + kind] >= wanted;
  return { term: same(test), reading: `either side has ${partyInWords(counts, [])} or more` };
};

const yearsPhrase = (entries, from, to) => {
  const isWanted = entries.years.texts.map((year) => year !== "" && Number(year) >= from && Number(year) <= to);
  return { term: same((entry) => isWanted[entries.years.numbers[entry]]), reading: `of the years ${from} to ${to}` };
};

const diagramPhrase = ({ diagrams }, number) => {
  const isWanted = diagrams.texts.map((diagram) => diagram === number);
  return { term: same((entry) => isWanted[diagrams.numbers[entry]]), reading: `diagram ${number}` };
};

// The same men on the same squares and, where the FEN says it, the same side to move.
const fenPhrase = (entries, [, board, turn]) => {
  const men = menOfFen(board), wanted = fenOf(men, turn.trim() || "w").split(" ");
  const squareOf = (king) => men.find(([man]) => man === king)?.[1] ?? "";
  const start = squareOf("K") + squareOf("k");
  const test = (entry) => {
    if (!entries.positions[entry].startsWith(start)) return false;
    const [found, toMove] = fenOfEntry(entries, entry).split(" ");
    return found === wanted[0] && (!turn.trim() || toMove === wanted[1]);
  };
  return { term: same(test), reading: "the position of the FEN" };
};
