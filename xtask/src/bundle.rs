//! The browser's bundle: WebAssembly, its JavaScript, style and static files, compressed, in `target/site`.

mod budget;
mod catalog;
mod compress;
mod crates;
mod output;
mod script;
mod style;
mod wasm;

use anyhow::Result;

use crate::{setup, workspace};
use output::Site;

pub use budget::check;
pub use catalog::check as check_catalog;

/// Builds the bundle; whether it is within its budget is another question ([`check`]), for a heavy page still serves.
pub fn build() -> Result<()> {
    setup::wasm_target()?;
    let generated = wasm::bind(&compile()?, wasm::Host::Browser)?;

    let mut site = Site::new(workspace::site());
    site.add_folder(&workspace::root().join("public"), "")?;
    site.add_folder(generated.folder(), "pkg")?;
    site.add("pkg/rigwise.css", style::compile()?.as_bytes())?;
    site.compress()?;
    site.remove_strangers()
}

/// Prints what the bundle's WebAssembly is made of, by crate.
pub fn by_crate() -> Result<()> {
    setup::wasm_target()?;
    let generated = wasm::bind(&compile()?, wasm::Host::Nobody)?;
    crates::print(&generated.module())
}

fn compile() -> Result<std::path::PathBuf> {
    wasm::compile("app", &["--no-default-features", "--features", "hydrate"], "app")
}

/// Compiles the digest's module for Node and returns the folder with its JavaScript.
pub fn build_digest() -> Result<std::path::PathBuf> {
    setup::wasm_target()?;
    let module = wasm::compile("engine-digest", &[], "engine_digest")?;
    Ok(wasm::bind(&module, wasm::Host::Node)?.folder().to_path_buf())
}
