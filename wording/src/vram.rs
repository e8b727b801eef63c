//! What the figures of a card's memory are called, one name each: pages, files, programs and previews all have them from here.

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
