// The program as WebAssembly: a request and a file go in, an answer and bytes come out.
//
// It runs wherever there are no windows: in the worker of the page, and under node for the tests.

const CHANNELS = ["saved", "index", "records", "answer", "panic"];

class Engine {
  constructor(bytes) {
    this.module = new WebAssembly.Module(bytes);
  }

  // Does what the request says with a file, which has read(offset, length) for some of its bytes. All bytes that come out are given to
  // take(channel, bytes) as they come. Each run has memory of its own, which is gone afterwards.
  run(request, file, take) {
    const outcome = {};
    const memory = () => new Uint8Array(instance.exports.memory.buffer);
    const host = {
      read: (offset, into, length) => {
        try {
          const bytes = file.read(offset, length >>> 0);
          memory().set(bytes, into >>> 0);
          return bytes.length;
        } catch (error) {
          outcome.unread = error;
          return -1;
        }
      },
      write: (number, from, length) => {
        const channel = CHANNELS[number];
        const bytes = memory().slice(from >>> 0, (from >>> 0) + (length >>> 0));
        if (channel === "answer" || channel === "panic") outcome[channel] = new TextDecoder().decode(bytes);
        else take(channel, bytes);
      },
    };
    const instance = new WebAssembly.Instance(this.module, { host });
    this.call(instance, request, outcome);
    return JSON.parse(outcome.answer);
  }

  // A trap is a mistake of the program, or there was no more memory to be had.
  call({ exports }, request, outcome) {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = exports.reserve(bytes.length) >>> 0;
    new Uint8Array(exports.memory.buffer).set(bytes, at);
    try {
      exports.run(at, bytes.length);
    } catch (error) {
      throw new Error(outcome.panic ?? `there is not enough memory (${error.message})`);
    }
  }
}
