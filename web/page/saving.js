// What can be saved, and the saving of it.

// A name without its endings.
const stemOf = (name) => name.replace(/\.gz$/i, "").replace(/\.[^.]*$/, "") || "games";

// What there is to save of a file: what it is called, what it is for, what is asked of the program, and the name of the new file.
const savesOf = ({ kind, format, isEditable }, stem) => {
  const page = { title: "Directory for the browser", about: "One page to leaf through, search and play through, sorted by claim and code. It works anywhere, also without a network.", request: { task: "page", title: stem }, name: `${stem}.html` };
  if (kind === "text") {
    return [
      { title: "List of all codes (CSV)", about: "A table with every code of the text: where it stands, what it says, whether it is right and, if not, what may have been meant.", request: { task: "scan", to: "csv" }, name: `${stem}-codes.csv` },
      { title: "Positions as PGN", about: "A game without moves for each complete position in the text, for chess programs.", request: { task: "scan", to: "pgn" }, name: `${stem}-positions.pgn` },
      page,
    ];
  }
  const annotated = { title: "The same file with codes", about: `Each ${format === "epd" ? "line" : "game"} gets the codes of its first${format === "epd" ? "" : " and its last"} position; old ones are brought up to date. Nothing else is changed.`, request: { task: "annotate" }, name: `${stem}-gbr.${format}` };
  const positions = { title: "Positions as EPD", about: "A line with a FEN for each position, for chess programs.", request: { task: "convert", to: "epd" }, name: `${stem}.epd` };
  return [
    isEditable ? annotated : positions,
    { title: "Table for a spreadsheet (CSV)", about: "A row for each game, written so that Excel or LibreOffice does not take a code such as 0002.01 for a number.", request: { task: "convert", to: "csv", spreadsheet: true }, name: `${stem}-spreadsheet.csv` },
    { title: "Table for programs (CSV)", about: "The same rows with the codes as they are.", request: { task: "convert", to: "csv" }, name: `${stem}.csv` },
    page,
    { title: "List of wrong codes (CSV)", about: "Every code in the file that does not fit its position, with the right one.", request: { task: "check", to: "csv" }, name: `${stem}-wrong-codes.csv` },
  ];
};

// Offers all of them. `save` promises what comes out of a request.
const savesList = (saves, save) =>
  element("ul", { className: "saves" }, ...saves.map((it, place) => {
    const told = element("p", { className: "saved", hidden: true });
    told.setAttribute("role", "status");
    const button = element("button", { type: "button", className: place ? "" : "main", textContent: `Save ${it.name}` });
    button.addEventListener("click", async () => {
      told.hidden = false;
      told.classList.remove("bad");
      told.replaceChildren("Working …");
      try {
        const { answer, saved } = await save(it);
        told.replaceChildren(...deliver(it.name, saved, answer));
      } catch (error) {
        told.classList.toggle("bad", !(error instanceof Cancelled));
        told.replaceChildren(error instanceof Cancelled ? "Cancelled." : sentence(`Not saved: ${error instanceof Refused ? `the file ${error.message}` : error.message}`));
      }
      // It was hidden meanwhile, and keys would begin at the top again.
      button.focus({ preventScroll: true });
    });
    return element("li", {}, element("h2", { textContent: it.title }), element("p", { textContent: it.about }), button, told);
  }));

// Has the browser save it, and leaves a link for those whose browser asked first, or refused.
const deliver = (name, blob, { games, coded, faults }) => {
  const link = element("a", { href: URL.createObjectURL(blob), download: name, textContent: name });
  link.click();
  const counts = games === undefined ? "" : ` ${counted(games, "game")}, ${number(coded)} coded${faults.count ? `, ${counted(faults.count, "problem")}` : ""}.`;
  return ["Done, ", link, `, ${sizeOf(blob.size)}.${counts} It is where your browser keeps downloads.`];
};
