// Names as people write them.

// `Vlasak, E` is E. Vlasak, and `Saavedra, Fernando` Fernando Saavedra.
const personOf = (name) => {
  const [surname, ...given] = name.split(",").map((part) => part.trim());
  const initials = given.join(" ").replace(/(^|[\s.-])(\p{L})(?=$|[\s-])/gu, "$1$2.");
  return [initials, surname].filter(Boolean).join(" ");
};

const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? ""));

const peopleIn = (names) => listed(names.split("; ").filter(Boolean).map(personOf));

// The composers of a study, or both players.
const peopleOf = ({ composers, opponents }, entry) =>
  [peopleIn(textAt(composers, entry)), peopleIn(textAt(opponents, entry))].filter(Boolean).join(" – ");
