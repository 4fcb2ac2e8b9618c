// The colours of the board.

const STORED = "gbr-pgn board";

// Some browsers keep nothing for pages that are opened as files.
const storedTheme = () => {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
};

const storeTheme = (theme) => {
  try {
    localStorage.setItem(STORED, theme);
  } catch {
    // It is chosen anew next time.
  }
};

// Lets the reader choose one, and begins with the one that was chosen last.
const chooseTheme = (select) => {
  const set = () => (document.documentElement.dataset.theme = select.value);
  select.value = storedTheme() ?? "wood";
  if (!select.value) select.value = "wood";
  set();
  select.addEventListener("change", () => {
    set();
    storeTheme(select.value);
  });
};
