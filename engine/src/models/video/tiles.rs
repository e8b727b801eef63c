//! Films that are decoded in tiles, one after another, each over all its frames (`tiled_decode` of both autoencoders).

use super::film::Film;
use crate::architecture::{LATENT_FACTOR, VideoTransformer, VideoTransformerVariant};

/// Channels of a frame.
const RGB: u64 = 3;

/// A cut of a film's side: tiles of so many latent pixels, one every so many.
#[derive(Debug, Clone, Copy)]
struct Side {
    whole: u64,
    tile: u64,
    stride: u64,
}

impl Side {
    /// The lengths of its tiles: those at the far end are what is left.
    fn lengths(self) -> impl Iterator<Item = u64> {
        let Self { whole, tile, stride } = self;
        (0..whole).step_by(usize::try_from(stride).unwrap_or(1)).map(move |start| tile.min(whole - start))
    }
}

/// How a film is cut.
#[derive(Debug, Clone)]
pub(super) struct Tiles {
    film: Film,
    /// Lengths of the tiles from top to bottom, in pixels of the latent, and from left to right.
    rows: Vec<u64>,
    columns: Vec<u64>,
    /// Copies of the film that are there beside the tiles where these are put together: rows of tiles, the film, what is clamped of it.
    copies: u64,
}

/// How a model's film is cut; none where it is no larger than a tile.
pub(super) fn of(model: &VideoTransformer, film: Film) -> Option<Tiles> {
    let ((tile_height, down), (tile_width, across), copies) = match model.variant {
        // Half of 480 x 720 pixels, a sixth and a fifth of which overlap (`tile_overlap_factor_height`, `_width`).
        VideoTransformerVariant::Joint { .. } => ((30, 25), (45, 36), 2),
        // 256 pixels, one tile every 192 (`tile_sample_min_height`, `tile_sample_stride_height`).
        VideoTransformerVariant::Cross { .. } => ((32, 24), (32, 24), 3),
    };
    let (height, width) = (film.height / LATENT_FACTOR, film.width / LATENT_FACTOR);
    let rows = Side { whole: height, tile: tile_height, stride: down }.lengths().collect();
    let columns = Side { whole: width, tile: tile_width, stride: across }.lengths().collect();
    (height > tile_height || width > tile_width).then_some(Tiles { film, rows, columns, copies })
}

/// The longest of these.
fn longest(lengths: &[u64]) -> u64 {
    lengths.iter().copied().max().unwrap_or_default()
}

/// The sum of those before the last of the longest.
fn before(lengths: &[u64]) -> u64 {
    let last = lengths.iter().rposition(|&length| length == longest(lengths)).unwrap_or_default();
    lengths[..last].iter().sum()
}

impl Tiles {
    /// One of the largest tiles.
    pub(super) fn largest(&self) -> Film {
        Film { height: longest(&self.rows) * LATENT_FACTOR, width: longest(&self.columns) * LATENT_FACTOR, ..self.film }
    }

    /// Elements of so many pixels of the latent, over all frames of the film.
    const fn elements(&self, pixels: u64) -> u64 {
        pixels * LATENT_FACTOR * LATENT_FACTOR * RGB * self.film.frames
    }

    /// Elements of the tiles that are done before the last of the largest, in which most is alive.
    pub(super) fn done(&self) -> u64 {
        let above = before(&self.rows) * self.columns.iter().sum::<u64>();
        self.elements(above + before(&self.columns) * longest(&self.rows))
    }

    /// Pixels of the latent in all tiles together.
    fn area(&self) -> u64 {
        self.rows.iter().sum::<u64>() * self.columns.iter().sum::<u64>()
    }

    /// Pieces of all tiles, where one of the largest has so many.
    pub(super) fn pieces(&self, of_largest: u64) -> u64 {
        (of_largest * self.area()).div_ceil((longest(&self.rows) * longest(&self.columns)).max(1))
    }

    /// Elements that are alive where tiles are put together.
    pub(super) fn joined(&self) -> u64 {
        let Film { frames, height, width } = self.film;
        self.elements(self.area()) + self.copies * frames * height * width * RGB
    }
}
