//! Where things lie: the repository, what builds leave behind, the site.

use std::path::{Path, PathBuf};

/// The triple of the browser's bundle.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";
/// The profile of the browser's bundle (root `Cargo.toml`).
pub const WASM_PROFILE: &str = "wasm-release";
/// The name of the bundle's files and of the binary (`LEPTOS_OUTPUT_NAME` in `.cargo/config.toml`).
pub const OUTPUT_NAME: &str = "rigwise";

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

/// Cargo's target folder.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// The finished site: what the server embeds or serves.
pub fn site() -> PathBuf {
    root().join("target").join("site")
}

/// Another program of the workspace, as debug builds leave it.
pub fn debug_program(name: &str) -> PathBuf {
    target().join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// The server's binary in the folder of the given profile (`debug`, `release`).
pub fn binary(profile_folder: &str) -> PathBuf {
    target().join(profile_folder).join(format!("{OUTPUT_NAME}{}", std::env::consts::EXE_SUFFIX))
}
