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
  const readings = [], quoted = [], terms = [];
  const { rest, phrases } = phrasesOf(entries, text);
  for (const found of [...phrases, ...wordsOf(rest, phrases.length).map((word) => wordOf(entries, word))]) {
    if (found.problem) return found;
    terms.push(found.term);
    if (found.reading) readings.push(found.reading);
    else quoted.push(`“${found.text}”`);
  }
  if (quoted.length) readings.push(`${quoted.join(" and ")} in names, awards, sources and references`);
  const all = (side) => (entry) => terms.every((term) => term[side](entry));
  return { straight: all(0), reversed: all(1), reading: readings.length ? `Read as: ${readings.join("; ")}.` : "" };
};

// What stands between names says nothing: `Giri – Anand`, `Barbier and Saavedra`.
const JOINERS = /^(?:[-–—&+,;]|and|vs?\.?|versus|against)$/i;

// The words of a text; joiners only where there is nothing else.
const wordsOf = (text, others) => {
  const words = text.trim().split(/\s+/).filter(Boolean), said = words.filter((word) => !JOINERS.test(word));
  return said.length || others ? said : words;
};

// A test, and the words that say what is looked for, or else the text itself; or a problem.
const wordOf = (entries, word) => {
  if (/^\d+$/.test(word)) return digitsTerm(entries, word);
  const isSquare = /^[a-h][1-8]$/.test(word), kings = isSquare ? null : kingsOf(word);
  const isCode = /^[\d?*.[\]-]+$/.test(word);
  const pattern = patternOf(word) ?? (isCode && /[\d?[]/.test(word) ? patternOf(`${word}*`) : null);
  if (pattern) return { term: codeTerm(entries, pattern), reading: isCode ? `the code ${word}` : `the men of ${word}` };
  if (kings) return { term: kingsTerm(entries, kings), reading: `kings on ${word}` };
  if (isSquare) return { term: squareTerm(entries, word), reading: `a king on ${word}` };
  const field = fieldOf(word);
  if (field) return { term: fieldTerm(entries, field), reading: `${word.replace(/\.$/, "")} in the position` };
  if (isCode && /[?*[\]]/.test(word)) {
    return { problem: `${word} is not a pattern: a code has four digits, a point and two digits, as in 0?1?.1*` };
  }
  return { term: textTerm(entries, word), text: word };
};

// Squares, counts of men or the side to move, as they stand in a position.
const fieldOf = (word) => {
  if (/^\.?([a-h][1-8])+(\.([a-h][1-8])+)?$/.test(word)) return ` ${word} `;
  return /^(\d+\/\d+(-?[+=])?|[WB]TM)\.?$/.test(word) ? ` ${word}` : null;
};

// Digits alone may be the number of a study or of its diagram, and up to four of them a code; four are a year, too.
const digitsTerm = (entries, word) => {
  const number = numberTerm(entries, word);
  if (word.length > 4) return { term: either(number, textTerm(entries, word)), reading: `the number ${word}` };
  if (word.length === 4) return { term: either(codeTerm(entries, patternOf(word)), number), reading: `the year, number or code ${word}` };
  return {
    term: either(codeTerm(entries, patternOf(`${word}*`)), number),
    reading: `the number ${word}, or codes that begin with ${word}`,
  };
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

// Whether a text has the word, without the points and commas that it ends with; study databases write `Vlasak=E` for `Vlasak, E`.
const isTextIn = (word) => {
  const text = folded(word).replace(/(.)[.,;:]+$/, "$1");
  if (!text.includes("=")) return (it) => it.includes(text);
  const name = text.replace("=", ", ");
  return (it) => it.includes(text) || it.includes(name);
};

const textTerm = (entries, word) => {
  foldTexts(entries);
  const isIn = isTextIn(word);
  const columns = NAMED.map((name, index) => [entries[name].numbers, foldedNames[index].map(isIn)]);
  const isNamed = (entry) => columns.some(([numbers, isIt]) => isIt[numbers[entry]]);
  const test = (entry) => isNamed(entry) || isIn(foldedReferences[entry]);
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
