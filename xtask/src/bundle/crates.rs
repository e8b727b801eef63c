//! What the bundle is made of: bytes of WebAssembly by the crate that they come from.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use wasmparser::{KnownCustom, Name, Parser, Payload};

/// Shares below this are put together: a line for each of them says nothing.
const SMALLEST: f64 = 0.005;
/// What is not code of any crate.
const DATA: &str = "texts and tables (data)";

/// Prints a table of a module whose functions have their names.
pub fn print(module: &Path) -> Result<()> {
    let module = fs::read(module).with_context(|| format!("cannot read {}", module.display()))?;
    let sizes = sizes(&module)?;
    let total: usize = sizes.values().sum();
    let mut rows: Vec<(&str, usize)> = sizes.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    rows.sort_by_key(|(name, bytes)| (std::cmp::Reverse(*bytes), *name));
    let share = |bytes: usize| bytes as f64 / total as f64;
    let (shown, small): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(_, bytes)| share(*bytes) >= SMALLEST);
    println!("| crate | kB | share |\n|---|---:|---:|");
    let line = |name: &str, bytes: usize| println!("| {name} | {:.1} | {:.1} % |", bytes as f64 / 1e3, 100.0 * share(bytes));
    for (name, bytes) in shown {
        line(name, bytes);
    }
    line(&format!("{} more", small.len()), small.iter().map(|(_, bytes)| bytes).sum());
    line("all", total);
    Ok(())
}

/// Bytes of functions by crate, and of data.
fn sizes(module: &[u8]) -> Result<BTreeMap<String, usize>> {
    let (mut bodies, mut names, mut data, mut imported) = (Vec::new(), BTreeMap::new(), 0, 0);
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += usize::from(matches!(import?.ty, wasmparser::TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.range().len()),
            Payload::DataSection(section) => data += section.range().len(),
            Payload::CustomSection(section) => {
                let KnownCustom::Name(section) = section.as_known() else { continue };
                for name in section {
                    if let Name::Function(map) = name? {
                        for naming in map {
                            let naming = naming?;
                            names.insert(naming.index as usize, naming.name);
                        }
                    }
                }
            }
            _ => {}
        }
    }
    let mut sizes = BTreeMap::from([(DATA.to_owned(), data)]);
    for (place, bytes) in bodies.into_iter().enumerate() {
        let name = names.get(&(imported + place)).copied().unwrap_or_default();
        *sizes.entry(crate_of(name).to_owned()).or_default() += bytes;
    }
    Ok(sizes)
}

/// The crate whose code a function is: of an implementation that of its type, of glue for a type the type's own.
fn crate_of(function: &str) -> &str {
    let inside = function.strip_prefix("core::ptr::drop_in_place<").unwrap_or(function);
    let path = inside.trim_start_matches(['<', '&', '[', '(', '*']).trim_start_matches("mut ").trim_start_matches("dyn ");
    let end = path.find(|character: char| !character.is_alphanumeric() && character != '_').unwrap_or(path.len());
    if path[end..].starts_with("::") { &path[..end] } else { "without a crate's name" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_of_the_crate_that_its_name_begins_with() {
        for (function, name) in [
            ("engine::step::play::h0123456789abcdef", "engine"),
            ("<app::planner::Form as core::fmt::Display>::fmt", "app"),
            ("core::ptr::drop_in_place<wire::v1::Plan>", "wire"),
            ("<&mut dlmalloc::Heap as core::alloc::Allocator>::allocate", "dlmalloc"),
            ("memcpy", "without a crate's name"),
            ("", "without a crate's name"),
        ] {
            assert_eq!(crate_of(function), name, "{function}");
        }
    }
}
