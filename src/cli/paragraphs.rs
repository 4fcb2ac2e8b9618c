//! Paragraphs of help, which flow to the width of the terminal, and what stands as it is: examples and tables.

/// The same with each paragraph in one line. Lines that begin with a blank stand by themselves.
pub fn flowing(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    let mut goes_on = false;
    for line in text.lines() {
        let is_text = !line.is_empty() && !line.starts_with(' ');
        if !all.is_empty() {
            all.push(if goes_on && is_text { ' ' } else { '\n' });
        }
        all += line;
        goes_on = is_text;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_paragraph_are_joined_and_examples_are_not() {
        let text =
            "what it does\n\nExamples:\n  one\n  two\n\nIt is so\nlong.\n  a table   1\nAfter\nit.";
        let expected =
            "what it does\n\nExamples:\n  one\n  two\n\nIt is so long.\n  a table   1\nAfter it.";
        assert_eq!(flowing(text), expected);
    }
}
