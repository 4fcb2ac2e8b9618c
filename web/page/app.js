// The page: what is open, what is being done, and what is shown of it.

const TABS = [
  ["positions", "Positions"],
  ["wrong", "Wrong codes"],
  ["problems", "Problems"],
  ["save", "Save"],
];

const STARTED = "GBR codes of endgames";

// That of a code alone is said because people try one.
const EXPECTED =
  "Expected are games as PGN, lines of EPD, FEN or GBR, or a text with codes such as a7d3 0116.00 b2b3c6d6 3/3+. " +
  "A code without the squares of the kings is not looked for, since many a number looks like one.";

const pause = () => new Promise((go) => setTimeout(go));

class App {
  constructor() {
    this.helper = new Helper();
    this.files = [];
    takeFiles((files) => this.openAll(files), (problem, advice) => this.refuse(problem, advice));
    at("paste").addEventListener("submit", (event) => {
      event.preventDefault();
      if (at("text").value.trim()) this.openAll([pasted(at("text").value)]);
      else this.complain("There is no text to read.", "Paste some into the field first.");
    });
    at("example").addEventListener("click", () => this.openAll([new File([at("sample").textContent.trimStart()], "example.pgn")]));
    at("again").addEventListener("click", () => this.restart());
    at("cancel").addEventListener("click", () => this.helper.cancel());
    at("which").addEventListener("change", () => this.open(this.files[at("which").selectedIndex]));
    at("from").addEventListener("change", () => this.open(this.file, at("from").value));
    at("tabs").addEventListener("keydown", (event) => this.tabKey(event));
    document.body.dataset.ready = performance.now().toFixed();
  }

  openAll(files) {
    if (this.isBusy) this.helper.cancel();
    this.files = files;
    at("which").replaceChildren(...files.map(({ name }) => element("option", { textContent: name })));
    this.open(files[0]);
  }

  // Says why what was dropped is not opened.
  refuse(problem, advice) {
    if (this.isBusy) this.helper.cancel();
    this.wanted = null;
    this.complain(problem, advice);
  }

  // Reads a file, and shows what is in it, or why that cannot be done.
  async open(file, from = "") {
    this.setAside();
    this.wanted = file;
    try {
      const found = await this.work(`Reading ${file.name}`, { task: "look", ...this.requestFor(file, from) }, file);
      this.file = file;
      if (found.answer.kind === "text" && found.answer.codes.count === 0) this.findNothing(file, found.answer);
      else if (found.answer.kind === "records" && found.answer.games === 0) this.findNothing(file, found.answer);
      else await this.show(file, found, from);
    } catch (error) {
      // Another one may have been opened in the meantime.
      if (this.wanted !== file) return;
      if (error instanceof Cancelled) this.restart();
      else this.complain(troubleOf(file.name, error), adviceFor(error.message));
    }
  }

  requestFor(file, from) {
    return { name: file.name, ...(from && { from }) };
  }

  findNothing(file, { damage }) {
    const empty = file.size === 0 ? `${file.name} is empty.` : `There is no game, no position and no GBR code in ${file.name}.`;
    if (damage) this.complain(sentence(`${file.name} is damaged: it ${damage}`), "Get it once more from where it came from.");
    else if (/\.rtf$/i.test(file.name)) this.complain(empty, COPY_ITS_TEXT);
    else this.complain(empty, EXPECTED);
  }

  // Has the worker do something, and shows how far it is.
  async work(what, request, file) {
    this.isBusy = true;
    at("doing").textContent = `${what} …`;
    at("progress").removeAttribute("value");
    this.stage("work");
    try {
      return await this.helper.ask(request, file, (bytes) => {
        at("progress").value = file.size ? bytes / file.size : 0;
        at("doing").textContent = `${what}: ${sizeOf(bytes)} of ${sizeOf(file.size)}`;
      });
    } finally {
      this.isBusy = this.helper.task !== null;
    }
  }

  // Shows one of the parts of the page, and none of the others.
  stage(id) {
    for (const part of at("stage").children) part.hidden = part.id !== id;
    document.body.classList.toggle("starting", id === "start" || this.answer === null);
    document.body.classList.toggle("leafing", id === "panel-positions");
    at("keys").hidden = id !== "panel-positions";
  }

  // Takes away what was found in the file before.
  setAside() {
    this.page?.close();
    this.page = this.answer = null;
    for (const id of ["tabs", "files", "reading-as", "again"]) at(id).hidden = true;
    at("panel-positions").replaceChildren();
    at("summary").textContent = "";
    at("title").textContent = document.title = STARTED;
    at("trouble").hidden = true;
    setAddress(location.href.split("#")[0]);
  }

  restart() {
    this.setAside();
    this.stage("start");
    at("choose").focus();
  }

  // Says what went wrong where the person looks, and leaves what was typed.
  complain(problem, advice) {
    this.setAside();
    this.stage("start");
    at("trouble").replaceChildren(...[problem, advice].filter(Boolean).map((textContent) => element("p", { textContent })));
    at("trouble").hidden = false;
    at("trouble").scrollIntoView({ block: "nearest" });
    at("choose").focus({ preventScroll: true });
  }

  // Does a little at a time, so that the page answers in between.
  async show(file, { answer, index, records }, from) {
    this.answer = answer;
    at("title").textContent = file.name;
    document.title = `${file.name} – ${STARTED}`;
    at("files").hidden = this.files.length < 2;
    at("which").selectedIndex = this.files.indexOf(file);
    at("from").value = from;
    at("from").options[0].textContent = from ? "automatic" : { pgn: "PGN", epd: "EPD, FEN", gbr: "GBR lines", text: "text" }[answer.format];
    for (const id of ["tabs", "reading-as", "again"]) at(id).hidden = false;
    at("summary").replaceChildren(...this.summary(answer));
    this.fillTabs(answer);
    // What is measured must be seen.
    this.select("positions");
    await this.showEntries(index, records);
    await pause();
    // Another one may have been opened in the meantime.
    if (this.wanted !== file) return;
    this.fill(file, answer);
    if (answer.shown === 0) this.select(answer.wrong.count || !answer.faults ? "wrong" : "problems");
    document.body.dataset.opened = file.name;
  }

  // What was found, in a sentence or two.
  summary(answer) {
    const { wrong, faults, shown, damage } = answer;
    const bad = (text) => element("span", { className: "bad", textContent: text });
    const told = answer.kind === "text" ? [this.textSummary(answer)] : [this.gameSummary(answer)];
    if (damage) told.push(" ", bad(`The file is damaged: it ${damage}. What comes before that place is shown.`));
    if (wrong.count) told.push(" ", bad(`${counted(wrong.count, "code")} in the file ${wrong.count === 1 ? "is" : "are"} wrong.`));
    if (faults?.count) told.push(" ", bad(`${counted(faults.count, "problem")}.`));
    if (answer.kind === "records" && shown < answer.coded) told.push(` The first ${number(shown)} are shown; what you save has all of them.`);
    return told;
  }

  gameSummary({ format, games, coded }) {
    const what = format === "pgn" ? counted(games, "game") : counted(games, "position");
    return coded === games ? `${what}, ${games === 1 ? "with its code" : "each with its code"}.` : `${what}, ${number(coded)} of them coded.`;
  }

  textSummary({ codes, ok, open, shown }) {
    const found = `A text with ${counted(codes.count, "code")}: ${number(ok)} right${open ? `, ${number(open)} ${open === 1 ? "that leaves" : "that leave"} something open` : ""}.`;
    return shown ? found : `${found} None says where all men stand, so there is no board to show.`;
  }

  fillTabs(answer) {
    const counts = { positions: answer.shown, wrong: answer.wrong.count, problems: answer.faults?.count };
    const tabs = TABS.filter(([name]) => name !== "problems" || answer.faults);
    at("tabs").replaceChildren(...tabs.map(([name, text]) => {
      const count = counts[name];
      const tab = element("button", { type: "button", id: `tab-${name}`, textContent: count === undefined ? text : `${text} (${number(count)})` });
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", `panel-${name}`);
      tab.classList.toggle("bad", (name === "wrong" || name === "problems") && count > 0);
      tab.addEventListener("click", () => this.select(name));
      return tab;
    }));
  }

  select(name) {
    this.stage(`panel-${name}`);
    for (const tab of at("tabs").children) {
      const isChosen = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
    }
  }

  // Tabs are gone through by arrows, which otherwise play moves.
  tabKey(event) {
    const steps = { ArrowRight: 1, ArrowLeft: -1 };
    const tabs = [...at("tabs").children], place = tabs.indexOf(event.target);
    if (!(event.key in steps) || place < 0) return;
    event.stopPropagation();
    event.preventDefault();
    const next = tabs[(place + steps[event.key] + tabs.length) % tabs.length];
    next.focus();
    next.click();
  }

  // The entries as the page of a directory has them.
  async showEntries(index, records) {
    const json = (bytes) => JSON.parse(new TextDecoder().decode(bytes));
    at("panel-positions").replaceChildren(at("view").content.cloneNode(true));
    const read = json(index);
    await pause();
    this.entries = entriesOf(read, async (block) => json(records[block]));
    await pause();
    this.page = new Page(this.entries);
    // References begin with the number of the game.
    this.places = new Map(this.entries.references.map((reference, entry) => [parseInt(reference), entry]));
  }

  fill(file, answer) {
    const show = (game) => this.showGame(game);
    at("panel-wrong").replaceChildren(...wrongOf(answer, show));
    at("panel-problems").replaceChildren(...(answer.faults ? problemsOf(answer, show) : []));
    const stem = stemOf(file.name);
    const saves = answer.damage
      ? [good("Nothing can be saved of a file that is damaged: what is missing would be missing there, too. Get it once more from where it came from.")]
      : [savesList(savesOf(answer, stem), (it) => this.save(file, answer, it))];
    at("panel-save").replaceChildren(...saves);
  }

  // What shows a game on the board, where it is one of those that are shown.
  showGame(game) {
    const entry = this.places.get(game);
    if (entry === undefined) return null;
    return () => {
      this.select("positions");
      this.page.clear();
      this.page.choose(entry, true);
      // The button is hidden now, and keys would go on from the end of the page.
      at("panel-positions").focus({ preventScroll: true });
    };
  }

  async save(file, answer, { title, name, request }) {
    if (this.isBusy) throw new Error("something else is being worked at");
    try {
      const from = answer.format;
      return await this.work(`${title}: ${name}`, { ...request, ...this.requestFor(file, from) }, file);
    } finally {
      this.select("save");
    }
  }
}

addEventListener("DOMContentLoaded", () => {
  try {
    if (!globalThis.DecompressionStream || !globalThis.WebAssembly) throw new Error("it needs a browser of 2023 or later");
    new App();
  } catch (error) {
    at("trouble").textContent = `This page cannot work here: ${error.message}.`;
    at("trouble").hidden = false;
  }
});
