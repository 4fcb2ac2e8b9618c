// The worker, as the page sees it: one thing at a time, which can be cancelled.

class Helper {
  constructor() {
    const script = new Blob([at("worker").textContent], { type: "text/javascript" });
    this.task = null;
    this.address = URL.createObjectURL(script);
    this.start();
  }

  start() {
    this.worker = new Worker(this.address);
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.hear({ failed: event.message || "this browser does not let a page that is opened as a file work in the background" });
    };
    this.worker.postMessage({ wasm: at("wasm").textContent });
  }

  // Promises the answer; told(bytes) hears how far the file has been read. What cannot be done is an error of the promise.
  ask(request, file, told) {
    return new Promise((resolve, reject) => {
      this.task = { resolve, reject, told };
      this.worker.postMessage({ request, file });
    });
  }

  hear(data) {
    if (data.progress !== undefined) {
      this.task?.told(data.progress);
      return;
    }
    const { task } = this;
    this.task = null;
    if (data.failed !== undefined) task?.reject(new Error(data.failed));
    else if (data.answer.error !== undefined) task?.reject(new Refused(data.answer.error));
    else task?.resolve(data);
  }

  cancel() {
    this.worker.terminate();
    this.task?.reject(new Cancelled("cancelled"));
    this.task = null;
    this.start();
  }
}

class Cancelled extends Error {}

// What is the matter with the file: the rest of a sentence that begins with its name.
class Refused extends Error {}
