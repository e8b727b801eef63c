//! Amounts as messages print them.

/// More than any machine has; the API takes no more.
pub(crate) const MOST: u64 = 1_000_000_000_000_000;

/// An amount of memory in bytes (`23.69 GiB`, `20992 MiB`, `1048576 bytes`); none where it is no number or no unit is known.
///
/// Allocators divide by 1,024 whatever they call the result: `GB` of Apple's backend are GiB.
pub(crate) fn bytes(number: &str, unit: &str) -> Option<u64> {
    let value: f64 = number.replace(',', "").parse().ok()?;
    let power = match unit.to_ascii_lowercase().as_str() {
        "b" | "byte" | "bytes" => 0,
        "kib" | "kb" | "k" => 1,
        "mib" | "mb" | "m" => 2,
        "gib" | "gb" | "g" => 3,
        "tib" | "tb" | "t" => 4,
        _ => return None,
    };
    let bytes = value * 1024_f64.powi(power);
    (bytes.is_finite() && (0.0..=MOST as f64).contains(&bytes)).then_some(bytes as u64)
}
