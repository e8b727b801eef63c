//! `rocm-smi --showproductname --showmeminfo vram`: `GPU[0] : Card Series: ...`.

use crate::fact::{Fact, Lister, Place};
use crate::reading::Reading;
use crate::value::{MIB, number, pair, whole};

pub(super) fn read(line: &str) -> Reading {
    let Some((index, rest)) = line.trim_start().strip_prefix("GPU[").and_then(|rest| rest.split_once(']')) else {
        return if line.contains("ROCm System Management Interface") { Reading::NOTHING } else { Reading::Foreign };
    };
    let Some(index) = whole(index) else { return Reading::Foreign };
    let place = Place { lister: Lister::RocmSmi, index };
    let rest = rest.trim_start().trim_start_matches(':');
    let Some((label, value)) = pair(rest) else { return Reading::NOTHING };
    let fact = match label.as_str() {
        "card series" | "card model" | "device name" if is_name(value) => {
            Some(Fact::Card { place, name: value.to_owned(), is_cut: false })
        }
        "vram total memory (b)" => number(value).map(|(bytes, _)| Fact::CardMemory { place, mib: bytes / MIB }),
        _ => None,
    };
    Reading::Own(fact.into_iter().collect())
}

/// A name rather than a number or nothing.
fn is_name(value: &str) -> bool {
    !value.is_empty() && !value.starts_with("0x") && value != "N/A"
}
