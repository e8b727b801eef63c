//! Names of products as words that can be compared, whatever a program puts around and between them.

/// Words that say who made it, or nothing.
const EMPTY: [&str; 18] = [
    "nvidia",
    "amd",
    "intel",
    "corporation",
    "graphics",
    "processor",
    "cpu",
    "oam",
    "lite",
    "hash",
    "rate",
    "ssd",
    "nvme",
    "western",
    "digital",
    "r",
    "tm",
    "huawei",
];

/// The words of a name, in their order.
pub fn words(name: &str) -> Vec<String> {
    let name = name.to_lowercase().replace("(r)", " ").replace("(tm)", " ").replace("(c)", " ");
    // Clock rate, and graphics that a processor brings.
    let name = name.split('@').next().unwrap_or_default();
    let name = name.split(" with ").next().unwrap_or(name).split(" w/ ").next().unwrap_or_default();
    let kept = name.split_whitespace().filter(|word| !is_count(word) && !is_generation(word));
    let mut words: Vec<String> = Vec::new();
    for word in kept.flat_map(|word| word.split(is_between)).map(|word| word.trim_matches('.')).filter(|word| !word.is_empty()) {
        // "2 TB" is a capacity as well as "2TB".
        match words.last_mut() {
            Some(last) if matches!(word, "tb" | "gb") && last.parse::<f64>().is_ok() => last.push_str(word),
            _ if EMPTY.contains(&word) => {}
            _ => words.push(word.to_owned()),
        }
    }
    for word in &mut words {
        *word = in_terabytes(word);
    }
    words
}

/// The words of a name in one order, whichever they came in.
pub fn sorted(name: &str) -> Vec<String> {
    let mut words = words(name);
    words.sort_unstable();
    words
}

/// Whether a word is a capacity, such as `80gb`.
pub fn is_capacity(word: &str) -> bool {
    let number = word.strip_suffix("gb").or_else(|| word.strip_suffix("tb"));
    number.is_some_and(|number| number.parse::<f64>().is_ok())
}

fn is_between(letter: char) -> bool {
    !(letter.is_alphanumeric() || matches!(letter, '+' | '.'))
}

/// `16-Core`, `32-Cores`.
fn is_count(word: &str) -> bool {
    let count = word.strip_suffix("-core").or_else(|| word.strip_suffix("-cores"));
    count.is_some_and(|count| count.parse::<u32>().is_ok() || count == "eight" || count == "six")
}

/// `13th`, `gen`.
fn is_generation(word: &str) -> bool {
    let ordinal = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end));
    word == "gen" || ordinal.is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Makers of drives write `2000GB` for what others call `2TB`.
fn in_terabytes(word: &str) -> String {
    match word.strip_suffix("gb").and_then(|number| number.parse::<u64>().ok()) {
        Some(gb) if gb >= 1000 && gb % 1000 == 0 => format!("{}tb", gb / 1000),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(one: &str, other: &str) {
        assert_eq!(sorted(one), sorted(other));
    }

    #[test]
    fn a_product_has_the_same_words_in_every_programs_spelling() {
        check("13th Gen Intel(R) Core(TM) i9-13900K", "Intel Core i9-13900K");
        check("Intel(R) Core(TM) i9-12900K CPU @ 3.20GHz", "Intel Core i9-12900K");
        check("AMD Ryzen Threadripper PRO 7975WX 32-Cores", "AMD Ryzen Threadripper PRO 7975WX");
        check("INTEL(R) XEON(R) PLATINUM 8480+", "Intel Xeon Platinum 8480+");
        check("NVIDIA A100 80GB PCIe", "A100 PCIe 80GB");
        check("Samsung SSD 990 PRO 2TB", "Samsung 990 Pro 2 TB");
        check("WD_BLACK SN850X 2000GB", "Western Digital WD_Black SN850X 2 TB");
        assert_ne!(sorted("Intel Xeon Platinum 8480"), sorted("Intel Xeon Platinum 8480+"));
        assert_ne!(sorted("AMD EPYC 9554"), sorted("AMD EPYC 9554P"));
    }
}
