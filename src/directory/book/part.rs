//! A part of the book: what stands in it, and what stands above its pages.

use super::quoted::{css, text};

/// One part, as far as it is set.
pub struct BookPart {
    pub title: String,
    pub html: String,
    /// The rules of its pages.
    pub css: String,
    /// How many pages were set; those of text that flows are not known.
    pub pages: usize,
    /// What its pages are named after, and its place in the document.
    id: &'static str,
}

impl BookPart {
    pub fn new(id: &'static str, title: &str) -> BookPart {
        let (html, css) = Default::default();
        BookPart { title: title.to_owned(), html, css, pages: 0, id }
    }

    /// What links to it.
    pub fn anchor(&self) -> &'static str {
        self.id
    }

    /// Its title, for the first of its pages.
    pub fn heading(&self) -> String {
        format!("<h2 id=\"{}\">{}</h2>\n", self.id, text(&self.title))
    }

    /// A page of its own, with words above it on the left and on the right.
    pub fn leaf(&mut self, kind: &str, above: [&str; 2], body: &str) {
        let name = format!("{}{}", self.id, self.pages);
        let heading = if self.pages == 0 { self.heading() } else { String::new() };
        self.css += &head(&name, above);
        self.html += &format!(
            "<section class=\"leaf {kind}\" style=\"page:{name}\">\n{heading}{body}</section>\n"
        );
        self.pages += 1;
    }

    /// Text that flows over as many pages as it takes.
    pub fn flow(&mut self, kind: &str, body: &str) {
        let (id, heading) = (self.id, self.heading());
        self.css += &head(id, [&self.title, ""]);
        self.html +=
            &format!("<section class=\"{kind}\" style=\"page:{id}\">\n{heading}{body}</section>\n");
    }
}

fn head(page: &str, [left, right]: [&str; 2]) -> String {
    let (left, right) = (css(left), css(right));
    format!("@page {page}{{@top-left{{content:{left}}}@top-right{{content:{right}}}}}\n")
}
