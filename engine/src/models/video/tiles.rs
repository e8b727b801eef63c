//! Films that are decoded in tiles, one after another, each over all its frames (`tiled_decode` of both autoencoders).

use super::{Decoding, Film, piece};
use crate::architecture::{LATENT_FACTOR, VideoTransformer, VideoTransformerVariant};
use crate::models::Recipe;
use crate::units::Bytes;

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
#[derive(Debug, Clone, Copy)]
pub(super) struct Tiles {
    rows: Side,
    columns: Side,
    /// Copies of the film that are there beside the tiles where these are put together: rows of tiles, the film, what is clamped of it.
    copies: u64,
}

/// How a model's film is cut; none where it is no larger than a tile.
pub(super) fn of(model: &VideoTransformer, film: Film) -> Option<Tiles> {
    let (height, width) = (film.height / LATENT_FACTOR, film.width / LATENT_FACTOR);
    let side = |whole, (tile, stride)| Side { whole, tile, stride };
    let tiles = match model.variant {
        // Half of 480 x 720 pixels, a sixth and a fifth of which overlap.
        VideoTransformerVariant::Joint { .. } => {
            Tiles { rows: side(height, (30, 25)), columns: side(width, (45, 36)), copies: 2 }
        }
        // 256 pixels, one tile every 192.
        VideoTransformerVariant::Cross { .. } => {
            Tiles { rows: side(height, (32, 24)), columns: side(width, (32, 24)), copies: 3 }
        }
    };
    (height > tiles.rows.tile || width > tiles.columns.tile).then_some(tiles)
}

impl Tiles {
    pub(super) fn decoding(self, model: &VideoTransformer, recipe: Recipe, film: Film) -> Decoding {
        let (rows, columns): (Vec<u64>, Vec<u64>) = (self.rows.lengths().collect(), self.columns.lengths().collect());
        let (all_rows, all_columns) = (rows.iter().sum::<u64>(), columns.iter().sum::<u64>());
        let largest = (self.rows.tile.min(self.rows.whole), self.columns.tile.min(self.columns.whole));
        // Most is alive in the last of the largest tiles: those before it are done.
        let full = |lengths: &[u64], largest: u64| lengths.iter().filter(|&&length| length == largest).count().saturating_sub(1);
        let (last_row, last_column) = (full(&rows, largest.0), full(&columns, largest.1));
        let above: u64 = rows[..last_row].iter().sum::<u64>() * all_columns;
        let beside: u64 = columns[..last_column].iter().sum::<u64>() * largest.0;
        let elements = |pixels: u64| pixels * LATENT_FACTOR * LATENT_FACTOR * RGB * film.frames;
        let tile = Film { height: largest.0 * LATENT_FACTOR, width: largest.1 * LATENT_FACTOR, ..film };
        let (graph, pieces) = piece(model, recipe, tile, elements(above + beside));
        let area = (largest.0 * largest.1).max(1);
        let joined = elements(all_rows * all_columns) + self.copies * film.frames * film.height * film.width * RGB;
        Decoding {
            graph,
            pieces: (pieces * all_rows * all_columns).div_ceil(area),
            joined: Bytes(joined * recipe.pixel_dtype().bytes()),
        }
    }
}
