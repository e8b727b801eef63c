//! The id that someone most likely meant.

/// The id closest to what was typed, or nothing if there are no ids.
///
/// People leave parts of an id out (`4090`, `h200`), join its words (`rtx4090`) or add some (`geforce rtx 4090`) more often
/// than they mistype it. So the first measure is how few edits turn the typed text into *a part of* an id, or whether
/// the text contains a whole id. Among equals, whole words count (`h200` is no `gh200-96gb`), those with digits twice
/// (`gtx-2080-ti` is no `gtx-1080-ti`), then the distance to the id without a capacity at its end (`3060` is an
/// `rtx-3060-12gb` rather than an `rtx-3060-ti`), whether it has one, and at last the alphabet.
///
/// ```
/// let ids = || catalog::gpus().iter().map(|gpu| gpu.id);
/// assert_eq!(catalog::nearest("4090", ids()), Some("rtx-4090"));
/// assert_eq!(catalog::nearest("GeForce RTX 4080", ids()), Some("rtx-4080"));
/// assert_eq!(catalog::nearest("4090", std::iter::empty()), None);
/// ```
pub fn nearest(id: &str, ids: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let typed = plain(id);
    ids.min_by_key(|candidate| remoteness(id, &typed, candidate))
}

/// Whether what was typed may mean an id: a word of it is in the id, or few of its letters are others. What is only the nearest of
/// all is told, and nothing is answered for it.
///
/// ```
/// assert!(catalog::is_near("RTX 4O90", "rtx-4090"));
/// assert!(!catalog::is_near("<script>", "titan-rtx"));
/// ```
#[must_use]
pub fn is_near(typed: &str, id: &str) -> bool {
    let letters = plain(typed);
    let is_alike = !letters.is_empty() && distance(&letters, &plain(id), Ends::Free) * FAR <= letters.len();
    let mut words = typed.as_bytes().split(|byte| !byte.is_ascii_alphanumeric()).filter(|word| word.len() > 1);
    is_alike || words.any(|word| id.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word)))
}

/// The share of letters that may be others, as its inverse.
const FAR: usize = 3;

/// The ids closest to what was typed, at most this many, closest first: what a page offers that has no such product.
///
/// ```
/// let ids = catalog::gpus().iter().map(|gpu| gpu.id);
/// assert_eq!(catalog::nearest_few("rtx-409", ids, 2), ["rtx-4090", "rtx-4090-48gb"]);
/// ```
pub fn nearest_few(id: &str, ids: impl Iterator<Item = &'static str>, most: usize) -> Vec<&'static str> {
    let typed = plain(id);
    let mut ids: Vec<&'static str> = ids.collect();
    ids.sort_by_cached_key(|candidate| remoteness(id, &typed, candidate));
    ids.truncate(most);
    ids
}

/// How far an id is from what was typed, by the measures in the order in which they count.
fn remoteness(id: &str, typed: &[char], candidate: &'static str) -> (usize, usize, usize, usize, &'static str) {
    let known = plain(candidate);
    // A short id inside a long text (`a2` in `rtx-a200`) is chance, not meaning.
    let contained = known.len() >= 4 && typed.windows(known.len()).any(|part| part == known);
    let partial = if contained { 0 } else { distance(typed, &known, Ends::Free) };
    let bare = distance(typed, &plain(without_capacity(candidate)), Ends::Counted);
    let has_capacity = usize::from(without_capacity(candidate) != candidate);
    (partial, missing_words(id, candidate), bare, has_capacity, candidate)
}

/// Words of the typed text that are no words of the id; one with digits counts twice, as it says which model is meant.
fn missing_words(typed: &str, id: &str) -> usize {
    let words =
        typed.split(|character: char| !character.is_ascii_alphanumeric() && character != '.').filter(|word| !word.is_empty());
    let missing = words.filter(|word| !id.split('-').any(|known| known.eq_ignore_ascii_case(word)));
    missing.map(|word| 1 + usize::from(word.contains(|character: char| character.is_ascii_digit()))).sum()
}

/// An id without a last word like `12gb`.
fn without_capacity(id: &str) -> &str {
    match id.rsplit_once('-') {
        Some((rest, last)) if last.ends_with("gb") => rest,
        _ => id,
    }
}

/// Letters and digits in lower case; ids differ in nothing else that people would type on purpose. Ids are ASCII, and the bundle has
/// no room for the letters of all scripts.
fn plain(text: &str) -> Vec<char> {
    text.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).take(LONGEST).collect()
}

/// Characters of a text that are compared; no id is longer, and a long text must not take long.
const LONGEST: usize = 64;

/// Whether characters of the known id before and after the match cost anything.
#[derive(Clone, Copy, PartialEq)]
enum Ends {
    Free,
    Counted,
}

/// Insertions, deletions, substitutions and swaps of neighbors that turn `typed` into `known` or a part of it
/// (optimal string alignment; Sellers 1980 for the free ends).
fn distance(typed: &[char], known: &[char], ends: Ends) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=known.len()).map(|column| if ends == Ends::Free { 0 } else { column }).collect();
    for row in 1..=typed.len() {
        let mut current = vec![row];
        for column in 1..=known.len() {
            let (from, to) = (typed[row - 1], known[column - 1]);
            let mut cost = (last[column - 1] + usize::from(from != to)).min(last[column] + 1).min(current[column - 1] + 1);
            let swapped = row > 1 && column > 1 && from == known[column - 2] && typed[row - 2] == to;
            if swapped {
                cost = cost.min(before_last[column - 2] + 1);
            }
            current.push(cost);
        }
        before_last = std::mem::replace(&mut last, current);
    }
    match ends {
        Ends::Free => last.into_iter().min().unwrap_or(typed.len()),
        Ends::Counted => last.last().copied().unwrap_or(typed.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(typed: &str, expected: &str) {
        let ids = crate::gpus().iter().map(|gpu| gpu.id);
        assert_eq!(nearest(typed, ids), Some(expected), "for {typed:?}");
    }

    #[test]
    fn parts_of_an_id_are_enough() {
        check("4090", "rtx-4090");
        check("5090", "rtx-5090");
        check("3060", "rtx-3060-12gb");
        check("h200", "h200-nvl");
        check("mi300", "mi300x");
        check("910b2", "ascend-910b2");
    }

    #[test]
    fn spelling_and_word_breaks_are_forgiven() {
        check("RTX 4090", "rtx-4090");
        check("rtx4090", "rtx-4090");
        check("rtx-4009", "rtx-4090");
        check("4009", "rtx-4090");
        check("rtx-409", "rtx-4090");
        check("geforce rtx 4090", "rtx-4090");
        check("rtx-4070-tii", "rtx-4070-ti");
        check("gtx-2080-ti", "rtx-2080-ti");
        check("显卡RTX4090，24G", "rtx-4090");
        assert!(is_near("显卡4090", "rtx-4090") && !is_near("显卡", "rtx-4090"));
    }

    #[test]
    fn short_ids_do_not_win_by_chance() {
        check("rtx-a200", "rtx-a2000-12gb");
        check("l4", "l4");
        check("t44", "t4");
    }

    #[test]
    fn other_tables_work_alike() {
        let cpus = || crate::cpus().iter().map(|cpu| cpu.id);
        assert_eq!(nearest("13900k", cpus()), Some("core-i9-13900k"));
        let models = || crate::models().iter().map(|model| model.id);
        assert_eq!(nearest("lama-2-7b", models()), Some("llama-2-7b"));
        assert_eq!(nearest("resnet-50", models()), Some("resnet50"));
        let drives = || crate::storages().iter().map(|drive| drive.id);
        assert_eq!(nearest("samsung 990 pro 2 TB", drives()), Some("samsung-990-pro-2tb"));
    }

    #[test]
    fn distances_follow_the_definition() {
        let of = |typed: &str, known: &str, ends| distance(&plain(typed), &plain(known), ends);
        assert_eq!(of("kitten", "sitting", Ends::Counted), 3);
        assert_eq!(of("ab", "ba", Ends::Counted), 1);
        assert_eq!(of("4090", "rtx-4090-d", Ends::Free), 0);
        assert_eq!(of("", "abc", Ends::Counted), 3);
        assert_eq!(of("abc", "", Ends::Free), 3);
    }
}
