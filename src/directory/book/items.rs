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

    /// The word after blanks, numbers and points.
    pub fn next_word(&mut self) -> String {
        let is_between =
            |c: char| c.is_ascii_digit() || matches!(c, ' ' | '\t' | '\r' | '\n' | '.');
        let is_word = |c: char| c.is_ascii_alphabetic() || matches!(c, '1'..='8' | '+' | '#');
        let begin = self.place + self.count(self.place, is_between);
        self.place = begin + self.count(begin, is_word);
        self.between(begin, self.place)
    }

    /// How many units from a place on are letters of some sort, which are all in ASCII.
    fn count(&self, from: usize, is_wanted: impl Fn(char) -> bool) -> usize {
        let is_wanted = |unit: &&u16| u8::try_from(**unit).is_ok_and(|it| is_wanted(it.into()));
        self.text[from.min(self.text.len())..].iter().take_while(is_wanted).count()
    }

    fn between(&self, begin: usize, end: usize) -> String {
        let end = end.min(self.text.len());
        String::from_utf16_lossy(&self.text[begin.min(end)..end])
    }

    /// Passes over so many letters, which tell a page that plays what changes.
    pub fn pass_letters(&mut self, letters: usize) {
        self.at += letters;
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
