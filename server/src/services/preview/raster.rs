//! Our own SVG to PNG, with our own font: the same picture on every machine.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::picture::{HEIGHT, WIDTH};

/// Name of the font inside its files.
const FAMILY: &str = "Noto Sans CJK SC";
/// The letters that previews use, in two weights.
const FONTS: [&[u8]; 2] =
    [include_bytes!("../../../fonts/preview-regular.otf"), include_bytes!("../../../fonts/preview-bold.otf")];

static DATABASE: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut database = fontdb::Database::new();
    for font in FONTS {
        database.load_font_data(font.to_vec());
    }
    database.set_sans_serif_family(FAMILY);
    Arc::new(database)
});

/// Draws an SVG of the picture's size; nothing where the text is not SVG.
#[must_use]
pub fn png(svg: &str) -> Option<Vec<u8>> {
    let options = Options { font_family: FAMILY.to_owned(), fontdb: Arc::clone(&DATABASE), ..Options::default() };
    let tree = Tree::from_str(svg, &options).ok()?;
    let mut pixels = Pixmap::new(WIDTH, HEIGHT)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

/// Whether both weights have a letter.
#[cfg(test)]
pub fn has_glyph(letter: char) -> bool {
    use resvg::usvg::{Node, Text};

    if letter.is_whitespace() {
        return true;
    }
    let number = u32::from(letter);
    ["400", "700"].into_iter().all(|weight| {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"99\" height=\"99\"><text y=\"50\" font-weight=\"{weight}\">&#{number};</text></svg>"
        );
        let options = Options { font_family: FAMILY.to_owned(), fontdb: Arc::clone(&DATABASE), ..Options::default() };
        let tree = Tree::from_str(&svg, &options).unwrap();
        // A letter without a glyph is laid out as glyph 0, the box.
        let laid_out = |text: &Text| text.layouted().iter().flat_map(|span| &span.positioned_glyphs).all(|glyph| glyph.id.0 != 0);
        tree.root().children().iter().any(|node| matches!(node, Node::Text(text) if laid_out(text)))
    })
}
