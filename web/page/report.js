// What is wrong, in tables: where, and what.

const placeOfFault = ({ line, column, page, game, players }) =>
  [page && `page ${page}`, game && `game ${number(game)}`, `line ${number(line)}${column ? `, column ${column}` : ""}`, players?.replace(/ - \?$/, "")].filter(Boolean).join(", ");

// A table; each column has a name and a function that makes what stands in it.
const tableOf = (caption, columns, rows) => {
  const head = element("tr", {}, ...columns.map(([name]) => element("th", { scope: "col", textContent: name })));
  const cell = (name, made) => {
    const td = element("td", {}, ...[made].flat().filter(Boolean));
    if (name) td.dataset.name = name;
    return td;
  };
  const body = rows.map((row) => element("tr", {}, ...columns.map(([name, make]) => cell(name, make(row)))));
  return element("table", { className: "list" }, element("caption", { textContent: caption }), element("thead", {}, head), element("tbody", {}, ...body));
};

const code = (text) => (text ? element("code", { textContent: text }) : "");

const counted = (count, noun, nouns = `${noun}s`) => `${number(count)} ${count === 1 ? noun : nouns}`;

const firstOf = ({ count, list }) => (count > list.length ? ` The first ${number(list.length)} are listed.` : "");

const good = (text) => element("p", { className: "good", textContent: text });

// The place, as a button that shows the game on the board where it is one that can be shown.
const placeCell = (show) => (row) => {
  const place = placeOfFault(row);
  const act = row.game && show(row.game);
  return act ? [element("button", { type: "button", onclick: act, textContent: "Show", ariaLabel: `Show ${place}` }), ` ${place}`] : place;
};

// What differs between a code and its position, in the words of those who read magazines; anything else is a sentence already.
const DIFFERS = { code: "the men", kings: "where the kings stand", squares: "where the men stand", count: "how many men there are", "side to move": "who is to move", claim: "win or draw" };

// Codes in the file that disagree with their positions.
const wrongOf = (answer, show) => {
  const { wrong } = answer;
  if (answer.kind === "text") return wrongInText(answer);
  if (wrong.count === 0) {
    return [good(answer.agree ? `All codes in the file are right: ${counted(answer.agree, "game")} compared.` : "There are no codes in the file yet, so none is wrong.")];
  }
  const caption = `${counted(wrong.count, "code")} in the file ${wrong.count === 1 ? "is" : "are"} not what the position says.${firstOf(wrong)} The same file with codes, under Save, has the right ones in the GBR tags; a code in another tag stays as it is, for you to decide.`;
  const columns = [
    ["Where", placeCell(show)],
    ["In the file", ({ tag, stored }) => [`${tag} `, code(stored)]],
    ["Should be", ({ computed }) => code(computed)],
    ["What differs", ({ what }) => DIFFERS[what] ?? what],
  ];
  return [tableOf(caption, columns, wrong.list)];
};

const VERDICT_WORDS = { ok: "right", open: "leaves something open", wrong: "wrong" };

// Those that cannot be right, and a list of all: captions of diagrams have no board that shows them.
const wrongInText = (answer) => {
  const { codes, shown } = answer;
  const columns = [["Where", placeOfFault], ["Printed", ({ text }) => code(text)], ["Verdict", ({ verdict }) => VERDICT_WORDS[verdict]]];
  const all = tableOf(`In the order of the text.${firstOf(codes)}`, columns, codes.list);
  return [selfContradicting(answer), element("details", { open: shown === 0 }, element("summary", { textContent: `All codes (${number(codes.count)})` }), all)];
};

const selfContradicting = ({ wrong, ok, open }) => {
  if (wrong.count === 0) return good(`No code in the text contradicts itself: ${number(ok)} ${ok === 1 ? "is" : "are"} right${open ? `, ${number(open)} ${open === 1 ? "leaves" : "leave"} something open` : ""}.`);
  const caption = `${counted(wrong.count, "code")} in the text cannot be right.${firstOf(wrong)}`;
  const columns = [
    ["Where", placeOfFault],
    ["Printed", ({ text }) => code(text)],
    ["What is wrong", ({ problem }) => problem],
    ["Perhaps meant", ({ suggestion }) => code(suggestion)],
  ];
  const isGuessed = wrong.list.some(({ suggestion }) => suggestion);
  return tableOf(caption, isGuessed ? columns : columns.slice(0, -1), wrong.list);
};

// What could not be read or played, and what was odd but read all the same.
const problemsOf = ({ faults, notes }, show) => {
  const columns = [["Where", placeCell(show)], ["What is wrong", ({ text }) => text]];
  const made = faults.count
    ? tableOf(`${counted(faults.count, "place")} where something could not be read or played.${firstOf(faults)} The rest of the file is not affected.`, columns, faults.list)
    : good("Everything could be read and played.");
  if (!notes.count) return [made];
  const odd = tableOf(`Odd, but read all the same.${firstOf(notes)}`, [columns[0], ["What is odd", columns[1][1]]], notes.list);
  return [made, element("details", {}, element("summary", { textContent: counted(notes.count, "remark") }), odd)];
};
