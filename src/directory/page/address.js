// The address of an entry: what it is called in a link, and which entries have that name.

// An address that someone typed may not be the code of anything; it is then taken as it is.
const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const setAddress = (address) => {
  try {
    history.replaceState(null, "", address);
  } catch {
    // Some browsers allow only so many in a time; the next one will do.
  }
};

// The name of the position; of several entries with the same, the later ones have a number.
const addressOf = (positions, entry) => {
  const name = nameOf(partsOf(positions[entry]));
  const place = entriesNamed(positions, name).indexOf(entry);
  return place > 0 ? `${name}~${place + 1}` : name;
};

const entriesNamed = (positions, name) => {
  const [code, kings, squares = ""] = name.split("-");
  const start = `${kings} ${code} ${squares && `${squares} `}`;
  const found = [];
  positions.forEach((position, entry) => {
    if (position.startsWith(start) && nameOf(partsOf(position)) === name) found.push(entry);
  });
  return found;
};
