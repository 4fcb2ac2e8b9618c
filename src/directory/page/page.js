// The page: what is typed and clicked, and what is shown for it.

const at = (id) => document.getElementById(id);

const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Some browsers keep the clipboard from pages that are opened as files.
    const area = element("textarea", { value: text });
    area.style.position = "fixed";
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
};

// An address that someone typed may not be the code of anything; it is then taken as it is.
const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const setAddress = (address) => {
  try {
    history.replaceState(null, "", address);
  } catch {
    // Some browsers allow only so many in a time; the next one will do.
  }
};

class Page {
  constructor(entries) {
    this.entries = entries;
    this.section = -1;
    this.list = new List(entries, (entry) => this.choose(entry, true));
    this.filters();
    this.listen();
    this.search();
    this.follow() || this.choose(0);
    // So that the first search for a name is as fast as the others.
    (globalThis.requestIdleCallback ?? setTimeout)(() => foldTexts(entries));
  }

  // One button for each claim that there is.
  filters() {
    const counts = [0, 0, 0];
    for (const section of this.entries.sections) counts[section]++;
    const choices = [[-1, "all", this.entries.count]];
    SECTIONS.forEach(({ filter }, section) => counts[section] && choices.push([section, filter, counts[section]]));
    for (const [section, name, count] of choices) {
      const button = element("input", { type: "radio", name: "claim", value: section, checked: section < 0 });
      button.addEventListener("change", () => {
        this.section = section;
        this.search();
      });
      at("claims").append(element("label", {}, button, ` ${name} (${number(count)})`));
    }
  }

  listen() {
    at("form").addEventListener("submit", (event) => event.preventDefault());
    at("search").addEventListener("input", () => this.search());
    at("both").addEventListener("change", () => this.search());
    at("previous").addEventListener("click", () => this.step(-1));
    at("next").addEventListener("click", () => this.step(1));
    at("copy-gbr").addEventListener("click", () => this.copy("GBR", this.entries.positions[this.chosen]));
    at("copy-fen").addEventListener("click", () => this.copy("FEN", fenOfEntry(this.entries, this.chosen)));
    at("copy-record").addEventListener("click", async () => {
      const record = (await recordOf(this.entries, this.chosen)).join("");
      this.copy("record", `${record.trim()}\n`);
    });
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.follow());
    addEventListener("beforeprint", () => this.list.print(at("print")));
    addEventListener("afterprint", () => at("print").replaceChildren());
  }

  search() {
    const start = performance.now();
    const query = queryOf(this.entries, at("search").value);
    at("count").classList.toggle("problem", Boolean(query.problem));
    if (query.problem) {
      at("count").textContent = query.problem;
      return;
    }
    const found = search(this.entries, query, this.section, at("both").checked);
    this.list.show(found);
    if (this.list.has(this.chosen)) this.list.choose(this.chosen);
    else if (found.length && this.chosen !== undefined) this.choose(found[0]);
    const all = `${number(this.entries.count)} ${this.entries.count === 1 ? "entry" : "entries"}`;
    at("count").textContent = found.length === this.entries.count ? all : `${number(found.length)} of ${all}`;
    document.body.dataset.searched = (performance.now() - start).toFixed(1);
  }

  // Shows an entry; where the page is narrow, a click scrolls to it.
  choose(entry, isClick = false) {
    if (entry === undefined || entry >= this.entries.count) return;
    this.chosen = entry;
    this.list.choose(entry);
    const position = this.entries.positions[entry];
    const parts = partsOf(position);
    const men = menOf(parts, this.entries.fens[entry]);
    at("head").textContent = `${parts.code} ${parts.kings}`;
    at("words").textContent = `${this.entries.classes.get(parts.code)}. ${indicatorInWords(parts)}.`;
    at("gbr").textContent = position;
    at("reference").textContent = this.entries.references[entry];
    at("diagram").replaceChildren(diagramOf(men, parts, position));
    at("link").href = `#${this.address(entry)}`;
    at("copied").textContent = "";
    at("entry").hidden = false;
    setAddress(at("link").href);
    if (isClick && at("list").offsetTop + at("list").offsetHeight <= at("entry").offsetTop) at("entry").scrollIntoView();
    this.showRecord(entry);
  }

  async showRecord(entry) {
    const [head, moves] = await recordOf(this.entries, entry);
    if (entry !== this.chosen) return;
    at("tags").replaceChildren(
      ...tagsOf(head).flatMap(([name, value]) => [element("dt", { textContent: name }), element("dd", { textContent: value })]),
    );
    at("solution").textContent = solutionOf(moves);
    document.body.dataset.shown = entry;
  }

  step(steps) {
    this.choose(this.list.step(steps));
  }

  async copy(what, text) {
    await copy(text);
    at("copied").textContent = `${what} copied`;
  }

  // The name of the position; of several entries with the same, the later ones have a number.
  address(entry) {
    const name = nameOf(partsOf(this.entries.positions[entry]));
    const place = this.named(name).indexOf(entry);
    return place > 0 ? `${name}~${place + 1}` : name;
  }

  named(name) {
    const [code, kings, squares = ""] = name.split("-");
    const start = `${kings} ${code} ${squares && `${squares} `}`;
    const found = [];
    this.entries.positions.forEach((position, entry) => {
      if (position.startsWith(start) && nameOf(partsOf(position)) === name) found.push(entry);
    });
    return found;
  }

  // Goes where the address says; false where it says nothing.
  follow() {
    const [name, place = "1"] = decoded(location.hash.slice(1)).split("~");
    if (!name) return false;
    const entry = this.named(name)[Number(place) - 1];
    if (entry === undefined) {
      at("count").textContent = `There is no entry ${name}.`;
      return false;
    }
    if (!this.list.has(entry)) this.clear();
    if (entry !== this.chosen) this.choose(entry);
    return true;
  }

  clear() {
    at("search").value = "";
    at("both").checked = false;
    at("claims").querySelector("input").checked = true;
    this.section = -1;
    this.search();
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const isSearch = event.target === at("search");
    const isList = event.target === at("list");
    const isTyping = isSearch || event.target.matches?.("input, textarea, select");
    const page = this.list.page, all = this.entries.count;
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    if (isList) Object.assign(moves, { Home: -all, End: all });
    if ((isSearch || isList) && event.key in moves) this.step(moves[event.key]);
    else if (!isTyping && event.key === "j") this.step(1);
    else if (!isTyping && event.key === "k") this.step(-1);
    else if (!isTyping && event.key === "/") at("search").focus();
    else if (isSearch && event.key === "Enter") at("list").focus();
    else if (event.key === "Escape" && at("search").value) {
      at("search").value = "";
      this.search();
    } else if (event.key === "Escape" && isSearch) at("list").focus();
    else return;
    event.preventDefault();
  }
}

const begin = async () => {
  if (!globalThis.DecompressionStream) throw new Error("it needs a browser of 2023 or later");
  const entries = await readEntries();
  new Page(entries);
  document.body.dataset.ready = performance.now().toFixed();
};

// The entries stand after this program.
addEventListener("DOMContentLoaded", () =>
  begin().catch((error) => {
    at("count").textContent = `This page cannot be shown: ${error.message}`;
  }),
);
