//! The items of a playback, one by one; see there for what they are.

/// Reads items, and the text that they refer to.
pub struct ItemReader {
    items: Vec<char>,
    at: usize,
    text: Vec<u16>,
    place: usize,
}

impl ItemReader {
    pub fn new(items: &str, text: &str) -> ItemReader {
        let (items, text) = (items.chars().collect(), text.encode_utf16().collect());
        ItemReader { items, at: 0, text, place: 0 }
    }

    pub fn letter(&mut self) -> Option<char> {
        self.at += 1;
        self.items.get(self.at - 1).copied()
    }

    pub fn number(&mut self) -> usize {
        let mut number = 0;
        while let Some(c) = self.letter() {
            let digit = (c as usize).saturating_sub('0' as usize);
            number = number * 32 + digit % 32;
            if digit < 32 {
                break;
            }
        }
        number
    }

    pub fn word(&mut self) -> String {
        let begin = self.place + self.number();
        self.place = begin + self.number();
        self.between(begin, self.place)
    }

    fn between(&self, begin: usize, end: usize) -> String {
        let end = end.min(self.text.len());
        String::from_utf16_lossy(&self.text[begin.min(end)..end])
    }

    /// Passes over what a page that plays needs to know of so many squares.
    pub fn pass_squares(&mut self, squares: usize) {
        self.at += 2 * squares;
    }

    /// Passes over so many units of the text.
    pub fn pass(&mut self, units: usize) {
        self.place += units;
    }

    /// So many units of the items themselves.
    pub fn own_words(&mut self, mut units: usize) -> String {
        let mut words = String::new();
        while units > 0 {
            let Some(c) = self.letter() else { break };
            units = units.saturating_sub(c.len_utf16());
            words.push(c);
        }
        words
    }

    pub fn rest(&self) -> String {
        self.between(self.place, self.text.len())
    }
}
