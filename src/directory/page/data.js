// The entries: what the list and the search look at, and the records behind them.

const SECTIONS = [
  { title: "Wins", sign: "+", filter: "wins" },
  { title: "Draws", sign: "=", filter: "draws" },
  { title: "Without a claim", sign: "", filter: "no claim" },
];

// Entries as columns: what a search looks at lies in typed arrays. Records come in blocks; blockOf promises one by its number.
const entriesOf = (index, blockOf) => {
  const positions = index.positions === "" ? [] : index.positions.split("\n");
  const count = positions.length;
  const entries = {
    count,
    positions,
    references: index.references.split("\n"),
    composers: columnOf(index.composers),
    opponents: columnOf(index.opponents),
    sources: columnOf(index.sources),
    awards: columnOf(index.awards),
    diagrams: columnOf(index.diagrams),
    years: columnOf(index.years),
    fens: index.fens,
    verdicts: index.verdicts,
    classes: new Map(index.classes),
    codes: new Uint32Array(count),
    digits: new Uint8Array(count * 6),
    kings: new Uint8Array(count * 2),
    sections: new Uint8Array(count),
    perBlock: index.block,
    blockOf,
    blocks: new Map(),
  };
  positions.forEach((position, entry) => readPosition(entries, entry, position));
  return entries;
};

// Each text once, and the number of its text for each entry.
const columnOf = ([texts, numbers]) => ({ texts, numbers });
const textAt = ({ texts, numbers }, entry) => texts[numbers[entry]];

const readPosition = ({ codes, digits, kings, sections }, entry, position) => {
  const number = (at, first) => position.charCodeAt(at) - first;
  for (let side = 0; side < 2; side++) kings[entry * 2 + side] = number(side * 2, 97) * 8 + number(side * 2 + 1, 49);
  for (let place = 0; place < 6; place++) {
    const digit = number(place < 4 ? 5 + place : 6 + place, 48);
    digits[entry * 6 + place] = digit;
    codes[entry] = codes[entry] * 10 + digit;
  }
  const sign = position[position.length - 2];
  sections[entry] = sign === "+" ? 0 : sign === "=" ? 1 : 2;
};

// A block is asked for when one of its entries is chosen. The last ones are kept.
const recordOf = async (entries, entry) => {
  const { blocks, blockOf, perBlock } = entries;
  const number = Math.floor(entry / perBlock);
  if (!blocks.has(number)) {
    if (blocks.size > 20) blocks.delete(blocks.keys().next().value);
    blocks.set(number, blockOf(number));
  }
  const [heads, moves, marked, items] = await blocks.get(number);
  const place = entry % perBlock;
  const head = marked[place] ? heads[place].replaceAll("\u0001", fenOfEntry(entries, entry)) : heads[place];
  return [head, moves[place], items[place]];
};

const fenOfEntry = ({ positions, fens }, entry) => {
  const parts = partsOf(positions[entry]);
  return fens[entry] ?? fenOf(menOf(parts), parts.turn);
};

// The tags of a record that say something, for people to read.
const tagsOf = (head) => {
  const known = /^(FEN|SetUp|GBR\w*)$/;
  const tags = [...head.matchAll(/^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]/gm)];
  return tags
    .map(([, name, value]) => [name, value.replace(/\\(["\\])/g, "$1")])
    .filter(([name, value]) => !known.test(name) && !/^[?.\s-]*$/.test(value));
};

// The moves as they are written, where they cannot be played; a blank line stays, other line ends are blanks.
const writtenMoves = (moves) =>
  moves
    .trim()
    .replace(/\r\n?/g, "\n")
    // A comment that runs to the end of its line ends there.
    .replace(/(;[^\n]*\n)|([^\n])\n(?!\n)/g, (_, remark, last) => remark ?? `${last} `);
