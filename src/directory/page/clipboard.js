// What is copied.

const copyText = async (text) => {
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
