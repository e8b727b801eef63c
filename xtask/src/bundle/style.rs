//! SCSS to one style sheet.

use anyhow::{Context, Result};
use grass::{Options, OutputStyle};

use crate::workspace;

/// Compiles `style/main.scss`, which pulls in the rest.
pub fn compile() -> Result<String> {
    let main = workspace::root().join("style/main.scss");
    let options = Options::default().style(OutputStyle::Compressed);
    grass::from_path(&main, &options).with_context(|| format!("cannot compile {}", main.display()))
}
