//! The rules of ARCHITECTURE.md that the compiler does not check.

mod arrows;
mod circles;
mod paths;
mod rules;
mod source;

use anyhow::{Result, bail};

/// Checks every rule and reports all breaches at once.
pub fn check() -> Result<()> {
    let mut breaches = arrows::breaches()?;
    breaches.extend(paths::breaches()?);
    breaches.extend(rules::breaches()?);
    breaches.extend(source::breaches()?);
    breaches.extend(circles::breaches()?);
    if breaches.is_empty() {
        println!("invariants: all hold");
        return Ok(());
    }
    bail!("rules of ARCHITECTURE.md are broken:\n  {}", breaches.join("\n  "));
}
