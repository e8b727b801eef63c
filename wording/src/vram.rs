//! What the figures of a card's memory are called, one name each, and how they are written: pages, files, programs and previews
//! all have them from here.

use engine::units::{Bytes, GIB};

use wire::locale::Locale;

/// The figure of every headline: what `nvidia-smi` will show for the process, the desktop and all others apart.
#[must_use]
pub const fn process_vram(locale: Locale) -> &'static str {
    match locale {
        Locale::En => "VRAM of the process",
        Locale::Zh => "进程显存",
    }
}

/// What driver, system and desktop take of the card beside the process.
#[must_use]
pub const fn system_vram(locale: Locale) -> &'static str {
    match locale {
        Locale::En => "Driver, system and desktop",
        Locale::Zh => "驱动、系统与桌面",
    }
}

/// What the driver reports for the card, all of it.
#[must_use]
pub const fn card_capacity(locale: Locale) -> &'static str {
    match locale {
        Locale::En => "Capacity of the card",
        Locale::Zh => "显卡容量",
    }
}

/// The capacity without what driver, system and desktop take.
#[must_use]
pub const fn usable_vram(locale: Locale) -> &'static str {
    match locale {
        Locale::En => "Usable VRAM",
        Locale::Zh => "可用显存",
    }
}

/// The sum of live tensors where it is largest.
#[must_use]
pub const fn live_tensors(locale: Locale) -> &'static str {
    match locale {
        Locale::En => "Peak of live tensors",
        Locale::Zh => "存活张量峰值",
    }
}

/// What the allocator holds of the card.
#[must_use]
pub const fn reserved_vram(locale: Locale) -> &'static str {
    match locale {
        Locale::En => "Reserved by the allocator",
        Locale::Zh => "分配器保留",
    }
}

/// Memory in GiB with one decimal, unit included: `21.4 GiB`.
///
/// ```
/// use engine::units::Bytes;
/// assert_eq!(wording::gib(Bytes::from_mib(24564)), "24.0 GiB");
/// ```
#[must_use]
pub fn gib(amount: Bytes) -> String {
    format!("{} GiB", gib_number(amount))
}

/// Memory in GiB with one decimal, or none where it is a whole number of at least 10: `21.4`, `64`.
///
/// Integer arithmetic keeps the standard library's exact float printing out of the browser's bundle.
#[must_use]
pub fn gib_number(amount: Bytes) -> String {
    if amount.0 >= 10 * GIB && amount.0.is_multiple_of(GIB) {
        return grouped(amount.0 / GIB);
    }
    let (whole, rest) = (amount.0 / GIB, amount.0 % GIB);
    let tenths = (rest * 10 + GIB / 2) / GIB;
    format!("{}.{}", grouped(whole + tenths / 10), tenths % 10)
}

/// A whole number with separators of thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
