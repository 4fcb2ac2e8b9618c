// The list: headings and entries, of which only those in sight are drawn.

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const number = (count) => count.toLocaleString("en");

// What stands in the list: the numbers of the entries, and -1, -2, … for the headings of parts and classes above them.
// Of what is folded, the heading is there and nothing below it.
const rowsOf = ({ sections, codes, positions }, found, folds) => {
  const headings = [];
  const rows = new Int32Array(found.length * 3);
  let count = 0, section = null, group = null;
  const head = (heading) => {
    headings.push(heading);
    rows[count++] = -headings.length;
    return heading;
  };
  for (const entry of found) {
    if (section?.section !== sections[entry]) {
      section = head({ section: sections[entry], count: 0, fold: String(sections[entry]) });
      section.isFolded = folds.has(section.fold);
      group = null;
    }
    section.count++;
    if (section.isFolded) continue;
    if (group?.key !== codes[entry]) {
      group = head({ key: codes[entry], code: positions[entry].slice(5, 12), count: 0, fold: `${section.section} ${codes[entry]}` });
      group.isFolded = folds.has(group.fold);
    }
    group.count++;
    if (!group.isFolded) rows[count++] = entry;
  }
  return { headings, rows: rows.subarray(0, count) };
};

// The name of a part or class, and how many entries it has.
const headingOf = (entries, { section, code, count }) => [
  code === undefined ? SECTIONS[section].title : entries.classes.get(code),
  ` (${number(count)})`,
];

// Where a number stands among ascending ones, or -1.
const placeOf = (numbers, wanted) => {
  let low = 0, high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === wanted ? low : -1;
};

// The height of a row, in rem: letters may become larger at any time.
const ROW = 1.75;

class List {
  constructor(entries, choose) {
    this.entries = entries;
    this.box = document.getElementById("list");
    this.rowsBox = document.getElementById("rows");
    this.chosen = -1;
    this.folds = new Set();
    this.box.addEventListener("scroll", () => this.draw(), { passive: true });
    this.rowsBox.addEventListener("click", (event) => {
      const row = event.target.closest("[role=option]");
      if (row) choose(Number(row.dataset.entry));
      const heading = event.target.closest("[data-fold]");
      if (heading) this.fold(heading.dataset.fold);
    });
    document.getElementById("fold").addEventListener("click", () => this.foldAll());
    new ResizeObserver(() => this.rows && this.choose(this.chosen)).observe(this.box);
  }

  // Shows other entries.
  show(found) {
    this.found = found;
    this.arrange();
    this.box.scrollTop = 0;
    this.draw();
  }

  arrange() {
    ({ headings: this.headings, rows: this.rows } = rowsOf(this.entries, this.found, this.folds));
    this.rowsBox.style.height = `${this.rows.length * ROW}rem`;
    this.drawn = new Map();
    this.rowsBox.replaceChildren();
  }

  // Folds a part or a class, or unfolds it.
  fold(name) {
    if (!this.folds.delete(name)) this.folds.add(name);
    this.arrange();
    this.draw();
  }

  // Folds all classes; where any is folded, unfolds everything.
  foldAll() {
    if (this.folds.size) this.folds.clear();
    else for (const { code, fold } of this.headings) if (code !== undefined) this.folds.add(fold);
    this.arrange();
    this.draw();
  }

  // An entry that is stepped to is not hidden.
  unfold(entry) {
    const { sections, codes } = this.entries, section = String(sections[entry]);
    const names = [section, `${section} ${codes[entry]}`].filter((name) => this.folds.delete(name));
    if (names.length) this.arrange();
  }

  has(entry) {
    return placeOf(this.found, entry) >= 0;
  }

  choose(entry) {
    if (entry !== this.chosen && entry >= 0) this.unfold(entry);
    this.chosen = entry;
    const place = this.rows.indexOf(entry);
    if (place >= 0) {
      const { height } = this, top = place * height, bottom = top + height, { scrollTop, clientHeight } = this.box;
      // Its headings are kept in sight where there is room.
      if (top < scrollTop + 2 * height) this.box.scrollTop = top - 2 * height;
      else if (bottom > scrollTop + clientHeight) this.box.scrollTop = bottom - clientHeight + height;
    }
    this.draw();
  }

  // The entry so many steps away.
  step(steps) {
    const place = placeOf(this.found, this.chosen);
    const target = place < 0 ? 0 : Math.min(Math.max(place + steps, 0), this.found.length - 1);
    return this.found[target];
  }

  // How many rows are in sight.
  get page() {
    return Math.max(1, Math.floor(this.box.clientHeight / this.height) - 2);
  }

  // The height of a row, in pixels.
  get height() {
    return parseFloat(getComputedStyle(document.documentElement).fontSize) * ROW;
  }

  draw() {
    const { height } = this, { scrollTop, clientHeight } = this.box;
    const first = Math.max(0, Math.floor(scrollTop / height) - 5);
    const last = Math.min(this.rows.length, Math.ceil((scrollTop + clientHeight) / height) + 5);
    const places = Array.from({ length: last - first }, (_, index) => first + index);
    // The chosen one is there for screen readers, wherever the list was scrolled to.
    const chosen = this.rows.indexOf(this.chosen);
    if (chosen >= 0 && !places.includes(chosen)) places.push(chosen);
    // Rows that stay in sight stay what they are: somebody may be pressing on one.
    const drawn = new Map(places.map((place) => [place, this.drawn.get(place) ?? this.row(place)]));
    const isSame = drawn.size === this.drawn.size && places.every((place) => this.drawn.has(place));
    if (!isSame) this.rowsBox.replaceChildren(...drawn.values());
    this.drawn = drawn;
    this.mark(chosen);
  }

  // Tells which row is the chosen one.
  mark(chosen) {
    this.rowsBox.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    this.drawn.get(chosen)?.setAttribute("aria-selected", "true");
    if (chosen < 0) this.box.removeAttribute("aria-activedescendant");
    else this.box.setAttribute("aria-activedescendant", `e${this.chosen}`);
  }

  row(place) {
    const row = this.rows[place];
    const made = row < 0 ? this.heading(this.headings[-row - 1]) : this.option(row);
    made.style.top = `${place * ROW}rem`;
    return made;
  }

  heading(heading) {
    const [name, count] = headingOf(this.entries, heading);
    const made = element(
      "div", { className: `row ${heading.code === undefined ? "section" : "class"}`, title: name },
      element("span", { className: "name", textContent: name }),
      element("span", { className: "count", textContent: count }),
    );
    made.dataset.fold = heading.fold;
    made.classList.toggle("folded", heading.isFolded);
    made.setAttribute("role", "presentation");
    return made;
  }

  option(entry) {
    const { kings, code } = partsOf(this.entries.positions[entry]);
    const reference = this.entries.references[entry];
    const made = element(
      "div", { className: "row", id: `e${entry}`, title: reference },
      element("span", { className: "code", textContent: code }),
      element("span", { className: "kings", textContent: kings }),
      element("span", { className: "reference", textContent: reference }),
    );
    made.dataset.entry = entry;
    const about = {
      role: "option",
      "aria-selected": false,
      "aria-setsize": this.found.length,
      "aria-posinset": placeOf(this.found, entry) + 1,
      "aria-label": `${code} ${kings} ${reference}, ${this.entries.classes.get(code)}`,
    };
    for (const [name, value] of Object.entries(about)) made.setAttribute(name, value);
    return made;
  }

  // All of it, for print.
  print(into) {
    const made = new DocumentFragment();
    for (const row of this.rows) {
      const heading = this.headings[-row - 1];
      if (heading) {
        made.append(element(heading.code === undefined ? "h2" : "h3", { textContent: headingOf(this.entries, heading).join("") }));
      } else {
        const { kings, code } = partsOf(this.entries.positions[row]);
        made.append(element("p", { textContent: `${code} ${kings} ${this.entries.references[row]}` }));
      }
    }
    into.replaceChildren(made);
  }
}
