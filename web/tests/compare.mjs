// Every result of the page against that of the program, byte for byte: on the samples, and on files damaged at random.
//
//   node web/tests/compare.mjs PAGE PROGRAM [DAMAGED] [FILE...]
//
// DAMAGED is how many damaged files are tried, each of which is the same whenever this is run; FILEs, or those of folders, are tried instead of
// the samples. Each file is annotated, and two other things are done with it, which take turns; with ALL=1, everything is done with each.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [page, program, damaged = "100", ...others] = process.argv.slice(2);

// The program is taken out of the page, with what runs it.
const html = readFileSync(page, "utf8");
const scriptOf = (id) => html.match(new RegExp(`<script type="text/plain" id="${id}">([^]*?)</script>`))[1];
const Engine = new Function(`${scriptOf("worker").split("// The worker:")[0]}\nreturn Engine;`)();
const engine = new Engine(gunzipSync(Buffer.from(scriptOf("wasm"), "base64")));

// What the page asks for, and what is typed for the same.
const TASKS = [
  [{ task: "annotate" }, "annotate"],
  [{ task: "convert", to: "csv" }, "convert --to csv"],
  [{ task: "convert", to: "csv", spreadsheet: true }, "convert --to csv --spreadsheet"],
  [{ task: "convert", to: "epd" }, "convert --to epd"],
  [{ task: "page", title: "a <b>" }, "directory --to html --title", "a <b>"],
  [{ task: "check", to: "csv" }, "check --to csv"],
  [{ task: "check", to: "text" }, "check --to text"],
  [{ task: "scan", to: "csv" }, "scan --to csv"],
  [{ task: "scan", to: "pgn" }, "scan --to pgn"],
];

// What the page says has to be unpacked first.
const isPacked = (bytes) => ["504b0304", "504b0506", "28b52ffd", "fd377a585a00", "425a6839314159265359"].some((magic) => bytes.toString("hex").startsWith(magic));

const folder = mkdtempSync(join(tmpdir(), "gbr-pgn-web-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

const run = (request, name, bytes) => {
  const parts = [];
  const file = { read: (offset, length) => bytes.subarray(offset, offset + length) };
  const answer = engine.run({ ...request, name }, file, (channel, part) => channel === "saved" && parts.push(part));
  return { answer, out: Buffer.concat(parts) };
};

let compared = 0, refused = 0, turns = 0;
const wrong = [];

const turn = () => {
  const [first, ...rest] = TASKS;
  if (process.env.ALL) return TASKS;
  turns += 2;
  return [first, rest[turns % rest.length], rest[(turns + 1) % rest.length]];
};

const compare = (name, bytes) => {
  writeFileSync(join(folder, name), bytes);
  for (const [request, line, ...words] of turn()) {
    const { stdout, status, error } = spawnSync(resolve(program), [...line.split(" "), ...words, "-q", name], { cwd: folder, maxBuffer: 1 << 30 });
    if (error) throw error;
    const { answer, out } = run(request, name, bytes);
    const isRefused = status !== 0 && status !== 1;
    if (isRefused !== (answer.error !== undefined)) wrong.push(`${name}: ${line}: status ${status}, and the page says ${answer.error}`);
    else if (isRefused) refused++;
    else if (!stdout.equals(out)) wrong.push(`${name}: ${line}: ${stdout.length} bytes, and the page has ${out.length} others`);
    else compared++;
  }
  // To look must not fail where the program reads on.
  run({ task: "look" }, name, bytes);
  rmSync(join(folder, name));
};

// Numbers that look random and are the same each time.
let state = 1;
const random = (below) => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % below;
};

const DAMAGES = [
  (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.from([random(256)]), bytes.subarray(at + 1)]),
  (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random(60))]),
  (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(random(bytes.length + 1))]),
  (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.from('{}()[]";$%\\\n\r\0\xff'.slice(random(15))), bytes.subarray(at)]),
  (bytes, at) => bytes.subarray(0, at),
];

const damage = (bytes) => {
  let made = bytes;
  for (let times = 1 + random(4); times > 0; times--) made = DAMAGES[random(DAMAGES.length)](made, random(made.length + 1));
  return made;
};

const filesOf = (path) => (statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)).filter((it) => statSync(it).isFile()) : [path]);
const samples = ["samples", "samples/odd"].map((path) => join(root, path));
const files = (others.length ? others : samples).flatMap(filesOf).map((path) => [basename(path), readFileSync(path)]).filter(([, bytes]) => !isPacked(bytes));
for (const [name, bytes] of files) compare(name, bytes);
const whole = files.length;
for (let count = 0; count < Number(damaged); count++) {
  const [name, bytes] = files[random(whole)];
  const made = damage(bytes);
  if (!isPacked(made)) compare(`${count}-${name}`, made);
}

wrong.slice(0, 20).forEach((line) => console.log(line));
console.log(`the page against the program: ${whole} files and ${damaged} damaged ones, ${compared} results the same, ${refused} refused by both, ${wrong.length} different`);
process.exitCode = wrong.length ? 1 : 0;
