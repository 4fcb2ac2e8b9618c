//! An arrow from square to square.

use std::fmt::Write;

use super::SQUARE;
use super::style::Paint;

/// Half the width of the shaft, half that of the head, and the length of the head.
const SHAFT: f64 = 3.5;
const WING: f64 = 10.0;
const POINT: f64 = 17.0;

/// How far it begins and ends from the middles of its squares: whoever stands on the first is to be seen.
const AWAY: [f64; 2] = [14.0, 6.0];

/// Draws an arrow between the corners of two squares; nothing where they are the same.
pub(super) fn draw(from: (u32, u32), to: (u32, u32), paint: &Paint, svg: &mut String) {
    let middle = |(x, y): (u32, u32)| {
        let half = f64::from(SQUARE) / 2.0;
        (f64::from(x) + half, f64::from(y) + half)
    };
    let (begin, end) = (middle(from), middle(to));
    let length = (end.0 - begin.0).hypot(end.1 - begin.1);
    if length == 0.0 {
        return;
    }
    let (dx, dy) = ((end.0 - begin.0) / length, (end.1 - begin.1) / length);
    // Along the arrow, and to its left.
    let at = |along: f64, aside: f64| {
        let along = along + AWAY[0];
        (begin.0 + along * dx + aside * dy, begin.1 + along * dy - aside * dx)
    };
    let tip = length - AWAY[0] - AWAY[1];
    let neck = tip - POINT;
    let corners = [
        at(0.0, SHAFT),
        at(neck, SHAFT),
        at(neck, WING),
        at(tip, 0.0),
        at(neck, -WING),
        at(neck, -SHAFT),
        at(0.0, -SHAFT),
    ];
    let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    // Writing to memory cannot fail. The white line keeps it apart from men and lines below.
    let _ = writeln!(
        svg,
        "<polygon class=\"arrow\" points=\"{}\" fill=\"{}\" fill-opacity=\"{}\" stroke=\"#fff\"/>",
        points.join(" "),
        paint.mark,
        paint.arrow,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::BoardStyle;

    #[test]
    fn it_points_to_its_square() {
        let mut svg = String::new();
        draw((0, 90), (0, 0), &BoardStyle::Print.paint(), &mut svg);
        assert!(svg.contains("22.5,28.5"), "the tip: {svg}");
        let mut none = String::new();
        draw((0, 0), (0, 0), &BoardStyle::Print.paint(), &mut none);
        assert_eq!(none, "");
    }
}
