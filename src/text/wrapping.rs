//! Text on lines, where letters have widths of their own.

/// The text on lines, of which the first has `first` room and the others `room`, as `width` measures letters. It breaks
/// between words, or within one that is longer than a line.
pub fn broken(text: &str, first: u32, room: u32, width: impl Fn(char) -> u32) -> Vec<String> {
    let mut lines = Wrapped { done: Vec::new(), line: String::new(), left: first, room };
    for word in text.split(' ') {
        let is_fresh = lines.line.is_empty();
        let needed: u32 = word.chars().map(&width).sum();
        if !is_fresh && width(' ') + needed > lines.left {
            lines.turn();
        } else if !is_fresh {
            lines.push(' ', width(' '));
        }
        word.chars().for_each(|c| lines.push(c, width(c)));
    }
    lines.turn();
    lines.done
}

struct Wrapped {
    done: Vec<String>,
    line: String,
    left: u32,
    room: u32,
}

impl Wrapped {
    fn push(&mut self, c: char, width: u32) {
        if width > self.left && !self.line.is_empty() {
            self.turn();
        }
        self.left = self.left.saturating_sub(width);
        self.line.push(c);
    }

    fn turn(&mut self) {
        self.done.push(std::mem::take(&mut self.line));
        self.left = self.room;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, first: u32, room: u32) -> Vec<String> {
        broken(text, first, room, |c| if c == 'W' { 2 } else { 1 })
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(lines("aa bb cc", 5, 5), ["aa bb", "cc"]);
        assert_eq!(lines("aa bb cc", 3, 5), ["aa", "bb cc"]);
        assert_eq!(lines("aW bb", 5, 5), ["aW", "bb"]);
        assert_eq!(lines("", 1, 1), [""]);
    }

    #[test]
    fn a_word_that_is_too_long_breaks_anywhere() {
        assert_eq!(lines("aaaaa bb", 2, 2), ["aa", "aa", "a", "bb"]);
        assert_eq!(lines("WW", 1, 1), ["W", "W"], "each line has a letter, whatever its width");
    }
}
