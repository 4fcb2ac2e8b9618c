//! A diagram as pixels.

use super::Diagram;
use resvg::{tiny_skia, usvg};
use std::error::Error;

/// Why a diagram cannot be drawn in pixels.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The drawing is not one that can be rendered.
    #[error("the drawing")]
    Drawing(#[source] Box<dyn Error + Send + Sync>),
    /// There is no memory for so large a picture, or it has no size.
    #[error("the picture")]
    Picture,
}

impl Diagram<'_> {
    /// The diagram as a PNG on white.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be drawn: a picture may be too large for the memory.
    pub fn to_png(&self) -> Result<Vec<u8>, PngError> {
        let options = usvg::Options::default();
        let tree = usvg::Tree::from_str(&self.to_svg(), &options);
        let tree = tree.map_err(|error| PngError::Drawing(error.into()))?;
        let size = tree.size().to_int_size();
        let pixels = tiny_skia::Pixmap::new(size.width(), size.height());
        let mut pixels = pixels.ok_or(PngError::Picture)?;
        pixels.fill(tiny_skia::Color::WHITE);
        resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
        pixels.encode_png().map_err(|_| PngError::Picture)
    }
}
