// A board as a drawing.

const drawn = (name, attributes = {}, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const SIDE = 45, EDGE = 20;

const diagramOf = (men, parts, title) => {
  const svg = drawn("svg", { viewBox: `0 0 ${8 * SIDE + 2 * EDGE} ${8 * SIDE + EDGE + 4}`, role: "img" });
  svg.append(drawn("title", {}, title), drawn("desc", {}, menInWords(men)));
  const corner = (square) => ({ x: EDGE + (square.charCodeAt(0) - 97) * SIDE, y: 2 + (8 - Number(square[1])) * SIDE });
  svg.append(drawn("rect", { x: EDGE, y: 2, width: 8 * SIDE, height: 8 * SIDE, class: "light" }));
  let dark = "";
  for (let file = 0; file < 8; file++) {
    for (let rank = file % 2; rank < 8; rank += 2) dark += `M${EDGE + file * SIDE} ${2 + (7 - rank) * SIDE}h${SIDE}v${SIDE}h-${SIDE}z`;
    svg.append(drawn("text", { x: EDGE + (file + 0.5) * SIDE, y: 8 * SIDE + 18 }, "abcdefgh"[file]));
    svg.append(drawn("text", { x: EDGE / 2, y: (7.6 - file) * SIDE + 2 }, String(file + 1)));
  }
  svg.append(drawn("path", { d: dark, class: "dark" }));
  svg.append(drawn("rect", { x: EDGE, y: 2, width: 8 * SIDE, height: 8 * SIDE, fill: "none", stroke: "#000" }));
  for (const [man, square] of men) {
    const color = man === man.toUpperCase() ? "w" : "b";
    svg.append(drawn("use", { href: `#${color}${man.toUpperCase()}`, ...corner(square) }));
  }
  const y = parts.turn === "w" ? 8 * SIDE - 6 : 10;
  svg.append(drawn("circle", { cx: 8 * SIDE + 1.5 * EDGE, cy: y, r: 6, fill: parts.turn === "w" ? "#fff" : "#000", class: "turn" }));
  return svg;
};
