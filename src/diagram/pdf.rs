//! A diagram as a page of PDF: the same outlines, which stay sharp at any size.
//!
//! What our drawings have is all there is to translate: paths with one colour each, and no letters.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use resvg::tiny_skia::{PathSegment, Point, Transform};
use resvg::usvg::{self, FillRule, Group, LineCap, LineJoin, Node, Paint, PaintOrder, Path};

use super::{Diagram, DrawingError};

/// Points of an inch, of which the units of SVG are 96.
const SCALE: f32 = 72.0 / 96.0;

impl Diagram<'_> {
    /// The diagram as a PDF of one page, as large as it is.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be drawn.
    pub fn to_pdf(&self) -> Result<Vec<u8>, DrawingError> {
        let tree = usvg::Tree::from_str(&self.to_svg(), &usvg::Options::default());
        let tree = tree.map_err(|error| DrawingError::Drawing(error.into()))?;
        let (width, height) = (tree.size().width() * SCALE, tree.size().height() * SCALE);
        let mut page = Page::default();
        // A page has its origin below.
        page.transform(Transform::from_row(SCALE, 0.0, 0.0, -SCALE, 0.0, height));
        page.group(tree.root());
        let mut title = self.title();
        if !self.caption.is_empty() {
            title = format!("{}: {title}", self.caption);
        }
        document(&page, (width, height), &title).map_err(|_| DrawingError::Picture)
    }
}

/// The operators of a page, and how opaque some things on it are, in hundredths.
#[derive(Default)]
struct Page {
    operators: String,
    opacities: Vec<u32>,
}

impl Page {
    fn group(&mut self, group: &Group) {
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group),
                Node::Path(path) => self.path(path),
                // Our drawings have neither pictures nor letters.
                Node::Image(_) | Node::Text(_) => {}
            }
        }
    }

    fn path(&mut self, path: &Path) {
        if !path.is_visible() {
            return;
        }
        self.operators += "q\n";
        self.transform(path.abs_transform());
        match path.paint_order() {
            PaintOrder::FillAndStroke => {
                self.fill(path);
                self.stroke(path);
            }
            PaintOrder::StrokeAndFill => {
                self.stroke(path);
                self.fill(path);
            }
        }
        self.operators += "Q\n";
    }

    fn fill(&mut self, path: &Path) {
        let Some(fill) = path.fill() else { return };
        self.opacity(fill.opacity().get());
        self.color(fill.paint(), "rg");
        self.outline(path);
        self.operators += match fill.rule() {
            FillRule::NonZero => "f\n",
            FillRule::EvenOdd => "f*\n",
        };
    }

    fn stroke(&mut self, path: &Path) {
        let Some(stroke) = path.stroke() else { return };
        self.opacity(stroke.opacity().get());
        self.color(stroke.paint(), "RG");
        let cap = match stroke.linecap() {
            LineCap::Butt => 0,
            LineCap::Round => 1,
            LineCap::Square => 2,
        };
        let join = match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => 0,
            LineJoin::Round => 1,
            LineJoin::Bevel => 2,
        };
        // Writing to memory cannot fail.
        let _ = writeln!(self.operators, "{} w {cap} J {join} j", number(stroke.width().get()));
        self.outline(path);
        self.operators += "S\n";
    }

    fn outline(&mut self, path: &Path) {
        let mut last = Point::default();
        for segment in path.data().segments() {
            match segment {
                PathSegment::MoveTo(to) => self.points(&[to], "m"),
                PathSegment::LineTo(to) => self.points(&[to], "l"),
                PathSegment::QuadTo(by, to) => self.points(&cubic(last, by, to), "c"),
                PathSegment::CubicTo(a, b, to) => self.points(&[a, b, to], "c"),
                PathSegment::Close => self.operators += "h\n",
            }
            last = end_of(segment).unwrap_or(last);
        }
    }

    fn points(&mut self, points: &[Point], operator: &str) {
        for point in points {
            let _ = write!(self.operators, "{} {} ", number(point.x), number(point.y));
        }
        let _ = writeln!(self.operators, "{operator}");
    }

    fn transform(&mut self, by: Transform) {
        let rows = [by.sx, by.ky, by.kx, by.sy, by.tx, by.ty].map(number).join(" ");
        let _ = writeln!(self.operators, "{rows} cm");
    }

    fn color(&mut self, paint: &Paint, operator: &str) {
        // Our drawings have neither gradients nor patterns.
        let Paint::Color(color) = paint else { return };
        let part = |part: u8| number(f32::from(part) / 255.0);
        let parts = [color.red, color.green, color.blue].map(part).join(" ");
        let _ = writeln!(self.operators, "{parts} {operator}");
    }

    fn opacity(&mut self, opacity: f32) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 100")]
        let hundredths = (opacity * 100.0).round() as u32;
        if !self.opacities.contains(&hundredths) {
            self.opacities.push(hundredths);
        }
        let _ = writeln!(self.operators, "/O{hundredths} gs");
    }
}

fn end_of(segment: PathSegment) -> Option<Point> {
    match segment {
        PathSegment::MoveTo(to)
        | PathSegment::LineTo(to)
        | PathSegment::QuadTo(_, to)
        | PathSegment::CubicTo(_, _, to) => Some(to),
        PathSegment::Close => None,
    }
}

/// The same curve with two points instead of one.
fn cubic(from: Point, by: Point, to: Point) -> [Point; 3] {
    let near = |end: Point| {
        let part = |end: f32, by: f32| end + (by - end) * 2.0 / 3.0;
        Point::from_xy(part(end.x, by.x), part(end.y, by.y))
    };
    [near(from), near(to), to]
}

/// With as many digits as a printer can tell apart.
fn number(number: f32) -> String {
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The file: what it consists of, each as an object with a number, and where these are.
fn document(page: &Page, (width, height): (f32, f32), title: &str) -> std::io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(page.operators.as_bytes())?;
    let content = encoder.finish()?;
    let states = page.opacities.iter().map(|&it| {
        let opacity = number(f32::from(u16::try_from(it).unwrap_or(100)) / 100.0);
        format!("/O{it}<</ca {opacity}/CA {opacity}>>")
    });
    let states: String = states.collect();
    let mut stream =
        format!("<</Length {}/Filter/FlateDecode>>stream\n", content.len()).into_bytes();
    stream.extend(content);
    stream.extend(b"\nendstream");
    let objects = [
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {} {}]/Contents 4 0 R/Resources<</ExtGState<<{states}>>>>>>",
            number(width),
            number(height),
        )
        .into_bytes(),
        stream,
        format!("<</Title<{}>/Producer(gbr-pgn)>>", utf_16(title)).into_bytes(),
    ];
    Ok(file(&objects))
}

fn file(objects: &[Vec<u8>]) -> Vec<u8> {
    // The second line has letters beyond ASCII, so that nobody takes the file for text.
    let mut file = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut places = String::new();
    for (object, number) in objects.iter().zip(1..) {
        let _ = writeln!(places, "{:010} 00000 n ", file.len());
        file.extend(format!("{number} 0 obj\n").bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let (begin, count) = (file.len(), objects.len() + 1);
    let end = format!(
        "xref\n0 {count}\n0000000000 65535 f \n{places}trailer\n<</Size {count}/Root 1 0 R/Info {} 0 R>>\n\
         startxref\n{begin}\n%%EOF\n",
        objects.len()
    );
    file.extend(end.bytes());
    file
}

/// Text as digits, which holds any letter.
fn utf_16(text: &str) -> String {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.map(|unit| format!("{unit:04x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_more_digits_than_needed() {
        assert_eq!([0.75, -1.0, 0.0, 123.456_78].map(number), ["0.75", "-1", "0", "123.4568"]);
    }

    #[test]
    fn places_of_objects_are_where_they_are() {
        let file = file(&[b"<<>>".to_vec(), b"(a)".to_vec()]);
        let text = String::from_utf8_lossy(&file).into_owned();
        let lines = text.split_once("0000000000 65535 f \n").unwrap().1.lines().take(2);
        for (line, number) in lines.zip(1..) {
            let at: usize = line[..10].parse().unwrap();
            assert!(file[at..].starts_with(format!("{number} 0 obj\n").as_bytes()), "{line}");
        }
    }
}
