// The worker: all that takes time, away from the page that people look at.
//
// The page says { wasm } once, and then { request, file } again and again. It hears { progress } while a file is read, and in the end
// { answer } with what came out, or { failed }.

// How much of a file is read at once, and how much of a result is kept in memory before the browser puts it away.
const SLICE = 1 << 20;
const PART = 4 << 20;

// Reads a file in order, slice by slice.
class SliceReader {
  constructor(file) {
    this.file = file;
    this.begin = 0;
    this.bytes = new Uint8Array(0);
  }

  read(offset, length) {
    const isHere = offset >= this.begin && offset < this.begin + this.bytes.length;
    if (!isHere) this.fetch(offset);
    return this.bytes.subarray(offset - this.begin, offset - this.begin + length);
  }

  fetch(offset) {
    const slice = this.file.slice(offset, offset + SLICE);
    this.bytes = new Uint8Array(new FileReaderSync().readAsArrayBuffer(slice));
    this.begin = offset;
    postMessage({ progress: offset });
  }
}

// Bytes that come one after the other, as a Blob: that may be larger than the memory.
class Parcel {
  constructor() {
    this.parts = [];
    this.waiting = [];
    this.size = 0;
  }

  add(bytes) {
    this.waiting.push(bytes);
    this.size += bytes.length;
    if (this.size >= PART) this.put();
  }

  put() {
    this.parts.push(new Blob(this.waiting));
    this.waiting = [];
    this.size = 0;
  }

  get blob() {
    this.put();
    return new Blob(this.parts);
  }
}

const unpackedBytes = async (letters) => {
  const text = atob(letters);
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

const serve = (engine, { request, file }) => {
  const saved = new Parcel(), records = [];
  let index = null;
  const answer = engine.run(request, new SliceReader(file), (channel, bytes) => {
    if (channel === "saved") saved.add(bytes);
    else if (channel === "index") index = bytes;
    else records.push(bytes);
  });
  postMessage({ answer, saved: saved.blob, index, records }, [...(index ? [index.buffer] : []), ...records.map((block) => block.buffer)]);
};

let engine = null;

onmessage = async ({ data }) => {
  try {
    if (data.wasm) engine = unpackedBytes(data.wasm).then((bytes) => new Engine(bytes));
    else serve(await engine, data);
  } catch (error) {
    postMessage({ failed: error.message });
  }
};
