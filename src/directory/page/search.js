// What is typed, as a test of entries.

// Folded texts, made when they are first needed.
const NAMED = ["composers", "opponents", "sources", "awards"];
let foldedReferences = null, foldedNames = null;
const foldTexts = (entries) => {
  foldedReferences ??= folded(entries.references.join("\n")).split("\n");
  foldedNames ??= NAMED.map((name) => entries[name].texts.map(folded));
};

// A test, and the same with the colours exchanged; or the words that cannot be read.
const queryOf = (entries, text) => {
  const readings = [], terms = [];
  const { rest, phrases } = phrasesOf(entries, text);
  const words = rest.trim().split(/\s+/).filter(Boolean);
  for (const found of [...phrases, ...words.map((word) => wordOf(entries, word))]) {
    if (found.problem) return found;
    terms.push(found.term);
    readings.push(found.reading);
  }
  const all = (side) => (entry) => terms.every((term) => term[side](entry));
  return { straight: all(0), reversed: all(1), reading: readings.length ? `Read as: ${readings.join("; ")}.` : "" };
};

// A test, and the words that say what is looked for.
const wordOf = (entries, word) => {
  const term = termOf(entries, word);
  return typeof term === "string" ? { problem: term } : { term, reading: readingOf(word) };
};

const readingOf = (word) => {
  const isCode = patternOf(word) || (/^[\d?*.[\]-]+$/.test(word) && /[\d?[]/.test(word) && patternOf(`${word}*`));
  if (isCode) return /^\d{1,4}$/.test(word) ? `the code or number ${word}` : `the code ${word}`;
  if (/^[a-h][1-8]$/.test(word)) return `a king on ${word}`;
  if (kingsOf(word)) return `kings on ${word}`;
  if (/^[.a-h\d/+=-]+$/.test(word) && /\d/.test(word)) return `the position ${word}`;
  return `“${word}” in names, awards, sources and references`;
};

const termOf = (entries, word) => {
  const square = /^[a-h][1-8]$/.test(word);
  const kings = square ? null : kingsOf(word);
  const pattern = patternOf(word) ?? (/^[\d?*.[\]-]+$/.test(word) && /[\d?[]/.test(word) ? patternOf(`${word}*`) : null);
  if (pattern && /^\d+$/.test(word)) return either(codeTerm(entries, pattern), numberTerm(entries, word));
  if (pattern) return codeTerm(entries, pattern);
  if (kings) return kingsTerm(entries, kings);
  if (square) return squareTerm(entries, word);
  if (/^\.?([a-h][1-8])+(\.([a-h][1-8])+)?$/.test(word)) return fieldTerm(entries, ` ${word} `);
  if (/^\d+\/\d+(-?[+=])?\.?$/.test(word)) return fieldTerm(entries, ` ${word}`);
  if (/^[WB]TM\.?$/.test(word)) return fieldTerm(entries, ` ${word}`);
  if (/^[\d?*.[\]-]+$/.test(word) && /[?*[\]]/.test(word)) return `${word} is not a pattern: a code has four digits, a point and two digits, as in 0?1?.1*`;
  return textTerm(entries, word);
};

const either = ([a, b], [c, d]) => [(entry) => a(entry) || c(entry), (entry) => b(entry) || d(entry)];

const codeTerm = (entries, pattern) => [pattern, reversedPattern(pattern)].map((pattern) => codeTest(entries, pattern));

const codeTest = ({ digits, positions, fens }, { masks: [q, r, b, n, white, black], men }) => {
  const isCode = (entry) => {
    const at = entry * 6;
    return (
      (q >> digits[at]) & (r >> digits[at + 1]) & (b >> digits[at + 2]) & (n >> digits[at + 3]) &
      (white >> digits[at + 4]) & (black >> digits[at + 5]) & 1
    );
  };
  if (!men) return isCode;
  const wanted = String(men);
  return (entry) => isCode(entry) && String(countsOf(menOf(partsOf(positions[entry]), fens[entry]))) === wanted;
};

const kingsTerm = ({ kings }, squares) =>
  [squares, reversedKings(squares)].map(([white, black]) => (entry) => white[kings[entry * 2]] && black[kings[entry * 2 + 1]]);

const squareTerm = ({ kings }, word) => {
  const square = (word.charCodeAt(0) - 97) * 8 + (word.charCodeAt(1) - 49);
  return [square, square ^ 7].map((square) => (entry) => kings[entry * 2] === square || kings[entry * 2 + 1] === square);
};

// The same position either way round is another one: only as it stands.
const fieldTerm = ({ positions }, field) => {
  const test = (entry) => positions[entry].includes(field);
  return [test, test];
};

// A number in the reference: where it is found, a year, a diagram.
const numberTerm = (entries, word) => {
  const isYear = entries.years.texts.map((year) => year === word);
  const isDiagram = entries.diagrams.texts.map((diagram) => diagram === word);
  const isReference = (text) => text.includes(word) && text.split(/\D+/).includes(word);
  const { years, diagrams, references } = entries;
  const test = (entry) => isYear[years.numbers[entry]] || isDiagram[diagrams.numbers[entry]] || isReference(references[entry]);
  return [test, test];
};

const textTerm = (entries, word) => {
  foldTexts(entries);
  const text = folded(word);
  const columns = NAMED.map((name, index) => [entries[name].numbers, foldedNames[index].map((it) => it.includes(text))]);
  const isNamed = (entry) => columns.some(([numbers, isIt]) => isIt[numbers[entry]]);
  const test = (entry) => isNamed(entry) || foldedReferences[entry].includes(text);
  return [test, test];
};

// The entries that pass, in order.
const search = (entries, query, section, both) => {
  const found = new Int32Array(entries.count);
  let count = 0;
  for (let entry = 0; entry < entries.count; entry++) {
    if (section >= 0 && entries.sections[entry] !== section) continue;
    if (query.straight(entry) || (both && query.reversed(entry))) found[count++] = entry;
  }
  return found.subarray(0, count);
};
