//! GBR text.
