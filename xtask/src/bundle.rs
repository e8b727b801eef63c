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
    let generated =
        MODULES.iter().map(|module| wasm::bind(&compile(module)?, wasm::Host::Browser)).collect::<Result<Vec<_>>>()?;

    let mut site = Site::new(workspace::site());
    site.add_folder(&workspace::root().join("public"), "")?;
    for module in &generated {
        site.add_folder(module.folder(), "pkg")?;
    }
    site.add("pkg/rigwise.css", style::compile()?.as_bytes())?;
    site.compress()?;
    site.remove_strangers()
}

/// Prints what the bundle's WebAssembly is made of, by crate.
pub fn by_crate() -> Result<()> {
    setup::wasm_target()?;
    for module in MODULES {
        let generated = wasm::bind(&compile(module)?, wasm::Host::Nobody)?;
        println!("\n{module}\n");
        crates::print(&generated.module())?;
    }
    Ok(())
}

/// What the browser loads, by the feature of `app` that each is built with: the planner with half of the networks.
const MODULES: [&str; 2] = ["text", "media"];

fn compile(module: &str) -> Result<std::path::PathBuf> {
    wasm::compile_example("app", &format!("rigwise_{module}"), &["hydrate", module])
}

/// Compiles the digest's module for Node and returns the folder with its JavaScript.
pub fn build_digest() -> Result<std::path::PathBuf> {
    setup::wasm_target()?;
    let module = wasm::compile("engine-digest", &[], "engine_digest")?;
    Ok(wasm::bind(&module, wasm::Host::Node)?.folder().to_path_buf())
}
