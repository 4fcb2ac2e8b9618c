// A board as a drawing: squares, marks and arrows, men.

const drawn = (name, attributes = {}, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const SIDE = 45, EDGE = 20;

const cornerOf = (square) => ({ x: EDGE + (square.charCodeAt(0) - 97) * SIDE, y: 2 + (8 - Number(square[1])) * SIDE });
const middleOf = (square) => {
  const { x, y } = cornerOf(square);
  return [x + SIDE / 2, y + SIDE / 2];
};

// What stays as it is, whoever stands on the board.
const emptyBoard = () => {
  const made = [drawn("rect", { x: EDGE, y: 2, width: 8 * SIDE, height: 8 * SIDE, class: "light" })];
  let dark = "";
  for (let file = 0; file < 8; file++) {
    for (let rank = file % 2; rank < 8; rank += 2) dark += `M${EDGE + file * SIDE} ${2 + (7 - rank) * SIDE}h${SIDE}v${SIDE}h-${SIDE}z`;
    made.push(drawn("text", { x: EDGE + (file + 0.5) * SIDE, y: 8 * SIDE + 18 }, "abcdefgh"[file]));
    made.push(drawn("text", { x: EDGE / 2, y: (7.6 - file) * SIDE + 2 }, String(file + 1)));
  }
  made.push(drawn("path", { d: dark, class: "dark" }));
  return made;
};

const frame = () => drawn("rect", { x: EDGE, y: 2, width: 8 * SIDE, height: 8 * SIDE, fill: "none", stroke: "#000" });

const manOn = ([man, square]) => {
  const color = man === man.toUpperCase() ? "w" : "b";
  return drawn("use", { href: `#${color}${man.toUpperCase()}`, ...cornerOf(square) });
};

// A ring round a square, or an arrow between two, in one of the colours that comments name.
const drawingOn = ({ color, from, to }) => {
  const [x, y] = middleOf(from);
  if (!to || to === from) return drawn("circle", { cx: x, cy: y, r: SIDE / 2 - 2.5, class: `ring c${color}` });
  const [goalX, goalY] = middleOf(to);
  const length = Math.hypot(goalX - x, goalY - y), dx = (goalX - x) / length, dy = (goalY - y) / length;
  // The shaft ends where the head begins, and the head a little before the middle of the square.
  const [tipX, tipY] = [goalX - 4 * dx, goalY - 4 * dy], [neckX, neckY] = [tipX - 15 * dx, tipY - 15 * dy];
  const head = `M${tipX} ${tipY}L${neckX - 9 * dy} ${neckY + 9 * dx}L${neckX + 9 * dy} ${neckY - 9 * dx}z`;
  return drawn(
    "g", { class: `arrow c${color}` },
    drawn("line", { x1: x + 8 * dx, y1: y + 8 * dy, x2: neckX, y2: neckY }),
    drawn("path", { d: head }),
  );
};

const turnSign = (turn) =>
  drawn("circle", {
    cx: 8 * SIDE + 1.5 * EDGE, cy: turn === "w" ? 8 * SIDE - 6 : 10, r: 6, fill: turn === "w" ? "#fff" : "#000", class: "turn",
  });

// The board of the page, which is drawn once; men, marks and arrows change.
class Board {
  constructor(into) {
    this.svg = drawn("svg", { viewBox: `0 0 ${8 * SIDE + 2 * EDGE} ${8 * SIDE + EDGE + 4}`, role: "img" });
    this.title = drawn("title");
    this.desc = drawn("desc");
    [this.marks, this.men, this.arrows, this.turn] = [0, 1, 2, 3].map(() => drawn("g"));
    this.svg.append(this.title, this.desc, ...emptyBoard(), this.marks, frame(), this.men, this.arrows, this.turn);
    into.replaceChildren(this.svg);
  }

  show({ men, turn, title, changed = [], drawings = [] }) {
    this.title.textContent = title;
    this.desc.textContent = menInWords(men);
    this.marks.replaceChildren(...changed.map((square) => drawn("rect", { ...cornerOf(square), width: SIDE, height: SIDE, class: "changed" })));
    this.men.replaceChildren(...men.map(manOn));
    this.arrows.replaceChildren(...drawings.map(drawingOn));
    this.turn.replaceChildren(turnSign(turn));
  }
}
