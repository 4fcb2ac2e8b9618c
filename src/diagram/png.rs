//! A diagram as pixels.

use super::{Diagram, DrawingError};
use resvg::{tiny_skia, usvg};

/// The pixels of an inch on a screen, as SVG counts them.
const SCREEN: u32 = 96;

/// Where the head of a PNG ends.
const HEAD: usize = 33;

impl Diagram<'_> {
    /// The diagram as a PNG on white, a pixel for each unit of its size.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be drawn: a picture may be too large for the memory.
    pub fn to_png(&self) -> Result<Vec<u8>, DrawingError> {
        self.pixels(1.0)
    }

    /// The same with so many pixels an inch, of which the size of the diagram has 96 units; the picture says so.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be drawn.
    pub fn to_png_at(&self, dpi: u32) -> Result<Vec<u8>, DrawingError> {
        #[expect(clippy::cast_precision_loss, reason = "so many pixels are nothing to a float")]
        let mut png = self.pixels(dpi as f32 / SCREEN as f32)?;
        png.splice(HEAD..HEAD, resolution(dpi));
        Ok(png)
    }

    fn pixels(&self, scale: f32) -> Result<Vec<u8>, DrawingError> {
        let options = usvg::Options::default();
        let tree = usvg::Tree::from_str(&self.to_svg(), &options);
        let tree = tree.map_err(|error| DrawingError::Drawing(error.into()))?;
        let size = tree.size().to_int_size().scale_by(scale).ok_or(DrawingError::Picture)?;
        let pixels = tiny_skia::Pixmap::new(size.width(), size.height());
        let mut pixels = pixels.ok_or(DrawingError::Picture)?;
        pixels.fill(tiny_skia::Color::WHITE);
        let transform = tiny_skia::Transform::from_scale(scale, scale);
        resvg::render(&tree, transform, &mut pixels.as_mut());
        pixels.encode_png().map_err(|_| DrawingError::Picture)
    }
}

/// The piece of a PNG that says how many pixels a metre has.
fn resolution(dpi: u32) -> Vec<u8> {
    let per_metre = (u64::from(dpi) * 10_000 + 127) / 254;
    let per_metre = u32::try_from(per_metre).unwrap_or(u32::MAX).to_be_bytes();
    let body = [b"pHYs".as_slice(), &per_metre, &per_metre, &[1]].concat();
    [9_u32.to_be_bytes().as_slice(), &body, &checksum(&body).to_be_bytes()].concat()
}

/// The checksum of PNG.
fn checksum(bytes: &[u8]) -> u32 {
    let shifted = |rest: u32, _| (rest >> 1) ^ (0xedb8_8320 * (rest & 1));
    !bytes.iter().fold(u32::MAX, |rest, &byte| (0..8).fold(rest ^ u32::from(byte), shifted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(checksum(b"IEND"), 0xae42_6082);
    }

    #[test]
    fn three_hundred_dots_an_inch_are_11811_a_metre() {
        assert_eq!(resolution(300)[8..12], 11_811_u32.to_be_bytes());
    }
}
