// The beginning of a page whose entries are packed in it.

const bytesOf = (letters) => {
  const text = atob(letters);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
};

const unpacked = async (id) => {
  const bytes = bytesOf(document.getElementById(id).textContent);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
};

const begin = async () => {
  if (!globalThis.DecompressionStream) throw new Error("it needs a browser of 2023 or later");
  new Page(entriesOf(await unpacked("index"), (number) => unpacked(`r${number}`)));
  document.body.dataset.ready = performance.now().toFixed();
};

// The entries stand after this program.
addEventListener("DOMContentLoaded", () =>
  begin().catch((error) => {
    at("count").textContent = `This page cannot be shown: ${error.message}`;
  }),
);
