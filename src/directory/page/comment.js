// What is said beside moves: signs, marks of study databases, what comments say and draw, verdicts.

// The signs of judgement by their numbers; others are shown as they are written.
const GLYPHS = {
  1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 11: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+",
  22: "⨀", 23: "⨀", 32: "⟳", 33: "⟳", 36: "→", 37: "→", 40: "↑", 41: "↑", 44: "=∞", 45: "=∞", 132: "⇄", 133: "⇄", 138: "⊕", 139: "⊕",
  140: "∆", 142: "⌓", 146: "N",
};

// Marks of study databases in words.
const MARKS = {
  main: "main line", or: "or else", eg: "for example", cook: "cook: solves it as well", dual: "dual", "minor dual": "minor dual",
};

// Text for a line with something after it: what would turn the direction of writing is left out, for text may never turn it back.
const inLine = (text) => text.replace(/[\u202A-\u202E\u2066-\u2069]/g, "");

// What a comment says to people, and what it draws: commands are in square brackets.
const readComment = (text) => {
  const drawings = [];
  const said = inLine(text)
    .replace(/\[%(\w+)\s*([^\]]*)\]/g, (_, name, value) => {
      if (name === "cal" || name === "csl") drawings.push(...drawingsOf(value));
      return " ";
    })
    .replace(/<([\w ]+)>/g, (all, mark) => (MARKS[mark.toLowerCase()] ? `(${MARKS[mark.toLowerCase()]})` : all))
    .replace(/\s+/g, " ")
    .trim();
  return { said, drawings };
};

// `Gc8,Re2e4`: a colour, and one square to mark or two for an arrow.
const drawingsOf = (value) =>
  [...value.matchAll(/([GRYBC])([a-h][1-8])([a-h][1-8])?/g)].map(([, color, from, to]) => ({ color, from, to }));

// How it ends with best play, by the letters of the items.
const VERDICTS = { "+": "White wins", "=": "drawn", "-": "Black wins" };

// What tables say of the position of an entry; nothing where they say nothing.
const verdictOf = ({ verdicts }, entry) => (VERDICTS[verdicts[entry]] ? `With best play: ${VERDICTS[verdicts[entry]]}.` : "");

// `White gives the win away: drawn`
const changeInWords = (mover, was, is) => `${mover} gives the ${was === "=" ? "draw" : "win"} away: ${VERDICTS[is]}`;
