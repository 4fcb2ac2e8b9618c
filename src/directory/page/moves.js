// The moves as a list to click on, and which of them is on the board.

// Deeper variations are set in one line with those around them: nobody sees so many margins.
const DEEPEST = 8;
// How many parts are drawn; the rest is played all the same.
const MOST_PARTS = 30000;

class Moves {
  constructor(choose) {
    this.box = at("solution");
    this.box.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-node]");
      if (button) choose(Number(button.dataset.node));
    });
  }

  show(playback) {
    this.buttons = [];
    this.chosen = null;
    this.playback = playback;
    const all = element("div", { className: "line main" });
    this.lines = [all];
    // Whether the next move says its number, though Black may play it.
    this.isNumbered = true;
    for (const part of playback.parts.slice(0, MOST_PARTS)) this.part(part);
    if (playback.parts.length > MOST_PARTS) all.append(note("More moves follow than are listed here; the keys play them all."));
    if (playback.rest) all.append(element("span", { className: "rest", textContent: playback.rest.trim() }));
    this.box.replaceChildren(all);
  }

  part(part) {
    const line = this.lines.at(-1);
    if (part.kind === "m") line.append(this.button(part.node), " ");
    else if (part.kind === "$") this.glyph(line, part.text);
    else if (part.kind === "(") this.open(line, part.depth);
    else if (part.kind === ")") this.close(line, part.depth);
    else if (part.kind === "{") line.append(element("span", { className: "comment", textContent: part.text }), " ");
    else if (part.kind === "=") line.append(element("span", { className: "result", textContent: part.text }));
    else if (part.kind === "v") this.verdict(line, part.text);
    else line.append(note(part.text));
    if (!"$mv".includes(part.kind)) this.isNumbered = true;
  }

  open(line, depth) {
    if (depth > DEEPEST) {
      line.append("( ");
      return;
    }
    const made = element("div", { className: "line" });
    line.append(made);
    this.lines.push(made);
  }

  close(line, depth) {
    if (depth > DEEPEST) line.append(") ");
    else this.lines.pop();
  }

  // The sign of a move belongs to its button, where it has one.
  glyph(line, sign) {
    const isJudgement = /^[!?]+$/.test(sign);
    const last = line.lastElementChild;
    // What tables say of a move stands after its sign.
    const move = last?.classList.contains("verdict") ? last.previousElementSibling : last;
    if (isJudgement && move?.dataset.node) move.append(sign);
    else line.append(element("span", { className: "sign", textContent: sign }), " ");
  }

  verdict(line, text) {
    line.append(element("span", { className: "verdict", textContent: text }), " ");
  }

  button(number) {
    const label = this.playback.label(number);
    const isBlack = label.includes("...");
    const made = element("button", { type: "button", textContent: isBlack && !this.isNumbered ? this.playback.nodes[number].san : label });
    made.dataset.node = number;
    this.isNumbered = false;
    this.buttons[number] = made;
    return made;
  }

  choose(number) {
    this.chosen?.removeAttribute("aria-current");
    this.chosen = this.buttons[number] ?? null;
    this.chosen?.setAttribute("aria-current", "true");
    this.keepInSight();
  }

  keepInSight() {
    if (!this.chosen) return;
    if (this.box.scrollHeight > this.box.clientHeight) this.scrollBox();
    else this.scrollPage();
  }

  // Scrolls the box of the moves and nothing else.
  scrollBox() {
    const box = this.box.getBoundingClientRect();
    this.box.scrollTop += overhang(this.chosen, box.top, box.bottom);
  }

  // Where the board stays at the top of the screen, the moves are scrolled below it; the page does not move under anybody's finger.
  scrollPage() {
    const board = this.box.closest("article").querySelector(".board");
    const { top, bottom } = board.getBoundingClientRect();
    if (getComputedStyle(board).position === "sticky" && top < 1) scrollBy(0, overhang(this.chosen, bottom, innerHeight));
  }
}

// How far an element is above or below what can be seen, and a little more; 0 where it is in sight.
const overhang = (element, top, bottom) => {
  const place = element.getBoundingClientRect();
  if (place.top < top) return place.top - top - 8;
  return place.bottom > bottom ? place.bottom - bottom + 8 : 0;
};

const note = (text) => element("p", { className: "note", textContent: text });
