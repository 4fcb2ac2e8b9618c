// The page: what is typed and clicked, and what is shown for it.

const at = (id) => document.getElementById(id);

class Page {
  constructor(entries) {
    this.entries = entries;
    this.section = -1;
    this.leaving = new AbortController();
    this.list = new List(entries, (entry) => this.choose(entry, true));
    this.board = new Board(at("diagram"));
    this.moves = new Moves((node) => this.go(node));
    chooseTheme(at("theme"));
    this.filters();
    this.listen();
    this.search();
    this.follow() || this.choose(0);
    // So that the first search for a name or for men is as fast as the others.
    (globalThis.requestIdleCallback ?? setTimeout)(() => {
      foldTexts(entries);
      menCounts(entries);
    });
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
    for (const [id, key] of [["first", "Home"], ["back", "ArrowLeft"], ["forth", "ArrowRight"], ["last", "End"]]) {
      at(id).addEventListener("click", () => this.play(key));
    }
    at("copy-gbr").addEventListener("click", () => this.copy("GBR", this.entries.positions[this.chosen]));
    at("copy-fen").addEventListener("click", () => this.copyFen());
    at("copy-record").addEventListener("click", async () => {
      const [head, moves] = await recordOf(this.entries, this.chosen);
      const record = head + moves;
      this.copy("record", `${record.trim()}\n`);
    });
    this.hear("keydown", (event) => this.key(event));
    this.hear("hashchange", () => this.follow());
    this.hear("beforeprint", () => this.list.print(at("print")));
    this.hear("afterprint", () => at("print").replaceChildren());
  }

  // What happens to the window concerns it until it is closed.
  hear(event, act) {
    addEventListener(event, act, { signal: this.leaving.signal });
  }

  // Other entries take its place.
  close() {
    this.leaving.abort();
  }

  search() {
    const start = performance.now();
    const query = queryOf(this.entries, at("search").value);
    at("reading").textContent = query.problem ? "" : query.reading;
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
    this.playback = null;
    this.node = 0;
    at("head").textContent = `${parts.code} ${parts.kings}`;
    at("words").textContent = `${this.entries.classes.get(parts.code)}. ${indicatorInWords(parts)}.`;
    at("verdict").textContent = verdictOf(this.entries, entry);
    at("gbr").textContent = position;
    at("reference").textContent = inLine(this.entries.references[entry]);
    at("people").textContent = peopleOf(this.entries, entry);
    this.board.show({ men, turn: parts.turn, title: position });
    this.name = addressOf(this.entries.positions, entry);
    at("copied").textContent = "";
    at("said").textContent = "";
    at("entry").hidden = false;
    this.setLink(this.name);
    if (isClick) this.reveal();
    return this.showRecord(entry);
  }

  // Where the page is narrow, the entry is below the list.
  reveal() {
    if (at("list").offsetTop + at("list").offsetHeight <= at("entry").offsetTop) at("entry").scrollIntoView();
  }

  setLink(address) {
    at("link").href = `#${address}`;
    setAddress(at("link").href);
  }

  async showRecord(entry) {
    const [head, moves, items] = await recordOf(this.entries, entry);
    if (entry !== this.chosen) return;
    at("tags").replaceChildren(
      ...tagsOf(head).flatMap(([name, value]) => [element("dt", { textContent: name }), element("dd", { textContent: value })]),
    );
    this.showMoves(items, moves, fenOfEntry(this.entries, entry));
    document.body.dataset.shown = entry;
  }

  // Moves that can be played, or their text.
  showMoves(items, moves, fen) {
    const isPlayed = items !== "" && items !== "?";
    document.querySelector(".player").hidden = !isPlayed;
    if (isPlayed) {
      this.playback = new Playback(items, moves, fen);
      this.moves.show(this.playback);
      this.node = this.playback.home;
      this.showNode();
      return;
    }
    const isEmpty = /^\s*(1-0|0-1|1\/2-1\/2|\*)?\s*$/.test(moves);
    const written = element("p", { className: "written", textContent: isEmpty ? "The record has no moves." : writtenMoves(moves) });
    at("solution").replaceChildren(...(items === "?" ? [note("These moves cannot be played.")] : []), written);
  }

  // Puts the position after a move on the board, and says so; the link names it.
  go(node) {
    if (!this.playback || !(node >= 0 && node < this.playback.nodes.length)) return;
    const start = performance.now();
    this.node = node;
    this.showNode();
    const { playback } = this, men = playback.menAt(node);
    const { signs = [], verdict } = playback.nodes[node];
    const said = node === 0 ? "Start" : [playback.label(node), ...signs].join(" ") + (verdict ? `. ${verdict}` : "");
    const turn = playback.turn(node) === "w" ? "White to move" : "Black to move";
    at("said").textContent = `${said}. ${turn}. ${menInWords(men)}`;
    this.setLink(node === playback.home ? this.name : `${this.name}@${node}`);
    document.body.dataset.moved = (performance.now() - start).toFixed(1);
  }

  showNode() {
    const { playback, node } = this;
    this.board.show({
      men: playback.menAt(node),
      turn: playback.turn(node),
      title: node === playback.home ? this.entries.positions[this.chosen] : node === 0 ? "Start" : `After ${playback.label(node)}`,
      changed: playback.changed(node),
      drawings: playback.nodes[node].drawings,
    });
    this.moves.choose(node);
    at("first").disabled = at("back").disabled = node === 0;
    at("forth").disabled = at("last").disabled = playback.nodes[node].next < 0;
  }

  // What a key does to the moves; false where it does nothing.
  play(key) {
    const { playback, node } = this;
    if (!playback) return false;
    const targets = {
      ArrowLeft: () => Math.max(playback.nodes[node].parent, 0),
      ArrowRight: () => (playback.nodes[node].next < 0 ? node : playback.nodes[node].next),
      ArrowDown: () => playback.beside(node, 1),
      ArrowUp: () => playback.beside(node, -1),
      Home: () => 0,
      End: () => playback.last(node),
    };
    if (!targets[key]) return false;
    this.go(targets[key]());
    return true;
  }

  step(steps) {
    this.choose(this.list.step(steps));
  }

  // The position on the board; where the page cannot tell all of it, that of the entry.
  copyFen() {
    const { playback, node } = this;
    const isHome = !playback || node === playback.home;
    if (isHome || !isPlainFen(playback.fen)) this.copy(isHome ? "FEN" : "FEN of the entry", fenOfEntry(this.entries, this.chosen));
    else this.copy("FEN", fenAfter(playback, node));
  }

  async copy(what, text) {
    await copyText(text);
    at("copied").textContent = `${what} copied`;
  }

  // Goes where the address says; false where it says nothing.
  follow() {
    const [whole, node] = decoded(location.hash.slice(1)).split("@");
    const [name, place = "1"] = whole.split("~");
    if (!name) return false;
    const entry = entriesNamed(this.entries.positions, name)[Number(place) - 1];
    if (entry === undefined) {
      at("count").textContent = `There is no entry ${name}.`;
      return false;
    }
    if (!this.list.has(entry)) this.clear();
    const shown = entry !== this.chosen || !this.playback ? this.choose(entry) : null;
    Promise.resolve(shown).then(() => {
      if (entry !== this.chosen) return;
      this.reveal();
      if (node !== undefined) this.go(Number(node));
    });
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
    const isShown = at("list").getClientRects().length > 0;
    if (!isShown || event.ctrlKey || event.altKey || event.metaKey) return;
    const isSearch = event.target === at("search");
    const isList = event.target === at("list");
    const isTyping = isSearch || event.target.matches?.("input, textarea, select");
    const page = this.list.page, all = this.entries.count;
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    if ((isSearch || isList) && event.key in moves) this.step(moves[event.key]);
    else if (isList && event.shiftKey && event.key === "Home") this.step(-all);
    else if (isList && event.shiftKey && event.key === "End") this.step(all);
    else if (!isTyping && !event.shiftKey && this.play(event.key)) event.preventDefault();
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
