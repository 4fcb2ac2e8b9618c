// The moves of a record: read from what the page was given, which says of each move what squares change.

const SQUARES = Array.from({ length: 64 }, (_, square) => "abcdefgh"[square % 8] + (1 + Math.floor(square / 8)));

// How often a position is kept; those between are made from it.
const KEPT = 32;

// The square with which a move ends.
const goalOf = (san) => SQUARES.indexOf(/([a-h][1-8])[+#]*$/.exec(san)[1]);

// Reads the items; `text` is what they refer to.
class Reader {
  constructor(items, text) {
    Object.assign(this, { items, text, at: 0, place: 0 });
  }

  letter() {
    return this.items[this.at++];
  }

  number() {
    for (let number = 0; ; ) {
      const digit = this.items.charCodeAt(this.at++) - 48;
      number = number * 32 + (digit % 32);
      if (digit < 32) return number;
    }
  }

  square() {
    return this.items.charCodeAt(this.at++) - 48;
  }

  word() {
    const begin = this.place + this.number();
    this.place = begin + this.number();
    return this.text.slice(begin, this.place);
  }

  // The word after blanks, numbers and points.
  nextWord() {
    const word = /[ \t\r\n0-9.]*([A-Za-z1-8+#]+)/y;
    word.lastIndex = this.place;
    const found = word.exec(this.text);
    this.place = word.lastIndex;
    return found[1];
  }

  // Which squares change, each with who stands there afterwards; a number stands for whoever stood on that square before.
  changes(letter, san) {
    if (letter !== "x") {
      const from = this.square(), to = letter === "m" ? this.square() : goalOf(san);
      return [[to, from], [from, "."]];
    }
    return Array.from({ length: this.number() }, () => [this.square(), this.letter()]);
  }
}

// A game that can be played: nodes, of which 0 is the start, and what is met on the way in the order of the text.
class Playback {
  constructor(items, text, fen) {
    this.nodes = [];
    this.parts = [];
    this.home = 0;
    this.rest = "";
    const head = /^@([^,]*),(\d+);/.exec(items);
    this.fen = head ? head[1] : fen;
    this.home = head ? Number(head[2]) : 0;
    const [, turn, , , , full = "1"] = this.fen.split(" ");
    this.first = 2 * (Number(full) || 1) + (turn === "b" ? 1 : 0);
    this.nodes.push({ parent: -1, next: -1, ply: 0, depth: 0, men: menOfBoard(this.fen) });
    this.read(new Reader(items.slice(head ? head[0].length : 0), text));
  }

  read(reader) {
    // The node that the line is at, and the one it began at; those around it wait.
    let line = { at: 0, begin: 0 };
    const waiting = [];
    while (reader.at < reader.items.length) {
      const letter = reader.letter();
      if ("mnx".includes(letter)) line.at = this.move(reader, letter, line.at, waiting.length);
      else if (letter === "(") {
        // A variation stands instead of the last move of its line; where there is none, at the same place.
        const from = line.at === line.begin ? line.at : this.nodes[line.at].parent;
        waiting.push(line);
        line = { at: from, begin: from };
        this.parts.push({ kind: "(", depth: waiting.length });
      } else if (letter === ")") {
        this.parts.push({ kind: ")", depth: waiting.length });
        line = waiting.pop();
      } else if (letter === "{") this.comment(reader.word(), line);
      else if (letter === "$") this.glyph(reader.word(), reader.number(), line.at);
      else if (letter === "v") this.verdict(reader.letter(), reader.letter(), line.at);
      else this.fault(reader, waiting.length);
    }
    const result = /(?:^|[\s)])(1-0|0-1|1\/2-1\/2)\s*$/.exec(reader.text.slice(reader.place));
    if (result && !this.rest) this.parts.push({ kind: "=", text: result[1] });
  }

  glyph(written, nag, at) {
    const sign = GLYPHS[nag] ?? written;
    (this.nodes[at].signs ??= []).push(sign);
    this.parts.push({ kind: "$", text: sign });
  }

  verdict(was, is, at) {
    const text = changeInWords(this.turn(at) === "b" ? "White" : "Black", was, is);
    this.nodes[at].verdict = text;
    this.parts.push({ kind: "v", text });
  }

  move(reader, letter, parent, depth) {
    const before = this.nodes[parent], number = this.nodes.length;
    const node = { parent, next: -1, ply: before.ply + 1, depth, san: letter === "n" ? reader.nextWord() : reader.word() };
    node.changes = reader.changes(letter, node.san);
    this.nodes.push(node);
    if (before.next < 0) before.next = number;
    else (before.others ??= []).push(number);
    if (node.ply % KEPT === 0) node.men = this.men(number);
    this.parts.push({ kind: "m", node: number });
    return number;
  }

  // What a variation begins with says nothing of the position that it begins at.
  comment(written, { at, begin }) {
    const { said, drawings } = readComment(written.replace(/^[{;]/, "").replace(/\}$/, ""));
    const node = this.nodes[at];
    if (at === 0 || at !== begin) (node.drawings ??= []).push(...drawings);
    if (said) this.parts.push({ kind: "{", text: said });
  }

  fault(reader, depth) {
    reader.place += reader.number();
    const length = reader.number();
    const said = reader.items.slice(reader.at, reader.at + length);
    reader.at += length;
    this.parts.push({ kind: "!", text: said });
    if (depth === 0) this.rest = reader.text.slice(reader.place);
  }

  // Who stands where after a move: 64 letters, from the last position that was kept.
  men(number) {
    const path = [];
    let at = number;
    for (; !this.nodes[at].men; at = this.nodes[at].parent) path.push(at);
    const men = [...this.nodes[at].men];
    for (const step of path.reverse()) {
      for (const [square, man] of this.nodes[step].changes) men[square] = typeof man === "number" ? men[man] : man;
    }
    return men.join("");
  }

  turn(number) {
    return (this.first + this.nodes[number].ply) % 2 === 0 ? "w" : "b";
  }

  // `6. c8=R` or `6... Ra4`
  label(number) {
    const { ply, san } = this.nodes[number];
    const place = this.first + ply - 1;
    return `${Math.floor(place / 2)}${place % 2 ? "..." : "."} ${san}`;
  }

  // The last move of the line that goes on from here.
  last(number) {
    while (this.nodes[number].next >= 0) number = this.nodes[number].next;
    return number;
  }

  // The first position of the line that a move belongs to.
  begin(number) {
    while (number > 0 && this.nodes[this.nodes[number].parent].next === number) number = this.nodes[number].parent;
    return number;
  }

  // The move beside this one, in another line: all that can be played instead of it.
  beside(number, steps) {
    if (number === 0) return 0;
    const { next, others = [] } = this.nodes[this.nodes[number].parent];
    const all = [next, ...others];
    return all[Math.min(Math.max(all.indexOf(number) + steps, 0), all.length - 1)];
  }

  // The squares that the last move changed.
  changed(number) {
    return (this.nodes[number].changes ?? []).map(([square]) => SQUARES[square]);
  }

  menAt(number) {
    const men = this.men(number);
    const all = [...men].map((man, square) => [man, SQUARES[square]]).filter(([man]) => man !== ".");
    const rank = ([man]) => "KkQqRrBbNnPp".indexOf(man);
    return all.sort((a, b) => rank(a) - rank(b));
  }
}

const menOfBoard = (fen) => {
  const men = Array(64).fill(".");
  for (const [man, square] of menOfFen(fen)) men[(Number(square[1]) - 1) * 8 + square.charCodeAt(0) - 97] = man;
  return men.join("");
};
