//! Rust to WebAssembly to a module that a browser or Node can load.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use super::script;
use crate::process;
use crate::workspace::{WASM_PROFILE, WASM_TARGET, target};

/// What a module is called where nobody loads it.
const NAMED: &str = "named";

/// Who loads the module.
#[derive(Debug, Clone, Copy)]
pub enum Host {
    /// An ES module, under the name of its example program.
    Browser,
    /// A CommonJS module.
    Node,
    /// A module as for a browser that keeps the names of its functions, in a folder of its own; only to be looked at.
    Nobody,
}

/// The folder that `wasm-bindgen` filled.
#[derive(Debug)]
pub struct Generated(PathBuf);

impl Generated {
    /// Where the files are.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// The module where [`Host::Nobody`] loads it.
    pub fn module(&self) -> PathBuf {
        self.0.join(format!("{NAMED}_bg.wasm"))
    }
}

/// Compiles a package's library and returns the raw module.
pub fn compile(package: &str, features: &[&str], library: &str) -> Result<PathBuf> {
    process::run(
        process::cargo()
            .args(["build", "--package", package, "--lib", "--target", WASM_TARGET, "--profile", WASM_PROFILE])
            .args(features),
    )?;
    Ok(target().join(WASM_TARGET).join(WASM_PROFILE).join(format!("{library}.wasm")))
}

/// Compiles an example program with these features of its package, without the default ones, and returns the raw module.
pub fn compile_example(package: &str, example: &str, features: &[&str]) -> Result<PathBuf> {
    process::run(
        process::cargo()
            .args(["build", "--package", package, "--example", example, "--no-default-features"])
            .args(["--features", &features.join(",")])
            .args(["--target", WASM_TARGET, "--profile", WASM_PROFILE]),
    )?;
    Ok(target().join(WASM_TARGET).join(WASM_PROFILE).join("examples").join(format!("{example}.wasm")))
}

/// Runs `wasm-bindgen` over a raw module.
pub fn bind(module: &Path, host: Host) -> Result<Generated> {
    let stem = module.file_stem().and_then(|stem| stem.to_str());
    let is_named = matches!(host, Host::Nobody);
    let name = stem.filter(|_| !is_named).unwrap_or(NAMED);
    let folder = target().join("bindgen").join(name);
    // What an older version left must not be served.
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).typescript(false).remove_name_section(!is_named).remove_producers_section(true);
    match host {
        Host::Browser | Host::Nobody => bindgen.out_name(name).web(true)?,
        Host::Node => bindgen.out_name(name).nodejs(true)?,
    };
    bindgen.generate(&folder).with_context(|| format!("wasm-bindgen cannot read {}", module.display()))?;
    if matches!(host, Host::Browser) {
        name_as_the_page_does(&folder, name)?;
    }
    Ok(Generated(folder))
}

/// The page asks for `<name>.wasm`; `wasm-bindgen` writes `<name>_bg.wasm`.
fn name_as_the_page_does(folder: &Path, name: &str) -> Result<()> {
    let (written, wanted) = (format!("{name}_bg.wasm"), format!("{name}.wasm"));
    fs::rename(folder.join(&written), folder.join(&wanted))?;
    let path = folder.join(format!("{name}.js"));
    let text = fs::read_to_string(&path)?.replace(&written, &wanted);
    fs::write(path, script::without_comments(&text))?;
    Ok(())
}
