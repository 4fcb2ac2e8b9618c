// What is opened: files that are chosen or dropped, and text that is pasted.

const sizeOf = (bytes) =>
  bytes < 1000 ? `${bytes} bytes` : bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

// Gives files to `open`, wherever on the page they come from, and says to `refuse` what is not a file.
const takeFiles = (open, refuse) => {
  const chosen = at("file");
  at("choose").addEventListener("click", () => chosen.click());
  chosen.addEventListener("change", () => {
    const files = [...chosen.files];
    // So that the same file can be chosen again.
    chosen.value = "";
    if (files.length) open(files);
  });
  const mark = (isOver) => document.body.classList.toggle("dropping", isOver);
  addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(true);
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && mark(false));
  addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    take(event.dataTransfer, open, refuse);
  });
  addEventListener("paste", (event) => {
    const isTyping = event.target.matches?.("input, textarea");
    if (isTyping && !event.clipboardData.files.length) return;
    event.preventDefault();
    take(event.clipboardData, open, refuse);
  });
};

// Files, or else text, out of what was dropped or pasted.
const take = (data, open, refuse) => {
  const files = [...data.files];
  const text = data.getData("text/plain");
  const folder = [...data.items].map((item) => item.webkitGetAsEntry?.()).find((entry) => entry?.isDirectory);
  if (folder) refuse(`${folder.name} is a folder.`, "Open it, and drop the files that are in it.");
  else if (files.length) open(files);
  else if (text.trim()) open([pasted(text)]);
};

const pasted = (text) => new File([text], "pasted.txt");

const COPY_ITS_TEXT = "Open it, select all of its text, copy it, and paste it here.";

// What to do about a file that is not text; the program says it for people with a terminal.
const ADVICE = [
  [/^is (a PDF|a document of)/, COPY_ITS_TEXT],
  [/^is UTF-16/, "Open it in a text editor and save it as UTF-8, then open it here again."],
  [/^is (an? .*archive|compressed)/, "Unpack it first, and open the file that is inside. (Files that end in .gz are unpacked here.)"],
  [/^is (a Scid|an SQLite|a Parquet|binary)/, "Have the program that made it export its games as PGN, and open that file here."],
  [/^is an image/, "A picture has no text in it. Have it read by a program for that (OCR), and paste the text here."],
];

const adviceFor = (reason) => ADVICE.find(([words]) => words.test(reason))?.[1] ?? "";

// What ends with a question mark is a sentence already.
const sentence = (text) => (/[.?!]$/.test(text) ? text : `${text}.`);

// What was found about a file, before the advice, which is ours; or why it could not be looked at.
const troubleOf = (name, error) =>
  sentence(error instanceof Refused ? `${name} ${error.message.split("; ")[0]}` : `${name} could not be read: ${error.message}`);
